"""Evolve the table's life beside the round: dealers, counts, slips, seats (G11)."""

from typing import assert_never

from controller.engine.copying import replace
from controller.engine.evolve.replacing import with_seat
from controller.engine.house import Slip, Tray
from controller.engine.kept_limits import after_change
from controller.engine.life_events import (
    BoughtIn,
    DealerSignedOn,
    DropCounted,
    LifeEvent,
    LimitsChanged,
    LimitsPlanned,
    SeatMarked,
    SeatMoved,
    SlipVoided,
    SlipWritten,
    TrayCounted,
)
from controller.engine.posted import PostedLimit, changed, planned, under, without_seat
from controller.engine.state import Seat, TableState


def evolve_life(state: TableState, event: LifeEvent) -> TableState:
    """Give the state after an event of the table's life."""
    match event:
        case DealerSignedOn():
            return replace(state, staff=replace(state.staff, dealer=event.dealer))
        case TrayCounted():
            house = state.ledgers.house_tray
            return _with_tray(state, replace(state.tray, counted=event.total, house_at_count=house, slips=()))
        case SlipWritten():
            slip = Slip(number=event.number, kind=event.moves, total=event.total)
            return _with_tray(
                state, replace(state.tray, slips=(*state.tray.slips, slip), last_slip=event.number)
            )
        case SlipVoided():
            left = tuple(one for one in state.tray.slips if one.number != event.number)
            return _with_tray(state, replace(state.tray, slips=left))
        case DropCounted():
            counted = state.tray.drop_counted + event.expected
            return _with_tray(state, replace(state.tray, drop_counted=counted))
        case BoughtIn():
            others = tuple(one for one in state.tray.buy_ins if one[0] != event.seat)
            return _with_tray(state, replace(state.tray, buy_ins=(*others, (event.seat, event.total))))
        case SeatMoved():
            return _moved(state, event)
        case SeatMarked():
            return with_seat(state, event.seat, lambda seat: replace(seat, is_away=event.is_away))
        case LimitsPlanned():
            limit = PostedLimit(
                wager=event.wager,
                minimum=event.minimum,
                maximum=event.maximum,
                at_us=event.at_us,
                keeps=event.keeps,
            )
            return replace(state, posted=planned(state.posted, limit))
        case LimitsChanged():
            limit = PostedLimit(wager=event.wager, minimum=event.minimum, maximum=event.maximum)
            posted = changed(state.posted, limit)
            seats = after_change(state, event)
            return replace(state, posted=posted, ruleset=under(state.ruleset, posted), seats=seats)
        case _ as unreachable:
            assert_never(unreachable)


def _with_tray(state: TableState, tray: Tray) -> TableState:
    return replace(state, tray=tray)


def _moved(state: TableState, event: SeatMoved) -> TableState:
    """Let player and proposed stakes change seats; what was bought in goes along."""
    mover = state.seat(event.seat)
    left = with_seat(state, event.seat, lambda seat: Seat(number=seat.number, revision=seat.revision))
    moved = with_seat(left, event.to, lambda seat: replace(mover, number=seat.number, revision=seat.revision))
    buy_ins = tuple((event.to if one == event.seat else one, cents) for one, cents in state.tray.buy_ins)
    moved = replace(moved, posted=without_seat(moved.posted, event.seat, event.to))
    return _with_tray(moved, replace(moved.tray, buy_ins=buy_ins))
