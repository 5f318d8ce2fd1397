"""Starts with a medium missing, shared, or held by another process (DURABILITY 3.1, 4.3)."""

from dataclasses import replace
from pathlib import Path

import pytest

from controller.engine.faults import ConfigFault
from controller.journal.faults import (
    JournalFault,
    Locked,
    WriteFailed,
)
from controller.journal.journal import Journal
from tests.journal.injuries import drop, no_record
from tests.journal.sim_disk import SimFiles, allow
from tests.journal.sim_vfs import VFS_NAME
from tests.journal.table import CONFIG, HEAD, MIRROR, PRIMARY, SimTable, note_card


@pytest.fixture
def table() -> SimTable:
    """Give a table that played three cards and was then killed."""
    made = SimTable()
    made.played()
    return made


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
    with pytest.raises(ConfigFault) as caught:
        table.start()
    assert ("table file", "journal.mirror_folder", "/a/mirror") == (
        caught.value.file,
        caught.value.key,
        caught.value.value,
    )
    assert "journal.allow_single_medium" in caught.value.allowed
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
    assert (("mirror",), "folder /b: OSError 30") == (caught.value.copies, caught.value.reason)
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
    assert report.actions == ("mirror: 2 records appended",)
    assert len(replayed) == HEAD + 2


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


def test_a_write_error_while_mending_both_stops_the_start(table: SimTable) -> None:
    """With no copy that can be written there is no table (J-WRITE)."""

    def broken(call: str, path: str) -> None:
        if call in ("open", "xOpen") and path in (PRIMARY, MIRROR):
            raise OSError(5, "I/O error")

    table.disk.rehearse = broken
    with pytest.raises(JournalFault):
        table.start()
    assert table.disk.held == set()


def test_a_new_table_without_its_mirror_is_refused() -> None:
    """A table that was marked but never began does not begin on one medium (DURABILITY 4.3)."""
    table = SimTable()
    table.disk.rehearse = no_record
    with pytest.raises(JournalFault):
        table.start()
    table.disk.rehearse = allow
    table.disk.folders.discard("/b")
    with pytest.raises(WriteFailed) as caught:
        table.start()
    assert ("mirror",) == caught.value.copies
    assert "no folder /b" in str(caught.value)


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
