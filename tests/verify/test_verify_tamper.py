"""Edit, delete, swap, truncate, rewrite, flip: each is found at its record (DURABILITY 14, 17)."""

import json
import random
from pathlib import Path

import pytest

from controller.journal.record import StoredRecord, canonical
from controller.verify.verification import Anchor, Request, verify
from tests.verify.kit import (
    Day,
    Files,
    Raw,
    by_root,
    chained,
    found,
    mirror_of,
    places,
    played_day,
    primary_of,
    raw_mirror,
    run_on,
    written,
)

AT = 40
TRIES = 25
PARTS = [pytest.param(part, marks=[] if part < 1 else [pytest.mark.full]) for part in range(80)]


@pytest.fixture(scope="module")
def day() -> Day:
    """Give two rounds really played."""
    return played_day()


@pytest.fixture
def files(day: Day, tmp_path: Path) -> Files:
    """Give both copies of them."""
    return written(day, tmp_path)


def alone(path: Path, **known: object) -> list[tuple[int, int | None]]:
    """Verify one copy and give what it shows."""
    return places(verify(Request(files=[path], **known)))  # type: ignore[arg-type]  # fields of a request


def later(body: Raw) -> None:
    """Move a record by one microsecond."""
    body["utc_us"] += 1


def edited(record: StoredRecord) -> StoredRecord:
    """Change a body and leave its hash."""
    body = json.loads(record.body)
    later(body)
    return StoredRecord(seq=record.seq, body=canonical(body), h=record.h)


def test_a_played_day_is_whole(files: Files) -> None:
    """Nothing is found in what the table really wrote but what was not given (exit 10)."""
    report = files.check()

    assert [] == found(report)
    assert 10 == report.verdict


def test_an_edited_row_is_named(day: Day, files: Files) -> None:
    """A body changed in the primary breaks the chain there and nowhere else; the mirror has all (20, 24)."""
    record = edited(day.records[AT - 1])
    by_root(files.primary, ("UPDATE rec SET body = ? WHERE seq = ?", (record.body, AT)))

    assert [(20, AT)] == alone(files.primary)
    assert [(20, AT), (24, None)] == places(files.check())


def test_an_edited_hash_is_named(files: Files) -> None:
    """A hash changed in the primary breaks the chain at its record (20)."""
    by_root(files.primary, ("UPDATE rec SET h = ? WHERE seq = ?", (bytes(32), AT)))

    assert [(20, AT)] == alone(files.primary)


def test_a_deleted_row_is_named(files: Files) -> None:
    """A row taken out is a gap at its number (20)."""
    by_root(files.primary, ("DELETE FROM rec WHERE seq = ?", (AT,)))

    assert [(20, AT)] == alone(files.primary)
    assert 24 == files.check().verdict


def test_deleted_rows_are_named_once(files: Files) -> None:
    """A stretch taken out is one gap, from its first number to its last (20)."""
    by_root(files.primary, ("DELETE FROM rec WHERE seq BETWEEN ? AND ?", (AT, AT + 5)))
    report = verify(Request(files=[files.primary]))

    assert [(20, AT)] == places(report)
    assert "records 40 to 45 are missing" == found(report)[0].reason


def test_swapped_rows_are_named(day: Day, files: Files) -> None:
    """Two rows that changed places are found at the first of them (20)."""
    one, other = day.records[AT - 1 : AT + 1]
    by_root(
        files.primary,
        ("UPDATE rec SET body = ?, h = ? WHERE seq = ?", (other.body, other.h, AT)),
        ("UPDATE rec SET body = ?, h = ? WHERE seq = ?", (one.body, one.h, AT + 1)),
    )

    assert (20, AT) == alone(files.primary)[0]
    assert 24 == files.check().verdict


def test_swapped_records_of_a_mirror_are_named(day: Day, tmp_path: Path) -> None:
    """The same in a mirror, where order is that of the bytes (20)."""
    records = list(day.records)
    records[AT - 1], records[AT] = records[AT], records[AT - 1]

    assert [(20, AT), (20, AT)] == alone(raw_mirror(tmp_path / "x.bb", day.header, records))


def test_a_record_twice_is_named(day: Day, tmp_path: Path) -> None:
    """A record that comes again is out of order (20)."""
    records = [*day.records[:AT], *day.records[AT - 1 :]]

    assert [(20, AT)] == alone(raw_mirror(tmp_path / "x.bb", day.header, records))


def test_a_record_edited_in_whole_frames_is_named(day: Day, tmp_path: Path) -> None:
    """A mirror's CRC made to fit does not help: the hash does not (20)."""
    records = list(day.records)
    records[AT - 1] = edited(records[AT - 1])

    assert [(20, AT)] == alone(raw_mirror(tmp_path / "x.bb", day.header, records))


def test_a_deleted_record_of_a_mirror_is_named_with_its_offset(day: Day, tmp_path: Path) -> None:
    """A frame cut out of the middle leaves a gap at its number and byte (20)."""
    records = [record for record in day.records if record.seq != AT]
    path = raw_mirror(tmp_path / "x.bb", day.header, records)
    report = verify(Request(files=[path]))
    before = 68 + sum(52 + len(record.body) for record in day.records[: AT - 1])

    assert [(20, AT)] == places(report)
    assert before == found(report)[0].offset


def test_a_truncated_pair_needs_an_anchor(day: Day, tmp_path: Path) -> None:
    """Both copies cut at the same record read as whole; a head seen elsewhere tells (22)."""
    files = written(day.cut(AT), tmp_path)
    head = day.records[-1]

    assert [] == found(files.check())
    assert [(22, head.seq)] == places(files.check(anchors=[Anchor(seq=head.seq, digits=head.h.hex()[:16])]))


def test_a_truncated_copy_is_named(day: Day, tmp_path: Path) -> None:
    """One copy cut reads as whole, and the other one has more (24)."""
    files = written(day, tmp_path)
    primary_of(day.cut(AT), tmp_path / "short.db")
    mirror_of(day.cut(AT), tmp_path / "short.bb")
    short_primary = Files(primary=tmp_path / "short.db", mirror=files.mirror).check()
    short_mirror = Files(primary=files.primary, mirror=tmp_path / "short.bb").check()

    assert [(24, AT + 1)] == places(short_primary)
    assert [(24, AT + 1)] == places(short_mirror)
    assert ["primary", "mirror"] == [found(one)[0].copy for one in (short_primary, short_mirror)]


def test_a_rewritten_copy_is_named(day: Day, tmp_path: Path) -> None:
    """A copy rewritten with all its hashes differs from the other one from there on (21)."""
    files = written(day, tmp_path)
    primary_of(day.rewritten(AT, later), files.primary)

    assert [(21, AT)] == places(files.check())


def test_a_rewritten_pair_needs_an_anchor(day: Day, tmp_path: Path) -> None:
    """Both copies rewritten agree with each other; a head seen elsewhere does not agree with them (22)."""
    files = written(day.rewritten(AT, later), tmp_path)
    anchors = [Anchor(seq=seq, digits=day.records[seq - 1].h.hex()[:16]) for seq in (AT - 1, AT, day.last)]

    assert [] == found(files.check())
    assert [(22, AT), (22, day.last)] == places(files.check(anchors=anchors))


def test_a_record_of_another_table_does_not_link(day: Day, tmp_path: Path) -> None:
    """A file that was started anew under a forged beginning misses its genesis (20)."""
    header = day.header
    forged = type(header)(
        table_id=header.table_id,
        file_id=header.file_id,
        gaming_day=header.gaming_day,
        first_seq=1,
        prev_h=bytes(32),
        chain_nonce=header.chain_nonce,
    )
    bodies = [record.body for record in day.records]
    bodies[0] = bodies[0].replace(header.prev_h.hex().encode(), bytes(32).hex().encode())

    assert [(20, 1)] == alone(mirror_of(chained(forged, bodies), tmp_path / "x.bb"))


def test_a_file_of_another_table_is_named(files: Files) -> None:
    """The table's own settings prove whose record it is (20)."""
    assert [(20, 1), (20, 1)] == alone(files.mirror, table_id="T9", chain_nonce=bytes(16))


@pytest.mark.parametrize("statement", ["DROP TRIGGER rec_no_update", "PRAGMA application_id = 7"])
def test_a_primary_without_its_guards_is_named(files: Files, statement: str) -> None:
    """What keeps a primary append-only is not part of the chain, and is looked at (20)."""
    run_on(files.primary, statement)

    assert [(20, None)] == alone(files.primary)


def test_meta_that_differs_from_the_first_record_is_named(files: Files) -> None:
    """The chain covers what a file says of itself (20, and 24 beside a whole mirror)."""
    by_root(files.primary, ("UPDATE meta SET v = ? WHERE k = 'gaming_day'", (b"2026-12-02",)))

    assert [(20, 1)] == alone(files.primary)
    assert 24 == files.check().verdict


@pytest.mark.parametrize("part", PARTS)
def test_every_flipped_bit_of_a_mirror_is_found_near_it(day: Day, files: Files, part: int) -> None:
    """A bit turned anywhere is found, at the record it lies in or at the tail (20, 11)."""
    data, chance = files.mirror.read_bytes(), random.Random(part)
    ends = [68]
    for record in day.records:
        ends.append(ends[-1] + 52 + len(record.body))
    for _ in range(TRIES):
        at = chance.randrange(len(data))
        flipped = bytearray(data)
        flipped[at] ^= 1 << chance.randrange(8)
        files.mirror.write_bytes(flipped)
        seq = sum(end <= at for end in ends)
        expected = (11, seq) if seq == day.last else (20, seq or None)
        assert [expected] == alone(files.mirror), at
        assert 24 == files.check().verdict, at


@pytest.mark.parametrize(
    "every", [pytest.param(5, id="push"), pytest.param(1, id="full", marks=pytest.mark.full)]
)
def test_an_overwritten_page_of_a_primary_is_found(day: Day, files: Files, every: int) -> None:
    """Wherever a page is lost, what still reads around it is read, and the mirror has all (24)."""
    data, head = files.primary.read_bytes(), (day.last, day.records[-1].h.hex())
    for at in range(0, len(data), every * 4_096):
        for page in (bytes(4_096), b"\xa5" * 4_096):
            files.primary.write_bytes(data[:at] + page + data[at + 4_096 :])
            alone_there = verify(Request(files=[files.primary]))
            assert alone_there.verdict >= 20 or head == alone_there.files[0].head, at
            beside = files.check()
            assert (head, True) == (beside.files[0].head, beside.verdict in {10, 24}), at


@pytest.mark.parametrize("part", PARTS)
def test_every_flipped_bit_of_a_primary_leaves_the_truth_or_is_found(
    day: Day, files: Files, part: int
) -> None:
    """A bit turned in SQLite's own bytes either changes no record or is found (20, 30, 31)."""
    data, chance, head = files.primary.read_bytes(), random.Random(part), day.records[-1].h.hex()
    for _ in range(TRIES):
        at = chance.randrange(len(data))
        flipped = bytearray(data)
        flipped[at] ^= 1 << chance.randrange(8)
        files.primary.write_bytes(flipped)
        report = verify(Request(files=[files.primary]))
        assert report.verdict >= 20 or report.files[0].head == (day.last, head), at
        assert files.check().verdict in {10, 24, 31}, at
