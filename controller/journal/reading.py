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
