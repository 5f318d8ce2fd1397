"""Open a table's record: locks, evidence, read both copies, compare, mend, open (DURABILITY 5 steps 2 to 5).

Every step may be cut short by a crash and is then simply done again. Nothing is guessed: what cannot be
mended from the other copy raises a fault, which locks the table.
"""

import gc
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from controller.engine.copying import replace
from controller.engine.faults import ConfigFault
from controller.journal.blackbox import read_mirror
from controller.journal.compare import checked, header_of, longest
from controller.journal.custody import Entropy
from controller.journal.faults import Damaged, Emptied, WriteFailed, WrongTable
from controller.journal.files import Files
from controller.journal.mark import TableMark, read_mark, write_mark
from controller.journal.mend import Medium, Mender
from controller.journal.pair import PairStore, describe
from controller.journal.places import JournalConfig, places_at, places_of, stems_of
from controller.journal.quarantine import Evidence, keep_evidence
from controller.journal.record import StoredRecord, genesis
from controller.journal.sqlite_store import read_primary, wal_is_empty
from controller.journal.store import CopyName, CopyReading, CopyState, FileHeader

_ID_SIZE: Final = 16
_NO_FOLDER: Final = "its folder is not there"
_BOTH: Final[tuple[CopyName, CopyName]] = ("mirror", "primary")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryReport:
    """Tell what a start found and did.

    new: whether this start made the record; clean: whether the stop before was in order; primary, mirror:
    state of each copy as found; actions: what was mended, in words; evidence: folder of kept bytes;
    unkept: why the bytes as found could not be kept, None where they were; restored: copies built anew;
    seal_lost: whether the key of the last round is gone (SEAL-LOST).
    """

    new: bool
    clean: bool
    primary: CopyState
    mirror: CopyState
    actions: tuple[str, ...] = ()
    evidence: str | None = None
    unkept: str | None = None
    restored: tuple[CopyName, ...] = ()
    seal_lost: bool = False

    @property
    def unsaid(self) -> tuple[str, ...]:
        """Give a sentence for what should have been done and was not."""
        return () if self.unkept is None else (f"the bytes as found were not kept, {self.unkept}",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """Hold an open record: both copies as one store, what it held, and the locks it keeps.

    header: of the open file; records: all of it in order; usable: media in use.
    """

    store: PairStore
    header: FileHeader
    records: tuple[StoredRecord, ...] = field(repr=False)
    report: RecoveryReport
    medium: Medium
    usable: tuple[CopyName, ...]
    locks: tuple[int, ...]


def recover(
    config: JournalConfig, *, files: Files, vfs: str | None, utc_us: int, entropy: Entropy
) -> Recovered:
    """Open the record, or make it where the table is new.

    Raise a JournalFault that locks the table, ConfigFault for both folders on one device.
    """
    medium = Medium(files=files, vfs=vfs, config=config, places=places_of(config, files))
    usable = _usable_media(medium)
    locks = _take_locks(medium, usable)
    try:
        return _Start(medium, usable, locks, utc_us, entropy).run()
    except BaseException:
        for lock in locks:
            files.close(lock)
        raise


@dataclass(slots=True)
class _Start:
    """Run one start on locked media."""

    medium: Medium
    usable: tuple[CopyName, ...]
    locks: tuple[int, ...]
    utc_us: int
    entropy: Entropy

    def run(self) -> Recovered:
        """Keep evidence, read, compare, mend and open."""
        settled, kept, found = self._newest()
        evidence, unkept = (None, kept) if isinstance(kept, str) else (kept, None)
        mark = read_mark(self.medium.places.marks, self.medium.files)
        new = _is_new(mark, found)
        records: tuple[StoredRecord, ...] = ()
        if new:
            header = self._provision(mark)
            mender = Mender(self.medium, header, records, evidence=None)
            copies = mender.bring(tuple(CopyReading(name=name, state="missing") for name in _BOTH))
        else:
            places = self.medium.places
            best = longest(primary=_named(found[1], places.primary), mirror=_named(found[0], places.mirror))
            header, records = _header(self.medium, best, mark), best.records
            mender = Mender(self.medium, header, records, evidence=evidence)
            copies = mender.bring(found)
        store = PairStore(
            mirror=copies.get("mirror"), primary=copies.get("primary"), degraded=mender.degraded
        )
        report = RecoveryReport(
            new=new,
            clean=settled and not mender.actions and mender.degraded is None and unkept is None,
            primary=found[1].state,
            mirror=found[0].state,
            actions=tuple(mender.actions),
            evidence=None if evidence is None else str(evidence.folder),
            unkept=unkept,
            restored=() if new else tuple(mender.rebuilt),
        )
        return Recovered(
            store=store,
            header=header,
            records=records,
            report=report,
            medium=self.medium,
            usable=tuple(copies),
            locks=self.locks,
        )

    def _newest(self) -> tuple[bool, Evidence | str | None, tuple[CopyReading, CopyReading]]:
        """Keep and read the newest files that have a record, or the newest of all.

        Files without any are what a roll-over leaves that was cut short; the ones before them are closed.
        """
        config, files, newest = self.medium.config, self.medium.files, self.medium.places
        days = [places_at(config, stem) for stem in stems_of(config, files)[1:]]
        looked: list[tuple[bool, Evidence | str | None, tuple[CopyReading, CopyReading]]] = []
        for places in (newest, *days):
            self.medium = replace(self.medium, places=places)
            settled = wal_is_empty(places.primary, files)
            evidence = _keep(self.medium, self.usable, self.utc_us)
            looked.append((settled, evidence, _read_both(self.medium, self.usable)))
            if not _is_unbegun(looked[-1][2]):
                return looked[-1]
        self.medium = replace(self.medium, places=newest)
        return looked[0]

    def _provision(self, mark: TableMark | None) -> FileHeader:
        """Mark a new table and give its header; a new record needs both media."""
        absent = tuple(name for name in _BOTH if name not in self.usable)
        if absent:
            primary, mirror = self.medium.places.folders
            folders = [str(mirror if name == "mirror" else primary) for name in absent]
            reason = f"no folder {' and no folder '.join(folders)}; a new record needs both media"
            raise WriteFailed(seq=0, copies=absent, reason=reason, stands=False)
        table_id = self.medium.config.table_id
        if mark is None:
            mark = TableMark(table_id=table_id, chain_nonce=self.entropy(_ID_SIZE), opened=False)
            write_mark(self.medium.places.marks, mark, self.medium.files)
        return FileHeader(
            table_id=table_id,
            file_id=self.entropy(_ID_SIZE),
            gaming_day=self.medium.config.gaming_day,
            first_seq=1,
            prev_h=genesis(table_id, mark.chain_nonce),
            chain_nonce=mark.chain_nonce,
        )


def _is_new(mark: TableMark | None, found: tuple[CopyReading, ...]) -> bool:
    """Tell whether no record was ever acknowledged: no trace at all, or a mark that says so."""
    if mark is None:
        return all(reading.state == "missing" for reading in found)
    shown = any(reading.records or reading.beyond is not None for reading in found)
    return not mark.opened and not shown


def _is_unbegun(found: tuple[CopyReading, ...]) -> bool:
    """Tell whether files never held an acknowledged record: no copy is damaged, and none shows one."""
    return all(
        not reading.records and reading.beyond is None and reading.state != "damaged" for reading in found
    )


def _usable_media(medium: Medium) -> tuple[CopyName, ...]:
    """Tell which media are there; raise ConfigFault if both are one device and that is not allowed."""
    files, (folder, mirror_folder) = medium.files, medium.places.folders
    known = [files.size(mark) is not None for mark in medium.places.marks]
    devices = (files.device(folder), files.device(mirror_folder))
    if not any(known):
        _make_folders(medium)
        devices = (files.device(folder), files.device(mirror_folder))
    if devices[0] == devices[1] and not medium.config.allow_single_medium:
        if known == [True, False]:  # the mirror's mount point is empty: its medium was taken out
            return ("primary",)
        raise ConfigFault(
            file=medium.config.source,
            key="journal.mirror_folder",
            value=str(mirror_folder),
            allowed=f"a folder on another device than {folder}, or journal.allow_single_medium = true",
        )
    names: tuple[CopyName, CopyName] = ("primary", "mirror")
    return tuple(name for name, device in zip(names, devices, strict=True) if device is not None)


def _make_folders(medium: Medium) -> None:
    """Make the folders of a new table; raise WriteFailed with the path of one that cannot be made."""
    for name, folder in zip(("primary", "mirror"), medium.places.folders, strict=True):
        try:
            medium.files.make_folder(folder)
        except OSError as error:
            reason = f"folder {folder}: {describe(error)}"
            raise WriteFailed(seq=0, copies=(name,), reason=reason, stands=False) from error


def _named(reading: CopyReading, path: Path) -> CopyReading:
    """Say in the reason of a damaged copy which file it is: the person who looks for it needs the name."""
    if reading.state != "damaged":
        return reading
    return replace(reading, reason=f"{path}: {reading.reason}")


def _take_locks(medium: Medium, usable: tuple[CopyName, ...]) -> tuple[int, ...]:
    """Take the lock of each usable medium; raise Locked if another process has one."""
    primary_lock, mirror_lock = medium.places.locks
    locks: list[int] = []
    try:
        if "primary" in usable:
            locks.append(medium.files.lock(primary_lock))
        if "mirror" in usable:
            locks.append(medium.files.lock(mirror_lock))
    except BaseException:
        for lock in locks:
            medium.files.close(lock)
        raise
    return tuple(locks)


def _keep(medium: Medium, usable: tuple[CopyName, ...], utc_us: int) -> Evidence | str | None:
    """Keep evidence, or say why not; without room for it nothing will be cut or replaced (`Mender`)."""
    places = medium.places
    wal = places.primary.with_name(places.primary.name + "-wal")
    folder = places.quarantines[0 if "primary" in usable else 1]
    sources = (places.primary, wal, places.mirror)
    try:
        return keep_evidence(folder, sources, files=medium.files, utc_us=utc_us)
    except OSError as error:
        return f"{folder}: {describe(error)}"


def _read_both(medium: Medium, usable: tuple[CopyName, ...]) -> tuple[CopyReading, CopyReading]:
    """Read and check both copies, the mirror first; a day's records make no cycles to look for meanwhile."""
    collects = gc.isenabled()
    gc.disable()
    try:
        mirror, primary = (CopyReading(name=name, state="unavailable", reason=_NO_FOLDER) for name in _BOTH)
        if "mirror" in usable:
            mirror = checked(read_mirror(medium.places.mirror, medium.files))
        if "primary" in usable:
            primary = checked(
                read_primary(medium.places.primary, files=medium.files, vfs=medium.vfs, beside=mirror)
            )
    finally:
        if collects:
            gc.enable()
    return mirror, primary


def _header(medium: Medium, best: CopyReading, mark: TableMark | None) -> FileHeader:
    """Give the header of what was found; raise Emptied, Damaged or WrongTable."""
    if not best.records:
        if mark is not None:
            raise Emptied(mark.table_id)
        places = medium.places
        reason = f"{places.primary} and {places.mirror} hold no record of any table"
        raise Damaged(primary_seq=None, mirror_seq=None, reason=reason)
    header = header_of(best.records[0])
    assert header is not None, "`checked` compared it with the header of the copy"
    if header.table_id != medium.config.table_id:
        raise WrongTable(found=header.table_id, expected=medium.config.table_id)
    if mark is not None and mark.day > header.gaming_day:
        seq = best.last_seq
        raise Damaged(primary_seq=seq, mirror_seq=seq, reason=f"the files of gaming day {mark.day} are gone")
    return header
