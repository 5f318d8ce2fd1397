"""Who answers: the HELLO response, and whether it is the device that the table file names (CDP1 3)."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass

from drivers.errors import RemoteProtocolError
from drivers.events import Capability, DeviceClass, StopReason

_HEAD = struct.Struct("<BBIIIII")
_LENGTHS: Mapping[int, range] = {
    1: range(1, 33),
    2: range(25),
    3: range(25),
    4: range(3, 4),
    5: range(32, 33),
    6: range(4, 5),
    7: range(1, 2),
    8: range(2, 17, 2),
    9: range(4, 5),
}
"""Allowed length of each known TLV; unknown tags are skipped."""
_REQUIRED = (1, 2, 3, 4, 6, 7, 9)


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Hold what a device says of itself in HELLO."""

    minor: int
    device_class: int
    boot_id: int
    epoch: int
    first_seq: int
    next_seq: int
    uptime_ms: int
    serial: str
    maker: str
    model: str
    firmware: tuple[int, int, int]
    digest: bytes | None
    capabilities: int
    state: int
    faults: tuple[int, ...]
    config_hash: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """Say which device the table file names; None means any. `needs` is a mask of `Capability`."""

    device_class: int
    serial: str
    model: str | None = None
    digest: bytes | None = None
    needs: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """Say why a device is not the expected one."""

    reason: StopReason
    text: str


def read_hello(body: bytes) -> Identity:
    """Read a HELLO response after its status; raises RemoteProtocolError naming what is wrong."""
    if len(body) < _HEAD.size:
        raise RemoteProtocolError(f"HELLO response of {len(body)} bytes, at least {_HEAD.size} are needed")
    minor, device_class, boot_id, epoch, first_seq, next_seq, uptime_ms = _HEAD.unpack_from(body)
    tags = _read_tags(body[_HEAD.size :])
    major, minor_fw, patch = tags[4]
    return Identity(
        minor=minor,
        device_class=device_class,
        boot_id=boot_id,
        epoch=epoch,
        first_seq=first_seq,
        next_seq=next_seq,
        uptime_ms=uptime_ms,
        serial=_text(tags[1], "serial"),
        maker=_text(tags[2], "maker"),
        model=_text(tags[3], "model"),
        firmware=(major, minor_fw, patch),
        digest=tags.get(5),
        capabilities=int.from_bytes(tags[6], "little"),
        state=tags[7][0],
        faults=struct.unpack(f"<{len(tags.get(8, b'')) // 2}H", tags.get(8, b"")),
        config_hash=int.from_bytes(tags[9], "little"),
    )


def _read_tags(data: bytes) -> dict[int, bytes]:
    tags: dict[int, bytes] = {}
    at, highest = 0, 0
    while at < len(data):
        tag, value = _read_tag(data, at)
        if tag <= highest:
            raise RemoteProtocolError(f"HELLO tag {tag} after tag {highest}, tags must rise")
        if tag in _LENGTHS and len(value) not in _LENGTHS[tag]:
            raise RemoteProtocolError(f"HELLO tag {tag} has a wrong length: {len(value)}")
        tags[tag] = value
        highest = tag
        at += 2 + len(value)
    for tag in _REQUIRED:
        if tag not in tags:
            raise RemoteProtocolError(f"HELLO tag {tag} is missing")
    return tags


def _read_tag(data: bytes, at: int) -> tuple[int, bytes]:
    if at + 2 > len(data) or at + 2 + data[at + 1] > len(data):
        raise RemoteProtocolError("HELLO tags are cut off")
    return data[at], data[at + 2 : at + 2 + data[at + 1]]


def _text(value: bytes, field: str) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError as error:
        raise RemoteProtocolError(f"HELLO {field} is no UTF-8") from error


def find_mismatch(identity: Identity, expected: Expected) -> Mismatch | None:
    """Compare who answers with who should; None if all agrees (CDP1 3, 6)."""
    wanted = DeviceClass(expected.device_class).name.lower()
    missing = expected.needs & ~identity.capabilities
    if identity.device_class != expected.device_class:
        text = f"a device of class {identity.device_class} answers, a {wanted} is configured"
        return Mismatch(reason=StopReason.DEVICE_CLASS, text=text)
    if identity.serial != expected.serial:
        text = f"{identity.serial} answers, {expected.serial} is configured"
        return Mismatch(reason=StopReason.SERIAL, text=text)
    if expected.model is not None and identity.model != expected.model:
        text = f"model {identity.model!r} answers, {expected.model!r} is configured"
        return Mismatch(reason=StopReason.MODEL, text=text)
    if expected.digest is not None and identity.digest != expected.digest:
        text = "the firmware differs from the approved one; the floor must approve it"
        return Mismatch(reason=StopReason.FIRMWARE, text=text)
    if missing:
        names = ", ".join(bit.name or "?" for bit in Capability(missing))
        return Mismatch(reason=StopReason.CAPABILITY, text=f"the device cannot do: {names}")
    return None
