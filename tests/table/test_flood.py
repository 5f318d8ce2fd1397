"""A device that floods the table is refused; one that catches up is not (C14)."""

from dataclasses import replace

import pytest

from controller.cli.compose import DEVICES
from controller.engine.ids import RoundNo
from controller.table.flood import MOST_A_ROUND, MOST_PER_SECOND, WINDOW_S, FloodWatch
from drivers import events as reports
from hw_fixtures.fault_verbs import FaultConsole
from tests.sim.stage import Stage, stage
from tests.table.intake_kit import report_of
from tests.table.test_table import LINK_UP

SECOND_US = 1_000_000
LIMIT = MOST_PER_SECOND * WINDOW_S
ROUND = RoundNo(7)
TOO_FAST = f"flood: more than {MOST_PER_SECOND} events a second"
TOO_MANY = f"flood: more than {MOST_A_ROUND} events in one round"


def _key(number: int, device: str = "shoe") -> reports.DeviceReport:
    event = reports.ButtonMoved(t_ms=number, button=1, is_down=True)
    return report_of(event, number=number, device=device)


def _up(next_seq: int) -> reports.DeviceReport:
    return report_of(replace(LINK_UP, next_seq=next_seq), number=0)


def _said(watch: FloodWatch, numbers: range, gap_us: int, *, round_no: RoundNo | None = ROUND) -> list[str]:
    """Show events a fixed time apart; give what was said, and where."""
    said = [(number, watch.look(_key(number), number * gap_us, round_no)) for number in numbers]
    return [f"{number} {text}" for number, text in said if text]


def test_fifty_a_second_are_borne_and_one_more_is_not() -> None:
    """At most 50 live events a second over 2 s (C14); it is said once."""
    assert [] == _said(FloodWatch(), range(1, 301), SECOND_US // MOST_PER_SECOND)
    assert [f"{LIMIT + 1} {TOO_FAST}"] == _said(FloodWatch(), range(1, 301), 1_000)


def test_a_burst_as_large_as_the_window_is_borne() -> None:
    """An ejected stub comes at once, and no more than that."""
    assert [] == _said(FloodWatch(), range(1, LIMIT + 1), 0)


def test_a_thousand_events_a_round_are_borne_and_one_more_is_not() -> None:
    """Slowly or not (C14); without a round nothing is counted up."""
    numbers = range(1, MOST_A_ROUND + 3)
    assert [f"{MOST_A_ROUND + 1} {TOO_MANY}"] == _said(FloodWatch(), numbers, SECOND_US)
    assert [] == _said(FloodWatch(), numbers, SECOND_US, round_no=None)


def test_the_next_round_starts_counting_anew() -> None:
    """The limit is one round's (C14)."""
    watch = FloodWatch()
    assert [] == _said(watch, range(1, MOST_A_ROUND + 1), SECOND_US)
    assert [] == _said(watch, range(MOST_A_ROUND + 1, 2 * MOST_A_ROUND), SECOND_US, round_no=RoundNo(8))


def test_a_replay_is_not_counted() -> None:
    """What happened while the link was lost comes all at once, and may (C14)."""
    watch = FloodWatch()
    assert "" == watch.look(_up(next_seq=2_001), 0, ROUND)
    assert [] == _said(watch, range(1, 2_001), 0)
    assert [f"{2_001 + LIMIT} {TOO_FAST}"] == _said(watch, range(2_001, 2_201), 0)


def test_devices_are_counted_apart() -> None:
    """The shuffler is not refused for what the shoe reports."""
    watch = FloodWatch()
    for number in range(1, LIMIT + 1):
        watch.look(_key(number), 0, ROUND)

    assert "" == watch.look(_key(1, "shuffler"), 0, ROUND)


def test_a_device_that_is_let_in_again_has_new_limits() -> None:
    """After the floor's ruling the same device starts afresh; a second flood is said again."""
    watch = FloodWatch()
    assert 1 == len(_said(watch, range(1, 301), 0))
    watch.look(_up(next_seq=301), 0, ROUND)

    assert [f"{301 + LIMIT} {TOO_FAST}"] == _said(watch, range(301, 601), 0)


def _linked(scene: Stage) -> None:
    scene.world.run_until(
        lambda: all(scene.world.state.device(name).linked for name in DEVICES), "both links"
    )


@pytest.mark.parametrize(("count", "problem"), [(60, ""), (300, TOO_FAST)])
def test_flooding_shoe_is_refused_end_to_end(count: int, problem: str) -> None:
    """From the device's log over wire, session, port and table: the port stops, the screen says why (C14)."""
    scene = stage(seed=4)
    _linked(scene)
    FaultConsole(scene.simulation).do(f"flood shoe {count}")
    scene.world.run(5_000)
    assert scene.world.picture.newest is not None
    shown = {device.name: device for device in scene.world.picture.newest.view.devices}

    assert (problem != "", True) == (not shown["shoe"].linked, shown["shuffler"].linked)
    assert problem == shown["shoe"].detail
