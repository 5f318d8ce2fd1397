"""Judge what the shuffler says about decks: only one report of one operation makes a deck ready (C8, C9)."""

from controller.engine.decide.holding import hold
from controller.engine.deck_order import arriving_deck
from controller.engine.device_events import (
    DeckAnnounced,
    DeckChecked,
    DeckLoaded,
    DeckQuarantined,
    DeckRemoved,
    DeviceNoted,
)
from controller.engine.device_words import ShuffleMode, Slot
from controller.engine.events import Event
from controller.engine.fact_commands import (
    ReportCardsLoaded,
    ReportDeckComposition,
    ReportDeckReady,
    ReportDeckRejected,
    ReportDeckRemoved,
)
from controller.engine.queries import CARDS_IN_DECK
from controller.engine.state import DEALING, Deck, DeckPlace, HoldCode, TableState


def _deck_of_operation(state: TableState, op_id: int, deck_id: int) -> Deck | None:
    return next((d for d in state.decks if d.shuffle_op == op_id and d.deck_id == deck_id), None)


def _noted(name: str, text: str) -> tuple[Event, ...]:
    return (DeviceNoted(device="shuffler", name=name, text=text),)


def cards_loaded(state: TableState, command: ReportCardsLoaded) -> tuple[Event, ...]:
    """Take cards in the infeed for the deck that comes next (CDP1 7)."""
    if command.slot is not Slot.INFEED or command.count == 0:
        return _noted("cards_loaded", command.slot.value)
    deck = arriving_deck(state)
    letter = None if deck is None else deck.letter
    return (DeckLoaded(deck=letter, slot=command.slot, count=command.count),)


def deck_checked(state: TableState, command: ReportDeckComposition) -> tuple[Event, ...]:
    """Record the composition of the deck that this operation shuffles."""
    deck = _deck_of_operation(state, command.op_id, command.deck_id)
    if deck is None:
        return _noted("deck_report", "no such operation")
    return (
        DeckChecked(
            deck=deck.letter,
            op_id=command.op_id,
            count=command.count,
            saw_faces=command.saw_faces,
            unreadable=command.unreadable,
            wrong_back=command.wrong_back,
            differing=command.differing,
        ),
    )


def deck_announced(state: TableState, command: ReportDeckReady) -> tuple[Event, ...]:
    """Record that the machine calls a deck ready; that alone makes nothing ready (C9)."""
    deck = _deck_of_operation(state, command.op_id, command.deck_id)
    if deck is None:
        return _noted("deck_ready", "no such operation")
    announced = DeckAnnounced(deck=deck.letter, op_id=command.op_id, count=command.count, mode=command.mode)
    if command.mode is not ShuffleMode.SHUFFLE:
        return (announced, DeckQuarantined(deck=deck.letter, reason=f"mode {command.mode.value}"))
    if command.count != CARDS_IN_DECK:
        return (announced, DeckQuarantined(deck=deck.letter, reason=f"{command.count} cards"))
    return (announced,)


def deck_rejected(state: TableState, command: ReportDeckRejected) -> tuple[Event, ...]:
    """Take a deck that the machine refuses off the table (CDP1 7)."""
    deck = _deck_of_operation(state, command.op_id, command.deck_id)
    if deck is None:
        return _noted("deck_rejected", "no such operation")
    return (DeckQuarantined(deck=deck.letter, reason=f"rejected, fault {command.fault:04x}"),)


def deck_removed(state: TableState, command: ReportDeckRemoved) -> tuple[Event, ...]:
    """Note which deck left the machine by hand; the one that is being dealt ends the deal (C7)."""
    place = DeckPlace.CHAMBER if command.slot is Slot.CHAMBER else DeckPlace.INFEED
    deck = next((deck for deck in state.decks if deck.place is place), None)
    removed = DeckRemoved(deck=None if deck is None else deck.letter, slot=command.slot)
    if deck is not None and place is DeckPlace.CHAMBER and _is_dealt(state, deck):
        return (removed, *hold(HoldCode.COUNT_WRONG, device="shuffler"))
    return (removed,)


def _is_dealt(state: TableState, deck: Deck) -> bool:
    return state.phase in DEALING and state.round is not None and state.round.deck == deck.letter
