"""Judge answers to orders and the ends of operations (CDP1 4, 8: C1, C6, C7, C9; DURABILITY 6)."""

from typing import assert_never

from controller.engine.copying import constructor
from controller.engine.deadlines import READS_AFTER_DONE_US, allowed_us
from controller.engine.decide.holding import hold
from controller.engine.deck_order import counts_by_machine, stub_inside
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
    Place,
    Result,
    ShuffleMode,
    StartShuffle,
)
from controller.engine.events import Event
from controller.engine.evolve.machines import OPERATION_LATE, READS_LATE, UNORDERED
from controller.engine.fact_commands import (
    PassTime,
    ReportOperationDone,
    ReportOperationStarted,
    ReportOrderAnswered,
)
from controller.engine.ids import DeviceName
from controller.engine.queries import (
    CARDS_IN_DECK,
    cards_out_so_far,
    round_of,
    window_places,
)
from controller.engine.state import (
    DEALING,
    IN_ROUND,
    Context,
    DealingMode,
    Deck,
    DeckState,
    Device,
    HoldCode,
    OpenOperation,
    TableState,
    Window,
)
from controller.engine.streets import spent_cards

_make_answered = constructor(OrderAnswered)


def answered(state: TableState, command: ReportOrderAnswered, context: Context) -> tuple[Event, ...]:
    """Record an answer; a refused order stops the deal, a wrong next index names an early card (C1).

    A mark is done when the device says so: it sends no end of its own (CDP1 5.2, MARK).
    """
    operation = _open_operation(state, command)
    known = operation is not None and command.state not in {None, OperationState.UNKNOWN}
    due = context.now_us + allowed_us(operation.order) if operation is not None and known else None
    heard = _make_answered(
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
    if command.order == "arm_window":
        return _window_refused(state, command)
    good = command.result in {Result.OK, Result.ACCEPTED}
    if not good and command.order in {"dispense", "eject"}:
        return hold(HoldCode.DEVICE_FAULT, device=command.device)
    return ()


def _window_refused(state: TableState, command: ReportOrderAnswered) -> tuple[Event, ...]:
    """Stop for a window that the shoe will not open, or that a card had passed before it was open (C1).

    A window sent again may be used up: then the shoe refuses it, and the cards come by replay (CDP1 6).
    """
    window = round_of(state).window
    if window is None:
        return ()
    if command.result is not Result.OK:
        used_up = window.again and command.result is Result.REFUSED
        return () if used_up else hold(HoldCode.DEVICE_FAULT, device="shoe")
    if window.again or command.next_index in {window.first, None}:
        return ()
    return hold(HoldCode.DRAWN_EARLY, device="shoe", places=window_places(state))


def started(state: TableState, command: ReportOperationStarted) -> tuple[Event, ...]:
    """Record the begin of an operation; one that nobody ordered stops the table (C2)."""
    device = command.source.device
    operation = state.device(device).operation
    begun = OperationStarted(device=device, op_id=command.op_id)
    if operation is not None and operation.op_id == command.op_id:
        return (begun,)
    noted = DeviceNoted(device=device, name=UNORDERED, text=str(command.op_id))
    if state.round is None:
        return (begun, noted)
    return (begun, noted, *hold(HoldCode.UNORDERED_OPERATION, device=device))


def done(state: TableState, command: ReportOperationDone, context: Context) -> tuple[Event, ...]:
    """Record the end of an operation with its counts, and judge them."""
    device = command.source.device
    operation = state.device(device).operation
    if operation is None or operation.op_id != command.op_id:
        return (StrayOperation(device=device, op_id=command.op_id, result=command.result),)
    sends_out = isinstance(operation.order, Dispense | Eject) and command.result is Result.OK
    ended = OperationDone(
        device=device,
        op_id=command.op_id,
        order=operation.order,
        result=command.result,
        mode=command.mode,
        cards_in=command.cards_in,
        cards_out=command.cards_out,
        cards_inside=command.cards_inside,
        reads_due_us=context.now_us + READS_AFTER_DONE_US if sends_out else None,
    )
    return (ended, *_judge(state, operation.order, command))


def _judge(state: TableState, order: Order, command: ReportOperationDone) -> tuple[Event, ...]:
    match order:
        case StartShuffle():
            return _shuffled(state, order, command)
        case Dispense():
            return _dispensed(state, order, command)
        case Eject():
            return _ejected(state, command)
        case OpenShoe():
            return _shoe_opened(state, order, command)
        case CloseShoe():
            return _shoe_closed(state, command)
        case _:
            return ()


def _shoe_opened(state: TableState, order: OpenShoe, command: ReportOperationDone) -> tuple[Event, ...]:
    """Take a deck that is not whole in the shoe off the table; an empty shoe waits for its deck (I31)."""
    inside = command.cards_inside
    if state.mode is DealingMode.STACKS or command.result is not Result.OK:
        return ()
    if inside in {CARDS_IN_DECK, 0, None}:
        return ()
    return (DeckQuarantined(deck=order.deck, reason=f"{inside} cards in the shoe before the deal"),)


def _shuffled(state: TableState, order: StartShuffle, command: ReportOperationDone) -> tuple[Event, ...]:
    """Make a deck ready only where every check of its shuffle agrees (C8, C9)."""
    deck = state.deck(order.deck)
    if command.result is not Result.OK or deck.state is DeckState.QUARANTINED:
        return ()
    reason = _unfit(deck, command, counts=counts_by_machine(state))
    if reason:
        return (DeckQuarantined(deck=deck.letter, reason=reason),)
    return (DeckMadeReady(deck=deck.letter, count_only=deck.count_only),)


def _unfit(deck: Deck, command: ReportOperationDone, *, counts: bool) -> str:
    """Say in one phrase why a shuffled deck may not be used, empty where it may.

    counts: the machine can count the cards inside; else only what went in is known (G10.3).
    """
    inside = command.cards_inside if counts or command.cards_inside is not None else command.cards_in
    numbers = (command.cards_in, inside, deck.count)
    if command.mode is not ShuffleMode.SHUFFLE:
        return f"mode {command.mode.value}"
    if any(number != CARDS_IN_DECK for number in numbers):
        return f"{_shown(numbers)} cards in, inside, reported"
    if not deck.composition_ok:
        return "composition is not one whole deck"
    return "" if deck.announced else "never called ready"


def _shown(counts: tuple[int | None, ...]) -> str:
    return ", ".join("?" if count is None else str(count) for count in counts)


def _dispensed(state: TableState, order: Dispense, command: ReportOperationDone) -> tuple[Event, ...]:
    """Compare what left the machine with what was ordered, and what is left with what should be (C6)."""
    if state.phase not in DEALING:
        return ()
    if command.result is not Result.OK:
        known = command.cards_out is not None and command.result is Result.FAULTED
        code = HoldCode.DEVICE_FAULT if known else HoldCode.OPERATION_FAILED
        return hold(code, device="shuffler")
    left = CARDS_IN_DECK - cards_out_so_far(state) - order.count
    if command.cards_out in {order.count, None} and command.cards_inside in {left, None}:
        return ()
    return hold(HoldCode.COUNT_WRONG, device="shuffler", places=window_places(state))


def _ejected(state: TableState, command: ReportOperationDone) -> tuple[Event, ...]:
    """Compare the stub with the cards dealt: together they are one deck (C7)."""
    current = state.round
    if current is None or not stub_inside(state):
        return ()
    if command.result is not Result.OK:
        in_deal = state.phase in DEALING
        return hold(HoldCode.DEVICE_FAULT, device="shuffler") if in_deal else ()
    undealt = not current.entitled
    if current.is_void or undealt or command.cards_out is None:
        return ()
    dealt = spent_cards(state)
    if command.cards_out + dealt == CARDS_IN_DECK and not command.cards_inside:
        return ()
    return _miscounted(state, f"{command.cards_out} cards in the stub after {dealt} dealt")


def _shoe_closed(state: TableState, command: ReportOperationDone) -> tuple[Event, ...]:
    """Compare what passed the shoe, and what is left in it, with the cards that were read (C7, I32)."""
    current = state.round
    if current is None or current.is_void or command.result is not Result.OK:
        return ()
    passed, left = command.cards_out, command.cards_inside
    if passed not in {current.next_index, None}:
        return _miscounted(state, f"{passed} cards passed the shoe where {current.next_index} were read")
    in_shoe = state.mode is DealingMode.SHOE and left is not None
    taken_out = left == 0
    if in_shoe and not taken_out and left != CARDS_IN_DECK - current.next_index + current.ruled.reread:
        return _miscounted(state, f"{left} cards left in the shoe after {current.next_index} dealt")
    return ()


def _miscounted(state: TableState, reason: str) -> tuple[Event, ...]:
    """Take the round's deck off the table; while cards are dealt the round stops too (G10.3, I32)."""
    quarantined = DeckQuarantined(deck=round_of(state).deck, reason=reason)
    if state.phase in DEALING:
        return (quarantined, *hold(HoldCode.COUNT_WRONG, device="shuffler"))
    return (quarantined,)


def time_passed(state: TableState, command: PassTime) -> tuple[Event, ...]:
    """Stop for an operation that does not end, or for cards sent out and never read (C1, CDP1 6).

    While cards of a round lie on the felt, another deck's endless shuffle only blocks the next deal.
    """
    late = [*_late(state, state.shuffler, command.now_us), *_late(state, state.shoe, command.now_us)]
    window = state.round.window if state.round is not None else None
    if window is None or state.hold is not None or state.phase not in DEALING:
        return tuple(late)
    if window.is_full or window.reads_due_us is None or window.reads_due_us > command.now_us:
        return tuple(late)
    noted = DeviceNoted(device="shoe", name=READS_LATE, text=window.target.place.value)
    return (*late, noted, *hold(_unread_code(window), device="shoe", places=window_places(state)))


def _unread_code(window: Window) -> HoldCode:
    match window.target.place:
        case Place.STUB:
            return HoldCode.COUNT_WRONG
        case Place.BOARD | Place.BURN:
            return HoldCode.UNREAD
        case Place.SEAT | Place.PLAYER_DEALER:
            return HoldCode.NOT_TWO_CARDS
        case _ as unreachable:
            assert_never(unreachable)


def _late(state: TableState, device: Device, now_us: int) -> tuple[Event, ...]:
    operation = device.operation
    if not device.linked or operation is None or operation.due_us is None or operation.due_us > now_us:
        return ()
    noted = DeviceNoted(device=device.name, name=OPERATION_LATE, text=operation.order.kind)
    moves = isinstance(operation.order, Dispense | Eject) and state.phase in DEALING
    stops = moves or state.phase not in IN_ROUND
    return (noted, *(hold(HoldCode.DEVICE_FAULT, device=device.name) if stops else ()))
