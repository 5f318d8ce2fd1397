"""Read a record without writing it: history, exports and audits go through the mirror (DURABILITY 3.1).

The primary is open once only, by the table. The mirror may be read by anyone who may read files; of a
table that is running its last record is left out, since it may not be acknowledged yet.
"""

from collections.abc import Iterator
from pathlib import Path

from controller.journal.blackbox import read_mirror
from controller.journal.codec import TableRecord, table_codec
from controller.journal.compare import checked
from controller.journal.faults import Damaged
from controller.journal.files import Files, OsFiles
from controller.journal.rollover import is_closed
from controller.journal.sqlite_store import read_primary


def read_history(mirror: Path, *, live: bool, files: Files | None = None) -> Iterator[TableRecord]:
    """Yield the records of a mirror in order, hidden cards closed; `live` leaves out the last one.

    Raise Damaged before the first record if there is no mirror or damage in its middle, and CodecFault at
    a record outside the catalogue. A torn tail is no damage.
    """
    reading = checked(read_mirror(mirror, files or OsFiles()))
    if reading.state in ("missing", "damaged"):
        raise Damaged(primary_seq=None, mirror_seq=reading.last_seq, reason=reading.reason or "no such file")
    records = reading.records[:-1] if live else reading.records
    codec = table_codec()
    return (codec.decode(record, key=None) for record in records)


def read_copy(path: Path, *, files: Files | None = None) -> Iterator[TableRecord]:
    """Yield the records of either copy; a file that was not closed may be live, so its last one is left out.

    A primary must be a private copy, for nobody else may open the live one. Raise as `read_history`.
    """
    files = files or OsFiles()
    is_primary = path.suffix == ".db"
    reading = checked(read_primary(path, files=files, vfs=None) if is_primary else read_mirror(path, files))
    if reading.state in ("missing", "damaged"):
        seqs = (reading.last_seq, None) if is_primary else (None, reading.last_seq)
        reason = f"{path.name}: {reading.reason or 'no such file'}"
        raise Damaged(primary_seq=seqs[0], mirror_seq=seqs[1], reason=reason)
    records = reading.records
    if records and not is_closed(records):
        records = records[:-1]
    codec = table_codec()
    return (codec.decode(record, key=None) for record in records)
