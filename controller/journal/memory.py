"""A copy of the record in memory, for tests and the deterministic world."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from controller.journal.custody import Entropy
from controller.journal.faults import OutOfOrder
from controller.journal.record import Head, StoredRecord, follows
from controller.journal.seal import KEY_SIZE, RoundKey
from controller.journal.store import CopyName, FileHeader


@dataclass(slots=True)
class MemoryMedium:
    """Hold what a restart finds again: header, records and the open round's key."""

    header: FileHeader
    records: list[StoredRecord] = field(default_factory=list, repr=False)
    key: RoundKey | None = None


class MemoryStore:
    """Keep records in a list; the same contract as a copy on a medium, without one."""

    def __init__(self, start: Head, records: list[StoredRecord] | None = None) -> None:
        self._records: list[StoredRecord] = [] if records is None else records
        last = self._records[-1] if self._records else None
        self._head = start if last is None else Head(seq=last.seq, h=last.h)

    @property
    def head(self) -> Head:
        """Give the last record's number and chain value."""
        return self._head

    def append(self, record: StoredRecord) -> None:
        """Keep one record; raise OutOfOrder if it is not next."""
        if not follows(self._head, record):
            raise OutOfOrder(seq=record.seq, expected_seq=self._head.seq + 1)
        self._records.append(record)
        self._head = Head(seq=record.seq, h=record.h)

    def begin(self, record: StoredRecord) -> None:
        """Keep one record."""
        self.append(record)

    def finish(self) -> None:
        """Do nothing more."""

    def records(self) -> Iterator[StoredRecord]:
        """Yield all records from the first on."""
        yield from tuple(self._records)

    def settle(self) -> None:
        """Do nothing."""

    def conclude(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing; the records stay readable."""


class MemoryKeys:
    """Keep the open round's key on a medium in memory."""

    def __init__(self, medium: MemoryMedium, entropy: Entropy) -> None:
        self._medium = medium
        self._entropy = entropy

    def find(self, round_no: int) -> RoundKey | None:
        """Give the key if it is still that round's."""
        key = self._medium.key
        return key if key is not None and key.round_no == round_no else None

    def make(self, round_no: int, *, without: CopyName | None = None) -> RoundKey:
        """Make a round's key, over the one before."""
        del without
        table_id = self._medium.header.table_id
        self._medium.key = RoundKey(table_id=table_id, round_no=round_no, key=self._entropy(KEY_SIZE))
        return self._medium.key
