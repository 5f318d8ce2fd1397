"""What the shuffler is told: its lock, stacks and stub of the round, and the next deck (CDP1 7)."""

from typing import Final

from controller.engine.decide.standing import is_unlocked, lock_order, stands_still
from controller.engine.deck_order import (
    EJECT,
    deck_to_eject,
    expected_deck,
    in_chamber,
    stub_inside,
    stub_to_read,
)
from controller.engine.device_words import Dispense, Eject, ExpectDeck, Order, Slot, StartShuffle, WindowMode
from controller.engine.queries import stack_is_done, stub_window_is_out, tray_is_clear
from controller.engine.state import (
    DEALING,
    DealingMode,
    DeckPlace,
    DeckState,
    Phase,
    TableState,
    Window,
)
from controller.engine.streets import all_is_dealt, as_exposed

# Asked at every step, so looked up once (see `state_names`).
_CLOSED: Final = Phase.CLOSED
_STACKS: Final = DealingMode.STACKS


def order_for_shuffler(state: TableState) -> Order | None:
    """Give the next order for a shuffler without an open operation."""
    if state.phase is _CLOSED or stands_still(state):
        return None
    device = state.shuffler
    if state.mode is _STACKS:
        lock = lock_order(device, wanted=_locked(state))
        if lock is not None:
            return lock
    if device.faults or device.doors:
        return None
    return _card_move(state) or _preparation(state)


def _locked(state: TableState) -> bool:
    """Give whether the mouth is shut: always, but for the cards of a deal and for what must leave."""
    if state.phase in DEALING and stub_inside(state):
        return False
    return deck_to_eject(state) is None


def _card_move(state: TableState) -> Order | None:
    """Give the dispense or the ejection that is wanted now, once the tray is clear."""
    if not tray_is_clear(state):
        return None
    if deck_to_eject(state) is not None:
        return _ejection(state)
    if state.mode is not _STACKS or state.phase not in DEALING or not is_unlocked(state.shuffler):
        return None
    window = state.round.window if state.round is not None else None
    if window is None or not (window.armed or window.is_full):
        return None
    return _out_of_window(state, window)


def _out_of_window(state: TableState, window: Window) -> Order | None:
    if window.mode is WindowMode.STUB:
        return Eject(slot=Slot.CHAMBER) if stub_inside(state) else None
    if window.dispensed < window.count:
        return Dispense(count=window.count - window.dispensed)
    stays = state.stub_through_reader or as_exposed(state)
    if all_is_dealt(state) and stack_is_done(state) and stub_inside(state) and not stays:
        return Eject(slot=Slot.CHAMBER)
    return None


def _ejection(state: TableState) -> Eject | None:
    """Eject what must leave; a machine that cannot is emptied by hand, a stub waits for its window."""
    if not state.shuffler.can(EJECT):
        return None
    if state.mode is DealingMode.STACKS and not is_unlocked(state.shuffler):
        return None
    current = state.round
    is_stub = state.phase is Phase.COLLECT and stub_to_read(state)  # before the deal it is a whole deck
    waits = is_stub and current is not None and current.shoe_open
    if waits and current is not None and (not stub_window_is_out(current.window) or state.shoe.waiting):
        return None
    return Eject(slot=Slot.CHAMBER)


def _preparation(state: TableState) -> Order | None:
    """Bring the next deck on: name it, then shuffle it once loaded, chamber and tray being free (CDP1 7)."""
    deck = expected_deck(state)
    if deck is None or deck.expecting:
        return None
    if not deck.expected:
        return ExpectDeck(deck=deck.letter, deck_id=deck.deck_id, back=deck.back)
    if deck.state is not DeckState.LOADED or not tray_is_clear(state):
        return None
    if deck.place is DeckPlace.CHAMBER:
        return StartShuffle(deck=deck.letter, slot=Slot.CHAMBER)
    return StartShuffle(deck=deck.letter, slot=Slot.INFEED) if in_chamber(state) is None else None
