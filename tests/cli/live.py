"""The demo's table with its real threads and wires, dealt by the robot; no screen."""

import queue
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from controller.cli.compose import DemoTable
from controller.cli.simulated import DemoSetting
from controller.engine.actors import Role
from controller.engine.ids import CommandId
from controller.engine.refusals import Refused
from controller.engine.view_types import TableView
from controller.table.envelope import Envelope, Publication

SHUFFLE_MS = 500
PAUSE_S = 0.01
MOST_S = 60.0


@dataclass(slots=True)
class LiveTable:
    """Hold a running table; all methods belong to the test's thread.

    lines: the trace of every frame; faults: last words of the table thread.
    """

    demo: DemoTable
    lines: list[str]
    faults: list[str]
    published: "queue.SimpleQueue[Publication]"
    view: TableView | None = None
    refused: list[Refused] = field(default_factory=list)
    asked: int = 0
    pending: CommandId | None = None

    def deal_until(self, holds: Callable[[TableView], bool], seconds: float = MOST_S) -> float:
        """Deal until a picture is as wanted, and give how long it took; fails beyond the limit."""
        return self._until(holds, seconds, deal=True)

    def watch_until(self, holds: Callable[[TableView], bool], seconds: float = MOST_S) -> float:
        """Wait with idle hands until a picture is as wanted, and give how long it took."""
        return self._until(holds, seconds, deal=False)

    def _until(self, holds: Callable[[TableView], bool], seconds: float, *, deal: bool) -> float:
        start = time.monotonic()
        while True:
            self._hear()
            if self.view is not None and holds(self.view):
                return time.monotonic() - start
            assert [] == self.faults
            assert time.monotonic() - start < seconds, "the picture that was waited for did not come"
            if deal and self.view is not None and self.pending is None:
                self._step(self.view)

    def _hear(self) -> None:
        """Take the newest picture and every answer."""
        try:
            publication = self.published.get(timeout=PAUSE_S)
        except queue.Empty:
            return
        self.view = publication.view
        for outcome in publication.outcomes:
            if outcome.command_id == self.pending:
                self.pending = None
            if outcome.refused is not None:
                self.refused.append(outcome.refused)

    def _step(self, view: TableView) -> None:
        """Do the robot's next thing."""
        taken = self.demo.step(view.prompt)
        if taken is None:
            return
        offer, command = taken
        needs = offer.needs
        self.asked += 1
        self.pending = CommandId(f"live-{self.asked}")
        self.demo.running.submit(
            Envelope(
                command_id=self.pending,
                token=offer.token,
                command=command,
                actor="dealer:test",
                role=Role.DEALER,
                source="test",
                credential=self.demo.floor if needs is not None else None,
                second=self.demo.shift if needs is not None and needs.dual else None,
            )
        )


def live_table(folder: Path, *, dealing: str, seed: int = 3) -> LiveTable:
    """Build a table whose devices hang on a pseudo-terminal and behind `usb.core`; `demo.start` starts it."""
    published: queue.SimpleQueue[Publication] = queue.SimpleQueue()
    lines: list[str] = []
    faults: list[str] = []
    setting = DemoSetting(
        seed=seed, folder=folder, dealing=dealing, shuffle_ms=SHUFFLE_MS, quiet_s=0.0, trace=lines.append
    )
    demo = DemoTable(setting, publish=published.put, on_fault=faults.append)
    return LiveTable(demo, lines, faults, published)
