"""Evolve cards: dealt, astray, exposed, the stub gone (G3.3, G3.5)."""

from typing import assert_never

from controller.engine.cards import Exposed, Hidden
from controller.engine.commands import Exposure
from controller.engine.copying import changer, replace
from controller.engine.device_words import Place
from controller.engine.events import (
    CardAstray,
    CardDealt,
    CardsExposed,
    DealEvent,
    StackTaken,
    StubDiscarded,
)
from controller.engine.evolve.replacing import (
    put_round,
    seats_with,
    with_deck,
    with_round,
    with_seats_and_round,
)
from controller.engine.ids import SeatNo
from controller.engine.queries import BOARD_CARDS, FLOP_CARDS, round_of
from controller.engine.showdown import settle_round
from controller.engine.state import Cardholding, DealingMode, Deck, DeckPlace, Round, Seat, TableState, Window

FIRST_READS = 5
# What every card changes.
_read_on = changer(Window, "read")
_counted_on = changer(Round, "window", "next_index", "next_ordinal", "last_card", "reads", "undo")
_hand_of = changer(Seat, "cards")


def evolve_deal(state: TableState, event: DealEvent) -> TableState:
    """Give the state after an event of the cards."""
    match event:
        case CardDealt():
            return _dealt(state, event)
        case CardAstray():
            return with_round(state, lambda current: _astray(current, event))
        case StackTaken():
            return with_round(state, _taken)
        case StubDiscarded():
            return _stub_discarded(state, event)
        case CardsExposed():
            return _exposed(state, event)
        case _ as unreachable:
            assert_never(unreachable)


def _dealt(state: TableState, event: CardDealt) -> TableState:
    """Lay the card at its place and count it, all in one copy: it is the commonest event of a round."""
    current = round_of(state)
    counted = _counted(current, event)
    match event.target.place:
        case Place.SEAT:
            assert event.target.seat is not None
            seats = _with_card(state, event.target.seat, event.card)
            return with_seats_and_round(state, seats=seats, round=counted)
        case Place.PLAYER_DEALER:
            counted = replace(counted, dealer_cards=(*current.dealer_cards, event.card))
        case Place.BOARD:
            counted = replace(counted, board=(*current.board, event.card))
        case Place.BURN:
            counted = replace(counted, burned=(*current.burned, event.card))
        case Place.STUB:
            pass
        case _ as unreachable:
            assert_never(unreachable)
    return put_round(state, round=counted)


def _with_card(state: TableState, number: SeatNo, card: Hidden) -> tuple[Seat, ...]:
    seat = state.seat(number)
    return seats_with(state, _hand_of(seat, cards=(*seat.cards, card)))


def _counted(current: Round, event: CardDealt) -> Round:
    window = current.window
    assert window is not None
    reads = current.reads if len(current.reads) >= FIRST_READS else (*current.reads, event.card)
    return _counted_on(
        current,
        window=_read_on(window, read=window.read + 1),
        next_index=event.index + 1,
        next_ordinal=max(current.next_ordinal, event.card.ordinal + 1),
        last_card=(event.t_ms, event.boot_id),
        reads=reads,
        undo=(),
    )


def _astray(current: Round, event: CardAstray) -> Round:
    index = current.next_index if event.index is None else event.index + 1
    return replace(
        current,
        loose=(*current.loose, event.card),
        next_index=max(index, current.next_index),
        next_ordinal=max(current.next_ordinal, event.card.ordinal + 1),
        undo=(),
    )


def _taken(current: Round) -> Round:
    window = current.window
    return current if window is None else replace(current, window=replace(window, taken=True))


def _stub_discarded(state: TableState, event: StubDiscarded) -> TableState:
    gone = with_round(
        state,
        lambda current: replace(
            current,
            stub_gone=True,
            stub_count=current.stub_count if event.count is None else event.count,
        ),
    )
    if state.mode is DealingMode.STACKS or state.round is None:
        return gone
    return with_deck(gone, state.round.deck, _out_of_the_shoe)


def _out_of_the_shoe(deck: Deck) -> Deck:
    """Put the rest of a deck on the table, unless a new deck took its letter since (G10.4)."""
    return replace(deck, place=DeckPlace.TABLE) if deck.place is DeckPlace.SHOE else deck


def _exposed(state: TableState, event: CardsExposed) -> TableState:
    shown = with_round(state, lambda current: _turned_up(current, event))
    if event.what is Exposure.PLAYER_DEALER:
        return settle_round(shown)
    return shown


def _turned_up(current: Round, event: CardsExposed) -> Round:
    faces = {card.ordinal: card for card in event.cards}
    match event.what:
        case Exposure.FLOP:
            return _with_board(current, opened(current.board, faces))
        case Exposure.TURN_RIVER:
            return _with_board(current, opened(current.board, faces))
        case Exposure.PLAYER_DEALER:
            up = opened(current.dealer_cards, faces)
            return replace(current, dealer_cards=up, dealer_up=True, undo=())
        case _ as unreachable:
            assert_never(unreachable)


def _with_board(current: Round, board: tuple[Cardholding, ...]) -> Round:
    """Turn board cards up; the flop is up with its third card, turn and river with the fifth (G3.2)."""
    up = sum(isinstance(card, Exposed) for card in board)
    return replace(current, board=board, flop_up=up >= FLOP_CARDS, turn_river_up=up == BOARD_CARDS, undo=())


def opened(cards: tuple[Cardholding, ...], faces: dict[int, Exposed]) -> tuple[Cardholding, ...]:
    """Give the same cards with those turned up whose ordinals are named."""
    return tuple(
        faces[card.ordinal] if isinstance(card, Hidden) and card.ordinal in faces else card for card in cards
    )
