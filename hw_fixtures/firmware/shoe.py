"""Run a card-reading shoe: mouth, reader, lid, windows, indexes (CDP1 5; class 2)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from hw_fixtures.firmware.commands import answer
from hw_fixtures.firmware.core import Firmware, Sensor, Setup, u16, u32
from hw_fixtures.firmware.deck import PhysicalCard
from hw_fixtures.firmware.hardware import ShoeHardware
from hw_fixtures.firmware.nv import OpRecord, ShoeNv
from hw_fixtures.firmware.reader import Reading, read_card
from hw_fixtures.firmware.shoe_commands import SHOE_COMMANDS
from hw_fixtures.peer.codes import (
    CUT_CARD,
    NO_INDEX,
    NOT_REPORTED,
    UNKNOWN_COUNT,
    UNREADABLE,
    Capability,
    CardFlag,
    Message,
    ReadMode,
    ShuffleMode,
    State,
)

LID_SENSOR: Sensor = (Message.LID, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Hold the armed window: indexes first..first+count-1 and what to report of them (CDP1 5.2, ARM)."""

    first: int
    count: int
    mode: ReadMode

    def holds(self, index: int) -> bool:
        """Tell whether an index lies inside."""
        return self.first <= index < self.first + self.count


class ShoeFirmware(Firmware):
    """Run one shoe between power-up and power-down.

    window: lives until used up, DISARM, CLOSE_SHOE or power loss, also through a lost link.
    """

    nv: ShoeNv
    hw: ShoeHardware

    def __init__(self, setup: Setup, nv: ShoeNv, hw: ShoeHardware) -> None:
        super().__init__(setup, nv, hw)
        self.window: Window | None = None
        self._last_card_ms: int | None = None

    def answer(self, message: int, payload: bytes) -> bytes:
        """Answer from the shoe's command table."""
        return answer(self, SHOE_COMMANDS, message, payload)

    def config_keys(self) -> frozenset[int]:
        """Know keys 1 to 4."""
        return frozenset(range(1, 5))

    # -- sensors, state, counts ---------------------------------------------------------------

    def sensors(self) -> Iterator[tuple[Sensor, int]]:
        """Read the lid."""
        yield LID_SENSOR, int(bool(self.hw.open_doors))

    def sensor_event(self, sensor: Sensor, value: int) -> tuple[Message, bytes]:
        """Tell the lid."""
        del sensor
        return Message.LID, bytes((value,))

    def class_state(self) -> State:
        """Give DEALING, READY, LOADING or IDLE."""
        if self.window:
            return State.DEALING
        if self.nv.is_open:
            return State.READY
        return State.LOADING if self.hw.open_doors else State.IDLE

    def cards_inside(self) -> int:
        """Count the cards in the shoe."""
        return self.counted(len(self.hw.inside))

    def inside_after_op(self) -> int:
        """Count the cards in the shoe."""
        return self.cards_inside()

    def shown_mode(self) -> int:
        """Give 0: a shoe shuffles nothing."""
        return ShuffleMode.NONE

    def forget_interrupted(self, record: OpRecord) -> tuple[int, int, int, int]:
        """Leave a cut OPEN_SHOE closed and a cut CLOSE_SHOE open; CARDs are in NV and stay counted."""
        out = self.cards_out() if record.message is Message.CLOSE_SHOE else 0
        return 0, 0, out, self.cards_inside()

    def cards_out(self) -> int:
        """Count CARDs minus CARD_RETURNEDs since OPEN_SHOE, FFFF after a cut in mid-card (CDP1 5.3)."""
        return UNKNOWN_COUNT if self.nv.uncounted else self.nv.passed - self.nv.returned

    # -- passage ------------------------------------------------------------------------------

    def open_passage(self, *, shoe_id: int, decks: int, back: int, cut_at: int) -> None:
        """Begin a passage at index 0."""
        nv = self.nv
        with nv.atomic():
            nv.is_open, nv.shoe_id, nv.decks, nv.back, nv.cut_at = True, shoe_id, decks, back, cut_at
            nv.next_index = nv.passed = nv.returned = nv.pushed_back = 0
            nv.uncounted = nv.closed_round = False
            nv.seen = Counter()
            nv.tally[2] += 1

    def close_passage(self) -> None:
        """End the passage and its window."""
        self.window = None
        with self.nv.atomic():
            self.nv.is_open = False
            self.nv.shoe_id = 0

    def arm(self, *, first: int, count: int, mode: ReadMode) -> None:
        """Replace the window; a new one reopens reading after a closed round."""
        self.window = Window(first=first, count=count, mode=mode)
        if self.nv.closed_round:
            with self.nv.atomic():
                self.nv.closed_round = False

    # -- cards --------------------------------------------------------------------------------

    def card_passes(self, card: PhysicalCard) -> None:
        """Log a card that has wholly left the mouth (CDP1 5.3, CARD)."""
        reading = read_card(card, self.hw.readings, rng=self.rng, identity=self.identity)
        with self.nv.atomic():
            self.nv.tally[1] += 1
            if card.code == CUT_CARD and self.identity.can(Capability.CUT_CARD):
                self.record(Message.CUT_CARD, u16(self.nv.next_index if self.nv.is_open else NO_INDEX))
            elif not reading.skipped:
                self._card(card, reading)
        self._last_card_ms = self.now_ms

    def shoe_ran_empty(self) -> None:
        """Log that the last card left the shoe."""
        self.record(Message.SHOE_EMPTY, u16(self.nv.next_index if self.nv.is_open else NO_INDEX))

    def card_returned(self, card: PhysicalCard) -> None:
        """Log a card pushed back into the mouth; drawn again it gets a new index and flag 64."""
        card.pushed_back = True
        with self.nv.atomic():
            index = self.nv.next_index - 1 if self.nv.is_open and self.nv.next_index else NO_INDEX
            self.nv.returned += self.nv.is_open
            self.record(Message.CARD_RETURNED, u16(index))

    def _card(self, card: PhysicalCard, reading: Reading) -> None:
        nv = self.nv
        window = self.window if self.window and self.window.holds(nv.next_index) else None
        flags = reading.flags | (self._gap_flag()) | (CardFlag.PUSHED_BACK if card.pushed_back else 0)
        if not window:
            flags |= CardFlag.OUTSIDE_WINDOW
        elif window.mode is ReadMode.COUNT_BURN:
            flags |= CardFlag.BURN
        code, raw = reading.code, reading.raw
        if (
            not nv.is_open
            or (nv.closed_round and not window)
            or (window and window.mode is not ReadMode.READ)
        ):
            code, raw = NOT_REPORTED, 0
            flags &= ~CardFlag.UNREADABLE
        elif self._beyond_composition(code, pushed_back=card.pushed_back):
            flags |= CardFlag.BEYOND_COMPOSITION
        self.nv.tally[10] += bool(flags & CardFlag.DOUBLE_FEED)
        self.nv.tally[11] += bool(flags & CardFlag.UNREADABLE)
        head = u16(nv.next_index if nv.is_open else NO_INDEX) + u32(nv.shoe_id if nv.is_open else 0)
        self.record(
            Message.CARD, head + bytes((code, reading.back, reading.confidence)) + u16(flags) + u32(raw)
        )
        card.pushed_back = False
        if nv.is_open:
            self._advance_index()

    def _gap_flag(self) -> int:
        minimum_ms = int.from_bytes(self.nv.config[3], "little")
        close = self._last_card_ms is not None and self.now_ms - self._last_card_ms < minimum_ms
        return CardFlag.DOUBLE_FEED if close else 0

    def _beyond_composition(self, code: int, *, pushed_back: bool) -> bool:
        if pushed_back or code in {UNREADABLE, NOT_REPORTED}:
            return False
        self.nv.seen[code] += 1
        return code >= 52 or self.nv.seen[code] > self.nv.decks

    def _advance_index(self) -> None:
        nv = self.nv
        nv.passed += 1
        nv.next_index += 1
        if self.window and nv.next_index >= self.window.first + self.window.count:
            self.window = None
        if nv.cut_at and nv.next_index == nv.cut_at:
            self.record(Message.CUT_CARD, u16(nv.next_index))
