"""A gaming day ends: its files are closed and sealed, and the record goes on in new ones (DURABILITY 3.7)."""

import errno
import hashlib
import json
import random
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from controller.journal.anchor import Anchor
from controller.journal.blackbox import read_mirror
from controller.journal.codec import TableRecord, table_codec
from controller.journal.faults import Damaged, RolledBack, WriteFailed
from controller.journal.files import OsFiles
from controller.journal.journal import Journal
from controller.journal.notes import Checkpoint, CopyFailed, FileClosed, FileOpened, FileTotals, Snapshot
from controller.journal.places import JournalConfig
from controller.journal.record import StoredRecord, canonical
from controller.journal.rollover import following_day, last_snapshot
from controller.journal.sqlite_store import read_primary
from tests.journal.powercut.images import Wreck
from tests.journal.sim_disk import SimDisk, SimFiles, allow
from tests.journal.sim_vfs import VFS_NAME
from tests.journal.table import CONFIG, HEAD, MIRROR, PRIMARY, SimTable, TickingClock, note_card, seeded

FIRST, SECOND = "2026-12-01", "2026-12-02"
SNAPSHOT = Snapshot(rule_set=b"\x01" * 32, state={"phase": "idle"})
IMAGES = 2


@dataclass
class Days(SimTable):
    """Run a table whose gaming day a test sets."""

    day: str = FIRST
    config: JournalConfig = field(init=False)

    def __post_init__(self) -> None:
        """Let the journal ask for the day."""
        self.config = replace(CONFIG, day_of=lambda _utc_us: self.day)

    def end_round(self, journal: Journal) -> int:
        """Note a round's end."""
        return journal.append(
            cause=None,
            events=(),
            notes=(SNAPSHOT,),
            stamp=self.clock(),
            round_no=None,
            actor="table",
            src="journal",
        )

    def rolled(self) -> Journal:
        """Play a round, and end it on the next day."""
        journal = self.played()
        self.day = SECOND
        self.end_round(journal)
        return journal


def stems(disk: SimDisk) -> list[str]:
    """Give the days that have a mirror."""
    return sorted(name[3:-3] for name in disk.names if name.startswith("/b/T1-") and name.endswith(".bb"))


def mirrors(disk: SimDisk) -> list[StoredRecord]:
    """Give the records of all mirrors in order of their names."""
    files = SimFiles(disk)
    return [one for stem in stems(disk) for one in read_mirror(Path(f"/b/{stem}.bb"), files).records]


def primaries(disk: SimDisk) -> list[StoredRecord]:
    """Give the records of all primaries in order of their names."""
    files = SimFiles(disk)
    readings = [read_primary(Path(f"/a/{stem}.db"), files=files, vfs=VFS_NAME) for stem in stems(disk)]
    return [record for reading in readings for record in reading.records]


def decoded(records: list[StoredRecord]) -> list[TableRecord]:
    """Give records with their contents, cards closed."""
    return [table_codec().decode(record, key=None) for record in records]


def test_the_record_goes_on_in_new_files() -> None:
    """Last note of the old files, first notes of the new ones, one chain over both (DURABILITY 3.2, 3.7)."""
    table = Days()
    journal = table.rolled()
    closed, opened, snapshot, signed = (
        record.content.notes[0] for record in decoded(mirrors(table.disk))[-4:]
    )
    assert isinstance(closed, FileClosed)
    assert isinstance(opened, FileOpened)
    assert isinstance(signed, Checkpoint)
    assert SNAPSHOT == snapshot
    assert (SECOND, HEAD + 4) == (opened.gaming_day, opened.first_seq)
    assert HEAD + 2 == closed.last_seq
    assert FileTotals(records=HEAD + 2, rounds=0, settled=0, void=0, paid=0, collected=0) == closed.totals
    assert list(range(1, HEAD + 7)) == [record.seq for record in mirrors(table.disk)]
    assert journal.head.seq == HEAD + 6
    assert HEAD + 7 == note_card(journal, table.clock, 3)
    assert mirrors(table.disk) == primaries(table.disk)


def test_hidden_cards_of_the_open_round_open_after_a_roll_over() -> None:
    """The new file notes the round key again, so that its seals open at the next start (DURABILITY 7.3)."""
    table = Days()
    journal = table.rolled()
    note_card(journal, table.clock, 3)
    _, replayed, report = table.start()
    assert (False, 0) == (report.seal_lost, sum(record.unopened for record in replayed))
    assert HEAD + 4 == replayed[0].seq


def test_closed_files_are_sealed_and_read_only() -> None:
    """A signed seal with both digests lies on both media (DURABILITY 3.7)."""
    table = Days()
    table.rolled()
    seals = [table.disk.contents(f"{folder}/T1-{FIRST}.seal") for folder in ("/a", "/b")]
    assert seals[0] == seals[1]
    raw = json.loads(bytes(seals[0]))
    digests = [hashlib.sha256(table.disk.contents(path)).hexdigest() for path in (PRIMARY, MIRROR)]
    assert digests == [raw["primary"], raw["mirror"]]
    assert (1, HEAD + 3) == (raw["first_seq"], raw["last_seq"])
    public = bytes.fromhex(table.disk.contents(f"{CONFIG.signing_file}.pub").decode())
    unsigned = {name: value for name, value in raw.items() if name != "sig"}
    message = b"DAJ1\x08" + canonical(unsigned)
    Ed25519PublicKey.from_public_bytes(public).verify(bytes.fromhex(raw["sig"]), message)
    assert {PRIMARY, MIRROR} == table.disk.read_only


def test_a_round_that_ends_on_the_same_day_stays_in_its_file() -> None:
    """The day rolls over after the round in progress, and only then (DURABILITY 3.7)."""
    table = Days()
    journal = table.played()
    table.end_round(journal)
    table.day = SECOND
    note_card(journal, table.clock, 3)
    assert [f"T1-{FIRST}"] == stems(table.disk)


def test_nothing_rolls_over_on_one_copy() -> None:
    """With a copy out of use the file goes on until the next start (DURABILITY 4.3)."""
    table = Days()
    journal = table.played()

    def broken(call: str, path: str) -> None:
        if call == "pwrite" and path == MIRROR:
            raise OSError(errno.EIO, "injected")

    table.disk.rehearse = broken
    note_card(journal, table.clock, 3)
    table.day = SECOND
    table.end_round(journal)
    assert [f"T1-{FIRST}"] == stems(table.disk)


def fail_file_closed(table: Days) -> None:
    """Have the mirror fail at the record that closes the file."""
    writes = 0

    def broken(call: str, path: str) -> None:
        nonlocal writes
        writes += call == "pwrite" and path == MIRROR
        if call == "pwrite" and path == MIRROR and writes == 3:
            raise OSError(errno.EIO, "injected")

    table.disk.rehearse = broken


def test_a_mirror_that_fails_at_the_last_record_is_mended_first() -> None:
    """Both copies of a day end alike: the table restarts, and then rolls over (DURABILITY 3.7, 4.3)."""
    table = Days()
    journal = table.played()
    table.day = SECOND
    fail_file_closed(table)
    with pytest.raises(WriteFailed) as caught:
        table.end_round(journal)
    assert (True, ("mirror",), [f"T1-{FIRST}"]) == (
        caught.value.stands,
        caught.value.copies,
        stems(table.disk),
    )
    table.disk.rehearse = allow
    journal, _, _ = table.start()
    assert [f"T1-{FIRST}", f"T1-{SECOND}"] == stems(table.disk)
    assert mirrors(table.disk) == primaries(table.disk)


def test_a_closed_file_rolls_over_without_its_mirror_too() -> None:
    """A start without the mirror's medium goes on in a new primary, and says so there (DURABILITY 4.3)."""
    table = Days()
    journal = table.played()
    table.day = SECOND
    fail_file_closed(table)
    with pytest.raises(WriteFailed):
        table.end_round(journal)
    table.disk.rehearse = allow
    away = {name: table.disk.names.pop(name) for name in tuple(table.disk.names) if name.startswith("/b")}
    table.disk.folders.discard("/b")
    journal, _, _ = table.start()
    assert journal.degraded is not None
    journal.close()
    table.disk.folders.add("/b")
    table.disk.names |= away
    _, replayed, report = table.start()
    assert ("mirror",) == report.restored
    assert any(isinstance(note, CopyFailed) for note in replayed[0].content.notes)


def test_a_head_of_an_earlier_day_is_still_found() -> None:
    """A slip printed yesterday can be checked today (DURABILITY 5 step 7)."""
    table = Days()
    journal = table.played()
    old = journal.head
    table.day = SECOND
    table.end_round(journal)
    anchor = Anchor.of(old)
    journal.check_anchor(anchor)
    for wrong in (replace(anchor, digits="00" * 8), replace(anchor, seq=999)):
        with pytest.raises(RolledBack):
            journal.check_anchor(wrong)


def test_files_of_the_newest_day_that_are_gone_lock_the_table() -> None:
    """Both copies of a day missing is no reason to go on with the day before (DURABILITY 5 step 5)."""
    table = Days()
    table.rolled()
    for path in (f"/a/T1-{SECOND}.db", f"/a/T1-{SECOND}.db-wal", f"/b/T1-{SECOND}.bb"):
        table.disk.names.pop(path, None)
    table.disk.read_only.clear()
    with pytest.raises(Damaged, match=SECOND):
        table.start()


@pytest.mark.parametrize(
    ("asked", "day", "expected"),
    [(SECOND, FIRST, SECOND), (FIRST, FIRST, SECOND), ("2026-11-30", FIRST, SECOND)],
)
def test_no_day_is_used_twice(asked: str, day: str, expected: str) -> None:
    """A clock that went back gives the next free day (DURABILITY 11)."""
    assert expected == following_day(asked, day)


def test_a_closed_file_without_a_snapshot_is_damage() -> None:
    """Each file begins with what the one before ended with (DURABILITY 3.7)."""
    table = Days()
    table.played()
    with pytest.raises(Damaged, match="without a snapshot"):
        last_snapshot(tuple(mirrors(table.disk)))


def check_images(table: Days, truth: list[StoredRecord], acked: int) -> None:
    """Start over a disk and check that each record is in exactly one file, in both copies."""
    journal, _, report = table.start()
    found = mirrors(table.disk)
    assert not report.new
    assert list(range(1, len(found) + 1)) == [record.seq for record in found]
    assert found == primaries(table.disk)
    assert acked <= len(found)
    assert truth[:acked] == found[:acked]
    assert journal.degraded is None
    journal.close()


def test_a_power_cut_in_a_roll_over_leaves_each_record_in_one_file() -> None:
    """Cut after each call: nothing lost, nothing twice, the record goes on (DURABILITY 15, F27)."""
    table = Days()
    journal = table.played()
    wreck = Wreck.of(SimDisk(names=dict(table.disk.names), data=dict(table.disk.data)))
    table.disk.log.clear()
    table.day = SECOND
    table.end_round(journal)
    table.disk.ack(journal.head.seq)
    truth, log = mirrors(table.disk), list(table.disk.log)
    assert 60 < len(log)
    chance = random.Random(11)
    for op in log:
        wreck.take(op)
        acked = wreck.acked or HEAD
        for _ in range(IMAGES):
            again = Days(disk=wreck.draw(chance), clock=TickingClock(boot="boot-2"), day=SECOND)
            check_images(again, truth, acked)


def test_a_power_cut_while_a_start_goes_on_with_it_is_no_worse() -> None:
    """The start that finishes a roll-over is cut too, after each of its calls (DURABILITY 5, 15, F27)."""
    table = Days()
    journal = table.played()
    table.day = SECOND
    fail_file_closed(table)
    with pytest.raises(WriteFailed):
        table.end_round(journal)
    table.disk.rehearse = allow
    closed = primaries(table.disk)
    wreck = Wreck.of(table.disk)
    table.disk.log.clear()
    table.start()
    assert len(closed) == HEAD + 3
    chance = random.Random(12)
    for op in list(table.disk.log):
        wreck.take(op)
        again = Days(disk=wreck.draw(chance), clock=TickingClock(boot="boot-2"), day=SECOND)
        check_images(again, closed, len(closed))


def test_no_single_failing_call_in_a_roll_over_loses_a_record() -> None:
    """Whichever call fails, the next start goes on where the roll-over stopped (F6, F27)."""
    failed = 0
    for index in range(10**6):
        table = Days(entropy=seeded(index))
        journal = table.played()
        table.day = SECOND
        calls = 0

        def broken(_call: str, _path: str, index: int = index) -> None:
            nonlocal calls
            calls += 1
            if calls == index + 1:
                raise OSError(errno.EIO, "injected")

        table.disk.rehearse = broken
        try:
            table.end_round(journal)
        except WriteFailed:
            failed += 1
        table.disk.rehearse = allow
        if calls <= index:
            break
        acked = journal.head.seq
        check_images(table, mirrors(table.disk)[:acked], HEAD)
    assert failed > 30


def test_a_real_day_rolls_over(tmp_path: Path) -> None:
    """On the real file system the old files are read-only, and a start goes on in the new ones."""
    day = FIRST
    config = JournalConfig(
        table_id="T1",
        folder=tmp_path / "a",
        mirror_folder=tmp_path / "b",
        key_file=tmp_path / "k" / "root",
        gaming_day=FIRST,
        allow_single_medium=True,
        day_of=lambda _utc_us: day,
        ballast_bytes=4_096,
    )
    clock = TickingClock()
    journal, _, report = Journal.open(config, clock)
    journal.power_up(report, clock(), software="test")
    day = SECOND
    Days.end_round(Days(clock=clock), journal)
    journal.close()
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "a").glob("T1-*.db")}
    assert {f"T1-{FIRST}.db": 0o400, f"T1-{SECOND}.db": 0o644} == modes
    assert 4_096 == (tmp_path / "b" / "ballast.bb").stat().st_size
    assert OsFiles().space(tmp_path)[1] > 0
    journal, replayed, _ = Journal.open(config, clock)
    journal.close()
    assert SNAPSHOT == tuple(replayed)[1].content.notes[0]
