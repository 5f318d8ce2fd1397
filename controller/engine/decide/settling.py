"""Judge the settlement walk: one seat's step at a time (G3.9)."""

from controller.engine.advance import advance
from controller.engine.cards import Exposed, Hidden
from controller.engine.commands import SettleSeat
from controller.engine.decide.table import bad_seat
from controller.engine.events import Event, SeatSettled, SeatTurnedUp
from controller.engine.queries import has_folded, round_of
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset import OnFold
from controller.engine.settlement_types import SettlementStep, StepKind
from controller.engine.state import Seat, TableState


def first_step(state: TableState, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Open the first step of the walk, as the state will be after these events."""
    return open_step(advance(state, events), 0)


def open_step(state: TableState, step: int) -> tuple[Event, ...]:
    """Give the event that opens a step: its hand face up and its lines; nothing after the last one."""
    settlement = round_of(state).settlement
    if settlement is None or step >= len(settlement.steps):
        return ()
    stop = settlement.steps[step]
    seat = state.seat(stop.position)
    return (SeatTurnedUp(seat=stop.position, step=step, cards=_shown(state, seat, stop), lines=stop.lines),)


def _shown(state: TableState, seat: Seat, stop: SettlementStep) -> tuple[Exposed, ...]:
    """Give the cards turned up at a step: none of a folded hand, none while Antes are refunded (G7.2)."""
    if stop.kind is not StepKind.SEAT:
        return ()
    if has_folded(seat) and state.ruleset.trips_on_fold is not OnFold.SEVEN_CARDS:
        return ()
    return tuple(
        Exposed(ordinal=card.ordinal, card=card.card, salt=card.salt)
        for card in seat.cards
        if isinstance(card, Hidden) and card.card is not None and card.salt is not None
    )


def decide_settle_seat(state: TableState, command: SettleSeat) -> Refused | tuple[Event, ...]:
    """Close the open step and open the next one; a step out of order is refused (G3.9)."""
    wrong = bad_seat(command.seat)
    if wrong is not None:
        return wrong
    current = round_of(state)
    assert current.settlement is not None
    stop = current.settlement.steps[current.step]
    if stop.position != command.seat:
        return Refused(
            code=RefusalCode.WRONG_STEP,
            field="seat",
            value=str(command.seat),
            allowed=str(stop.position),
            seat=stop.position,
        )
    settled = SeatSettled(
        seat=command.seat,
        step=current.step,
        paid=sum(line.paid for line in stop.lines),
        collected=sum(line.collected for line in stop.lines),
    )
    return (settled, *open_step(advance(state, (settled,)), current.step + 1))
