"""A table that runs for weeks: what it holds in memory and keeps open does not grow (F28)."""

import gc
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

from controller.history.rounds import KEPT
from controller.journal.journal import Journal
from controller.journal.places import JournalConfig
from controller.verify.findings import Verdict
from controller.verify.verification import Request, verify
from tests.journal.table import TickingClock, note_card
from tests.journal.test_rollover import Days
from tests.sim.stage import Stage, stage

WARM_UP, PUSH = 2, 8
WARM_UP_FULL, FULL = KEPT + 10, 10_000
MOST_GROWN = 1024**2
DAYS = 30
CARDS_A_DAY = 8


def _held() -> int:
    """Give the bytes that all containers of Python take now; what grows is held by one of them."""
    gc.collect()
    return sum(map(sys.getsizeof, gc.get_objects()))


def _open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def _forget(table: Stage) -> None:
    """Let go of what only a test keeps: the record in memory, and every answer."""
    del table.medium.records[:-1]
    table.world.picture.outcomes.clear()


def _grown(warm_up: int, rounds: int) -> tuple[int, int]:
    """Play rounds and give by how many bytes and open files the table grew."""
    table = stage(seed=77)
    table.dealer.play_rounds(warm_up)
    _forget(table)
    before, opened = _held(), _open_files()
    for _ in range(rounds // 4):
        table.dealer.play_rounds(4)
        _forget(table)
    return _held() - before, _open_files() - opened


@pytest.mark.parametrize(
    ("warm_up", "rounds"),
    [
        pytest.param(WARM_UP, PUSH, id="push"),
        pytest.param(WARM_UP_FULL, FULL, id="full", marks=pytest.mark.full),
    ],
)
def test_a_table_does_not_grow(warm_up: int, rounds: int) -> None:
    """After the warm-up less than 1 MB more, and not one open file (F28)."""
    grown, opened = _grown(warm_up, rounds)
    assert grown < MOST_GROWN
    assert opened <= 0


def test_control_a_table_that_keeps_its_record_grows() -> None:
    """The measure sees what a round leaves behind where nothing is let go."""
    table = stage(seed=77)
    table.dealer.play_rounds(2)  # what the engine remembers is of this table by now
    before = _held()
    table.dealer.play_rounds(2)
    assert _held() - before > 20_000


def test_thirty_days_are_one_record(tmp_path: Path) -> None:
    """Thirty roll-overs on real files: no file stays open, the chain runs through all of them (F28, F27)."""
    first = date(2026, 12, 1)
    today = first
    config = JournalConfig(
        table_id="T1",
        folder=tmp_path / "a",
        mirror_folder=tmp_path / "b",
        key_file=tmp_path / "k" / "root",
        gaming_day=first.isoformat(),
        allow_single_medium=True,
        day_of=lambda _utc_us: today.isoformat(),
        ballast_bytes=0,
    )
    clock = TickingClock()
    journal, _, report = Journal.open(config, clock)
    journal.power_up(report, clock(), software="test")
    opened = _open_files()
    for number in range(DAYS):
        journal.open_round(number + 1, clock())
        for ordinal in range(CARDS_A_DAY):
            note_card(journal, clock, ordinal)
        today = first + timedelta(days=number + 1)
        Days.end_round(Days(clock=clock), journal)
    assert opened == _open_files()
    journal.close()
    days = [(first + timedelta(days=number)).isoformat() for number in range(DAYS + 1)]
    found = verify(
        Request(
            files=[tmp_path / "a" / f"T1-{day}.db" for day in days],
            mirrors=[tmp_path / "b" / f"T1-{day}.bb" for day in days],
        )
    )
    assert Verdict.INCOMPLETE is found.verdict
    assert journal.head.seq == sum(file.counts.records for file in found.files)
    assert [True] * DAYS + [False] == [file.is_closed for file in found.files]
