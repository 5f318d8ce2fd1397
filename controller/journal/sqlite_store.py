"""The primary, a SQLite file through apsw: the only module that imports it (DURABILITY 3.2).

One connection, locked exclusively, WAL with a sync at every commit. A connection never checkpoints by
itself, neither while it runs nor when it closes: after an error no further write may happen. The WAL takes
its room before it is used and keeps it between rounds, so that a sync waits for contents alone and not for
the file system's journal.
"""

import errno
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast

import apsw

from controller.journal.faults import Locked, OutOfOrder
from controller.journal.files import Files, sync_file, write_all
from controller.journal.record import Head, StoredRecord, follows
from controller.journal.store import CopyReading, FileHeader

APPLICATION_ID: Final = 0x44414A31
LAYOUT: Final = 1

SCHEMA: Final = (
    "CREATE TABLE meta(k TEXT PRIMARY KEY, v BLOB NOT NULL) STRICT, WITHOUT ROWID",
    (
        "CREATE TABLE rec(seq INTEGER PRIMARY KEY,"
        " body BLOB NOT NULL CHECK(length(body) BETWEEN 2 AND 65536),"
        " h BLOB NOT NULL CHECK(length(h) = 32)) STRICT"
    ),
    (
        "CREATE TRIGGER rec_next BEFORE INSERT ON rec WHEN NEW.seq IS NOT (SELECT coalesce(max(seq),"
        " (SELECT CAST(CAST(v AS TEXT) AS INTEGER) FROM meta WHERE k = 'first_seq') - 1) + 1 FROM rec)"
        " BEGIN SELECT RAISE(ABORT, 'seq gap'); END"
    ),
    "CREATE TRIGGER rec_no_update BEFORE UPDATE ON rec BEGIN SELECT RAISE(ABORT, 'append only'); END",
    "CREATE TRIGGER rec_no_delete BEFORE DELETE ON rec BEGIN SELECT RAISE(ABORT, 'append only'); END",
)

Pragma = tuple[str, str, tuple[object, ...]]
PRAGMAS: Final[tuple[Pragma, ...]] = (
    ("locking_mode", "EXCLUSIVE", ("exclusive",)),
    ("journal_mode", "WAL", ("wal",)),
    ("synchronous", "FULL", (2,)),
    ("wal_autocheckpoint", "0", (0,)),
    ("trusted_schema", "OFF", (0,)),
    ("cell_size_check", "ON", (1,)),
    ("mmap_size", "0", (0, None)),  # a VFS without memory mapping answers with no row
    ("temp_store", "MEMORY", (2,)),
)
"""Name, value and the answers that reading back may give, in the order they are set."""

ReadErrors = (apsw.Error, ValueError, OverflowError, MemoryError, OSError, TypeError)
"""What reading a damaged file may raise (DURABILITY 5 step 4); UnicodeDecodeError is a ValueError."""

_INSERT: Final = "INSERT INTO rec(seq, body, h) VALUES(?, ?, ?)"
_LOOK_BEYOND: Final = 64
_ROWS_AT_ONCE: Final = 4_096
_WAL_SPARE: Final = 8


class SqliteStore:
    """Append to an open primary; table thread only. `vfs` names the SQLite file layer, None for the usual.

    wal_room: bytes the WAL keeps from round to round, see `lay_wal`. Errors of the medium leave as OSError,
    whatever class apsw gave them.
    """

    def __init__(self, path: Path, *, head: Head, vfs: str | None = None, wal_room: int = 0) -> None:
        self._head = head
        self._connection = _connect(path, vfs)
        self._connection.execute(f"PRAGMA journal_size_limit={wal_room}").fetchall()

    @property
    def head(self) -> Head:
        """Give the last durable record's number and chain value."""
        return self._head

    def append(self, record: StoredRecord) -> None:
        """Insert one row in a transaction of its own; raise OSError or OutOfOrder."""
        if not follows(self._head, record):
            raise OutOfOrder(seq=record.seq, expected_seq=self._head.seq + 1)
        try:
            self._connection.execute(_INSERT, (record.seq, record.body, record.h))
        except apsw.Error as error:
            raise _as_os_error(error) from error
        self._head = Head(seq=record.seq, h=record.h)

    def begin(self, record: StoredRecord) -> None:
        """Do all of it: SQLite waits for the medium inside its own call."""
        self.append(record)

    def finish(self) -> None:
        """Do nothing more."""

    def records(self) -> Iterator[StoredRecord]:
        """Yield all rows in order."""
        yield from _rows(self._connection, 0)

    def settle(self) -> None:
        """Move the WAL into the file and begin it anew, in the room it has; raise OSError."""
        self._checkpoint("RESTART")

    def conclude(self) -> None:
        """Move the WAL into the file and empty it; raise OSError."""
        self._checkpoint("TRUNCATE")

    def close(self) -> None:
        """Close without a checkpoint."""
        self._connection.close()

    def _checkpoint(self, mode: str) -> None:
        try:
            _checkpoint(self._connection, mode)
        except apsw.Error as error:
            raise _as_os_error(error) from error


def lay_wal(path: Path, *, files: Files, size: int) -> None:
    """Give a primary's WAL that many bytes of its medium, zeros behind what it holds; raise OSError.

    Call it while the primary is closed. A commit then writes over room that is there and written, so its sync
    changes no size and no block list, which costs a file system's journal a write and a wait of its own. To
    SQLite zeros are no frame: it reads such a WAL as one that ends before them. A medium without room for
    several times as much gets none; it would be slower, not less safe.
    """
    wal = path.with_name(f"{path.name}-wal")
    held = files.size(wal) or 0
    if held >= size or files.space(path.parent)[0] < _WAL_SPARE * size:
        return
    handle = files.open(wal)
    try:
        write_all(files, handle, bytes(size - held), held)
        files.fsync(handle)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
    finally:
        files.close(handle)
    files.sync_folder(path.parent)


def build_primary(
    path: Path, *, files: Files, header: FileHeader, records: tuple[StoredRecord, ...], vfs: str | None
) -> CopyReading:
    """Put a new, whole primary in place in one durable step, and read it back; raise OSError.

    The old file's side files go first: a stale WAL beside a new file would mix two histories.
    """
    fresh = path.with_name(path.name + ".new")
    _unlink_all(files, fresh)
    try:
        _fill(fresh, header, records, vfs)
    except apsw.Error as error:
        raise _as_os_error(error) from error
    for side in _side_files(fresh):
        files.unlink(side)
    sync_file(files, fresh)
    for side in _side_files(path):
        files.unlink(side)
    files.sync_folder(path.parent)
    files.rename(fresh, path)
    files.sync_folder(path.parent)
    return read_primary(path, files=files, vfs=vfs)


def read_primary(
    path: Path, *, files: Files, vfs: str | None, beside: CopyReading | None = None
) -> CopyReading:
    """Read and check a primary without changing it; whatever goes wrong is damage from there on.

    beside: the other copy, already checked; a row that equals its record there needs no check of its own.
    Raise Locked if another process has it open.
    """
    if files.size(path) is None:
        return CopyReading(name="primary", state="missing")
    try:
        connection = _connect(path, vfs)
    except ReadErrors as error:
        return CopyReading(name="primary", state="damaged", reason=f"unreadable ({type(error).__name__})")
    try:
        return _read(connection, beside)
    except ReadErrors as error:
        return _headless(connection, f"header unreadable ({type(error).__name__})")
    finally:
        connection.close()


def wal_is_empty(path: Path, files: Files) -> bool:
    """Tell whether a primary was settled before it was closed."""
    return not files.size(path.with_name(path.name + "-wal"))


def _connect(path: Path, vfs: str | None, *, create: bool = False) -> apsw.Connection:
    """Open a file and set the pragmas, each read back; raise OSError, or Locked if another has it."""
    flags = apsw.SQLITE_OPEN_READWRITE | (apsw.SQLITE_OPEN_CREATE if create else 0)
    try:
        connection = apsw.Connection(str(path), flags=flags, vfs=vfs)
    except apsw.Error as error:
        raise _as_os_error(error) from error
    try:
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        for name, value, allowed in PRAGMAS:
            connection.execute(f"PRAGMA {name}={value}").fetchall()
            _read_back(connection, path, name, allowed)
    except apsw.BusyError:
        connection.close()
        raise Locked(str(path)) from None
    except apsw.Error as error:
        connection.close()
        raise _as_os_error(error) from error
    except OSError:
        connection.close()
        raise
    return connection


def _read_back(connection: apsw.Connection, path: Path, name: str, allowed: tuple[object, ...]) -> None:
    """Compare a pragma with what it was set to; raise OSError for a difference."""
    found = connection.pragma(name)
    if found not in allowed:
        raise OSError(f"{path}: pragma {name} is {found!r}, allowed {allowed!r}")


def _fill(path: Path, header: FileHeader, records: tuple[StoredRecord, ...], vfs: str | None) -> None:
    """Make a primary with its schema, header and records, and settle it."""
    connection = _connect(path, vfs, create=True)
    try:
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version={LAYOUT}")
        with connection:
            for statement in SCHEMA:
                connection.execute(statement)
            connection.executemany("INSERT INTO meta(k, v) VALUES(?, ?)", _meta(header))
            connection.executemany(_INSERT, ((r.seq, r.body, r.h) for r in records))
        _checkpoint(connection, "TRUNCATE")
    finally:
        connection.close()


def _checkpoint(connection: apsw.Connection, mode: str) -> None:
    connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchall()


def _meta(header: FileHeader) -> tuple[tuple[str, bytes], ...]:
    """Give the rows of the header table."""
    return (
        ("table_id", header.table_id.encode()),
        ("file_id", header.file_id),
        ("gaming_day", header.gaming_day.encode()),
        ("first_seq", str(header.first_seq).encode()),
        ("prev_h", header.prev_h),
    )


def _read(connection: apsw.Connection, beside: CopyReading | None) -> CopyReading:
    """Check layout, schema and header, then the rows one by one."""
    layout = (connection.pragma("application_id"), connection.pragma("user_version"))
    if layout != (APPLICATION_ID, LAYOUT):
        return _headless(connection, f"unknown layout {layout}")
    schema = {row[0] for row in connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")}
    if schema != set(SCHEMA):
        return _headless(connection, "schema differs from layout 1")
    meta = {str(k): cast("bytes", v) for k, v in connection.execute("SELECT k, v FROM meta")}
    if meta.keys() != {"table_id", "file_id", "gaming_day", "first_seq", "prev_h"}:
        return _headless(connection, f"header fields are {sorted(meta)}")
    return _read_rows(connection, meta, beside)


def _headless(connection: apsw.Connection, reason: str) -> CopyReading:
    """Give a reading that trusts no row, and still says how far they went: the mirror may be shorter."""
    return CopyReading(name="primary", state="damaged", beyond=_highest_seq(connection, 0), reason=reason)


def _read_rows(
    connection: apsw.Connection, meta: dict[str, bytes], beside: CopyReading | None
) -> CopyReading:
    """Follow the chain row by row, and look for rows that stand after a break."""
    start = head = Head(seq=int(meta["first_seq"].decode()) - 1, h=meta["prev_h"])
    table_id, gaming_day = meta["table_id"].decode(), meta["gaming_day"].decode()
    known = beside.records if beside is not None and beside.start == start else ()
    records = _known_rows(connection, known)
    if records:
        head = Head(seq=records[-1].seq, h=records[-1].h)
    reason = None
    try:
        for record in _rows(connection, head.seq if records else 0):
            if not follows(head, record):
                reason = f"row {record.seq} does not follow row {head.seq}"
                break
            records.append(record)
            head = Head(seq=record.seq, h=record.h)
    except ReadErrors as error:
        reason = f"row after {head.seq} unreadable ({type(error).__name__})"
    return CopyReading(
        name="primary",
        state="clean" if reason is None else "damaged",
        start=start,
        file_id=meta["file_id"],
        table_id=table_id,
        gaming_day=gaming_day,
        records=tuple(records),
        beyond=None if reason is None else _highest_seq(connection, head.seq),
        reason=reason,
    )


def _known_rows(connection: apsw.Connection, known: tuple[StoredRecord, ...]) -> list[StoredRecord]:
    """Give the records of another copy up to the first rows that do not equal them, or do not read.

    Whole lists are compared, without a loop of ours; the rows after the last equal ones are read again one by
    one, and that tells what is wrong with them.
    """
    rows = connection.execute("SELECT seq, body, h FROM rec ORDER BY seq")
    equal = 0
    try:
        while equal < len(known):
            expected = list(known[equal : equal + _ROWS_AT_ONCE])
            if list(itertools.islice(rows, len(expected))) != expected:
                break
            equal += len(expected)
    except ReadErrors:
        pass
    return list(known[:equal])


def _rows(connection: apsw.Connection, after: int) -> Iterator[StoredRecord]:
    query = "SELECT seq, body, h FROM rec WHERE seq > ? ORDER BY seq"
    for seq, body, h in connection.execute(query, (after,)):
        if not (isinstance(seq, int) and isinstance(body, bytes) and isinstance(h, bytes)):
            raise TypeError("row holds other types than layout 1")
        yield StoredRecord(seq=seq, body=body, h=h)


def _highest_seq(connection: apsw.Connection, last: int) -> int | None:
    """Look for rows after a break, from the end and one by one, and give the highest number seen."""
    found: list[int] = []
    queries = [("SELECT max(seq) FROM rec WHERE seq > ?", last)]
    queries += [("SELECT seq FROM rec WHERE seq = ?", last + step) for step in range(1, _LOOK_BEYOND)]
    for query, value in queries:
        try:
            found += [row[0] for row in connection.execute(query, (value,)) if isinstance(row[0], int)]
        except ReadErrors:  # damage was reported already; this row just is not there to be seen
            continue
    return max(found, default=None)


def _side_files(path: Path) -> tuple[Path, ...]:
    return tuple(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))


def _unlink_all(files: Files, path: Path) -> None:
    for name in (path, *_side_files(path)):
        files.unlink(name)


def _as_os_error(error: apsw.Error) -> OSError:
    """Give the medium's error one family, with SQLite's own result code in its text."""
    return OSError(f"{type(error).__name__} {getattr(error, 'extendedresult', 0)}")
