"""Engine orders in the words of the drivers (CDP1 5.2); with `intake` the only place that knows both."""

from typing import Final, assert_never

from controller.engine import device_words as words
from controller.engine.cards import Back
from drivers import orders

BACK_CODES: Final[dict[Back, int]] = {back: code for code, back in enumerate(Back)}
"""Colours by their code on the wire; the enumeration stands in the paper's order (CDP1 5.1)."""

SLOTS: Final = {words.Slot.INFEED: orders.Slot.INFEED, words.Slot.CHAMBER: orders.Slot.CHAMBER}

_WINDOW_MODES: Final = {
    words.WindowMode.READ: orders.WindowMode.READ,
    words.WindowMode.STUB: orders.WindowMode.COUNT_STUB,
    words.WindowMode.BURN: orders.WindowMode.COUNT_BURN,
}
_MARKS: Final = {
    words.RoundMark.OPENED: orders.MarkTag.ROUND_OPENED,
    words.RoundMark.CLOSED: orders.MarkTag.ROUND_CLOSED,
    words.RoundMark.VOID: orders.MarkTag.ROUND_VOID,
}


def dispatch(op_id: int | None, order: words.Order) -> orders.DeviceOrder:
    """Give the driver's order; op_id must be there exactly for operations, else ValueError."""
    if (op_id is None) == (order.kind in words.OPERATIONS):
        raise ValueError(f"order {order.kind} with op_id {op_id}; only operations carry one")
    return _setting(order) if op_id is None else _operation(op_id, order)


def _operation(op_id: int, order: words.Order) -> orders.DeviceOrder:
    """Translate an order that carries an op_id."""
    match order:
        case words.StartShuffle(slot=slot):
            return orders.StartShuffle(op_id=op_id, mode=orders.ShuffleMode.SHUFFLE, slot=SLOTS[slot])
        case words.Dispense(count=count):
            return orders.Dispense(op_id=op_id, count=count)
        case words.Eject(slot=slot):
            return orders.Eject(op_id=op_id, slot=SLOTS[slot])
        case words.OpenShoe(shoe_id=shoe_id, back=back):
            return orders.OpenShoe(op_id=op_id, shoe_id=shoe_id, back=BACK_CODES[back])
        case words.CloseShoe():
            return orders.CloseShoe(op_id=op_id)
        case words.MarkRound(round=number, mark=mark):
            return orders.Mark(op_id=op_id, round_no=number, tag=_MARKS[mark])
        case words.ClearFault(fault=fault):
            return orders.ClearFault(op_id=op_id, fault=fault)
        case words.SelfTest():
            return orders.SelfTest(op_id=op_id)
        case _:
            raise ValueError(f"order {order.kind} is no operation")


def _setting(order: words.Order) -> orders.DeviceOrder:
    """Translate a setting or a question."""
    match order:
        case words.ExpectDeck(deck_id=deck_id, back=back):
            return orders.Expect(deck_id=deck_id, back=BACK_CODES[back])
        case words.SetLock(locked=locked):
            return orders.Lock(on=locked)
        case words.ArmWindow():
            return _arm(order)
        case words.Disarm():
            return orders.Disarm()
        case words.AskOperation(asked_op_id=asked):
            return orders.OpStatus(op_id=asked)
        case words.Rebase(epoch=epoch):
            return orders.Rebase(epoch=epoch)
        case (
            words.StartShuffle()
            | words.Dispense()
            | words.Eject()
            | words.OpenShoe()
            | words.CloseShoe()
            | words.MarkRound()
            | words.ClearFault()
            | words.SelfTest()
        ):
            raise ValueError(f"order {order.kind} needs an op_id")
        case _:
            assert_never(order)


def _arm(order: words.ArmWindow) -> orders.Arm:
    """Translate a window; its target stays here, the shoe knows indexes only."""
    return orders.Arm(
        round_no=order.round, first=order.first, count=order.count, mode=_WINDOW_MODES[order.mode]
    )
