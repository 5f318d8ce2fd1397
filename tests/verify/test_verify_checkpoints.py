"""Signed checkpoints: the right key, the right record, the right file (DURABILITY 3.5)."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from controller.journal.record import Head, canonical
from controller.journal.rollover import closed_note
from controller.verify.checkpoints import BadKey, load_key
from controller.verify.verification import Anchor, Request, verify
from tests.verify.kit import ROUNDS, Day, Edit, Raw, chained, item, places, played_day, raw_mirror, written

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32))
KNOWN = [KEY.public_key()]


@pytest.fixture(scope="module")
def day() -> Day:
    """Give two rounds really played."""
    return played_day()


def record(day: Day, note: Raw) -> bytes:
    """Give a body that holds one note, of the moment of the day's last record."""
    body = day.body(day.last)
    return canonical({**body, "cause": None, "events": [], "notes": [note], "nonce": "11" * 8})


def signed(note: Raw, key: Ed25519PrivateKey = KEY) -> Raw:
    """Sign a checkpoint as the paper says."""
    message = b"DAJ1\x03" + canonical({name: value for name, value in note.items() if name != "sig"})
    return {**note, "sig": key.sign(message).hex()}


def checkpoint(day: Day, **changes: Any) -> Raw:  # noqa: ANN401  # any field of the note
    """Give a checkpoint for a day's last record, not signed yet."""
    note = {
        "kind": "checkpoint",
        "table_id": day.header.table_id,
        "file_id": day.header.file_id.hex(),
        "seq": day.last,
        "h": day.records[-1].h.hex(),
        "boot": "b",
        "manifest": None,
        "counter": None,
        "kid": "k1",
        "sig": "",
    }
    return note | changes


def closed(day: Day, note: Raw) -> Day:
    """Put a checkpoint and the file's end behind a day."""
    longer = appended(day, note)
    end = {"kind": "file_closed", "last_seq": longer.last, "h": longer.records[-1].h.hex()}
    return appended(longer, end)


def appended(day: Day, note: Raw) -> Day:
    """Put one more record behind a day."""
    return chained(day.header, [*(one.body for one in day.records), record(day, note)])


def test_a_closed_signed_equal_anchored_day_is_whole(day: Day, tmp_path: Path) -> None:
    """Only with all evidence there is nothing left to say (exit 0)."""
    done = closed(day, signed(checkpoint(day)))
    head = done.records[-1]
    anchors = [Anchor(seq=head.seq, digits=head.h.hex()[:16])]
    report = written(done, tmp_path).check(keys=KNOWN, anchors=anchors, table_id=day.header.table_id)

    assert 0 == report.verdict
    checked = report.files[0].checkpoints
    assert checked is not None
    assert (1, 0, {"k1": 1}) == (checked.good, checked.bad, dict(checked.kids))


def test_records_behind_the_last_checkpoint_are_not_vouched_for(day: Day, tmp_path: Path) -> None:
    """A file that goes on after its checkpoint lacks evidence for the rest (10)."""
    longer = appended(appended(day, signed(checkpoint(day))), {"kind": "reconciled"})
    reasons = [one.reason for one in written(longer, tmp_path).check(keys=KNOWN).files[0].findings]

    assert f"no good checkpoint vouches for the records from {day.last + 1} on" in reasons


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        (lambda day: signed(checkpoint(day), OTHER), [23]),
        (lambda day: signed(checkpoint(day)) | {"kid": "k2"}, [23]),
        (lambda day: signed(checkpoint(day)) | {"sig": "00"}, [23]),
        (lambda day: signed(checkpoint(day)) | {"sig": "no hex"}, [23]),
        (lambda day: signed(checkpoint(day, h=bytes(32).hex())), [20]),
        (lambda day: signed(checkpoint(day, seq=day.last - 1)), [20]),
        (lambda day: signed(checkpoint(day, file_id=bytes(16).hex())), [20]),
        (lambda day: signed(checkpoint(day, table_id="T9")), [20]),
    ],
    ids=["key", "field", "short", "text", "hash", "seq", "file", "table"],
)
def test_a_checkpoint_that_does_not_fit_is_named(
    day: Day,
    tmp_path: Path,
    note: Callable[[Day], Raw],
    expected: list[int],
) -> None:
    """Another key is 23; another record, file or table is an altered chain (20)."""
    longer = appended(day, note(day))

    assert [(code, longer.last) for code in expected] == places(written(longer, tmp_path).check(keys=KNOWN))


def test_a_rewrite_before_a_checkpoint_is_found_without_an_anchor(day: Day, tmp_path: Path) -> None:
    """Who rewrites a record must change the checkpoint's hash, and cannot sign that (23)."""
    longer = appended(day, signed(checkpoint(day)))

    def later(body: Raw) -> None:
        body["utc_us"] += 1

    forged = longer.rewritten(40, later)
    assert [(20, longer.last)] == places(written(forged, tmp_path).check(keys=KNOWN))

    def with_new_hash(body: Raw) -> None:
        item(body, "checkpoint")["h"] = forged.records[-2].h.hex()

    refitted = forged.rewritten(longer.last, with_new_hash)
    assert [(23, longer.last)] == places(written(refitted, tmp_path).check(keys=KNOWN))


def test_without_a_key_signatures_stay_unchecked(day: Day, tmp_path: Path) -> None:
    """What was not checked is counted as such (10)."""
    report = written(appended(day, signed(checkpoint(day), OTHER)), tmp_path).check()
    checked = report.files[0].checkpoints

    assert checked is not None
    assert (10, 1) == (report.verdict, checked.unchecked)


def change(name: str, value: object) -> Edit:
    """Set one field of the file's end."""

    def edit(body: Raw) -> None:
        item(body, "file_closed")[name] = value

    return edit


@pytest.mark.parametrize(("name", "value"), [("last_seq", 3), ("h", bytes(32).hex())])
def test_a_files_end_names_the_record_before_it(day: Day, tmp_path: Path, name: str, value: object) -> None:
    """`file_closed` repeats the last number and hash; another one is an altered chain (20)."""
    done = closed(day, signed(checkpoint(day)))
    forged = done.rewritten(done.last, change(name, value))

    assert [(20, done.last)] == places(written(forged, tmp_path).check())


def totalled(day: Day, **others: int) -> Day:
    """Put a file's end with totals behind a day, as the writer adds them up but for some."""
    longer = appended(day, signed(checkpoint(day)))
    head = Head(seq=longer.last, h=longer.records[-1].h)
    totals = closed_note(head, longer.records).totals
    assert totals is not None
    end = {"kind": "file_closed", "last_seq": head.seq, "h": head.h.hex(), "totals": asdict(totals) | others}
    return appended(longer, end)


def test_a_files_end_adds_up_what_the_file_holds(day: Day, tmp_path: Path) -> None:
    """Writer and verifier come to the same rounds and cents by code of their own (DURABILITY 3.7)."""
    done = totalled(day)
    totals = item(done.body(done.last), "file_closed")["totals"]
    assert (ROUNDS + 1, ROUNDS, 0) == (totals["rounds"], totals["settled"], totals["void"])
    assert totals["paid"] + totals["collected"] > 0
    assert [] == places(written(done, tmp_path).check())


@pytest.mark.parametrize("name", ["records", "rounds", "settled", "void", "paid", "collected"])
def test_a_files_end_that_adds_up_to_something_else_is_altered(day: Day, tmp_path: Path, name: str) -> None:
    """Each total is added up again (20)."""
    report = written(totalled(day, **{name: 9_999}), tmp_path).check()
    assert [(20, totalled(day).last)] == places(report)
    reasons = [one.reason for one in report.files[0].findings]
    assert f"the file's end adds up to other {name}" in reasons


def test_totals_of_a_file_with_a_gap_are_not_held_against_it(day: Day, tmp_path: Path) -> None:
    """Where records are missing, that is what is wrong (DURABILITY 14)."""
    done = totalled(day)
    files = written(done, tmp_path)
    raw_mirror(files.mirror, done.header, [one for one in done.records if one.seq != 20])
    report = verify(Request(files=[files.mirror]))
    assert not any("adds up" in one.reason for one in report.files[0].findings)


def test_nothing_stands_behind_a_files_end(day: Day, tmp_path: Path) -> None:
    """A record after `file_closed` was not written by the table (20)."""
    longer = appended(closed(day, signed(checkpoint(day))), {"kind": "reconciled"})

    assert [(20, longer.last)] == places(written(longer, tmp_path).check())


def test_a_key_is_read_as_pem_text_or_bytes(tmp_path: Path) -> None:
    """All three common forms of a public key, and nothing else."""
    public = KEY.public_key()
    raw = public.public_bytes(Encoding.Raw, PublicFormat.Raw)
    pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    path = tmp_path / "key"
    for form in (raw, pem, raw.hex().encode() + b"\n"):
        path.write_bytes(form)
        assert raw == load_key(path).public_bytes(Encoding.Raw, PublicFormat.Raw)
    foreign = X25519PrivateKey.generate().public_key()
    for form in (
        b"",
        b"no key",
        b"-----BEGIN PUBLIC KEY-----",
        foreign.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
    ):
        path.write_bytes(form)
        with pytest.raises(BadKey):
            load_key(path)


def test_an_anchor_before_the_first_record_is_the_header_of_the_chain(day: Day, tmp_path: Path) -> None:
    """The head of the day before is the next file's own beginning; older ones cannot be compared (10)."""
    files = written(day, tmp_path)
    begin = Anchor(seq=0, digits=day.header.prev_h.hex()[:16])

    assert [] == places(verify(Request(files=[files.mirror], anchors=[begin])))
