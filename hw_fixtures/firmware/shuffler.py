"""Run a shuffler: infeed, chamber, tray, doors, deal key (CDP1 5; class 1)."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from hw_fixtures.firmware.commands import answer
from hw_fixtures.firmware.core import Firmware, Sensor, Setup, u16, u32
from hw_fixtures.firmware.deck import PhysicalCard
from hw_fixtures.firmware.deck_check import Expectation
from hw_fixtures.firmware.hardware import ShufflerHardware
from hw_fixtures.firmware.jobs import Job
from hw_fixtures.firmware.nv import ChamberRecord, OpRecord, ShufflerNv
from hw_fixtures.firmware.shuffler_commands import SHUFFLER_COMMANDS
from hw_fixtures.peer.codes import (
    UNKNOWN_COUNT,
    Capability,
    Fault,
    Message,
    ShuffleMode,
    Slot,
    State,
)

Outlet = Callable[[PhysicalCard, int], bool]


def straight_out(_card: PhysicalCard, _now_ms: int) -> bool:
    """Let a card leave past no reader."""
    return True


class ShufflerFirmware(Firmware):
    """Run one shuffler between power-up and power-down.

    mouth: called with each dispensed card and the time; False means the way out is shut.
    eject_mouth: the same for ejected cards.
    """

    nv: ShufflerNv
    hw: ShufflerHardware

    def __init__(
        self,
        setup: Setup,
        nv: ShufflerNv,
        hw: ShufflerHardware,
        *,
        mouth: Outlet = straight_out,
        eject_mouth: Outlet = straight_out,
    ) -> None:
        super().__init__(setup, nv, hw)
        self.mouth = mouth
        self.eject_mouth = eject_mouth

    def answer(self, message: int, payload: bytes) -> bytes:
        """Answer from the shuffler's command table."""
        return answer(self, SHUFFLER_COMMANDS, message, payload)

    def config_keys(self) -> frozenset[int]:
        """Know keys 1 to 5."""
        return frozenset(range(1, 6))

    # -- sensors and state --------------------------------------------------------------------

    def sensors(self) -> Iterator[tuple[Sensor, int]]:
        """Read doors, slots and, while no card moves to it, the tray."""
        for door in range(8):
            yield (Message.DOOR, door), int(door in self.hw.open_doors)
        if not self.feeding:
            for slot in Slot:
                yield (Message.CARDS_LOADED, slot), len(self.hw.slots[slot])
        if self.identity.can(Capability.TRAY_SENSOR) and not self.delivering:
            yield (Message.TRAY, 0), min(len(self.hw.tray), 0xFF)

    def sensor_event(self, sensor: Sensor, value: int) -> tuple[Message, bytes]:
        """Tell a door, a slot filled or emptied by hand, or the tray."""
        kind, where = sensor
        if kind == Message.DOOR:
            return Message.DOOR, bytes((where, value))
        if kind == Message.TRAY:
            return Message.TRAY, bytes((value,))
        if value == 0:
            return Message.DECK_REMOVED, bytes((where,))
        return Message.CARDS_LOADED, bytes((where,)) + u16(self.counted(value))

    def sensed(self, sensor: Sensor, value: int) -> None:
        """Forget the deck in slot 1 when a hand changed it."""
        super().sensed(sensor, value)
        if sensor == (Message.CARDS_LOADED, Slot.CHAMBER):
            with self.nv.atomic():
                self.nv.chamber = ChamberRecord(n=value) if value else None

    def rebase(self, *slots: Slot) -> None:
        """Take what lies in these slots (all without one) as known, after the device moved cards itself.

        What a hand did meanwhile to the other slot is still to be told.
        """
        with self.nv.atomic():
            for slot in slots or tuple(Slot):
                self.nv.sensors[Message.CARDS_LOADED, slot] = len(self.hw.slots[slot])

    @property
    def feeding(self) -> bool:
        """Tell whether an operation moves cards out of a slot."""
        moves = {Message.START_SHUFFLE, Message.DISPENSE, Message.EJECT}
        return any(job.message in moves for job in self.jobs)

    @property
    def delivering(self) -> bool:
        """Tell whether cards are on their way to the tray."""
        return any(job.message in {Message.DISPENSE, Message.EJECT} for job in self.jobs)

    def class_state(self) -> State:
        """Give DEALING, READY, LOADING or IDLE."""
        chamber = self.nv.chamber
        if chamber and chamber.ready:
            return State.DEALING if chamber.begun else State.READY
        return State.LOADING if self.hw.slots[Slot.INFEED] else State.IDLE

    # -- counts -------------------------------------------------------------------------------

    def chamber_count(self) -> int:
        """Give the cards in slot 1 as the device counted them, FFFF if it cannot know."""
        return self.counted(self.nv.chamber.n if self.nv.chamber else 0)

    def inside_after_op(self) -> int:
        """Give the count of slot 1 (CDP1 5.3, n_inside)."""
        return self.chamber_count()

    def cards_inside(self) -> int:
        """Give infeed plus chamber, FFFF if either is unknown."""
        chamber = self.chamber_count()
        return UNKNOWN_COUNT if chamber == UNKNOWN_COUNT else chamber + len(self.hw.slots[Slot.INFEED])

    def shown_mode(self) -> int:
        """Give the mode of the running shuffle, else of the deck in slot 1, else 0."""
        running = next((job for job in self.jobs if job.message is Message.START_SHUFFLE), None)
        if running:
            return running.mode
        return self.nv.chamber.mode if self.nv.chamber else ShuffleMode.NONE

    def card_left_chamber(self) -> None:
        """Count one card out of slot 1; an empty slot is forgotten."""
        self.hw.slots[Slot.CHAMBER].pop(0)
        with self.nv.atomic():
            self.nv.tally[1] += 1
            record = self.nv.chamber or ChamberRecord()
            n = record.n if record.n == UNKNOWN_COUNT else max(0, record.n - 1)
            self.nv.chamber = replace(record, n=n, begun=True) if self.hw.slots[Slot.CHAMBER] else None
            self.rebase(Slot.CHAMBER)

    def forget_interrupted(self, record: OpRecord) -> tuple[int, int, int, int]:
        """Mark what a power cut left uncounted (CDP1 5.3, counts)."""
        unknown = UNKNOWN_COUNT
        if record.message is Message.START_SHUFFLE:
            self._uncount()
            return record.params[0], unknown, 0, unknown
        if record.message in {Message.DISPENSE, Message.EJECT}:
            self._uncount()
            return 0, 0, unknown, unknown
        return 0, 0, 0, self.chamber_count()

    def _uncount(self) -> None:
        if self.hw.slots[Slot.CHAMBER]:
            begun = bool(self.nv.chamber and self.nv.chamber.begun)
            self.nv.chamber = replace(self.nv.chamber or ChamberRecord(), n=UNKNOWN_COUNT, begun=begun)
        else:
            self.nv.chamber = None
        self.rebase()

    # -- decks --------------------------------------------------------------------------------

    def expectation(self) -> Expectation | None:
        """Give the deck EXPECT named, or None."""
        return Expectation.parse(self.nv.expect) if self.nv.expect else None

    def report_deck(self, job: Job, report: bytes, deck_id: int) -> None:
        """Log a deck report."""
        self.record(Message.DECK_REPORT, u32(job.op_id) + u32(deck_id) + report)

    def jam(self, fault: Fault) -> None:
        """Jam now: the cause stays until a person removes it."""
        self.hw.causes.add(fault)
        self.raise_fault(fault)
