"""Which deck is due, which one the shuffler works for next, and what must leave it first (G10, CDP1 7).

The due deck always comes first: the machine holds one finished deck, so any other deck in its chamber would
keep the round from starting.
"""

from typing import Final

from controller.engine.ids import other_deck
from controller.engine.remembering import of_last_state
from controller.engine.state import (
    BEFORE_DEAL,
    DEALING,
    IN_ROUND,
    DealingMode,
    Deck,
    DeckPlace,
    DeckState,
    Phase,
    TableState,
)

EJECT = 4
COUNTS_INSIDE = 8
"""Bits of a shuffler that sends a deck out by itself, and of one that counts the cards inside (CDP1 4)."""
MOST_UNCOUNTED = 4
"""So many rounds in a row may end without a hand count beside a shuffler that does not count (G10.3)."""

# Asked at every step, so looked up once (see `state_names`).
_CHAMBER: Final = DeckPlace.CHAMBER
_AT_REST = frozenset({DeckState.NEW, DeckState.COLLECTED})
_UNSHUFFLED = _AT_REST | {DeckState.LOADED}
_SPOILED = frozenset({DeckState.QUARANTINED, DeckState.NEW})
_PUT_AWAY = frozenset({DeckState.LOADED, DeckState.SHUFFLING, DeckState.READY, DeckState.QUARANTINED})
_DONE = frozenset({DeckState.READY, DeckState.IN_PLAY})


def dealing_place(state: TableState) -> DeckPlace:
    """Give the place that cards are dealt from (CDP1 7)."""
    return DeckPlace.CHAMBER if state.mode is DealingMode.STACKS else DeckPlace.SHOE


def turns(state: TableState) -> tuple[Deck, Deck]:
    """Give both decks, the one that is dealt next first (G10.1)."""
    current = state.round
    if current is None:
        due = state.next_deck
    else:
        due = current.deck if state.phase in BEFORE_DEAL else other_deck(current.deck)
    first, second = state.decks
    return (first, second) if due == "A" else (second, first)


def expected_deck(state: TableState) -> Deck | None:
    """Give the deck that the infeed should take, or has taken, for the next shuffle; None while none may."""
    first, second = state.decks
    if first.state in _DONE and second.state in _DONE:
        return None  # as for most of a round: one deck is dealt, the other lies ready
    for deck in turns(state):
        if deck.state not in _DONE:
            may_come = deck.state in _AT_REST and deck.place is DeckPlace.RACK
            return deck if may_come or deck.state is DeckState.LOADED else None
    return None


def arriving_deck(state: TableState) -> Deck | None:
    """Give the deck that cards put into the infeed now must be: the next one that lies in the rack."""
    loaded = in_infeed(state)
    if loaded is not None:
        return loaded if loaded.state is DeckState.LOADED else None
    waiting = (deck for deck in turns(state) if deck.place is DeckPlace.RACK and deck.state in _AT_REST)
    return next(waiting, None)


def in_infeed(state: TableState) -> Deck | None:
    """Give the deck that lies in the infeed, None while it is empty."""
    return next((deck for deck in turns(state) if deck.place is DeckPlace.INFEED), None)


def infeed_to_clear(state: TableState) -> tuple[Deck, Deck | None] | None:
    """Give the deck in the infeed that must leave it, and the one that goes in for it (G10.4, CDP1 7).

    It is off the table, was replaced there, or is not the one that comes first.
    """
    deck = in_infeed(state)
    if deck is None or state.shuffler.operation is not None:
        return None
    if deck.state is DeckState.NEW:
        return deck, deck
    expected = expected_deck(state)
    following = expected if expected is not None and expected.place is DeckPlace.RACK else None
    leaves = deck.state is DeckState.QUARANTINED or (deck.state is DeckState.LOADED and following is not None)
    return (deck, following) if leaves else None


@of_last_state
def deck_to_eject(state: TableState) -> Deck | None:
    """Give the deck in the chamber that must leave it: spoiled, half shuffled, or the rest of a round."""
    deck = in_chamber(state)
    if deck is None:
        return None
    in_use = state.round is not None and state.round.deck == deck.letter
    if in_use and state.phase in DEALING:
        return None
    leftover = in_use and state.phase is Phase.COLLECT and state.mode is DealingMode.STACKS
    in_the_way = state.phase not in IN_ROUND and _is_in_the_way(state, deck)
    return deck if leftover or in_the_way or deck.state in _SPOILED else None


def _is_in_the_way(state: TableState, deck: Deck) -> bool:
    """Tell whether the deck that is due must be shuffled first, as after it was replaced between rounds."""
    due = turns(state)[0]
    waits = due.state in _UNSHUFFLED and due.place in {DeckPlace.RACK, DeckPlace.INFEED}
    return due.letter != deck.letter and waits and deck.state is not DeckState.SHUFFLING


def in_chamber(state: TableState) -> Deck | None:
    """Give the deck in the shuffler's chamber, None while it is empty."""
    first, second = state.decks
    if first.place is _CHAMBER:
        return first
    return second if second.place is _CHAMBER else None


def counts_by_machine(state: TableState) -> bool:
    """Tell whether the shuffler counts the cards that come back (G10.3)."""
    return state.shuffler.can(COUNTS_INSIDE)


def hand_count_is_due(state: TableState) -> bool:
    """Tell whether the round may not end before the used deck was counted by hand (G10.3)."""
    current = state.round
    if current is None or state.phase is not Phase.COLLECT or counts_by_machine(state):
        return False
    return current.collected_count is None and state.uncounted >= MOST_UNCOUNTED


def hand_count_is_next(state: TableState) -> bool:
    """Tell whether a hand count is due and the deck lies together, so that it comes before the shuffler."""
    current = state.round
    if current is None or not hand_count_is_due(state):
        return False
    deck = state.deck(current.deck)
    return deck.state in _PUT_AWAY or deck.place not in {DeckPlace.CHAMBER, DeckPlace.SHOE}


def stub_inside(state: TableState) -> bool:
    """Tell whether the rest of the round's deck still lies in the chamber (stacks mode)."""
    if state.round is None or state.mode is DealingMode.SHOE:
        return False
    return state.deck(state.round.deck).place is DeckPlace.CHAMBER


def stub_to_read(state: TableState) -> bool:
    """Tell whether the rest in the chamber will pass the reader on its way out (CDP1 7, step 9)."""
    return state.stub_through_reader and stub_inside(state)
