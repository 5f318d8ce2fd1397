"""Canonical bytes, envelope and chain (DURABILITY 3.4, 3.5, 3.9)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.engine.actors import Source
from controller.engine.cards import Card
from controller.engine.fact_commands import ReportNote
from controller.journal.blackbox import pack_header, pack_record
from controller.journal.faults import CodecFault
from controller.journal.record import (
    MAX_BODY,
    MAX_INTEGER,
    Envelope,
    Head,
    Json,
    StoredRecord,
    canonical,
    follows,
    genesis,
    link,
    open_envelope,
    parse,
    plain,
    plain_text,
    stored,
)

CHAIN_NONCE = bytes(range(16))
GENESIS = "68d551514301c9cdcbd329b4cf16d1551c4a1c71c67a4a84a13cf7affc245069"
PROBE = b'{"kind":"probe","n":2,"v":1}'
PROBE_H1 = "b42d2a44b2a4752d47ac484a74f673fdeed7771b0a250c4641fd211a7c4d223e"
PROBE_H2 = "35c6d7ee5791d9e6fde70bc6ae629e3b0fadcac2094b0a486b801bf83ebb1f1e"

KEYS = st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789_", min_size=1, max_size=8)
TEXTS = st.text(alphabet=st.characters(max_codepoint=0x2FF, exclude_categories=["Cs"]), max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-MAX_INTEGER, MAX_INTEGER) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)

ENVELOPE = Envelope(
    v=1,
    cause={"kind": "probe", "n": 2},
    events=({"kind": "probed"},),
    notes=(),
    utc_us=1_700_000_000_000_000,
    boot_us=5_000_000,
    boot="b-1",
    nonce=bytes(range(8)),
    round=None,
    actor="table",
    src="ui",
    cmd=None,
)


def test_genesis_vector() -> None:
    """DURABILITY 3.9 gives the chain value before the first record of table T1."""
    assert genesis("T1", CHAIN_NONCE).hex() == GENESIS


def test_chain_vectors() -> None:
    """DURABILITY 3.9 gives the chain values of one body as first and as second record."""
    first = link(bytes.fromhex(GENESIS), 1, PROBE)
    assert first.hex() == PROBE_H1
    assert link(first, 2, PROBE).hex() == PROBE_H2


def test_probe_is_canonical() -> None:
    """The body of DURABILITY 3.9 is what the encoder makes of its fields in any order."""
    assert canonical({"v": 1, "n": 2, "kind": "probe"}) == PROBE


def test_mirror_record_vector() -> None:
    """DURABILITY 3.9 gives the size and CRC of the mirror's record."""
    record = StoredRecord(seq=1, body=PROBE, h=bytes.fromhex(PROBE_H1))
    data = pack_record(record)
    assert len(data) == 80
    assert data[-4:].hex() == "b1152fdf"


def test_mirror_header_vector() -> None:
    """DURABILITY 3.9 gives the CRC of the mirror's header."""
    data = pack_header(CHAIN_NONCE, 1, bytes.fromhex(GENESIS))
    assert len(data) == 68
    assert data[-4:].hex() == "101ca786"


@given(VALUES)
def test_canonical_bytes_have_one_form(value: Json) -> None:
    """Encoding what was decoded gives the same bytes again (DURABILITY 3.4), or the value has no form."""
    try:
        data = canonical({"x": value})
    except CodecFault as fault:
        assert "NFC" in fault.detail  # noqa: PT017  # both outcomes are wanted
        return
    assert canonical(parse(data)) == data
    assert json.loads(data) == {"x": value}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"Kind": 1}, "key"),
        ({"a b": 1}, "key"),
        ({"": 1}, "key"),
        ({"x": MAX_INTEGER + 1}, "integer"),
        ({"x": -MAX_INTEGER - 1}, "integer"),
        ({"x": "e\u0301"}, "NFC"),
        ({"x": "\ud800"}, "surrogate"),
        ({"x": [1.5]}, "float"),
        ({"x": b"00"}, "bytes"),
    ],
)
def test_values_without_canonical_form_are_refused(value: Json, reason: str) -> None:
    """Odd keys, large integers, other text forms, floats and bytes have no form (DURABILITY 3.4)."""
    with pytest.raises(CodecFault, match=reason):
        canonical(value)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("e\u0301", "\u00e9"),
        ("a\ud800b", "a?b"),
        ("Ah \u2663", "Ah \u2663"),
        ("", ""),
        ("a\nseq 9", "a\\nseq 9"),
        ("\x1b[2Jpaid", "\\u001b[2Jpaid"),
        ("\x00\x7f\x9b", "\\u0000\\u007f\\u009b"),
        ("001 \u202e\u200b", "001 \\u202e\\u200b"),
        ("a\u2028b", "a\\u2028b"),
        ("\u4e00\u3000\u4e8c", "\u4e00\u3000\u4e8c"),
    ],
)
def test_text_from_outside_is_brought_into_form(text: str, form: str) -> None:
    """What devices and people write becomes what a record takes (DURABILITY 3.4)."""
    assert form == plain_text(text)
    assert canonical({"x": form}) == canonical({"x": plain_text(form)})


def test_every_text_of_a_report_is_brought_into_form() -> None:
    """However deep it stands; all else stays (DURABILITY 3.4)."""
    source = Source(device="shoe", serial="S-e\u0301", epoch=1, number=1)
    report = (ReportNote(source=source, name="model", text="Cafe\u0301"), 7, Card("As"))
    told = plain(report)
    assert ("S-\u00e9", "Caf\u00e9") == (told[0].source.serial, told[0].text)
    assert (7, Card("As")) == told[1:]
    assert told == plain(told)
    assert told[0].source is not source
    assert Source is plain(Source)
    assert source.device is plain(source).device


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"1",
        b"\xff\xfe",
        b'{"a":1,"a":1}',
        b'{"a":{"b":1,"b":2}}',
        b'{"a":1.0}',
        b'{"a":NaN}',
        b'{"a":Infinity}',
        b'{"a":1',
        b"[" * 100_000,
    ],
)
def test_bad_bodies_are_refused(body: bytes) -> None:
    """A body is one JSON object with no key twice and no float (DURABILITY 3.4)."""
    with pytest.raises(CodecFault):
        parse(body)


def test_envelope_round_trip() -> None:
    """An envelope reads back as it was written (DURABILITY 3.4)."""
    body = ENVELOPE.to_body()
    assert open_envelope(body) == ENVELOPE
    assert b'"cmd":null' in body


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("v", "1"),
        ("v", True),
        ("cause", []),
        ("events", [1]),
        ("notes", None),
        ("nonce", "zz"),
        ("nonce", "00"),
        ("round", "7"),
        ("extra", 1),
    ],
)
def test_envelope_fields_are_strict(name: str, value: Json) -> None:
    """A missing, unknown or mistyped field of the envelope is refused (DURABILITY 3.8)."""
    raw = parse(ENVELOPE.to_body())
    raw[name] = value
    with pytest.raises(CodecFault, match=name):
        open_envelope(canonical(raw))


def test_envelope_needs_every_field() -> None:
    """Optional fields are present as null, so a missing one is refused (DURABILITY 3.4)."""
    raw = parse(ENVELOPE.to_body())
    del raw["cmd"]
    with pytest.raises(CodecFault, match="cmd"):
        open_envelope(canonical(raw))


@pytest.mark.parametrize("size", [0, 1, MAX_BODY + 1])
def test_body_size_has_limits(size: int) -> None:
    """A body has 2 to 65,536 bytes (DURABILITY 3.2)."""
    with pytest.raises(CodecFault, match=str(size)):
        stored(Head(seq=0, h=bytes(32)), b"x" * size)


def test_a_record_follows_only_its_own_head() -> None:
    """Number, body and chain value must all fit the record before (DURABILITY 3.5)."""
    head = Head(seq=4, h=bytes(32))
    record = stored(head, PROBE)
    assert follows(head, record)
    assert not follows(Head(seq=3, h=bytes(32)), record)
    assert not follows(Head(seq=4, h=b"\x01" * 32), record)
    assert not follows(head, StoredRecord(seq=5, body=PROBE + b" ", h=record.h))
