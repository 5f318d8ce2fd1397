"""Evolve orders: sent, answered, begun, done (DURABILITY 6, CDP1 4)."""

from typing import assert_never

from controller.engine.copying import changer, constructor, replace
from controller.engine.deck_order import in_chamber
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
    Order,
    Rebase,
    Result,
    RoundMark,
    SelfTest,
    SetLock,
    Slot,
    StartShuffle,
    WindowMode,
)
from controller.engine.evolve.machines import blocked
from controller.engine.evolve.replacing import put_device, with_deck, with_device, with_round
from controller.engine.queries import CARDS_IN_DECK
from controller.engine.state import (
    IN_ROUND,
    DealingMode,
    Deck,
    DeckPlace,
    DeckState,
    Device,
    OpenOperation,
    Round,
    TableState,
    Window,
)

FIRST_OP_ID = 1
LAST_OP_ID = 2**32 - 1
_TAKEN = frozenset({Result.OK, Result.ACCEPTED})
# What every order changes.
_waiting_for = changer(Device, "waiting", "operation")
_heard_from = changer(Device, "waiting")
_with_window = changer(Round, "window")
_armed_on = changer(Window, "armed", "again")
_make_window = constructor(Window)


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
            return with_device(state, event.device, lambda device: replace(device, balked=""))
        case _ as unreachable:
            assert_never(unreachable)


def after(op_id: int) -> int:
    """Give the operation number that follows, never 0 (CDP1 4)."""
    return FIRST_OP_ID if op_id >= LAST_OP_ID else op_id + 1


def _issued(state: TableState, event: DeviceOrderIssued) -> TableState:
    if isinstance(event.order, Rebase):
        return with_device(state, event.device, _ruling_sent)
    waiting = _waiting(state.device(event.device), event)
    if isinstance(event.order, ArmWindow) and state.round is not None:
        return put_device(state, waiting, _armed(state.round, event.order))
    sent = put_device(state, waiting)
    match event.order:
        case StartShuffle():
            return with_deck(
                sent,
                event.order.deck,
                lambda deck: replace(
                    deck,
                    state=DeckState.SHUFFLING,
                    shuffle_op=event.op_id,
                    composition_ok=False,
                    announced=False,
                ),
            )
        case SetLock():
            locking = event.order.locked
            return with_device(sent, event.device, lambda device: replace(device, locking=locking))
        case ExpectDeck():
            return _expecting(sent, event.order)
        case SelfTest():
            return with_device(sent, event.device, lambda device: replace(device, tested=""))
        case Dispense():
            return with_round(sent, _tray_unseen)
        case OpenShoe():
            opened = replace(sent, passages=max(sent.passages, event.order.shoe_id))
            shoe_id = event.order.shoe_id
            return with_round(opened, lambda current: replace(current, shoe_id=shoe_id))
        case _:
            return sent


def _ruling_sent(device: Device) -> Device:
    """Note that a ruling went out; it has no answer but the link itself (CDP1 3)."""
    log = device.lost_log
    return device if log is None else replace(device, lost_log=replace(log, sent=True))


def _waiting(device: Device, event: DeviceOrderIssued) -> Device:
    if event.op_id is None:
        operation = device.operation
        if isinstance(event.order, AskOperation) and operation is not None:
            operation = replace(operation, asked=True)
        return _waiting_for(device, waiting=event.order.kind, operation=operation)
    return replace(
        device,
        waiting=event.order.kind,
        operation=OpenOperation(op_id=event.op_id, order=event.order, due_us=event.due_us),
        unheard=None,
        next_op_id=after(event.op_id),
    )


def _expecting(state: TableState, order: ExpectDeck) -> TableState:
    """Note which deck the shuffler is told of; it knows one at a time (CDP1 EXPECT)."""
    first, second = (replace(deck, expecting=False, expected=False) for deck in state.decks)
    told = replace(state, decks=(first, second))
    return with_deck(told, order.deck, lambda deck: replace(deck, expecting=True))


def _tray_unseen(current: Round) -> Round:
    window = current.window
    return current if window is None else replace(current, window=replace(window, in_tray=False))


def _armed(current: Round, order: ArmWindow) -> Round:
    window = current.window
    if window is not None and (window.first, window.target) == (order.first, order.target):
        return replace(current, window=replace(window, sent=True))
    fresh = _make_window(
        target=order.target, first=order.first, count=order.count, mode=order.mode, sent=True
    )
    return _with_window(current, window=fresh)


def _started(device: Device, op_id: int) -> Device:
    operation = device.operation
    if operation is None or operation.op_id != op_id:
        return device
    return replace(device, operation=replace(operation, accepted=True))


def _answered(state: TableState, event: OrderAnswered) -> TableState:
    device = state.device(event.device)
    heard = _heard(device, event)
    if event.order == "arm_window" and event.result is Result.OK and state.round is not None:
        return put_device(state, heard, _window_armed(state.round))
    answered = put_device(state, heard)
    if device.operation is not None and heard.operation is None:
        return _not_begun(answered, event, device.operation.order)
    match event.order:
        case "set_lock" if event.result is Result.OK:
            return with_device(answered, event.device, lambda device: replace(device, locked=device.locking))
        case "expect_deck":
            return _expected(answered, is_known=event.result is Result.OK)
        case _:
            return answered


def _heard(device: Device, event: OrderAnswered) -> Device:
    """Take an answer: an operation the device refused leaves no record there, nor here (CDP1 4)."""
    heard = _heard_from(device, waiting="" if device.waiting == event.order else device.waiting)
    if event.order == "ask_operation":
        return _asked(heard, event)
    if event.result in _TAKEN:
        return heard if event.op_id is None else _started(heard, event.op_id)
    if event.result is Result.LOST:
        return heard if event.op_id is not None else replace(heard, balked=event.order)
    operation = heard.operation
    if operation is not None and operation.op_id == event.op_id:
        operation = None
    balked = device.balked if event.order == "arm_window" else event.order
    return replace(heard, balked=balked, operation=operation)


def _asked(device: Device, event: OrderAnswered) -> Device:
    """Take what a device knows of an operation; one it never heard of is open no more (DURABILITY 6)."""
    operation = device.operation
    if operation is None or operation.op_id != event.op_id or event.state is None:
        return device
    if event.state is OperationState.UNKNOWN:
        return replace(device, operation=None, unheard=operation)
    return replace(device, operation=replace(operation, due_us=event.due_us))


def _window_armed(current: Round) -> Round:
    window = current.window
    if window is None:
        return current
    return _with_window(current, window=_armed_on(window, armed=True, again=True))


def _expected(state: TableState, *, is_known: bool) -> TableState:
    for deck in state.decks:
        if deck.expecting:
            state = with_deck(
                state, deck.letter, lambda before: replace(before, expecting=False, expected=is_known)
            )
    return state


def _not_begun(state: TableState, event: OrderAnswered, order: Order) -> TableState:
    """Undo what an order expected that the device refused, or never heard of."""
    match order:
        case StartShuffle():
            confused = event.result is Result.WRONG_STATE
            return with_deck(state, order.deck, lambda deck: _not_shuffled(deck, confused=confused))
        case OpenShoe() if event.result is Result.WRONG_STATE:
            return replace(state, passage_open=True)
        case CloseShoe() if event.result is Result.WRONG_STATE:
            return with_round(replace(state, passage_open=False), _shut)
        case SelfTest():
            return with_device(state, event.device, lambda device: replace(device, tested=event.result.value))
        case _:
            return state


def _not_shuffled(deck: Deck, *, confused: bool) -> Deck:
    """Keep a deck as loaded; confused: the slots hold something else than we know, so empty them first."""
    if deck.state is not DeckState.SHUFFLING:
        return replace(deck, shuffle_op=None)
    if confused:
        return replace(deck, state=DeckState.NEW, place=DeckPlace.CHAMBER, shuffle_op=None, expected=False)
    return replace(deck, state=DeckState.LOADED, shuffle_op=None)


def _shut(current: Round) -> Round:
    return replace(current, shoe_open=False, shoe_closed=True)


def _free(device: Device) -> Device:
    return replace(device, operation=None, balked="", late=False)


def _done(state: TableState, event: OperationDone) -> TableState:
    done = with_device(state, event.device, _free)
    ok = event.result is Result.OK
    match event.order:
        case Dispense():
            clear = done.shuffler.tray == 0
            return with_round(done, lambda current: _dispensed(current, event, tray_is_clear=clear))
        case Eject():
            return _ejected(done, event) if event.order.slot is Slot.CHAMBER else done
        case OpenShoe() if ok:
            return _shoe_opened(replace(done, passage_open=True), event.order, event.cards_inside)
        case CloseShoe() if ok:
            return with_round(replace(done, passage_open=False), lambda current: _closed(current, event))
        case MarkRound() if ok:
            opening = event.order.mark is RoundMark.OPENED
            return with_round(done, lambda current: _marked(current, opening=opening))
        case StartShuffle():
            return with_deck(done, event.order.deck, lambda deck: _shuffled(deck, event))
        case SelfTest():
            return with_device(done, event.device, lambda device: _tested(device, event.result))
        case _:
            return done


def _tested(device: Device, result: Result) -> Device:
    """Note how a self-test ended; one that found something keeps the device from the next deal (C11)."""
    tested = replace(device, tested=result.value)
    return blocked(tested, "self_test") if result is Result.FAULTED else tested


def _shoe_opened(state: TableState, order: OpenShoe, inside: int | None) -> TableState:
    """Begin the passage; a shoe without a whole deck is shut again, an empty one waits for it (C7)."""
    if state.mode is DealingMode.SHOE and inside not in {CARDS_IN_DECK, None}:
        return with_deck(state, order.deck, lambda deck: _not_there(deck, inside))
    return with_round(
        state,
        lambda current: replace(current, shoe_open=True, shoe_closed=False, stub_count=None, next_index=0),
    )


def _not_there(deck: Deck, inside: int | None) -> Deck:
    is_elsewhere = deck.place is DeckPlace.SHOE and not inside
    return replace(deck, place=DeckPlace.HAND) if is_elsewhere else deck


def _shuffled(deck: Deck, event: OperationDone) -> Deck:
    """Place a deck after its shuffle: in the chamber, or wherever the machine left it (CDP1 5.3, counts)."""
    inside = event.cards_inside
    ended = replace(deck, expected=False, count=inside)
    if event.result is Result.OK:
        count = deck.count if inside is None else inside
        return replace(ended, place=DeckPlace.CHAMBER, count=count)
    fed = inside != 0
    ended = replace(ended, shuffle_op=None, place=DeckPlace.CHAMBER if fed else deck.place)
    if deck.state is not DeckState.SHUFFLING:
        return ended
    return replace(ended, state=DeckState.NEW if fed else DeckState.LOADED)


def _dispensed(current: Round, event: OperationDone, *, tray_is_clear: bool) -> Round:
    """Count a stack out of the machine; one that was taken before its end was told is taken now."""
    window = current.window
    if window is None or window.mode is not WindowMode.READ:
        return current
    dispensed = window.dispensed + (event.cards_out or 0)
    taken = window.in_tray and tray_is_clear and dispensed >= window.count
    return replace(
        current,
        window=replace(
            window, dispensed=dispensed, taken=window.taken or taken, reads_due_us=event.reads_due_us
        ),
    )


def _ejected(state: TableState, event: OperationDone) -> TableState:
    """Note that a deck left the chamber: the stub to the table, any other cards to the rack."""
    ejected = in_chamber(state)
    if ejected is None or event.cards_inside not in {0, None} or event.result is not Result.OK:
        return state
    current = state.round
    if current is None or current.deck != ejected.letter:
        return with_deck(state, ejected.letter, _put_away)
    counted = with_round(state, lambda before: _stub_counted(before, event))
    if state.phase not in IN_ROUND:
        return with_deck(counted, ejected.letter, _put_away)
    return with_deck(counted, ejected.letter, lambda deck: replace(deck, place=DeckPlace.TABLE))


def _put_away(deck: Deck) -> Deck:
    rests = deck.state in {DeckState.QUARANTINED, DeckState.NEW}
    return replace(deck, place=DeckPlace.RACK, state=deck.state if rests else DeckState.COLLECTED)


def _stub_counted(current: Round, event: OperationDone) -> Round:
    window = current.window
    if window is not None and window.mode is WindowMode.STUB:
        window = replace(window, reads_due_us=event.reads_due_us)
    return replace(current, stub_count=event.cards_out, window=window)


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
