"""List the shuffler's own commands (CDP1 5.2)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from hw_fixtures.firmware.commands import COMMON, OK, Command, Lock, Op, op_id_of
from hw_fixtures.firmware.deck_check import EXPECT_SIZE
from hw_fixtures.firmware.jobs import Job
from hw_fixtures.firmware.shuffler_jobs import DispenseJob, EjectJob, ShuffleJob
from hw_fixtures.peer.codes import Capability, Message, ShuffleMode, Slot, Status

if TYPE_CHECKING:
    from hw_fixtures.firmware.shuffler import ShufflerFirmware


class Expect(Command["ShufflerFirmware"]):
    """Name the deck the next shuffle will see; kept in NV until that shuffle is accepted."""

    message = Message.EXPECT
    sizes = range(EXPECT_SIZE, EXPECT_SIZE + 1)

    def valid(self, _firmware: "ShufflerFirmware", payload: bytes) -> bool:
        """Need a deck, at most two jokers."""
        return payload[4] > 0 and payload[5] <= 2

    def run(self, firmware: "ShufflerFirmware", payload: bytes) -> bytes:
        """Keep it."""
        with firmware.nv.atomic():
            firmware.nv.expect = payload
        return OK


class StartShuffle(Op["ShufflerFirmware"]):
    """Feed, order, count and judge a deck."""

    message = Message.START_SHUFFLE
    sizes = range(6, 7)
    guarded = True

    def supported(self, firmware: "ShufflerFirmware", payload: bytes) -> bool:
        """Sort only if the machine can."""
        return payload[4] != ShuffleMode.SORT or not firmware.identity.can(Capability.CANNOT_SORT)

    def valid(self, _firmware: "ShufflerFirmware", payload: bytes) -> bool:
        """Allow modes 1 to 3 and both slots."""
        return payload[4] in {1, 2, 3} and payload[5] in set(Slot)

    def interlocked(self, firmware: "ShufflerFirmware", _payload: bytes) -> bool:
        """Need the doors shut."""
        return bool(firmware.hw.open_doors)

    def moment(self, firmware: "ShufflerFirmware", payload: bytes) -> Status:
        """Need EXPECT, cards in the slot, and slot 1 empty unless it is the slot."""
        slot = Slot(payload[5])
        free = slot is Slot.CHAMBER or not firmware.hw.slots[Slot.CHAMBER]
        fits = firmware.nv.expect is not None and bool(firmware.hw.slots[slot]) and free
        return Status.OK if fits else Status.WRONG_STATE

    def run(self, firmware: "ShufflerFirmware", payload: bytes) -> bytes:
        """Start, and forget EXPECT and the old deck in the same write."""
        mode, slot = ShuffleMode(payload[4]), Slot(payload[5])
        job = ShuffleJob(firmware, op_id=op_id_of(payload), mode=mode, slot=slot)
        with firmware.nv.atomic():
            firmware.nv.expect = None
            firmware.nv.chamber = None
            return firmware.start(job, payload[4:])


class Abort(Command["ShufflerFirmware"]):
    """End the running operation."""

    message = Message.ABORT
    sizes = range(4, 5)

    def moment(self, firmware: "ShufflerFirmware", payload: bytes) -> Status:
        """Need that very operation to run."""
        return Status.OK if firmware.running(op_id_of(payload)) else Status.OP_UNKNOWN

    def run(self, firmware: "ShufflerFirmware", payload: bytes) -> bytes:
        """End it with OP_DONE ABORTED."""
        job = firmware.running(op_id_of(payload))
        assert job is not None
        firmware.finish(job, Status.ABORTED)
        return OK


class Eject(Op["ShufflerFirmware"]):
    """Send all cards of a slot to the tray."""

    message = Message.EJECT
    sizes = range(5, 6)
    capability = Capability.EJECT
    guarded = True

    def valid(self, _firmware: "ShufflerFirmware", payload: bytes) -> bool:
        """Allow both slots."""
        return payload[4] in set(Slot)

    def interlocked(self, firmware: "ShufflerFirmware", _payload: bytes) -> bool:
        """Need the doors shut and the lock off."""
        return bool(firmware.hw.open_doors) or firmware.nv.locked

    def job(self, firmware: "ShufflerFirmware", op_id: int, params: bytes) -> Job:
        """Make the ejection."""
        return EjectJob(firmware, op_id=op_id, slot=Slot(params[0]))


class Dispense(Op["ShufflerFirmware"]):
    """Send one stack of n cards from slot 1 to the tray."""

    message = Message.DISPENSE
    sizes = range(5, 6)
    capability = Capability.DISPENSE
    guarded = True

    def valid(self, _firmware: "ShufflerFirmware", payload: bytes) -> bool:
        """Allow 1 to 8 cards."""
        return 1 <= payload[4] <= 8

    def interlocked(self, firmware: "ShufflerFirmware", _payload: bytes) -> bool:
        """Need doors shut, lock off and, with a sensor, an empty tray."""
        hw = firmware.hw
        tray = firmware.identity.can(Capability.TRAY_SENSOR) and firmware.nv.sensors.get((Message.TRAY, 0), 0)
        return bool(hw.open_doors) or firmware.nv.locked or bool(tray)

    def moment(self, firmware: "ShufflerFirmware", payload: bytes) -> Status:
        """Need n cards there, and never serve a rejected deck."""
        chamber = firmware.nv.chamber
        enough = len(firmware.hw.slots[Slot.CHAMBER]) >= payload[4]
        return Status.OK if chamber and enough and not chamber.rejected else Status.WRONG_STATE

    def job(self, firmware: "ShufflerFirmware", op_id: int, params: bytes) -> Job:
        """Make the stack."""
        return DispenseJob(firmware, op_id=op_id, n=params[0])


class LockShuffler(Lock):
    """Lock the way out: DISPENSE and EJECT give INTERLOCK."""

    message = Message.LOCK_SHUFFLER


_OWN: Final[tuple[Command["ShufflerFirmware"], ...]] = (
    Expect(),
    StartShuffle(),
    Abort(),
    Eject(),
    Dispense(),
    LockShuffler(),
)
SHUFFLER_COMMANDS: Final[Mapping[int, Command["ShufflerFirmware"]]] = {
    command.message: command for command in COMMON + _OWN
}
