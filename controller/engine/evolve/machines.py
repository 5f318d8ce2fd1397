"""Evolve what is known of the two devices themselves (CDP1 5, 6)."""

from typing import assert_never

from controller.engine.copying import replace
from controller.engine.device_events import (
    ButtonPressed,
    CardReturned,
    DeviceBooted,
    DeviceLinked,
    DeviceLost,
    DeviceNoted,
    DeviceRefused,
    DeviceReleased,
    DoorMoved,
    EventsLost,
    FaultCleared,
    FaultRaised,
    MachineEvent,
    NumberingAccepted,
    TrayChanged,
    UnknownReported,
)
from controller.engine.device_words import WindowMode
from controller.engine.evolve.numbering import evolve_acceptance, evolve_loss
from controller.engine.evolve.replacing import with_deck, with_device, with_round
from controller.engine.ids import DeviceName
from controller.engine.state import (
    DealingMode,
    Deck,
    DeckPlace,
    DeckState,
    Device,
    Phase,
    Round,
    TableState,
)

BLOCKING = 3
OPERATION_LATE = "operation_late"
READS_LATE = "reads_late"
UNANNOUNCED = "cards_unannounced"
IDENTITY_TOLD = "identity_told"
UNORDERED = "unordered_operation"
BLOCKS = frozenset({IDENTITY_TOLD, UNORDERED})
"""Notes of what a device did that no floor may leave unseen before the next deal (C2, C12)."""


def evolve_machine(state: TableState, event: MachineEvent) -> TableState:
    """Give the state after an event of a device."""
    match event:
        case DeviceLinked():
            return _linked(state, event)
        case DeviceLost():
            return _lost(state, event.device, event.reason)
        case DeviceRefused():
            lost = _lost(state, event.device, event.code)
            return with_device(lost, event.device, lambda device: replace(device, refused_text=event.text))
        case EventsLost():
            return evolve_loss(state, event)
        case NumberingAccepted():
            return evolve_acceptance(state, event)
        case DeviceReleased():
            return with_device(state, event.device, lambda device: replace(device, blocks=()))
        case TrayChanged():
            return _tray(state, event)
        case FaultRaised():
            return with_device(state, event.device, lambda device: _faulted(device, event))
        case FaultCleared():
            return with_device(state, event.device, lambda device: _cleared(device, event.fault))
        case DoorMoved():
            return _door(state, event)
        case DeviceBooted():
            return _booted(state, event)
        case DeviceNoted():
            return _noted(state, event)
        case ButtonPressed() | CardReturned() | UnknownReported():
            return state
        case _ as unreachable:
            assert_never(unreachable)


def _linked(state: TableState, event: DeviceLinked) -> TableState:
    """Take a device on; settings are sent again, and its open operation is asked about."""

    def change(device: Device) -> Device:
        operation = device.operation
        return replace(
            device,
            linked=True,
            serial=event.serial,
            boot_id=event.boot_id,
            capabilities=event.capabilities,
            model=event.model,
            firmware=event.firmware,
            faults=event.faults,
            lost_reason="",
            refused_text="",
            lost_log=None,
            waiting="",
            balked="",
            locked=None,
            operation=None if operation is None else replace(operation, asked=False, due_us=None),
        )

    linked = with_device(state, event.device, change)
    if event.device == "shoe":
        return with_round(linked, _window_forgotten)
    for letter in ("A", "B"):
        linked = with_deck(linked, letter, lambda deck: replace(deck, expecting=False, expected=False))
    return linked


def _window_forgotten(current: Round) -> Round:
    window = current.window
    if window is None or not window.sent:
        return current
    return replace(current, window=replace(window, sent=False, armed=False, again=True))


def _lost(state: TableState, name: DeviceName, reason: str) -> TableState:
    return with_device(
        state, name, lambda device: replace(device, linked=False, waiting="", lost_reason=reason)
    )


def _faulted(device: Device, event: FaultRaised) -> Device:
    if event.severity < BLOCKING or event.fault in device.faults:
        return device
    return blocked(replace(device, faults=(*device.faults, event.fault)), f"fault_{event.fault:04x}")


def blocked(device: Device, why: str) -> Device:
    """Keep the next deal from beginning until the floor has looked at a device (C2, C11, C12)."""
    return device if why in device.blocks else replace(device, blocks=(*device.blocks, why))


def _cleared(device: Device, fault: int) -> Device:
    return replace(device, faults=tuple(code for code in device.faults if code != fault), balked="")


def _tray(state: TableState, event: TrayChanged) -> TableState:
    changed = replace(state, shuffler=replace(state.shuffler, tray=event.count, balked=""))
    return with_round(changed, lambda current: _tray_of(current, event.count))


def _tray_of(current: Round, count: int | None) -> Round:
    """Note a stack as seen in the tray, and as taken once all of it was sent out and the tray is clear."""
    window = current.window
    if window is None or window.mode is not WindowMode.READ:
        return current
    if count != 0:
        return replace(current, window=replace(window, in_tray=True))
    taken = window.dispensed >= window.count
    return replace(current, window=replace(window, taken=window.taken or taken))


def _door(state: TableState, event: DoorMoved) -> TableState:
    def change(device: Device) -> Device:
        doors = device.doors | {event.door} if event.is_open else device.doors - {event.door}
        return replace(device, doors=doors, balked="")

    moved = with_device(state, event.device, change)
    if event.device == "shuffler" or event.is_open or state.mode is DealingMode.STACKS:
        return moved
    return _shoe_shut(moved)


def _shoe_shut(state: TableState) -> TableState:
    """Take it that a used stub left the shoe, and the deck in hand lies in it now (CDP1 7, shoe mode)."""
    current = state.round
    if current is not None and state.phase is Phase.COLLECT:
        state = with_deck(state, current.deck, _out_of_shoe)
    for deck in state.decks:
        if deck.state is DeckState.NEW:
            state = with_deck(state, deck.letter, _out_of_shoe)
    if any(deck.place is DeckPlace.SHOE for deck in state.decks):
        return state
    in_hand = next((deck for deck in state.decks if deck.place is DeckPlace.HAND), None)
    if in_hand is None:
        return state
    return with_deck(state, in_hand.letter, lambda deck: replace(deck, place=DeckPlace.SHOE))


def _out_of_shoe(deck: Deck) -> Deck:
    return replace(deck, place=DeckPlace.RACK) if deck.place is DeckPlace.SHOE else deck


def _booted(state: TableState, event: DeviceBooted) -> TableState:
    """Forget what a power cut wipes: the window; a deck waiting in the chamber is shuffled again (CDP1 6)."""
    booted = with_device(state, event.device, lambda device: _begun_anew(device, event.boot_id))
    if event.device == "shoe":
        return with_round(booted, _window_forgotten)

    def reshuffled(deck: Deck) -> Deck:
        if deck.place is DeckPlace.CHAMBER and deck.state is DeckState.READY:
            return replace(deck, state=DeckState.LOADED, shuffle_op=None, expected=False)
        return deck

    for letter in ("A", "B"):
        booted = with_deck(booted, letter, reshuffled)
    return booted


def _begun_anew(device: Device, boot_id: int) -> Device:
    return replace(device, boot_id=boot_id, faults=(), balked="", late=False)


def _noted(state: TableState, event: DeviceNoted) -> TableState:
    """Forget a deadline that has passed; the operation is asked about, the cards are not waited for again."""
    match event.name:
        case name if name == READS_LATE:
            return with_round(state, _reads_given_up)
        case name if name == OPERATION_LATE:
            return with_device(state, event.device, _overdue)
        case name if name == UNANNOUNCED:
            return with_device(state, event.device, lambda device: replace(device, unannounced=True))
        case name if name in BLOCKS:
            return with_device(state, event.device, lambda device: blocked(device, name))
        case _:
            return state


def _overdue(device: Device) -> Device:
    operation = device.operation
    waits = None if operation is None else replace(operation, due_us=None, asked=False)
    return blocked(replace(device, operation=waits, late=operation is not None), OPERATION_LATE)


def _reads_given_up(current: Round) -> Round:
    window = current.window
    return current if window is None else replace(current, window=replace(window, reads_due_us=None))
