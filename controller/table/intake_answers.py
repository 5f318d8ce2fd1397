"""Answers to orders, in the engine's words (CDP1 4)."""

from collections.abc import Mapping
from typing import Final

from controller.engine.device_words import OperationState, Result
from controller.engine.fact_commands import ReportOrderAnswered
from controller.engine.ids import DeviceName
from controller.engine.state import TableState
from controller.table.faults import OperationReused
from controller.table.intake_events import result_of
from drivers import events as reports

Answer = (
    reports.OpAnswer
    | reports.OrderAnswer
    | reports.ArmAnswer
    | reports.OpStatusAnswer
    | reports.StatusAnswer
    | reports.CountersAnswer
    | reports.ConfigAnswer
    | reports.LogAnswer
    | reports.PingAnswer
)
"""What a port reports about an order; the table itself asks only for the first four."""

_ORDERS: Final[Mapping[str, str]] = {
    "expect": "expect_deck",
    "lock": "set_lock",
    "arm": "arm_window",
    "mark": "mark_round",
    "op_status": "ask_operation",
}
"""Kinds of orders whose name differs between the drivers and the engine."""

_STATES: Final[Mapping[int, OperationState]] = {
    reports.OpState.UNKNOWN: OperationState.UNKNOWN,
    reports.OpState.RUNNING: OperationState.RUNNING,
    reports.OpState.DONE: OperationState.DONE,
    reports.OpState.INTERRUPTED: OperationState.INTERRUPTED,
    reports.OpState.FAILED: OperationState.FAILED,
}


def read_answer(device: DeviceName, answer: Answer, state: TableState) -> ReportOrderAnswered | None:
    """Give the fact of an answer; None for queries of no concern, gone windows, and questions asked twice.

    After a link came back twice the same question may be answered twice, and the second answer is older than
    the order that followed the first. Raise OperationReused where a device took a new operation for one it
    knew (CDP1 4).
    """
    match answer:
        case reports.OpAnswer():
            return _operation(device, answer)
        case reports.OrderAnswer(order=order, status=status, lost=lost):
            return _answered(device, order, _result(status, lost=lost))
        case reports.ArmAnswer():
            return _window(device, answer, state)
        case reports.OpStatusAnswer():
            return None if _is_stale(device, state) else _asked(device, answer)
        case _:
            return None


def _operation(device: DeviceName, answer: reports.OpAnswer) -> ReportOrderAnswered:
    """Read how an operation was taken on."""
    if answer.reused:
        raise OperationReused(device=device, order=answer.order, op_id=answer.op_id)
    state = _STATES.get(answer.op_state) if answer.accepted else None
    result = _result(answer.status, lost=answer.lost)
    return _answered(device, answer.order, result, op_id=answer.op_id, state=state)


def _window(device: DeviceName, answer: reports.ArmAnswer, state: TableState) -> ReportOrderAnswered | None:
    """Read the answer to ARM or DISARM; one for a window that was replaced since tells nothing."""
    if answer.order == "arm" and not _is_current(answer, state):
        return None
    result = _result(answer.status, lost=answer.lost)
    return _answered(device, answer.order, result, next_index=answer.next_index)


def _is_current(answer: reports.ArmAnswer, state: TableState) -> bool:
    """Tell whether an answer belongs to the window that is open now."""
    current = state.round
    if current is None or current.window is None:
        return False
    return (current.number, current.window.first) == (answer.round_no, answer.first)


def _is_stale(device: DeviceName, state: TableState) -> bool:
    """Tell whether another order left since the question was answered."""
    return state.device(device).waiting not in {"", "ask_operation"}


def _asked(device: DeviceName, answer: reports.OpStatusAnswer) -> ReportOrderAnswered:
    """Read what a device knows of an operation; its result counts once it is over."""
    if answer.lost or answer.status != reports.Status.OK:
        result = _result(answer.status, lost=answer.lost)
        return _answered(device, "op_status", result, op_id=answer.op_id)
    state = _STATES.get(answer.op_state, OperationState.FAILED)
    return _answered(device, "op_status", result_of(answer.result), op_id=answer.op_id, state=state)


def _answered(
    device: DeviceName,
    order: str,
    result: Result,
    *,
    op_id: int | None = None,
    state: OperationState | None = None,
    next_index: int | None = None,
) -> ReportOrderAnswered:
    """Put an answer together."""
    return ReportOrderAnswered(
        device=device,
        order=_ORDERS.get(order, order),
        op_id=op_id,
        result=result,
        state=state,
        next_index=next_index,
    )


def _result(status: int, *, lost: bool) -> Result:
    """Name the result; without an answer nothing is known."""
    return Result.LOST if lost else result_of(status)
