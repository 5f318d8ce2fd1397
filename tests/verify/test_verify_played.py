"""Days really played, faults and restarts included: nothing is held against an honest table."""

import contextlib
from pathlib import Path

import pytest

from controller.cli.world_soak import Day as SoakDay
from controller.cli.world_soak import DaySetting, Failure
from controller.verify.verification import Request, verify
from tests.sim.played_vectors import playable
from tests.sim.test_played_vectors import _play
from tests.verify.kit import Day, mirror_of, places

DAYS = [
    ("rough", 1, "shoe"),
    ("hostile", 5, "shoe"),
    pytest.param("hostile", 1, "stacks", marks=pytest.mark.full),
    pytest.param("hostile", 2, "stacks", marks=pytest.mark.full),
    pytest.param("hostile", 3, "shoe", marks=pytest.mark.full),
    pytest.param("hostile", 4, "shoe", marks=pytest.mark.full),
]
VECTORS = tuple(playable())
EACH_PUSH = 6


@pytest.mark.parametrize(("level", "seed", "dealing"), DAYS)
def test_a_day_with_faults_verifies(tmp_path: Path, level: str, seed: int, dealing: str) -> None:
    """Holds, voids, lost links and restarts leave a record with nothing wrong in it."""
    day = SoakDay(DaySetting(seed=seed, level=level, rounds=3, dealing=dealing))
    with contextlib.suppress(Failure):  # a day may end early; what it recorded until then is honest
        day.play()
    medium = day._lives.medium
    record = Day(header=medium.header, records=tuple(medium.records))
    report = verify(Request(files=[mirror_of(record, tmp_path / "x.bb")]))
    counts = report.files[0].counts

    assert [] == places(report)
    assert counts.settled + counts.void >= 1
    assert {True, None} >= {one.balances for one in report.files[0].rounds}
    assert 0 == sum(one.wrong + one.unchecked + one.has_hole for one in report.files[0].rounds)


@pytest.mark.parametrize(
    "vector",
    [*VECTORS[:EACH_PUSH], *(pytest.param(one, marks=pytest.mark.full) for one in VECTORS[EACH_PUSH:])],
    ids=lambda one: one.id,
)
def test_a_played_vector_verifies(tmp_path: Path, vector: object) -> None:
    """Every public round that a robot can play balances, whoever won what."""
    medium = _play(vector, "shoe").medium  # type: ignore[arg-type]  # a played vector
    record = Day(header=medium.header, records=tuple(medium.records))
    report = verify(Request(files=[mirror_of(record, tmp_path / "x.bb")]))

    assert [] == places(report)
    assert report.files[0].rounds[0].balances
