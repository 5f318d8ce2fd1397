"""Evolve the wagers before the deal (G2)."""

from typing import assert_never

from controller.engine.bank_events import BelowMinimumReturned, MinimumHonoured
from controller.engine.copying import replace
from controller.engine.events import BettingClosed, WagerEvent, WagerPlaced, WagerRemoved, WagersRepeated
from controller.engine.evolve.replacing import with_round, with_seat, with_seats
from controller.engine.state import Bettor, Seat, Stakes, TableState


def evolve_wager(state: TableState, event: WagerEvent) -> TableState:
    """Give the state after an event of the wagers."""
    match event:
        case WagerPlaced():
            return with_seat(state, event.seat, lambda seat: _placed(seat, event))
        case WagerRemoved():
            return with_seat(state, event.seat, lambda seat: _removed(seat, event.bettor))
        case WagersRepeated():
            return with_seat(state, event.seat, lambda seat: _repeated(seat, event.stakes))
        case BettingClosed():
            closed = with_seats(state, lambda seat: _remembering(seat, event.stakes))
            return with_round(closed, lambda current: replace(current, entitled=event.entitled))
        case MinimumHonoured():
            return with_seat(state, event.seat, lambda seat: _warned(seat, event.bettor))
        case BelowMinimumReturned():
            return with_seat(state, event.seat, lambda seat: _removed(seat, event.bettor))
        case _ as unreachable:
            assert_never(unreachable)


def _placed(seat: Seat, event: WagerPlaced) -> Seat:
    stakes = _stakes(event)
    others = tuple(bettor for bettor in seat.bettors if bettor.number != event.bettor)
    before = next((one for one in seat.bettors if one.number == event.bettor), Bettor(number=event.bettor))
    bettors = (*others, replace(before, stakes=stakes, is_in=stakes.total > 0))
    return replace(seat, is_taken=True, bettors=tuple(sorted(bettors, key=lambda bettor: bettor.number)))


def _stakes(event: WagerPlaced) -> Stakes:
    return Stakes(
        ante=event.ante,
        blind=event.blind,
        trips=event.trips,
        bad_beat=event.bad_beat,
        progressive=event.progressive,
    )


def _remembering(seat: Seat, closed: tuple[WagerPlaced, ...]) -> Seat:
    """Note what a seat plays this round; one that sits out keeps the round before in mind (G3.5)."""
    down = {one.bettor: _stakes(one) for one in closed if one.seat == seat.number}
    if not down:
        return seat
    return replace(seat, bettors=tuple(replace(b, last=down.get(b.number)) for b in seat.bettors))


def _warned(seat: Seat, number: int) -> Seat:
    return replace(
        seat,
        bettors=tuple(replace(b, is_warned=True) if b.number == number else b for b in seat.bettors),
    )


def _removed(seat: Seat, number: int) -> Seat:
    return replace(
        seat,
        bettors=tuple(replace(b, is_in=False) if b.number == number else b for b in seat.bettors),
    )


def _repeated(seat: Seat, stakes: tuple[WagerPlaced, ...]) -> Seat:
    """Put down what the event names and nothing else; an older one names nothing and means all."""
    if not stakes:
        return replace(seat, bettors=tuple(replace(b, is_in=b.stakes.total > 0) for b in seat.bettors))
    put = replace(seat, bettors=tuple(replace(bettor, is_in=False) for bettor in seat.bettors))
    for one in stakes:
        put = _placed(put, one)
    return put
