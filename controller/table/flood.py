"""A device that reports more than cards and hands can cause is not trusted any more (C14, CDP1 8)."""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from drivers.events import DeviceReport, LinkUp

MOST_PER_SECOND: Final = 50
WINDOW_S: Final = 2
MOST_A_ROUND: Final = 1_000

_MOST_IN_WINDOW: Final = MOST_PER_SECOND * WINDOW_S
_WINDOW_US: Final = WINDOW_S * 1_000_000


@dataclass(slots=True)
class _Flow:
    """Hold what one device has reported: when its last events came, and how many this round.

    live_from: first number that is no replay; told: it is refused already.
    """

    live_from: int = 1
    times_us: deque[int] = field(default_factory=lambda: deque(maxlen=_MOST_IN_WINDOW))
    round_no: int | None = None
    in_round: int = 0
    told: bool = False


class FloodWatch:
    """Count the live events of each device, never a replay. Table thread only."""

    def __init__(self) -> None:
        self._flows: dict[str, _Flow] = {}

    def look(self, report: DeviceReport, now_us: int, round_no: int | None) -> str:
        """Give why the device must be refused, once each time it is let in; "" while it keeps the limits.

        now_us: boot time, microseconds.
        """
        flow = self._flows.setdefault(report.device, _Flow())
        if isinstance(report.event, LinkUp):
            self._let_in(flow, report.event.next_seq)
        if report.number < flow.live_from or not report.number or flow.told:
            return ""
        text = _count(flow, now_us, round_no)
        flow.told = text != ""
        return text

    @staticmethod
    def _let_in(flow: _Flow, next_seq: int) -> None:
        """Begin a link; a device that somebody lets in again after a flood gets new limits."""
        flow.live_from = next_seq
        if flow.told:
            flow.told, flow.in_round = False, 0
            flow.times_us.clear()


def _count(flow: _Flow, now_us: int, round_no: int | None) -> str:
    """Count one live event and judge the flow."""
    if flow.round_no != round_no:
        flow.round_no, flow.in_round = round_no, 0
    flow.in_round += 1
    oldest_us = flow.times_us[0] if len(flow.times_us) == _MOST_IN_WINDOW else None
    flow.times_us.append(now_us)
    if oldest_us is not None and now_us - oldest_us < _WINDOW_US:
        return f"flood: more than {MOST_PER_SECOND} events a second"
    if round_no is not None and flow.in_round > MOST_A_ROUND:
        return f"flood: more than {MOST_A_ROUND} events in one round"
    return ""
