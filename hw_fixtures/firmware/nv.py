"""Keep what survives a power cut, and nothing else (CDP1, head: NV)."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from hw_fixtures.peer.codes import UNKNOWN_COUNT, Message, OpState, ShuffleMode, Status

DEFAULT_CONFIG: Final = {1: b"", 2: bytes((80,)), 3: (60).to_bytes(2, "little"), 4: bytes((90,))}


class PowerCut(Exception):
    """Say that the power went while NV was being written."""


class CutPoint(Enum):
    """Name the side of a write on which a power cut falls; a write itself is atomic (CDP1 13, open)."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Hold one logged event; the payload may be a hole card and stays out of the repr."""

    message: int
    payload: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpRecord:
    """Hold one operation: its bytes, its state, its result (CDP1 4)."""

    message: Message
    params: bytes
    state: OpState
    result: Status = Status.OK


@dataclass(frozen=True, slots=True, kw_only=True)
class ActiveFault:
    """Hold one active fault as FAULT_RAISED reports it (CDP1 5.3)."""

    severity: int
    where: int
    detail: int


@dataclass(slots=True, kw_only=True)
class Nv:
    """Hold a device's non-volatile memory; every change happens inside `atomic` (CDP1 4).

    epoch, first_seq, next_seq, acked, log, lost: event log and the range an overrun destroyed.
    ops: op table; config: values by key; faults: active ones; sensors: last logged values.
    tally: lifetime counters by id of GET_COUNTERS; cut: where the next power cut falls, in writes.
    """

    epoch: int
    first_seq: int = 1
    next_seq: int = 1
    acked: int = 0
    log: dict[int, LogEntry] = field(default_factory=dict, repr=False)
    lost: tuple[int, int] | None = None
    ops: dict[int, OpRecord] = field(default_factory=dict)
    config: dict[int, bytes] = field(default_factory=lambda: dict(DEFAULT_CONFIG))
    faults: dict[int, ActiveFault] = field(default_factory=dict)
    sensors: dict[tuple[int, int], int] = field(default_factory=dict)
    locked: bool = False
    tally: Counter[int] = field(default_factory=Counter)
    _depth: int = 0
    _cut: tuple[int, CutPoint] | None = None

    def cut_power_at(self, writes: int, point: CutPoint) -> None:
        """Let the power fail round the `writes`-th write from now, 1 being the next."""
        self._cut = (writes, point)

    def clear_log(self, *, epoch: int, kept: int) -> None:
        """Begin a new epoch without events and with one op record (CDP1 4, RESET kind 3)."""
        with self.atomic():
            self.epoch = epoch
            self.first_seq = self.next_seq = 1
            self.acked = 0
            self.log.clear()
            self.lost = None
            self.ops = {kept: self.ops[kept]}

    @contextmanager
    def atomic(self) -> Iterator[None]:
        """Make all changes inside one write; raise PowerCut where one was armed."""
        outermost = self._depth == 0
        if outermost:
            self._fail_if_armed(CutPoint.BEFORE)
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
        if outermost:
            self.tally[12] += 1
            self._fail_if_armed(CutPoint.AFTER)
            self._cut = (self._cut[0] - 1, self._cut[1]) if self._cut else None

    def _fail_if_armed(self, point: CutPoint) -> None:
        if self._cut == (1, point):
            self._cut = None
            raise PowerCut


@dataclass(frozen=True, slots=True, kw_only=True)
class ChamberRecord:
    """Hold what a shuffler knows of the cards in slot 1.

    deck_id, mode: of the shuffle that put them there; n: their number, FFFF unknown.
    ready: a whole deck that passed its report; rejected: one that did not; begun: cards were dispensed.
    """

    deck_id: int = 0
    mode: ShuffleMode = ShuffleMode.NONE
    n: int = UNKNOWN_COUNT
    ready: bool = False
    rejected: bool = False
    begun: bool = False


@dataclass(slots=True, kw_only=True)
class ShufflerNv(Nv):
    """Add a shuffler's memory: the expected deck and what lies in slot 1."""

    expect: bytes | None = None
    chamber: ChamberRecord | None = None


@dataclass(slots=True, kw_only=True)
class ShoeNv(Nv):
    """Add a shoe's memory of the open passage (CDP1 5.2).

    shoe_id: 0 while none is open; next_index, decks, back, cut_at: of the passage.
    passed, returned: CARDs and CARD_RETURNEDs since OPEN_SHOE; seen: how often each identity was read.
    closed_round: ROUND_MARK tag 2 came after the last window; pushed_back: cards that will be drawn again.
    """

    is_open: bool = False
    shoe_id: int = 0
    next_index: int = 0
    decks: int = 0
    back: int = 0
    cut_at: int = 0
    passed: int = 0
    returned: int = 0
    uncounted: bool = False
    closed_round: bool = False
    pushed_back: int = 0
    seen: Counter[int] = field(default_factory=Counter, repr=False)
