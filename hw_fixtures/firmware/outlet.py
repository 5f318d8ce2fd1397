"""Hold frames until the wire takes them, with the extra zeros of CDP1 2 in front."""

from typing import Final

from hw_fixtures.peer.codec import encode
from hw_fixtures.peer.frames import Frame

PAUSE_MS: Final = 50


class Outlet:
    """Queue frames in order; the first after opening or a pause is led by one extra zero (CDP1 2)."""

    def __init__(self) -> None:
        self._waiting: list[Frame] = []
        self._last_sent_ms: int | None = None

    def put(self, frame: Frame) -> None:
        """Queue one frame."""
        self._waiting.append(frame)

    def take(self, now_ms: int) -> bytes:
        """Give everything queued as bytes."""
        if not self._waiting:
            return b""
        fresh = self._last_sent_ms is None or now_ms - self._last_sent_ms >= PAUSE_MS
        self._last_sent_ms = now_ms
        data = b"".join(map(encode, self._waiting))
        self._waiting.clear()
        return b"\0" + data if fresh else data

    def clear(self) -> None:
        """Drop what waits, as at the end of a session."""
        self._waiting.clear()

    def restart(self) -> None:
        """Drop what waits and begin the stream anew."""
        self._waiting.clear()
        self._last_sent_ms = None
