"""Rounds as the record tells them: a pure projection of events (ARCHITECTURE 2)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from controller.engine.events import (
    BettingClosed,
    Event,
    RoundOpened,
    RoundSettled,
    RoundVoided,
    SeatSettled,
    SeatTurnedUp,
)
from controller.engine.ids import DeckLetter, RoundNo, SeatNo
from controller.engine.money import Cents
from controller.engine.settlement import WagerLine


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRecord:
    """Hold one seat's step of a settlement: its lines, and the cents that moved to and from its bettors.

    A seat may have several steps where the rule set walks round more than once.
    """

    seat: SeatNo
    step: int
    lines: tuple[WagerLine, ...]
    paid: Cents = 0
    collected: Cents = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """Hold one round: who banked with how many cents, each seat's step, what the bank paid and took.

    is_over: it was settled or voided; void_reason: empty unless it was voided.
    """

    number: RoundNo
    deck: DeckLetter
    player_dealer: SeatNo | None = None
    bank: Cents = 0
    seats: tuple[SeatRecord, ...] = ()
    paid: Cents = 0
    collected: Cents = 0
    is_over: bool = False
    void_reason: str = ""

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


def rounds_of(events: Iterable[Event]) -> Iterator[RoundRecord]:
    """Give each round that is over, in order; an open one is not given."""
    current: RoundRecord | None = None
    for event in events:
        if isinstance(event, RoundOpened):
            current = RoundRecord(number=event.round, deck=event.deck)
        elif current is not None:
            current = _after(current, event)
            if current.is_over:
                yield current
                current = None


def _after(before: RoundRecord, event: Event) -> RoundRecord:
    """Give the round after one event."""
    match event:
        case BettingClosed(player_dealer=seat, bank=bank):
            return replace(before, player_dealer=seat, bank=bank)
        case SeatTurnedUp(seat=number, step=step, lines=lines):
            return replace(before, seats=(*before.seats, SeatRecord(seat=number, step=step, lines=lines)))
        case SeatSettled():
            return replace(before, seats=(*before.seats[:-1], _settled(before.seats[-1], event)))
        case RoundSettled(paid=paid, collected=collected):
            return replace(before, paid=paid, collected=collected, is_over=True)
        case RoundVoided(reason=reason):
            return replace(before, is_over=True, void_reason=reason or "void")
        case _:
            return before


def _settled(seat: SeatRecord, event: SeatSettled) -> SeatRecord:
    """Give a seat's step with the money that moved."""
    return replace(seat, paid=event.paid, collected=event.collected)
