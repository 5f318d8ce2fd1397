"""Bring both copies to the same last record and open them (DURABILITY 5 step 5, the table).

A damaged or missing copy becomes a new file; a torn tail is cut; missing records are appended. Nothing is
cut or replaced before its bytes are kept as evidence.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from controller.journal.blackbox import BlackBox, build_mirror
from controller.journal.faults import WriteFailed
from controller.journal.files import Files
from controller.journal.pair import Degraded, describe
from controller.journal.places import JournalConfig, Places
from controller.journal.quarantine import Evidence
from controller.journal.record import Head, StoredRecord
from controller.journal.sqlite_store import SqliteStore, build_primary, lay_wal
from controller.journal.store import CopyName, CopyReading, CopyStore, FileHeader

APPEND_LIMIT: Final = 64
"""With more records missing than this a copy is built anew instead of appended to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Medium:
    """Hold what reaches the disks: the calls, SQLite's file layer by name, and where everything lies."""

    files: Files
    vfs: str | None
    config: JournalConfig
    places: Places

    def path(self, name: CopyName) -> Path:
        """Give the file of a copy."""
        return self.places.primary if name == "primary" else self.places.mirror


@dataclass(slots=True)
class Mender:
    """Mend and open copies, and remember what was done.

    records: what both must hold in the end; evidence: the bytes as found, None where they could not be kept;
    actions: in words, for the record; rebuilt: copies made anew; degraded: a copy that cannot be used.
    """

    medium: Medium
    header: FileHeader
    records: tuple[StoredRecord, ...]
    evidence: Evidence | None
    actions: list[str] = field(default_factory=list)
    rebuilt: list[CopyName] = field(default_factory=list)
    degraded: Degraded | None = None

    def bring(self, readings: tuple[CopyReading, ...]) -> dict[CopyName, CopyStore]:
        """Give each copy that can be written, at the last record; raise WriteFailed if none can."""
        copies: dict[CopyName, CopyStore] = {}
        for reading in readings:
            try:
                copies[reading.name] = self._open(reading)
            except OSError as error:
                self.degraded = Degraded(copy=reading.name, reason=describe(error))
        if not copies and self.degraded is not None:
            names = tuple(reading.name for reading in readings)
            raise WriteFailed(seq=self._head.seq, copies=names, reason=self.degraded.reason, stands=False)
        return copies

    @property
    def _head(self) -> Head:
        if not self.records:
            return self.header.start
        return Head(seq=self.records[-1].seq, h=self.records[-1].h)

    def _open(self, reading: CopyReading) -> CopyStore:
        """Mend one copy and open it; raise OSError if its medium fails."""
        if reading.state == "unavailable":
            raise OSError(reading.reason)
        reading = self._whole(reading)
        missing = self.records[len(reading.records) :]
        store = self._store(reading)
        try:
            for record in missing:
                store.append(record)
        except OSError:
            store.close()
            raise
        if missing:
            self.actions.append(f"{reading.name}: {len(missing)} records appended")
        return store

    def _whole(self, reading: CopyReading) -> CopyReading:
        """Give a reading without damage: the copy as it is, cut at its torn tail, or built anew."""
        behind = len(self.records) - len(reading.records)
        if reading.state in ("damaged", "missing") or behind > APPEND_LIMIT:
            return self._rebuilt(reading)
        if reading.state == "torn":
            self._cut_tail(reading)
        return reading

    def _rebuilt(self, reading: CopyReading) -> CopyReading:
        if reading.state != "missing":
            self._require_evidence()
        name, files = reading.name, self.medium.files
        path = self.medium.path(name)
        if name == "mirror":
            found = build_mirror(path, files=files, header=self.header, records=self.records)
        else:
            found = build_primary(
                path, files=files, header=self.header, records=self.records, vfs=self.medium.vfs
            )
        if found.state != "clean" or found.records != self.records:
            raise OSError(f"the new {name} reads back as {found.state}")
        self.rebuilt.append(name)
        if self.records:
            self.actions.append(f"{name}: built anew, was {reading.state}")
        return found

    def _cut_tail(self, reading: CopyReading) -> None:
        """Cut a torn write off the mirror; its bytes are in the evidence."""
        self._require_evidence()
        files = self.medium.files
        handle = files.open(self.medium.places.mirror)
        try:
            files.truncate(handle, reading.end)
            files.fsync(handle)
        finally:
            files.close(handle)
        self.actions.append(f"{reading.name}: torn tail cut, {reading.reason}")

    def _require_evidence(self) -> None:
        if self.evidence is None:
            raise OSError("its bytes could not be kept as evidence")
        self.evidence.settle(self.medium.files)

    def _store(self, reading: CopyReading) -> CopyStore:
        head = Head(seq=reading.records[-1].seq, h=reading.records[-1].h) if reading.records else None
        head = head or self.header.start
        path = self.medium.path(reading.name)
        if reading.name == "mirror":
            return BlackBox(path, files=self.medium.files, head=head, end=reading.end)
        room = self.medium.config.wal_room_bytes
        lay_wal(path, files=self.medium.files, size=room)
        return SqliteStore(path, head=head, vfs=self.medium.vfs, wal_room=room)
