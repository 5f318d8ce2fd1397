"""Evolve cards that belonged to nothing, and faces that were read wrongly (G9: I2, I7, I8, I11, I26)."""

from collections.abc import Callable
from typing import assert_never

from controller.engine.copying import replace
from controller.engine.device_words import Place, Target, WindowMode
from controller.engine.evolve.replacing import with_round, with_seat
from controller.engine.ruling_events import (
    CardCorrected,
    CardRulingEvent,
    ReadAgain,
    StrayPlaced,
    StraysKilled,
)
from controller.engine.state import Cardholding, Round, TableState


def evolve_card_ruling(state: TableState, event: CardRulingEvent) -> TableState:
    """Give the state after a ruling about cards."""
    match event:
        case StrayPlaced():
            return _placed(state, event)
        case StraysKilled():
            dead = with_round(state, lambda current: _killed(current, event))
            return _window_left(dead, laid=0, gone=event.count)
        case ReadAgain():
            again = with_round(state, lambda current: _to_read(current, event.count))
            return _window_left(again, laid=0, gone=0)
        case CardCorrected():
            return _corrected(state, event)
        case _ as unreachable:
            assert_never(unreachable)


def _killed(current: Round, event: StraysKilled) -> Round:
    ruled = replace(
        current.ruled,
        dead=current.ruled.dead + event.count,
        boxed=current.ruled.boxed + int(event.boxed),
    )
    return replace(current, ruled=ruled, undo=())


def _to_read(current: Round, count: int) -> Round:
    """Forget the strays that pass the reader once more; they are the same cards (I8)."""
    kept = current.loose[: len(current.loose) - count]
    ruled = replace(current.ruled, reread=current.ruled.reread + count)
    return replace(current, loose=kept, ruled=ruled)


def _placed(state: TableState, event: StrayPlaced) -> TableState:
    before = state.round
    assert before is not None
    laid = _with_card(state, event.target, lambda cards: (*cards, event.card))
    laid = with_round(laid, lambda current: _taken_up(current, event))
    window = before.window
    mine = window is not None and window.target == event.target
    return _window_left(laid, laid=1, gone=1) if mine else laid


def _taken_up(current: Round, event: StrayPlaced) -> Round:
    dead = current.ruled.dead
    loose = (*current.loose[:dead], *current.loose[dead + 1 :]) if event.was_stray else current.loose
    return replace(
        current, loose=loose, next_ordinal=max(current.next_ordinal, event.card.ordinal + 1), undo=()
    )


def _window_left(state: TableState, *, laid: int, gone: int) -> TableState:
    """Leave a window that waits only for the cards its place still lacks, from the next index on (C1).

    laid: cards that a ruling put at its place; gone: cards that left the machine for it and were used up
    by the ruling. What the machine sent out need not be sent again, but a card that is dead is replaced.
    """
    current = state.round
    if current is None or current.window is None or current.window.is_full:
        return state
    window = current.window
    if window.mode is not WindowMode.READ:
        return state
    left = replace(
        window,
        first=current.next_index,
        count=max(0, window.count - window.read - laid),
        read=0,
        dispensed=max(0, window.dispensed - window.read - gone),
        sent=False,
        armed=False,
        again=False,
        reads_due_us=None,
    )
    return with_round(state, lambda before: replace(before, window=left))


def _with_card(
    state: TableState, target: Target, change: Callable[[tuple[Cardholding, ...]], tuple[Cardholding, ...]]
) -> TableState:
    """Give the state with the cards of one place changed."""
    match target.place:
        case Place.SEAT:
            assert target.seat is not None
            return with_seat(state, target.seat, lambda seat: replace(seat, cards=change(seat.cards)))
        case Place.PLAYER_DEALER:
            return with_round(
                state, lambda current: replace(current, dealer_cards=change(current.dealer_cards))
            )
        case Place.BOARD:
            return with_round(state, lambda current: replace(current, board=change(current.board)))
        case Place.BURN | Place.STUB:
            return state
        case _ as unreachable:
            assert_never(unreachable)


def _corrected(state: TableState, event: CardCorrected) -> TableState:
    holding: Cardholding = event.up if event.up is not None else event.card
    at = event.position
    changed = _with_card(state, event.target, lambda cards: (*cards[:at], holding, *cards[at + 1 :]))
    ordinal = event.card.ordinal + 1
    return with_round(
        changed, lambda current: replace(current, next_ordinal=max(current.next_ordinal, ordinal), undo=())
    )
