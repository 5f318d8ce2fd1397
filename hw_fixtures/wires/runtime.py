"""Let simulated devices live in real time on one thread, or in virtual time on none."""

import select
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol, TypeVar

from hw_fixtures.wires.cable import Cable

TURN_S: Final = 0.005
T = TypeVar("T")


class Wire(Protocol):
    """What the runtime serves: a wire with a descriptor the host's bytes come in by."""

    def fileno(self) -> int | None:
        """Give the descriptor to wait on, or None while there is none."""
        ...

    def pump(self, now_ms: int) -> None:
        """Move bytes both ways."""
        ...

    def close(self) -> None:
        """Give everything back."""
        ...


def monotonic_ms() -> int:
    """Read the real clock."""
    return time.monotonic_ns() // 1_000_000


class Runtime:
    """Guard one simulated world: whoever touches it does so inside `moment` (any thread).

    cables: moved at each turn; wires: served as well. `start` runs the world in real time on thread `sim`;
    without it time passes only when somebody looks, which suits a test on one thread.
    present: the world's own time, which lags the clock while it catches up.
    """

    def __init__(
        self,
        tick: Callable[[int], None],
        clock: Callable[[], int] = monotonic_ms,
        present: Callable[[], int] | None = None,
    ) -> None:
        self.cables: list[Cable] = []
        self.wires: list[Wire] = []
        self._tick = tick
        self._clock = clock
        self._present = present or clock
        self._inside = False
        self._turn = threading.Condition(threading.RLock())
        self._told = 0
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @contextmanager
    def moment(self) -> Iterator[int]:
        """Bring the world to the present, let the caller act at that time, carry what it gave.

        Inside another moment it only gives the time, so that an act of a script happens when it is due.
        """
        with self._turn:
            if self._inside:
                yield self._present()
                return
            self._inside = True
            try:
                now_ms = self._clock()
                self._tick(now_ms)
                yield now_ms
                self._carry(now_ms)
            finally:
                self._inside = False

    def wait(self, look: Callable[[int], T | None], timeout_ms: int) -> T | None:
        """Look at the world until there is something to give or the time is over."""
        until_ms = self._clock() + timeout_ms
        with self._turn:
            while True:
                with self.moment() as now_ms:
                    found = look(now_ms)
                left_ms = until_ms - self._clock()
                if found is not None or left_ms <= 0:
                    return found
                self._turn.wait(min(TURN_S, left_ms / 1000))

    def start(self) -> None:
        """Run in real time."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="sim", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop the thread and close the wires."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        with self._turn:
            for wire in self.wires:
                wire.close()

    def _carry(self, now_ms: int) -> None:
        for cable in self.cables:
            cable.pump(now_ms)
        for wire in self.wires:
            wire.pump(now_ms)
        sent = sum(cable.to_host.pushes for cable in self.cables)
        if sent != self._told:
            # Only news wakes a reader: two readers that woke each other would never rest.
            self._told = sent
            self._turn.notify_all()

    def _run(self) -> None:
        while not self._stopping.is_set():
            poll = select.poll()
            for wire in self.wires:
                if (number := wire.fileno()) is not None:
                    poll.register(number, select.POLLIN)
            poll.poll(TURN_S * 1000)
            with self.moment():
                pass


class VirtualRuntime(Runtime):
    """Give at once what there is: time is moved by the test alone."""

    def wait(self, look: Callable[[int], T | None], timeout_ms: int) -> T | None:
        """Look once."""
        del timeout_ms
        with self.moment() as now_ms:
            return look(now_ms)
