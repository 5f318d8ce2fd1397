"""The one queue into the table thread, bounded lane by lane (ARCHITECTURE 4).

Reports of devices have 256 slots and their ports may wait for one; each front end has 16 slots for people's
commands and never waits. What came in first is handled first, whatever its lane.
"""

import threading
from collections import Counter, deque
from enum import Enum
from typing import Final

from controller.table.envelope import Admission, Envelope
from drivers.events import DeviceReport

REPORT_SLOTS: Final = 256
ENVELOPE_SLOTS: Final = 16


class Closed(Enum):
    """Mark the end of the queue; nothing comes after it."""

    CLOSED = "closed"


InboxItem = DeviceReport | Envelope | Admission


class Inbox:
    """Carry requests to the table thread. Any thread may call any method; only `get` waits long."""

    def __init__(self, *, report_slots: int = REPORT_SLOTS, envelope_slots: int = ENVELOPE_SLOTS) -> None:
        self._report_slots = report_slots
        self._envelope_slots = envelope_slots
        self._items: deque[InboxItem] = deque()
        self._reports = 0
        self._envelopes: Counter[str] = Counter()
        self._is_closed = False
        self._changed = threading.Condition()

    def put(self, report: DeviceReport, timeout_s: float = 0.0) -> bool:
        """Queue a report, waiting at most `timeout_s` for a slot; False when full or closed."""
        with self._changed:
            self._changed.wait_for(self._takes_report, timeout_s)
            if self._is_closed or self._reports >= self._report_slots:
                return False
            self._reports += 1
            self._append(report)
            return True

    def submit(self, envelope: Envelope | Admission) -> bool:
        """Queue a person's command without waiting; False when its front end's lane is full, or closed."""
        with self._changed:
            if self._is_closed or self._envelopes[envelope.source] >= self._envelope_slots:
                return False
            self._envelopes[envelope.source] += 1
            self._append(envelope)
            return True

    def get(self, timeout_s: float) -> InboxItem | Closed | None:
        """Take the oldest item; None after `timeout_s` without one, `Closed` once closed and drained."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._items) or self._is_closed, timeout_s)
            if not self._items:
                return Closed.CLOSED if self._is_closed else None
            return self._take()

    def close(self) -> None:
        """Accept nothing more; what waits is still handed out. Closing twice is no error."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def _takes_report(self) -> bool:
        return self._is_closed or self._reports < self._report_slots

    def _append(self, item: InboxItem) -> None:
        self._items.append(item)
        self._changed.notify_all()

    def _take(self) -> InboxItem:
        """Take the oldest item and free its slot."""
        item = self._items.popleft()
        if isinstance(item, Envelope):
            self._envelopes[item.source] -= 1
        else:
            self._reports -= 1
            self._changed.notify_all()
        return item
