"""Send logged events in a window of eight until each is acknowledged (CDP1 4, events, device)."""

from collections.abc import Callable
from typing import Final

from hw_fixtures.firmware.event_log import EventLog
from hw_fixtures.firmware.nv import LogEntry, Nv
from hw_fixtures.peer.codes import FrameFlag

WINDOW: Final = 8
FIRST_RTO_MS: Final = 250
LONGEST_RTO_MS: Final = 2_000

SendEvent = Callable[[int, LogEntry, int], None]


class Delivery:
    """Hold the variables `sent, rto, timer, dup` of one resumed session; `acked` lives in NV (CDP1 4).

    retransmits: events sent more than once in this session.
    """

    def __init__(self, nv: Nv, log: EventLog, send: SendEvent, *, last: int, now_ms: int) -> None:
        self.retransmits = 0
        self._nv = nv
        self._log = log
        self._send = send
        self._sent = last
        self._furthest = last
        self._history_below = nv.next_seq
        self._rto_ms = FIRST_RTO_MS
        self._timer_from_ms: int | None = None
        self._dup = 0
        self._now_ms = now_ms
        log.acknowledge(last)

    def pump(self, now_ms: int) -> bool:
        """Send what the window allows; give False if the next event is gone, which ends the session."""
        self._now_ms = now_ms
        while self._sent < self._nv.next_seq - 1 and self._sent - self._nv.acked < WINDOW:
            entry = self._log.entry(self._sent + 1)
            if entry is None:
                return False
            self._sent += 1
            self._send(self._sent, entry, self._flags())
            self._furthest = max(self._furthest, self._sent)
            if self._timer_from_ms is None:
                self._timer_from_ms = now_ms
        return True

    def eack(self, seq: int, now_ms: int) -> bool:
        """Take the host's highest contiguous durable number; ignore one that makes no sense (CDP1 4)."""
        if self._nv.acked < seq <= self._sent:
            self._log.acknowledge(seq)
            self._rto_ms = FIRST_RTO_MS
            self._dup = 0
            self._timer_from_ms = now_ms if self._sent > seq else None
            return self.pump(now_ms)
        if seq == self._nv.acked and self._sent > seq:
            self._dup += 1
            if self._dup == 2:
                return self._go_back(now_ms)
        return True

    def tick(self, now_ms: int) -> bool:
        """Send the window again when the timer ran out, doubling it up to 2 s; never give up (CDP1 4)."""
        if self._timer_from_ms is None or now_ms - self._timer_from_ms < self._rto_ms:
            return True
        self._rto_ms = min(2 * self._rto_ms, LONGEST_RTO_MS)
        self._dup = 0
        return self._go_back(now_ms)

    def _go_back(self, now_ms: int) -> bool:
        self._sent = self._nv.acked
        self._timer_from_ms = None
        return self.pump(now_ms)

    def _flags(self) -> int:
        again = self._sent <= self._furthest
        self.retransmits += again
        replay = FrameFlag.REPLAY if self._sent < self._history_below else 0
        return replay | (FrameFlag.RETX if again else 0)
