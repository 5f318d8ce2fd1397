"""Flip bits and cut ends anywhere in one copy: the other one brings all of it back (DURABILITY 3.1, F8)."""

import random

import pytest

from tests.journal.powercut.scenes import copied
from tests.journal.sim_disk import SimDisk
from tests.journal.table import MIRROR, PRIMARY, SimTable, note_card

COPIES = {"primary": (PRIMARY,), "wal": (f"{PRIMARY}-wal",), "mirror": (MIRROR,)}
TRIES = [pytest.param(80, id="push"), pytest.param(4_000, id="full", marks=pytest.mark.full)]


@pytest.fixture(scope="module", params=[12, 0], ids=["in the round", "before the round"])
def whole(request: pytest.FixtureRequest) -> SimTable:
    """Give a table that settled one round and was killed in the next one, or before its first card.

    Right after a settling the WAL still holds the frames of the round before, whole and readable.
    """
    table = SimTable()
    journal = table.played(cards=12)
    if not request.param:
        journal._parts.store.settle()
        return table
    journal.open_round(2, table.clock())
    for ordinal in range(request.param):
        note_card(journal, table.clock, ordinal)
    return table


def restored(table: SimTable, disk: SimDisk) -> bool:
    """Start over a damaged disk; tell whether both copies are whole and equal to what was written."""
    again = SimTable(disk=disk, clock=table.clock)
    journal, replayed, _ = again.start()
    assert replayed[-1].h == journal.head.h
    truth = bytes(table.disk.contents(MIRROR))
    return journal.degraded is None and bytes(disk.contents(MIRROR)) == truth


@pytest.mark.parametrize("name", COPIES)
@pytest.mark.parametrize("tries", TRIES)
def test_a_flipped_bit_in_one_copy_loses_nothing(whole: SimTable, name: str, tries: int) -> None:
    """Wherever one bit turns, in file, WAL or mirror, the whole history comes back (F8)."""
    chance = random.Random(name)
    for _ in range(tries):
        disk = copied(whole.disk)
        for path in COPIES[name]:
            data = disk.contents(path)
            at = chance.randrange(len(data))
            data[at] ^= 1 << chance.randrange(8)
            assert restored(whole, disk), (path, at)


@pytest.mark.parametrize("name", COPIES)
@pytest.mark.parametrize("tries", TRIES)
def test_a_cut_end_of_one_copy_loses_nothing(whole: SimTable, name: str, tries: int) -> None:
    """JR03: Cut one copy anywhere, the other one has the rest (F8)."""
    chance = random.Random(name)
    for _ in range(tries):
        disk = copied(whole.disk)
        for path in COPIES[name]:
            data = disk.contents(path)
            size = chance.randrange(len(data))
            del data[size:]
            assert restored(whole, disk), (path, size)


@pytest.mark.parametrize("name", COPIES)
@pytest.mark.parametrize("tries", TRIES)
def test_a_stretch_of_garbage_in_one_copy_loses_nothing(whole: SimTable, name: str, tries: int) -> None:
    """A block of noise in one copy is mended from the other one (F8)."""
    chance = random.Random(name)
    for _ in range(tries):
        disk = copied(whole.disk)
        for path in COPIES[name]:
            data = disk.contents(path)
            at = chance.randrange(len(data))
            size = min(chance.choice((1, 16, 512, 4_096)), len(data) - at)
            data[at : at + size] = chance.randbytes(size)
            assert restored(whole, disk), (path, at, size)
