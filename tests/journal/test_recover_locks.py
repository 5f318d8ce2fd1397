"""Starts that must not go on: two histories, lost records, foreign files (DURABILITY 5 step 5)."""

from dataclasses import replace

import pytest

from controller.journal.blackbox import LARGEST_RECORD, pack_header, pack_record
from controller.journal.faults import (
    CodecFault,
    Damaged,
    Emptied,
    Forked,
    JournalFault,
    WriteFailed,
    WrongTable,
)
from controller.journal.record import Envelope, Head, stored
from tests.journal.injuries import (
    drop,
    drop_primary,
    flip_mirror,
    flip_primary_header,
    last_record_at,
    lose_wal,
    no_record,
)
from tests.journal.sim_disk import allow
from tests.journal.table import CONFIG, HEAD, MIRROR, PRIMARY, SimTable, note_card


@pytest.fixture
def table() -> SimTable:
    """Give a table that played three cards and was then killed."""
    made = SimTable()
    made.played()
    return made


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


def test_a_short_but_whole_copy_does_not_hide_what_a_broken_one_shows(table: SimTable) -> None:
    """A primary that lost its WAL looks whole; the mirror shows that more was there (J-DAMAGED)."""
    lose_wal(table)
    table.disk.contents(MIRROR)[last_record_at(table) - 5] ^= 1
    with pytest.raises(Damaged, match="mirror shows record 7 behind a break") as caught:
        table.start()
    assert (3, HEAD - 2) == (caught.value.primary_seq, caught.value.mirror_seq)


def test_noise_in_both_copies_locks_the_table(table: SimTable) -> None:
    """Even where no later record shows, two damaged copies may have lost some (J-DAMAGED)."""
    flip_primary_header(table)
    table.disk.contents(MIRROR).extend(bytes(LARGEST_RECORD))
    with pytest.raises(Damaged) as caught:
        table.start()
    assert (None, HEAD) == (caught.value.primary_seq, caught.value.mirror_seq)


def test_two_damaged_copies_lock_the_table(table: SimTable) -> None:
    """With both damaged, acknowledged records may be missing (J-DAMAGED)."""
    flip_mirror(table)
    flip_primary_header(table)
    with pytest.raises(Damaged):
        table.start()


@pytest.mark.parametrize("name", ["/a/T1-2026-12-02.db", "/b/T1-2026-12-02.bb"])
def test_an_empty_file_named_like_the_newest_day_is_named_by_the_stop(table: SimTable, name: str) -> None:
    """Somebody's empty file is no day of the table; who is to take it away reads its path (J-DAMAGED)."""
    table.disk.create(name)
    with pytest.raises(JournalFault, match=name):
        table.start()


def test_a_lost_table_is_not_a_new_one(table: SimTable) -> None:
    """A table that has run before never starts a second history by itself (J-EMPTY)."""
    drop_primary(table)
    drop(table, MIRROR)
    with pytest.raises(Emptied):
        table.start()


def test_one_mark_that_says_opened_is_enough(table: SimTable) -> None:
    """A cut between the two marks leaves one behind; the table has run all the same (J-EMPTY)."""
    mark = table.disk.contents("/a/table.mark")
    mark[:] = mark.replace(b"true", b"false")
    drop_primary(table)
    drop(table, MIRROR)
    with pytest.raises(Emptied) as caught:
        table.start()
    assert "T1" == caught.value.table_id


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


def test_a_first_record_that_opens_no_file_is_damage(table: SimTable) -> None:
    """The header must be repeated by the first record, so that the chain covers it (DURABILITY 3.2)."""
    data = table.disk.contents(MIRROR)
    drop_primary(table)
    start = Head(seq=0, h=bytes(32))
    data[:] = pack_header(bytes(16), 1, start.h) + pack_record(stored(start, b"{}"))
    with pytest.raises(Damaged, match="header differs"):
        table.start()


def test_a_record_outside_the_catalogue_stops_the_replay(table: SimTable) -> None:
    """Replay reads what it knows and stops at the first body it does not (DURABILITY 3.8)."""
    journal, _, _ = table.start()
    journal._parts.store.append(stored(journal.head, b'{"kind":"probe"}'))
    with pytest.raises(CodecFault):
        table.start()


def test_every_fault_names_its_lock() -> None:
    """The screen shows the code of DURABILITY 3.6."""
    codes = {fault.code for fault in (Damaged, Emptied, Forked, WriteFailed, WrongTable)}
    assert {"J-DAMAGED", "J-EMPTY", "J-FORK", "J-WRITE", "J-TABLE"} == codes


def test_copies_without_any_record_are_no_new_table(table: SimTable) -> None:
    """Empty copies of an unmarked table are somebody's, and are left alone (DURABILITY 5)."""
    empty = SimTable()
    empty.disk.rehearse = no_record
    with pytest.raises(JournalFault):
        empty.start()
    empty.disk.rehearse = allow
    for path in ("/a/table.mark", "/b/table.mark.bb"):
        drop(empty, path)
    with pytest.raises(Damaged, match="no record"):
        empty.start()
    assert table.disk.names.keys() >= {PRIMARY, MIRROR}


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
