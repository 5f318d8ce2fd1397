"""How long a whole day takes to verify; run on request (`.ci/run bench`)."""

import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

from tests.verify.kit import Day, chained, found, items, played_day, written

EVENTS = 216_000
TARGET_S = 3.0
MOST_TIMES_BARE = 6.0


def busy_day() -> Day:
    """Repeat two rounds until the day has enough events."""
    day = played_day()
    bodies = [record.body for record in day.records]
    events = sum(len(items(json.loads(body))) for body in bodies)
    return chained(day.header, [*bodies, *bodies[2:] * (EVENTS // events)])


def timed(act: Callable[[], object]) -> float:
    """Give the processor time of one act, in seconds; other programs on the machine do not count."""
    start = process_time()
    act()
    return process_time() - start


@pytest.mark.bench
def test_a_day_is_verified_beside_bare_parsing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both copies with all checks, beside one plain parse and one hash of each body (issue 7)."""
    day = busy_day()
    files = written(day, tmp_path)

    def bare() -> None:
        for record in day.records:
            json.loads(record.body)
            hashlib.sha256(record.body).digest()

    parsed = timed(bare)
    took = timed(lambda: found(files.check()))
    with capsys.disabled():
        sys.stdout.write(
            f"\nverify: {len(day.records)} records of {EVENTS} events in {took:.2f} s of processor time "
            f"(target {TARGET_S} s), {took / parsed:.1f} times a bare parse and hash\n"
        )
    assert took <= MOST_TIMES_BARE * parsed
