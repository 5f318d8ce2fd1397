"""Evolve what a device is believed to hold after it lost events (CDP1 3, 6; G10.3)."""

from collections.abc import Callable

from controller.engine.copying import replace
from controller.engine.device_events import EventsLost, NumberingAccepted
from controller.engine.evolve.replacing import with_deck, with_device, with_round
from controller.engine.state import (
    BEFORE_DEAL,
    DealingMode,
    Deck,
    DeckPlace,
    DeckState,
    Device,
    LostLog,
    Round,
    TableState,
)

NEW_EPOCH = "epoch"

_IN_SHOE = frozenset({DeckPlace.SHOE, DeckPlace.HAND})


def evolve_loss(state: TableState, event: EventsLost) -> TableState:
    """Wait for the floor; a ruling that was journaled and never arrived still stands (CDP1 3)."""

    def change(device: Device) -> Device:
        before = device.lost_log
        ruled = before is not None and before.accepted and not before.sent and before.epoch == event.epoch
        log = LostLog(code=event.code, epoch=event.epoch, accepted=ruled)
        return replace(device, linked=False, waiting="", lost_reason=event.code, lost_log=log)

    return with_device(state, event.device, change)


def evolve_acceptance(state: TableState, event: NumberingAccepted) -> TableState:
    """Believe nothing that only the lost events could tell: operations, tray, doors, ready decks."""

    def change(device: Device) -> Device:
        heard = device.lost_log is not None and device.lost_log.heard
        return replace(
            device,
            waiting="",
            balked="",
            locked=None,
            operation=None,
            unheard=None,
            late=False,
            tray=0,
            doors=frozenset(),
            faults=(),
            lost_log=LostLog(code=event.code, epoch=event.epoch, heard=heard, accepted=True),
        )

    accepted = with_device(state, event.device, change)
    if event.device == "shuffler":
        return _decks(accepted, _in_machine)
    return _shoe(accepted, is_new=event.code == NEW_EPOCH)


def _decks(state: TableState, change: Callable[[Deck], Deck]) -> TableState:
    for letter in ("A", "B"):
        state = with_deck(state, letter, change)
    return state


def _in_machine(deck: Deck) -> Deck:
    """Shuffle and check again what was called ready; empty the machine of what was being shuffled."""
    if deck.state is DeckState.SHUFFLING:
        return replace(deck, state=DeckState.NEW, place=DeckPlace.CHAMBER, shuffle_op=None, expected=False)
    if deck.state is DeckState.READY and deck.place is DeckPlace.CHAMBER:
        return replace(deck, state=DeckState.LOADED, shuffle_op=None, expected=False)
    return deck


def _in_hand(deck: Deck) -> Deck:
    """Have a deck that lay in the shoe, or on its way there, shuffled and checked again."""
    if deck.state is not DeckState.READY or deck.place not in _IN_SHOE:
        return deck
    place = DeckPlace.SHOE if deck.place is DeckPlace.SHOE else DeckPlace.RACK
    return replace(deck, state=DeckState.NEW, place=place, shuffle_op=None, expected=False)


def _shoe(state: TableState, *, is_new: bool) -> TableState:
    """Begin another passage where none was dealt from; a new numbering knows no open passage."""
    before_deal = state.phase in BEFORE_DEAL
    if state.mode is DealingMode.SHOE:
        state = _decks(state, _in_hand)
    if before_deal:
        state = with_round(state, _unopened)
    elif is_new:
        state = with_round(state, _shut)
    return replace(state, passage_open=False) if is_new else state


def _unopened(current: Round) -> Round:
    return replace(current, shoe_id=0, shoe_open=False, shoe_closed=False, marked_open=False)


def _shut(current: Round) -> Round:
    return replace(current, shoe_open=False, shoe_closed=True)
