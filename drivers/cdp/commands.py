"""Orders to command payloads (CDP1 5.2)."""

import struct
from dataclasses import dataclass, field
from typing import assert_never

from drivers import orders as od
from drivers.cdp.frames import MAX_PAYLOAD
from drivers.cdp.message_ids import Cmd
from drivers.errors import LocalProtocolError
from drivers.events import DeviceClass
from drivers.orders import OpOrder, WireOrder

_MAX_PING = 64
_REMOVED_BYTES = 7

_OF_SHUFFLER = (od.Expect, od.StartShuffle, od.Abort, od.Eject, od.Dispense)
_OF_SHOE = (od.OpenShoe, od.CloseShoe, od.Arm, od.Disarm, od.Mark)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Hold a command as it goes out: message id and payload."""

    type: int
    payload: bytes = field(default=b"", repr=False)


def encode_order(order: WireOrder, device_class: int) -> Command:
    """Turn an order into its command; raises LocalProtocolError if CDP/1 does not allow it."""
    wrong = _OF_SHOE if device_class == DeviceClass.SHUFFLER else _OF_SHUFFLER
    if isinstance(order, wrong):
        raise LocalProtocolError(f"{order.kind} is no order for device class {device_class}")
    if isinstance(order, OpOrder) and order.op_id == 0:
        raise LocalProtocolError(f"{order.kind}: op_id 0, allowed is 1..4294967295")
    try:
        command = _op_command(order) if isinstance(order, OpOrder) else _plain_command(order, device_class)
    except struct.error as error:
        raise LocalProtocolError(f"{order.kind}: a field is out of range ({error})") from error
    if len(command.payload) > MAX_PAYLOAD:
        raise LocalProtocolError(f"{order.kind}: {len(command.payload)} bytes, allowed are {MAX_PAYLOAD}")
    return command


def _op_command(order: OpOrder) -> Command:
    match order:
        case od.ClearFault():
            return _command(Cmd.CLEAR_FAULT, "<IH", order.op_id, order.fault)
        case od.SelfTest():
            return _command(Cmd.SELF_TEST, "<I", order.op_id)
        case od.Reset():
            return _command(Cmd.RESET, "<IB", order.op_id, order.what)
        case od.StartShuffle():
            return _command(Cmd.START_SHUFFLE, "<IBB", order.op_id, order.mode, order.slot)
        case od.Eject():
            return _command(Cmd.EJECT, "<IB", order.op_id, order.slot)
        case od.Dispense():
            return _command(Cmd.DISPENSE, "<IB", order.op_id, order.count)
        case od.OpenShoe():
            fields = (order.op_id, order.shoe_id, order.decks, order.back, order.cut_at)
            return _command(Cmd.OPEN_SHOE, "<IIBBH", *fields)
        case od.CloseShoe():
            return _command(Cmd.CLOSE_SHOE, "<I", order.op_id)
        case od.Mark():
            return _command(Cmd.MARK, "<IIB", order.op_id, order.round_no, order.tag)
        case _:
            assert_never(order)


def _plain_command(order: od.PlainOrder, device_class: int) -> Command:
    match order:
        case od.Ping():
            if len(order.data) > _MAX_PING:
                raise LocalProtocolError(f"ping: {len(order.data)} bytes, allowed are {_MAX_PING}")
            return Command(type=Cmd.PING, payload=order.data)
        case od.GetStatus():
            return Command(type=Cmd.GET_STATUS)
        case od.GetCounters():
            return Command(type=Cmd.GET_COUNTERS)
        case od.OpStatus():
            return _command(Cmd.OP_STATUS, "<I", order.op_id)
        case od.SetConfig():
            return Command(type=Cmd.SET_CONFIG, payload=struct.pack("<B", order.key) + order.value)
        case od.GetConfig():
            return _command(Cmd.GET_CONFIG, "<B", order.key)
        case od.GetLog():
            return _command(Cmd.GET_LOG, "<IB", order.first, order.count)
        case od.Locate():
            return _command(Cmd.LOCATE, "<B", order.seconds)
        case od.Lock():
            shuffler = device_class == DeviceClass.SHUFFLER
            return _command(Cmd.SHUFFLER_LOCK if shuffler else Cmd.SHOE_LOCK, "<?", order.on)
        case od.Expect():
            return _expect(order)
        case od.Abort():
            return _command(Cmd.ABORT, "<I", order.op_id)
        case od.Arm():
            return _command(Cmd.ARM, "<IHBB", order.round_no, order.first, order.count, order.mode)
        case od.Disarm():
            return Command(type=Cmd.DISARM)
        case _:
            assert_never(order)


def _command(command: Cmd, layout: str, *fields: int) -> Command:
    return Command(type=command, payload=struct.pack(layout, *fields))


def _expect(order: od.Expect) -> Command:
    removed = sum(1 << code for code in order.removed)
    if removed >> (8 * _REMOVED_BYTES):
        raise LocalProtocolError("expect: removed names a code above 55, allowed is 0..53")
    head = struct.pack("<IBBB", order.deck_id, order.decks, order.jokers, order.back)
    return Command(type=Cmd.EXPECT, payload=head + removed.to_bytes(_REMOVED_BYTES, "little"))
