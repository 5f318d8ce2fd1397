"""The operations the host has ordered of one device: how far each is, and when it is overdue (CDP1 4).

One literal table says what may follow what; anything else is a RemoteProtocolError. The table watches, it
does not decide: every event still reaches the controller.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from drivers.errors import RemoteProtocolError
from drivers.events import OpAnswer, OpDone, OpOverdue, OpStarted, OpState, OpStatusAnswer
from drivers.orders import OpOrder

DEADLINES_MS: Mapping[str, int] = {
    "start_shuffle": 180_000,
    "self_test": 120_000,
    "reset": 60_000,
    "eject": 30_000,
}
_OTHER_DEADLINE_MS = 10_000
_KEPT = 64
"""Ended operations that are remembered, to know a second OP_DONE (our choice, as many as the device)."""


class OpPhase(StrEnum):
    """Name how far an operation is, as the host knows it; told: over by an answer before its events."""

    ORDERED = "ordered"
    ACCEPTED = "accepted"
    STARTED = "started"
    TOLD = "told"
    ENDED = "ended"
    REFUSED = "refused"
    UNSURE = "unsure"


class OpFact(StrEnum):
    """Name what may be learnt of an operation."""

    ACCEPT = "accept"
    ACCEPT_ENDED = "accept_ended"
    REFUSE = "refuse"
    LOSE = "lose"
    START = "start"
    DONE = "done"


_P, _F = OpPhase, OpFact
TRANSITIONS: Mapping[tuple[OpPhase, OpFact], OpPhase] = {
    (_P.ORDERED, _F.ACCEPT): _P.ACCEPTED,
    (_P.ORDERED, _F.ACCEPT_ENDED): _P.TOLD,
    (_P.ORDERED, _F.REFUSE): _P.REFUSED,
    (_P.ORDERED, _F.LOSE): _P.UNSURE,
    (_P.ORDERED, _F.START): _P.STARTED,
    (_P.ORDERED, _F.DONE): _P.ENDED,
    (_P.ACCEPTED, _F.ACCEPT): _P.ACCEPTED,
    (_P.ACCEPTED, _F.ACCEPT_ENDED): _P.TOLD,
    (_P.ACCEPTED, _F.START): _P.STARTED,
    (_P.ACCEPTED, _F.DONE): _P.ENDED,
    (_P.STARTED, _F.ACCEPT): _P.STARTED,
    (_P.STARTED, _F.ACCEPT_ENDED): _P.TOLD,
    (_P.STARTED, _F.LOSE): _P.STARTED,
    (_P.STARTED, _F.DONE): _P.ENDED,
    (_P.TOLD, _F.ACCEPT): _P.TOLD,
    (_P.TOLD, _F.ACCEPT_ENDED): _P.TOLD,
    (_P.TOLD, _F.LOSE): _P.TOLD,
    (_P.TOLD, _F.START): _P.TOLD,
    (_P.TOLD, _F.DONE): _P.ENDED,
    (_P.ENDED, _F.ACCEPT): _P.ENDED,
    (_P.ENDED, _F.ACCEPT_ENDED): _P.ENDED,
    (_P.ENDED, _F.LOSE): _P.ENDED,
    (_P.ENDED, _F.DONE): _P.ENDED,
    (_P.UNSURE, _F.ACCEPT): _P.ACCEPTED,
    (_P.UNSURE, _F.ACCEPT_ENDED): _P.TOLD,
    (_P.UNSURE, _F.START): _P.STARTED,
    (_P.UNSURE, _F.DONE): _P.ENDED,
}
_CLOSED = frozenset({OpPhase.TOLD, OpPhase.ENDED, OpPhase.REFUSED})
_TIMED = frozenset({OpPhase.ACCEPTED, OpPhase.STARTED})


@dataclass(slots=True, kw_only=True)
class _Op:
    order: str
    phase: OpPhase
    left_ms: float
    overdue: bool = False


class OpTable:
    """Follow every operation of one device by its op_id; operations of an earlier run are unknown here."""

    def __init__(self) -> None:
        self.done_repeated = 0
        self._ops: dict[int, _Op] = {}
        self._last_tick: float | None = None

    def phase(self, op_id: int) -> OpPhase | None:
        """Give how far an operation is, None if it was not ordered in this run."""
        op = self._ops.get(op_id)
        return op.phase if op is not None else None

    def ordered(self, order: OpOrder) -> None:
        """Note that an operation goes out, for the first time or again under its id."""
        known = self._ops.get(order.op_id)
        if known is not None and known.phase not in {OpPhase.REFUSED, OpPhase.UNSURE}:
            return
        self._ops.pop(order.op_id, None)
        left_ms = DEADLINES_MS.get(order.kind, _OTHER_DEADLINE_MS)
        self._ops[order.op_id] = _Op(order=order.kind, phase=OpPhase.ORDERED, left_ms=left_ms)
        self._forget_oldest()

    def saw(self, event: OpAnswer | OpStatusAnswer | OpStarted | OpDone) -> None:
        """Note what an event tells of an operation; raises RemoteProtocolError if it cannot follow."""
        op = self._ops.get(event.op_id)
        fact = _fact(event)
        if op is None or fact is None:
            return
        if op.phase is OpPhase.ENDED and fact is OpFact.DONE:
            self.done_repeated += 1
        phase = TRANSITIONS.get((op.phase, fact))
        if phase is None:
            text = f"{fact} of {op.order} {event.op_id} while it is {op.phase}"
            raise RemoteProtocolError(text)
        op.phase = phase

    def tick(self, now: float, *, is_up: bool) -> list[OpOverdue]:
        """Let time pass for running operations, only while the link is up; give those now overdue."""
        passed_ms = (now - self._last_tick) * 1000 if is_up and self._last_tick is not None else 0.0
        self._last_tick = now
        overdue = []
        for op_id, op in self._ops.items():
            if op.phase not in _TIMED or op.overdue:
                continue
            op.left_ms -= passed_ms
            if op.left_ms <= 0:
                op.overdue = True
                deadline_ms = DEADLINES_MS.get(op.order, _OTHER_DEADLINE_MS)
                overdue.append(OpOverdue(op_id=op_id, order=op.order, deadline_ms=deadline_ms))
        return overdue

    def _forget_oldest(self) -> None:
        closed = [op_id for op_id, op in self._ops.items() if op.phase in _CLOSED]
        for op_id in closed[: max(0, len(closed) - _KEPT)]:
            del self._ops[op_id]


def _fact(event: OpAnswer | OpStatusAnswer | OpStarted | OpDone) -> OpFact | None:
    match event:
        case OpStarted():
            return OpFact.START
        case OpDone():
            return OpFact.DONE
        case OpAnswer():
            return _fact_of_answer(event)
        case OpStatusAnswer():
            if event.lost or event.op_state == OpState.UNKNOWN:
                return None
            return OpFact.ACCEPT if event.op_state == OpState.RUNNING else OpFact.ACCEPT_ENDED
        case _:
            assert_never(event)


def _fact_of_answer(answer: OpAnswer) -> OpFact:
    if answer.lost:
        return OpFact.LOSE
    if not answer.accepted:
        return OpFact.REFUSE
    return OpFact.ACCEPT if answer.op_state == OpState.RUNNING else OpFact.ACCEPT_ENDED
