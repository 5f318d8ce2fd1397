"""Shape a CDP/1 frame body: fixed head, payload, CRC-16 (CDP1 2)."""

import struct
from binascii import crc_hqx
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from hw_fixtures.peer.codes import Kind

VERSION: Final = 1
MAX_PAYLOAD: Final = 200
MIN_BODY: Final = 12
_HEAD: Final = struct.Struct("<BBHIBB")


class Reason(IntEnum):
    """Name why a frame was dropped, with the code an LNAK carries (CDP1 2)."""

    COBS = 1
    SHORT = 2
    CRC = 3
    VERSION = 4
    LENGTH = 5
    OVERLONG = 6
    KIND = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """Hold one frame (CDP1 2); the payload stays out of the repr, since a CARD event is a hole card.

    kind: frame kind; session: 0..65535; seq: u32, meaning by kind; message: type byte, 0 in control frames.
    payload: 0..200 bytes; flags: bit 0 RETX, bit 1 REPLAY.
    """

    kind: Kind
    session: int
    seq: int
    message: int = 0
    payload: bytes = field(default=b"", repr=False)
    flags: int = 0


class BadFrame(ValueError):
    """Say why a body is no frame.

    reason: the first check that failed.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"frame dropped: {reason.name.lower()}")
        self.reason = reason


def crc16(data: bytes) -> int:
    """Compute the frame check of CDP1 2: polynomial 1021, start FFFF, no reflection."""
    return crc_hqx(data, 0xFFFF)


def pack_body(frame: Frame) -> bytes:
    """Lay a frame out as its body, CRC included; raise ValueError for a payload above 200 bytes (CDP1 2)."""
    size = len(frame.payload)
    if size > MAX_PAYLOAD:
        raise ValueError(f"payload of {size} bytes: allowed is 0..{MAX_PAYLOAD}")
    first = VERSION << 4 | frame.kind
    head = _HEAD.pack(first, frame.flags, frame.session, frame.seq, frame.message, size)
    covered = head + frame.payload
    return covered + crc16(covered).to_bytes(2, "big")


def unpack_body(body: bytes) -> Frame:
    """Read a body back into a frame; raise BadFrame naming the first failed check (CDP1 2)."""
    if len(body) < MIN_BODY:
        raise BadFrame(Reason.SHORT)
    if crc16(body[:-2]) != int.from_bytes(body[-2:], "big"):
        raise BadFrame(Reason.CRC)
    first, flags, session, seq, message, size = _HEAD.unpack_from(body)
    if first >> 4 != VERSION:
        raise BadFrame(Reason.VERSION)
    if size != len(body) - MIN_BODY or size > MAX_PAYLOAD:
        raise BadFrame(Reason.LENGTH)
    try:
        kind = Kind(first & 0x0F)
    except ValueError:
        raise BadFrame(Reason.KIND) from None
    payload = body[_HEAD.size : -2]
    return Frame(kind=kind, flags=flags, session=session, seq=seq, message=message, payload=payload)
