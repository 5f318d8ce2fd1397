"""How long a whole day takes to verify; run on request (`.ci/run bench`)."""

import hashlib
import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

import pytest

from tests.verify.kit import Day, chained, found, items, played_day, written

EVENTS = 216_000
TARGET_S = 3.0
MOST_TIMES_BARE = 3.5


def busy_day() -> Day:
    """Repeat two rounds until the day has enough events."""
    day = played_day()
    bodies = [record.body for record in day.records]
    events = sum(len(items(json.loads(body))) for body in bodies)
    return chained(day.header, [*bodies, *bodies[2:] * (EVENTS // events)])


def timed(act: Callable[[], object]) -> tuple[float, float, float]:
    """Give the processor time of one act and of the process it began beside it, and what passed, in seconds.

    Other programs on the machine count in the last one only.
    """
    here, beside, start = process_time(), processor_beside(), perf_counter()
    act()
    return process_time() - here, processor_beside() - beside, perf_counter() - start


def processor_beside() -> float:
    """Give the processor time of processes that have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.bench
def test_a_day_is_verified_beside_bare_parsing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both copies with all checks, beside one plain parse and one hash of each body (issue 7).

    Two processes share the work where there are two processors; the busier one is what a person waits for.
    """
    day = busy_day()
    files = written(day, tmp_path)

    def bare() -> None:
        for record in day.records:
            json.loads(record.body)
            hashlib.sha256(record.body).digest()

    parsed, _, _ = timed(bare)
    here, beside, passed = timed(lambda: found(files.check()))
    with capsys.disabled():
        sys.stdout.write(
            f"\nverify: {len(day.records)} records of {EVENTS} events in {passed:.2f} s, of which the "
            f"processor worked {here:.2f} s, beside it another one {beside:.2f} s (target {TARGET_S} s); "
            f"{here / parsed:.1f} times a bare parse and hash\n"
        )
    assert max(here, beside) <= MOST_TIMES_BARE * parsed
