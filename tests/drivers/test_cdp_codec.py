"""The host's frames and codec, held to the golden bytes of the paper (CDP1 2)."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from drivers import orders as od
from drivers.cdp.codec import Decoder, decode, encode
from drivers.cdp.commands import Command, encode_order
from drivers.cdp.device_events import read_event
from drivers.cdp.frames import MAX_WIRE, Defect, Frame, FrameKind, crc16, pack, unpack
from drivers.cdp.heartbeat import DeviceBeat, Heartbeat, read_beat
from drivers.cdp.identity import read_hello
from drivers.cdp.message_ids import Cmd, Evt
from drivers.events import CardRead, DeviceClass, OpDone

SESSION = 0x1234
ZERO = b"\x00"


def _hex(text: str) -> bytes:
    return bytes.fromhex(text)


def _frame(kind: FrameKind, seq: int, message: int = 0, payload: str = "") -> Frame:
    return Frame(kind=kind, session=SESSION, seq=seq, type=message, payload=_hex(payload))


HELLO = Frame(
    kind=FrameKind.CMD, session=SESSION, seq=1, type=Cmd.HELLO, payload=_hex("01 00 00") + b"table-7"
)
CARD = _frame(FrameKind.EVT, 1027, Evt.CARD, "40 e2 01 00 07 00 34 23 00 00 18 02 63 00 00 00 00 00 00")
HELLO_RSP = (
    "02 12 04 34 12 01 01 01 03 01 41 01 07 02 d4 c3 b2 a1 01 04 0c 0e 01 01 01 03 03 04 01 04 78 e0 01 1a "
    "01 09 53 48 4f 45 2d 30 30 30 31 02 05 53 69 6d 43 6f 03 02 53 31 04 03 01 01 05 06 04 06 07 01 0c 07 "
    "01 04 09 04 95 49 27 7f d7 6a 00"
)
GOLDEN = {
    "hello": (HELLO, "02 11 04 34 12 01 01 01 04 01 0a 01 01 0a 74 61 62 6c 65 2d 37 f4 06 00"),
    "card": (
        CARD,
        "02 13 05 34 12 03 04 01 06 c0 13 40 e2 01 02 07 03 34 23 01 04 18 02 63 01 01 01 01 01 03 d4 a0 00",
    ),
    "eack": (_frame(FrameKind.EACK, 1027), "02 14 05 34 12 03 04 01 01 01 03 81 55 00"),
    "resume": (
        _frame(FrameKind.CMD, 2, Cmd.RESUME, "01 00 0c 0e 02 04 00 00"),
        "02 11 04 34 12 02 01 01 04 02 08 01 05 0c 0e 02 04 01 03 12 7d 00",
    ),
    "resume rsp": (
        _frame(FrameKind.RSP, 2, Cmd.RESUME, "00 01 00 00 00 03 04 00 00"),
        "02 12 04 34 12 02 01 01 03 02 09 02 01 01 01 03 03 04 01 03 e5 60 00",
    ),
    "device beat": (
        _frame(FrameKind.BEAT, 9, 0, "03 04 00 00 60 e4 01 00 04 00 00 03 04 00 00 05 00 00 00"),
        "02 15 04 34 12 09 01 01 01 04 13 03 04 01 04 60 e4 01 02 04 01 03 03 04 01 02 05 01 01 03 52 05 00",
    ),
    "host beat": (
        _frame(FrameKind.BEAT, 5, 0, "09 00 00 00"),
        "02 15 04 34 12 05 01 01 01 03 04 09 01 01 03 f0 f2 00",
    ),
    "arm": (
        _frame(FrameKind.CMD, 3, Cmd.ARM, "f5 01 00 00 06 00 02 01"),
        "02 11 04 34 12 03 01 01 05 42 08 f5 01 01 02 06 05 02 01 45 be 00",
    ),
    "dispense": (
        _frame(FrameKind.CMD, 4, Cmd.DISPENSE, "71 11 01 00 02"),
        "02 11 04 34 12 04 01 01 06 24 05 71 11 01 04 02 d1 be 00",
    ),
    "op done": (
        _frame(FrameKind.EVT, 1030, Evt.OP_DONE, "c4 e4 01 00 71 11 01 00 00 00 00 00 02 00 2c 00"),
        "02 13 05 34 12 06 04 01 06 87 10 c4 e4 01 04 71 11 01 01 01 01 01 02 02 02 2c 03 8b ce 00",
    ),
}
FROM_DEVICE = ("card", "resume rsp", "device beat", "op done")
DROPPED = {
    Defect.CRC: "02 14 05 34 12 02 04 01 01 01 03 81 55 00",
    Defect.LENGTH: "02 14 05 34 12 03 04 01 01 04 05 d1 f0 00",
    Defect.VERSION: "02 24 05 34 12 03 04 01 01 01 03 2c ce 00",
}


def test_crc_of_the_check_string() -> None:
    """The check value of "123456789" is 29B1 (CDP1 2)."""
    assert 0x29B1 == crc16(b"123456789")


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_frame_encodes(name: str) -> None:
    """Every golden frame leaves this end with the paper's bytes (CDP1 2)."""
    frame, wire = GOLDEN[name]

    assert _hex(wire) == encode(frame)


@pytest.mark.parametrize("name", FROM_DEVICE)
def test_golden_frame_decodes(name: str) -> None:
    """Every golden frame of a device is read as it was meant (CDP1 2)."""
    frame, wire = GOLDEN[name]

    assert [frame] == Decoder().feed(_hex(wire))


@pytest.mark.parametrize("defect", DROPPED)
def test_golden_defect_is_dropped(defect: Defect) -> None:
    """Each frame that must be dropped is counted under its own reason (CDP1 2)."""
    decoder = Decoder()

    assert [] == decoder.feed(_hex(DROPPED[defect]))
    assert {defect: 1} == dict(decoder.defects)


@pytest.mark.parametrize("name", ["hello", "eack", "arm"])
def test_frame_of_a_host_is_the_wrong_direction(name: str) -> None:
    """What only a host sends is dropped as `kind` (CDP1 2)."""
    decoder = Decoder()

    assert [] == decoder.feed(_hex(GOLDEN[name][1]))
    assert {Defect.KIND: 1} == dict(decoder.defects)


def test_golden_hello_response_is_read() -> None:
    """The golden HELLO response names the golden shoe (CDP1 2, 3)."""
    (frame,) = Decoder().feed(_hex(HELLO_RSP))
    identity = read_hello(frame.payload[1:])

    assert ("SHOE-0001", "SimCo", "S1", (1, 0, 0)) == (
        identity.serial,
        identity.maker,
        identity.model,
        identity.firmware,
    )
    assert (0xA1B2C3D4, 0x0E0C0001, 1, 1027, 123_000) == (
        identity.boot_id,
        identity.epoch,
        identity.first_seq,
        identity.next_seq,
        identity.uptime_ms,
    )
    assert (2, 0x0706, 4, (), 0x7F274995) == (
        identity.device_class,
        identity.capabilities,
        identity.state,
        identity.faults,
        identity.config_hash,
    )


def test_golden_card_is_read() -> None:
    """The golden CARD is the queen of diamonds at index 7 of shoe 9012 (CDP1 2)."""
    expected = CardRead(t_ms=123_456, index=7, shoe_id=9012, card=24, back=2, confidence=99, flags=0, raw=0)

    assert expected == read_event(CARD.type, CARD.payload, DeviceClass.SHOE)


def test_golden_op_done_is_read() -> None:
    """The golden OP_DONE ends operation 70001 with two cards out and 44 inside (CDP1 2)."""
    frame, _ = GOLDEN["op done"]
    expected = OpDone(t_ms=124_100, op_id=70_001, result=0, mode=0, n_in=0, n_out=2, n_inside=44)

    assert expected == read_event(frame.type, frame.payload, DeviceClass.SHUFFLER)


def test_golden_beats() -> None:
    """The golden beat of the device is read, and that of the host is built (CDP1 2)."""
    expected = DeviceBeat(last_seq=1027, uptime_ms=124_000, state=4, worst_fault=0, acked=1027, echo=5)
    heart = Heartbeat(SESSION, 0.0)
    heart.beat_came(9, 0, 0.0)
    beats = [heart.due(0.5 * count) for count in range(1, 6)]

    assert expected == read_beat(GOLDEN["device beat"][0].payload)
    assert GOLDEN["host beat"][0] == beats[-1]


@pytest.mark.parametrize(
    ("order", "device_class", "name"),
    [
        (od.Arm(round_no=501, first=6, count=2), DeviceClass.SHOE, "arm"),
        (od.Dispense(op_id=70_001, count=2), DeviceClass.SHUFFLER, "dispense"),
    ],
)
def test_golden_orders(order: od.WireOrder, device_class: DeviceClass, name: str) -> None:
    """ARM and DISPENSE give the golden payloads (CDP1 2)."""
    frame, _ = GOLDEN[name]

    assert Command(type=frame.type, payload=frame.payload) == encode_order(order, device_class)


def test_longest_frame_has_213_bytes_and_a_zero() -> None:
    """A payload of 200 bytes is the longest, and COBS adds exactly one byte (CDP1 2)."""
    frame = Frame(kind=FrameKind.EVT, session=1, seq=1, type=0xC0, payload=bytes(200))

    assert MAX_WIRE + 1 == len(encode(frame))
    assert [frame] == Decoder().feed(encode(frame))


@pytest.mark.parametrize("noise", [ZERO, ZERO * 40, b"\x05\x01", b"AT+GCAP\r\n", b"U-Boot 2024.01 ready\r\n"])
def test_noise_between_frames_costs_no_frame(noise: bytes) -> None:
    """Zeros, AT commands and a boot banner before a frame do not touch it (CDP1 2, 12)."""
    decoder = Decoder()

    assert [CARD] == decoder.feed(noise + ZERO + encode(CARD))


def test_overlong_runs_end_at_the_next_zero() -> None:
    """After 300 and 700 bytes without a zero the first frame behind the next zero decodes (CDP1 13.3)."""
    decoder = Decoder()
    got = decoder.feed(b"\x55" * 300) + decoder.feed(b"\x55" * 700) + decoder.feed(ZERO + encode(CARD))

    assert [CARD] == got
    assert {Defect.OVERLONG: 1} == dict(decoder.defects)


def test_a_cut_frame_takes_the_next_one_with_it_only() -> None:
    """A frame without its zero merges with the next; the third decodes (CDP1 6)."""
    decoder = Decoder()
    got = decoder.feed(encode(CARD)[:-4] + encode(CARD) + encode(CARD))

    assert [CARD] == got


@given(st.lists(st.binary(max_size=400), max_size=20))
@example([b"\xff" * 213, b"\xff", ZERO])
def test_any_bytes_raise_nothing_and_hold_213(pieces: list[bytes]) -> None:
    """No bytes raise, and at most 213 are held (CDP1 2)."""
    decoder = Decoder()
    for piece in pieces:
        decoder.feed(piece)
        assert decoder.held <= 213


@given(st.binary(max_size=300))
def test_any_body_is_a_frame_or_a_defect(body: bytes) -> None:
    """Every body is judged, and a good one packs to itself (CDP1 2)."""
    item = unpack(body)

    assert isinstance(item, Defect) or body[:1] + body[2:] == pack(item)[:1] + pack(item)[2:]


frames = st.builds(
    Frame,
    kind=st.sampled_from([FrameKind.RSP, FrameKind.EVT, FrameKind.BEAT, FrameKind.LNAK]),
    flags=st.integers(0, 255),
    session=st.integers(0, 0xFFFF),
    seq=st.integers(0, 0xFFFFFFFF),
    type=st.integers(0, 255),
    payload=st.binary(max_size=200),
)


@given(frames)
def test_every_frame_comes_back(frame: Frame) -> None:
    """Encoding and decoding are inverse (CDP1 2)."""
    assert frame == decode(encode(frame)[:-1])


@given(st.lists(frames, min_size=1, max_size=4), st.data())
def test_cuts_mean_nothing(sent: list[Frame], data: st.DataObject) -> None:
    """Transfer borders mean nothing: any cut of the stream gives the same frames (CDP1 1)."""
    stream = b"".join(encode(frame) for frame in sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    decoder = Decoder()
    got = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        got += decoder.feed(stream[start:end])

    assert sent == got


@given(frames, st.integers(0, 10_000), st.integers(0, 7))
def test_a_flipped_bit_never_gives_another_frame(frame: Frame, at: int, bit: int) -> None:
    """One flipped bit is dropped or splits the frame; it is never taken for other contents (CDP1 2)."""
    wire = bytearray(encode(frame))
    wire[at % (len(wire) - 1)] ^= 1 << bit

    assert [] == [got for got in Decoder().feed(bytes(wire) + ZERO) if got != frame]


def test_payloads_stay_out_of_the_repr() -> None:
    """No repr of a frame or card event tells a card (CDP1 9)."""
    event = read_event(CARD.type, CARD.payload, DeviceClass.SHOE)

    assert "payload" not in repr(CARD)
    assert "card=" not in repr(event)
    assert "raw=" not in repr(event)
