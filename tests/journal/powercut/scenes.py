"""What is cut: a table over both copies, one copy failing, each copy alone (DURABILITY 15)."""

import errno
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from controller.engine.faults import ConfigFault, TableFault
from controller.journal.blackbox import BlackBox, build_mirror, read_mirror
from controller.journal.codec import TableRecord
from controller.journal.faults import Forked
from controller.journal.journal import Journal
from controller.journal.notes import LockRaised, RoundKeyMade
from controller.journal.record import stored
from controller.journal.sqlite_store import SqliteStore, build_primary, lay_wal, read_primary
from controller.journal.store import CopyReading, JournalStore
from tests.journal.powercut.images import Wreck
from tests.journal.sim_disk import Op, SimDisk, SimFiles, allow
from tests.journal.sim_vfs import SIM_VFS, VFS_NAME
from tests.journal.table import CONFIG, MIRROR, PRIMARY, SimTable, note_card
from tests.journal.test_contract import HEADER

Verdict = Literal["whole", "lost", "forked", "locked", "wrong"]

RECUT_SHARE = 0.1
GO_ON_SHARE = 0.25
STEPS = 14


@dataclass
class Scene:
    """Hold what happened before any cut: the log, and the chain values of the records written.

    truth: chain value of each record number; openings: record numbers after which a round was opened, so
    that the key before may be gone; since: first call after which to cut; strict_names: see `Wreck`.
    """

    log: list[Op]
    truth: dict[int, bytes]
    openings: frozenset[int] = frozenset()
    since: int = 0
    start: SimDisk = field(default_factory=SimDisk)
    strict_names: bool | None = None

    def cuts(self, count: int, seed: int) -> Iterator[tuple[Wreck, random.Random]]:
        """Yield so many cuts, spread over all calls of the log in order."""
        chance = random.Random(seed)
        wreck = Wreck.of(self.start, strict_names=self.strict_names)
        points = Counter(chance.randrange(self.since, len(self.log)) for _ in range(count))
        for at, op in enumerate(self.log):
            wreck.take(op)
            for _ in range(points[at]):
                yield wreck, chance


@dataclass
class Failing:
    """Let a few more calls on a medium happen, then fail every one, as a dying disk does.

    medium: its root; spared: how many more calls happen; began: length of the log when it began.
    """

    medium: str
    spared: int
    began: int = 0

    def begin(self, disk: SimDisk) -> None:
        """Take over the disk's calls."""
        self.began = len(disk.log)
        disk.rehearse = self._refuse

    def _refuse(self, call: str, path: str) -> None:
        if not path.startswith(self.medium) or call in ("read", "xRead"):
            return
        self.spared -= 1
        if self.spared < 0:
            raise OSError(errno.EIO, "injected")


def record_table(seed: int, *, sabotage: Failing | None = None, disk: SimDisk | None = None) -> Scene:
    """Play a table from its first start over two rounds, with one restart in between."""
    table = SimTable(disk=disk or SimDisk(late_syncs=seed % 2 == 1))
    chance = random.Random(seed)
    truth: dict[int, bytes] = {}
    openings: set[int] = set()
    try:
        for act in (sabotage, None):
            journal, _, report = table.start()
            _note(table, journal, truth)
            journal.power_up(report, table.clock(), software="test")
            _note(table, journal, truth)
            openings.add(journal.head.seq)
            _play(table, journal, truth, chance, act)
            if act is not None:
                break
    except (TableFault, ConfigFault):
        assert sabotage is not None
    table.disk.rehearse = allow
    cut_here = len(table.disk.log)
    _note_unacknowledged(table.disk, truth)
    since = 0 if sabotage is None else sabotage.began
    return Scene(log=table.disk.log[:cut_here], truth=truth, openings=frozenset(openings), since=since)


def _play(
    table: SimTable,
    journal: Journal,
    truth: dict[int, bytes],
    chance: random.Random,
    sabotage: Failing | None,
) -> None:
    """Open a round, note cards and other records of many sizes, and stop in order or not at all."""
    journal.open_round(journal.head.seq, table.clock())
    _note(table, journal, truth)
    for step in range(STEPS):
        if sabotage is not None and step == STEPS // 2:
            sabotage.begin(table.disk)
        if step == STEPS - 4:
            journal._parts.store.settle()
        if chance.random() < 0.5:
            note_card(journal, table.clock, step)
        else:
            detail = "x" * chance.choice((1, 40, 400, 900, 5_000, 20_000))
            note = LockRaised(code="J-TEST", detail=detail)
            journal.append(
                cause=None,
                events=(),
                notes=(note,),
                stamp=table.clock(),
                round_no=1,
                actor="table",
                src="test",
            )
        _note(table, journal, truth)
    if chance.random() < 0.5:
        journal.close()


def _note(table: SimTable, journal: Journal, truth: dict[int, bytes]) -> None:
    """Acknowledge the head to the outside."""
    truth[journal.head.seq] = journal.head.h
    table.disk.ack(journal.head.seq)


def _note_unacknowledged(disk: SimDisk, truth: dict[int, bytes]) -> None:
    """Learn the chain values of records that were written but never acknowledged."""
    for reading in (
        read_mirror(Path(MIRROR), SimFiles(disk)),
        read_primary(Path(PRIMARY), files=SimFiles(disk), vfs=VFS_NAME),
    ):
        for record in reading.records:
            truth.setdefault(record.seq, record.h)


def judge_table(image: SimDisk, acked: int, scene: Scene, chance: random.Random) -> Verdict:
    """Start over an image and compare with what was acknowledged; sometimes cut that start again."""
    before = copied(image)
    verdict = _judge_start(image, acked, scene, chance)
    if verdict == "whole" and chance.random() < RECUT_SHARE:
        again = Wreck.of(before)
        for op in image.log[: chance.randint(0, len(image.log))]:
            again.take(op)
        return _judge_start(again.draw(chance), acked, scene, chance, foreseen=acked)
    return verdict


def _judge_start(
    image: SimDisk, acked: int, scene: Scene, chance: random.Random, *, foreseen: int = 2**31
) -> Verdict:
    """Start over an image; records up to `foreseen` must be those that were written before the cut."""
    table = SimTable(disk=image)
    try:
        journal, records, report = table.start()
    except Forked:
        return "forked"
    except (TableFault, ConfigFault):
        return "whole" if acked == 0 else "locked"
    if report.new:
        return "whole" if acked == 0 else "lost"
    if len(records) < acked or (_seals_lost(records) and len(records) not in scene.openings):
        return "lost"
    if any(scene.truth.get(record.seq) != record.h for record in records[:foreseen]):
        return "wrong"
    if chance.random() < GO_ON_SHARE:
        return _judge_going_on(table, journal, len(records))
    return "whole"


def _seals_lost(records: tuple[TableRecord, ...]) -> bool:
    """Tell whether a card of the last round no longer opens."""
    for record in reversed(records):
        if record.unopened:
            return True
        if any(isinstance(note, RoundKeyMade) for note in record.content.notes):
            return False
    return False


def _judge_going_on(table: SimTable, journal: Journal, held: int) -> Verdict:
    """Append once more and start again: both copies must be whole and equal."""
    degraded = journal.degraded is not None
    if journal._key is not None:
        note_card(journal, table.clock, 40)
        held += 1
    _, records, report = table.start()
    mended = report.actions and not degraded
    return "wrong" if mended or len(records) != held else "whole"


def copied(disk: SimDisk) -> SimDisk:
    """Give an equal disk."""
    return SimDisk(
        names=dict(disk.names),
        data={inode: bytearray(data) for inode, data in disk.data.items()},
        folders=set(disk.folders),
    )


def record_copy(
    make: Callable[[SimDisk], JournalStore], seed: int, *, disk: SimDisk | None = None, settle_each: int = 8
) -> Scene:
    """Fill one copy alone, settling it now and then."""
    disk = SIM_VFS.disk = disk or SimDisk()
    chance = random.Random(seed)
    store = make(disk)
    truth: dict[int, bytes] = {}
    for step in range(1, 25):
        store.append(stored(store.head, b"x" * chance.choice((2, 60, 400, 900, 5_000, 20_000))))
        truth[store.head.seq] = store.head.h
        disk.ack(store.head.seq)
        if step % settle_each == 0:
            store.settle()
    return Scene(log=disk.log, truth=truth)


def make_primary(disk: SimDisk, *, room: int = CONFIG.wal_room_bytes) -> JournalStore:
    """Make a primary alone."""
    files, path = SimFiles(disk), Path(PRIMARY)
    build_primary(path, files=files, header=HEADER, records=(), vfs=VFS_NAME)
    lay_wal(path, files=files, size=room)
    return SqliteStore(path, head=HEADER.start, vfs=VFS_NAME, wal_room=room)


def make_mirror(disk: SimDisk) -> JournalStore:
    """Make a mirror alone."""
    files, path = SimFiles(disk), Path(MIRROR)
    end = build_mirror(path, files=files, header=HEADER, records=()).end
    return BlackBox(path, files=files, head=HEADER.start, end=end)


def judge_copy(read: Callable[[SimDisk], CopyReading], image: SimDisk, acked: int, scene: Scene) -> Verdict:
    """Read a copy alone and compare it with what was acknowledged."""
    SIM_VFS.disk = image
    records = read(image).records
    if len(records) < acked:
        return "lost"
    return "whole" if all(scene.truth.get(one.seq) == one.h for one in records) else "wrong"


def read_primary_of(disk: SimDisk) -> CopyReading:
    """Read the primary of an image."""
    return read_primary(Path(PRIMARY), files=SimFiles(disk), vfs=VFS_NAME)


def read_mirror_of(disk: SimDisk) -> CopyReading:
    """Read the mirror of an image."""
    return read_mirror(Path(MIRROR), SimFiles(disk))
