"""Rare contents, one by one: cards, chain, headers and names that only a forger writes."""

import gc
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.cli.main import main
from controller.journal.record import canonical
from controller.verify import canonical as module
from controller.verify.canonical import parse
from controller.verify.cards import Seals
from controller.verify.chain import MOST_DAMAGES, Header, Record, Walk, link
from controller.verify.checkpoints import Checkpoints
from controller.verify.content import Content
from controller.verify.findings import Verdict
from controller.verify.mirror import read_mirror
from controller.verify.money import BadField, RoundMoney
from controller.verify.reading import opened_by
from controller.verify.verification import Anchor, Request, verify
from tests.journal.table import MIRROR, PRIMARY, SimTable
from tests.verify.kit import (
    Day,
    Files,
    Raw,
    by_root,
    found,
    mirror_of,
    places,
    played_day,
    primary_of,
    raw_mirror,
    run_on,
    written,
)
from tests.verify.test_verify_files import IN_ROUND_2, rest_of

HEADER = Header(table_id="T1", gaming_day="2026-12-01", file_id=bytes(16), first_seq=1, prev_h=bytes(32))


@pytest.fixture(scope="module")
def day() -> Day:
    """Give two rounds really played."""
    return played_day()


def test_a_body_of_a_forbidden_size_is_named() -> None:
    """A body longer than 64 KiB is no record, even where its hash fits (DURABILITY 3.4)."""
    body = b"x" * 65_537
    walk = Walk(next_seq=1, previous=(bytes(32),))
    walk.take(Record(1, body, link(bytes(32), 1, body)))

    assert ["body of 65537 bytes, allowed 2 to 65536"] == [one.reason for one in walk.damages]


def test_a_known_record_counts_only_behind_the_same_beginning() -> None:
    """What the other copy holds proves nothing behind a record of another history (20)."""
    first, other = b'{"a":1}', b'{"a":2}'
    h_first, h_other = (link(bytes(32), 1, body) for body in (first, other))
    known = [Record(1, first, h_first), Record(2, first, link(h_first, 2, first))]
    walk = Walk(next_seq=1, previous=(bytes(32),), known=known)
    walk.take(Record(1, other, h_other))
    walk.take(known[1])

    assert [2] == [one.seq for one in walk.damages]


def test_of_very_many_damages_only_the_first_are_kept() -> None:
    """A forged file must not fill the memory or the screen."""
    walk = Walk(next_seq=2, previous=(bytes(32),))
    for _ in range(3 * MOST_DAMAGES):
        walk.take(Record(1, b"{}", bytes(32)))

    assert MOST_DAMAGES + 1 == len(walk.damages)
    assert "more places from here on" == walk.damages[-1].reason


def test_bytes_between_two_records_are_named(day: Day, tmp_path: Path) -> None:
    """Garbage that was put between whole records is found at its offset (20)."""
    path = raw_mirror(tmp_path / "x.bb", day.header, day.records[:2])
    data = path.read_bytes()
    at = 68 + 52 + len(day.records[0].body)
    path.write_bytes(data[:at] + b"garbage" + data[at:])
    report = verify(Request(files=[path]))

    assert [(2, at, "7 bytes before this record are none")] == [
        (one.seq, one.offset, one.reason) for one in found(report)
    ]


def test_a_long_stretch_that_is_no_record_is_damage(day: Day, tmp_path: Path) -> None:
    """A tail longer than any record is no torn write (20)."""
    path = mirror_of(day, tmp_path / "x.bb")
    path.write_bytes(path.read_bytes() + bytes(70_000))

    assert [(20, day.last + 1)] == places(verify(Request(files=[path])))


def test_a_mirror_without_header_and_first_record_still_shows_how_far_it_went(day: Day) -> None:
    """With nothing to begin from, no record is taken, and the highest number is known (20)."""
    data = raw_bytes(day)
    reading = read_mirror(data, "mirror")

    assert (None, day.last, "damaged") == (reading.header, reading.highest, reading.state)
    assert 0 == reading.valid_to


def raw_bytes(day: Day) -> bytes:
    """Give a mirror that lost its header and its first record."""
    frames = []
    for record in day.records[1:]:
        head = b"DAB1" + struct.pack(">IQ", len(record.body), record.seq) + record.body + record.h
        frames.append(head + struct.pack(">I", zlib.crc32(head)))
    return b"".join(frames)


def test_a_headless_mirror_beside_a_shorter_primary_is_not_called_mended(day: Day, tmp_path: Path) -> None:
    """What a copy without header shows beyond the other one may be lost (20)."""
    files = written(day, tmp_path)
    primary_of(day.cut(day.last - 3), files.primary)
    files.mirror.write_bytes(raw_bytes(day))

    assert 20 == files.check().verdict


def test_a_mirror_whose_first_record_is_another_kind_is_named(day: Day, tmp_path: Path) -> None:
    """The first record of a file says which file it is (20)."""

    def renamed(body: Raw) -> None:
        body["notes"][0] = {"kind": "reconciled"}

    report = verify(Request(files=[mirror_of(day.rewritten(1, renamed), tmp_path / "x.bb")]))

    assert [(20, 1)] == places(report)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("table_id", 7),
        ("first_seq", 0),
        ("first_seq", "1"),
        ("file_id", "00"),
        ("prev_h", "zz"),
        ("gaming_day", None),
    ],
)
def test_a_first_record_of_other_types_says_nothing(day: Day, name: str, value: object) -> None:
    """`file_opened` is taken only with the fields that the paper gives it."""

    def edit(body: Raw) -> None:
        body["notes"][0][name] = value

    assert None is opened_by(day.rewritten(1, edit).records[0].body)


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        ("DELETE FROM meta WHERE k = 'first_seq'", ()),
        ("UPDATE meta SET v = ? WHERE k = 'first_seq'", (b"one",)),
        ("UPDATE meta SET v = ? WHERE k = 'file_id'", (b"short",)),
        ("UPDATE meta SET v = ? WHERE k = 'table_id'", (b"\xff",)),
    ],
)
def test_a_broken_meta_is_replaced_by_the_first_records_word(
    day: Day, tmp_path: Path, statement: str, values: tuple[object, ...]
) -> None:
    """Rows are followed from what the first of them says, and the file is still called damaged (20)."""
    path = primary_of(day, tmp_path / "x.db")
    by_root(path, (statement, values))
    report = verify(Request(files=[path]))

    assert [(20, None)] == places(report)
    assert day.last == report.files[0].counts.records


def test_a_bit_in_a_guards_text_is_named(day: Day, tmp_path: Path) -> None:
    """A trigger that is there by name and says something else guards nothing (20)."""
    path = primary_of(day, tmp_path / "x.db")
    path.write_bytes(path.read_bytes().replace(b"'append only'", b"'append_only'"))
    reasons = [one.reason for one in found(verify(Request(files=[path])))]

    assert ["trigger rec_no_update is another one", "trigger rec_no_delete is another one"] == reasons


def test_a_damaged_beginning_is_no_other_history(day: Day, tmp_path: Path) -> None:
    """A primary whose own beginning is damaged does not follow, and that is no fork (24)."""
    files = written(day, tmp_path)
    by_root(files.primary, ("UPDATE meta SET v = ? WHERE k = 'prev_h'", (bytes(32),)))

    assert [(20, 1), (24, None)] == places(files.check())


def test_an_empty_mirror_mends_nothing(day: Day, tmp_path: Path) -> None:
    """Beside a primary that does not read, a mirror without records is no whole copy (20)."""
    files = written(day, tmp_path)
    files.primary.write_bytes(bytes(4_096))
    files.mirror.write_bytes(files.mirror.read_bytes()[:200])

    assert 20 == files.check().verdict


def test_a_torn_mirror_does_not_vouch_for_a_longer_primary(day: Day, tmp_path: Path) -> None:
    """A primary with a broken guard is not believed beyond what the mirror has (20)."""
    files = written(day, tmp_path)
    run_on(files.primary, "DROP TRIGGER rec_next")
    files.mirror.write_bytes(files.mirror.read_bytes()[:-20])

    assert 20 == files.check().verdict


def test_a_foreign_table_in_a_primary_is_named(day: Day, tmp_path: Path) -> None:
    """A primary holds two tables and three triggers, nothing else (20)."""
    path = primary_of(day, tmp_path / "x.db")
    run_on(path, "CREATE TABLE notes(x)")

    assert [(20, None)] == places(verify(Request(files=[path])))


def test_rows_of_other_types_end_the_reading(day: Day, tmp_path: Path) -> None:
    """A `rec` without its checks may hold anything; what is no blob is no record (20)."""
    path = primary_of(day, tmp_path / "x.db")
    run_on(path, "ALTER TABLE rec RENAME TO old")
    run_on(path, "CREATE TABLE rec(seq INTEGER PRIMARY KEY, body, h)")
    run_on(path, "INSERT INTO rec SELECT seq, CASE seq WHEN 9 THEN 'text' ELSE body END, h FROM old")

    assert (20, 9) in places(verify(Request(files=[path])))


def test_a_primary_whose_rows_say_nothing_is_30(day: Day, tmp_path: Path) -> None:
    """Without meta and without a first record nobody knows what it is (30)."""
    path = primary_of(day, tmp_path / "x.db")
    by_root(path, ("DELETE FROM meta", ()), ("DELETE FROM rec", ()))

    assert [(30, None)] == places(verify(Request(files=[path])))


def test_money_in_forms_that_no_program_writes_is_refused() -> None:
    """A field of another type is told from an amount that is wrong."""
    line: Raw = {"bettor": 1, "wager": "ante", "position": 1, "outcome": "push"}
    line |= dict.fromkeys(("stake", "paid", "collected", "due", "owed"), 0)
    decisions: list[Raw] = [{"plays": 7, "seat": 1}, {"plays": [[0, "x"]], "seat": 1}]
    for bad in decisions:
        with pytest.raises(BadField):
            RoundMoney().decide(bad)
    for changed in (line, line | {"bettor": "seat-1", "wager": "luck"}):
        with pytest.raises(BadField):
            RoundMoney().turn_up({"step": 0, "seat": 1, "lines": [changed]})


def test_steps_that_come_twice_are_named() -> None:
    """Each step of the settlement is opened once and closed once (41)."""
    money = RoundMoney()
    for _ in range(2):
        money.turn_up({"step": 0, "seat": 1, "lines": []})
        money.settle_seat({"step": 0, "seat": 1, "paid": 0, "collected": 0})

    assert ["step 0 is opened twice", "step 0 is settled twice"] == money.faults
    assert "it is settled, but betting never closed" in money.settle({"paid": 0, "collected": 0, "net": 0})


def event(day: Day, *events: Raw) -> Callable[[int], Record]:
    """Give a maker of records with these events."""

    def make(seq: int) -> Record:
        body = day.body(day.last) | {"cause": None, "events": list(events), "notes": []}
        return Record(seq, canonical(body), bytes(32))

    return make


def test_a_void_round_is_counted_and_cannot_end_again(day: Day) -> None:
    """A void is an override; a second end of the same round is a fault (41)."""
    content = Content(Seals("T1"), Checkpoints(HEADER))
    opened = {"kind": "round_opened", "round": 3, "deck": "A", "ruleset": "x", "digest": "00"}
    void = {"kind": "round_voided", "reason": "x", "approved_by": "floor-1", "returned": [], "total": 0}
    content.take(event(day, opened, void)(1))
    assert [] == content.findings
    content.take(event(day, void)(2))

    assert ["round 3: it ends again, after it was void"] == [one.reason for one in content.findings]
    assert (2, 2, "void") == (content.counts.void, content.counts.overrides, content.rounds[0].ending)


def test_a_round_that_another_one_follows_is_left(day: Day) -> None:
    """A round that never ended is told as left."""
    content = Content(Seals("T1"), Checkpoints(HEADER))
    for number in (3, 4):
        opened = {"kind": "round_opened", "round": number, "deck": "A", "ruleset": "x", "digest": "00"}
        content.take(event(day, opened)(number))

    assert ["left", "open"] == [one.ending for one in content.rounds]


def test_files_of_two_tables_are_not_one_record(day: Day, tmp_path: Path) -> None:
    """Only files of one table must go on from each other."""
    table = SimTable()
    table.played()
    (tmp_path / "t1.bb").write_bytes(table.disk.contents(MIRROR))
    report = verify(Request(files=[mirror_of(day, tmp_path / "x.bb"), tmp_path / "t1.bb"]))

    assert [] == places(report)


def test_an_anchor_of_an_older_file_cannot_be_compared(day: Day, tmp_path: Path) -> None:
    """Its record is in a file that was not given: evidence is incomplete (10)."""
    path = mirror_of(rest_of(day, IN_ROUND_2), tmp_path / "x.bb")
    report = verify(Request(files=[path], anchors=[Anchor(seq=50, digits="0" * 16)]))

    assert [] == places(report)
    assert (Verdict.INCOMPLETE, 50) in [(one.verdict, one.seq) for one in report.findings]


def test_an_anchor_of_a_missing_record_is_ahead_of_the_head(day: Day, tmp_path: Path) -> None:
    """The head is the end of the unbroken chain, and somebody saw more (22)."""
    records = [record for record in day.records if record.seq != 50]
    path = raw_mirror(tmp_path / "x.bb", day.header, records)
    report = verify(Request(files=[path], anchors=[Anchor(seq=50, digits="0" * 16)]))

    assert [(22, 50), (20, 50)] == places(report)


def test_a_mirror_whose_first_record_is_lost_does_not_name_its_table(
    day: Day, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its header has no table, and nothing else is believed (20)."""
    path = raw_mirror(tmp_path / "x.bb", day.header, day.records[1:])
    code = main(["verify", str(path)])

    assert 20 == code
    assert "table (unknown), gaming day (unknown)" in capsys.readouterr().out


def test_the_collector_is_left_as_it_was(day: Day, tmp_path: Path) -> None:
    """It rests while a day is read, and comes back only where it was on."""
    path = mirror_of(day, tmp_path / "x.bb")
    gc.disable()
    try:
        verify(Request(files=[path]))
        assert not gc.isenabled()
    finally:
        gc.enable()
    verify(Request(files=[path]))

    assert gc.isenabled()


def test_names_that_could_move_a_cursor_are_not_printed(
    day: Day, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A forged name must not do anything to the terminal of who verifies."""
    path = primary_of(day, tmp_path / "x.db")
    by_root(path, ("UPDATE meta SET v = ? WHERE k = 'table_id'", (b"\x1b[2J",)), ("DELETE FROM rec", ()))
    main(["verify", str(path), "--chain-nonce", "00" * 16])
    printed = capsys.readouterr().out

    assert "table (no plain text)" in printed
    assert "\x1b" not in printed


def test_a_table_signs_what_the_verifier_checks(tmp_path: Path) -> None:
    """Checkpoints of a real start verify with the table's own key, and with no other (0 bad, 23)."""
    table = SimTable()
    table.played()
    for path in (PRIMARY, f"{PRIMARY}-wal", MIRROR):
        (tmp_path / Path(path).name).write_bytes(table.disk.contents(path))
    key = Ed25519PrivateKey.from_private_bytes(bytes(table.disk.contents(str(table.config.signing_file))))
    files = Files(primary=tmp_path / Path(PRIMARY).name, mirror=tmp_path / Path(MIRROR).name)
    right = files.check(keys=[key.public_key()])
    wrong = files.check(keys=[Ed25519PrivateKey.generate().public_key()])
    checked = right.files[0].checkpoints

    assert [] == places(right)
    assert checked is not None
    assert (True, 0) == (checked.good >= 1, checked.bad)
    assert 23 == wrong.verdict


def test_keys_are_remembered_only_up_to_a_limit() -> None:
    """Thousands of different objects are read one by one, none of them kept for ever."""
    for number in range(10_100):
        parse(f'{{"k{number}":1}}'.encode())

    assert 10_000 >= len(module._good_keys)
