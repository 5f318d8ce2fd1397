"""Cut the power at any call, and let recovery find everything acknowledged (DURABILITY 2, 15).

The positive controls must lose records or fork, or the simulator is broken. Counts are small here; the
`full` runs have those of DURABILITY 15.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from controller.journal.pair import PairStore
from controller.journal.record import Head, StoredRecord, canonical, parse, stored
from controller.journal.sqlite_store import PRAGMAS, Pragma
from controller.journal.store import CopyReading, JournalStore
from tests.journal.powercut.scenes import (
    Failing,
    Scene,
    judge_copy,
    judge_table,
    make_mirror,
    make_primary,
    read_mirror_of,
    read_primary_of,
    record_copy,
    record_table,
)
from tests.journal.sim_disk import SimDisk

PAIR, ONE_GONE, ONE_FAILING, ALONE, CONTROL = 1_200, 300, 300, 600, 300
FULL_FACTOR = 20
PUSH_OR_FULL = [pytest.param(1, id="push"), pytest.param(FULL_FACTOR, id="full", marks=pytest.mark.full)]

Make = Callable[[SimDisk], JournalStore]
Read = Callable[[SimDisk], CopyReading]
COPIES = [
    pytest.param(make_primary, read_primary_of, id="primary"),
    pytest.param(make_mirror, read_mirror_of, id="mirror"),
]


def cut_table(scene: Scene, count: int, seed: int, *, gone: str | None = None) -> Counter[str]:
    """Count the verdicts over images of a table."""
    verdicts: Counter[str] = Counter()
    for wreck, chance in scene.cuts(count, seed):
        verdicts[judge_table(wreck.draw(chance, gone=gone), wreck.acked, scene, chance)] += 1
    return verdicts


def cut_copy(scene: Scene, count: int, seed: int, read: Read) -> Counter[str]:
    """Count the verdicts over images of one copy alone."""
    verdicts: Counter[str] = Counter()
    for wreck, chance in scene.cuts(count, seed):
        verdicts[judge_copy(read, wreck.draw(chance), wreck.acked, scene)] += 1
    return verdicts


def share(verdicts: Counter[str], verdict: str) -> float:
    """Give the share of one verdict."""
    return verdicts[verdict] / verdicts.total()


@pytest.mark.parametrize("factor", PUSH_OR_FULL)
def test_the_pair_loses_nothing(factor: int) -> None:
    """No cut loses an acknowledged record, forks the copies or spoils one (DURABILITY 15, F3)."""
    for seed in range(3 * factor):
        verdicts = cut_table(record_table(seed), PAIR // 3, seed)
        assert verdicts.keys() == {"whole"}, (seed, verdicts)


@pytest.mark.parametrize("gone", ["/a", "/b"])
@pytest.mark.parametrize("factor", PUSH_OR_FULL)
def test_one_medium_is_enough(gone: str, factor: int) -> None:
    """With one medium gone in the same cut, the other one has everything (DURABILITY 15)."""
    for seed in range(factor):
        verdicts = cut_table(record_table(seed + 10), ONE_GONE, seed, gone=gone)
        assert verdicts.keys() == {"whole"}, (seed, verdicts)


@pytest.mark.parametrize("medium", ["/a", "/b"])
@pytest.mark.parametrize("factor", PUSH_OR_FULL)
def test_a_failing_copy_loses_nothing(medium: str, factor: int) -> None:
    """The same bytes on the other copy: a cut around the failure loses and forks nothing (DURABILITY 4.3)."""
    for seed in range(4 * factor):
        scene = record_table(seed + 20, sabotage=Failing(medium, spared=seed % 4))
        verdicts = cut_table(scene, ONE_FAILING // 4, seed)
        assert verdicts.keys() == {"whole"}, (seed, verdicts)


@pytest.mark.parametrize(("make", "read"), COPIES)
@pytest.mark.parametrize("factor", PUSH_OR_FULL)
def test_each_copy_alone_loses_nothing(make: Make, read: Read, factor: int) -> None:
    """WAL with FULL, and the mirror with its syncs, keep what they acknowledged (DURABILITY 15)."""
    for seed in range(factor):
        verdicts = cut_copy(record_copy(make, seed), ALONE, seed, read)
        assert verdicts.keys() == {"whole"}, (seed, verdicts)


def weakened(*weaker: Pragma) -> tuple[Pragma, ...]:
    """Give the pragmas with some of them weakened."""
    by_name = {pragma[0]: pragma for pragma in weaker}
    return tuple(by_name.get(pragma[0], pragma) for pragma in PRAGMAS)


@pytest.mark.parametrize(
    ("pragmas", "least"),
    [
        pytest.param(weakened(("synchronous", "NORMAL", (1,))), 0.20, id="wal-normal"),
        pytest.param(
            weakened(("locking_mode", "NORMAL", ("normal",)), ("journal_mode", "DELETE", ("delete",))),
            0.05,
            id="delete-full",
        ),
    ],
)
def test_control_a_weaker_primary_loses_records(
    pragmas: tuple[Pragma, ...], least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the sync at each commit, or without WAL, the simulator must find losses (DURABILITY 15)."""
    with monkeypatch.context() as weaker:
        weaker.setattr("controller.journal.sqlite_store.PRAGMAS", pragmas)
        scene = record_copy(partial(make_primary, room=0), seed=1, settle_each=1_000)
    verdicts = cut_copy(scene, CONTROL, 1, read_primary_of)
    assert share(verdicts, "lost") >= least, verdicts


def test_control_a_mirror_without_syncs_loses_records() -> None:
    """Without fdatasync the mirror must lose what it acknowledged (DURABILITY 15)."""
    disk = SimDisk(syncs=lambda path: not path.endswith(".bb"))
    verdicts = cut_copy(record_copy(make_mirror, seed=1, disk=disk), CONTROL, 1, read_mirror_of)
    assert share(verdicts, "lost") >= 0.20, verdicts


def test_control_a_mirror_without_folder_sync_loses_its_file() -> None:
    """JR05: Where names last only after a folder sync, leaving it out must lose the file (DURABILITY 15)."""
    scene = record_copy(make_mirror, seed=1, disk=SimDisk(folder_syncs=False))
    scene.strict_names = True
    verdicts = cut_copy(scene, CONTROL, 1, read_mirror_of)
    assert share(verdicts, "lost") >= 0.10, verdicts


def test_control_a_pair_without_syncs_loses_records() -> None:
    """Two copies do not replace syncs (DURABILITY 15)."""
    disk = SimDisk(syncs=lambda path: not path.startswith(("/a/T1", "/b/T1")))
    verdicts = cut_table(record_table(1, disk=disk), CONTROL, 1)
    assert share(verdicts, "lost") + share(verdicts, "locked") >= 0.20, verdicts


def test_control_a_record_made_again_forks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record re-made after a mirror error must leave two histories in some cuts (DURABILITY 4.3, 15)."""

    def remaking(self: PairStore, record: StoredRecord) -> None:
        try:
            if "mirror" in self._copies:
                self._copies["mirror"].append(record)
        except OSError:
            self._drop("mirror")
            record = stored(self._head, canonical({**parse(record.body), "nonce": "00" * 8}))
        self._copies["primary"].append(record)
        self._head = Head(seq=record.seq, h=record.h)

    with monkeypatch.context() as careless:
        careless.setattr(PairStore, "append", remaking)
        scene = record_table(2, sabotage=Failing("/b", spared=1))
    verdicts = cut_table(scene, CONTROL, 1)
    assert share(verdicts, "forked") >= 0.05, verdicts
