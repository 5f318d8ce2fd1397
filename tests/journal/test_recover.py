"""Starts over whole, torn, damaged, missing and forked copies (DURABILITY 5 steps 2 to 5)."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from controller.journal.blackbox import pack_header, pack_record
from controller.journal.faults import (
    CodecFault,
    Damaged,
    Emptied,
    Forked,
    JournalFault,
    Locked,
    SealFault,
    SingleMedium,
    WriteFailed,
    WrongTable,
)
from controller.journal.journal import Journal
from controller.journal.mend import APPEND_LIMIT
from controller.journal.record import Envelope, Head, stored
from tests.journal.sim_disk import SimFiles, allow
from tests.journal.sim_vfs import VFS_NAME
from tests.journal.table import CONFIG, MIRROR, PRIMARY, SimTable, card_read, hidden, note_card

HEAD = 6
"""Last record of `SimTable.played`: file_opened, power_up, round_key and three cards."""


@pytest.fixture
def table() -> SimTable:
    """Give a table that played three cards and was then killed."""
    made = SimTable()
    made.played()
    return made


def drop(table: SimTable, path: str) -> None:
    """Lose a file."""
    del table.disk.names[path]


def drop_primary(table: SimTable) -> None:
    """Lose the primary with its side files."""
    for path in (PRIMARY, f"{PRIMARY}-wal"):
        drop(table, path)


def last_record_at(table: SimTable) -> int:
    """Give where the mirror's last record starts."""
    return table.disk.contents(MIRROR).rindex(b"DAB1")


def lose_wal(table: SimTable) -> None:
    """Lose everything the primary has not settled, which here is all since the round opened."""
    drop(table, f"{PRIMARY}-wal")


def tear_mirror(table: SimTable) -> None:
    """Tear the mirror's last record."""
    del table.disk.contents(MIRROR)[last_record_at(table) + 20 :]


def flip_mirror(table: SimTable) -> None:
    """Flip a bit early in the mirror."""
    table.disk.contents(MIRROR)[200] ^= 1


def flip_mirror_header(table: SimTable) -> None:
    """Flip a bit in the mirror's header."""
    table.disk.contents(MIRROR)[9] ^= 1


def flip_primary_header(table: SimTable) -> None:
    """Overwrite the first page of the primary."""
    table.disk.contents(PRIMARY)[:100] = bytes(100)


def nothing(_table: SimTable) -> None:
    """Leave both copies whole."""


Injury = Callable[[SimTable], None]


@pytest.mark.parametrize(
    ("injure", "states", "action"),
    [
        (nothing, ("clean", "clean"), None),
        (lose_wal, ("clean", "clean"), "primary: 4 records appended"),
        (tear_mirror, ("clean", "torn"), "mirror: torn tail cut"),
        (flip_mirror, ("clean", "damaged"), "mirror: built anew, was damaged"),
        (flip_mirror_header, ("clean", "damaged"), "mirror: built anew, was damaged"),
        (flip_primary_header, ("damaged", "clean"), "primary: built anew, was damaged"),
        (drop_primary, ("missing", "clean"), "primary: built anew, was missing"),
        (lambda table: drop(table, MIRROR), ("clean", "missing"), "mirror: built anew, was missing"),
    ],
    ids=[
        "nothing",
        "lose_wal",
        "tear_mirror",
        "flip_mirror",
        "flip_mirror_header",
        "flip_primary_header",
        "drop_primary",
        "drop_mirror",
    ],
)
def test_one_whole_copy_brings_everything_back(
    table: SimTable, injure: Injury, states: tuple[str, str], action: str | None
) -> None:
    """Whatever happens to one copy, the other one mends it, and play goes on (DURABILITY 5 step 5)."""
    injure(table)
    journal, replayed, report = table.start()
    assert journal.head.seq == HEAD == len(replayed)
    assert (report.primary, report.mirror) == states
    assert journal.degraded is None
    assert action is None or any(entry.startswith(action) for entry in report.actions)
    assert report.evidence is not None
    assert HEAD + 1 == note_card(journal, table.clock, 3)
    journal.close()
    _, again, report = table.start()
    assert len(again) == HEAD + 1
    assert (report.primary, report.mirror, report.actions, report.clean) == ("clean", "clean", (), True)


def test_a_start_after_a_kill_is_not_clean(table: SimTable) -> None:
    """A WAL that was not settled tells that the stop was not in order (DURABILITY 5 step 9)."""
    _, _, report = table.start()
    assert report.clean is False
    assert report.new is False


def test_hidden_cards_come_back_as_they_were(table: SimTable) -> None:
    """A hand that may still be turned up is opened in memory (DURABILITY 5 step 8)."""
    _, replayed, report = table.start()
    assert replayed[-1].content.cause == card_read(2)
    assert report.seal_lost is False
    assert sum(record.unopened for record in replayed) == 0


def test_seals_of_an_older_round_stay_shut(table: SimTable) -> None:
    """Once the next round opened, the table alone cannot open a folded hand (DURABILITY 7.3)."""
    journal, _, _ = table.start()
    journal.open_round(2, table.clock())
    note_card(journal, table.clock, 0)
    _, replayed, report = table.start()
    shut = [record.seq for record in replayed if record.unopened]
    assert shut == [4, 5, 6]
    assert replayed[3].content.cause == replace(card_read(0), card=hidden(0).closed())
    assert replayed[-1].content.cause == card_read(0)
    assert report.seal_lost is False


@pytest.mark.parametrize("path", ["/a/seal.state", "/b/seal.state.bb"])
def test_the_round_key_survives_on_one_medium(table: SimTable, path: str) -> None:
    """`seal.state` is on both media and is put back where it is lost (DURABILITY 7.3)."""
    drop(table, path)
    _, replayed, report = table.start()
    assert report.seal_lost is False
    assert replayed[-1].content.cause == card_read(2)
    assert path in table.disk.names


def test_without_any_round_key_the_cards_stay_closed(table: SimTable) -> None:
    """SEAL-LOST is reported, the record is read, and a new key lets play be voided (DURABILITY 5 step 8)."""
    for path in ("/a/seal.state", "/b/seal.state.bb"):
        table.disk.contents(path)[30] ^= 1
    journal, replayed, report = table.start()
    assert report.seal_lost is True
    assert replayed[-1].content.cause == replace(card_read(2), card=hidden(2).closed())
    with pytest.raises(SealFault):
        note_card(journal, table.clock, 3)
    journal.power_up(report, table.clock(), software="test")
    assert HEAD + 2 == note_card(journal, table.clock, 3)
    _, again, report = table.start()
    assert report.seal_lost is False
    assert again[-1].content.cause == card_read(3)
    assert again[HEAD - 1].unopened == 1


def test_a_missing_key_file_stops_the_start(table: SimTable) -> None:
    """Without `table_root` nothing is opened or made anew (DURABILITY 7.3)."""
    drop(table, str(CONFIG.key_file))
    with pytest.raises(SealFault, match="key file"):
        table.start()
    assert str(CONFIG.key_file) not in table.disk.names


def test_evidence_is_kept_byte_for_byte(table: SimTable) -> None:
    """What a start found is copied before it is mended (DURABILITY 5 step 3)."""
    tear_mirror(table)
    found = {path: bytes(table.disk.contents(path)) for path in (PRIMARY, f"{PRIMARY}-wal", MIRROR)}
    _, _, report = table.start()
    kept = {path: bytes(table.disk.contents(f"{report.evidence}/{Path(path).name}")) for path in found}
    assert kept == found


@pytest.mark.parametrize(
    ("failing", "reason"),
    [("copy", "its bytes could not be kept as evidence"), ("fsync", "OSError 28")],
)
def test_without_room_for_evidence_nothing_is_cut(table: SimTable, failing: str, reason: str) -> None:
    """A damaged copy is left alone, and the round may end on the other one (DURABILITY 5 step 3, 4.3)."""
    tear_mirror(table)
    before = bytes(table.disk.contents(MIRROR))

    def full(call: str, path: str) -> None:
        if call == failing and "quarantine" in path:
            raise OSError(28, "no space")

    table.disk.rehearse = full
    journal, _, report = table.start()
    assert (report.evidence is None) == (failing == "copy")
    assert journal.degraded is not None
    assert ("mirror", reason) == (journal.degraded.copy, journal.degraded.reason)
    assert bytes(table.disk.contents(MIRROR)) == before
    assert journal.head.seq == HEAD


def test_old_evidence_makes_room(table: SimTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest evidence is kept, the oldest beyond the limit goes (DURABILITY 5 step 3)."""
    monkeypatch.setattr("controller.journal.quarantine.KEPT_BYTES", 1)
    reports = [table.start()[2] for _ in range(3)]
    folders = {path.rsplit("/", 1)[0] for path in table.disk.names if "quarantine" in path}
    assert folders == {reports[-1].evidence}


def test_starts_in_one_microsecond_keep_evidence_apart(table: SimTable) -> None:
    """No evidence is overwritten (DURABILITY 5 step 3)."""
    ticks = table.clock.ticks
    first = table.start()[2].evidence
    table.clock.ticks = ticks
    assert first != table.start()[2].evidence


def forked(table: SimTable) -> None:
    """Let each copy go on alone with another record."""
    other = SimTable(disk=table.disk, clock=table.clock, entropy=table.entropy)
    before = {path: bytes(table.disk.contents(path)) for path in (PRIMARY, f"{PRIMARY}-wal", MIRROR)}
    journal, _, _ = other.start()
    note_card(journal, table.clock, 4)
    mirror = bytes(table.disk.contents(MIRROR))
    for path, data in before.items():
        table.disk.contents(path)[:] = data
    journal, _, _ = other.start()
    note_card(journal, table.clock, 5)
    table.disk.contents(MIRROR)[:] = mirror


def test_two_histories_lock_the_table(table: SimTable) -> None:
    """Neither copy is taken for right when both go on differently (DURABILITY 5 step 5, J-FORK)."""
    forked(table)
    before = {path: bytes(table.disk.contents(path)) for path in (PRIMARY, MIRROR)}
    with pytest.raises(Forked) as caught:
        table.start()
    fault = caught.value
    assert ("J-FORK", HEAD + 1, HEAD + 1, HEAD + 1) == (
        fault.code,
        fault.seq,
        fault.primary_seq,
        fault.mirror_seq,
    )
    assert before == {path: bytes(table.disk.contents(path)) for path in (PRIMARY, MIRROR)}
    assert table.disk.held == set()


def test_records_behind_a_break_lock_the_table(table: SimTable) -> None:
    """If no copy has what a damaged one shows to have existed, nothing is guessed (J-DAMAGED)."""
    drop_primary(table)
    table.disk.contents(MIRROR)[last_record_at(table) - 5] ^= 1
    with pytest.raises(Damaged) as caught:
        table.start()
    assert ("J-DAMAGED", None, HEAD - 2) == (
        caught.value.code,
        caught.value.primary_seq,
        caught.value.mirror_seq,
    )


def test_two_damaged_copies_lock_the_table(table: SimTable) -> None:
    """With both damaged, acknowledged records may be missing (J-DAMAGED)."""
    flip_mirror(table)
    flip_primary_header(table)
    with pytest.raises(Damaged):
        table.start()


def test_a_lost_table_is_not_a_new_one(table: SimTable) -> None:
    """A table that has run before never starts a second history by itself (J-EMPTY)."""
    drop_primary(table)
    drop(table, MIRROR)
    with pytest.raises(Emptied):
        table.start()


def test_files_of_something_else_are_refused() -> None:
    """A file without a record and without the table's mark is left alone (DURABILITY 5)."""
    table = SimTable()
    table.disk.write(table.disk.create(PRIMARY), b"somebody's photographs", 0)
    with pytest.raises(JournalFault):
        table.start()
    assert bytes(table.disk.contents(PRIMARY)) == b"somebody's photographs"


def test_a_record_of_another_table_is_refused(table: SimTable) -> None:
    """A table writes to its own record only (DURABILITY 3.2)."""
    disk = table.disk
    for path in tuple(disk.names):
        disk.names[path.replace("T1-", "T2-")] = disk.names.pop(path)
    with pytest.raises(WrongTable) as caught:
        SimTable(disk=disk, config=replace(CONFIG, table_id="T2")).start()
    assert ("T1", "T2") == (caught.value.found, caught.value.expected)


def test_the_mark_is_put_back_from_the_record(table: SimTable) -> None:
    """A lost mark is read again from the first record (DURABILITY 5)."""
    for path in ("/a/table.mark", "/b/table.mark.bb"):
        drop(table, path)
    table.start()
    assert {"/a/table.mark", "/b/table.mark.bb"} <= table.disk.names.keys()


def test_a_second_instance_is_refused(table: SimTable) -> None:
    """One process writes a table's record (DURABILITY 3.1, F20)."""
    held = SimFiles(table.disk)
    for path in ("/a/lock", "/b/lock.bb"):
        table.disk.held.clear()
        handle = held.lock(Path(path))
        before = set(table.disk.held)
        with pytest.raises(Locked) as caught:
            table_start_keeping_locks(table)
        assert path == caught.value.path
        assert before == table.disk.held
        held.close(handle)


def table_start_keeping_locks(table: SimTable) -> None:
    """Start without clearing the locks of other processes."""
    Journal.open(CONFIG, table.clock, files=SimFiles(table.disk), vfs=VFS_NAME, entropy=table.entropy)


def test_one_medium_is_refused_unless_allowed() -> None:
    """The mirror needs a medium of its own (DURABILITY 3.1)."""
    table = SimTable(config=replace(CONFIG, mirror_folder=Path("/a/mirror")))
    with pytest.raises(SingleMedium) as caught:
        table.start()
    assert ("/a", "/a/mirror") == (caught.value.folder, caught.value.mirror_folder)
    table.config = replace(table.config, allow_single_medium=True)
    journal, _, report = table.start()
    assert report.new
    assert journal.degraded is None


def test_a_new_table_needs_both_media() -> None:
    """Nothing begins on one copy (DURABILITY 4.3)."""
    table = SimTable()

    def no_folder(call: str, path: str) -> None:
        if call == "make_folder" and path == "/b":
            raise OSError(30, "read-only file system")

    table.disk.rehearse = no_folder
    table.disk.folders.discard("/b")
    with pytest.raises(WriteFailed) as caught:
        table.start()
    assert caught.value.reason == "OSError 30"
    assert not [path for path in table.disk.names if path.endswith((".db", ".bb"))]


def test_a_mirror_taken_out_lets_the_round_end(table: SimTable) -> None:
    """Without its medium the start goes on degraded; on return the mirror is brought up (F30)."""
    away = {path: inode for path, inode in table.disk.names.items() if path.startswith("/b")}
    for path in away:
        drop(table, path)
    table.disk.folders.discard("/b")
    journal, _, report = table.start()
    assert journal.degraded is not None
    assert (journal.degraded.copy, report.mirror) == ("mirror", "unavailable")
    note_card(journal, table.clock, 3)
    journal.close()
    table.disk.folders.add("/b")
    table.disk.names |= away
    journal, replayed, report = table.start()
    assert journal.degraded is None
    assert report.actions == ("mirror: 1 records appended",)
    assert len(replayed) == HEAD + 1


def test_a_mount_point_without_its_medium_counts_as_taken_out() -> None:
    """The empty folder below a mount is on the primary's device; that is no second medium (F30)."""
    table = SimTable()
    table.played()
    for path in [path for path in table.disk.names if path.startswith("/b")]:
        drop(table, path)
    table.config = replace(CONFIG, mirror_folder=Path("/a/mnt"))
    table.disk.folders.add("/a/mnt")
    journal, _, report = table.start()
    assert report.mirror == "unavailable"
    assert journal.degraded is not None


def test_a_primary_folder_that_is_gone_leaves_the_mirror(table: SimTable) -> None:
    """Where SQLite's medium stays unusable, the open round may end on the mirror alone (DURABILITY 4.3)."""
    for path in [path for path in table.disk.names if path.startswith("/a")]:
        drop(table, path)
    table.disk.folders.discard("/a")
    journal, replayed, report = table.start()
    assert journal.degraded is not None
    assert (journal.degraded.copy, report.primary) == ("primary", "unavailable")
    assert HEAD + 1 == note_card(journal, table.clock, 3)
    assert len(replayed) == HEAD


def test_a_copy_far_behind_is_built_anew(table: SimTable) -> None:
    """Many missing records are not appended one by one (DURABILITY 5 step 5)."""
    mirror = bytes(table.disk.contents(MIRROR))
    journal, _, _ = table.start()
    for step in range(APPEND_LIMIT + 1):
        note_card(journal, table.clock, step % 52)
    journal.close()
    table.disk.contents(MIRROR)[:] = mirror
    _, replayed, report = table.start()
    assert report.actions == ("mirror: built anew, was clean",)
    assert report.restored == ("mirror",)
    assert len(replayed) == HEAD + APPEND_LIMIT + 1


def test_the_newest_day_is_gone_on_with() -> None:
    """`seq` runs on in the last file; a new day does not start a new history by itself (DURABILITY 3.2)."""
    table = SimTable()
    table.played()
    table.config = replace(CONFIG, gaming_day="2026-12-02")
    journal, replayed, report = table.start()
    assert not report.new
    assert (HEAD, HEAD) == (len(replayed), journal.head.seq)


def test_a_first_record_that_opens_no_file_is_damage(table: SimTable) -> None:
    """The header must be repeated by the first record, so that the chain covers it (DURABILITY 3.2)."""
    data = table.disk.contents(MIRROR)
    drop_primary(table)
    start = Head(seq=0, h=bytes(32))
    data[:] = pack_header(bytes(16), 1, start.h) + pack_record(stored(start, b"{}"))
    with pytest.raises(Damaged, match="header differs"):
        table.start()


def test_a_write_error_while_mending_both_stops_the_start(table: SimTable) -> None:
    """With no copy that can be written there is no table (J-WRITE)."""

    def broken(call: str, path: str) -> None:
        if call in ("open", "xOpen") and path in (PRIMARY, MIRROR):
            raise OSError(5, "I/O error")

    table.disk.rehearse = broken
    with pytest.raises(JournalFault):
        table.start()
    assert table.disk.held == set()


def test_a_record_outside_the_catalogue_stops_the_replay(table: SimTable) -> None:
    """Replay reads what it knows and stops at the first body it does not (DURABILITY 3.8)."""
    journal, _, _ = table.start()
    journal._parts.store.append(stored(journal.head, b'{"kind":"probe"}'))
    with pytest.raises(CodecFault):
        table.start()


def test_every_fault_names_its_lock() -> None:
    """The screen shows the code of DURABILITY 3.6."""
    codes = {fault.code for fault in (Damaged, Emptied, Forked, WriteFailed, WrongTable, SingleMedium)}
    assert {"J-DAMAGED", "J-EMPTY", "J-FORK", "J-WRITE", "J-TABLE", "J-MEDIUM"} == codes


def test_copies_without_any_record_are_no_new_table(table: SimTable) -> None:
    """Empty copies of an unmarked table are somebody's, and are left alone (DURABILITY 5)."""
    empty = SimTable()
    empty.disk.rehearse = _no_record
    with pytest.raises(JournalFault):
        empty.start()
    empty.disk.rehearse = allow
    for path in ("/a/table.mark", "/b/table.mark.bb"):
        drop(empty, path)
    with pytest.raises(Damaged, match="no record"):
        empty.start()
    assert table.disk.names.keys() >= {PRIMARY, MIRROR}


def _no_record(call: str, path: str) -> None:
    """Fail both copies' first record."""
    if (call == "pwrite" and path == MIRROR) or (call == "xWrite" and path.startswith(f"{PRIMARY}-")):
        raise OSError(5, "I/O error")


def test_a_first_record_of_another_kind_is_damage(table: SimTable) -> None:
    """A first note that is no file_opened does not name the file (DURABILITY 3.2)."""
    drop_primary(table)
    start = Head(seq=0, h=bytes(32))
    first = Envelope(
        v=1,
        cause=None,
        events=(),
        notes=({"kind": "reconciled"},),
        utc_us=1,
        boot_us=1,
        boot="b",
        nonce=bytes(8),
        round=None,
        actor="table",
        src="test",
        cmd=None,
    )
    record = stored(start, first.to_body())
    table.disk.contents(MIRROR)[:] = pack_header(bytes(16), 1, start.h) + pack_record(record)
    with pytest.raises(Damaged, match="header differs"):
        table.start()


def test_a_new_table_without_its_mirror_is_refused() -> None:
    """A table that was marked but never began does not begin on one medium (DURABILITY 4.3)."""
    table = SimTable()
    table.disk.rehearse = _no_record
    with pytest.raises(JournalFault):
        table.start()
    table.disk.rehearse = allow
    table.disk.folders.discard("/b")
    with pytest.raises(WriteFailed) as caught:
        table.start()
    assert ("mirror",) == caught.value.copies


def test_a_new_table_that_can_write_no_copy_is_refused() -> None:
    """With no medium to build on, nothing begins (J-WRITE)."""
    table = SimTable()

    def broken(call: str, path: str) -> None:
        if call in ("open", "xOpen") and path.startswith((PRIMARY, MIRROR)):
            raise OSError(28, "no space")

    table.disk.rehearse = broken
    with pytest.raises(WriteFailed) as caught:
        table.start()
    assert ({"mirror", "primary"}, 0) == (set(caught.value.copies), caught.value.seq)
