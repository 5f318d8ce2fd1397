"""Judge two readings of one record: is one the start of the other, and is anything lost (DURABILITY 5)."""

from controller.journal.faults import CodecFault, Damaged, Forked
from controller.journal.record import StoredRecord, open_envelope
from controller.journal.store import CopyReading, FileHeader

_NO_RECORD = ("missing", "unavailable", "damaged")


def longest(primary: CopyReading, mirror: CopyReading) -> CopyReading:
    """Give the reading with the longer chain; raise Forked, or Damaged where records may be lost."""
    _refuse_fork(primary, mirror)
    best = max((mirror, primary), key=lambda reading: reading.last_seq or 0)
    last = best.last_seq or 0
    for reading in (primary, mirror):
        if reading.beyond is not None and reading.beyond > last:
            raise _damaged(
                primary,
                mirror,
                f"{reading.name} shows record {reading.beyond} behind a break: {reading.reason}",
            )
    broken = [reading for reading in (primary, mirror) if reading.state == "damaged"]
    if broken and all(reading.state in _NO_RECORD for reading in (primary, mirror)):
        raise _damaged(primary, mirror, "; ".join(f"{reading.name}: {reading.reason}" for reading in broken))
    return best


def header_of(first: StoredRecord) -> FileHeader | None:
    """Read a file's header from its first record, None if that is no `file_opened`."""
    try:
        note = open_envelope(first.body).notes[0]
        if note["kind"] != "file_opened":
            return None
        return FileHeader(
            table_id=str(note["table_id"]),
            file_id=bytes.fromhex(str(note["file_id"])),
            gaming_day=str(note["gaming_day"]),
            first_seq=int(str(note["first_seq"])),
            prev_h=bytes.fromhex(str(note["prev_h"])),
            chain_nonce=bytes.fromhex(str(note["chain_nonce"])),
        )
    except (CodecFault, IndexError, KeyError, ValueError):
        return None


def checked(reading: CopyReading) -> CopyReading:
    """Compare a copy's header with its first record, which the chain covers; a difference is damage."""
    if not reading.records:
        return reading
    header = header_of(reading.records[0])
    same = (
        header is not None
        and (reading.start, reading.file_id) == (header.start, header.file_id)
        and reading.table_id in (None, header.table_id)
        and reading.gaming_day in (None, header.gaming_day)
    )
    if same:
        return reading
    return CopyReading(
        name=reading.name,
        state="damaged",
        beyond=reading.last_seq,
        reason="header differs from the first record",
    )


def _refuse_fork(primary: CopyReading, mirror: CopyReading) -> None:
    """Compare the copies at the last record both have; chain values make that enough."""
    common = min(len(primary.records), len(mirror.records))
    if common == 0 or primary.records[common - 1] == mirror.records[common - 1]:
        return
    pairs = zip(primary.records, mirror.records, strict=False)
    seq = next(one.seq for one, other in pairs if one != other)
    raise Forked(seq=seq, primary_seq=primary.records[-1].seq, mirror_seq=mirror.records[-1].seq)


def _damaged(primary: CopyReading, mirror: CopyReading, reason: str) -> Damaged:
    return Damaged(primary_seq=primary.last_seq, mirror_seq=mirror.last_seq, reason=reason)
