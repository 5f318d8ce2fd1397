"""Number events and keep them until they are acknowledged and their room is needed (CDP1 4)."""

from typing import Final

from hw_fixtures.firmware.nv import LogEntry, Nv
from hw_fixtures.peer.codes import LAST_NUMBER

CAPACITY: Final = 1024
RESERVE: Final = 64


class EventLog:
    """Append, look up and free the events in NV (CDP1 4).

    capacity: events kept at most; drops_acked: free each event as soon as it is acknowledged.
    """

    def __init__(self, nv: Nv, *, capacity: int = CAPACITY, drops_acked: bool = False) -> None:
        self._nv = nv
        self.capacity = capacity
        self._drops_acked = drops_acked

    @property
    def unacked(self) -> int:
        """Count the kept events the host has not acknowledged."""
        return self._nv.next_seq - max(self._nv.acked + 1, self._nv.first_seq)

    @property
    def nearly_full(self) -> bool:
        """Tell whether only the reserve is left for further unacknowledged events."""
        return self.unacked >= self.capacity - RESERVE

    @property
    def half_free(self) -> bool:
        """Tell whether half the capacity is free again."""
        return self.unacked <= self.capacity // 2

    @property
    def has_room(self) -> bool:
        """Tell whether one more event displaces nothing unacknowledged."""
        return len(self._nv.log) < self.capacity or self._nv.first_seq <= self._nv.acked

    def append(self, message: int, payload: bytes) -> None:
        """Log one event inside a write; past the last number nothing can be recorded any more."""
        nv = self._nv
        if nv.next_seq > LAST_NUMBER:
            return
        with nv.atomic():
            if len(nv.log) >= self.capacity:
                self._displace()
            nv.log[nv.next_seq] = LogEntry(message, payload)
            nv.next_seq += 1

    def entry(self, seq: int) -> LogEntry | None:
        """Give the event of a number, or None if it is no longer kept."""
        return self._nv.log.get(seq)

    def acknowledge(self, seq: int) -> None:
        """Set the acknowledged number, also backwards, as a RESUME may."""
        nv = self._nv
        with nv.atomic():
            nv.acked = seq
            while self._drops_acked and nv.first_seq <= seq and nv.log:
                self._drop_oldest()

    def _displace(self) -> None:
        nv = self._nv
        if nv.first_seq > nv.acked:
            nv.lost = (nv.lost[0] if nv.lost else nv.first_seq, nv.first_seq)
        self._drop_oldest()

    def _drop_oldest(self) -> None:
        del self._nv.log[self._nv.first_seq]
        self._nv.first_seq += 1
