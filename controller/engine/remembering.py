"""Remember answers about the last values asked about, by identity: comparing states would cost more.

Every question here is pure and about frozen values, so the same values give the same answer, and nobody can
tell whether it was kept (ARCHITECTURE 11).
"""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from controller.engine.state import TableState

A = TypeVar("A")
B = TypeVar("B")
T = TypeVar("T")


def of_last_state(question: Callable[[TableState], T]) -> Callable[[TableState], T]:
    """Ask a question about the same state once, however many rules ask it in one command."""
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


def of_last_pairs(most: int) -> Callable[[Callable[[A, B], T]], Callable[[A, B], T]]:
    """Ask a question about the same two values once, as long as no more than `most` pairs came since."""

    def remembering(question: Callable[[A, B], T]) -> Callable[[A, B], T]:
        kept: dict[int, tuple[A, B, T]] = {}  # by the second value, which its entry keeps alive

        @wraps(question)
        def answer(one: A, other: B) -> T:
            last = kept.get(id(other))
            if last is not None and last[0] is one:
                return last[2]
            given = question(one, other)
            if len(kept) == most:
                del kept[next(iter(kept))]  # the oldest
            kept[id(other)] = (one, other, given)
            return given

        return answer

    return remembering
