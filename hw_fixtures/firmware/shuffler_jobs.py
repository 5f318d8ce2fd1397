"""Move cards inside a shuffler: shuffling, dispensing, ejecting (CDP1 5.2, 5.3)."""

from typing import TYPE_CHECKING, Final

from hw_fixtures.firmware.core import u16, u32
from hw_fixtures.firmware.deck import PhysicalCard, shuffled, stacked
from hw_fixtures.firmware.deck_check import Expectation, Finding, examine, perfect
from hw_fixtures.firmware.jobs import Job
from hw_fixtures.firmware.nv import ChamberRecord
from hw_fixtures.peer.codes import Fault, Message, ShuffleMode, Slot, Status

if TYPE_CHECKING:
    from hw_fixtures.firmware.shuffler import ShufflerFirmware

_STALLED_MS: Final = 3_600_000


class ShuffleJob(Job):
    """Feed a deck card by card into slot 1, then order, count and judge it (START_SHUFFLE)."""

    def __init__(self, firmware: "ShufflerFirmware", *, op_id: int, mode: ShuffleMode, slot: Slot) -> None:
        super().__init__(op_id=op_id, message=Message.START_SHUFFLE, due_ms=firmware.now_ms)
        expected = firmware.expectation()
        assert expected is not None
        self._firmware = firmware
        self._expected: Expectation = expected
        self._from_infeed = slot is Slot.INFEED
        self._source = firmware.hw.slots[slot]
        self._total = len(self._source)
        self._per_card_ms = max(1, firmware.timing.shuffle_ms // (self._total + 1))
        self._asked = mode
        self.mode = self._reported(mode)
        self._retained = firmware.hw.retain_next
        self.due_ms = firmware.now_ms + self._per_card_ms

    def step(self) -> Status | None:
        """Feed one card, or finish the deck."""
        hw = self._firmware.hw
        if hw.stall:
            self.due_ms += _STALLED_MS
            return None
        if hw.jam_after and self._jam(hw.jam_after):
            return None
        if self.n_in < self._total and self._source:
            self._feed_one()
            self.due_ms += self._per_card_ms
            return None
        return self._complete()

    def closing(self, result: Status) -> None:
        """Leave the fed cards in slot 1 when the shuffle was cut short (CDP1 5.3, counts)."""
        if result is not Status.OK and self._firmware.nv.chamber is None:
            n = len(self._firmware.hw.slots[Slot.CHAMBER])
            self._firmware.nv.chamber = ChamberRecord(n=n) if n else None
        self._firmware.rebase()

    def _reported(self, mode: ShuffleMode) -> ShuffleMode:
        hw = self._firmware.hw
        sorts = hw.sorts and mode is ShuffleMode.SHUFFLE and not hw.claims_shuffle
        return ShuffleMode.SORT if sorts else mode

    def _jam(self, planned: tuple[int, Fault]) -> bool:
        left, fault = planned
        hw = self._firmware.hw
        hw.jam_after = (left - 1, fault) if left > 0 else None
        if left > 0:
            return False
        self._firmware.jam(fault)
        return True

    def _feed_one(self) -> None:
        hw = self._firmware.hw
        self.n_in += 1
        if not self._from_infeed:
            self._source.append(self._source.pop(0))
        elif self._total - self.n_in < self._retained:
            hw.retained.append(self._source.pop(0))
        else:
            hw.slots[Slot.CHAMBER].append(self._source.pop(0))

    def _complete(self) -> Status:
        firmware = self._firmware
        chamber = firmware.hw.slots[Slot.CHAMBER]
        chamber[:] = self._ordered(list(chamber))
        firmware.hw.retain_next = 0
        finding = self._examined(chamber)
        firmware.report_deck(self, finding.payload(), self._expected.deck_id)
        verdict = finding.verdict()
        firmware.nv.chamber = ChamberRecord(
            deck_id=self._expected.deck_id,
            mode=self.mode,
            n=finding.n,
            ready=verdict is None,
            rejected=verdict is not None,
        )
        firmware.nv.tally[2] += 1
        head = u32(self.op_id) + bytes((Slot.CHAMBER,)) + u32(self._expected.deck_id)
        if verdict is not None:
            firmware.nv.tally[4] += 1
            firmware.record(Message.DECK_REJECTED, head + u16(verdict[0]))
            return Status.FAULTED
        firmware.record(Message.DECK_READY, head + u16(finding.n) + bytes((self.mode,)))
        return Status.OK

    def _ordered(self, cards: list[PhysicalCard]) -> list[PhysicalCard]:
        hw, rng = self._firmware.hw, self._firmware.card_rng
        if self._asked is ShuffleMode.COUNT_ONLY:
            return cards
        if self._asked is ShuffleMode.SORT or hw.sorts:
            return sorted(cards, key=lambda card: card.code)
        if hw.stacked:
            top, hw.stacked = hw.stacked, []
            return stacked(cards, top, rng)
        return shuffled(cards, rng)

    def _examined(self, chamber: list[PhysicalCard]) -> Finding:
        if self._firmware.hw.claims_perfect:
            return perfect(self._expected.wanted.total())
        return examine(chamber, self._expected, self._firmware.identity)


class DispenseJob(Job):
    """Send one stack out of slot 1, card by card through the mouth, into the tray (DISPENSE)."""

    def __init__(self, firmware: "ShufflerFirmware", *, op_id: int, n: int) -> None:
        due_ms = firmware.now_ms + firmware.timing.card_ms
        super().__init__(op_id=op_id, message=Message.DISPENSE, due_ms=due_ms)
        self._firmware = firmware
        self._n = n

    def step(self) -> Status | None:
        """Send one card; the operation ends with the last."""
        firmware = self._firmware
        self.due_ms += _STALLED_MS if firmware.hw.stall else firmware.timing.card_ms
        if firmware.hw.stall:
            return None
        chamber = firmware.hw.slots[Slot.CHAMBER]
        if not chamber or not firmware.mouth(chamber[0], firmware.now_ms):
            firmware.jam(Fault.JAM_OUTPUT)
            return None
        firmware.hw.tray.append(chamber[0])
        firmware.card_left_chamber()
        self.n_out += 1
        return Status.OK if self.n_out == self._n else None

    def closing(self, result: Status) -> None:
        """Show the tray before OP_DONE."""
        del result
        self._firmware.sense()


class EjectJob(Job):
    """Send all cards of one slot to the tray, unexposed (EJECT)."""

    def __init__(self, firmware: "ShufflerFirmware", *, op_id: int, slot: Slot) -> None:
        due_ms = firmware.now_ms + firmware.timing.eject_card_ms
        super().__init__(op_id=op_id, message=Message.EJECT, due_ms=due_ms)
        self._firmware = firmware
        self._slot = slot

    def step(self) -> Status | None:
        """Send one card; the operation ends when the slot is empty."""
        firmware = self._firmware
        self.due_ms += _STALLED_MS if firmware.hw.stall else firmware.timing.eject_card_ms
        if firmware.hw.stall:
            return None
        cards = firmware.hw.slots[self._slot]
        if not cards:
            return Status.OK
        if not firmware.eject_mouth(cards[0], firmware.now_ms):
            firmware.jam(Fault.JAM_OUTPUT)
            return None
        firmware.hw.tray.append(cards[0])
        self.n_out += 1
        self._one_out(cards)
        return None

    def closing(self, result: Status) -> None:
        """Show the tray before OP_DONE."""
        del result
        self._firmware.rebase(self._slot)
        self._firmware.sense()

    def _one_out(self, cards: list[PhysicalCard]) -> None:
        if self._slot is Slot.CHAMBER:
            self._firmware.card_left_chamber()
        else:
            cards.pop(0)
