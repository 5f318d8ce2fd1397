"""Close the files of a gaming day and open those of the next one (DURABILITY 3.7).

Order: the last record is `file_closed`, both copies are settled and released, a signed seal with their
digests is put on both media, the new pair is made, its first record is appended. Cut short anywhere, the
next start finds the closed files and goes on from there; no record is ever in two files.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path
from typing import Final, cast

from controller.journal.blackbox import read_mirror
from controller.journal.checkpoint import Signer
from controller.journal.codec import table_codec
from controller.journal.custody import Entropy
from controller.journal.faults import Damaged
from controller.journal.files import Files, replace_whole
from controller.journal.mend import Medium, Mender
from controller.journal.notes import FileClosed, FileOpened, FileTotals, Snapshot
from controller.journal.pair import PairStore
from controller.journal.places import Places, stems_of
from controller.journal.record import Head, Json, StoredRecord, canonical, open_envelope
from controller.journal.store import CopyName, CopyReading, FileHeader

FILE_ID_SIZE: Final = 16
_COUNTED: Final = (b'"kind":"round_opened"', b'"kind":"round_settled"', b'"kind":"round_voided"')

_COPIES: Final[tuple[CopyName, CopyName]] = ("mirror", "primary")


def is_closed(records: tuple[StoredRecord, ...]) -> bool:
    """Tell whether a file was closed in order: then nothing more is written to it."""
    return any(note.get("kind") == "file_closed" for note in open_envelope(records[-1].body).notes)


def last_snapshot(records: tuple[StoredRecord, ...]) -> Snapshot:
    """Give the snapshot a closed file ends with; raise Damaged where there is none."""
    for record in reversed(records):
        if b'"kind":"snapshot"' in record.body:
            notes = table_codec().decode(record, key=None).content.notes
            return next(note for note in notes if isinstance(note, Snapshot))
    seq = records[-1].seq
    raise Damaged(primary_seq=seq, mirror_seq=seq, reason="the file was closed without a snapshot")


def following_day(asked: str, day: str) -> str:
    """Give the day asked for, or the one after `day` where a clock went back: no name is used twice."""
    return asked if asked > day else (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def next_header(header: FileHeader, head: Head, day: str, entropy: Entropy) -> FileHeader:
    """Give the header of the file that follows a closed one."""
    return FileHeader(
        table_id=header.table_id,
        file_id=entropy(FILE_ID_SIZE),
        gaming_day=day,
        first_seq=head.seq + 1,
        prev_h=head.h,
        chain_nonce=header.chain_nonce,
    )


def opened_note(header: FileHeader) -> FileOpened:
    """Give the first note of a file; it repeats the header, so that the chain covers it."""
    return FileOpened(
        table_id=header.table_id,
        file_id=header.file_id,
        gaming_day=header.gaming_day,
        first_seq=header.first_seq,
        prev_h=header.prev_h,
        chain_nonce=header.chain_nonce,
    )


def closed_note(head: Head, records: Iterable[StoredRecord]) -> FileClosed:
    """Give the last note of a file; its totals come out of what was written, not out of a running sum."""
    count, found = 0, Counter[str]()
    for record in records:
        count += 1
        if any(needle in record.body for needle in _COUNTED):
            for event in open_envelope(record.body).events:
                found[str(event["kind"])] += 1
                if event["kind"] == "round_settled":
                    found["paid"] += cast("int", event["paid"])
                    found["collected"] += cast("int", event["collected"])
    totals = FileTotals(
        records=count,
        rounds=found["round_opened"],
        settled=found["round_settled"],
        void=found["round_voided"],
        paid=found["paid"],
        collected=found["collected"],
    )
    return FileClosed(last_seq=head.seq, h=head.h, totals=totals)


def seal_files(
    medium: Medium, header: FileHeader, head: Head, signer: Signer, seals: tuple[Path, ...]
) -> None:
    """Put a signed seal beside the closed files on each medium in use; raise OSError."""
    places, files = medium.places, medium.files
    raw: dict[str, Json] = {
        "table_id": header.table_id,
        "file_id": header.file_id.hex(),
        "gaming_day": header.gaming_day,
        "first_seq": header.first_seq,
        "last_seq": head.seq,
        "h": head.h.hex(),
        "primary": _digest(places.primary, files),
        "mirror": _digest(places.mirror, files),
        "kid": signer.kid,
    }
    sealed = canonical({**raw, "sig": signer.sign_seal(raw).hex()})
    for path in seals:
        replace_whole(files, path, sealed)


def next_pair(medium: Medium, header: FileHeader, usable: tuple[CopyName, ...]) -> PairStore:
    """Make both copies of a new file and open them; raise WriteFailed if none can be made."""
    mender = Mender(medium, header, (), evidence=None)
    readings = tuple(
        CopyReading(name=name, state="missing" if name in usable else "unavailable", reason="not in use")
        for name in _COPIES
    )
    copies = mender.bring(readings)
    return PairStore(mirror=copies.get("mirror"), primary=copies.get("primary"), degraded=mender.degraded)


def protect(places: Places, files: Files) -> None:
    """Set closed files read-only; one that is gone has nothing to protect."""
    for path in (places.primary, places.mirror):
        if files.size(path) is not None:
            files.set_read_only(path)


def earlier_record(medium: Medium, seq: int) -> StoredRecord | None:
    """Find a record in the mirrors of earlier days, None where no file there holds it."""
    for stem in stems_of(medium.config, medium.files):
        reading = read_mirror(medium.config.mirror_folder / f"{stem}.bb", medium.files)
        if reading.start is not None and reading.start.seq < seq <= (reading.last_seq or 0):
            return reading.records[seq - reading.start.seq - 1]
    return None


def _digest(path: Path, files: Files) -> str | None:
    """Give the SHA-256 of a file, None where it cannot be read."""
    try:
        return hashlib.sha256(files.read(path)).hexdigest()
    except OSError:
        return None
