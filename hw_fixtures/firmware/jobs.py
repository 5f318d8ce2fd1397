"""Model running operations: what they do step by step, and how they end (CDP1 4, operations)."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

from hw_fixtures.peer.codes import Message, ShuffleMode, Status


class Job(ABC):
    """Hold one running operation.

    op_id, message: as ordered; due_ms: when `step` wants to run; mode, n_in, n_out: for OP_DONE.
    moves: whether an opened door or a mechanical fault ends it FAULTED.
    """

    moves: ClassVar[bool] = True

    def __init__(self, *, op_id: int, message: Message, due_ms: int) -> None:
        self.op_id = op_id
        self.message = message
        self.due_ms = due_ms
        self.mode = ShuffleMode.NONE
        self.n_in = 0
        self.n_out = 0

    @abstractmethod
    def step(self) -> Status | None:
        """Do the next bit of work; give the result once it is over."""

    def closing(self, result: Status) -> None:
        """Write what precedes OP_DONE, in the same NV write; most operations have nothing to add."""
        del result


class TimedJob(Job):
    """Wait, then do one thing: the shape of every operation that moves no card."""

    def __init__(
        self, *, op_id: int, message: Message, due_ms: int, end: Callable[["TimedJob"], Status]
    ) -> None:
        super().__init__(op_id=op_id, message=message, due_ms=due_ms)
        self._end = end

    def step(self) -> Status | None:
        """Do it."""
        return self._end(self)


class BesideJob(TimedJob):
    """Run beside whatever else runs and end by itself, doors or not (CLEAR_FAULT, CLOSE_SHOE)."""

    moves: ClassVar[bool] = False
