"""Judge the settlement walk: one seat's step at a time (G3.9)."""

from controller.engine.advance import advance
from controller.engine.cards import Exposed
from controller.engine.commands import SettleSeat
from controller.engine.copying import constructor
from controller.engine.decide.table import bad_seat
from controller.engine.events import Event, SeatSettled, SeatTurnedUp
from controller.engine.ledger_events import ProgressiveTurnedUp
from controller.engine.queries import round_of
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.settlement_types import SettlementStep, StepKind
from controller.engine.showdown import open_stop, turns_up
from controller.engine.state import Cardholding, Seat, TableState

_make_turned_up = constructor(SeatTurnedUp)
_make_settled = constructor(SeatSettled)
_make_exposed = constructor(Exposed)


def first_step(state: TableState, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Open the first step of the walk that is left, as the state will be after these events."""
    after = advance(state, events)
    return open_step(after, round_of(after).step)


def open_step(state: TableState, step: int) -> tuple[Event, ...]:
    """Give the event that opens a step: its hand face up and its lines; nothing after the last one."""
    settlement = round_of(state).settlement
    if settlement is None or step >= len(settlement.steps):
        return ()
    stop = settlement.steps[step]
    seat = state.seat(stop.position)
    up = _make_turned_up(seat=stop.position, step=step, cards=_shown(state, seat, stop), lines=stop.lines)
    return (up, *_progressive(state, stop, step))


def _progressive(state: TableState, stop: SettlementStep, step: int) -> tuple[Event, ...]:
    """Give what became of the seat's progressive wagers, at the one step that turns its hand up (G5.7)."""
    progressive = round_of(state).progressive
    if progressive is None or stop.kind is not StepKind.SEAT or stop.pass_no != 1:
        return ()
    lines = tuple(line for line in progressive.lines if line.position == stop.position)
    return (ProgressiveTurnedUp(seat=stop.position, step=step, lines=lines),) if lines else ()


def _shown(state: TableState, seat: Seat, stop: SettlementStep) -> tuple[Exposed, ...]:
    """Give the cards turned up at a step: none of a folded hand, none while Antes are refunded (G7.2)."""
    if not turns_up(state, stop):
        return ()
    return tuple(up for card in seat.cards if (up := _face_up(card)) is not None)


def _face_up(card: Cardholding) -> Exposed | None:
    """Turn a card up, or leave it so: a step that opens once more shows its hand again (I27)."""
    if isinstance(card, Exposed):
        return card
    if card.card is None or card.salt is None:
        return None
    return _make_exposed(ordinal=card.ordinal, card=card.card, salt=card.salt)


def decide_settle_seat(state: TableState, command: SettleSeat) -> Refused | tuple[Event, ...]:
    """Close the open step and open the next one; a step out of order is refused (G3.9)."""
    wrong = bad_seat(state, command.seat)
    if wrong is not None:
        return wrong
    current = round_of(state)
    stop = open_stop(state)
    if stop is None:
        return Refused(code=RefusalCode.WRONG_PHASE, field="command", value="settle_seat")
    if stop.position != command.seat:
        return Refused(
            code=RefusalCode.WRONG_STEP,
            field="seat",
            value=str(command.seat),
            allowed=str(stop.position),
            seat=stop.position,
        )
    settled = _make_settled(
        seat=command.seat,
        step=current.step,
        paid=sum([line.paid for line in stop.lines]),
        collected=sum([line.collected for line in stop.lines]),
    )
    if current.settlement is None:
        return (_folded(stop, current.step), settled)
    return (settled, *open_step(advance(state, (settled,)), current.step + 1))


def _folded(stop: SettlementStep, step: int) -> SeatTurnedUp:
    """Give the lines of a folded seat as they are taken: until then its fold may be taken back (G3.7)."""
    return _make_turned_up(seat=stop.position, step=step, cards=(), lines=stop.lines)
