"""List the shoe's own commands (CDP1 5.2)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from hw_fixtures.firmware.commands import COMMON, OK, Command, Lock, Op, op_id_of
from hw_fixtures.firmware.core import u16
from hw_fixtures.firmware.jobs import BesideJob, Job, TimedJob
from hw_fixtures.peer.codes import NO_INDEX, Capability, Message, ReadMode, RoundTag, Status

if TYPE_CHECKING:
    from hw_fixtures.firmware.shoe import ShoeFirmware


class OpenShoe(Op["ShoeFirmware"]):
    """Begin the passage of a deck."""

    message = Message.OPEN_SHOE
    sizes = range(12, 13)
    guarded = True

    def supported(self, firmware: "ShoeFirmware", payload: bytes) -> bool:
        """Need the cut-card bit for a cut."""
        return payload[10:12] == b"\0\0" or firmware.identity.can(Capability.CUT_CARD)

    def valid(self, _firmware: "ShoeFirmware", payload: bytes) -> bool:
        """Need at least one deck."""
        return payload[8] > 0

    def interlocked(self, firmware: "ShoeFirmware", _payload: bytes) -> bool:
        """Need the lid shut."""
        return bool(firmware.hw.open_doors)

    def moment(self, firmware: "ShoeFirmware", _payload: bytes) -> Status:
        """Need no open shoe."""
        return Status.WRONG_STATE if firmware.nv.is_open else Status.OK

    def job(self, firmware: "ShoeFirmware", op_id: int, params: bytes) -> Job:
        """Open after a moment."""

        def begin(_job: TimedJob) -> Status:
            firmware.open_passage(
                shoe_id=int.from_bytes(params[:4], "little"),
                decks=params[4],
                back=params[5],
                cut_at=int.from_bytes(params[6:8], "little"),
            )
            return Status.OK

        due_ms = firmware.now_ms + firmware.timing.open_ms
        return TimedJob(op_id=op_id, message=self.message, due_ms=due_ms, end=begin)


class CloseShoe(Op["ShoeFirmware"]):
    """End the passage."""

    message = Message.CLOSE_SHOE
    sizes = range(4, 5)

    def moment(self, firmware: "ShoeFirmware", _payload: bytes) -> Status:
        """Need an open shoe."""
        return Status.OK if firmware.nv.is_open else Status.WRONG_STATE

    def job(self, firmware: "ShoeFirmware", op_id: int, params: bytes) -> Job:
        """Close after a moment, counting what passed."""
        del params

        def end(job: TimedJob) -> Status:
            job.n_out = firmware.cards_out()
            firmware.close_passage()
            return Status.OK

        due_ms = firmware.now_ms + firmware.timing.quick_ms
        return BesideJob(op_id=op_id, message=self.message, due_ms=due_ms, end=end)


class Arm(Command["ShoeFirmware"]):
    """Set the window of cards that may be drawn; absolute, so repeating widens nothing."""

    message = Message.ARM
    sizes = range(8, 9)
    guarded = True

    def supported(self, firmware: "ShoeFirmware", payload: bytes) -> bool:
        """Need face reading for mode 1, count-only windows for modes 2 and 3."""
        reads = payload[7] == ReadMode.READ
        counts = payload[7] in {ReadMode.COUNT_STUB, ReadMode.COUNT_BURN}
        can = firmware.identity.can
        return not (reads and not can(Capability.READS_FACES)) and not (
            counts and not can(Capability.COUNT_WINDOWS)
        )

    def valid(self, _firmware: "ShoeFirmware", payload: bytes) -> bool:
        """Need a mode and at least one card."""
        return payload[7] in set(ReadMode) and payload[6] > 0

    def interlocked(self, firmware: "ShoeFirmware", _payload: bytes) -> bool:
        """Need the lid shut."""
        return bool(firmware.hw.open_doors)

    def moment(self, firmware: "ShoeFirmware", payload: bytes) -> Status:
        """Need an open shoe whose next index lies in the window."""
        if not firmware.nv.is_open:
            return Status.WRONG_STATE
        first = int.from_bytes(payload[4:6], "little")
        inside = first <= firmware.nv.next_index < first + payload[6]
        return Status.OK if inside else Status.BAD_PARAM

    def run(self, firmware: "ShoeFirmware", payload: bytes) -> bytes:
        """Replace the window."""
        firmware.arm(
            first=int.from_bytes(payload[4:6], "little"), count=payload[6], mode=ReadMode(payload[7])
        )
        return OK + u16(firmware.nv.next_index)


class Disarm(Command["ShoeFirmware"]):
    """Close the window."""

    message = Message.DISARM

    def run(self, firmware: "ShoeFirmware", payload: bytes) -> bytes:
        """Close it and give the next index, FFFF without an open shoe."""
        del payload
        firmware.window = None
        return OK + u16(firmware.nv.next_index if firmware.nv.is_open else NO_INDEX)


class LockShoe(Lock):
    """Lock the mouth."""

    message = Message.LOCK_SHOE


class Mark(Op["ShoeFirmware"]):
    """Write a round's mark into the log; done at once."""

    message = Message.MARK
    sizes = range(9, 10)

    def valid(self, _firmware: "ShoeFirmware", payload: bytes) -> bool:
        """Allow tags 1 to 5."""
        return payload[8] in set(RoundTag)

    def run(self, firmware: "ShoeFirmware", payload: bytes) -> bytes:
        """Log ROUND_MARK and keep the record in the same write."""
        tag = RoundTag(payload[8])
        index = firmware.nv.next_index if firmware.nv.is_open else NO_INDEX
        with firmware.nv.atomic():
            firmware.nv.closed_round = tag is RoundTag.CLOSED or (
                firmware.nv.closed_round and tag is not RoundTag.OPENED
            )
            body = payload[:4] + payload[4:8] + bytes((tag,)) + u16(index)
            firmware.record(Message.ROUND_MARK, body)
            return firmware.keep_done(op_id_of(payload), self.message, payload[4:])


_OWN: Final[tuple[Command["ShoeFirmware"], ...]] = (
    OpenShoe(),
    CloseShoe(),
    Arm(),
    Disarm(),
    LockShoe(),
    Mark(),
)
SHOE_COMMANDS: Final[Mapping[int, Command["ShoeFirmware"]]] = {
    command.message: command for command in COMMON + _OWN
}
