"""Responses to answers: what the table is told about each order (CDP1 5.2).

A status other than OK or ACCEPTED comes alone; bytes after a known response are ignored.
"""

import struct
from dataclasses import replace
from typing import assert_never

from drivers import orders as od
from drivers.errors import RemoteProtocolError
from drivers.events import (
    ArmAnswer,
    ConfigAnswer,
    CountersAnswer,
    LogAnswer,
    LogEntry,
    OpAnswer,
    OpStatusAnswer,
    OrderAnswer,
    PingAnswer,
    ProtocolBroken,
    Status,
    StatusAnswer,
)
from drivers.orders import OpOrder, PlainOrder, WireOrder

Answer = (
    OpAnswer
    | OrderAnswer
    | ArmAnswer
    | StatusAnswer
    | CountersAnswer
    | OpStatusAnswer
    | ConfigAnswer
    | LogAnswer
    | PingAnswer
)

_NO_U16 = 0xFFFF


def read_answer(order: WireOrder, payload: bytes, round_trip_ms: float = 0.0) -> Answer:
    """Read the response to an order; raises RemoteProtocolError if it is too short."""
    if not payload:
        raise RemoteProtocolError(f"response to {order.kind} without a status")
    answer = bare_answer(order, status=payload[0])
    if payload[0] not in {Status.OK, Status.ACCEPTED}:
        return answer
    try:
        return _fill(order, answer, payload[1:], round_trip_ms)
    except (struct.error, IndexError) as error:
        raise RemoteProtocolError(f"response to {order.kind} is too short: {len(payload)} bytes") from error


def answer_or_breach(
    order: WireOrder, payload: bytes, round_trip_ms: float
) -> tuple[Answer | ProtocolBroken, ...]:
    """Read the response to an order; one that cannot be read leaves a breach, and the order lost."""
    try:
        return (read_answer(order, payload, round_trip_ms),)
    except RemoteProtocolError as error:
        return ProtocolBroken(text=error.answer), lost_answer(order)


def lost_answer(order: WireOrder) -> Answer:
    """Build the answer to an order whose response never came."""
    return replace(bare_answer(order, status=Status.OK), lost=True)


def bare_answer(order: WireOrder, *, status: int) -> Answer:
    """Build the answer that holds nothing but a status."""
    if isinstance(order, OpOrder):
        return OpAnswer(op_id=order.op_id, order=order.kind, status=status)
    return _bare_plain(order, status)


def _bare_plain(order: PlainOrder, status: int) -> Answer:
    match order:
        case od.Ping():
            return PingAnswer(status=status)
        case od.GetStatus():
            return StatusAnswer(status=status)
        case od.GetCounters():
            return CountersAnswer(status=status)
        case od.OpStatus():
            return OpStatusAnswer(op_id=order.op_id, status=status)
        case od.GetConfig():
            return ConfigAnswer(key=order.key, status=status)
        case od.GetLog():
            return LogAnswer(status=status)
        case od.Arm():
            return ArmAnswer(
                order="arm", status=status, next_index=None, round_no=order.round_no, first=order.first
            )
        case od.Disarm():
            return ArmAnswer(order="disarm", status=status, next_index=None)
        case od.SetConfig() | od.Locate() | od.Lock() | od.Expect() | od.Abort():
            return OrderAnswer(order=order.kind, status=status)
        case _:
            assert_never(order)


def _fill(order: WireOrder, answer: Answer, body: bytes, round_trip_ms: float) -> Answer:
    match answer:
        case OpAnswer():
            return replace(answer, op_state=body[0], result=body[1])
        case OrderAnswer():
            return answer
        case ArmAnswer():
            next_index = struct.unpack_from("<H", body)[0]
            return replace(answer, next_index=None if next_index == _NO_U16 else next_index)
        case StatusAnswer():
            return _status(answer, body)
        case CountersAnswer():
            count = len(body) // 5
            pairs = tuple(struct.unpack_from("<BI", body, 5 * i) for i in range(count))
            return replace(answer, counters=tuple((int(key), int(value)) for key, value in pairs))
        case OpStatusAnswer():
            return replace(answer, op_state=body[0], result=body[1])
        case ConfigAnswer():
            return replace(answer, value=body)
        case LogAnswer():
            return _log(answer, body)
        case PingAnswer():
            if isinstance(order, od.Ping) and body != order.data:
                raise RemoteProtocolError("ping came back with other bytes")
            return replace(answer, round_trip_ms=round_trip_ms)
        case _:
            assert_never(answer)


def _status(answer: StatusAnswer, body: bytes) -> StatusAnswer:
    head = struct.Struct("<BBHBIB")
    state, mode, inside, doors, last_seq, count = head.unpack_from(body)
    return replace(
        answer,
        state=state,
        mode=mode,
        cards_inside=None if inside == _NO_U16 else inside,
        doors=doors,
        last_seq=last_seq,
        faults=struct.unpack_from(f"<{count}H", body, head.size),
    )


def _log(answer: LogAnswer, body: bytes) -> LogAnswer:
    head = struct.Struct("<IBB")
    entries: list[LogEntry] = []
    at = 4
    while at < len(body):
        number, event_type, length = head.unpack_from(body, at)
        payload = body[at + head.size : at + head.size + length]
        if len(payload) < length:
            raise IndexError(length)
        entries.append(LogEntry(number=number, event_type=event_type, payload=payload))
        at += head.size + length
    return replace(answer, next_number=struct.unpack_from("<I", body)[0], entries=tuple(entries))
