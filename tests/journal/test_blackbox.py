"""The mirror: cut at every byte, flip every byte, and nothing false is ever read (DURABILITY 3.3, 5)."""

import random
import threading
import zlib
from pathlib import Path
from typing import Any

import pytest

from controller.journal.beside import SyncThread
from controller.journal.blackbox import (
    HEADER_SIZE,
    LARGEST_RECORD,
    BlackBox,
    build_mirror,
    pack_header,
    pack_record,
    read_mirror,
    scan_mirror,
)
from controller.journal.files import OsFiles
from controller.journal.record import MAX_BODY, Head, StoredRecord, stored
from tests.journal.sim_disk import SimDisk, SimFiles
from tests.journal.test_contract import HEADER

PATH = Path("/b/t.bb")


def chain(*bodies: bytes) -> tuple[StoredRecord, ...]:
    """Give chained records."""
    head, records = HEADER.start, []
    for body in bodies:
        record = stored(head, body)
        records.append(record)
        head = Head(seq=record.seq, h=record.h)
    return tuple(records)


EMPTY: dict[str, Any] = {"files": OsFiles(), "header": HEADER, "records": ()}
RECORDS = chain(b'{"n":1}', b'{"n":2,"text":"DAB1"}', b'{"n":3}')
WHOLE = pack_header(HEADER.file_id, 1, HEADER.prev_h) + b"".join(pack_record(one) for one in RECORDS)
LAST_AT = len(WHOLE) - len(pack_record(RECORDS[-1]))


def test_a_record_is_whole_on_the_medium_only_after_the_wait(tmp_path: Path) -> None:
    """The flush runs beside other work, on a thread that ends with the file (DURABILITY 4.1)."""
    files, path = OsFiles(), tmp_path / "t.bb"
    box = BlackBox(path, files=files, head=HEADER.start, end=build_mirror(path, **EMPTY).end)
    box.begin(RECORDS[0])
    assert HEADER.start == box.head
    box.finish()
    assert RECORDS[0].h == box.head.h
    box.finish()
    box.close()
    assert "mirror-sync" not in {thread.name for thread in threading.enumerate()}
    assert RECORDS[:1] == read_mirror(path, files).records


def test_what_a_flush_says_reaches_who_waits_once() -> None:
    """The error of the medium is raised by the wait, and is not told again (DURABILITY 4.3)."""
    syncer = SyncThread()
    syncer.begin(999_999)
    with pytest.raises(OSError, match="Bad file descriptor"):
        syncer.wait()
    syncer.wait()
    syncer.close()
    syncer.close()
    assert "mirror-sync" not in {thread.name for thread in threading.enumerate()}


def test_a_whole_mirror_is_clean() -> None:
    """Header, CRCs and chain agree (DURABILITY 3.3)."""
    reading = scan_mirror(WHOLE)
    assert ("clean", RECORDS, len(WHOLE)) == (reading.state, reading.records, reading.end)
    assert reading.start == HEADER.start


@pytest.mark.parametrize("size", range(LAST_AT + 1, len(WHOLE)))
def test_a_cut_in_the_last_record_is_a_torn_tail(size: int) -> None:
    """Cut at any byte of the last record, the ones before it stand (DURABILITY 5)."""
    reading = scan_mirror(WHOLE[:size])
    assert reading.state == "torn"
    assert reading.records == RECORDS[:-1]
    assert reading.end == LAST_AT


@pytest.mark.parametrize("size", range(HEADER_SIZE))
def test_a_cut_header_is_damage(size: int) -> None:
    """A mirror without its header has nothing to start from (DURABILITY 5)."""
    assert scan_mirror(WHOLE[:size]).state == "damaged"


@pytest.mark.parametrize("at", range(len(WHOLE)))
def test_a_flipped_byte_hides_no_record_before_it(at: int) -> None:
    """Flip any byte: what was before it is read, what it broke is not, and it is noticed (DURABILITY 5)."""
    data = bytearray(WHOLE)
    data[at] ^= 0x04
    reading = scan_mirror(bytes(data))
    assert reading.state in ("torn", "damaged")
    assert reading.records == RECORDS[: len(reading.records)]
    if at < LAST_AT:
        assert reading.state == "damaged"
        assert reading.beyond == 3


@pytest.mark.parametrize("tail", [b"\x00", bytes(LARGEST_RECORD - 1), b"DAB1" * 99, b"\xff" * 4_096])
def test_noise_shorter_than_a_record_is_a_torn_write(tail: bytes) -> None:
    """Zeros and garbage after the last record are an unfinished write (DURABILITY 5)."""
    reading = scan_mirror(WHOLE + tail)
    assert reading.state == "torn"
    assert reading.records == RECORDS


def test_noise_of_a_record_and_more_is_damage() -> None:
    """One write is never longer than the largest record (DURABILITY 5)."""
    assert scan_mirror(WHOLE + bytes(LARGEST_RECORD)).state == "damaged"


def test_a_record_behind_a_break_is_seen() -> None:
    """A valid record after the break tells that records are missing (DURABILITY 5)."""
    later = StoredRecord(seq=9, body=b"{}", h=bytes(32))
    reading = scan_mirror(WHOLE + b"\x00" * 7 + pack_record(later))
    assert ("damaged", 9) == (reading.state, reading.beyond)


def test_a_gap_is_damage_even_with_valid_crcs() -> None:
    """Numbers and chain are checked, not only CRCs (DURABILITY 5)."""
    data = WHOLE[:LAST_AT] + pack_record(StoredRecord(seq=4, body=b"{}", h=bytes(32)))
    reading = scan_mirror(data)
    assert ("damaged", RECORDS[:-1]) == (reading.state, reading.records)


def test_another_layout_is_refused() -> None:
    """A header with a right CRC but another layout number is not ours to read (DURABILITY 3.3)."""
    head = bytearray(WHOLE[: HEADER_SIZE - 4])
    head[5] = 2
    data = bytes(head) + zlib.crc32(head).to_bytes(4, "big") + WHOLE[HEADER_SIZE:]
    reading = scan_mirror(data)
    assert reading.state == "damaged"
    assert "layout 2" in str(reading.reason)


def test_random_bytes_never_become_a_record() -> None:
    """Noise has no header and no record (DURABILITY 5)."""
    draw = random.Random(7)
    for _ in range(200):
        reading = scan_mirror(draw.randbytes(draw.randrange(0, 2_000)))
        assert ("damaged", (), None) == (reading.state, reading.records, reading.beyond)


def test_bytes_are_only_ever_added() -> None:
    """Nothing in the mirror is rewritten, and each record is one write and one sync (DURABILITY 3.3)."""
    disk = SimDisk()
    files = SimFiles(disk)
    end = build_mirror(PATH, files=files, header=HEADER, records=()).end
    box = BlackBox(PATH, files=files, head=HEADER.start, end=end)
    disk.log.clear()
    for one in RECORDS:
        box.append(one)
    box.settle()
    box.close()
    assert [op.kind for op in disk.log] == ["write", "sync"] * 3
    assert next(op.at for op in disk.log if op.kind == "write") == HEADER_SIZE
    assert bytes(disk.contents(str(PATH))) == WHOLE
    assert tuple(box.records()) == RECORDS


def test_a_new_mirror_is_in_place_only_when_whole() -> None:
    """File and folder are synced before the name counts (DURABILITY 3.3)."""
    disk = SimDisk()
    build_mirror(PATH, files=SimFiles(disk), header=HEADER, records=RECORDS)
    assert [op.kind for op in disk.log] == ["create", "write", "sync", "rename", "folder"]


def test_the_largest_record_fits() -> None:
    """A body of 65,536 bytes is written and read (DURABILITY 3.4)."""
    records = chain(b"x" * MAX_BODY)
    data = pack_header(HEADER.file_id, 1, HEADER.prev_h) + pack_record(records[0])
    assert scan_mirror(data).records == records
    assert len(pack_record(records[0])) == LARGEST_RECORD


def test_an_unreadable_file_is_damage_and_none_is_missing() -> None:
    """An error while reading is damage; no file is not (DURABILITY 5)."""
    disk = SimDisk()
    assert read_mirror(PATH, SimFiles(disk)).state == "missing"

    def broken(call: str, _path: str) -> None:
        if call == "read":
            raise OSError(5, "I/O error")

    disk.rehearse = broken
    assert read_mirror(PATH, SimFiles(disk)).state == "damaged"
