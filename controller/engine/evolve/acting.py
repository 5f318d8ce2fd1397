"""Evolve decisions, their undo, and the end of a street (G3.5 to G3.8)."""

from typing import assert_never

from controller.engine.bank_events import PlayMissed, PlayMissUndone
from controller.engine.commands import Act
from controller.engine.copying import changer, constructor, replace
from controller.engine.events import ActEvent, DecisionMade, DecisionUndone, StreetClosed
from controller.engine.evolve.replacing import seats_with, with_round, with_seat, with_seats_and_round
from controller.engine.money import Cents
from controller.engine.queries import round_of
from controller.engine.state import Bettor, Decision, Round, Seat, TableState, Undoable

# What every decision changes.
_with_undo = changer(Round, "undo")
_bound_by = changer(Seat, "decision", "bettors", "revision")
_with_own_play = changer(Bettor, "play")
_make_undo = constructor(Undoable)
_make_decision = constructor(Decision)


def evolve_act(state: TableState, event: ActEvent) -> TableState:
    """Give the state after a decision, its undo, or the end of a street."""
    match event:
        case DecisionMade():
            return _decided(state, event)
        case DecisionUndone():
            return _undone(state)
        case PlayMissed():
            return _missed(state, event)
        case PlayMissUndone():
            return _found(state, event)
        case StreetClosed():
            checked = state
            for number in event.checked:
                checked = with_seat(checked, number, lambda seat: replace(seat, checked=event.street))
            return checked
        case _ as unreachable:
            assert_never(unreachable)


def _decided(state: TableState, event: DecisionMade) -> TableState:
    seat = state.seat(event.seat)
    undo = _make_undo(
        seat=event.seat, before=seat.decision, checked_before=seat.checked, phase_before=state.phase
    )
    current = round_of(state)
    return with_seats_and_round(
        state,
        seats=seats_with(state, _bound(seat, event)),
        round=_with_undo(current, undo=(*current.undo, undo)),
    )


def _bound(seat: Seat, event: DecisionMade) -> Seat:
    if event.act is Act.CHECK:
        return replace(seat, checked=event.street, revision=seat.revision + 1)
    plays = dict(event.plays)
    return _bound_by(
        seat,
        decision=_make_decision(act=event.act, street=event.street, multiple=event.multiple),
        bettors=tuple([_with_own_play(one, play=plays.get(one.number, 0)) for one in seat.bettors]),
        revision=seat.revision + 1,
    )


def _undone(state: TableState) -> TableState:
    assert state.round is not None
    *kept, last = state.round.undo
    undone = with_seat(state, last.seat, lambda seat: _unbound(seat, last))
    undone = replace(undone, phase=last.phase_before)
    return with_round(undone, lambda current: replace(current, undo=tuple(kept)))


def _missed(state: TableState, event: PlayMissed) -> TableState:
    seat = state.seat(event.seat)
    undo = Undoable(
        seat=event.seat,
        before=seat.decision,
        checked_before=seat.checked,
        phase_before=state.phase,
        bettor=event.bettor,
        play=event.amount,
    )
    missed = with_seat(state, event.seat, lambda before: _with_play(before, event.bettor, 0))
    return with_round(missed, lambda current: replace(current, undo=(*current.undo, undo)))


def _found(state: TableState, event: PlayMissUndone) -> TableState:
    found = with_seat(state, event.seat, lambda seat: _with_play(seat, event.bettor, event.amount))
    return with_round(found, lambda current: replace(current, undo=current.undo[:-1]))


def _with_play(seat: Seat, number: int, amount: Cents) -> Seat:
    """Give the seat with another Play of one bettor behind it."""
    bettors = tuple(replace(one, play=amount) if one.number == number else one for one in seat.bettors)
    return replace(seat, bettors=bettors, revision=seat.revision + 1)


def _unbound(seat: Seat, last: Undoable) -> Seat:
    return replace(
        seat,
        decision=last.before,
        checked=last.checked_before,
        bettors=tuple(replace(bettor, play=0) for bettor in seat.bettors),
        revision=seat.revision + 1,
    )
