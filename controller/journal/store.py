"""What a copy of the record is: its header, how it reads, and the protocol that all copies share."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol

from controller.journal.record import Head, StoredRecord

CopyName = Literal["primary", "mirror"]
CopyState = Literal["clean", "torn", "damaged", "missing", "unavailable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileHeader:
    """Name one file pair; the first record repeats all of it, so the chain covers it (DURABILITY 3.2).

    file_id, chain_nonce: 16 random bytes each, of this file and of the table's first start;
    first_seq, prev_h: number of the first record and chain value before it.
    """

    table_id: str
    file_id: bytes
    gaming_day: str
    first_seq: int
    prev_h: bytes
    chain_nonce: bytes

    @property
    def start(self) -> Head:
        """Give the head of the empty file."""
        return Head(seq=self.first_seq - 1, h=self.prev_h)


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyReading:
    """Hold what reading one copy found; nothing here was trusted, only checked (DURABILITY 5 step 4).

    records: the longest valid chain from the start; start: the head before it, None without a header;
    table_id, gaming_day: what the header says of itself (primary only); end: size in bytes of the valid
    part (mirror only); beyond: highest number of a record that stands after the break; reason: what is
    wrong, by place.
    """

    name: CopyName
    state: CopyState
    start: Head | None = None
    file_id: bytes | None = None
    table_id: str | None = None
    gaming_day: str | None = None
    records: tuple[StoredRecord, ...] = field(default=(), repr=False)
    end: int = 0
    beyond: int | None = None
    reason: str | None = None

    @property
    def last_seq(self) -> int | None:
        """Give the number of the last valid record, or None where there is none."""
        return self.records[-1].seq if self.records else None


class JournalStore(Protocol):
    """Append records to one copy, durably, in order. Not safe for several threads.

    A call that raised must not be repeated, and nothing else but `close` may follow it (DURABILITY 4.3).
    """

    @property
    def head(self) -> Head:
        """Give the last durable record's number and chain value."""

    def append(self, record: StoredRecord) -> None:
        """Make one record durable; raise OutOfOrder if it is not next, or the medium's error."""

    def records(self) -> Iterator[StoredRecord]:
        """Yield all records of this copy from the first on."""

    def settle(self) -> None:
        """Do the housekeeping that must not run inside a round (DURABILITY 3.2)."""

    def conclude(self) -> None:
        """Do the housekeeping of a stop in order, after which the copy is one file and nothing beside it."""

    def close(self) -> None:
        """Release the copy; nothing is written by it that `conclude` would not write."""


class CopyStore(JournalStore, Protocol):
    """Be one of two copies: their media work at the same time."""

    def begin(self, record: StoredRecord) -> None:
        """Begin to make one record durable, so that two media work at once; raise as `append` does."""

    def finish(self) -> None:
        """Wait until the record that was begun is durable; raise the medium's error."""
