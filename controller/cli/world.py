"""A whole table in one thread and in virtual time: devices, wire sessions, table, record (ARCHITECTURE 9).

The same table, ports and devices as in the real program; only threads, wires and clocks are replaced. A
world with equal seeds and equal acts goes the same way to the last byte.
"""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final

from controller.engine.ids import DeviceName
from controller.engine.prompt import Prompt
from controller.engine.state import TableState
from controller.table.clock import Clock, ManualClock
from controller.table.envelope import Admission, Envelope, Outcome, Publication
from controller.table.table import Table
from drivers.events import DeviceReport
from drivers.port_core import PortCore

STEP_MS: Final = 20
"""One turn of the world: time for the devices, one turn of each port, then the table."""

_MILLISECOND_US: Final = 1_000
_SECOND_US: Final = 1_000_000


def at_once() -> int:
    """Let the table be as fast as the ports."""
    return 0


class Reports:
    """Queue reports between ports and table in one thread.

    lag_ms: draws how long the table takes until it is free for a report, as behind a slow disk (CDP1 13).
    """

    def __init__(self, clock: Clock, lag_ms: Callable[[], int] = at_once) -> None:
        self._clock = clock
        self._lag_ms = lag_ms
        self._free_us = 0
        self._waiting: deque[tuple[int, DeviceReport]] = deque()

    def put(self, report: DeviceReport, timeout_s: float) -> bool:
        """Queue a report; there is always room."""
        del timeout_s
        due_us = self._clock.now().boot_us + self._lag_ms() * _MILLISECOND_US
        self._free_us = max(self._free_us, due_us)
        self._waiting.append((self._free_us, report))
        return True

    def take(self) -> DeviceReport | None:
        """Give the oldest report, None while the table has none or is not free."""
        if not self._waiting or self._waiting[0][0] > self._clock.now().boot_us:
            return None
        return self._waiting.popleft()[1]


class Stuck(Exception):
    """Report that a world did not come where it should in time; waited_ms and the prompt say where it is."""

    def __init__(self, *, what: str, waited_ms: int, prompt: Prompt) -> None:
        self.what = what
        self.waited_ms = waited_ms
        self.prompt = prompt
        super().__init__(f"{what} did not come within {waited_ms} ms; the prompt is {prompt.code}")


class LastPicture:
    """Take what a table publishes: the newest picture, and every answer; `look` sees each one."""

    def __init__(self) -> None:
        self.newest: Publication | None = None
        self.outcomes: list[Outcome] = []
        self.look: Callable[[Publication], None] | None = None

    def __call__(self, publication: Publication) -> None:
        """Keep a publication."""
        self.newest = publication
        self.outcomes.extend(publication.outcomes)
        if self.look is not None:
            self.look(publication)


class World:
    """Hold a table with its ports and devices, and let time pass for all of them.

    tick: brings the devices to the present; picture: what the table published.
    """

    def __init__(
        self,
        *,
        clock: ManualClock,
        table: Table,
        ports: Mapping[DeviceName, PortCore],
        reports: Reports,
        picture: LastPicture,
        tick: Callable[[], None],
    ) -> None:
        self.clock = clock
        self.table = table
        self.ports = ports
        self.picture = picture
        self._reports = reports
        self._tick = tick
        self._started_us = clock.now().boot_us

    @property
    def state(self) -> TableState:
        """Give the table's state."""
        return self.table.state

    @property
    def prompt(self) -> Prompt:
        """Give the table's prompt."""
        return self.table.prompt

    @property
    def now_ms(self) -> int:
        """Give the time since the start in milliseconds."""
        return (self.clock.now().boot_us - self._started_us) // _MILLISECOND_US

    def step(self) -> None:
        """Let one turn pass for everything."""
        self.clock.advance(STEP_MS * _MILLISECOND_US)
        self._tick()
        for port in self.ports.values():
            port.turn(self.clock.now().boot_us / _SECOND_US)
            self._drain()
        deadline_us = self.table.next_deadline_us()
        if deadline_us is not None and deadline_us <= self.clock.now().boot_us:
            self.table.pass_time()

    def run(self, milliseconds: int) -> None:
        """Let so much time pass."""
        until_ms = self.now_ms + milliseconds
        while self.now_ms < until_ms:
            self.step()

    def run_until(self, holds: Callable[[], bool], what: str, limit_ms: int = 60_000) -> int:
        """Let time pass until something holds, and give how long it took; raise Stuck beyond the limit."""
        start_ms = self.now_ms
        while not holds():
            if self.now_ms - start_ms > limit_ms:
                raise Stuck(what=what, waited_ms=limit_ms, prompt=self.prompt)
            self.step()
        return self.now_ms - start_ms

    def ask(self, envelope: Envelope | Admission) -> Outcome:
        """Hand a person's command, or the wish to read, to the table and give the answer."""
        self.table.handle(envelope)
        return self.picture.outcomes[-1]

    def _drain(self) -> None:
        while (report := self._reports.take()) is not None:
            self.table.handle(report)
