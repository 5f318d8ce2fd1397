"""Files in order, both formats, a private copy: what surrounds the records (DURABILITY 3.7, 14)."""

import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from controller.journal.blackbox import pack_header
from controller.journal.record import canonical
from controller.verify.verification import Report, Request, verify
from tests.journal.table import MIRROR, PRIMARY, SimTable
from tests.verify.kit import (
    Day,
    chained,
    found,
    mirror_of,
    places,
    played_day,
    run_on,
    written,
)

IN_ROUND_2 = 180


@pytest.fixture(scope="module")
def day() -> Day:
    """Give two rounds really played."""
    return played_day()


def rest_of(day: Day, last: int, **header: object) -> Day:
    """Give a second file with everything behind one record."""
    fields = {"file_id": bytes(range(16)), "first_seq": last + 1, "prev_h": day.records[last - 1].h}
    second = replace(day.header, **(fields | header))  # type: ignore[arg-type]  # fields of a header
    opened = day.body(1)
    opened["notes"] = [
        opened["notes"][0]
        | {
            "file_id": second.file_id.hex(),
            "first_seq": second.first_seq,
            "prev_h": second.prev_h.hex(),
        }
    ]
    return chained(second, [canonical(opened), *(record.body for record in day.records[last:])])


def in_order(folder: Path, *days: Day) -> Report:
    """Verify the mirrors of several days in order."""
    return verify(Request(files=[mirror_of(one, folder / f"{n}.bb") for n, one in enumerate(days)]))


def test_a_round_goes_on_in_the_next_file(day: Day, tmp_path: Path) -> None:
    """Files in order are one record: a round cut in two is judged as one (INV2)."""
    report = in_order(tmp_path, day.cut(IN_ROUND_2), rest_of(day, IN_ROUND_2))
    sentences = [one.sentence() for file in report.files for one in file.rounds]

    assert [] == places(report)
    assert "round 2: settled, money balances, 21 reveals match" in sentences
    assert 3 == len(sentences)


def test_a_file_after_a_finished_round_begins_anew(day: Day, tmp_path: Path) -> None:
    """Where no round is open nothing is carried over."""
    before = day.find("round_opened", 0) - 1
    report = in_order(tmp_path, day.cut(before), rest_of(day, before))

    assert [] == places(report)
    assert [0, 3] == [len(file.rounds) for file in report.files]


def test_a_file_that_begins_in_a_round_accuses_nobody(day: Day, tmp_path: Path) -> None:
    """Without the file before it, what began there cannot be judged."""
    report = in_order(tmp_path, rest_of(day, IN_ROUND_2))

    assert [] == places(report)
    assert [True, False] == [one.has_hole for one in report.files[0].rounds]


def test_a_step_to_a_file_of_another_chain_is_named(day: Day, tmp_path: Path) -> None:
    """The next file must go on with the last hash (20)."""
    foreign = rest_of(day, IN_ROUND_2, prev_h=bytes(32))

    assert [(20, IN_ROUND_2 + 1)] == places(in_order(tmp_path, day.cut(IN_ROUND_2), foreign))


def test_numbers_that_come_twice_are_named(day: Day, tmp_path: Path) -> None:
    """No number stands in two files (20)."""
    assert [(20, IN_ROUND_2 + 1)] == places(
        in_order(tmp_path, day.cut(IN_ROUND_2 + 5), rest_of(day, IN_ROUND_2))
    )


def test_a_file_that_was_not_given_is_missing_evidence(day: Day, tmp_path: Path) -> None:
    """Numbers between two files that are in neither are named, and are no accusation (10)."""
    report = in_order(tmp_path, day.cut(IN_ROUND_2 - 5), rest_of(day, IN_ROUND_2))

    assert 10 == report.verdict
    assert f"records {IN_ROUND_2 - 4} to {IN_ROUND_2} are in none of the files" in [
        one.reason for one in report.findings
    ]


def test_copies_of_two_files_differ(day: Day, tmp_path: Path) -> None:
    """A mirror of another file is not the other copy of this one (21)."""
    files = written(day, tmp_path)
    opened = day.body(1)
    opened["notes"][0]["file_id"] = bytes(16).hex()
    bodies = [canonical(opened), *(record.body for record in day.records[1:])]
    mirror_of(chained(replace(day.header, file_id=bytes(16)), bodies), files.mirror)

    assert [(21, None), (21, 1)] == places(files.check())


def test_an_unknown_layout_is_31_and_the_chain_is_checked(day: Day, tmp_path: Path) -> None:
    """A mirror or primary of another layout is read as far as it can be (31)."""
    files = written(day, tmp_path)
    data = bytearray(files.mirror.read_bytes())
    data[:68] = newer_header(day)
    files.mirror.write_bytes(data)
    run_on(files.primary, "PRAGMA user_version = 2")
    for path in (files.mirror, files.primary):
        report = verify(Request(files=[path]))
        assert [(31, None)] == places(report)
        assert day.last == report.files[0].counts.records


def newer_header(day: Day) -> bytes:
    """Give a mirror's header of layout 2."""
    head = bytearray(pack_header(day.header.file_id, day.header.first_seq, day.header.prev_h)[:64])
    head[5] = 2
    return bytes(head) + zlib.crc32(head).to_bytes(4, "big")


@pytest.mark.parametrize("content", [b"", b"no journal", b"SQLite format 3\x00" + bytes(200), bytes(4096)])
@pytest.mark.parametrize("name", ["x.db", "x.bb", "x"])
def test_what_is_no_journal_is_30(tmp_path: Path, name: str, content: bytes) -> None:
    """Anything else than a journal is told from a damaged one (30)."""
    (tmp_path / name).write_bytes(content)

    assert 30 == verify(Request(files=[tmp_path / name])).verdict


def test_an_empty_file_pair_is_whole(day: Day, tmp_path: Path) -> None:
    """A file that was just opened has no record yet, and nothing is wrong with it (10)."""
    files = written(Day(header=day.header, records=()), tmp_path)

    assert [] == found(files.check())


def killed(folder: Path) -> tuple[Path, Path, int]:
    """Give the files of a table that was killed in a round, its WAL not settled, and its head."""
    table = SimTable()
    head = table.played(cards=9).head.seq
    for path in (PRIMARY, f"{PRIMARY}-wal", MIRROR):
        (folder / Path(path).name).write_bytes(table.disk.contents(path))
    assert (folder / f"{Path(PRIMARY).name}-wal").stat().st_size > 0
    return folder / Path(PRIMARY).name, folder / Path(MIRROR).name, head


def test_rows_of_the_wal_are_seen(tmp_path: Path) -> None:
    """A killed table's last rows are in the WAL only; `immutable=1` would not see them (DURABILITY 14)."""
    primary, mirror, head = killed(tmp_path)
    report = verify(Request(files=[primary], mirrors=[mirror]))

    assert [] == places(report)
    assert {"primary": ("whole", head), "mirror": ("whole", head)} == report.files[0].copies


def test_a_lost_wal_is_a_copy_that_ends_early(tmp_path: Path) -> None:
    """Without its WAL a primary reads as whole, and shorter; the mirror tells (24)."""
    primary, mirror, _ = killed(tmp_path)
    primary.with_name(f"{primary.name}-wal").unlink()

    assert [24] == [code for code, _ in places(verify(Request(files=[primary], mirrors=[mirror])))]


def test_nothing_beside_the_files_is_touched(tmp_path: Path) -> None:
    """Evidence stays as it is: no byte changes, no file comes or goes."""
    primary, mirror, _ = killed(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    verify(Request(files=[primary], mirrors=[mirror]))

    assert before == {path.name: path.read_bytes() for path in tmp_path.iterdir()}


def test_a_mirror_one_ahead_is_a_sudden_stop(day: Day, tmp_path: Path) -> None:
    """Between the two writes of a record only the mirror has it (11)."""
    files = written(day.cut(day.last - 1), tmp_path)
    mirror_of(day, files.mirror)

    assert [(11, day.last)] == places(files.check())


def test_a_torn_tail_is_11(day: Day, tmp_path: Path) -> None:
    """A half-written last record of the mirror is what a power cut leaves (11)."""
    files = written(day.cut(day.last - 1), tmp_path)
    whole = mirror_of(day, tmp_path / "whole.bb").read_bytes()
    files.mirror.write_bytes(whole[:-9])

    assert [(11, day.last)] == places(files.check())


def test_a_torn_tail_of_a_mirror_alone_is_11(day: Day, tmp_path: Path) -> None:
    """The same without the primary: what a running table was just writing (11)."""
    path = mirror_of(day, tmp_path / "x.bb")
    path.write_bytes(path.read_bytes()[:-9])

    assert [(11, day.last)] == places(verify(Request(files=[path])))


def test_a_torn_tail_of_what_the_primary_has_is_11(day: Day, tmp_path: Path) -> None:
    """Both media flush at once: SQLite's may be done first when the power goes (11, DURABILITY 4.1)."""
    files = written(day, tmp_path)
    files.mirror.write_bytes(files.mirror.read_bytes()[:-9])

    assert [(11, day.last)] == places(files.check())


def test_a_last_record_that_only_the_primary_has_is_11(day: Day, tmp_path: Path) -> None:
    """The same where nothing of it reached the mirror (11)."""
    files = written(day, tmp_path)
    mirror_of(day.cut(day.last - 1), files.mirror)

    assert [(11, day.last)] == places(files.check())


def test_a_torn_tail_far_behind_the_primary_is_damage(day: Day, tmp_path: Path) -> None:
    """No stop leaves two records in one copy only (24)."""
    files = written(day, tmp_path)
    mirror_of(day.cut(day.last - 1), files.mirror)
    files.mirror.write_bytes(files.mirror.read_bytes()[:-9])

    assert [(24, day.last - 1), (11, day.last - 1)] == places(files.check())


def test_two_damaged_copies_are_20(day: Day, tmp_path: Path) -> None:
    """With both copies damaged neither is called whole (20)."""
    files = written(day, tmp_path)
    data = bytearray(files.mirror.read_bytes())
    data[20_000] ^= 1
    files.mirror.write_bytes(data)
    run_on(files.primary, "DROP TRIGGER rec_next")

    assert 20 == files.check().verdict


def test_a_file_that_the_medium_does_not_give_is_unreadable(day: Day, tmp_path: Path) -> None:
    """A copy that cannot be read is like one that was overwritten (24 beside a whole one)."""
    files = written(day, tmp_path)
    files.mirror.unlink()
    files.mirror.mkdir()

    assert [20, 24] == [code for code, _ in places(files.check())]
