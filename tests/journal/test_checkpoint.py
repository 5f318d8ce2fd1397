"""Checkpoints: when they are written, what they sign, what a start does with a bad one (DURABILITY 3.5)."""

import json
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from controller.engine.actors import Approval, ApprovalMethod, Role
from controller.engine.commands import OpenTable
from controller.engine.faults import ConfigFault
from controller.journal.checkpoint import Signer, is_signed, key_id, load_signer, message_of, raw_of
from controller.journal.codec import TableRecord
from controller.journal.faults import Damaged, WriteFailed
from controller.journal.journal import SIGN_AFTER_US, Journal
from controller.journal.memory import MemoryMedium
from controller.journal.notes import Checkpoint, Snapshot
from controller.journal.record import Head, Stamp, canonical
from tests.journal.sim_disk import SimFiles
from tests.journal.table import (
    CONFIG,
    HEAD,
    START_US,
    SimTable,
    TickingClock,
    note_card,
    primary_alone,
    seeded,
)
from tests.journal.test_contract import HEADER

KEY = bytes(range(32))
APPROVAL = Approval(
    person="F1",
    role=Role.FLOOR,
    method=ApprovalMethod.BADGE_AND_PIN,
    second_person=None,
    second_role=None,
    digest="00",
    token="",
)


def signed_after(replayed: tuple[TableRecord, ...]) -> list[int]:
    """Give the number of each record that a checkpoint vouches for."""
    notes = [(record.seq, note) for record in replayed for note in record.content.notes]
    checkpoints = [(seq, note) for seq, note in notes if isinstance(note, Checkpoint)]
    assert [note.seq + 1 for _, note in checkpoints] == [seq for seq, _ in checkpoints]
    return [note.seq for _, note in checkpoints]


def test_a_signature_is_over_the_canonical_note_without_itself() -> None:
    """`sig` is Ed25519 over a prefix and the note as it stands in the record (DURABILITY 3.5)."""
    signer = Signer(KEY)
    signed = signer.vouch(HEADER, Head(seq=3, h=b"\x02" * 32), boot="boot-1", manifest=None)
    raw = {
        "boot": "boot-1",
        "counter": None,
        "file_id": HEADER.file_id.hex(),
        "h": "02" * 32,
        "kid": key_id(signer.public_key),
        "kind": "checkpoint",
        "manifest": None,
        "seq": 3,
        "table_id": "T1",
    }
    message = b"DAJ1\x03" + canonical(json.loads(json.dumps(raw)))
    assert message == message_of(raw_of(signed))
    Ed25519PublicKey.from_public_bytes(signer.public_key).verify(signed.sig, message)
    assert is_signed(raw_of(signed), signer.public_key)
    assert not is_signed(raw_of(replace(signed, seq=4)), signer.public_key)
    assert not is_signed({**raw_of(signed), "sig": "no"}, signer.public_key)
    assert not is_signed(raw_of(signed), Signer(bytes(32)).public_key)


def test_the_signing_key_never_shows() -> None:
    """A signer's repr has no key byte (DURABILITY 7.5)."""
    assert KEY.hex() not in repr(Signer(KEY))


def test_a_start_and_a_stop_are_signed() -> None:
    """Power-up is signed at once, and a stop leaves nothing unsigned (DURABILITY 3.5)."""
    table = SimTable()
    table.played().close()
    _, replayed, _ = table.start()
    assert [2, HEAD] == signed_after(replayed)


def test_a_stop_right_after_a_checkpoint_signs_nothing_more() -> None:
    """With nothing new there is nothing to vouch for (DURABILITY 3.5)."""
    table = SimTable()
    journal, _, report = table.start()
    journal.power_up(report, table.clock(), software="test")
    journal.close()
    _, replayed, _ = table.start()
    assert [2] == signed_after(replayed)


def test_an_approved_command_is_signed() -> None:
    """Every override is vouched for at once (DURABILITY 3.5)."""
    table = SimTable()
    journal = table.played()
    seq = journal.append(
        cause=OpenTable(approval=APPROVAL),
        events=(),
        stamp=table.clock(),
        round_no=1,
        actor="floor:F1",
        src="ui",
    )
    _, replayed, _ = table.start()
    assert [2, seq] == signed_after(replayed)


def test_records_are_signed_once_a_minute() -> None:
    """What has stood unsigned for 60 s is signed, and nothing is signed twice (DURABILITY 3.5)."""
    table = SimTable()
    journal = table.played()
    now_us = table.clock().boot_us
    times = [now_us + after for after in (0, SIGN_AFTER_US, 3 * SIGN_AFTER_US)]
    for boot_us in times:
        journal.sign_if_due(Stamp(utc_us=START_US + boot_us, boot_us=boot_us, boot="boot-1"))
    _, replayed, _ = table.start()
    assert [2, HEAD] == signed_after(replayed)


def test_a_record_that_never_powered_up_is_not_signed_by_time() -> None:
    """The first checkpoint is that of the start itself (DURABILITY 3.5)."""
    table = SimTable()
    journal, _, _ = table.start()
    journal.sign_if_due(Stamp(utc_us=START_US, boot_us=10 * SIGN_AFTER_US, boot="boot-1"))
    assert 1 == journal.head.seq


def test_a_round_end_is_signed_and_settled() -> None:
    """The snapshot ends a round: a checkpoint follows, and the WAL is moved (DURABILITY 3.2, 3.7)."""
    table = SimTable()
    journal = table.played()
    seq = journal.append(
        cause=None,
        events=(),
        notes=(Snapshot(rule_set=b"\x01" * 32, state={"x": [1]}),),
        stamp=table.clock(),
        round_no=None,
        actor="table",
        src="journal",
    )
    assert seq + 1 == journal.head.seq
    assert journal.head.seq == primary_alone(table.disk).last_seq
    _, replayed, _ = table.start()
    assert [2, seq] == signed_after(replayed)


def test_a_stop_after_a_fault_signs_nothing() -> None:
    """After a failed append no further write may happen (DURABILITY 4.3)."""
    table = SimTable()
    journal = table.played()

    def broken(call: str, _path: str) -> None:
        if call in ("pwrite", "xWrite"):
            raise OSError(5, "injected")

    table.disk.rehearse = broken
    with pytest.raises(WriteFailed):
        note_card(journal, table.clock, 3)
    head = journal.head
    with pytest.raises(WriteFailed):
        journal.close()
    assert head == journal.head


def test_another_key_locks_the_table() -> None:
    """A checkpoint that this table's key did not sign is damage (DURABILITY 5 step 6)."""
    table = SimTable()
    table.played()
    table.disk.contents(str(CONFIG.signing_file))[0] ^= 1
    with pytest.raises(Damaged, match="checkpoint 3 is not signed"):
        table.start()


def test_a_key_that_is_gone_is_not_made_anew() -> None:
    """Once something is signed, a missing key file stops the start (DURABILITY 3.5)."""
    table = SimTable()
    table.played()
    del table.disk.names[str(CONFIG.signing_file)]
    with pytest.raises(ConfigFault, match="signing_key_file"):
        table.start()
    assert str(CONFIG.signing_file) not in table.disk.names


def test_the_public_key_lies_beside_the_key() -> None:
    """Whoever verifies needs 64 hexadecimal digits and nothing else (DURABILITY 14)."""
    table = SimTable()
    table.start()
    private = bytes(table.disk.contents(str(CONFIG.signing_file)))
    public = table.disk.contents(f"{CONFIG.signing_file}.pub")
    assert Signer(private).public_key.hex() == public.decode()


def test_a_signing_key_has_its_size() -> None:
    """A file of another size is refused with what is allowed (DURABILITY 3.5)."""
    table = SimTable()
    table.start()
    del table.disk.contents(str(CONFIG.signing_file))[5:]
    with pytest.raises(ConfigFault, match="5 bytes") as caught:
        load_signer(CONFIG.signing_file, SimFiles(table.disk), seeded(1), create=True)
    assert "a readable file of 32 bytes" == caught.value.allowed


def test_a_record_in_memory_signs_with_a_key_of_its_own() -> None:
    """Without a signer there are no checkpoints; with one they are the same as on disk (DURABILITY 3.5)."""
    counts = []
    for signer in (None, Signer(KEY)):
        medium, clock = MemoryMedium(header=HEADER), TickingClock()
        journal, _, report = Journal.in_memory(medium, clock, signer=signer)
        journal.power_up(report, clock(), software="test")
        journal.close()
        counts.append(len(signed_after(tuple(Journal.in_memory(medium, clock, signer=signer)[1]))))
    assert [0, 1] == counts
