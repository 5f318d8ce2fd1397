"""Rounds as the record tells them: a pure projection of events (ARCHITECTURE 2)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from controller.engine.bank_events import BankSettled
from controller.engine.copying import replace
from controller.engine.events import (
    BettingClosed,
    CardsExposed,
    Event,
    RoundOpened,
    RoundSettled,
    SeatSettled,
    SeatTurnedUp,
)
from controller.engine.ledger_events import FeesDropped, FeesReturned, MeterMoved, ProgressiveTurnedUp
from controller.history.corrections import amended, corrected
from controller.history.faults import LastFault, with_fault
from controller.history.offers import NO_OFFERS, OfferLog
from controller.history.record import RoundRecord
from controller.history.standstill import stood_still
from controller.history.turned_up import exposed, turned_up, with_step

KEPT = 20
"""How many rounds that are over the screen can look back to (TOUCHSCREEN 6, D11)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Hold the last rounds that are over, the newest first, the one played now, the log of offers, faults."""

    rounds: tuple[RoundRecord, ...] = ()
    current: RoundRecord | None = None
    offers: OfferLog = NO_OFFERS
    faults: tuple[LastFault, ...] = ()

    def after(self, events: Iterable[Event], utc_us: int, operator: str = "") -> "History":
        """Give the history after what one record tells; utc_us: its time; operator: who caused it."""
        events = tuple(events)
        rounds, current, faults = self.rounds, self.current, self.faults
        for event in events:
            faults = with_fault(faults, event, utc_us)
            rounds = amended(rounds, event, is_playing=current is not None)
            current = _step(current, event)
            if current is not None and current.is_over:
                rounds = (replace(current, ended_us=utc_us), *rounds)[:KEPT]
                current = None
        offers = self.offers.after(events, utc_us, operator)
        return History(rounds=rounds, current=current, offers=offers, faults=faults)


def rounds_of(events: Iterable[Event]) -> Iterator[RoundRecord]:
    """Give each round that is over, in order and as corrected later; an open one is not given."""
    newest: tuple[RoundRecord, ...] = ()
    current: RoundRecord | None = None
    for event in events:
        newest = amended(newest, event, is_playing=current is not None)
        current = _step(current, event)
        if current is not None and current.is_over:
            if not current.void_reason:
                yield from reversed(newest)
                newest = ()
            newest = (current, *newest)
            current = None
    yield from reversed(newest)


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
        case SeatTurnedUp():
            return with_step(before, turned_up(before, event))
        case SeatSettled():
            return _settled(before, event)
        case BankSettled(layers=layers):
            return replace(before, layers=layers)
        case RoundSettled(paid=paid, collected=collected):
            return replace(before, paid=paid, collected=collected, is_over=True)
        case CardsExposed():
            return exposed(before, event)
        case _:
            return corrected(_books(stood_still(before, event), event), event)


def _books(before: RoundRecord, event: Event) -> RoundRecord:
    """Give the round after what fees and the progressive did."""
    match event:
        case FeesDropped(total=total):
            return replace(before, fees=before.fees + total)
        case FeesReturned():
            return replace(before, fees=0)
        case ProgressiveTurnedUp(lines=lines):
            return replace(before, seats=(*before.seats[:-1], replace(before.seats[-1], progressive=lines)))
        case MeterMoved():
            return replace(before, meter=event)
        case _:
            return before


def _settled(before: RoundRecord, event: SeatSettled) -> RoundRecord:
    """Give a seat's step with the money that moved."""
    seats = tuple(
        replace(one, paid=event.paid, collected=event.collected) if one.step == event.step else one
        for one in before.seats
    )
    return replace(before, seats=seats)
