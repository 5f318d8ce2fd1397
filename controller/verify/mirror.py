"""Read a mirror's bytes: header, records, and what lies between them where it is damaged (DURABILITY 3.3)."""

import struct
import zlib
from collections.abc import Sequence
from typing import Final, NamedTuple

from controller.verify.chain import MAX_BODY, Damage, Header, Record, Walk
from controller.verify.reading import Reading, check_header, no_journal, opened_by

HEADER_SIZE: Final = 68
FRAME_SIZE: Final = 52
LARGEST_RECORD: Final = FRAME_SIZE + MAX_BODY
FILE_MAGIC: Final = b"DABB"
LAYOUT: Final = 1

_RECORD_MAGIC: Final = b"DAB1"
_HEADER: Final = struct.Struct(">4sHH16sQ32sI")
_RECORD: Final = struct.Struct(">4sIQ")
_CRC: Final = struct.Struct(">I")
_TAIL: Final = struct.Struct(">32sI")


class _Found(NamedTuple):
    """Hold a whole record in the file and where it ends."""

    record: Record
    end: int


def read_mirror(data: bytes, name: str, known: Sequence[Record] = ()) -> Reading:
    """Give what a mirror says and every place where it does not read; the last one may be a torn tail.

    known: as in `Walk`.
    """
    reading = Reading(name=name)
    first = _next_record(data, 0)
    _read_header(data, reading, first)
    header = reading.header
    if header is None:
        if first is None:
            no_journal(reading, "neither a mirror's header nor any record")
        return reading
    walk = Walk(next_seq=header.first_seq, previous=(header.prev_h,), known=known, damages=reading.damages)
    _follow(data, walk, reading)
    reading.records, reading.highest = walk.records, max(walk.highest, reading.highest)
    check_header(reading)
    return reading


def _read_header(data: bytes, reading: Reading, first: int | None) -> None:
    """Read the 68 bytes at the start, or take the first record's word where they are broken."""
    if len(data) >= HEADER_SIZE:
        magic, layout, zero, file_id, first_seq, prev_h, crc = _HEADER.unpack_from(data)
        if magic == FILE_MAGIC and crc == zlib.crc32(data[: HEADER_SIZE - 4]):
            if (layout, zero) != (LAYOUT, 0):
                reading.unknown = f"mirror of layout {layout}, known is {LAYOUT}"
            reading.header = Header(file_id=file_id, first_seq=first_seq, prev_h=prev_h)
            return
    reading.headless = True
    reading.damages.append(Damage(seq=None, offset=0, reason="the header of 68 bytes is not whole"))
    found = None if first is None else _record_at(data, first)
    if found is None:
        return
    opened = opened_by(found.record.body)
    if opened is None:
        reading.highest = _highest(data)
    else:
        header = opened.header
        reading.header = Header(file_id=header.file_id, first_seq=header.first_seq, prev_h=header.prev_h)


def _follow(data: bytes, walk: Walk, reading: Reading) -> None:
    """Go from record to record; search for the next one where the bytes are none."""
    offset = sought = _as_known(data, walk)
    while offset < len(data):
        found = _record_at(data, offset)
        if found is not None:
            walk.take(found.record, offset, skipped=offset - sought)
            offset = sought = found.end
            continue
        following = _next_record(data, offset + 1)
        if following is None:
            _judge_tail(data, offset, walk, reading)
            return
        offset = following


def _as_known(data: bytes, walk: Walk) -> int:
    """Let the walk take what the other copy holds, too, byte for byte; give where that ends."""
    end, pack, pack_crc, crc32 = HEADER_SIZE, _RECORD.pack, _CRC.pack, zlib.crc32

    def fits(record: Record) -> bool:
        nonlocal end
        seq, body, h = record
        frame = pack(_RECORD_MAGIC, len(body), seq) + body + h
        frame += pack_crc(crc32(frame))
        if not data.startswith(frame, end):
            return False
        end += len(frame)
        return True

    walk.follow_known(fits)
    return end


def _judge_tail(data: bytes, offset: int, walk: Walk, reading: Reading) -> None:
    """Tell a torn write from damage: it is shorter than one largest record (DURABILITY 5 step 4)."""
    size = len(data) - offset
    if size < LARGEST_RECORD:
        reading.torn = Damage(
            seq=walk.next_seq, offset=offset, reason=f"{size} bytes at the end are no whole record"
        )
    else:
        walk.damage(walk.next_seq, offset, f"{size} bytes at the end are no record")


def _record_at(data: bytes, offset: int) -> _Found | None:
    """Give the record at an offset, None where its frame or CRC is wrong."""
    if len(data) < offset + FRAME_SIZE:
        return None
    magic, length, seq = _RECORD.unpack_from(data, offset)
    body_at = offset + _RECORD.size
    tail_at = body_at + length
    if magic != _RECORD_MAGIC or length > MAX_BODY or len(data) < tail_at + _TAIL.size:
        return None
    h, crc = _TAIL.unpack_from(data, tail_at)
    if crc != zlib.crc32(data[offset : tail_at + len(h)]):
        return None
    return _Found(Record(seq, data[body_at:tail_at], h), tail_at + _TAIL.size)


def _highest(data: bytes) -> int:
    """Give the highest number of any whole record."""
    highest, at = 0, _next_record(data, 0)
    while at is not None:
        found = _record_at(data, at)
        assert found is not None
        highest = max(highest, found.record.seq)
        at = _next_record(data, found.end)
    return highest


def _next_record(data: bytes, offset: int) -> int | None:
    """Give where the next whole record starts, None if there is none."""
    at = data.find(_RECORD_MAGIC, offset)
    while at >= 0:
        if _record_at(data, at) is not None:
            return at
        at = data.find(_RECORD_MAGIC, at + 1)
    return None
