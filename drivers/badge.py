"""A badge reader that speaks as a keyboard, read from its own device file (TOUCHSCREEN 10).

The port opens the file by its stable name and takes it for itself (EVIOCGRAB), so what the reader types
reaches no window, and focus does not matter. A code ends with Enter; it is handed on and never kept,
logged or shown. One thread, `port-badge`, owns the file.
"""

import errno
import fcntl
import os
import select
import struct
import threading
import time
from collections.abc import Callable, Iterator
from typing import Protocol

from drivers.backoff import POLL_S, Backoff
from drivers.errors import LinkBusy, LinkDenied, LinkError, LinkLost, LinkMissing, LocalProtocolError

GRAB = 0x40044590
"""EVIOCGRAB: from then on the kernel gives the events to nobody else."""
WAIT_S = 0.1
JOIN_S = 4.0
SHORTEST, LONGEST = 4, 32
GAP_US = 100_000
"""A reader types a code in one go; keys so far apart are a hand's, or of two codes."""
_EVENT = struct.Struct("llHHi")
"""The kernel's `input_event`: seconds, microseconds, type, code, value."""
_MOST_EVENTS = 64
_SYNC, _KEY, _DROPPED, _PRESSED = 0, 1, 3, 1
_ENTERS = frozenset({28, 96})
_ROWS = ((2, "1234567890-"), (16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm"))
_PAD = {71: "7", 72: "8", 73: "9", 75: "4", 76: "5", 77: "6", 79: "1", 80: "2", 81: "3", 82: "0"}
KEYS = {first + place: key.upper() for first, row in _ROWS for place, key in enumerate(row)} | _PAD
"""What a key adds to a code; all others, shift among them, add nothing."""

_AT_OPEN: dict[int, type[LinkError]] = {
    errno.ENOENT: LinkMissing,
    errno.ENODEV: LinkMissing,
    errno.ENXIO: LinkMissing,
    errno.EACCES: LinkDenied,
    errno.EPERM: LinkDenied,
    errno.EBUSY: LinkBusy,
}


class Reader(Protocol):
    """Be an open badge reader; every call comes from the port's thread."""

    def read(self) -> bytes:
        """Give what has come, b"" after a wait without any; raise LinkLost once it is gone."""
        ...

    def close(self) -> None:
        """Close; never raises."""
        ...


class KeyCodes:
    """Make codes of the bytes of a reader; a code that is too short, too long, torn or slow is none.

    dropped: how many were none.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._rest = b""
        self._code = ""
        self._spoilt = False
        self._typed_us = 0

    def feed(self, data: bytes) -> Iterator[str]:
        """Take bytes; give each code that its Enter has ended."""
        self._rest += data
        whole = len(self._rest) - len(self._rest) % _EVENT.size
        events, self._rest = self._rest[:whole], self._rest[whole:]
        for seconds, micros, kind, code, value in _EVENT.iter_unpack(events):
            if kind == _KEY and value == _PRESSED:
                self._paced(seconds * 1_000_000 + micros)
            if kind == _SYNC and code == _DROPPED:
                self._spoilt = True
            elif kind == _KEY and value == _PRESSED and code in _ENTERS:
                yield from self._ended()
            elif kind == _KEY and value == _PRESSED:
                self._typed(KEYS.get(code, ""))

    def _paced(self, now_us: int) -> None:
        """Begin anew after a gap; what had no Enter by then gets none."""
        if self._code and now_us - self._typed_us >= GAP_US:
            self.dropped += 1
            self._code, self._spoilt = "", False
        self._typed_us = now_us

    def _typed(self, key: str) -> None:
        self._code += key
        if len(self._code) > LONGEST:
            self._code, self._spoilt = "", True

    def _ended(self) -> Iterator[str]:
        code, spoilt = self._code, self._spoilt
        self._code, self._spoilt = "", False
        if len(code) >= SHORTEST and not spoilt:
            yield code
        elif code or spoilt:
            self.dropped += 1


class EventFile:
    """Be a reader on a device file of the kernel."""

    def __init__(self, path: str, grab: Callable[[int], None]) -> None:
        self._path = path
        self._handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            grab(self._handle)
        except OSError:
            os.close(self._handle)
            raise

    def read(self) -> bytes:
        """Wait for events; an end of the file is the end of the device."""
        try:
            ready, _, _ = select.select([self._handle], [], [], WAIT_S)
            data = os.read(self._handle, _EVENT.size * _MOST_EVENTS) if ready else b""
        except OSError as error:
            raise LinkLost(self._path, f"read: {error}") from error
        if ready and not data:
            raise LinkLost(self._path, "read: end of file")
        return data

    def close(self) -> None:
        """Close, which also gives the grab back."""
        os.close(self._handle)


def grab(handle: int) -> None:
    """Take a device file for this program alone; raise OSError where another one has it."""
    fcntl.ioctl(handle, GRAB, 1)


def open_reader(path: str) -> Reader:
    """Open a reader by its stable name and take it; raise LinkMissing, LinkDenied, LinkBusy or LinkLost."""
    try:
        return EventFile(path, grab)
    except OSError as error:
        kind = _AT_OPEN.get(error.errno or 0, LinkLost)
        raise kind(path, f"open: {error}") from error


class BadgePort:
    """Run one badge reader in its own thread, `port-badge`, and open it again whenever it is gone.

    path: stable name of the device file; shown: takes each code, called on the port's thread; dropped: how
    many codes were none; trouble: why no reader is open; is_read: one is.
    """

    def __init__(
        self,
        path: str,
        shown: Callable[[str], None],
        *,
        opener: Callable[[str], Reader] = open_reader,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = path
        self._shown = shown
        self._opener = opener
        self._clock = clock
        self._backoff = Backoff()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="port-badge", daemon=True)
        self.trouble = ""
        self.dropped = 0
        self.is_read = False

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and close the reader; raise LocalProtocolError if it hangs."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(JOIN_S)
        if self._thread.is_alive():
            raise LocalProtocolError(f"{self._thread.name} did not end within {JOIN_S} s")

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._serve(self._opener(self._path))
            except LinkMissing as error:
                self._wait(error, POLL_S)
            except LinkError as error:
                self._wait(error, self._backoff.fail())

    def _wait(self, error: LinkError, seconds: float) -> None:
        self.trouble = str(error)
        self._stopping.wait(seconds)

    def _serve(self, reader: Reader) -> None:
        """Hand on codes until the reader is gone or the port stops."""
        codes, before = KeyCodes(), self.dropped
        self.is_read = True
        try:
            while not self._stopping.is_set():
                for code in codes.feed(reader.read()):
                    self._shown(code)
                self.dropped = before + codes.dropped
                self.trouble = ""
                self._backoff.reset()
        finally:
            self.is_read = False
            reader.close()
