"""The mirror, a file of its own format on a second medium (DURABILITY 3.3).

File: header of 68 bytes, then records of 52 bytes and their body, big endian. Nothing in it is ever
rewritten; only recovery cuts a torn tail.
"""

import hashlib
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.journal.faults import OutOfOrder
from controller.journal.files import Files, replace_whole, write_all
from controller.journal.record import LINK, LINK_PREFIX, MAX_BODY, MIN_BODY, Head, StoredRecord, follows
from controller.journal.store import CopyReading, FileHeader

HEADER_SIZE: Final = 68
RECORD_FRAME: Final = 52
LARGEST_RECORD: Final = RECORD_FRAME + MAX_BODY

_HEADER: Final = struct.Struct(">4sHH16sQ32s")
_RECORD: Final = struct.Struct(">4sIQ")
_CRC: Final = struct.Struct(">I")
_END: Final = struct.Struct(">32sI4sIQ")
"""What stands between two bodies: chain value and CRC of one record, frame of the next."""

_FILE_MAGIC: Final = b"DABB"
_RECORD_MAGIC: Final = b"DAB1"
_LAYOUT: Final = 1


def pack_header(file_id: bytes, first_seq: int, prev_h: bytes) -> bytes:
    """Give the 68 bytes at the start of a mirror."""
    head = _HEADER.pack(_FILE_MAGIC, _LAYOUT, 0, file_id, first_seq, prev_h)
    return head + _CRC.pack(zlib.crc32(head))


def pack_record(record: StoredRecord) -> bytes:
    """Give the bytes of one record: frame, number, body, chain value, CRC-32 of all before it."""
    data = _RECORD.pack(_RECORD_MAGIC, len(record.body), record.seq) + record.body + record.h
    return data + _CRC.pack(zlib.crc32(data))


class BlackBox:
    """Append to an open mirror; table thread only. `files` makes every call to the system."""

    def __init__(self, path: Path, *, files: Files, head: Head, end: int) -> None:
        self._path = path
        self._files = files
        self._head = head
        self._end = end
        self._handle = files.open(path)
        self._syncer = files.syncer()
        self._begun: StoredRecord | None = None

    @property
    def head(self) -> Head:
        """Give the last durable record's number and chain value."""
        return self._head

    def append(self, record: StoredRecord) -> None:
        """Write one record at the known end and wait for the medium; raise OSError or OutOfOrder."""
        self.begin(record)
        self.finish()

    def begin(self, record: StoredRecord) -> None:
        """Write one record at the known end and begin to flush it; raise OSError or OutOfOrder."""
        if not follows(self._head, record):
            raise OutOfOrder(seq=record.seq, expected_seq=self._head.seq + 1)
        data = pack_record(record)
        write_all(self._files, self._handle, data, self._end)
        self._end += len(data)
        self._begun = record
        self._syncer.begin(self._handle)

    def finish(self) -> None:
        """Wait until the record that was begun is on the medium; raise OSError."""
        record, self._begun = self._begun, None
        self._syncer.wait()
        if record is not None:
            self._head = Head(seq=record.seq, h=record.h)

    def records(self) -> Iterator[StoredRecord]:
        """Read the file again from its start."""
        yield from read_mirror(self._path, self._files).records

    def settle(self) -> None:
        """Do nothing: this format needs no housekeeping."""

    def conclude(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Release the file."""
        self._syncer.close()
        self._files.close(self._handle)


def build_mirror(
    path: Path, *, files: Files, header: FileHeader, records: tuple[StoredRecord, ...]
) -> CopyReading:
    """Put a new, whole mirror in place in one durable step, and read it back."""
    parts = [pack_header(header.file_id, header.first_seq, header.prev_h)]
    parts += [pack_record(record) for record in records]
    replace_whole(files, path, b"".join(parts))
    return read_mirror(path, files)


def read_mirror(path: Path, files: Files) -> CopyReading:
    """Read and check a mirror; whatever goes wrong while reading is damage from there on (DURABILITY 5)."""
    try:
        data = files.read(path)
    except FileNotFoundError:
        return CopyReading(name="mirror", state="missing")
    except (OSError, MemoryError) as error:
        return CopyReading(name="mirror", state="damaged", reason=f"unreadable ({type(error).__name__})")
    return scan_mirror(data)


def scan_mirror(data: bytes) -> CopyReading:
    """Check the bytes of a mirror: header, CRC and chain value of each record, and the tail."""
    if _CRC.pack(zlib.crc32(data[: HEADER_SIZE - 4])) != data[HEADER_SIZE - 4 : HEADER_SIZE]:
        return _broken_header(data)
    magic, layout, zero, file_id, first_seq, prev_h = _HEADER.unpack_from(data)
    if (magic, layout, zero) != (_FILE_MAGIC, _LAYOUT, 0):
        return CopyReading(name="mirror", state="damaged", reason=f"unknown layout {layout}")
    start = Head(seq=first_seq - 1, h=prev_h)
    records, end = _chain_of(data, start)
    reading = CopyReading(
        name="mirror", state="clean", start=start, file_id=file_id, records=records, end=end
    )
    return reading if end == len(data) else _with_tail(reading, data)


def _chain_of(data: bytes, start: Head) -> tuple[tuple[StoredRecord, ...], int]:
    """Give the records that follow each other from the header on, and where they end.

    One loop without a call of ours, `link` written out: a day has 216,000 records, and a table waits for it.
    The end of a record and the frame of the next one are read at once, so the last record is left over.
    """
    records: list[StoredRecord] = []
    if len(data) < HEADER_SIZE + _RECORD.size:
        return (), HEADER_SIZE
    view, last_end, unpack, crc_of = memoryview(data), len(data) - _END.size, _END.unpack_from, zlib.crc32
    keep, new, sha256, before_body = records.append, tuple.__new__, hashlib.sha256, LINK.pack
    seq, previous, offset = start.seq + 1, start.h, HEADER_SIZE
    magic, length, number = _RECORD.unpack_from(data, offset)
    while magic == _RECORD_MAGIC and number == seq and MIN_BODY <= length <= MAX_BODY:
        body_at = offset + 16
        h_at = body_at + length
        if h_at > last_end:
            break
        h, crc, magic, following, number = unpack(data, h_at)
        body, end = data[body_at:h_at], h_at + 32
        if h != sha256(before_body(LINK_PREFIX, previous, seq, length) + body).digest():
            break
        if crc != crc_of(view[offset:end]):
            break
        keep(new(StoredRecord, (seq, body, h)))
        seq, previous, offset, length = seq + 1, h, end + 4, following
    last = _record_at(data, offset)
    if last is not None and follows(Head(seq=seq - 1, h=previous), last):
        keep(last)
        offset += RECORD_FRAME + len(last.body)
    return tuple(records), offset


def _with_tail(reading: CopyReading, data: bytes) -> CopyReading:
    """Judge the bytes after the last valid record: a torn write, or damage in the middle (DURABILITY 5)."""
    tail = len(data) - reading.end
    beyond = _highest_seq(data, reading.end)
    torn = tail < LARGEST_RECORD and beyond is None
    return CopyReading(
        name="mirror",
        state="torn" if torn else "damaged",
        start=reading.start,
        file_id=reading.file_id,
        records=reading.records,
        end=reading.end,
        beyond=beyond,
        reason=f"{tail} bytes at {reading.end} are no record",
    )


def _broken_header(data: bytes) -> CopyReading:
    return CopyReading(
        name="mirror", state="damaged", beyond=_highest_seq(data, 0), reason="header at 0 is not whole"
    )


def _record_at(data: bytes, offset: int) -> StoredRecord | None:
    """Give the record that starts at an offset, or None where its frame or CRC is wrong."""
    if len(data) < offset + RECORD_FRAME:
        return None
    magic, length, seq = _RECORD.unpack_from(data, offset)
    crc_at = offset + _RECORD.size + length + 32
    if magic != _RECORD_MAGIC or not MIN_BODY <= length <= MAX_BODY or len(data) < crc_at + _CRC.size:
        return None
    if _CRC.unpack_from(data, crc_at)[0] != zlib.crc32(memoryview(data)[offset:crc_at]):
        return None
    body_at = offset + _RECORD.size
    return StoredRecord(
        seq=seq, body=data[body_at : body_at + length], h=data[body_at + length : body_at + length + 32]
    )


def _highest_seq(data: bytes, offset: int) -> int | None:
    """Search for whole records after a break and give their highest number, None if there is none."""
    found: list[int] = []
    at = data.find(_RECORD_MAGIC, offset)
    while at >= 0:
        record = _record_at(data, at)
        if record is not None:
            found.append(record.seq)
        at = data.find(_RECORD_MAGIC, at + 1 if record is None else at + RECORD_FRAME + len(record.body))
    return max(found, default=None)
