"""Judge answers to orders and the ends of operations (CDP1 4, 8: C1, C6, C7, C9; DURABILITY 6)."""

from controller.engine.deadlines import READS_AFTER_DONE_US, allowed_us
from controller.engine.decide.holding import hold
from controller.engine.device_events import (
    DeckMadeReady,
    DeckQuarantined,
    DeviceNoted,
    OperationDone,
    OperationStarted,
    OrderAnswered,
    StrayOperation,
)
from controller.engine.device_words import (
    CloseShoe,
    Dispense,
    Eject,
    MarkRound,
    OpenShoe,
    OperationState,
    Order,
    Result,
    ShuffleMode,
    StartShuffle,
)
from controller.engine.events import Event
from controller.engine.evolve.machines import OPERATION_LATE
from controller.engine.fact_commands import (
    PassTime,
    ReportOperationDone,
    ReportOperationStarted,
    ReportOrderAnswered,
)
from controller.engine.ids import DeviceName
from controller.engine.queries import CARDS_IN_DECK, dealt_cards, place_name, round_of
from controller.engine.state import (
    DEALING,
    Context,
    Device,
    HoldCode,
    OpenOperation,
    Phase,
    TableState,
    Window,
)


def answered(state: TableState, command: ReportOrderAnswered, context: Context) -> tuple[Event, ...]:
    """Record an answer; a refused order stops the deal, a wrong next index names an early card (C1).

    A mark is done when the device says so: it sends no end of its own (CDP1 5.2, MARK).
    """
    operation = _open_operation(state, command)
    known = operation is not None and command.state not in {None, OperationState.UNKNOWN}
    due = context.now_us + allowed_us(operation.order) if operation is not None and known else None
    heard = OrderAnswered(
        device=command.device,
        order=command.order,
        op_id=command.op_id,
        result=command.result,
        state=command.state,
        next_index=command.next_index,
        due_us=due,
    )
    if operation is not None and isinstance(operation.order, MarkRound) and _is_done(command):
        return (heard, _marked(command.device, operation))
    return (heard, *_answer_fault(state, command))


def _open_operation(state: TableState, command: ReportOrderAnswered) -> OpenOperation | None:
    operation = state.device(command.device).operation
    return operation if operation is not None and operation.op_id == command.op_id else None


def _is_done(command: ReportOrderAnswered) -> bool:
    return command.state is OperationState.DONE


def _marked(device: DeviceName, operation: OpenOperation) -> OperationDone:
    """Give the end of a mark, which moves no card."""
    return OperationDone(
        device=device,
        op_id=operation.op_id,
        order=operation.order,
        result=Result.OK,
        mode=ShuffleMode.NONE,
        cards_in=0,
        cards_out=0,
        cards_inside=None,
        reads_due_us=None,
    )


def _answer_fault(state: TableState, command: ReportOrderAnswered) -> tuple[Event, ...]:
    if command.result is Result.LOST or state.phase not in DEALING:
        return ()
    window = round_of(state).window
    if command.order == "arm_window" and window is not None and not window.again:
        early = command.next_index is not None and command.next_index != window.first
        if early:
            return hold(HoldCode.DRAWN_EARLY, device="shoe", places=_places(window))
        if command.result is not Result.OK:
            return hold(HoldCode.DEVICE_FAULT, device="shoe")
    good = command.result in {Result.OK, Result.ACCEPTED}
    if not good and command.order in {"dispense", "eject"}:
        return hold(HoldCode.DEVICE_FAULT, device=command.device)
    return ()


def _places(window: Window) -> tuple[str, ...]:
    return tuple(place_name(window.target, n) for n in range(window.read, window.count))


def started(state: TableState, command: ReportOperationStarted) -> tuple[Event, ...]:
    """Record the begin of an operation; one that nobody ordered stops the table (C2)."""
    device = command.source.device
    operation = state.device(device).operation
    begun = OperationStarted(device=device, op_id=command.op_id)
    if operation is not None and operation.op_id == command.op_id:
        return (begun,)
    if state.round is None:
        return (begun,)
    return (begun, *hold(HoldCode.UNORDERED_OPERATION, device=device))


def done(state: TableState, command: ReportOperationDone, context: Context) -> tuple[Event, ...]:
    """Record the end of an operation with its counts, and judge them."""
    device = command.source.device
    operation = state.device(device).operation
    if operation is None or operation.op_id != command.op_id:
        return (StrayOperation(device=device, op_id=command.op_id, result=command.result),)
    dispensed = isinstance(operation.order, Dispense) and command.result is Result.OK
    ended = OperationDone(
        device=device,
        op_id=command.op_id,
        order=operation.order,
        result=command.result,
        mode=command.mode,
        cards_in=command.cards_in,
        cards_out=command.cards_out,
        cards_inside=command.cards_inside,
        reads_due_us=context.now_us + READS_AFTER_DONE_US if dispensed else None,
    )
    return (ended, *_judge(state, operation.order, command))


def _judge(state: TableState, order: Order, command: ReportOperationDone) -> tuple[Event, ...]:
    device: DeviceName = command.source.device
    match order:
        case StartShuffle():
            return _shuffled(state, order, command)
        case Dispense():
            return _dispensed(state, order, command)
        case Eject():
            return _ejected(state, command)
        case OpenShoe() | CloseShoe():
            failed = command.result is not Result.OK and state.phase in DEALING
            return hold(HoldCode.OPERATION_FAILED, device=device) if failed else ()
        case _:
            return ()


def _shuffled(state: TableState, order: StartShuffle, command: ReportOperationDone) -> tuple[Event, ...]:
    """Make a deck ready only where every check of its shuffle agrees (C8, C9)."""
    deck = state.deck(order.deck)
    if command.result is not Result.OK:
        return ()
    counts = (command.cards_in, command.cards_inside, deck.count)
    if command.mode is not ShuffleMode.SHUFFLE:
        return (DeckQuarantined(deck=deck.letter, reason=f"mode {command.mode.value}"),)
    if any(count != CARDS_IN_DECK for count in counts):
        return (DeckQuarantined(deck=deck.letter, reason=f"{_shown(counts)} cards in, inside, reported"),)
    if not deck.composition_ok:
        return (DeckQuarantined(deck=deck.letter, reason="composition is not one whole deck"),)
    return (DeckMadeReady(deck=deck.letter, count_only=deck.count_only),)


def _shown(counts: tuple[int | None, ...]) -> str:
    return ", ".join("?" if count is None else str(count) for count in counts)


def _dispensed(state: TableState, order: Dispense, command: ReportOperationDone) -> tuple[Event, ...]:
    """Compare what left the machine with what was ordered (C6)."""
    if state.phase not in DEALING:
        return ()
    window = round_of(state).window
    if command.result is not Result.OK:
        known = command.cards_out is not None and command.result is Result.FAULTED
        code = HoldCode.DEVICE_FAULT if known else HoldCode.OPERATION_FAILED
        return hold(code, device="shuffler")
    if command.cards_out not in {order.count, None}:
        places = () if window is None else _places(window)
        return hold(HoldCode.COUNT_WRONG, device="shuffler", places=places)
    return ()


def _ejected(state: TableState, command: ReportOperationDone) -> tuple[Event, ...]:
    """Compare the stub with the cards dealt: together they are one deck (C7)."""
    current = round_of(state)
    if command.result is not Result.OK:
        in_deal = state.phase in DEALING
        return hold(HoldCode.DEVICE_FAULT, device="shuffler") if in_deal else ()
    if current.is_void or command.cards_out is None:
        return ()
    if command.cards_out + dealt_cards(current) == CARDS_IN_DECK and not command.cards_inside:
        return ()
    reason = f"{command.cards_out} cards in the stub after {dealt_cards(current)} dealt"
    quarantined = DeckQuarantined(deck=current.deck, reason=reason)
    if state.phase in DEALING:
        return (quarantined, *hold(HoldCode.COUNT_WRONG, device="shuffler"))
    return (quarantined,)


def time_passed(state: TableState, command: PassTime) -> tuple[Event, ...]:
    """Stop for an operation that does not end, or for cards sent out and never read (C1, CDP1 6)."""
    events: list[Event] = []
    for device in (state.shuffler, state.shoe):
        events += _late(state, device, command.now_us)
    current = state.round
    if current is None or current.window is None or state.hold is not None or state.phase not in DEALING:
        return tuple(events)
    due = current.window.reads_due_us
    if due is not None and due <= command.now_us and not current.window.is_full:
        noted = DeviceNoted(device="shoe", name=OPERATION_LATE, text="cards not read")
        code = HoldCode.NOT_TWO_CARDS if state.phase is Phase.HOLE else HoldCode.UNREAD
        events += [noted, *hold(code, device="shoe", places=_places(current.window))]
    return tuple(events)


def _late(state: TableState, device: Device, now_us: int) -> list[Event]:
    operation = device.operation
    if not device.linked or operation is None or operation.due_us is None or operation.due_us > now_us:
        return []
    noted = DeviceNoted(device=device.name, name=OPERATION_LATE, text=operation.order.kind)
    moves = isinstance(operation.order, Dispense | Eject) and state.phase in DEALING
    return [noted, *(hold(HoldCode.DEVICE_FAULT, device=device.name) if moves else ())]
