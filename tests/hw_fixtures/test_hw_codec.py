"""The device end's frames and codec against the golden bytes of the paper (CDP1 2)."""

import random

import pytest

from hw_fixtures.peer.codec import MAX_RUN, TO_DEVICE, TO_HOST, Decoder, encode, stuff, unstuff
from hw_fixtures.peer.codes import Kind, Message, card_code, card_text
from hw_fixtures.peer.frames import Frame, Reason, crc16, pack_body

SESSION = 0x1234


def _hex(text: str) -> bytes:
    return bytes.fromhex(text)


HELLO = Frame(
    kind=Kind.CMD,
    session=SESSION,
    seq=1,
    message=Message.HELLO,
    payload=_hex("01 00 00") + b"table-7",
)
CARD_PAYLOAD = _hex("40 e2 01 00 07 00 34 23 00 00 18 02 63 00 00 00 00 00 00")
CARD = Frame(kind=Kind.EVT, session=SESSION, seq=1027, message=Message.CARD, payload=CARD_PAYLOAD)
EACK = Frame(kind=Kind.EACK, session=SESSION, seq=1027)
GOLDEN = {
    "hello": (HELLO, "02 11 04 34 12 01 01 01 04 01 0a 01 01 0a 74 61 62 6c 65 2d 37 f4 06 00"),
    "card": (
        CARD,
        "02 13 05 34 12 03 04 01 06 c0 13 40 e2 01 02 07 03 34 23 01 04 18 02 63 01 01 01 01 01 03 d4 a0 00",
    ),
    "eack": (EACK, "02 14 05 34 12 03 04 01 01 01 03 81 55 00"),
    "resume": (
        Frame(
            kind=Kind.CMD,
            session=SESSION,
            seq=2,
            message=Message.RESUME,
            payload=_hex("01 00 0c 0e 02 04 00 00"),
        ),
        "02 11 04 34 12 02 01 01 04 02 08 01 05 0c 0e 02 04 01 03 12 7d 00",
    ),
    "resume rsp": (
        Frame(
            kind=Kind.RSP,
            session=SESSION,
            seq=2,
            message=Message.RESUME,
            payload=_hex("00 01 00 00 00 03 04 00 00"),
        ),
        "02 12 04 34 12 02 01 01 03 02 09 02 01 01 01 03 03 04 01 03 e5 60 00",
    ),
    "device beat": (
        Frame(
            kind=Kind.BEAT,
            session=SESSION,
            seq=9,
            payload=_hex("03 04 00 00 60 e4 01 00 04 00 00 03 04 00 00 05 00 00 00"),
        ),
        "02 15 04 34 12 09 01 01 01 04 13 03 04 01 04 60 e4 01 02 04 01 03 03 04 01 02 05 01 01 03 52 05 00",
    ),
    "host beat": (
        Frame(kind=Kind.BEAT, session=SESSION, seq=5, payload=_hex("09 00 00 00")),
        "02 15 04 34 12 05 01 01 01 03 04 09 01 01 03 f0 f2 00",
    ),
    "arm": (
        Frame(
            kind=Kind.CMD,
            session=SESSION,
            seq=3,
            message=Message.ARM,
            payload=_hex("f5 01 00 00 06 00 02 01"),
        ),
        "02 11 04 34 12 03 01 01 05 42 08 f5 01 01 02 06 05 02 01 45 be 00",
    ),
    "dispense": (
        Frame(
            kind=Kind.CMD,
            session=SESSION,
            seq=4,
            message=Message.DISPENSE,
            payload=_hex("71 11 01 00 02"),
        ),
        "02 11 04 34 12 04 01 01 06 24 05 71 11 01 04 02 d1 be 00",
    ),
    "op done": (
        Frame(
            kind=Kind.EVT,
            session=SESSION,
            seq=1030,
            message=Message.OP_DONE,
            payload=_hex("c4 e4 01 00 71 11 01 00 00 00 00 00 02 00 2c 00"),
        ),
        "02 13 05 34 12 06 04 01 06 87 10 c4 e4 01 04 71 11 01 01 01 01 01 02 02 02 2c 03 8b ce 00",
    ),
}


def test_crc_check_value() -> None:
    """The check string of CDP1 2 gives 29B1."""
    assert crc16(b"123456789") == 0x29B1


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_frame_is_encoded_as_the_paper_prints_it(name: str) -> None:
    """Each golden frame of CDP1 2 comes out byte for byte."""
    frame, wire = GOLDEN[name]
    assert _hex(wire) == encode(frame)


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_frame_is_decoded_one_byte_at_a_time(name: str) -> None:
    """Transfer borders mean nothing (CDP1 1)."""
    frame, wire = GOLDEN[name]
    accepts = TO_DEVICE | TO_HOST
    decoder = Decoder(accepts=accepts)
    items = [item for byte in _hex(wire) for item in decoder.feed(bytes((byte,)))]
    assert [frame] == items


@pytest.mark.parametrize(
    ("wire", "reason"),
    [
        ("02 14 05 34 12 02 04 01 01 01 03 81 55 00", Reason.CRC),
        ("02 14 05 34 12 03 04 01 01 04 05 d1 f0 00", Reason.LENGTH),
        ("02 24 05 34 12 03 04 01 01 01 03 2c ce 00", Reason.VERSION),
        ("05 01 00", Reason.COBS),
        ("02 11 00", Reason.SHORT),
    ],
)
def test_bad_frame_is_dropped_for_its_first_fault(wire: str, reason: Reason) -> None:
    """A dropped frame is counted under the first failing check, and the next frame decodes (CDP1 2)."""
    decoder = Decoder()
    assert [reason, EACK] == decoder.feed(_hex(wire) + encode(EACK))
    assert decoder.counts == {reason: 1}


def test_frame_of_the_wrong_direction_is_dropped() -> None:
    """A device takes no EVT, a host no CMD (CDP1 2)."""
    assert [Reason.KIND] == Decoder(accepts=TO_DEVICE).feed(encode(CARD))
    assert [Reason.KIND] == Decoder(accepts=TO_HOST).feed(encode(HELLO))


def test_overlong_run_is_skipped_to_the_next_zero() -> None:
    """After 300 and 700 bytes without zero the frame after the next zero decodes (CDP1 13, test 3)."""
    decoder = Decoder()
    assert [Reason.OVERLONG] == decoder.feed(b"\x55" * 300)
    assert [] == decoder.feed(b"\x55" * 700)
    assert [EACK] == decoder.feed(b"\0" + encode(EACK))


def test_random_bytes_never_raise_and_never_pile_up() -> None:
    """Any bytes at all leave the decoder with at most 213 held (CDP1 2)."""
    rng = random.Random(11)
    decoder = Decoder()
    for _ in range(2000):
        decoder.feed(rng.randbytes(rng.randrange(1, 300)))
        assert decoder.held <= MAX_RUN


def test_stuffing_round_trips_and_adds_one_byte() -> None:
    """A body of 12..212 bytes grows by exactly one and holds no zero (CDP1 2)."""
    rng = random.Random(12)
    for size in range(12, 213):
        body = bytes(rng.choice((0, rng.randrange(256))) for _ in range(size))
        stuffed = stuff(body)
        assert (size + 1, 0, body) == (len(stuffed), stuffed.count(0), unstuff(stuffed))


def test_stuffing_refuses_a_run_no_frame_can_hold() -> None:
    """A run above the largest frame would need a block the format does not have (CDP1 2)."""
    with pytest.raises(ValueError, match=r"allowed is 0\.\.213"):
        stuff(b"\x01" * 214)


def test_payload_above_two_hundred_bytes_is_refused() -> None:
    """A payload is 0..200 bytes (CDP1 2)."""
    frame = Frame(kind=Kind.EVT, session=1, seq=1, message=Message.CARD, payload=bytes(201))
    with pytest.raises(ValueError, match=r"allowed is 0\.\.200"):
        pack_body(frame)


def test_card_codes_follow_the_paper() -> None:
    """24 is the queen of diamonds, and text and code round trip (CDP1 5.1)."""
    assert card_code("Qd") == 24
    assert list(range(52)) == [card_code(card_text(code)) for code in range(52)]


@pytest.mark.parametrize("text", ["10h", "qd", "Q", "", "Xx"])
def test_unknown_card_text_is_refused(text: str) -> None:
    """Nothing but the 52 spellings is a card (CDP1 5.1)."""
    with pytest.raises(ValueError, match="allowed is one of"):
        card_code(text)


def test_card_code_above_the_deck_has_no_text() -> None:
    """Jokers, cut card and marks have no two-letter text (CDP1 5.1)."""
    with pytest.raises(ValueError, match=r"allowed is 0\.\.51"):
        card_text(52)


def test_payload_stays_out_of_the_repr() -> None:
    """A face-down card never reaches a log through a frame's repr (CDP1 9)."""
    assert "payload" not in repr(CARD)
