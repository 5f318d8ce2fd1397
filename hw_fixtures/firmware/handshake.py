"""Check HELLO, AUTH and RESUME in the paper's order (CDP1 3)."""

import hashlib
import hmac
from typing import Final, Protocol

from hw_fixtures.firmware.identity import Identity
from hw_fixtures.firmware.nv import Nv
from hw_fixtures.peer.codes import Capability, Status

MAX_NAME: Final = 32
AUTH_SIZE: Final = 17


class Party(Protocol):
    """What the handshake needs to know of a device."""

    identity: Identity
    nv: Nv
    boot_id: int

    def new_nonce(self) -> bytes:
        """Give 16 fresh bytes."""
        ...


class Trust(Protocol):
    """What AUTH remembers within one session."""

    number: int
    authenticated: bool
    nonces: tuple[bytes, bytes] | None


def check_hello(device: Party, session: int, payload: bytes) -> bytes | None:
    """Give the refusing response to a HELLO, or None if it is welcome (CDP1 3)."""
    if session == 0:
        return bytes((Status.BAD_PARAM,))
    if len(payload) < 3 or len(payload) > 3 + MAX_NAME:
        return bytes((Status.BAD_LENGTH,))
    major, low, high = device.identity.versions
    if payload[0] != major or max(payload[1], low) > min(payload[2], high):
        return bytes((Status.BAD_VERSION, major, low, high))
    try:
        payload[3:].decode()
    except UnicodeDecodeError:
        return bytes((Status.BAD_PARAM,))
    return None


def hello_head(device: Party, payload: bytes) -> bytes:
    """Give the HELLO response up to the event numbers, with the highest common minor (CDP1 3)."""
    minor = min(payload[2], device.identity.versions[2])
    head = bytes((Status.OK, minor, device.identity.device_class))
    numbers = (device.boot_id, device.nv.epoch, device.nv.first_seq, device.nv.next_seq)
    return head + b"".join(number.to_bytes(4, "little") for number in numbers)


def needs_auth(device: Party) -> bool:
    """Tell whether the device insists on AUTH before anything else."""
    return device.identity.can(Capability.AUTH_REQUIRED)


def check_resume(nv: Nv, payload: bytes, *, resumed: bool) -> Status:
    """Judge a RESUME; only OK lets events flow (CDP1 3)."""
    if len(payload) != 8:
        return Status.BAD_LENGTH
    if resumed:
        return Status.WRONG_STATE
    if int.from_bytes(payload[:4], "little") != nv.epoch:
        return Status.EPOCH
    last = int.from_bytes(payload[4:], "little")
    if last >= nv.next_seq:
        return Status.BAD_PARAM
    return Status.GAP if last + 1 < nv.first_seq else Status.OK


def proof(device: Party, label: bytes, nonces: tuple[bytes, bytes], session: int) -> bytes:
    """Compute `mac_x` of CDP1 3 for label `CDP1D` or `CDP1H`; nonces are the host's, then the device's."""
    key = device.identity.key or b""
    serial = device.identity.serial.encode("ascii")
    text = label + nonces[0] + nonces[1] + bytes((len(serial),)) + serial
    text += device.boot_id.to_bytes(4, "little") + session.to_bytes(2, "little")
    return hmac.new(key, text, hashlib.sha256).digest()[:16]


def authenticate(device: Party, trust: Trust, payload: bytes) -> bytes:
    """Answer either step of AUTH; each nonce allows one try (CDP1 3)."""
    if len(payload) != AUTH_SIZE:
        return bytes((Status.BAD_LENGTH,))
    if device.identity.key is None:
        return bytes((Status.NOT_SUPPORTED,))
    step, value = payload[0], payload[1:]
    if step == 1:
        trust.nonces = (value, device.new_nonce())
        return bytes((Status.OK,)) + trust.nonces[1] + proof(device, b"CDP1D", trust.nonces, trust.number)
    if step != 2:
        return bytes((Status.BAD_PARAM,))
    if trust.nonces is None:
        return bytes((Status.WRONG_STATE,))
    expected = proof(device, b"CDP1H", trust.nonces, trust.number)
    trust.nonces = None
    trust.authenticated = hmac.compare_digest(expected, value)
    return bytes((Status.OK if trust.authenticated else Status.AUTH_FAILED,))
