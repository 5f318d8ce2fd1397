"""A clock that is set in the middle of play moves no time-out, no order and no wait (F10, DURABILITY 11)."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise

import pytest

from controller.cli.running import day_of
from controller.cli.simulated import WorldSetting, world_config
from controller.journal.notes import ClockStep
from controller.table.clock import ManualClock
from hw_fixtures.dealer import SeededStrategy
from tests.sim.reading import money_of, records_of
from tests.sim.stage import Stage, stage

SECOND_US = 1_000_000
HOUR_US = 3_600 * SECOND_US
TEN_YEARS_US = 3_652 * 24 * HOUR_US
EPOCH = "1970"


def _played(step_us: int | str | None) -> Stage:
    """Play a round, with the clock set in the middle of it."""
    table = stage(seed=9, strategy=SeededStrategy(9))
    table.dealer.play_until(lambda: table.world.state.round is not None, "a round")
    table.world.run(2_000)
    if step_us is not None:
        _step(table.clock, step_us)
    table.dealer.play_rounds(1)
    return table


@cache
def _straight() -> Stage:
    """Play the same with a clock that is left alone."""
    return _played(None)


def _step(clock: ManualClock, step_us: int | str) -> None:
    clock.step_utc(-clock.now().utc_us if isinstance(step_us, str) else step_us)


@pytest.mark.parametrize("step_us", [-SECOND_US, -HOUR_US, EPOCH, TEN_YEARS_US, HOUR_US])
def test_a_clock_that_is_set_changes_nothing_but_a_note(step_us: int | str) -> None:
    """Back 1 s, 1 h, to 1970, ten years on: the same play, one `clock_step`, order by number (F10)."""
    straight, set_back = _straight(), _played(step_us)
    assert money_of(straight) == money_of(set_back)
    records = records_of(set_back)
    assert all(one.seq + 1 == other.seq for one, other in pairwise(records))
    steps = [note for one in records for note in one.content.notes if isinstance(note, ClockStep)]
    assert 1 == len(steps)
    moved = steps[0].after_us - steps[0].before_us
    assert moved == (step_us if isinstance(step_us, int) else -steps[0].before_us + steps[0].after_us)
    causes = [[one.content.cause for one in records_of(table)] for table in (straight, set_back)]
    assert causes[0] == causes[1], "time-outs went by boot time"


def test_control_a_clock_that_is_left_alone_is_not_noted() -> None:
    """Otherwise a note would prove nothing."""
    notes = [note for one in records_of(_straight()) for note in one.content.notes]
    assert not any(isinstance(note, ClockStep) for note in notes)


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ((2026, 11, 1, 8, 30), "2026-10-31"),  # 01:30 the first time: Pacific daylight time
        ((2026, 11, 1, 9, 30), "2026-10-31"),  # 01:30 once more: standard time
        ((2026, 11, 1, 13, 59), "2026-10-31"),  # 05:59, a day of 25 hours
        ((2026, 11, 1, 14, 0), "2026-11-01"),
        ((2026, 3, 8, 12, 59), "2026-03-07"),  # 05:59, a day of 23 hours
        ((2026, 3, 8, 13, 0), "2026-03-08"),
    ],
)
def test_a_gaming_day_is_cut_once_at_a_change_of_summer_time(
    moment: tuple[int, int, int, int, int], day: str
) -> None:
    """Hours that come twice or not at all count once; the table file names the cut (F10, JR08)."""
    plain = world_config(WorldSetting(seed=1))
    table = replace(plain.table, time_zone="America/Los_Angeles", day_rolls_at="06:00")
    config = replace(plain, table=table)
    assert day == day_of(config, datetime(*moment, tzinfo=UTC))
