"""Evolve orders: sent, answered, begun, done (DURABILITY 6, CDP1 4)."""

from dataclasses import replace
from typing import assert_never

from controller.engine.device_events import (
    DeviceOrderIssued,
    OperationDone,
    OperationStarted,
    OrderAnswered,
    OrderEvent,
    StrayOperation,
)
from controller.engine.device_words import (
    ArmWindow,
    AskOperation,
    CloseShoe,
    Dispense,
    Eject,
    ExpectDeck,
    MarkRound,
    OpenShoe,
    OperationState,
    Result,
    RoundMark,
    SetLock,
    Slot,
    StartShuffle,
    WindowMode,
)
from controller.engine.evolve.replacing import with_deck, with_device, with_round
from controller.engine.state import (
    DeckPlace,
    DeckState,
    Device,
    OpenOperation,
    Phase,
    Round,
    TableState,
    Window,
)

FIRST_OP_ID = 1
LAST_OP_ID = 2**32 - 1


def evolve_order(state: TableState, event: OrderEvent) -> TableState:
    """Give the state after an event of an order."""
    match event:
        case DeviceOrderIssued():
            return _issued(state, event)
        case OrderAnswered():
            return _answered(state, event)
        case OperationDone():
            return _done(state, event)
        case OperationStarted():
            return with_device(state, event.device, lambda device: _started(device, event.op_id))
        case StrayOperation():
            return state
        case _ as unreachable:
            assert_never(unreachable)


def after(op_id: int) -> int:
    """Give the operation number that follows, never 0 (CDP1 4)."""
    return FIRST_OP_ID if op_id >= LAST_OP_ID else op_id + 1


def _issued(state: TableState, event: DeviceOrderIssued) -> TableState:
    sent = with_device(state, event.device, lambda device: _waiting(device, event))
    match event.order:
        case ArmWindow():
            return with_round(sent, lambda current: _armed(current, event))
        case StartShuffle():
            return with_deck(
                sent,
                event.order.deck,
                lambda deck: replace(deck, shuffle_op=event.op_id, state=DeckState.SHUFFLING),
            )
        case SetLock():
            locking = event.order.locked
            return with_device(sent, event.device, lambda device: replace(device, locking=locking))
        case ExpectDeck():
            return with_deck(sent, event.order.deck, lambda deck: replace(deck, expecting=True))
        case OpenShoe():
            opened = replace(sent, passages=max(sent.passages, event.order.shoe_id))
            shoe_id = event.order.shoe_id
            return with_round(opened, lambda current: replace(current, shoe_id=shoe_id))
        case _:
            return sent


def _waiting(device: Device, event: DeviceOrderIssued) -> Device:
    if event.op_id is None:
        operation = device.operation
        if isinstance(event.order, AskOperation) and operation is not None:
            operation = replace(operation, asked=True)
        return replace(device, waiting=event.order.kind, operation=operation)
    return replace(
        device,
        waiting=event.order.kind,
        operation=OpenOperation(op_id=event.op_id, order=event.order, due_us=event.due_us),
        next_op_id=after(event.op_id),
    )


def _armed(current: Round, event: DeviceOrderIssued) -> Round:
    order = event.order
    assert isinstance(order, ArmWindow)
    window = current.window
    if window is not None and (window.first, window.target) == (order.first, order.target):
        return replace(current, window=replace(window, sent=True))
    fresh = Window(target=order.target, first=order.first, count=order.count, mode=order.mode, sent=True)
    return replace(current, window=fresh)


def _started(device: Device, op_id: int) -> Device:
    operation = device.operation
    if operation is None or operation.op_id != op_id:
        return device
    return replace(device, operation=replace(operation, accepted=True, unknown=False))


def _answered(state: TableState, event: OrderAnswered) -> TableState:
    answered = with_device(state, event.device, lambda device: _heard(device, event))
    if event.result is not Result.OK:
        if event.order == "start_shuffle" and event.result not in {Result.ACCEPTED, Result.LOST}:
            return _shuffle_refused(answered, event)
        return answered
    match event.order:
        case "arm_window":
            return with_round(answered, _window_armed)
        case "set_lock":
            return with_device(answered, event.device, lambda device: replace(device, locked=device.locking))
        case "expect_deck":
            return _expected(answered)
        case _:
            return answered


def _heard(device: Device, event: OrderAnswered) -> Device:
    """Take an answer: an operation the device refused leaves no record there, nor here (CDP1 4)."""
    heard = replace(device, waiting="" if device.waiting == event.order else device.waiting)
    if event.order == "ask_operation":
        return replace(heard, operation=_asked(heard.operation, event))
    if event.result in {Result.OK, Result.ACCEPTED}:
        return heard if event.op_id is None else _started(heard, event.op_id)
    if event.result is Result.LOST:
        return heard
    operation = heard.operation
    if operation is not None and operation.op_id == event.op_id:
        operation = None
    balked = device.balked if event.order == "arm_window" else event.order
    return replace(heard, balked=balked, operation=operation)


def _asked(operation: OpenOperation | None, event: OrderAnswered) -> OpenOperation | None:
    if operation is None or operation.op_id != event.op_id or event.result is not Result.OK:
        return operation
    return replace(operation, unknown=event.state is OperationState.UNKNOWN, due_us=event.due_us)


def _window_armed(current: Round) -> Round:
    window = current.window
    return current if window is None else replace(current, window=replace(window, armed=True, again=True))


def _expected(state: TableState) -> TableState:
    for deck in state.decks:
        if deck.expecting:
            state = with_deck(
                state, deck.letter, lambda before: replace(before, expecting=False, expected=True)
            )
    return state


def _shuffle_refused(state: TableState, event: OrderAnswered) -> TableState:
    for deck in state.decks:
        if deck.state is DeckState.SHUFFLING and deck.shuffle_op == event.op_id:
            state = with_deck(
                state,
                deck.letter,
                lambda before: replace(before, state=DeckState.LOADED, shuffle_op=None),
            )
    return state


def _done(state: TableState, event: OperationDone) -> TableState:
    done = with_device(state, event.device, lambda device: replace(device, operation=None, balked=""))
    ok = event.result is Result.OK
    match event.order:
        case Dispense():
            return with_round(done, lambda current: _dispensed(current, event))
        case Eject():
            return _ejected(done, event) if event.order.slot is Slot.CHAMBER else done
        case OpenShoe():
            return with_round(done, lambda current: replace(current, shoe_open=ok, next_index=0))
        case CloseShoe():
            return with_round(done, lambda current: _closed(current, event)) if ok else done
        case MarkRound():
            opening = event.order.mark is RoundMark.OPENED
            return with_round(done, lambda current: _marked(current, opening=opening)) if ok else done
        case StartShuffle():
            expected = with_deck(
                done, event.order.deck, lambda deck: replace(deck, expected=False, count=event.cards_inside)
            )
            return expected if ok else _shuffle_broken(expected, event)
        case _:
            return done


def _shuffle_broken(state: TableState, event: OperationDone) -> TableState:
    """Leave a deck whose shuffle did not finish where the machine left it (CDP1 5.3, counts)."""
    order = event.order
    assert isinstance(order, StartShuffle)
    return with_deck(
        state,
        order.deck,
        lambda deck: (
            replace(deck, shuffle_op=None, composition_ok=False)
            if deck.state is DeckState.QUARANTINED
            else replace(deck, shuffle_op=None, composition_ok=False, state=DeckState.LOADED)
        ),
    )


def _dispensed(current: Round, event: OperationDone) -> Round:
    window = current.window
    if window is None or window.mode is not WindowMode.READ:
        return current
    return replace(
        current,
        window=replace(
            window, dispensed=window.dispensed + (event.cards_out or 0), reads_due_us=event.reads_due_us
        ),
    )


def _ejected(state: TableState, event: OperationDone) -> TableState:
    """Count the stub out; an empty chamber frees it for the other deck."""
    current = state.round
    if current is None:
        return state
    counted = with_round(state, lambda before: replace(before, stub_count=event.cards_out))
    if event.cards_inside not in {0, None}:
        return counted

    used_up = state.phase is Phase.COLLECT
    return with_deck(
        counted,
        current.deck,
        lambda deck: replace(
            deck,
            place=DeckPlace.RACK if used_up else DeckPlace.TABLE,
            state=DeckState.COLLECTED if used_up and deck.state is not DeckState.QUARANTINED else deck.state,
        ),
    )


def _marked(current: Round, *, opening: bool) -> Round:
    return replace(current, marked_open=True) if opening else replace(current, marked_closed=True)


def _closed(current: Round, event: OperationDone) -> Round:
    inside = event.cards_inside
    return replace(
        current,
        shoe_open=False,
        shoe_closed=True,
        stub_count=current.stub_count if current.stub_count is not None else inside,
    )
