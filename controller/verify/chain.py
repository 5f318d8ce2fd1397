"""The chain of hashes, and a walk along it that goes on behind each break (DURABILITY 3.5)."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

MIN_BODY: Final = 2
MAX_BODY: Final = 65_536
HASH_SIZE: Final = 32
ID_SIZE: Final = 16
MOST_DAMAGES: Final = 1_000


class Record(NamedTuple):
    """Hold one record as a copy stores it."""

    seq: int
    body: bytes
    h: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """Hold what a file says of itself; a mirror's header has neither table nor day.

    first_seq, prev_h: number of its first record, and the chain value before that.
    """

    file_id: bytes
    first_seq: int
    prev_h: bytes
    table_id: str | None = None
    gaming_day: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """Hold one place that is not as it was written; seq None: not in any record."""

    seq: int | None
    offset: int | None
    reason: str


def lp(data: bytes) -> bytes:
    """Put the length of some bytes, 32 bits big endian, before them (DURABILITY 3.5)."""
    return len(data).to_bytes(4, "big") + data


def genesis(table_id: str, chain_nonce: bytes) -> bytes:
    """Give the chain value before the very first record of a table (DURABILITY 3.5)."""
    return hashlib.sha256(b"DAJ1\x00" + lp(table_id.encode()) + chain_nonce).digest()


def link(previous: bytes, seq: int, body: bytes) -> bytes:
    """Give the chain value of a record from the one before it (DURABILITY 3.5)."""
    start = b"DAJ1\x01" + previous + seq.to_bytes(8, "big") + len(body).to_bytes(4, "big")
    return hashlib.sha256(start + body).digest()


@dataclass(slots=True)
class Walk:
    """Follow a chain over the records of one copy, and note each place where it breaks.

    next_seq: the number that must come next; previous: the chain values it may follow from, more than one
    only behind an altered record. known: records of the other copy, in order from the first number on,
    whose links were found to hold; an equal one needs no check of its own. records: those whose link holds;
    highest: the highest number seen.
    """

    next_seq: int
    previous: tuple[bytes, ...]
    known: Sequence[Record] = ()
    records: list[Record] = field(default_factory=list)
    damages: list[Damage] = field(default_factory=list)
    highest: int = 0

    @property
    def last(self) -> int:
        """Give the number of the last record whose link holds, 0 without one."""
        return self.records[-1].seq if self.records else 0

    def take(self, record: Record, offset: int | None = None, skipped: int = 0) -> None:
        """Take the next record found; skipped: bytes before it that are no record."""
        seq = record.seq
        if seq == self.next_seq and not skipped and self._is_known(record):
            self.records.append(record)
            self.next_seq, self.previous, self.highest = seq + 1, (record.h,), max(self.highest, seq)
            return
        self.highest = max(self.highest, seq)
        if seq != self.next_seq:
            self._jump(record, offset, skipped)
            return
        if skipped and offset is not None:
            self.damage(seq, offset - skipped, f"{skipped} bytes before this record are none")
        if not MIN_BODY <= len(record.body) <= MAX_BODY:
            self.damage(seq, offset, f"body of {len(record.body)} bytes, allowed {MIN_BODY} to {MAX_BODY}")
        linked = [link(before, seq, record.body) for before in self.previous]
        self.next_seq = seq + 1
        if record.h in linked:
            self.records.append(record)
            self.previous = (record.h,)
            return
        self.damage(seq, offset, "altered: its hash does not follow from the record before it")
        self.previous = (record.h, *linked)

    def follow(self, rows: Iterable[tuple[int, bytes, bytes]]) -> tuple[int, bytes, bytes] | None:
        """Take records as long as each is the next one and links; give the first other one, None at the end.

        `link` is written out: a day has hundreds of thousands. Call it only where nothing is damaged.
        """
        keep, make, sha256 = self.records.append, tuple.__new__, hashlib.sha256
        seq, (previous,) = self.next_seq, self.previous
        try:
            for row in rows:
                number, body, h = row
                if type(number) is not int or number != seq or type(body) is not bytes:
                    return row
                size = len(body)
                start = b"DAJ1\x01" + previous + number.to_bytes(8, "big") + size.to_bytes(4, "big")
                if not MIN_BODY <= size <= MAX_BODY or h != sha256(start + body).digest():
                    return row
                keep(make(Record, row))
                seq, previous = seq + 1, h
        finally:
            self._went_to(seq, previous)
        return None

    def follow_known(self, fits: Callable[[Record], bool]) -> None:
        """Take the other copy's records as long as they fit what this copy holds, in order."""
        known = self.known
        if self.damages or not known or known[0].seq != self.next_seq:
            return
        seq, previous = self.next_seq, self.previous[0]
        if known[0].h != link(previous, seq, known[0].body):
            return
        for record in known:
            if not fits(record):
                break
            self.records.append(record)
            seq, previous = record.seq + 1, record.h
        self._went_to(seq, previous)

    def _went_to(self, seq: int, previous: bytes) -> None:
        if self.records:
            self.next_seq, self.previous, self.highest = seq, (previous,), max(self.highest, seq - 1)

    def _is_known(self, record: Record) -> bool:
        """Tell whether the other copy has this very record behind the same beginning."""
        at = len(self.records)
        if self.damages or at >= len(self.known) or self.known[at] != record:
            return False
        if at > 0:
            return self.previous == (self.known[at - 1].h,)
        return record.h == link(self.previous[0], record.seq, record.body)

    def damage(self, seq: int | None, offset: int | None, reason: str) -> None:
        """Note a place that is not as it was written; of very many only the first ones."""
        if len(self.damages) < MOST_DAMAGES:
            self.damages.append(Damage(seq=seq, offset=offset, reason=reason))
        elif len(self.damages) == MOST_DAMAGES:
            self.damages.append(Damage(seq=seq, offset=offset, reason="more places from here on"))

    def _jump(self, record: Record, offset: int | None, skipped: int) -> None:
        """Note a record that is not the next one; go on from it where it lies ahead."""
        if record.seq < self.next_seq:
            self.damage(record.seq, offset, f"out of order: {self.next_seq} should stand here")
            return
        first, last = self.next_seq, record.seq - 1
        span = f"record {first} is" if first == last else f"records {first} to {last} are"
        where = None if offset is None else offset - skipped
        why = f": {skipped} bytes there are no record" if skipped else ""
        self.damage(first, where, f"{span} missing{why}")
        self.next_seq = record.seq + 1
        self.previous = (record.h,)
