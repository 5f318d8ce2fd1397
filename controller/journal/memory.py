"""A copy of the record in memory, for tests and the deterministic world."""

from collections.abc import Iterator

from controller.journal.faults import OutOfOrder
from controller.journal.record import Head, StoredRecord, follows


class MemoryStore:
    """Keep records in a list; the same contract as a copy on a medium, without one."""

    def __init__(self, start: Head) -> None:
        self._head = start
        self._records: list[StoredRecord] = []

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

    def records(self) -> Iterator[StoredRecord]:
        """Yield all records from the first on."""
        yield from tuple(self._records)

    def settle(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing; the records stay readable."""
