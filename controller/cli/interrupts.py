"""Ctrl-C and SIGTERM: a program with a window ends in order, wherever in its start or stop they come.

Python runs a signal's handler between any two steps of the main thread. An exception out of it aborts the
process where Qt is on the stack, and leaves a half-stopped table where it comes a second time.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Final, Self

ENDING: Final = (signal.SIGTERM, signal.SIGINT)
LOOK_MS: Final = 200
"""So often an event loop asks whether it was told to end: a signal before its start does not end it."""


class Held:
    """Note both signals instead of breaking off; main thread only, use as a context manager."""

    def __init__(self) -> None:
        self._asked = False
        self._end: Callable[[], None] | None = None
        self._before: dict[signal.Signals, object] = {}

    def __enter__(self) -> Self:
        for number in ENDING:
            self._before[number] = signal.signal(number, self._handle)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]  # what `signal` itself gave

    def check(self) -> None:
        """Break off here, at a place that was chosen, if a signal came."""
        if self._asked:
            raise KeyboardInterrupt

    def ends(self, end: Callable[[], None]) -> None:
        """Say what a signal ends from now on; one that came before ends it at once."""
        self._end = end
        self.look()

    def look(self) -> None:
        """End what shall end, if a signal came."""
        if self._asked and self._end is not None:
            self._end()

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        self._asked = True
        self.look()


@contextmanager
def broken_off_once() -> Iterator[None]:
    """Let the first signal break off by KeyboardInterrupt; what it unwinds is not broken off again."""
    came: list[int] = []

    def handle(number: int, _frame: FrameType | None) -> None:
        came.append(number)
        if len(came) == 1:
            raise KeyboardInterrupt

    before = {number: signal.signal(number, handle) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
