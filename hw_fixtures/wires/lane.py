"""Carry bytes one way and spoil them on request: noise, flips, lost, doubled, delayed frames (CDP1 12)."""

import heapq
import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from hw_fixtures.peer.codec import encode, stuff, unstuff
from hw_fixtures.peer.codes import Kind
from hw_fixtures.peer.frames import BadFrame, Frame, crc16, pack_body, unpack_body

REMEMBERED: Final = 64
REORDER_MS: Final = 30
LATE_MS: Final = 600


class Mischief(Enum):
    """Name what can happen to one frame on the line."""

    DROP = "drop"
    DOUBLE = "double"
    REORDER = "reorder"
    DELAY = "delay"
    CUT = "cut"
    FLIP = "flip"
    LOSE_BYTE = "lose byte"
    DOUBLE_BYTE = "double byte"
    NOISE_BEFORE = "noise before"
    NOISE_INSIDE = "noise inside"
    WRONG_CRC = "wrong crc"
    WRONG_LENGTH = "wrong length"
    WRONG_TYPE = "wrong type"
    WRONG_KIND = "wrong kind"
    WRONG_SESSION = "wrong session"
    WRONG_VERSION = "wrong version"


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Give each frame's chance of each random mischief; delay lasts up to 0.8 s (CDP1 13, soak)."""

    drop: float = 0
    double: float = 0
    reorder: float = 0
    truncate: float = 0
    flip: float = 0
    noise: float = 0
    delay: float = 0

    def draw(self, rng: random.Random) -> list[Mischief]:
        """Draw what happens to one frame."""
        chances = (
            (self.drop, Mischief.DROP),
            (self.double, Mischief.DOUBLE),
            (self.reorder, Mischief.REORDER),
            (self.truncate, Mischief.CUT),
            (self.flip, Mischief.FLIP),
            (self.noise, Mischief.NOISE_BEFORE),
            (self.delay, Mischief.DELAY),
        )
        return [mischief for chance, mischief in chances if chance and rng.random() < chance]


CLEAN: Final = Odds()


class Lane:
    """Carry bytes in one direction.

    odds: random mischief; blocked: kinds of frame that get lost; muted_until_ms: nothing passes before.
    baud: pace at 10 bits a byte, None for at once; bytewise: hand over one byte at a time.
    pushes: how many pieces were put on the line.
    """

    def __init__(self, rng: random.Random) -> None:
        self.odds = CLEAN
        self.blocked: frozenset[Kind] = frozenset()
        self.muted_until_ms = 0
        self.baud: int | None = None
        self.bytewise = False
        self.pushes = 0
        self._rng = rng
        self._planned: list[tuple[Kind | None, Mischief]] = []
        self._partial = bytearray()
        self._queue: list[tuple[int, int, bytes]] = []
        self._ready = bytearray()
        self._order = 0
        self._paced_ms = 0
        self._past: deque[bytes] = deque(maxlen=REMEMBERED)

    def plan(self, mischief: Mischief, *, kind: Kind | None = None, times: int = 1) -> None:
        """Spoil the next frame, or the next of a kind, `times` times over."""
        self._planned += [(kind, mischief)] * times

    @property
    def has_plans(self) -> bool:
        """Tell whether a frame is still to be spoiled."""
        return bool(self._planned)

    def push(self, data: bytes, now_ms: int) -> None:
        """Put bytes on the line."""
        if now_ms < self.muted_until_ms:
            return
        self._partial += data
        *runs, rest = bytes(self._partial).split(b"\0")
        self._partial = bytearray(rest)
        for run in runs:
            self._frame(run + b"\0", now_ms)
        if len(self._partial) > 256:
            # No frame is that long: what a tester sends without a zero goes through as it is.
            self._schedule(bytes(self._partial), now_ms)
            self._partial.clear()

    def noise(self, data: bytes, now_ms: int) -> None:
        """Put raw bytes on the line, past all mischief."""
        self._schedule(data, now_ms)

    def random_noise(self, count: int, now_ms: int) -> None:
        """Put seeded random bytes on the line."""
        self._schedule(self._rng.randbytes(count), now_ms)

    def repeat_old(self, count: int, now_ms: int) -> None:
        """Put the last `count` frames on the line once more, as a confused hub does."""
        for frame in list(self._past)[-count:]:
            self._schedule(frame, now_ms)

    def pull(self, now_ms: int, limit: int | None = None) -> bytes:
        """Take what has arrived, at most `limit` bytes."""
        if now_ms < self.muted_until_ms:
            return b""
        while self._queue and self._queue[0][0] <= now_ms:
            self._ready += heapq.heappop(self._queue)[2]
        count = min(self._allowance(now_ms), len(self._ready) if limit is None else limit)
        if self.bytewise:
            count = min(count, 1)
        taken = bytes(self._ready[:count])
        del self._ready[:count]
        return taken

    def has_data(self, now_ms: int) -> bool:
        """Tell whether `pull` would give something but for the pace."""
        due = bool(self._queue) and self._queue[0][0] <= now_ms
        return now_ms >= self.muted_until_ms and (bool(self._ready) or due)

    def clear(self) -> None:
        """Lose everything on the way."""
        self._partial.clear()
        self._queue.clear()
        self._ready.clear()

    def _frame(self, frame: bytes, now_ms: int) -> None:
        kind = _kind_of(frame)
        if kind in self.blocked:
            return
        self._past.append(frame)
        late_ms = 0
        pieces = [frame]
        for mischief in self._mischief_for(kind):
            if mischief is Mischief.REORDER:
                late_ms += REORDER_MS
            elif mischief is Mischief.DELAY:
                late_ms += self._rng.randrange(50, 800) if self.odds.delay else LATE_MS
            else:
                pieces = [out for piece in pieces for out in _spoil(piece, mischief, self._rng)]
        for piece in pieces:
            self._schedule(piece, now_ms + late_ms)

    def _mischief_for(self, kind: Kind | None) -> Iterator[Mischief]:
        yield from self.odds.draw(self._rng)
        for number, (wanted, mischief) in enumerate(self._planned):
            if wanted is None or wanted is kind:
                del self._planned[number]
                yield mischief
                return

    def _schedule(self, data: bytes, due_ms: int) -> None:
        self._order += 1
        self.pushes += 1
        if not self._ready and not self._queue:
            self._paced_ms = due_ms
        heapq.heappush(self._queue, (due_ms, self._order, data))

    def _allowance(self, now_ms: int) -> int:
        if self.baud is None:
            return len(self._ready)
        allowed = max(0, now_ms - self._paced_ms) * self.baud // 10_000
        if allowed:
            self._paced_ms = now_ms
        return allowed


def _kind_of(frame: bytes) -> Kind | None:
    try:
        return unpack_body(unstuff(frame[:-1])).kind
    except BadFrame:
        return None


def _spoil(frame: bytes, mischief: Mischief, rng: random.Random) -> list[bytes]:
    if len(frame) < 2:
        return [frame]
    at = rng.randrange(len(frame) - 1)
    match mischief:
        case Mischief.DROP:
            return []
        case Mischief.DOUBLE:
            return [frame, frame]
        case Mischief.CUT:
            return [frame[: at + 1]]
        case Mischief.FLIP:
            return [frame[:at] + bytes((frame[at] ^ 1 << rng.randrange(8),)) + frame[at + 1 :]]
        case Mischief.LOSE_BYTE:
            return [frame[:at] + frame[at + 1 :]]
        case Mischief.DOUBLE_BYTE:
            return [frame[: at + 1] + frame[at:]]
        case Mischief.NOISE_BEFORE:
            return [rng.randbytes(rng.randrange(1, 9)) + frame]
        case Mischief.NOISE_INSIDE:
            return [frame[:at] + rng.randbytes(rng.randrange(1, 9)) + frame[at:]]
        case _:
            return [_forge(frame, mischief)]


def _forge(wire: bytes, mischief: Mischief) -> bytes:
    """Make a well-formed frame that says something wrong."""
    try:
        frame = unpack_body(unstuff(wire[:-1]))
    except BadFrame:
        return wire
    match mischief:
        case Mischief.WRONG_CRC:
            body = pack_body(frame)
            return stuff(body[:-1] + bytes((body[-1] ^ 0xA5,))) + b"\0"
        case Mischief.WRONG_LENGTH:
            return _resealed(frame, at=9, value=len(frame.payload) + 1)
        case Mischief.WRONG_VERSION:
            return _resealed(frame, at=0, value=0x20 | frame.kind)
        case Mischief.WRONG_KIND:
            return _resealed(frame, at=0, value=0x1F)
        case Mischief.WRONG_TYPE:
            return encode(replace(frame, message=frame.message ^ 0x3F))
        case _:
            return encode(replace(frame, session=frame.session % 0xFFFF + 1))


def _resealed(frame: Frame, *, at: int, value: int) -> bytes:
    body = bytearray(pack_body(frame)[:-2])
    body[at] = value
    crc = crc16(bytes(body)).to_bytes(2, "big")
    return stuff(bytes(body) + crc) + b"\0"
