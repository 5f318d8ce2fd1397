"""Evolve holds, voids and the return to play (G9)."""

from typing import assert_never

from controller.engine.copying import replace
from controller.engine.events import (
    CopyFailed,
    FeltConfirmed,
    FloorCalled,
    HoldCleared,
    HoldEvent,
    HoldRaised,
    RoundVoided,
)
from controller.engine.evolve.replacing import with_round, with_seats
from controller.engine.queries import is_clean
from controller.engine.state import Device, Hold, HoldCode, Round, RoundResult, Seat, TableState


def evolve_hold(state: TableState, event: HoldEvent) -> TableState:
    """Give the state after an event of a hold."""
    match event:
        case HoldRaised():
            return _raised(state, event)
        case FloorCalled():
            return _floor_called(state)
        case HoldCleared():
            return _cleared(state)
        case RoundVoided():
            return _voided(state, event)
        case FeltConfirmed():
            return replace(state, recovered=False)
        case CopyFailed():
            return replace(state, failed_copy=event.copy)
        case _ as unreachable:
            assert_never(unreachable)


def _floor_called(state: TableState) -> TableState:
    if state.hold is None:
        return replace(state, floor_called=True)
    return replace(state, hold=replace(state.hold, floor_called=True))


def _raised(state: TableState, event: HoldRaised) -> TableState:
    """Hold the table; a worse cause replaces one that play could resume from, never the other way."""
    before = state.hold
    if before is not None and not before.resumable:
        places = tuple(dict.fromkeys((*before.places, *event.places)))
        return replace(state, hold=replace(before, places=places))
    hold = Hold(
        code=event.code,
        device=event.device,
        places=event.places,
        reported=event.reported,
        floor_called=state.floor_called or (before is not None and before.floor_called),
    )
    return replace(state, hold=hold, floor_called=False)


def _cleared(state: TableState) -> TableState:
    """Go on: what a device refused before may be ordered again."""
    shuffler, shoe = _willing(state.shuffler), _without_window(_willing(state.shoe))
    if state.hold is not None and state.hold.code is not HoldCode.LINK_LOST:
        shuffler, shoe = _looked_at(shuffler), _looked_at(shoe)
    cleared = replace(state, hold=None, floor_called=False, shuffler=shuffler, shoe=shoe)
    return with_round(cleared, _window_again)


def _window_again(current: Round) -> Round:
    window = current.window
    if window is None or window.armed or window.is_full:
        return current
    return replace(current, window=replace(window, sent=False, again=True))


def _willing(device: Device) -> Device:
    operation = device.operation
    again = None if operation is None else replace(operation, asked=False)
    return replace(device, balked="", operation=again)


def _looked_at(device: Device) -> Device:
    """Take the floor's ruling as its look at a device, where nothing is wrong with it any more (C11)."""
    is_well = is_clean(device) and not device.late
    return replace(device, blocks=() if is_well else device.blocks)


def _voided(state: TableState, event: RoundVoided) -> TableState:
    """Give all stakes back: the round has no result and does not count (G9.1)."""
    assert state.round is not None
    result = RoundResult(number=state.round.number, paid=0, collected=0, net=0, is_void=True)
    shuffler = _looked_at(_willing(state.shuffler))
    shoe = _looked_at(_without_window(_willing(state.shoe)))
    voided = replace(
        state,
        hold=None,
        recovered=False,
        floor_called=False,
        last_result=result,
        shuffler=shuffler,
        shoe=shoe,
    )
    voided = with_round(
        voided,
        lambda current: replace(
            current, is_void=True, window=None, undo=(), settlement=None, progressive=None
        ),
    )
    del event
    return with_seats(voided, _seat_voided)


def _without_window(shoe: Device) -> Device:
    """Wait no more for the answer to a window that is gone: it is taken for no other (CDP1 5.2, ARM)."""
    return replace(shoe, waiting="") if shoe.waiting == "arm_window" else shoe


def _seat_voided(seat: Seat) -> Seat:
    return replace(seat, bettors=tuple(replace(bettor, play=0) for bettor in seat.bettors), is_up=False)
