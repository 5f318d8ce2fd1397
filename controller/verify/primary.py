"""Read a primary: a private copy of file and WAL, opened read-only, row by row (DURABILITY 3.2, 14).

Never with `immutable=1`, which would not see the WAL. The original is only ever read as bytes.
"""

import contextlib
import itertools
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from controller.verify.chain import HASH_SIZE, ID_SIZE, Damage, Header, Record, Walk
from controller.verify.reading import Reading, check_header, no_journal, opened_by

FILE_MAGIC: Final = b"SQLite format 3\x00"
APPLICATION_ID: Final = 0x44414A31
LAYOUT: Final = 1

_WRONG = (sqlite3.Error, ValueError, OverflowError, MemoryError)
_NEXT: Final = """CREATE TRIGGER rec_next BEFORE INSERT ON rec WHEN NEW.seq IS NOT (SELECT
  coalesce(max(seq), (SELECT CAST(CAST(v AS TEXT) AS INTEGER) FROM meta WHERE k = 'first_seq') - 1) + 1
  FROM rec) BEGIN SELECT RAISE(ABORT, 'seq gap'); END"""
_SCHEMA: Final = {
    "table meta": "CREATE TABLE meta(k TEXT PRIMARY KEY, v BLOB NOT NULL) STRICT, WITHOUT ROWID",
    "table rec": "CREATE TABLE rec(seq INTEGER PRIMARY KEY, body BLOB NOT NULL"
    " CHECK(length(body) BETWEEN 2 AND 65536), h BLOB NOT NULL CHECK(length(h) = 32)) STRICT",
    "trigger rec_next": " ".join(_NEXT.split()),
    "trigger rec_no_update": "CREATE TRIGGER rec_no_update BEFORE UPDATE ON rec"
    " BEGIN SELECT RAISE(ABORT, 'append only'); END",
    "trigger rec_no_delete": "CREATE TRIGGER rec_no_delete BEFORE DELETE ON rec"
    " BEGIN SELECT RAISE(ABORT, 'append only'); END",
}
_LAYOUT_TEXTS: Final = """SELECT type || ' ' || name, CASE typeof(sql) WHEN 'text' THEN sql ELSE '' END
  FROM sqlite_schema WHERE sql IS NOT NULL"""
_FIRST_ROW: Final = "SELECT seq, body, h FROM rec ORDER BY seq LIMIT 1"
_FORWARD: Final = "SELECT seq, body, h FROM rec WHERE seq >= ? ORDER BY seq"
_BACKWARD: Final = "SELECT seq, body, h FROM rec WHERE seq >= ? ORDER BY seq DESC"
_ONE: Final = "SELECT seq, body, h FROM rec WHERE seq = ?"
LOOK_BEHIND: Final = 64


def read_primary(path: Path, name: str) -> Reading:
    """Give what a primary with its WAL says; the file itself is copied and stays untouched."""
    with tempfile.TemporaryDirectory(prefix="dealer-assist-verify-") as folder:
        private = Path(folder) / "copy.db"
        shutil.copyfile(path, private)
        wal = path.with_name(f"{path.name}-wal")
        if wal.exists():
            shutil.copyfile(wal, private.with_name("copy.db-wal"))
        return _read(private, name)


def _read(path: Path, name: str) -> Reading:
    """Open the private copy and read all of it."""
    reading = Reading(name=name)
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as base:
            base.text_factory = bytes
            for pragma in ("trusted_schema=OFF", "mmap_size=0"):
                base.execute(f"PRAGMA {pragma}")
            _read_layout(base, reading)
            _read_rows(base, reading)
    except _WRONG as error:
        no_journal(reading, f"SQLite cannot read it ({type(error).__name__})")
    return reading


def _read_layout(base: sqlite3.Connection, reading: Reading) -> None:
    """Check application, layout, tables and triggers; they are not part of the chain."""
    application, layout = (_pragma(base, name) for name in ("application_id", "user_version"))
    if application != APPLICATION_ID:
        _note(reading, None, f"application_id is {application:#x}, not {APPLICATION_ID:#x}")
    if layout != LAYOUT:
        reading.unknown = f"primary of layout {layout}, known is {LAYOUT}"
    rows = base.execute(_LAYOUT_TEXTS)
    found = {bytes(name): b" ".join(bytes(sql).split()) for name, sql in rows}
    for name, sql in _SCHEMA.items():
        text = found.pop(name.encode(), None)
        if text != sql.encode():
            _note(reading, None, f"{name} is missing" if text is None else f"{name} is another one")
    if found:
        _note(reading, None, f"{len(found)} tables or triggers that do not belong here")


def _pragma(base: sqlite3.Connection, name: str) -> int:
    return int(base.execute(f"PRAGMA {name}").fetchone()[0])


def _read_rows(base: sqlite3.Connection, reading: Reading) -> None:
    """Follow the chain from the first row to the last, and behind what SQLite cannot read."""
    reading.header = _header(base, reading)
    header = reading.header
    if header is None:
        reading.highest = _last_number(base, 1)
        no_journal(reading, "neither table meta nor the first record says what it is")
        return
    walk = Walk(next_seq=header.first_seq, previous=(header.prev_h,), damages=reading.damages)
    reading.records = walk.records
    try:
        for record in _others(base, walk):
            walk.take(record)
            reading.highest = record.seq  # the last one, not the largest: a damaged tree is out of order
        reading.highest = reading.highest or walk.last
    except _WRONG as error:
        first, last = walk.next_seq, reading.highest or walk.last
        _go_on(base, walk, f"SQLite stops here ({type(error).__name__})")
        reading.highest = max(last, _last_number(base, first))
    check_header(reading)


def _go_on(base: sqlite3.Connection, walk: Walk, reason: str) -> None:
    """Take what still reads around a damaged place: one by one, and from the end backwards."""
    found: dict[int, Record] = {}
    first = walk.next_seq
    for statement, seq in ((_BACKWARD, first), *((_ONE, seq) for seq in range(first, first + LOOK_BEHIND))):
        with contextlib.suppress(*_WRONG):
            for record in _rows(base, statement, seq):
                found[record.seq] = record
    while walk.next_seq in found:
        walk.take(found.pop(walk.next_seq))
    walk.damage(walk.next_seq, None, reason)
    for seq in sorted(found):
        walk.take(found[seq])


def _last_number(base: sqlite3.Connection, first: int) -> int:
    """Give the highest number that the table shows from a damaged place on, whatever its row holds."""
    numbers = [0]
    queries = [("SELECT max(seq) FROM rec WHERE seq >= ?", first)]
    queries += [("SELECT seq FROM rec WHERE seq = ?", first + step) for step in range(LOOK_BEHIND)]
    for query, seq in queries:
        with contextlib.suppress(*_WRONG):
            numbers += [row[0] for row in base.execute(query, (seq,)) if type(row[0]) is int]
    return max(numbers)


def _others(base: sqlite3.Connection, walk: Walk) -> Iterator[Record]:
    """Let the walk follow the rows as long as they link, and yield the rest."""
    rows = base.execute(_FORWARD, (0,))
    other = walk.follow(rows)
    if other is not None:
        yield from _typed(itertools.chain((other,), rows))


def _rows(base: sqlite3.Connection, statement: str, seq: int) -> Iterator[Record]:
    """Yield rows from one on."""
    return _typed(base.execute(statement, (seq,)))


def _typed(rows: Iterable[tuple[int, bytes, bytes]]) -> Iterator[Record]:
    """Yield rows; raise ValueError for one of other types than the layout says."""
    for number, body, h in rows:
        if type(number) is not int or type(body) is not bytes or type(h) is not bytes or number < 1:
            raise ValueError("a row of other types")
        yield Record(number, body, h)


def _header(base: sqlite3.Connection, reading: Reading) -> Header | None:
    """Read table meta, or take the first record's word where it is broken."""
    try:
        meta = dict(base.execute("SELECT k, v FROM meta").fetchall())
        return Header(
            table_id=bytes(meta[b"table_id"]).decode(),
            gaming_day=bytes(meta[b"gaming_day"]).decode(),
            file_id=_sized(meta[b"file_id"], ID_SIZE),
            first_seq=_number(meta[b"first_seq"]),
            prev_h=_sized(meta[b"prev_h"], HASH_SIZE),
        )
    except (*_WRONG, LookupError, TypeError) as error:
        reading.headless = True
        _note(reading, None, f"table meta does not read ({type(error).__name__})")
    try:
        opened = opened_by(bytes(base.execute(_FIRST_ROW).fetchone()[1]))
    except (*_WRONG, TypeError):
        return None
    return None if opened is None else opened.header


def _sized(value: bytes, size: int) -> bytes:
    if type(value) is not bytes or len(value) != size:
        raise ValueError("another size")
    return value


def _number(value: bytes) -> int:
    if type(value) is not bytes or not value.isdigit():
        raise ValueError("no number of a record")
    return int(value)


def _note(reading: Reading, seq: int | None, reason: str) -> None:
    reading.damages.append(Damage(seq=seq, offset=None, reason=reason))
