"""A log of frames: when, which way, kind, number, type, length (CDP1 9).

Never a payload, for it may name a hole card. One line a frame: `    12.034512 shoe < EVT  1027 CARD 23`;
`<` comes from the device, `>` goes to it.
"""

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from drivers.cdp.frames import Frame, FrameKind
from drivers.cdp.message_ids import Cmd, Evt

LINES_A_FILE = 50_000
_COMMANDS = {command.value: command.name for command in Cmd}
_EVENTS = {event.value: event.name for event in Evt}


class Trace(Protocol):
    """Take every frame of one link, on the port's thread."""

    def frame_in(self, frame: Frame, now: float) -> None:
        """Note a frame from the device."""
        ...

    def frame_out(self, frame: Frame, now: float) -> None:
        """Note a frame to the device."""
        ...


class FrameTrace:
    """Turn frames into lines for a sink, such as `RotatingLines.add` or `print`."""

    def __init__(self, device: str, sink: Callable[[str], object]) -> None:
        self._device = device
        self._sink = sink

    def frame_in(self, frame: Frame, now: float) -> None:
        """Note a frame from the device."""
        self._sink(self._line("<", frame, now))

    def frame_out(self, frame: Frame, now: float) -> None:
        """Note a frame to the device."""
        self._sink(self._line(">", frame, now))

    def _line(self, way: str, frame: Frame, now: float) -> str:
        name = type_name(frame)
        again = " again" if frame.flags & 1 else ""
        return (
            f"{now:13.6f} {self._device} {way} {frame.kind.name:4} {frame.seq} {name} "
            f"{len(frame.payload)}{again}"
        )


class RotatingLines:
    """Keep lines in two files of bounded length: the present one and, beside it, `.1`, the one before.

    `add` runs on the port threads; each port needs its own.
    """

    def __init__(self, path: Path, *, lines_a_file: int = LINES_A_FILE) -> None:
        self._path = path
        self._before = path.with_name(path.name + ".1")
        self._lines_a_file = lines_a_file
        self._count = 0
        self._file = path.open("w", encoding="ascii")

    def add(self, line: str) -> None:
        """Write one line; a full file becomes the one before."""
        if self._count == self._lines_a_file:
            self._file.close()
            self._path.replace(self._before)
            self._file = self._path.open("w", encoding="ascii")
            self._count = 0
        self._file.write(line + "\n")
        self._count += 1

    def close(self) -> None:
        """Close the present file."""
        self._file.close()


class RecentLines:
    """Keep the last lines in memory, for a screen or a fault report."""

    def __init__(self, most: int = 200) -> None:
        self._lines: deque[str] = deque(maxlen=most)

    def add(self, line: str) -> None:
        """Keep one line; the oldest makes room."""
        self._lines.append(line)

    def lines(self) -> tuple[str, ...]:
        """Give the lines, oldest first."""
        return tuple(self._lines)


def type_name(frame: Frame) -> str:
    """Name the message of a frame; control frames have none."""
    if frame.kind in {FrameKind.CMD, FrameKind.RSP}:
        return _COMMANDS.get(frame.type, f"{frame.type:02X}")
    if frame.kind is FrameKind.EVT:
        return _EVENTS.get(frame.type, f"{frame.type:02X}")
    return "-"
