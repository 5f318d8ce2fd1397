"""Remember the answer about the last state asked about, by identity: comparing states would cost more."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from controller.engine.state import TableState

A = TypeVar("A")
B = TypeVar("B")
T = TypeVar("T")


def of_last_state(question: Callable[[TableState], T]) -> Callable[[TableState], T]:
    """Ask a pure question about the same state once, however many rules ask it in one command.

    The same state gives the same answer, so nobody can tell whether it was kept (ARCHITECTURE 11).
    """
    kept: tuple[TableState, T] | None = None

    @wraps(question)
    def answer(state: TableState) -> T:
        nonlocal kept
        last = kept
        if last is not None and last[0] is state:
            return last[1]
        given = question(state)
        kept = (state, given)
        return given

    return answer


def of_last_pair(question: Callable[[A, B], T]) -> Callable[[A, B], T]:
    """Ask a pure question about the same two frozen values once."""
    kept: tuple[A, B, T] | None = None

    @wraps(question)
    def answer(one: A, other: B) -> T:
        nonlocal kept
        last = kept
        if last is not None and last[0] is one and last[1] is other:
            return last[2]
        given = question(one, other)
        kept = (one, other, given)
        return given

    return answer
