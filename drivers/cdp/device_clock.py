"""The device's uptime on the host's clock, and when it runs wrong (CDP1 4, time)."""

from collections import deque

from drivers.events import NoticeCode

_WINDOW_BEATS = 120
_RECENT_BEATS = 10
_WRAP_MS = 1 << 32
_JUMP_MS = 50.0
_DRIFT_PPM = 200.0
_DRIFT_AFTER_MS = 600_000.0


class DeviceClock:
    """Estimate host monotonic minus uptime, in milliseconds; anew at each boot."""

    def __init__(self) -> None:
        self._boot_id: int | None = None
        self._samples: deque[float] = deque(maxlen=_WINDOW_BEATS)
        self._uptime_ms = 0
        self._anchor: tuple[float, float] | None = None

    @property
    def offset_ms(self) -> float | None:
        """Give the offset, None before the first sample: the least delayed of the last 120 beats."""
        return min(self._samples) if self._samples else None

    def sample(self, boot_id: int, uptime_ms: int, now_s: float) -> NoticeCode | None:
        """Take one uptime; tell whether the device's clock drifts or jumped."""
        if boot_id != self._boot_id:
            self._restart(boot_id)
        offset = now_s * 1000 - self._unfold(uptime_ms)
        if self._jumped(offset):
            self._restart(boot_id)
            self._uptime_ms = uptime_ms
            self._samples.append(now_s * 1000 - uptime_ms)
            return NoticeCode.CLOCK_JUMP
        self._samples.append(offset)
        return self._drift(now_s * 1000)

    def _restart(self, boot_id: int) -> None:
        self._boot_id = boot_id
        self._samples.clear()
        self._uptime_ms = 0
        self._anchor = None

    def _unfold(self, uptime_ms: int) -> int:
        """Undo the wrap of the 32-bit uptime; an older beat that comes late stays older."""
        step = (uptime_ms - self._uptime_ms) % _WRAP_MS
        if step >= _WRAP_MS // 2:
            step -= _WRAP_MS
        unfolded = uptime_ms if not self._samples else self._uptime_ms + step
        self._uptime_ms = max(self._uptime_ms, unfolded)
        return unfolded

    def _jumped(self, offset: float) -> bool:
        """A beat cannot come early; that ten in a row come late is no delay of the link either."""
        if len(self._samples) < _RECENT_BEATS:
            return False
        recent = [*list(self._samples)[1 - _RECENT_BEATS :], offset]
        return offset < min(self._samples) - _JUMP_MS or min(recent) > min(self._samples) + _JUMP_MS

    def _drift(self, now_ms: float) -> NoticeCode | None:
        offset = min(self._samples)
        if self._anchor is None:
            if len(self._samples) == _WINDOW_BEATS:
                self._anchor = (now_ms, offset)
            return None
        elapsed = now_ms - self._anchor[0]
        if elapsed < _DRIFT_AFTER_MS:
            return None
        moved = abs(offset - self._anchor[1])
        self._anchor = (now_ms, offset)
        return NoticeCode.CLOCK_DRIFT if moved / elapsed * 1e6 > _DRIFT_PPM else None
