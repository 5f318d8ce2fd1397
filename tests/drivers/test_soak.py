"""The soak of CDP1 13 in virtual time; `DEALER_ASSIST_SOAK_SEEDS` widens it, a failing seed replays alone."""

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import pytest

from tests.drivers.soak import LEVELS, Soak

Pool = ProcessPoolExecutor

CORES = 2
BLOCK = 20
SEEDS = range(int(os.environ.get("DEALER_ASSIST_SOAK_SEEDS", "6")))
FULL_SEEDS = range(240)
VARIANT_SEEDS = range(15)


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    """Give two processes, for a seed needs one core for seconds."""
    with ProcessPoolExecutor(CORES, mp_context=get_context("forkserver")) as made:
        yield made


def run_seed(level: str, seed: int, *, variant: bool = False) -> str:
    """Run one seed; give what went wrong, "" if all is right."""
    soak = Soak(seed, level, journal_s=1.0, drops_acked=True, cards=120) if variant else Soak(seed, level)
    return soak.run()


def _failures(pool: Pool, level: str, seeds: Iterable[int], *, variant: bool = False) -> dict[int, str]:
    """Run the seeds; give what went wrong, by seed."""
    told = zip(seeds, pool.map(partial(run_seed, level, variant=variant), seeds), strict=True)
    return {seed: failure for seed, failure in told if failure}


def _blocks(seeds: range) -> list[range]:
    """Cut the seeds into parts that one test can finish in good time."""
    return [seeds[at : at + BLOCK] for at in range(0, len(seeds), BLOCK)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seeds", _blocks(SEEDS), ids=str)
def test_journal_equals_the_devices_events(pool: Pool, level: str, seeds: range) -> None:
    """0 events lost, 0 doubled, each operation acted once, at every level (CDP1 13)."""
    assert {} == _failures(pool, level, seeds)


@pytest.mark.parametrize("level", LEVELS)
def test_slow_journal_and_forgetful_device(pool: Pool, level: str) -> None:
    """The same with a journal delay of up to 1 s and a device that drops acknowledged events (CDP1 13)."""
    assert {} == _failures(pool, level, range(2), variant=True)


@pytest.mark.full
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seeds", _blocks(FULL_SEEDS), ids=str)
def test_journal_equals_the_devices_events_at_length(pool: Pool, level: str, seeds: range) -> None:
    """The nightly run: 240 seeds a level (CDP1 13)."""
    assert {} == _failures(pool, level, seeds)


@pytest.mark.full
@pytest.mark.parametrize("level", LEVELS)
def test_slow_journal_and_forgetful_device_at_length(pool: Pool, level: str) -> None:
    """The nightly run of the variant: 15 seeds a level (CDP1 13)."""
    assert {} == _failures(pool, level, VARIANT_SEEDS, variant=True)


def test_rough_levels_do_what_they_say() -> None:
    """A soak without faults proves nothing: unplugs, power cuts and crashes really happen."""
    soak = Soak(0, "rough", cards=200)
    failure = soak.run()

    assert "" == failure
    assert min(soak.tally.unplugs, soak.tally.power_cuts, soak.tally.crashes) >= 1
