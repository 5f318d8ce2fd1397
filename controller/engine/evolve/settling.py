"""Evolve the settlement walk and the end of the round (G3.9, G10)."""

from dataclasses import replace
from typing import assert_never

from controller.engine.events import (
    DeckCounted,
    DecksSwapped,
    RoundSettled,
    SeatSettled,
    SeatTurnedUp,
    SettleEvent,
)
from controller.engine.evolve.dealing import opened
from controller.engine.evolve.replacing import with_round, with_seat, with_seats
from controller.engine.queries import round_of
from controller.engine.state import RoundResult, Seat, TableState


def evolve_settle(state: TableState, event: SettleEvent) -> TableState:
    """Give the state after an event of the settlement."""
    match event:
        case SeatTurnedUp():
            faces = {card.ordinal: card for card in event.cards}
            return with_seat(
                state,
                event.seat,
                lambda seat: replace(seat, cards=opened(seat.cards, faces), is_up=bool(event.cards)),
            )
        case SeatSettled():
            return _settled(state, event)
        case RoundSettled():
            return _round_settled(state, event)
        case DeckCounted():
            return with_round(state, lambda current: replace(current, collected_count=event.count))
        case DecksSwapped():
            return replace(state, round=None, next_deck=event.due)
        case _ as unreachable:
            assert_never(unreachable)


def _settled(state: TableState, event: SeatSettled) -> TableState:
    current = round_of(state)
    assert current.settlement is not None
    later = current.settlement.steps[event.step + 1 :]
    is_last = all(step.position != event.seat for step in later)

    def closed(seat: Seat) -> Seat:
        return replace(seat, is_up=False, is_settled=is_last)

    done = with_seat(state, event.seat, closed)
    return with_round(done, lambda before: replace(before, step=event.step + 1))


def _round_settled(state: TableState, event: RoundSettled) -> TableState:
    current = round_of(state)
    result = RoundResult(
        number=current.number, paid=event.paid, collected=event.collected, net=event.net, is_void=False
    )
    counted = replace(state.banking, counted=state.banking.counted + 1)
    settled = replace(state, last_result=result, banking=counted)
    return with_seats(settled, lambda seat: replace(seat, is_up=False))
