"""Evolve the wagers before the deal (G2)."""

from typing import assert_never

from controller.engine.bank_events import BelowMinimumReturned, MinimumHonoured
from controller.engine.copying import replace
from controller.engine.events import BettingClosed, WagerEvent, WagerPlaced, WagerRemoved, WagersRepeated
from controller.engine.evolve.replacing import with_round, with_seat
from controller.engine.state import Bettor, Seat, Stakes, TableState


def evolve_wager(state: TableState, event: WagerEvent) -> TableState:
    """Give the state after an event of the wagers."""
    match event:
        case WagerPlaced():
            return with_seat(state, event.seat, lambda seat: _placed(seat, event))
        case WagerRemoved():
            return with_seat(state, event.seat, lambda seat: _removed(seat, event.bettor))
        case WagersRepeated():
            return with_seat(state, event.seat, _repeated)
        case BettingClosed():
            return with_round(state, lambda current: replace(current, entitled=event.entitled))
        case MinimumHonoured():
            return with_seat(state, event.seat, lambda seat: _warned(seat, event.bettor))
        case BelowMinimumReturned():
            return with_seat(state, event.seat, lambda seat: _removed(seat, event.bettor))
        case _ as unreachable:
            assert_never(unreachable)


def _placed(seat: Seat, event: WagerPlaced) -> Seat:
    stakes = Stakes(
        ante=event.ante,
        blind=event.blind,
        trips=event.trips,
        bad_beat=event.bad_beat,
        progressive=event.progressive,
    )
    others = tuple(bettor for bettor in seat.bettors if bettor.number != event.bettor)
    before = next((one for one in seat.bettors if one.number == event.bettor), Bettor(number=event.bettor))
    bettors = (*others, replace(before, stakes=stakes, is_in=stakes.total > 0))
    return replace(seat, is_taken=True, bettors=tuple(sorted(bettors, key=lambda bettor: bettor.number)))


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


def _repeated(seat: Seat) -> Seat:
    return replace(seat, bettors=tuple(replace(b, is_in=b.stakes.total > 0) for b in seat.bettors))
