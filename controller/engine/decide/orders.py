"""Orders that a state calls for: compared with what was sent, at most one a device at a time (CDP1 7).

Nothing here remembers: after a link or a restart is back the same comparison finds what is missing.
"""

from controller.engine.deadlines import allowed_us
from controller.engine.device_events import DeviceOrderIssued
from controller.engine.device_words import (
    ArmWindow,
    AskOperation,
    CloseShoe,
    Dispense,
    Eject,
    ExpectDeck,
    MarkRound,
    OpenShoe,
    Order,
    Place,
    RoundMark,
    SetLock,
    Slot,
    StartShuffle,
    Target,
    WindowMode,
)
from controller.engine.queries import (
    BOARD_CARDS,
    CARDS_IN_DECK,
    chamber_is_empty,
    dealt_cards,
    due_deck,
    hole_cards,
    round_of,
    stack_is_done,
    targets,
    tray_is_clear,
)
from controller.engine.state import (
    DEALING,
    DealingMode,
    Deck,
    DeckPlace,
    DeckState,
    Device,
    Phase,
    TableState,
    is_operation,
)

_BEFORE_DEAL = frozenset({Phase.OFFER, Phase.WAGERS})


def due_orders(state: TableState, now_us: int) -> tuple[DeviceOrderIssued, ...]:
    """Give the next order for each device that is free to take one."""
    issued = []
    for device, order in (
        (state.shuffler, _for_shuffler(state)),
        (state.shoe, _for_shoe(state)),
    ):
        if order is not None and device.linked and not device.waiting and device.balked != order.kind:
            issued.append(_issue(device, order, now_us))
    return tuple(issued)


def _issue(device: Device, order: Order, now_us: int) -> DeviceOrderIssued:
    if not is_operation(order):
        return DeviceOrderIssued(device=device.name, op_id=None, order=order, due_us=None)
    again = device.operation
    op_id = device.next_op_id if again is None else again.op_id
    return DeviceOrderIssued(device=device.name, op_id=op_id, order=order, due_us=now_us + allowed_us(order))


def _stands_still(state: TableState) -> bool:
    """Tell whether nothing may move: a hold, or a felt not yet confirmed after a restart."""
    return state.hold is not None or state.recovered


def _for_shuffler(state: TableState) -> Order | None:
    device = state.shuffler
    if device.operation is not None:
        return _about_operation(state, device)
    if state.phase is Phase.CLOSED:
        return None
    if _stands_still(state):
        return None
    lock = _lock(device, wanted=_shuffler_locked(state))
    if lock is not None:
        return lock
    if device.faults or device.doors:
        return None
    return _card_move(state) or _preparation(state)


def _about_operation(state: TableState, device: Device) -> Order | None:
    """Ask what became of an operation once after each reconnect; send it again only if unknown."""
    operation = device.operation
    assert operation is not None
    if operation.unknown:
        return None if _stands_still(state) else operation.order
    if operation.asked or operation.due_us is not None:
        return None
    return AskOperation(asked_op_id=operation.op_id)


def _lock(device: Device, *, wanted: bool | None) -> SetLock | None:
    if wanted is None or device.locked is wanted:
        return None
    return SetLock(locked=wanted)


def _shuffler_locked(state: TableState) -> bool | None:
    """Give whether the shuffler's mouth must be locked; in shoe mode hands take the deck out (CDP1 7)."""
    if state.mode is DealingMode.SHOE:
        return None
    if state.phase in DEALING:
        return round_of(state).stub_gone
    return not _must_eject(state)


def _must_eject(state: TableState) -> bool:
    """Tell whether a round's deck still lies in the chamber after the round."""
    deck = due_deck(state)
    return (
        state.phase is Phase.COLLECT
        and state.mode is DealingMode.STACKS
        and deck is not None
        and deck.place is DeckPlace.CHAMBER
    )


def _card_move(state: TableState) -> Order | None:
    """Give the dispense or the ejection that the deal needs now (CDP1 7, stacks mode)."""
    if state.mode is DealingMode.SHOE or state.round is None or state.shuffler.locked is not False:
        return None
    if not tray_is_clear(state):
        return None
    if _must_eject(state):
        return Eject(slot=Slot.CHAMBER)
    window = state.round.window
    if state.phase not in DEALING or window is None or not window.armed:
        return None
    if window.mode is WindowMode.STUB:
        return Eject(slot=Slot.CHAMBER) if _stub_inside(state) else None
    if window.dispensed < window.count:
        return Dispense(count=window.count - window.dispensed)
    if _board_is_down(state) and not state.stub_through_reader and _stub_inside(state):
        return Eject(slot=Slot.CHAMBER)
    return None


def _board_is_down(state: TableState) -> bool:
    current = round_of(state)
    window = current.window
    return len(current.board) == BOARD_CARDS and window is not None and stack_is_done(state)


def _stub_inside(state: TableState) -> bool:
    deck = due_deck(state)
    return deck is not None and deck.place is DeckPlace.CHAMBER


def _preparation(state: TableState) -> Order | None:
    """Give the order that brings the resting deck on: expect it, then shuffle it (CDP1 7)."""
    if not chamber_is_empty(state) and not _reshuffle(state):
        return _expectation(state)
    for deck in state.decks:
        if deck.state is DeckState.LOADED and deck.expected:
            slot = Slot.CHAMBER if deck.place is DeckPlace.CHAMBER else Slot.INFEED
            return StartShuffle(deck=deck.letter, slot=slot)
    return _expectation(state)


def _reshuffle(state: TableState) -> bool:
    return any(d.place is DeckPlace.CHAMBER and d.state is DeckState.LOADED for d in state.decks)


def _expectation(state: TableState) -> ExpectDeck | None:
    deck = expected_deck(state)
    if deck is None or deck.expected or deck.expecting:
        return None
    return ExpectDeck(deck=deck.letter, deck_id=deck.deck_id, back=deck.back)


def expected_deck(state: TableState) -> Deck | None:
    """Give the deck that the infeed should take or has taken next, None while there is none."""
    loaded = next((deck for deck in state.decks if deck.state is DeckState.LOADED), None)
    if loaded is not None:
        return loaded
    if any(deck.state is DeckState.SHUFFLING for deck in state.decks):
        return None
    waiting = [
        deck
        for deck in state.decks
        if deck.place is DeckPlace.RACK and deck.state in {DeckState.NEW, DeckState.COLLECTED}
    ]
    due = due_deck(state)
    if due is not None and due in waiting and due.state is DeckState.NEW:
        return due
    return waiting[0] if waiting else None


def _for_shoe(state: TableState) -> Order | None:
    device = state.shoe
    if device.operation is not None:
        return _about_operation(state, device)
    if state.round is None or _stands_still(state):
        return None
    if state.phase in _BEFORE_DEAL:
        return _opening(state) or _lock(device, wanted=True)
    if state.phase is Phase.COLLECT:
        return _closing(state) or _lock(device, wanted=True)
    return _in_deal(state)


def _opening(state: TableState) -> Order | None:
    """Open the shoe for the deck that is due, then mark the round (CDP1 7, step 2)."""
    current = round_of(state)
    deck = state.deck(current.deck)
    place = DeckPlace.CHAMBER if state.mode is DealingMode.STACKS else DeckPlace.SHOE
    if deck.state is not DeckState.READY or deck.place is not place or state.shoe.doors:
        return None
    if not current.shoe_open:
        return OpenShoe(deck=deck.letter, shoe_id=state.passages + 1, back=deck.back)
    if not current.marked_open:
        return MarkRound(round=int(current.number), mark=RoundMark.OPENED)
    return None


def _closing(state: TableState) -> Order | None:
    """Mark the round's end and close the shoe (CDP1 7, step 11)."""
    current = round_of(state)
    if current.marked_open and not current.marked_closed:
        mark = RoundMark.VOID if current.is_void else RoundMark.CLOSED
        return MarkRound(round=int(current.number), mark=mark)
    return CloseShoe() if current.shoe_open else None


def _in_deal(state: TableState) -> Order | None:
    current = round_of(state)
    if _all_cards_read(state):
        lock = _lock(state.shoe, wanted=True)
        if lock is not None:
            return lock
        closes = state.mode is DealingMode.SHOE and current.shoe_open
        return CloseShoe() if closes else None
    lock = _lock(state.shoe, wanted=False)
    if lock is not None or state.phase not in DEALING:
        return lock
    if state.shoe.faults or state.shoe.doors:
        return None
    return _window(state)


def _all_cards_read(state: TableState) -> bool:
    current = round_of(state)
    if len(current.board) < BOARD_CARDS:
        return False
    waits_for_stub = state.mode is DealingMode.STACKS and state.stub_through_reader
    return not waits_for_stub or current.stub_gone


def _window(state: TableState) -> ArmWindow | None:
    """Give the window for the next cards, journaled with its target before it is sent (CDP1 7)."""
    current = round_of(state)
    window = current.window
    if window is not None and not window.is_full:
        if window.sent:
            return None
        return _arm(state, window.first, window.count, window.mode, window.target)
    if not stack_is_done(state):
        return None
    read = sum(len(hand) for hand in (current.dealer_cards, current.board))
    read += sum(len(state.seat(number).cards) for number in current.entitled)
    if read < hole_cards(current):
        return _arm(state, read, 2, WindowMode.READ, targets(current)[read // 2])
    if read < dealt_cards(current):
        return _board_window(state, read)
    if state.stub_through_reader and state.mode is DealingMode.STACKS and not current.stub_gone:
        if window is not None and window.mode is WindowMode.STUB:
            return None
        stub = Target(place=Place.STUB, seat=None)
        return _arm(state, read, CARDS_IN_DECK - read, WindowMode.STUB, stub)
    return None


def _board_window(state: TableState, read: int) -> ArmWindow | None:
    """Arm the board: in stacks mode once the street is closed, in shoe mode during it (G3.5)."""
    if state.mode is DealingMode.STACKS and state.phase is not Phase.COMMUNITY:
        return None
    if state.phase not in {Phase.PREFLOP, Phase.COMMUNITY}:
        return None
    return _arm(state, read, BOARD_CARDS, WindowMode.READ, Target(place=Place.BOARD, seat=None))


def _arm(state: TableState, first: int, count: int, mode: WindowMode, target: Target) -> ArmWindow:
    return ArmWindow(round=int(round_of(state).number), first=first, count=count, mode=mode, target=target)
