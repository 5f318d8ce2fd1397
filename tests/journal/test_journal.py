"""The record as the table uses it: append, rounds, keys, clocks, restarts (DURABILITY 3 to 7)."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from controller.engine.commands import OpenTable
from controller.journal import journal as journal_module
from controller.journal.anchor import Anchor
from controller.journal.codec import Content, TableContent, table_codec
from controller.journal.faults import CodecFault, Damaged, RolledBack, WriteFailed
from controller.journal.journal import Journal
from controller.journal.memory import MemoryMedium
from controller.journal.notes import (
    ClockStep,
    CopyFailed,
    CopyRestored,
    FileOpened,
    PowerUp,
    Reconciled,
    Recovered,
    RoundKeyMade,
)
from controller.journal.reading import read_history
from controller.journal.record import Stamp, genesis, stored
from controller.journal.seal import RoundKey, unwrap_for_audit
from tests.journal.sim_disk import SimFiles
from tests.journal.table import (
    CONFIG,
    HEAD,
    MIRROR,
    PRIMARY,
    START_US,
    SimTable,
    TickingClock,
    note_card,
    primary_alone,
    seeded,
)
from tests.journal.test_contract import HEADER


def note(journal: Journal, stamp: Stamp) -> int:
    """Append a record with one note."""
    return journal.append(
        cause=None, events=(), notes=(Reconciled(),), stamp=stamp, round_no=None, actor="table", src="test"
    )


def test_the_first_record_opens_the_file() -> None:
    """It repeats the headers of both copies, so that the chain covers them (DURABILITY 3.2)."""
    table = SimTable()
    journal, replayed, report = table.start()
    assert (replayed, report.new, journal.head.seq) == ((), True, 1)
    _, replayed, _ = table.start()
    opened, made = replayed[0].content.notes
    assert isinstance(opened, FileOpened)
    assert ("T1", "2026-12-01", 1) == (opened.table_id, opened.gaming_day, opened.first_seq)
    assert opened.prev_h == genesis("T1", opened.chain_nonce)
    assert bytes(table.disk.contents(MIRROR))[8:24] == opened.file_id
    assert made == RoundKeyMade(round_no=0, audit=None)


def test_an_append_is_on_both_media_when_it_returns() -> None:
    """What returns is durable on both: the last calls are the two syncs (DURABILITY 4.1)."""
    table = SimTable()
    journal = table.played()
    table.disk.log.clear()
    seq = note_card(journal, table.clock, 3)
    assert (seq, seq) == (journal.head.seq, HEAD + 1)
    mirror, wal = table.disk.names[MIRROR], table.disk.names[f"{PRIMARY}-wal"]
    kinds = [(op.kind, op.inode) for op in table.disk.log]
    assert kinds[:2] == [("write", mirror), ("sync", mirror)]
    assert kinds[-1] == ("sync", wal)
    assert {inode for _, inode in kinds[2:]} == {wal}


def test_the_key_is_on_both_media_before_its_note() -> None:
    """`seal.state` comes first, else a seal could outlive its key (DURABILITY 7.3)."""
    table = SimTable()
    journal = table.played()
    table.disk.log.clear()
    journal.open_round(2, table.clock())
    log = table.disk.log
    note_at = next(
        at for at, op in enumerate(log) if op.kind == "write" and op.inode == table.disk.names[MIRROR]
    )
    renamed = [at for at, op in enumerate(log) if op.target in ("/a/seal.state", "/b/seal.state.bb")]
    folders = [at for at, op in enumerate(log) if op.kind == "folder"]
    assert len(renamed) == 2
    assert max(renamed) < max(at for at in folders if at < note_at)


def test_opening_a_round_settles_the_one_before() -> None:
    """The WAL is moved between rounds, never inside one (DURABILITY 3.2)."""
    table = SimTable()
    journal = table.played()
    assert 3 == primary_alone(table.disk).last_seq
    journal.open_round(2, table.clock())
    assert HEAD == primary_alone(table.disk).last_seq


def test_power_up_says_what_was_done() -> None:
    """The first record of a start tells how it found the copies (DURABILITY 5 step 9)."""
    table = SimTable()
    table.played()
    del table.disk.names[MIRROR]
    journal, _, report = table.start()
    journal.power_up(report, table.clock(), software="0.1.0", manifest=b"\x01" * 32)
    _, replayed, _ = table.start()
    up, recovered, restored = replayed[-2].content.notes
    assert up == PowerUp(clean=False, software="0.1.0", manifest=b"\x01" * 32)
    assert isinstance(recovered, Recovered)
    assert ("clean", "missing") == (recovered.primary, recovered.mirror)
    assert restored == CopyRestored(copy="mirror", last_seq=HEAD)


def test_a_failed_mirror_is_noted_in_the_record() -> None:
    """The round may end on SQLite alone, and the record says so (DURABILITY 4.3)."""
    table = SimTable()
    journal = table.played()

    def broken(call: str, path: str) -> None:
        if call == "fdatasync" and path == MIRROR:
            raise OSError(5, "I/O error")

    table.disk.rehearse = broken
    seq = note_card(journal, table.clock, 3)
    assert journal.degraded is not None
    assert ("mirror", seq + 1) == (journal.degraded.copy, journal.head.seq)
    note_card(journal, table.clock, 4)
    table.disk.rehearse = lambda _call, _path: None
    journal, replayed, report = table.start()
    assert replayed[seq].content.notes == (CopyFailed(copy="mirror", reason="OSError 5"),)
    assert len(replayed) == seq + 2
    assert report.mirror == "clean"
    assert journal.degraded is None


def test_a_failed_primary_restarts_to_the_record_that_stands() -> None:
    """The record stands in the mirror: the restart shows it as done (DURABILITY 4.3)."""
    table = SimTable()
    journal = table.played()

    def broken(call: str, path: str) -> None:
        if call == "xSync" and path.startswith(PRIMARY):
            raise OSError(5, "I/O error")

    table.disk.rehearse = broken
    with pytest.raises(WriteFailed) as caught:
        note_card(journal, table.clock, 3)
    assert caught.value.stands
    with pytest.raises(WriteFailed):
        note_card(journal, table.clock, 3)
    table.disk.rehearse = lambda _call, _path: None
    _, replayed, _ = table.start()
    assert len(replayed) == HEAD + 1


def test_a_key_that_cannot_be_kept_opens_no_round() -> None:
    """No note of a key that is not durable (DURABILITY 7.3)."""
    table = SimTable()
    journal = table.played()

    def broken(call: str, path: str) -> None:
        if call == "fsync" and "seal.state" in path:
            raise OSError(28, "no space")

    table.disk.rehearse = broken
    head = journal.head
    with pytest.raises(WriteFailed) as caught:
        journal.open_round(2, table.clock())
    assert ("seal.state",) == caught.value.copies
    assert head == journal.head


def test_a_fault_before_the_disk_leaves_the_record_alone() -> None:
    """What cannot be coded is not written, and the chain stays as it was (DURABILITY 4.1)."""
    table = SimTable()
    journal = table.played()
    head = journal.head
    table.disk.log.clear()
    with pytest.raises(CodecFault):
        note(journal, Stamp(utc_us=2**60, boot_us=1, boot="boot-1"))
    assert (head, []) == (journal.head, table.disk.log)


@pytest.mark.parametrize(
    ("boot_us", "utc_shift", "stepped"),
    [
        (1_000_000, 0, False),
        (1_000_000, 500_000, False),
        (1_000_000, -500_000, False),
        (1_000_000, 501_000, True),
        (1_000_000, -501_000, True),
        (10_000_000_000, 5_500_000, False),
        (10_000_000_000, 5_501_000, True),
    ],
)
def test_clock_steps_are_noted(boot_us: int, utc_shift: int, *, stepped: bool) -> None:
    """Beyond 0.5 s and 0.05 % of the time since the last record it is a step (DURABILITY 11)."""
    table = SimTable()
    journal, _, _ = table.start()
    note(journal, Stamp(utc_us=START_US, boot_us=0, boot="boot-1"))
    late = Stamp(utc_us=START_US + boot_us + utc_shift, boot_us=boot_us, boot="boot-1")
    seq = note(journal, late)
    _, replayed, _ = table.start()
    steps = [one for one in replayed[seq - 1].content.notes if isinstance(one, ClockStep)]
    expected = [ClockStep(before_us=START_US + boot_us, after_us=late.utc_us)] if stepped else []
    assert expected == steps


@pytest.mark.parametrize(("utc_us", "stepped"), [(START_US - 1, True), (START_US + 10**12, False)])
def test_a_clock_behind_the_record_is_noted_after_a_boot(utc_us: int, *, stepped: bool) -> None:
    """A new boot with UTC behind the last record carries a step (DURABILITY 5 step 9)."""
    table = SimTable()
    table.played()
    journal, _, report = table.start()
    seq = journal.power_up(report, Stamp(utc_us=utc_us, boot_us=1, boot="boot-2"), software="test")
    _, replayed, _ = table.start()
    assert stepped == any(isinstance(one, ClockStep) for one in replayed[seq - 1].content.notes)


def test_the_auditors_copy_of_a_round_key_opens_its_seals() -> None:
    """With an audit key in the config each round key is noted for the auditors (DURABILITY 7.3)."""
    private = b"\x21" * 32
    public = X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()
    table = SimTable()
    table.config = replace(CONFIG, audit_public_key=public)
    journal = table.played()
    _, replayed, _ = table.start()
    made = replayed[3].content.notes[0]
    assert isinstance(made, RoundKeyMade)
    assert made.audit is not None
    key = unwrap_for_audit(private, "T1", 1, made.audit)
    assert isinstance(key, RoundKey)
    assert key == journal._key


def test_no_face_is_in_any_byte_written() -> None:
    """Neither card nor salt is on either medium before its exposure (DURABILITY 2, INV6)."""
    table = SimTable()
    journal = table.played(cards=52)
    journal.close()
    written = b"".join(op.data for op in table.disk.log) + b"".join(map(bytes, table.disk.data.values()))
    for ordinal in range(52):
        salt = bytes([ordinal]) * 16
        assert salt.hex().encode() not in written
        assert ordinal == 0 or salt not in written
    assert b'"card":"' not in written


def test_a_record_in_memory_keeps_the_same_contract() -> None:
    """The deterministic world has the same journal without a disk (DURABILITY 3, ARCHITECTURE 9)."""
    medium = MemoryMedium(header=HEADER)
    clock = TickingClock()
    journal, replay, report = Journal.in_memory(medium, clock, entropy=seeded(4))
    assert (report.new, tuple(replay)) == (True, ())
    journal.power_up(report, clock(), software="test")
    journal.open_round(1, clock())
    assert note_card(journal, clock, 0) == 4
    journal.close()
    again, replay, report = Journal.in_memory(medium, clock, entropy=seeded(5))
    records = tuple(replay)
    assert (4, False, False) == (len(records), report.new, report.seal_lost)
    assert again.head == journal.head
    assert sum(record.unopened for record in records) == 0


def test_one_seed_gives_the_same_record() -> None:
    """With the same clock and random bytes two records are equal byte for byte (issue 2)."""
    bodies = []
    for _ in range(2):
        medium = MemoryMedium(header=HEADER)
        clock = TickingClock()
        journal, _, report = Journal.in_memory(medium, clock, entropy=seeded(4))
        journal.power_up(report, clock(), software="test")
        note_card(journal, clock, 0)
        bodies.append([record.body for record in medium.records])
    assert bodies[0] == bodies[1]


def test_history_reads_the_mirror_while_the_table_runs() -> None:
    """A live reader leaves out the last record, which may not be acknowledged yet (DURABILITY 3.1)."""
    table = SimTable()
    table.played()
    files = SimFiles(table.disk)
    live = tuple(read_history(Path(MIRROR), live=True, files=files))
    closed = tuple(read_history(Path(MIRROR), live=False, files=files))
    assert [record.seq for record in live] == list(range(1, HEAD))
    assert closed[:-1] == live
    assert closed[-1].unopened == 1


def test_history_of_a_damaged_mirror_is_refused() -> None:
    """A reader is told instead of shown less (DURABILITY 5)."""
    table = SimTable()
    table.played()
    table.disk.contents(MIRROR)[200] ^= 1
    for path in (MIRROR, "/b/none.bb"):
        with pytest.raises(Damaged):
            read_history(Path(path), live=False, files=SimFiles(table.disk))


def test_a_persons_command_keeps_its_id() -> None:
    """The id of a person's command is in its record, so that it acts once (DURABILITY 3.4)."""
    table = SimTable()
    journal, _, _ = table.start()
    journal.append(
        cause=OpenTable(),
        events=(),
        notes=(Reconciled(),),
        stamp=table.clock(),
        round_no=None,
        actor="dealer:7",
        src="ui",
        cmd="c-1",
    )
    _, replayed, _ = table.start()
    content = replayed[-1].content
    assert isinstance(content, Content)
    assert ("dealer:7", "ui", "c-1", OpenTable()) == (
        content.actor,
        content.src,
        content.cmd,
        content.cause,
    )


def test_a_head_seen_elsewhere_must_be_in_the_record() -> None:
    """A printed head that is later than, or beside, the record shows a roll-back (J-ROLLBACK)."""
    table = SimTable()
    journal = table.played()
    old = journal.head
    note_card(journal, table.clock, 3)
    later = journal.head
    journal.check_anchor(Anchor.of(old))
    journal.check_anchor(Anchor.of(later))
    for anchor in (Anchor(seq=HEAD + 2, digits="00" * 8), Anchor(seq=old.seq, digits=later.h.hex()[:16])):
        with pytest.raises(RolledBack) as caught:
            journal.check_anchor(anchor)
        fault = caught.value
        assert ("J-ROLLBACK", HEAD + 1, anchor.seq) == (fault.code, fault.seq, fault.expected_seq)


def test_a_record_without_any_round_key_is_damage() -> None:
    """The first record notes a key, so its absence is damage (DURABILITY 7.3)."""
    table = SimTable()
    table.played()
    first = read_history(Path(MIRROR), live=False, files=SimFiles(table.disk))
    opened = next(first).content.notes[0]
    medium = MemoryMedium(header=HEADER)
    content: TableContent = Content(
        cause=None,
        events=(),
        notes=(opened,),
        stamp=table.clock(),
        round_no=None,
        actor="table",
        src="test",
        cmd=None,
    )
    body = table_codec().encode(content, key=None, entropy=seeded(1))
    medium.records.append(stored(HEADER.start, body))
    with pytest.raises(Damaged, match="round key"):
        Journal.in_memory(medium, table.clock)


def test_one_function_opens_seals_and_the_codec_calls_it() -> None:
    """Unsealing stays in one place, where it can be reviewed (DURABILITY 7.5)."""
    package = Path(journal_module.__file__).parent
    callers = []
    for path in sorted(package.parent.rglob("*.py")):
        calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        callers += [path.name for call in calls if isinstance(call, ast.Name) and call.id == "unseal"]
        if path.name != "seal.py" or path.parent != package:
            assert not [call for call in calls if isinstance(call, ast.Attribute) and call.attr == "decrypt"]
    assert callers == ["codec.py"]
