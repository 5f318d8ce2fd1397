"""Offer a device on a pseudo-terminal behind a steady name, as a by-id link does (CDP1 1, 13 L1)."""

import os
import tty
from collections import Counter
from pathlib import Path
from typing import Final

from hw_fixtures.wires.cable import Cable

CHUNK: Final = 4096


class PtyWire:
    """Serve one cable on a pseudo-terminal; `path` is a symlink that goes with the plug.

    counts: `overrun` bytes that no host read in time (a serial line has no flow control).
    Unplugging closes both ends, so that an open port sees the loss at once; plugging makes a new terminal.
    """

    def __init__(self, cable: Cable, path: Path) -> None:
        self.path = path
        self.counts: Counter[str] = Counter()
        self._cable = cable
        self._ends: tuple[int, int] | None = None
        self._plug = 0
        self._follow_plug()

    @property
    def address(self) -> str:
        """Give the link address for a table's configuration (CDP1 1)."""
        return f"serial:{self.path}"

    def fileno(self) -> int | None:
        """Give the master's descriptor while there is a terminal."""
        return self._ends[0] if self._ends else None

    def pump(self, now_ms: int) -> None:
        """Follow the plug, then move bytes both ways."""
        self._follow_plug()
        if self._ends is None:
            return
        master = self._ends[0]
        while data := _read(master):
            self._cable.host_writes(data, now_ms)
        while data := self._cable.host_reads(now_ms, CHUNK):
            self._write(master, data)

    def close(self) -> None:
        """Take the terminal and its name away."""
        if self._ends:
            self.path.unlink(missing_ok=True)
            for end in self._ends:
                os.close(end)
            self._ends = None

    def _follow_plug(self) -> None:
        if self._plug != self._cable.plugs or not self._cable.is_plugged:
            self.close()
        if self._cable.is_plugged and self._ends is None:
            self._open()

    def _open(self) -> None:
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._ends = (master, slave)
        self._plug = self._cable.plugs
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(slave))

    def _write(self, master: int, data: bytes) -> None:
        try:
            written = os.write(master, data)
        except BlockingIOError:
            written = 0
        self.counts["overrun"] += len(data) - written


def _read(master: int) -> bytes:
    try:
        return os.read(master, CHUNK)
    except BlockingIOError:
        return b""
