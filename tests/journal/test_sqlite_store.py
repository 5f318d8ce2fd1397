"""The primary: layout 1, its pragmas, and that nobody else can have it open (DURABILITY 3.2)."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from controller.journal.faults import Locked
from controller.journal.files import OsFiles
from controller.journal.record import StoredRecord, stored
from controller.journal.sqlite_store import (
    APPLICATION_ID,
    PRAGMAS,
    SCHEMA,
    SqliteStore,
    build_primary,
    read_primary,
    wal_is_empty,
)
from controller.journal.store import CopyReading
from tests.journal.test_contract import HEADER, fill

FILES = OsFiles()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the path of a new, empty primary."""
    made = tmp_path / "t.db"
    build_primary(made, files=FILES, header=HEADER, records=(), vfs=None)
    return made


def filled(path: Path) -> tuple[StoredRecord, ...]:
    """Fill a primary, settle and close it."""
    store = SqliteStore(path, head=HEADER.start)
    records = fill(store)
    store.conclude()
    store.close()
    return records


def read(path: Path) -> CopyReading:
    """Read a primary from the disk."""
    return read_primary(path, files=FILES, vfs=None)


def change(path: Path, *statements: str) -> None:
    """Change a closed file as an intruder would."""
    connection = apsw.Connection(str(path))
    connection.config(apsw.SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1)
    for statement in statements:
        connection.execute(statement)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()


def test_the_file_says_what_it_is(path: Path) -> None:
    """Application id, layout number and tables are those of layout 1 (DURABILITY 3.2)."""
    connection = apsw.Connection(str(path))
    assert connection.pragma("application_id") == APPLICATION_ID == int.from_bytes(b"DAJ1", "big")
    assert connection.pragma("user_version") == 1
    sql = {row[0] for row in connection.execute("SELECT sql FROM sqlite_schema WHERE sql NOT NULL")}
    assert sql == set(SCHEMA)
    meta = dict(connection.execute("SELECT k, CAST(v AS TEXT) FROM meta WHERE k IN ('table_id','first_seq')"))
    assert meta == {"table_id": "T1", "first_seq": "1"}
    connection.close()


def test_pragmas_are_set_and_read_back(path: Path) -> None:
    """Each pragma of DURABILITY 3.2 has its value on the connection that writes."""
    store = SqliteStore(path, head=HEADER.start)
    connection = store._connection
    found = {name: connection.pragma(name) for name, _, _ in PRAGMAS}
    store.close()
    assert found == {
        "locking_mode": "exclusive",
        "journal_mode": "wal",
        "synchronous": 2,
        "wal_autocheckpoint": 0,
        "trusted_schema": 0,
        "cell_size_check": 1,
        "mmap_size": 0,
        "temp_store": 2,
    }
    assert next(iter(PRAGMAS))[0] == "locking_mode"


def test_a_pragma_that_does_not_take_refuses_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A difference between set and found is no file to write to (DURABILITY 3.2)."""
    monkeypatch.setattr(
        "controller.journal.sqlite_store.PRAGMAS", (("synchronous", "NORMAL", (2,)), *PRAGMAS[1:])
    )
    with pytest.raises(OSError, match="synchronous"):
        SqliteStore(path, head=HEADER.start)


def test_no_shared_memory_file_is_made(path: Path) -> None:
    """The exclusive lock comes first, so WAL needs no `-shm` file (DURABILITY 3.2)."""
    store = SqliteStore(path, head=HEADER.start)
    fill(store)
    names = {item.name for item in path.parent.iterdir()}
    store.close()
    assert names == {"t.db", "t.db-wal"}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE rec SET body = x'7b7d' WHERE seq = 1",
        "DELETE FROM rec WHERE seq = 4",
        "INSERT INTO rec VALUES(6, x'7b7d', zeroblob(32))",
        "INSERT INTO rec VALUES(5, x'7b', zeroblob(32))",
        "INSERT INTO rec VALUES(5, x'7b7d', zeroblob(31))",
        "INSERT INTO rec VALUES(5, '{}', zeroblob(32))",
    ],
)
def test_the_file_itself_refuses_changes(path: Path, statement: str) -> None:
    """Triggers and checks of layout 1 refuse update, delete, gap, size and type (DURABILITY 3.2)."""
    filled(path)
    connection = apsw.Connection(str(path))
    with pytest.raises(apsw.ConstraintError):
        connection.execute(statement)
    connection.close()


def test_a_second_connection_is_refused(path: Path) -> None:
    """The primary is open once only, in this process and in another (DURABILITY 3.1)."""
    store = SqliteStore(path, head=HEADER.start)
    with pytest.raises(Locked):
        SqliteStore(path, head=HEADER.start)
    with pytest.raises(Locked):
        read(path)
    script = (
        "import sys, apsw; c = apsw.Connection(sys.argv[1]); c.execute('SELECT count(*) FROM rec').fetchall()"
    )
    done = subprocess.run(  # our own interpreter and script
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False
    )
    store.close()
    assert done.returncode == 1
    assert "BusyError" in done.stderr


def test_reading_changes_no_byte(path: Path) -> None:
    """A start reads before it mends, and what it reads stays evidence (DURABILITY 5)."""
    store = SqliteStore(path, head=HEADER.start)
    records = fill(store)
    store.close()
    wal = path.with_name("t.db-wal")
    before = path.read_bytes(), wal.read_bytes()
    assert read(path).records == records
    assert (path.read_bytes(), wal.read_bytes()) == before


def test_concluding_empties_the_wal(path: Path) -> None:
    """A stop in order leaves an empty WAL, a killed one does not (DURABILITY 3.2, 5)."""
    assert wal_is_empty(path, FILES)
    store = SqliteStore(path, head=HEADER.start)
    fill(store)
    assert not wal_is_empty(path, FILES)
    store.settle()
    assert not wal_is_empty(path, FILES)
    store.conclude()
    store.close()
    assert wal_is_empty(path, FILES)


def test_a_missing_file_is_missing(tmp_path: Path) -> None:
    """No file is not damage (DURABILITY 5)."""
    assert read(tmp_path / "none.db").state == "missing"


@pytest.mark.parametrize(
    ("statements", "reason"),
    [
        (("PRAGMA user_version=2",), "layout"),
        (("PRAGMA application_id=1",), "layout"),
        (("DROP TRIGGER rec_no_update",), "schema"),
        (("CREATE TABLE extra(x)",), "schema"),
        (("DELETE FROM meta WHERE k = 'prev_h'",), "header fields"),
        (("UPDATE meta SET v = x'ff' WHERE k = 'table_id'",), "header"),
        (("UPDATE meta SET v = x'78' WHERE k = 'first_seq'",), "header"),
    ],
)
def test_another_layout_or_header_is_damage(path: Path, statements: tuple[str, ...], reason: str) -> None:
    """What is not layout 1 to the letter is not trusted (DURABILITY 5 step 4)."""
    filled(path)
    change(path, *statements)
    reading = read(path)
    assert reading.state == "damaged"
    assert reason in str(reading.reason)
    assert reading.records == ()


def rewrite(path: Path, statement: str) -> CopyReading:
    """Run a statement without the triggers, put them back, and read."""
    triggers = SCHEMA[2:]
    names = ("rec_next", "rec_no_update", "rec_no_delete")
    change(path, *(f"DROP TRIGGER {name}" for name in names), statement, *triggers)
    return read(path)


@pytest.mark.parametrize(
    ("statement", "kept", "beyond"),
    [
        ("UPDATE rec SET body = x'7b207d' WHERE seq = 2", 1, 4),
        ("UPDATE rec SET h = zeroblob(32) WHERE seq = 4", 3, 4),
        ("DELETE FROM rec WHERE seq = 2", 1, 4),
        ("DELETE FROM rec WHERE seq = 1", 0, 4),
    ],
)
def test_edits_and_deletions_break_the_chain(path: Path, statement: str, kept: int, beyond: int) -> None:
    """Rows up to the break stand, later ones are seen but not trusted (DURABILITY 5 step 4)."""
    records = filled(path)
    reading = rewrite(path, statement)
    assert reading.state == "damaged"
    assert reading.records == records[:kept]
    assert reading.beyond == beyond


def test_a_cut_tail_looks_whole(path: Path) -> None:
    """One copy alone cannot show that its end is missing; the other one does (DURABILITY 3.5)."""
    records = filled(path)
    reading = rewrite(path, "DELETE FROM rec WHERE seq = 4")
    assert reading.state == "clean"
    assert reading.records == records[:3]


def test_a_page_of_noise_is_damage(path: Path) -> None:
    """Whatever SQLite raises while reading is damage from there on (DURABILITY 5 step 4)."""
    records = filled(path)
    data = bytearray(path.read_bytes())
    for at in range(4_096 * 6, len(data), 4_096):
        data[at : at + 64] = b"\xff" * 64
    path.write_bytes(data)
    reading = read(path)
    assert reading.state == "damaged"
    assert reading.records == records[: len(reading.records)]


def test_a_row_of_another_type_is_damage(path: Path) -> None:
    """A body that a flipped bit made text is no body (DURABILITY 5 step 4)."""
    records = filled(path)
    data = path.read_bytes()
    blob, text = b"\x04\x00\x10\x4c{}", b"\x04\x00\x11\x4c{}"
    assert 1 == data.count(blob)
    path.write_bytes(data.replace(blob, text))
    reading = read(path)
    assert ("damaged", ()) == (reading.state, reading.records)
    assert "unreadable" in str(reading.reason)
    assert len(records) == reading.beyond


def test_leaves_of_noise_are_damage(path: Path) -> None:
    """Where even the search for later rows fails, what was read before stands (DURABILITY 5 step 4)."""
    store = SqliteStore(path, head=HEADER.start)
    for number in range(400):
        store.append(stored(store.head, b"%0300d" % number))
    store.conclude()
    store.close()
    data = bytearray(path.read_bytes())
    for at in range(4_096 * 12, len(data), 4_096):
        data[at : at + 12] = b"\xff" * 12
    path.write_bytes(data)
    reading = read(path)
    assert "damaged" == reading.state
    assert 0 < len(reading.records) < 400
    assert reading.beyond is None


@pytest.mark.parametrize("data", [b"", b"not a database at all" * 400, b"SQLite format 3\x00"])
def test_a_file_of_something_else_is_damage(tmp_path: Path, data: bytes) -> None:
    """A foreign file is never taken for a record, nor thrown away (DURABILITY 5)."""
    path = tmp_path / "t.db"
    path.write_bytes(data)
    assert read(path).state == "damaged"


def test_a_new_file_replaces_old_side_files(path: Path) -> None:
    """A stale WAL never meets a new file (DURABILITY 5 step 3)."""
    store = SqliteStore(path, head=HEADER.start)
    records = fill(store)
    store.close()
    other = replace(HEADER, file_id=b"\x01" * 16)
    first = stored(other.start, b'{"other":1}')
    reading = build_primary(path, files=FILES, header=other, records=(first,), vfs=None)
    assert reading.records == (first,)
    assert reading.records != records[:1]
    assert {item.name for item in path.parent.iterdir()} <= {"t.db", "t.db-wal"}
