"""Bytes of the wire to frames and back; the only module that imports `cobs` (CDP1 2).

The decoder never raises, never guesses, and never holds more than 213 bytes.
"""

from collections import Counter

from cobs import cobs

from drivers.cdp.frames import MAX_WIRE, Defect, Frame, pack, unpack

ZERO = b"\x00"


def encode(frame: Frame) -> bytes:
    """Turn a frame into its wire bytes, the closing zero included."""
    return bytes(cobs.encode(pack(frame))) + ZERO


def decode(run: bytes) -> Frame | Defect:
    """Read the bytes between two zeros; a defect names the first check that failed."""
    try:
        body = bytes(cobs.decode(run))
    except cobs.DecodeError:
        return Defect.COBS
    return unpack(body)


class Decoder:
    """Collect bytes into frames; `frames` counts them, `defects` what was dropped, by reason."""

    def __init__(self) -> None:
        self.frames = 0
        self.defects: Counter[str] = Counter()
        self._run = bytearray()
        self._skipping = False

    @property
    def held(self) -> int:
        """Give the number of bytes waiting for their closing zero, at most 213."""
        return len(self._run)

    def restart(self) -> None:
        """Drop the bytes held: the link was opened anew."""
        self._run.clear()
        self._skipping = False

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes as they come, in any cut; give the frames they complete."""
        *closed, rest = data.split(ZERO)
        frames = []
        for part in closed:
            self._collect(part)
            if (frame := self._close()) is not None:
                frames.append(frame)
        self._collect(rest)
        return frames

    def _collect(self, part: bytes) -> None:
        if self._skipping:
            return
        if len(self._run) + len(part) > MAX_WIRE:
            self._run.clear()
            self._skipping = True
            self.defects[Defect.OVERLONG] += 1
            return
        self._run += part

    def _close(self) -> Frame | None:
        run, self._run = bytes(self._run), bytearray()
        if self._skipping or not run:
            self._skipping = False
            return None
        item = decode(run)
        if isinstance(item, Defect):
            self.defects[item] += 1
            return None
        self.frames += 1
        return item
