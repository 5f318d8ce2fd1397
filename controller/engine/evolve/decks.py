"""Evolve the two decks on their way: rack, infeed, chamber, table (G10.2, CDP1 7)."""

from typing import assert_never

from controller.engine.copying import replace
from controller.engine.device_events import (
    DeckAnnounced,
    DeckChecked,
    DeckEvent,
    DeckLoaded,
    DeckMadeReady,
    DeckQuarantined,
    DeckRemoved,
    DeckReplaced,
)
from controller.engine.device_words import Slot
from controller.engine.evolve.replacing import with_deck
from controller.engine.queries import CARDS_IN_DECK
from controller.engine.state import DealingMode, Deck, DeckPlace, DeckState, TableState

_IN_A_MACHINE = frozenset({DeckPlace.INFEED, DeckPlace.CHAMBER, DeckPlace.SHOE})
"""Places that must be empty before a deck is changed (G10.4)."""


def evolve_deck(state: TableState, event: DeckEvent) -> TableState:
    """Give the state after an event of a deck."""
    match event:
        case DeckLoaded():
            return _willing(_loaded(state, event))
        case DeckChecked():
            passed = event.count == CARDS_IN_DECK and not (
                event.differing or event.unreadable or event.wrong_back
            )
            return with_deck(
                state,
                event.deck,
                lambda deck: replace(
                    deck, count=event.count, count_only=not event.saw_faces, composition_ok=passed
                ),
            )
        case DeckAnnounced():
            return with_deck(state, event.deck, lambda deck: replace(deck, count=event.count, announced=True))
        case DeckMadeReady():
            return with_deck(
                state, event.deck, lambda deck: replace(deck, state=DeckState.READY, place=DeckPlace.CHAMBER)
            )
        case DeckQuarantined():
            return with_deck(
                state,
                event.deck,
                lambda deck: replace(deck, state=DeckState.QUARANTINED, problem=event.reason),
            )
        case DeckReplaced():
            return with_deck(state, event.deck, _as_new)
        case DeckRemoved():
            return _willing(_removed(state, event))
        case _ as unreachable:
            assert_never(unreachable)


def _willing(state: TableState) -> TableState:
    """Let the shuffler be asked again for what it refused: its slots hold something else now."""
    return replace(state, shuffler=replace(state.shuffler, balked="", unannounced=False))


def _as_new(deck: Deck) -> Deck:
    """Bring a new deck; cards of the old one still in a machine come out of it before the new one goes in."""
    inside = deck.place if deck.place in _IN_A_MACHINE else DeckPlace.RACK
    return Deck(letter=deck.letter, deck_id=deck.deck_id, back=deck.back, place=inside)


def _loaded(state: TableState, event: DeckLoaded) -> TableState:
    if event.deck is None:
        return state
    loaded = replace(
        state.deck(event.deck), state=DeckState.LOADED, place=DeckPlace.INFEED, count=event.count
    )
    return with_deck(state, event.deck, lambda _: loaded)


def _removed(state: TableState, event: DeckRemoved) -> TableState:
    """Note a deck that left the machine by hand: a ready one is in the dealer's hand, others start anew."""
    if event.deck is None:
        return state

    def change(deck: Deck) -> Deck:
        carried = state.mode is DealingMode.SHOE and deck.state is DeckState.READY
        if event.slot is Slot.CHAMBER and carried:
            return replace(deck, place=DeckPlace.HAND)
        if deck.state is DeckState.QUARANTINED:
            return replace(deck, place=DeckPlace.RACK)
        return replace(deck, state=DeckState.NEW, place=DeckPlace.RACK, expected=False)

    return with_deck(state, event.deck, change)
