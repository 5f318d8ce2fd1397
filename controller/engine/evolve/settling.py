"""Evolve the settlement walk and the end of the round (G3.9, G10)."""

from typing import assert_never

from controller.engine.cards import Exposed
from controller.engine.copying import changer, replace
from controller.engine.deck_order import counts_by_machine
from controller.engine.events import (
    DeckCounted,
    DecksSwapped,
    RoundSettled,
    SeatSettled,
    SeatTurnedUp,
    SettleEvent,
)
from controller.engine.evolve.dealing import opened
from controller.engine.evolve.ledgers import round_posted
from controller.engine.evolve.replacing import (
    put_seats,
    seats_with,
    with_round,
    with_seats,
    with_seats_and_round,
)
from controller.engine.queries import round_of
from controller.engine.ruling_state import SettledRound
from controller.engine.showdown import showdown_of
from controller.engine.state import Cardholding, Round, RoundResult, Seat, TableState

# What every step of the walk changes.
_with_hand = changer(Seat, "cards", "is_up")
_closed = changer(Seat, "is_up", "is_settled")
_stepped_on = changer(Round, "step", "undo")


def evolve_settle(state: TableState, event: SettleEvent) -> TableState:
    """Give the state after an event of the settlement."""
    match event:
        case SeatTurnedUp():
            faces = {card.ordinal: card for card in event.cards}
            seat = state.seat(event.seat)
            return put_seats(state, seats=seats_with(state, _turned_up(opened(seat.cards, faces), seat)))
        case SeatSettled():
            return _settled(state, event)
        case RoundSettled():
            return _round_settled(state, event)
        case DeckCounted():
            return with_round(state, lambda current: replace(current, collected_count=event.count))
        case DecksSwapped():
            counted = round_of(state).collected_count is not None or counts_by_machine(state)
            return replace(
                state,
                round=None,
                next_deck=event.due,
                used_deck=event.used,
                uncounted=0 if counted else state.uncounted + 1,
            )
        case _ as unreachable:
            assert_never(unreachable)


def _turned_up(cards: tuple[Cardholding, ...], seat: Seat) -> Seat:
    """Turn a hand up for its step; in a later pass its cards are open already (G3.9)."""
    return _with_hand(seat, cards=cards, is_up=any(isinstance(card, Exposed) for card in cards))


def _settled(state: TableState, event: SeatSettled) -> TableState:
    current = round_of(state)
    settlement = current.settlement
    later = () if settlement is None else settlement.steps[event.step + 1 :]
    # What a folded seat loses at once may be all it has, but its own step in the first pass still comes.
    is_last = settlement is not None and event.seat not in [step.position for step in later]
    closed = _closed(state.seat(event.seat), is_up=False, is_settled=is_last)
    return with_seats_and_round(
        state,
        seats=seats_with(state, closed),
        round=_stepped_on(current, step=event.step + 1, undo=()),
    )


def _round_settled(state: TableState, event: RoundSettled) -> TableState:
    current = round_of(state)
    result = RoundResult(
        number=current.number, paid=event.paid, collected=event.collected, net=event.net, is_void=False
    )
    counted = replace(state.banking, counted=state.banking.counted + 1)
    third = state.rotation.third_party
    banked = third is not None and third == current.player_dealer
    settled = replace(
        state,
        last_result=result,
        banking=counted,
        rotation=replace(state.rotation, third_party_banked=banked),
        ledgers=round_posted(state, event),
        previous=_kept(state),
    )
    return with_seats(settled, lambda seat: replace(seat, is_up=False) if seat.is_up else seat)


def _kept(state: TableState) -> SettledRound | None:
    """Keep a round as it was settled until the next one is, so that it can be opened again (I27)."""
    current = round_of(state)
    if current.settlement is None:
        return state.previous
    return SettledRound(number=current.number, showdown=showdown_of(state), rules=state.ruleset.digest)
