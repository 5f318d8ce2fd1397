"""Stuff frames into a byte stream and find them again, whatever else the stream holds (CDP1 2)."""

from collections import Counter
from typing import Final

from hw_fixtures.peer.codes import Kind
from hw_fixtures.peer.frames import BadFrame, Frame, Reason, pack_body, unpack_body

MAX_RUN: Final = 213
TO_DEVICE: Final = frozenset({Kind.CMD, Kind.EACK, Kind.BEAT, Kind.LNAK})
TO_HOST: Final = frozenset({Kind.RSP, Kind.EVT, Kind.BEAT, Kind.LNAK})


def stuff(body: bytes) -> bytes:
    """Replace every zero of a body by COBS; raise ValueError for a run no frame can hold."""
    runs = body.split(b"\0")
    if max(map(len, runs)) > MAX_RUN:
        raise ValueError(f"run of {max(map(len, runs))} bytes without zero: allowed is 0..{MAX_RUN}")
    return b"".join(bytes((len(run) + 1,)) + run for run in runs)


def unstuff(stuffed: bytes) -> bytes:
    """Undo `stuff`; raise BadFrame if a code byte points past the end."""
    runs = []
    at = 0
    while at < len(stuffed):
        end = at + stuffed[at]
        if end > len(stuffed) or end == at:
            raise BadFrame(Reason.COBS)
        runs.append(stuffed[at + 1 : end])
        at = end
    return b"\0".join(runs)


def encode(frame: Frame) -> bytes:
    """Give a frame's bytes on the wire, closing zero included (CDP1 2)."""
    return stuff(pack_body(frame)) + b"\0"


class Decoder:
    """Cut a byte stream into frames; count what is none, never raise, never hold over 213 bytes (CDP1 2).

    counts: dropped frames by reason.
    """

    def __init__(self, *, accepts: frozenset[Kind] = TO_DEVICE) -> None:
        self.counts: Counter[Reason] = Counter()
        self._accepts = accepts
        self._run = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[Frame | Reason]:
        """Take any bytes and give, in order, the frames and the reasons for what was dropped."""
        items: list[Frame | Reason] = []
        *ended, rest = data.split(b"\0")
        for part in ended:
            self._collect(part, items)
            self._close(items)
        self._collect(rest, items)
        return items

    def reset(self) -> None:
        """Forget a half-received frame, as after a lost link."""
        self._run.clear()
        self._skipping = False

    @property
    def held(self) -> int:
        """Count the bytes waiting for their closing zero."""
        return len(self._run)

    def _collect(self, part: bytes, items: list[Frame | Reason]) -> None:
        if self._skipping:
            return
        if len(self._run) + len(part) <= MAX_RUN:
            self._run += part
            return
        self._run.clear()
        self._skipping = True
        self._drop(Reason.OVERLONG, items)

    def _close(self, items: list[Frame | Reason]) -> None:
        run = bytes(self._run)
        self._run.clear()
        if self._skipping:
            self._skipping = False
        elif run:
            self._decode(run, items)

    def _decode(self, run: bytes, items: list[Frame | Reason]) -> None:
        try:
            frame = unpack_body(unstuff(run))
        except BadFrame as bad:
            self._drop(bad.reason, items)
            return
        if frame.kind in self._accepts:
            items.append(frame)
        else:
            self._drop(Reason.KIND, items)

    def _drop(self, reason: Reason, items: list[Frame | Reason]) -> None:
        self.counts[reason] += 1
        items.append(reason)
