"""The soak of CDP1 13 in virtual time; `DEALER_ASSIST_SOAK_SEEDS` widens it, a failing seed replays alone."""

import os

import pytest

from tests.drivers.soak import LEVELS, Soak

SEEDS = range(int(os.environ.get("DEALER_ASSIST_SOAK_SEEDS", "6")))
FULL_SEEDS = range(240)
VARIANT_SEEDS = range(15)


def _failures(level: str, seeds: range, *, variant: bool = False) -> dict[int, str]:
    """Run the seeds; give what went wrong, by seed."""
    wrong = {}
    for seed in seeds:
        soak = Soak(seed, level, journal_s=1.0, drops_acked=True, cards=120) if variant else Soak(seed, level)
        if failure := soak.run():
            wrong[seed] = failure
    return wrong


@pytest.mark.parametrize("level", LEVELS)
def test_journal_equals_the_devices_events(level: str) -> None:
    """0 events lost, 0 doubled, each operation acted once, at every level (CDP1 13)."""
    assert {} == _failures(level, SEEDS)


@pytest.mark.parametrize("level", LEVELS)
def test_slow_journal_and_forgetful_device(level: str) -> None:
    """The same with a journal delay of up to 1 s and a device that drops acknowledged events (CDP1 13)."""
    assert {} == _failures(level, range(2), variant=True)


@pytest.mark.full
@pytest.mark.parametrize("level", LEVELS)
def test_journal_equals_the_devices_events_at_length(level: str) -> None:
    """The nightly run: 240 seeds a level, and 15 of the variant (CDP1 13)."""
    assert {} == _failures(level, FULL_SEEDS)
    assert {} == _failures(level, VARIANT_SEEDS, variant=True)


def test_rough_levels_do_what_they_say() -> None:
    """A soak without faults proves nothing: unplugs, power cuts and crashes really happen."""
    soak = Soak(0, "rough", cards=200)
    failure = soak.run()

    assert "" == failure
    assert min(soak.tally.unplugs, soak.tally.power_cuts, soak.tally.crashes) >= 1
