"""Frames waiting to be written, with the zero bytes that keep noise apart from them (CDP1 2)."""

from drivers.cdp.codec import ZERO, encode
from drivers.cdp.frames import Frame
from drivers.trace import Trace

_PAUSE_S = 0.05


class Outgoing:
    """Collect frames of one turn; one extra zero goes before the first frame and after a pause."""

    def __init__(self, trace: Trace | None = None) -> None:
        self.frames_out = 0
        self._trace = trace
        self._waiting: list[Frame] = []
        self._last_sent: float | None = None

    def restart(self) -> None:
        """Forget what waits: the link was opened anew."""
        self._waiting.clear()
        self._last_sent = None

    def put(self, frame: Frame) -> None:
        """Queue one frame for this turn."""
        self._waiting.append(frame)

    def take(self, now: float) -> bytes:
        """Give all waiting bytes; empty if nothing waits."""
        if not self._waiting:
            return b""
        paused = self._last_sent is None or now - self._last_sent >= _PAUSE_S
        data = (ZERO if paused else b"") + b"".join(encode(frame) for frame in self._waiting)
        self.frames_out += len(self._waiting)
        if self._trace is not None:
            for frame in self._waiting:
                self._trace.frame_out(frame, now)
        self._waiting.clear()
        self._last_sent = now
        return data
