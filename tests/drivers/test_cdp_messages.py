"""Orders, answers and events, byte for byte (CDP1 5)."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import events as ev
from drivers import orders as od
from drivers.cdp.answers import Answer, lost_answer, read_answer
from drivers.cdp.commands import encode_order
from drivers.cdp.device_events import read_event
from drivers.cdp.message_ids import Cmd, Evt
from drivers.errors import LocalProtocolError, RemoteProtocolError
from drivers.events import DeviceClass, NumberedEvent, Status

SHUFFLER, SHOE = DeviceClass.SHUFFLER, DeviceClass.SHOE
OP = 70_001
OP_HEX = "71 11 01 00"


def _hex(text: str) -> bytes:
    return bytes.fromhex(text)


ORDERS: list[tuple[od.WireOrder, DeviceClass, Cmd, str]] = [
    (od.Ping(data=b"\x01\x02"), SHOE, Cmd.PING, "01 02"),
    (od.GetStatus(), SHOE, Cmd.GET_STATUS, ""),
    (od.GetCounters(), SHOE, Cmd.GET_COUNTERS, ""),
    (od.OpStatus(op_id=OP), SHOE, Cmd.OP_STATUS, OP_HEX),
    (od.ClearFault(op_id=OP, fault=0x0103), SHUFFLER, Cmd.CLEAR_FAULT, OP_HEX + "03 01"),
    (od.SelfTest(op_id=OP), SHUFFLER, Cmd.SELF_TEST, OP_HEX),
    (od.Reset(op_id=OP, what=od.ResetKind.REBOOT), SHUFFLER, Cmd.RESET, OP_HEX + "02"),
    (od.SetConfig(key=3, value=b"\x3c\x00"), SHOE, Cmd.SET_CONFIG, "03 3c 00"),
    (od.GetConfig(key=5), SHUFFLER, Cmd.GET_CONFIG, "05"),
    (od.GetLog(first=1000, count=5), SHOE, Cmd.GET_LOG, "e8 03 00 00 05"),
    (od.Locate(seconds=9), SHOE, Cmd.LOCATE, "09"),
    (od.Lock(on=True), SHOE, Cmd.SHOE_LOCK, "01"),
    (od.Lock(on=False), SHUFFLER, Cmd.SHUFFLER_LOCK, "00"),
    (
        od.Expect(deck_id=7, back=1, removed=frozenset({0, 9, 53})),
        SHUFFLER,
        Cmd.EXPECT,
        "07 00 00 00 01 00 01 01 02 00 00 00 00 20",
    ),
    (od.StartShuffle(op_id=OP), SHUFFLER, Cmd.START_SHUFFLE, OP_HEX + "01 00"),
    (od.Abort(op_id=OP), SHUFFLER, Cmd.ABORT, OP_HEX),
    (od.Eject(op_id=OP, slot=od.Slot.CHAMBER), SHUFFLER, Cmd.EJECT, OP_HEX + "01"),
    (od.Dispense(op_id=OP, count=5), SHUFFLER, Cmd.DISPENSE, OP_HEX + "05"),
    (
        od.OpenShoe(op_id=OP, shoe_id=9012, back=2),
        SHOE,
        Cmd.OPEN_SHOE,
        OP_HEX + "34 23 00 00 01 02 00 00",
    ),
    (od.CloseShoe(op_id=OP), SHOE, Cmd.CLOSE_SHOE, OP_HEX),
    (od.Arm(round_no=501, first=6, count=2), SHOE, Cmd.ARM, "f5 01 00 00 06 00 02 01"),
    (od.Disarm(), SHOE, Cmd.DISARM, ""),
    (
        od.Mark(op_id=OP, round_no=501, tag=od.MarkTag.ROUND_CLOSED),
        SHOE,
        Cmd.MARK,
        OP_HEX + "f5 01 00 00 02",
    ),
]


@pytest.mark.parametrize(("order", "device_class", "message", "payload"), ORDERS)
def test_order_gives_its_bytes(
    order: od.WireOrder, device_class: DeviceClass, message: Cmd, payload: str
) -> None:
    """Every order has the layout of the paper (CDP1 5.2)."""
    command = encode_order(order, device_class)

    assert (message, _hex(payload)) == (command.type, command.payload)


@pytest.mark.parametrize(
    ("order", "device_class"),
    [
        (od.Arm(round_no=1, first=0, count=2), SHUFFLER),
        (od.Dispense(op_id=1, count=2), SHOE),
        (od.Dispense(op_id=0, count=2), SHUFFLER),
        (od.Dispense(op_id=1, count=300), SHUFFLER),
        (od.OpStatus(op_id=1 << 32), SHOE),
        (od.Ping(data=bytes(65)), SHOE),
        (od.SetConfig(key=1, value=bytes(200)), SHOE),
        (od.Expect(deck_id=1, back=1, removed=frozenset({56})), SHUFFLER),
    ],
)
def test_impossible_order_is_our_own_fault(order: od.WireOrder, device_class: DeviceClass) -> None:
    """What CDP/1 cannot say raises LocalProtocolError and names the order."""
    with pytest.raises(LocalProtocolError, match=order.kind):
        encode_order(order, device_class)


T = "40 e2 01 00"
EVENTS: list[tuple[Evt, DeviceClass, str, NumberedEvent]] = [
    (Evt.BOOT, SHOE, "d4 c3 b2 a1 01", ev.Booted(t_ms=123_456, boot_id=0xA1B2C3D4, reason=1)),
    (Evt.STATE, SHOE, "01 04", ev.StateChanged(t_ms=123_456, old=1, new=4)),
    (
        Evt.FAULT_RAISED,
        SHUFFLER,
        "03 01 03 04 07 00 00 00",
        ev.FaultRaised(t_ms=123_456, fault=0x0103, severity=3, where=4, detail=7),
    ),
    (Evt.FAULT_CLEARED, SHUFFLER, "03 01 02", ev.FaultCleared(t_ms=123_456, fault=0x0103, by=2)),
    (Evt.DOOR, SHUFFLER, "02 01", ev.DoorMoved(t_ms=123_456, door=2, is_open=True)),
    (Evt.OP_STARTED, SHOE, OP_HEX, ev.OpStarted(t_ms=123_456, op_id=OP)),
    (
        Evt.OP_DONE,
        SHOE,
        OP_HEX + "26 01 34 00 ff ff 00 00",
        ev.OpDone(t_ms=123_456, op_id=OP, result=0x26, mode=1, n_in=52, n_out=None, n_inside=0),
    ),
    (Evt.LOG_OVERRUN, SHOE, "01 00 00 00 05 00 00 00", ev.LogOverrun(t_ms=123_456, first=1, last=5)),
    (Evt.CONFIG_CHANGED, SHOE, "03 95 49 27 7f", ev.ConfigChanged(t_ms=123_456, key=3, hash=0x7F274995)),
    (Evt.TAMPER, SHOE, "02", ev.Tampered(t_ms=123_456, what=2)),
    (Evt.BUTTON, SHUFFLER, "01 01", ev.ButtonMoved(t_ms=123_456, button=1, is_down=True)),
    (Evt.CARDS_LOADED, SHUFFLER, "00 34 00", ev.CardsLoaded(t_ms=123_456, slot=0, count=52)),
    (Evt.CARDS_LOADED, SHUFFLER, "00 ff ff", ev.CardsLoaded(t_ms=123_456, slot=0, count=None)),
    (
        Evt.DECK_REPORT,
        SHUFFLER,
        OP_HEX + "07 00 00 00 33 00 07 01 02 02 05 00 08 02",
        ev.DeckReported(
            t_ms=123_456,
            op_id=OP,
            deck_id=7,
            count=51,
            seen=7,
            unreadable=1,
            wrong_back=2,
            differing=((5, 0), (8, 2)),
        ),
    ),
    (
        Evt.DECK_READY,
        SHUFFLER,
        OP_HEX + "01 07 00 00 00 34 00 01",
        ev.DeckReady(t_ms=123_456, op_id=OP, slot=1, deck_id=7, count=52, mode=1),
    ),
    (Evt.DECK_REMOVED, SHUFFLER, "01", ev.DeckRemoved(t_ms=123_456, slot=1)),
    (
        Evt.DECK_REJECTED,
        SHUFFLER,
        OP_HEX + "01 07 00 00 00 01 02",
        ev.DeckRejected(t_ms=123_456, op_id=OP, slot=1, deck_id=7, fault=0x0201),
    ),
    (Evt.TRAY, SHUFFLER, "02", ev.TrayChanged(t_ms=123_456, count=2)),
    (Evt.TRAY, SHUFFLER, "ff", ev.TrayChanged(t_ms=123_456, count=None)),
    (
        Evt.CARD,
        SHOE,
        "ff ff 00 00 00 00 ff 00 63 20 00 00 00 00 00",
        ev.CardRead(t_ms=123_456, index=None, shoe_id=0, card=0xFF, back=0, confidence=99, flags=32, raw=0),
    ),
    (Evt.CUT_CARD, SHOE, "0c 00", ev.CutCardSeen(t_ms=123_456, index=12)),
    (Evt.SHOE_EMPTY, SHOE, "34 00", ev.ShoeEmptied(t_ms=123_456, index=52)),
    (Evt.CARD_RETURNED, SHOE, "03 00", ev.CardReturned(t_ms=123_456, index=3)),
    (Evt.LID, SHOE, "01", ev.LidMoved(t_ms=123_456, is_open=True)),
    (
        Evt.ROUND_MARK,
        SHOE,
        OP_HEX + "f5 01 00 00 01 ff ff",
        ev.RoundMarked(t_ms=123_456, op_id=OP, round_no=501, tag=1, next_index=None),
    ),
]


@pytest.mark.parametrize(("event_type", "device_class", "payload", "expected"), EVENTS)
def test_event_is_read(
    event_type: Evt, device_class: DeviceClass, payload: str, expected: NumberedEvent
) -> None:
    """Every event has the layout of the paper, and bytes behind it are ignored (CDP1 4, 5.3)."""
    data = _hex(T + payload)

    assert expected == read_event(event_type, data, device_class)
    assert expected == read_event(event_type, data + b"\x00", device_class)


def test_every_event_of_the_paper_is_covered() -> None:
    """The list above misses no event (CDP1 5.3)."""
    assert set(Evt) == {event_type for event_type, _, _, _ in EVENTS}
    assert set(Cmd) - {Cmd.HELLO, Cmd.RESUME, Cmd.AUTH, Cmd.BYE} == {message for _, _, message, _ in ORDERS}


@pytest.mark.parametrize(("event_type", "device_class", "payload", "expected"), EVENTS)
def test_short_event_stays_raw(
    event_type: Evt, device_class: DeviceClass, payload: str, expected: NumberedEvent
) -> None:
    """A payload that is too short is kept raw and stops nothing (CDP1 4)."""
    data = _hex(T + payload)[:-1]

    assert expected.kind != read_event(event_type, data, device_class).kind
    assert ev.UnknownEvent(event_type=event_type, payload=data) == read_event(event_type, data, device_class)


@pytest.mark.parametrize(
    ("event_type", "device_class"), [(Evt.CARD, SHUFFLER), (Evt.TRAY, SHOE), (0x86, SHOE), (0xEE, SHUFFLER)]
)
def test_foreign_event_stays_raw(event_type: int, device_class: DeviceClass) -> None:
    """An unknown type, or one of the other class, is kept raw (CDP1 4)."""
    expected = ev.UnknownEvent(event_type=event_type, payload=b"abc")

    assert expected == read_event(event_type, b"abc", device_class)
    assert "abc" not in repr(expected)


def test_deck_report_with_too_many_entries_stays_raw() -> None:
    """A deck report names at most 80 cards (CDP1 5.3)."""
    data = struct.pack("<IIIHBBBB", 0, OP, 7, 52, 1, 0, 0, 81) + bytes(162)

    assert "unknown_event" == read_event(Evt.DECK_REPORT, data, SHUFFLER).kind


@given(st.integers(0, 255), st.binary(max_size=200), st.sampled_from([1, 2, 3]))
def test_any_event_is_read_or_kept(event_type: int, payload: bytes, device_class: int) -> None:
    """No payload raises (CDP1 4)."""
    event = read_event(event_type, payload, device_class)

    assert isinstance(event, ev.UnknownEvent) or len(payload) >= 4


ARM = od.Arm(round_no=501, first=6, count=2)
ANSWERS: list[tuple[od.WireOrder, str, Answer]] = [
    (
        od.Dispense(op_id=OP, count=2),
        "01 01 00",
        ev.OpAnswer(op_id=OP, order="dispense", status=1, op_state=1, result=0),
    ),
    (od.Eject(op_id=OP, slot=1), "22", ev.OpAnswer(op_id=OP, order="eject", status=0x22)),
    (od.Lock(on=True), "00", ev.OrderAnswer(order="lock", status=0)),
    (od.Abort(op_id=OP), "25", ev.OrderAnswer(order="abort", status=0x25)),
    (ARM, "00 06 00", ev.ArmAnswer(order="arm", status=0, next_index=6, round_no=501, first=6)),
    (ARM, "14", ev.ArmAnswer(order="arm", status=0x14, next_index=None, round_no=501, first=6)),
    (od.Disarm(), "00 ff ff", ev.ArmAnswer(order="disarm", status=0, next_index=None)),
    (
        od.GetStatus(),
        "00 06 01 2c 00 02 03 04 00 00 02 03 01 05 01",
        ev.StatusAnswer(
            status=0, state=6, mode=1, cards_inside=44, doors=2, last_seq=1027, faults=(0x0103, 0x0105)
        ),
    ),
    (
        od.GetStatus(),
        "00 01 00 ff ff 00 00 00 00 00 00",
        ev.StatusAnswer(status=0, state=1, cards_inside=None),
    ),
    (
        od.GetCounters(),
        "00 01 05 00 00 00 08 02 00 00 00",
        ev.CountersAnswer(status=0, counters=((1, 5), (8, 2))),
    ),
    (od.OpStatus(op_id=OP), "00 02 00", ev.OpStatusAnswer(op_id=OP, status=0, op_state=2, result=0)),
    (od.GetConfig(key=3), "00 3c 00", ev.ConfigAnswer(key=3, status=0, value=b"\x3c\x00")),
    (
        od.GetLog(first=1, count=2),
        "00 03 00 00 00 01 00 00 00 85 02 aa bb 02 00 00 00 c4 00",
        ev.LogAnswer(
            status=0,
            next_number=3,
            entries=(
                ev.LogEntry(number=1, event_type=0x85, payload=b"\xaa\xbb"),
                ev.LogEntry(number=2, event_type=0xC4, payload=b""),
            ),
        ),
    ),
    (od.Ping(data=b"hi"), "00 68 69", ev.PingAnswer(status=0, round_trip_ms=7.5)),
]


@pytest.mark.parametrize(("order", "payload", "expected"), ANSWERS)
def test_answer_is_read(order: od.WireOrder, payload: str, expected: Answer) -> None:
    """Every response has the layout of the paper (CDP1 5.2)."""
    assert expected == read_answer(order, _hex(payload), 7.5)


@pytest.mark.parametrize(
    ("order", "payload"),
    [
        (od.Dispense(op_id=OP, count=2), ""),
        (od.Dispense(op_id=OP, count=2), "01 01"),
        (ARM, "00 06"),
        (od.GetStatus(), "00 06 01 2c 00 02 03 04 00 00 02 03 01 05"),
        (od.GetLog(first=1, count=2), "00 03 00 00 00 01 00 00 00 85 02 aa"),
        (od.GetLog(first=1, count=2), "00 03 00"),
        (od.Ping(data=b"hi"), "00 68 6a"),
    ],
)
def test_broken_answer_is_the_devices_fault(order: od.WireOrder, payload: str) -> None:
    """A response that is too short, or a ping with other bytes, raises RemoteProtocolError."""
    with pytest.raises(RemoteProtocolError, match=order.kind):
        read_answer(order, _hex(payload))


@pytest.mark.parametrize(("order", "device_class", "message", "payload"), ORDERS)
def test_lost_answer_says_so(
    order: od.WireOrder, device_class: DeviceClass, message: Cmd, payload: str
) -> None:
    """Every order can be answered `lost` (CDP1 4)."""
    assert encode_order(order, device_class).payload == _hex(payload)
    assert lost_answer(order).lost
    assert message in Cmd


@given(st.sampled_from([order for order, _, _, _ in ORDERS]), st.binary(max_size=200))
def test_any_response_is_an_answer_or_the_devices_fault(order: od.WireOrder, payload: bytes) -> None:
    """No response raises anything but RemoteProtocolError (CDP1 4)."""
    try:
        answer = read_answer(order, payload)
    except RemoteProtocolError:
        assert payload[:1] in {b"", bytes([Status.OK]), bytes([Status.ACCEPTED])}
    else:
        assert payload[0] == answer.status


def test_reused_op_id_shows() -> None:
    """An answer whose state is not running, or not done for MARK, means a reused op_id (CDP1 4)."""
    fresh = ev.OpAnswer(op_id=1, order="eject", status=1, op_state=1)
    marked = ev.OpAnswer(op_id=1, order="mark", status=1, op_state=2)

    assert not fresh.reused
    assert not marked.reused
    assert ev.OpAnswer(op_id=1, order="eject", status=1, op_state=2).reused
    assert not ev.OpAnswer(op_id=1, order="eject", status=0x24).reused
