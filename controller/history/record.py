"""One round and one seat's step as the record tells them."""

from dataclasses import dataclass

from controller.engine.cards import Card
from controller.engine.coverage import LayerResult
from controller.engine.events import HoldCleared, HoldRaised, RoundVoided
from controller.engine.ids import DeckLetter, RoundNo, SeatNo
from controller.engine.ledger_events import MeterMoved
from controller.engine.money import Cents
from controller.engine.ranking import HandValue
from controller.engine.ruling_events import Ruled
from controller.engine.settlement import WagerLine
from controller.engine.settlement_progressive import ProgressiveLine

Told = HoldRaised | HoldCleared | Ruled | RoundVoided
"""What is told of a stop, a ruling or a void: the event itself, which names no hidden card (G9)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRecord:
    """Hold one seat's step of a settlement: its lines, and the cents that moved to and from its bettors.

    A seat may have several steps where the rule set walks round more than once. hand: None unless both cards
    were turned up at this step; a folded hand stays closed (G3.8); cards: those that were, as they count now;
    first_hand: the hand as the step was opened, before any card was corrected.
    """

    seat: SeatNo
    step: int
    lines: tuple[WagerLine, ...]
    hand: HandValue | None = None
    cards: tuple[Card, ...] = ()
    first_hand: HandValue | None = None
    paid: Cents = 0
    collected: Cents = 0
    progressive: tuple[ProgressiveLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedRecord:
    """Hold a folded hand that two persons turned up in a dispute, and who they were (G9.1 I35)."""

    seat: SeatNo
    cards: tuple[Card, ...]
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """Hold one round: who banked with how many cents, each seat's step, what the bank paid and took.

    seats: the steps that count, as they were corrected; undone: those that were closed and reversed since, as
    they were (I27); board, bank_cards, bank_hand: as they lay face up; is_over: it was settled or voided;
    void_reason: empty unless voided; irregular: the table stood still; ended_us: time of its last record;
    layers: what each layer of the bank moved, with its contributors' parts (G8.8); fees: what went to
    the drop; meter: what the round did to the progressive's meter; opened: folded hands opened in a dispute;
    told: why the table stood still, what was ruled and what a void gave back, in order.
    """

    number: RoundNo
    deck: DeckLetter
    ruleset: str = ""
    player_dealer: SeatNo | None = None
    bank: Cents = 0
    seats: tuple[SeatRecord, ...] = ()
    paid: Cents = 0
    collected: Cents = 0
    board: tuple[Card, ...] = ()
    bank_cards: tuple[Card, ...] = ()
    bank_hand: HandValue | None = None
    is_over: bool = False
    void_reason: str = ""
    irregular: bool = False
    ended_us: int = 0
    layers: tuple[LayerResult, ...] = ()
    fees: Cents = 0
    meter: MeterMoved | None = None
    undone: tuple[SeatRecord, ...] = ()
    opened: tuple[OpenedRecord, ...] = ()
    told: tuple[Told, ...] = ()

    @property
    def net(self) -> Cents:
        """Give the bank's movement."""
        return self.collected - self.paid

    @property
    def balances(self) -> bool:
        """Tell whether the seats' steps add up to what the bank moved (V1)."""
        paid = sum(seat.paid for seat in self.seats)
        collected = sum(seat.collected for seat in self.seats)
        return bool(self.void_reason) or (paid, collected) == (self.paid, self.collected)
