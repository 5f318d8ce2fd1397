"""Kill a table at a named point of its work, and start it again over what is on the media (F1)."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from controller.journal.blackbox import BlackBox
from controller.journal.custody import Custody, Entropy
from controller.journal.journal import Journal
from controller.journal.parts import Clock
from controller.journal.places import JournalConfig
from controller.journal.recover import RecoveryReport
from controller.journal.replay import Replay
from controller.journal.sqlite_store import SqliteStore
from controller.table.authority import BadgeAuthority
from controller.table.envelope import Outcome
from controller.table.gates import PortGate
from controller.table.table import Table
from hw_fixtures.dealer import RobotDealer, Strategy
from tests.sim.stage import Stage, stage

POINTS: dict[str, tuple[type, str]] = {
    "mirror": (BlackBox, "begin"),
    "flush": (BlackBox, "finish"),
    "primary": (SqliteStore, "append"),
    "settle": (SqliteStore, "settle"),
    "key": (Custody, "make"),
    "sign": (Journal, "sign"),
    "approve": (BadgeAuthority, "approve"),
    "decide": (Table, "_decide"),
    "order": (PortGate, "submit"),
    "ack": (PortGate, "ack"),
    "snapshot": (Table, "_note_standing"),
    "publish": (Table, "_publish"),
}
"""Each step of the table's work by its name; a table can be killed before and after each."""

RARE = frozenset({"settle", "key", "sign", "approve", "snapshot"})
"""Steps that a round has once or twice."""

NAMES = tuple(f"{when} {name}" for name in POINTS for when in ("before", "after"))


class Killed(BaseException):
    """End the program here, as a signal that nobody can catch does."""


@dataclass(slots=True)
class Killer:
    """Count how often each point is passed, and kill at those that were asked for."""

    due: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    kills: Counter[str] = field(default_factory=Counter)
    journals: list[Journal] = field(default_factory=list)

    def abandon(self) -> None:
        """Let go of the files as the system does for a dead process: closed, with not a word in them."""
        while self.journals:
            journal = self.journals.pop()
            journal._parts.store.close()
            journal._parts.release()

    def at(self, name: str, times_from_now: int) -> None:
        """Kill the table when it has passed a point so many times more."""
        self.due[name] = self.passed[name] + times_from_now

    def passes(self, name: str) -> None:
        """Pass a point, or die there."""
        self.passed[name] += 1
        if self.due[name] and self.passed[name] >= self.due[name]:
            del self.due[name]
            self.kills[name] += 1
            raise Killed(name)


@contextmanager
def killer() -> Iterator[Killer]:
    """Stand at every point."""
    made = Killer()
    with pytest.MonkeyPatch.context() as patch:
        for name, (owner, method) in POINTS.items():
            patch.setattr(owner, method, _deadly(made, name, getattr(owner, method)))
        opened = Journal.open

        def open_and_remember(
            config: JournalConfig, clock: Clock, *, entropy: Entropy
        ) -> tuple[Journal, Replay, RecoveryReport]:
            found = opened(config, clock, entropy=entropy)
            made.journals.append(found[0])
            return found

        patch.setattr(Journal, "open", open_and_remember)
        yield made
        made.abandon()


def _deadly(killer: Killer, name: str, real: Callable[..., object]) -> Callable[..., object]:
    def passing(*args: object, **kwargs: object) -> object:
        killer.passes(f"before {name}")
        given = real(*args, **kwargs)
        killer.passes(f"after {name}")
        return given

    return passing


@dataclass(slots=True, kw_only=True)
class MortalTable:
    """Hold a table on real files that dies and comes back; accepted: what was ever answered with yes."""

    table: Stage
    killer: Killer
    strategy: Strategy
    accepted: dict[str, Outcome] = field(default_factory=dict)
    lives: int = 1

    def step(self) -> None:
        """Do the robot's next thing; a table that is killed at it starts again."""
        try:
            outcome = self.table.dealer.step()
            if outcome is not None and outcome.refused is None:
                self.accepted[outcome.command_id] = outcome
        except Killed:
            self.start_again()

    def start_again(self) -> None:
        """Let go of the files as the system does for a dead process, and start until a start survives."""
        asked = self.table.dealer.asked
        while True:
            self.killer.abandon()
            self.lives += 1
            self.table.robot = RobotDealer(self.table.simulation.world, self.strategy)
            try:
                self.table.restart()
            except Killed:
                continue
            self.table.dealer.asked = asked
            return


def config_at(folder: Path) -> JournalConfig:
    """Give the record of a mortal table."""
    return JournalConfig.at_file(folder / "table.db", table_id="WORLD", gaming_day="2026-12-01")


def mortal(folder: Path, killer: Killer, *, seed: int, dealing: str, strategy: Strategy) -> MortalTable:
    """Set up a table whose record is in a folder."""
    table = stage(seed=seed, dealing=dealing, strategy=strategy, files=config_at(folder))
    return MortalTable(table=table, killer=killer, strategy=strategy)
