"""HELLO, AUTH, RESUME: from an open link to a stream of events, step by step (CDP1 3).

Pure but for the positions it reads and begins: a response comes in, the next step goes out. The session
sends commands, keeps time and tells the table.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass, replace

from drivers.cdp.auth import NONCE_BYTES, Challenge
from drivers.cdp.commands import Command
from drivers.cdp.identity import Expected, Identity, find_mismatch, read_hello
from drivers.cdp.message_ids import Cmd
from drivers.cdp.pending import Purpose
from drivers.cdp.positions import Position, Positions
from drivers.cdp.session_numbers import RandomSource
from drivers.errors import RemoteProtocolError
from drivers.events import Capability, DownReason, Status, StopReason

_MAJOR, _MINOR = 1, 0
_MAX_HOST_NAME = 32
_MOST_GAPS = 8
"""So often a ruling is tried anew in one session; a device that records faster is for the floor again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Send:
    """Send this command next."""

    purpose: Purpose
    command: Command


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Do not use this device until somebody acts; the numbers are the device's, for the floor."""

    reason: StopReason
    text: str
    epoch: int | None = None
    first_seq: int | None = None
    next_seq: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GoUp:
    """Take events from `position` on."""

    position: Position
    first_contact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUp:
    """End this session and start another."""

    reason: DownReason
    text: str


Step = Send | Stop | GoUp | GiveUp


@dataclass(frozen=True, slots=True, kw_only=True)
class _Resume:
    epoch: int
    last: int
    begins: bool
    first_contact: bool = False


class Handshake:
    """Walk one device through the handshake; `identity` is what its last HELLO said.

    expected: who should answer; None takes anybody.
    """

    def __init__(
        self,
        *,
        expected: Expected | None,
        host_name: str,
        auth_key: bytes | None,
        positions: Positions,
        random: RandomSource,
    ) -> None:
        self.identity: Identity | None = None
        self._expected = expected
        self._host_name = host_name.encode()[:_MAX_HOST_NAME].decode(errors="ignore").encode()
        self._auth_key = auth_key
        self._positions = positions
        self._random = random
        self._session = 0
        self._challenge: Challenge | None = None
        self._resume: _Resume | None = None
        self._granted_epoch: int | None = None
        self._gaps = 0

    def begin(self, session: int) -> Send:
        """Start over in a new session with HELLO."""
        self._session = session
        self.identity = None
        payload = bytes([_MAJOR, _MINOR, _MINOR]) + self._host_name
        return Send(purpose=Purpose.HELLO, command=Command(type=Cmd.HELLO, payload=payload))

    def answered(self, purpose: Purpose, payload: bytes) -> Step:
        """Judge the response to the step that was sent."""
        if not payload:
            return GiveUp(reason=DownReason.PROTOCOL, text=f"response to {purpose} without a status")
        if purpose is Purpose.HELLO:
            return self._hello(payload)
        identity = self.identity
        assert identity is not None
        if purpose is Purpose.AUTH_CHALLENGE:
            return self._auth_challenge(payload, identity)
        if purpose is Purpose.AUTH_PROOF:
            return self._auth_proof(payload, identity)
        return self._resumed(payload, identity)

    def grant(self, epoch: int) -> None:
        """Keep the floor's ruling to go on with this epoch until a RESUME under it succeeds."""
        self._granted_epoch, self._gaps = epoch, 0

    def rebase(self, stop: Stop) -> Step:
        """Resume again after the floor's ruling, from the oldest event the device still has."""
        identity = self.identity
        assert identity is not None
        if self._granted_epoch != identity.epoch:
            return stop
        first_seq = identity.first_seq if stop.first_seq is None else stop.first_seq
        return self._send_resume(_Resume(epoch=identity.epoch, last=first_seq - 1, begins=True))

    def _hello(self, payload: bytes) -> Step:
        if payload[0] == Status.BAD_VERSION:
            return Stop(reason=StopReason.VERSION, text=_version_text(payload[1:]))
        if payload[0] != Status.OK:
            text = f"the device refuses HELLO with status {payload[0]:#04x}"
            return Stop(reason=StopReason.REFUSED, text=text)
        try:
            identity = read_hello(payload[1:])
        except RemoteProtocolError as error:
            return Stop(reason=StopReason.HELLO_MALFORMED, text=str(error))
        self.identity = identity
        if identity.minor != _MINOR:
            return Stop(reason=StopReason.VERSION, text=f"the device chose version 1.{identity.minor}")
        expected = self._expected
        if expected is not None and (mismatch := find_mismatch(identity, expected)) is not None:
            return Stop(reason=mismatch.reason, text=mismatch.text)
        return self._authenticate(identity)

    def _authenticate(self, identity: Identity) -> Step:
        if self._auth_key is None:
            if identity.capabilities & Capability.AUTH_REQUIRED:
                text = "the device asks for authentication and no auth_key_file is configured"
                return Stop(reason=StopReason.AUTH_FAILED, text=text)
            return self._start_resume(identity)
        self._challenge = Challenge(
            key=self._auth_key,
            host_nonce=self._random.randbytes(NONCE_BYTES),
            device_nonce=b"",
            serial=identity.serial,
            boot_id=identity.boot_id,
            session=self._session,
        )
        command = Command(type=Cmd.AUTH, payload=b"\x01" + self._challenge.host_nonce)
        return Send(purpose=Purpose.AUTH_CHALLENGE, command=command)

    def _auth_challenge(self, payload: bytes, identity: Identity) -> Step:
        assert self._challenge is not None
        if payload[0] == Status.NOT_SUPPORTED:
            text = f"{identity.serial} cannot authenticate, but a key is configured for it"
            return Stop(reason=StopReason.AUTH_UNSUPPORTED, text=text)
        nonce, mac = payload[1 : 1 + NONCE_BYTES], payload[1 + NONCE_BYTES : 1 + 2 * NONCE_BYTES]
        challenge = replace(self._challenge, device_nonce=nonce)
        if payload[0] != Status.OK or not challenge.device_is_genuine(mac):
            text = f"{identity.serial} does not hold the key configured for it"
            return Stop(reason=StopReason.AUTH_FAILED, text=text)
        command = Command(type=Cmd.AUTH, payload=b"\x02" + challenge.host_mac())
        return Send(purpose=Purpose.AUTH_PROOF, command=command)

    def _auth_proof(self, payload: bytes, identity: Identity) -> Step:
        if payload[0] != Status.OK:
            text = f"{identity.serial} does not accept the key configured for it"
            return Stop(reason=StopReason.AUTH_FAILED, text=text)
        return self._start_resume(identity)

    def _start_resume(self, identity: Identity) -> Send:
        """Choose where the stream goes on; an unknown epoch of a known serial is asked for the old one."""
        serial, epoch = identity.serial, identity.epoch
        position = self._positions.find(serial, epoch)
        known = self._positions.latest_epoch(serial)
        has_gap = position is None or position.durable + 1 < identity.first_seq
        if self._granted_epoch == epoch and has_gap:
            return self._send_resume(_Resume(epoch=epoch, last=identity.first_seq - 1, begins=True))
        if position is not None:
            return self._send_resume(_Resume(epoch=epoch, last=position.durable, begins=False))
        if known is not None:
            old = self._positions.find(serial, known)
            assert old is not None
            return self._send_resume(_Resume(epoch=known, last=old.durable, begins=False))
        first = _Resume(epoch=epoch, last=identity.first_seq - 1, begins=True, first_contact=True)
        return self._send_resume(first)

    def _send_resume(self, resume: _Resume) -> Send:
        self._resume = resume
        payload = struct.pack("<II", resume.epoch, resume.last)
        return Send(purpose=Purpose.RESUME, command=Command(type=Cmd.RESUME, payload=payload))

    def _resumed(self, payload: bytes, identity: Identity) -> Step:
        if len(payload) < 9:
            return GiveUp(reason=DownReason.PROTOCOL, text="response to RESUME is too short")
        status = payload[0]
        first_seq, next_seq = struct.unpack_from("<II", payload, 1)
        if status == Status.OK:
            return self._go_up(identity, next_seq)
        if status == Status.GAP and self._gap_grew():
            return self._send_resume(_Resume(epoch=identity.epoch, last=first_seq - 1, begins=True))
        self._granted_epoch = None
        reason = _RESUME_STOPS.get(status)
        if reason is None:
            return GiveUp(reason=DownReason.PROTOCOL, text=f"RESUME refused with status {status:#04x}")
        text = _RESUME_TEXTS[reason]
        return Stop(reason=reason, text=text, epoch=identity.epoch, first_seq=first_seq, next_seq=next_seq)

    def _gap_grew(self) -> bool:
        """Tell whether a full log lost more while the floor ruled: its one ruling covers that too."""
        resume = self._resume
        assert resume is not None
        self._gaps += 1
        return resume.begins and self._granted_epoch == resume.epoch and self._gaps <= _MOST_GAPS

    def _go_up(self, identity: Identity, next_seq: int) -> Step:
        resume = self._resume
        assert resume is not None
        if resume.epoch != identity.epoch:
            text = "the device resumes another epoch than HELLO named"
            return GiveUp(reason=DownReason.PROTOCOL, text=text)
        position = self._positions.find(identity.serial, resume.epoch)
        if resume.begins or position is None:
            position = self._positions.begin(identity.serial, resume.epoch, resume.last)
        if position.received >= next_seq:
            return Stop(reason=StopReason.TAIL_LOST, text=_RESUME_TEXTS[StopReason.TAIL_LOST])
        self._granted_epoch = None
        return GoUp(position=position, first_contact=resume.first_contact)


_RESUME_STOPS: Mapping[int, StopReason] = {
    Status.EPOCH: StopReason.EPOCH,
    Status.GAP: StopReason.GAP,
    Status.BAD_PARAM: StopReason.TAIL_LOST,
}
_RESUME_TEXTS = {
    StopReason.EPOCH: "the device has begun a new event numbering; the floor must rule",
    StopReason.GAP: "the device no longer has events that were not recorded here; the floor must rule",
    StopReason.TAIL_LOST: "the device has lost events that are recorded here; service must clear its log",
}


def _version_text(body: bytes) -> str:
    if len(body) < 3:
        return f"the device does not speak CDP {_MAJOR}.{_MINOR}"
    major, low, high = body[:3]
    return f"the device speaks CDP {major}.{low} to {major}.{high}, this host {_MAJOR}.{_MINOR}"
