"""Rounds as the record tells them: a pure projection of events (ARCHITECTURE 2)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from controller.engine.bank_events import BankSettled
from controller.engine.cards import Card, Exposed
from controller.engine.commands import Exposure
from controller.engine.copying import replace
from controller.engine.coverage import LayerResult
from controller.engine.events import (
    BettingClosed,
    CardsExposed,
    Event,
    HoldRaised,
    RoundOpened,
    RoundSettled,
    RoundVoided,
    SeatSettled,
    SeatTurnedUp,
)
from controller.engine.ids import DeckLetter, RoundNo, SeatNo
from controller.engine.ledger_events import FeesDropped, FeesReturned, MeterMoved, ProgressiveTurnedUp
from controller.engine.money import Cents
from controller.engine.ranking import HandValue, evaluate
from controller.engine.settlement import WagerLine
from controller.engine.settlement_progressive import ProgressiveLine
from controller.history.offers import NO_OFFERS, OfferLog

KEPT = 20
"""How many rounds that are over the screen can look back to (TOUCHSCREEN 6, D11)."""

BOARD_CARDS = 5
HOLE_CARDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRecord:
    """Hold one seat's step of a settlement: its lines, and the cents that moved to and from its bettors.

    A seat may have several steps where the rule set walks round more than once. hand: None unless both cards
    were turned up at this step; a folded hand stays closed (G3.8).
    """

    seat: SeatNo
    step: int
    lines: tuple[WagerLine, ...]
    hand: HandValue | None = None
    paid: Cents = 0
    collected: Cents = 0
    progressive: tuple[ProgressiveLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """Hold one round: who banked with how many cents, each seat's step, what the bank paid and took.

    board, bank_hand: as they lay face up; is_over: it was settled or voided; void_reason: empty unless it was
    voided; irregular: the table stood still in it; ended_us: time of its last record, 0 where nobody told;
    layers: what each layer of the bank moved, with its contributors' parts (G8.8); fees: what went to
    the drop; meter: what the round did to the progressive's meter.
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
    bank_hand: HandValue | None = None
    is_over: bool = False
    void_reason: str = ""
    irregular: bool = False
    ended_us: int = 0
    layers: tuple[LayerResult, ...] = ()
    fees: Cents = 0
    meter: MeterMoved | None = None

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


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Hold the last rounds that are over, the newest first, the one played now, and the log of offers."""

    rounds: tuple[RoundRecord, ...] = ()
    current: RoundRecord | None = None
    offers: OfferLog = NO_OFFERS

    def after(self, events: Iterable[Event], utc_us: int, operator: str = "") -> "History":
        """Give the history after what one record tells; utc_us: its time; operator: who caused it."""
        events = tuple(events)
        rounds, current = self.rounds, self.current
        for event in events:
            current = _step(current, event)
            if current is not None and current.is_over:
                rounds = (replace(current, ended_us=utc_us), *rounds)[:KEPT]
                current = None
        offers = self.offers.after(events, utc_us, operator)
        return History(rounds=rounds, current=current, offers=offers)


def rounds_of(events: Iterable[Event]) -> Iterator[RoundRecord]:
    """Give each round that is over, in order; an open one is not given."""
    current: RoundRecord | None = None
    for event in events:
        current = _step(current, event)
        if current is not None and current.is_over:
            yield current
            current = None


def _step(current: RoundRecord | None, event: Event) -> RoundRecord | None:
    """Give the round that is played after one event, None while there is none."""
    if isinstance(event, RoundOpened):
        return RoundRecord(number=event.round, deck=event.deck, ruleset=event.ruleset)
    return _after(current, event) if current is not None else None


def _after(before: RoundRecord, event: Event) -> RoundRecord:
    """Give the round after one event."""
    match event:
        case BettingClosed(player_dealer=seat, bank=bank):
            return replace(before, player_dealer=seat, bank=bank)
        case CardsExposed(what=Exposure.PLAYER_DEALER, cards=cards):
            return replace(before, bank_hand=_hand(before, cards))
        case CardsExposed(cards=cards):
            return replace(before, board=(*before.board, *(card.card for card in cards)))
        case SeatTurnedUp():
            return replace(before, seats=(*before.seats, _turned_up(before, event)))
        case SeatSettled():
            return replace(before, seats=(*before.seats[:-1], _settled(before.seats[-1], event)))
        case BankSettled(layers=layers):
            return replace(before, layers=layers)
        case RoundSettled(paid=paid, collected=collected):
            return replace(before, paid=paid, collected=collected, is_over=True)
        case HoldRaised():
            return replace(before, irregular=True)
        case FeesDropped(total=total):
            return replace(before, fees=before.fees + total)
        case FeesReturned():
            return replace(before, fees=0)
        case ProgressiveTurnedUp(lines=lines):
            return replace(before, seats=(*before.seats[:-1], replace(before.seats[-1], progressive=lines)))
        case MeterMoved():
            return replace(before, meter=event)
        case RoundVoided(reason=reason):
            return replace(before, is_over=True, void_reason=reason or "void")
        case _:
            return before


def _turned_up(before: RoundRecord, event: SeatTurnedUp) -> SeatRecord:
    """Give a seat's step as it opens."""
    hand = _hand(before, event.cards)
    return SeatRecord(seat=event.seat, step=event.step, lines=event.lines, hand=hand)


def _hand(before: RoundRecord, cards: tuple[Exposed, ...]) -> HandValue | None:
    """Name the hand of two cards that lie face up, None where they or the board do not."""
    if len(cards) != HOLE_CARDS or len(before.board) != BOARD_CARDS:
        return None
    return evaluate((*before.board, *(card.card for card in cards)))


def _settled(seat: SeatRecord, event: SeatSettled) -> SeatRecord:
    """Give a seat's step with the money that moved."""
    return replace(seat, paid=event.paid, collected=event.collected)
