"""How fast the record is: appends beside bare writes; run on request (`.ci/run bench`)."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import perf_counter

import pytest

from controller.journal.blackbox import pack_record
from controller.journal.journal import Journal
from controller.journal.places import JournalConfig
from controller.table.runner import TABLE_NICENESS
from tests.journal.table import TickingClock, note_card

APPENDS = 1_000
BATCH = 20
ROUND = 100
"""Records of a round: between two rounds the WAL begins anew."""
MOST_TIMES_BARE = 3.0
SWITCH_INTERVAL_S = 0.0005


def timed(act: Callable[[], object]) -> float:
    """Give how long one act takes, in microseconds."""
    start = perf_counter()
    act()
    return (perf_counter() - start) * 1e6


def quantile(times: list[float], share: float) -> float:
    """Give the time that this share of all does not exceed."""
    return sorted(times)[int(len(times) * share)]


@pytest.mark.bench
def test_an_append_is_told_beside_a_bare_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both copies durable, in turns with one write plus fdatasync of the same bytes (issue 7).

    Both with the table thread's priority where the system allows it (DURABILITY 4.2), so that other programs
    on a busy machine are not what is measured.
    """
    with as_table_thread():
        halves, ends = measured(tmp_path)
    with capsys.disabled():
        for name, (ours, theirs) in {"p50": halves, "p99": ends}.items():
            sys.stdout.write(
                f"\n{name}: append {ours:.0f} us, bare {theirs:.0f} us, {ours / theirs:.2f} times"
            )
    assert halves[0] <= MOST_TIMES_BARE * halves[1]


@contextmanager
def as_table_thread() -> Iterator[None]:
    """Run with the priority and the switch interval that a table thread has, where the system lets us."""
    thread, interval = threading.get_native_id(), sys.getswitchinterval()
    usual = os.getpriority(os.PRIO_PROCESS, thread)
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, thread, TABLE_NICENESS)
    try:
        yield
    finally:
        os.setpriority(os.PRIO_PROCESS, thread, usual)
        sys.setswitchinterval(interval)


def measured(folder: Path) -> tuple[tuple[float, float], tuple[float, float]]:
    """Give half and nearly all of the times of an append, and of a bare write beside it."""
    clock = TickingClock()
    config = JournalConfig.at_file(folder / "play.db", table_id="T1", gaming_day="2026-12-01")
    journal, _, report = Journal.open(config, clock)
    journal.power_up(report, clock(), software="bench")
    journal.open_round(1, clock())
    note_card(journal, clock, 0)
    data = pack_record(tuple(journal._parts.store.records())[-1])
    bare = os.open(folder / "bare", os.O_RDWR | os.O_CREAT)
    end = 0

    def write() -> None:
        nonlocal end
        end += os.pwrite(bare, data, end)
        os.fdatasync(bare)

    appended, written = [], []
    for turn in range(APPENDS // BATCH):
        if turn * BATCH % ROUND == 0:
            journal.open_round(2 + turn, clock())
        appended += [timed(partial(note_card, journal, clock, turn % 52)) for _ in range(BATCH)]
        written += [timed(write) for _ in range(BATCH)]
    os.close(bare)
    journal.close()
    halves = quantile(appended, 0.5), quantile(written, 0.5)
    ends = quantile(appended, 0.99), quantile(written, 0.99)
    return halves, ends
