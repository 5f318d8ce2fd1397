"""Orders that a state calls for: compared with what was sent, at most one a device at a time (CDP1 7).

Nothing here remembers: after a link or a restart is back the same comparison finds what is missing.
"""

from typing import Final

from controller.engine.copying import constructor
from controller.engine.deadlines import allowed_us
from controller.engine.decide.shoe_orders import order_for_shoe
from controller.engine.decide.shuffler_orders import order_for_shuffler
from controller.engine.device_events import DeviceOrderIssued
from controller.engine.device_words import AskOperation, Order, Rebase
from controller.engine.events import CardDealt, DecisionMade, Event, SeatSettled, SeatTurnedUp
from controller.engine.state import Device, OpenOperation, TableState, is_operation

_OWING_NOTHING: Final = frozenset({DecisionMade, SeatSettled, SeatTurnedUp})
"""Events that touch nothing an order is made from: no phase, deck, device, window, or number of cards."""
_make_issued = constructor(DeviceOrderIssued)


def may_owe(state: TableState, events: tuple[Event, ...]) -> bool:
    """Tell whether a state at rest may owe a device another order since these events led to `state`.

    Nor does a card that leaves its window open: the window stays the one that was asked about before.
    """
    window = None if state.round is None else state.round.window
    waits = window is not None and not window.is_full
    for event in events:
        if type(event) not in _OWING_NOTHING and not (waits and type(event) is CardDealt):
            return True
    return False


def due_orders(state: TableState, now_us: int) -> tuple[DeviceOrderIssued, ...]:
    """Give the next order for each device that is free to take one."""
    issued = []
    for device in (state.shuffler, state.shoe):
        order = _order(state, device)
        if order is not None and device.balked != order.kind:
            issued.append(issue(device, order, now_us))
    return tuple(issued)


def _order(state: TableState, device: Device) -> Order | None:
    log = device.lost_log
    if log is not None and log.accepted and log.heard and not log.sent:
        return Rebase(epoch=log.epoch)  # the floor's ruling, once the device has told of its loss
    if device.waiting or not device.linked:
        return None
    if device.operation is not None:
        return _question(device.operation)
    return order_for_shuffler(state) if device.name == "shuffler" else order_for_shoe(state)


def _question(operation: OpenOperation) -> AskOperation | None:
    """Ask once after each reconnect what became of an operation, never repeat it blindly (DURABILITY 6)."""
    if operation.asked or operation.due_us is not None:
        return None
    return AskOperation(asked_op_id=operation.op_id)


def issue(device: Device, order: Order, now_us: int) -> DeviceOrderIssued:
    """Number an operation; one that the device never heard of keeps its number (CDP1 4)."""
    if not is_operation(order):
        return _make_issued(device=device.name, op_id=None, order=order, due_us=None)
    unheard = device.unheard
    again = unheard is not None and unheard.order == order
    op_id = unheard.op_id if again and unheard is not None else device.next_op_id
    return _make_issued(device=device.name, op_id=op_id, order=order, due_us=now_us + allowed_us(order))
