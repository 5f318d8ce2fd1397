"""Beats both ways, and what their absence means (CDP1 3 end, 4 one-way loss).

Two clocks run from HELLO on: `alive` restarts with every valid frame of the session, `heard` with every
proof that the device hears us, which is a growing echo or a response.
"""

import struct
from dataclasses import dataclass

from drivers.cdp.frames import Frame, FrameKind
from drivers.events import DownReason

BEAT_S = 0.5
SILENCE_S = 1.5
ONE_WAY_REPORT_S = 1.5
ONE_WAY_END_S = 3.0

_OF_HOST = struct.Struct("<I")
_OF_DEVICE = struct.Struct("<IIBHII")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceBeat:
    """Hold what a beat of the device says."""

    last_seq: int
    uptime_ms: int
    state: int
    worst_fault: int
    acked: int
    echo: int


def read_beat(payload: bytes) -> DeviceBeat | None:
    """Read a beat; None if it is too short, extra bytes are ignored."""
    if len(payload) < _OF_DEVICE.size:
        return None
    last_seq, uptime_ms, state, worst_fault, acked, echo = _OF_DEVICE.unpack_from(payload)
    return DeviceBeat(
        last_seq=last_seq,
        uptime_ms=uptime_ms,
        state=state,
        worst_fault=worst_fault,
        acked=acked,
        echo=echo,
    )


class Heartbeat:
    """Keep the beats of one wire session; made when HELLO is answered."""

    def __init__(self, session: int, now: float) -> None:
        self._session = session
        self._number = 0
        self._peer_number = 0
        self._echo = 0
        self._beat_at = now + BEAT_S
        self._alive_at = now
        self._heard_at = now

    def alive(self, now: float) -> None:
        """Note a valid frame of this session."""
        self._alive_at = now

    def heard(self, now: float) -> None:
        """Note a proof that the device hears us."""
        self._heard_at = now

    def beat_came(self, number: int, echo: int, now: float) -> bool:
        """Note a beat of the device; True if its echo grew. An echo of a beat never sent proves nothing."""
        self._peer_number = max(self._peer_number, number)
        if not self._echo < echo <= self._number:
            return False
        self._echo = echo
        self.heard(now)
        return True

    def due(self, now: float) -> Frame | None:
        """Give the host's next beat once its time has come."""
        if now < self._beat_at:
            return None
        self._number += 1
        self._beat_at = max(self._beat_at + BEAT_S, now)
        payload = _OF_HOST.pack(self._peer_number)
        return Frame(kind=FrameKind.BEAT, session=self._session, seq=self._number, payload=payload)

    def ended(self, now: float) -> DownReason | None:
        """Tell whether silence or one-way loss has ended the session."""
        if now - self._alive_at >= SILENCE_S:
            return DownReason.SILENT
        if now - self._heard_at >= ONE_WAY_END_S:
            return DownReason.NO_ECHO
        return None

    def unheard_ms(self, now: float) -> int:
        """Give how long the device has not proved that it hears us."""
        return round((now - self._heard_at) * 1000)

    def is_one_way(self, now: float) -> bool:
        """Tell whether to report one-way loss."""
        return now - self._heard_at >= ONE_WAY_REPORT_S
