"""States and settings of the host's end, and the watch for a second host (CDP1 3)."""

from collections import deque
from dataclasses import dataclass, field
from enum import StrEnum

from drivers import orders as od
from drivers.cdp.identity import Expected
from drivers.cdp.pending import Purpose
from drivers.events import StopReason

RESTART_QUIET_S = 1.6
"""A restarted host waits so long before its first HELLO: no session of its past can be alive then."""

_SECOND_HOST_TIMES = 3
_SECOND_HOST_S = 10.0


class LinkState(StrEnum):
    """Name the states of the host's end."""

    DOWN = "down"
    HELLO = "hello"
    AUTH = "auth"
    RESUME = "resume"
    UP = "up"
    STOPPED = "stopped"


STATE_OF_PURPOSE = {
    Purpose.HELLO: LinkState.HELLO,
    Purpose.AUTH_CHALLENGE: LinkState.AUTH,
    Purpose.AUTH_PROOF: LinkState.AUTH,
    Purpose.RESUME: LinkState.RESUME,
}

FLOOR_STOPS = frozenset({StopReason.EPOCH, StopReason.GAP, StopReason.TAIL_LOST})
"""Stops that keep the session alive: the floor or service still talks to the device."""

BEFORE_RESUME = (
    od.Ping,
    od.GetStatus,
    od.GetCounters,
    od.GetConfig,
    od.OpStatus,
    od.GetLog,
    od.Locate,
    od.Reset,
)
"""Orders a device takes before RESUME."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSettings:
    """Say which device this is and how to meet it; `quiet_s` is the wait before the very first HELLO."""

    device: str
    expected: Expected
    host_name: str = "dealer-assist"
    auth_key: bytes | None = field(default=None, repr=False)
    quiet_s: float = RESTART_QUIET_S


class SecondHostWatch:
    """Find that another program takes our sessions away: three times in 10 s, one boot, no link loss."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque(maxlen=_SECOND_HOST_TIMES)

    def forget(self) -> None:
        """Start over: the link was lost, which explains much."""
        self._seen.clear()

    def bad_session(self, boot_id: int, now: float) -> bool:
        """Note one lost session; True if another host must be at work."""
        self._seen.append((now, boot_id))
        first, _ = self._seen[0]
        one_boot = len({boot for _, boot in self._seen}) == 1
        found = one_boot and len(self._seen) == _SECOND_HOST_TIMES and now - first <= _SECOND_HOST_S
        if found:
            self.forget()
        return found
