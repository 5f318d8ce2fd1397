"""Both copies as one store: the order of an append, and what a failing copy means (DURABILITY 4).

The mirror is written first, then the primary, each once, with the same bytes; the mirror's medium flushes
while SQLite commits, and the record counts when both are done. A call that failed is never repeated and its
copy is closed for this boot, since a second flush after a failed one may falsely succeed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from controller.journal.faults import JournalFault, WriteFailed
from controller.journal.record import Head, StoredRecord
from controller.journal.store import CopyName, CopyStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Degraded:
    """Tell that one copy is out of use until the next start: the round may end, no new one begins.

    copy: which one; reason: the error's type and number.
    """

    copy: CopyName
    reason: str


class PairStore:
    """Append to both copies; table thread only.

    mirror, primary: the open copies, one of them None when `degraded` says why it is missing.
    """

    def __init__(
        self, *, mirror: CopyStore | None, primary: CopyStore | None, degraded: Degraded | None = None
    ) -> None:
        self._copies: dict[CopyName, CopyStore] = {}
        if mirror is not None:
            self._copies["mirror"] = mirror
        if primary is not None:
            self._copies["primary"] = primary
        self._head = next(iter(self._copies.values())).head
        self._degraded = degraded
        self._stopped: JournalFault | None = None

    @property
    def head(self) -> Head:
        """Give the last acknowledged record's number and chain value."""
        return self._head

    @property
    def degraded(self) -> Degraded | None:
        """Tell which copy is out of use, None while both work."""
        return self._degraded

    @property
    def is_stopped(self) -> bool:
        """Tell whether a fault refuses everything from now on."""
        return self._stopped is not None

    def append(self, record: StoredRecord) -> None:
        """Make one record durable; when it returns, the record is acknowledged (DURABILITY 4.1).

        A failed mirror leaves `degraded`. A failed primary raises WriteFailed although the record stands:
        the table restarts and finds it. After a raise every further append raises the same fault.
        """
        self._refuse_if_stopped()
        failed: dict[CopyName, OSError] = {}
        try:
            self._each(lambda copy: copy.begin(record), failed)
        finally:
            self._each(lambda copy: copy.finish(), failed)
        if "primary" in failed or not self._copies:
            raise self._stop(record.seq, failed)
        if "mirror" in failed:
            self._degraded = Degraded(copy="mirror", reason=describe(failed["mirror"]))
        self._head = Head(seq=record.seq, h=record.h)

    def records(self) -> Iterator[StoredRecord]:
        """Yield all records of the copy that is in use."""
        return next(iter(self._copies.values())).records()

    def settle(self) -> None:
        """Move the WAL into the primary; raise WriteFailed if that fails."""
        self._keep_house(lambda copy: copy.settle())

    def conclude(self) -> None:
        """Leave nothing in the WAL before a stop in order; raise WriteFailed if that fails."""
        self._keep_house(lambda copy: copy.conclude())

    def close(self) -> None:
        """Release both copies."""
        for name in tuple(self._copies):
            self._drop(name)

    def _keep_house(self, act: Callable[[CopyStore], None]) -> None:
        """Do one thing with each copy; the first medium that fails stops everything."""
        self._refuse_if_stopped()
        for name in tuple(self._copies):
            try:
                act(self._copies[name])
            except OSError as error:
                self._drop(name)
                raise self._stop(self._head.seq, {name: error}) from error

    def _each(self, act: Callable[[CopyStore], None], failed: dict[CopyName, OSError]) -> None:
        """Do one thing with each copy once, the mirror first; close one whose medium fails, and tell it."""
        for name, copy in tuple(self._copies.items()):
            try:
                act(copy)
            except OSError as error:
                self._drop(name)
                failed[name] = error

    def _drop(self, name: CopyName) -> None:
        """Close a copy for this boot; an error while closing says nothing new."""
        try:
            self._copies.pop(name).close()
        except OSError as error:
            self._degraded = self._degraded or Degraded(copy=name, reason=describe(error))

    def _stop(self, seq: int, failed: dict[CopyName, OSError]) -> WriteFailed:
        """Refuse everything from now on and give the fault to raise."""
        names = tuple(sorted(failed))
        reason = next((describe(failed[name]) for name in names), "both copies are closed")
        fault = WriteFailed(seq=seq, copies=names, reason=reason, stands=bool(self._copies))
        self._stopped = fault
        return fault

    def _refuse_if_stopped(self) -> None:
        if self._stopped is not None:
            raise self._stopped


def describe(error: OSError) -> str:
    """Give an error's kind without its path: type and number, or the text it was made with."""
    return f"{type(error).__name__} {error.errno}" if error.errno else str(error)
