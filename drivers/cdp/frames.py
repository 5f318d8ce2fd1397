"""Frames of CDP/1: the body between two zero bytes, and why a body is no frame (CDP1 2)."""

import binascii
import struct
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

VERSION = 1
MAX_PAYLOAD = 200
MIN_BODY = 12
MAX_WIRE = MIN_BODY + MAX_PAYLOAD + 1
"""Longest COBS run between two zero bytes: 12 + 200 and the one byte COBS adds."""

_HEAD = struct.Struct("<BBHIBB")
_CRC = struct.Struct(">H")


class FrameKind(IntEnum):
    """Name the kinds of frame (CDP1 2)."""

    CMD = 1
    RSP = 2
    EVT = 3
    EACK = 4
    BEAT = 5
    LNAK = 6


FROM_DEVICE = frozenset({FrameKind.RSP, FrameKind.EVT, FrameKind.BEAT, FrameKind.LNAK})


class Flag(IntEnum):
    """Name the flags; they are for counters and never change how a frame is handled."""

    RETX = 1
    REPLAY = 2


class Defect(StrEnum):
    """Name why bytes were dropped, in the order of the checks (CDP1 2)."""

    OVERLONG = "overlong"
    COBS = "cobs"
    SHORT = "short"
    CRC = "crc"
    VERSION = "version"
    LENGTH = "length"
    KIND = "kind"


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """Hold one frame; `seq` is the command id, event number or beat number, by kind."""

    kind: FrameKind
    session: int
    seq: int
    flags: int = 0
    type: int = 0
    payload: bytes = field(default=b"", repr=False)


def crc16(data: bytes) -> int:
    """Compute the check value over the body so far; b"123456789" gives 0x29B1."""
    return binascii.crc_hqx(data, 0xFFFF)


def pack(frame: Frame) -> bytes:
    """Build the body of a frame, check value included."""
    head = _HEAD.pack(
        VERSION << 4 | frame.kind, frame.flags, frame.session, frame.seq, frame.type, len(frame.payload)
    )
    data = head + frame.payload
    return data + _CRC.pack(crc16(data))


def unpack(body: bytes) -> Frame | Defect:
    """Read a body from the device; the first failed check is the answer."""
    if len(body) < MIN_BODY:
        return Defect.SHORT
    if crc16(body[:-2]) != _CRC.unpack(body[-2:])[0]:
        return Defect.CRC
    ver_kind, flags, session, seq, kind_of_message, length = _HEAD.unpack_from(body)
    if ver_kind >> 4 != VERSION:
        return Defect.VERSION
    if length != len(body) - MIN_BODY:
        return Defect.LENGTH
    if ver_kind & 0x0F not in FROM_DEVICE:
        return Defect.KIND
    kind = FrameKind(ver_kind & 0x0F)
    return Frame(kind=kind, flags=flags, session=session, seq=seq, type=kind_of_message, payload=body[10:-2])
