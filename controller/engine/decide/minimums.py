"""Judge wagers below their minimum as betting closes: honoured once, then returned (G2.5)."""

from controller.engine.bank_events import BelowMinimumReturned, LimitEvent, MinimumHonoured
from controller.engine.decide.limits import below_minimum
from controller.engine.events import Event, FloorCalled
from controller.engine.ids import SeatNo
from controller.engine.kept_limits import rules_at
from controller.engine.money import Cents
from controller.engine.ruleset import Limit, Wager
from controller.engine.state import Bettor, TableState


def judged_minimums(state: TableState) -> tuple[Event, ...]:
    """Honour who is below a minimum for the first time and tell the floor; return it the second (G2.5)."""
    events: list[Event] = []
    for seat in state.seats:
        for bettor in seat.bettors:
            short = below_minimum(rules_at(state, seat), bettor)
            if short is not None:
                events.append(_judged(seat.number, bettor, *short))
    told = any(isinstance(event, MinimumHonoured) for event in events) and not state.floor_called
    return (*events, FloorCalled()) if told else tuple(events)


def _judged(seat: SeatNo, bettor: Bettor, wager: Wager, amount: Cents, limit: Limit) -> LimitEvent:
    if not bettor.is_warned:
        return MinimumHonoured(
            seat=seat, bettor=bettor.number, wager=wager, amount=amount, minimum=limit.minimum
        )
    return BelowMinimumReturned(
        seat=seat,
        bettor=bettor.number,
        wager=wager,
        amount=amount,
        minimum=limit.minimum,
        total=bettor.stakes.total,
    )
