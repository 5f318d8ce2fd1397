"""The record as the table thread uses it: open and replay, append, open a round, close.

Order at a start: `Journal.open`, then replay all of it, then `power_up` as the first append. Order of a
round: `open_round`, then its appends. Every append returns only when the record is durable on each copy
in use; what it raises stops the table (DURABILITY 4).
"""

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from controller.engine.commands import Command
from controller.engine.events import Event
from controller.journal.codec import Content, RecordCodec, TableContent, TableRecord, table_codec
from controller.journal.custody import Custody, Entropy, KeyKeeper, load_table_root
from controller.journal.faults import Damaged, RolledBack, RoundRefused, WriteFailed
from controller.journal.files import Files, OsFiles
from controller.journal.mark import write_mark
from controller.journal.memory import MemoryKeys, MemoryMedium, MemoryStore
from controller.journal.notes import (
    ClockStep,
    CopyFailed,
    CopyRestored,
    FileOpened,
    Note,
    PowerUp,
    Recovered,
    RoundKeyMade,
)
from controller.journal.pair import Degraded, PairStore, describe
from controller.journal.places import JournalConfig
from controller.journal.record import Head, Stamp, StoredRecord, open_envelope, stored
from controller.journal.recover import Recovered as Found
from controller.journal.recover import RecoveryReport, recover
from controller.journal.seal import GCM_NONCE_SIZE, KEY_SIZE, RoundKey, wrap_for_audit
from controller.journal.store import FileHeader

Clock = Callable[[], Stamp]
"""Reads UTC, boot time and boot id once."""

STEP_LIMIT_US: Final = 500_000
SLEW_PARTS: Final = 2_000
"""A slewed clock may drift by one part in so many (0.05 %, DURABILITY 11)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Hold what a journal works with.

    release: gives the locks back; audit_public_key: None for no auditors' copy of the round keys.
    """

    codec: RecordCodec[Command, Event]
    store: PairStore
    keys: KeyKeeper
    clock: Clock
    entropy: Entropy
    audit_public_key: bytes | None = None
    release: Callable[[], None] = lambda: None


class Journal:
    """Append to the record of one table; opened, used and closed on the table thread only.

    head: number and chain value of the last acknowledged record; degraded: a copy that is out of use.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._key: RoundKey | None = None
        self._round_no = 0
        self._last: Stamp | None = None

    @classmethod
    def open(
        cls,
        config: JournalConfig,
        clock: Clock,
        *,
        files: Files | None = None,
        vfs: str | None = None,
        entropy: Entropy = secrets.token_bytes,
    ) -> tuple["Journal", Iterator[TableRecord], RecoveryReport]:
        """Open or make a table's record; give it, a replay of what it holds, and what the start did.

        Raise a JournalFault that locks the table, ConfigFault for a missing key file or both folders on one
        device; the replay raises CodecFault for a record outside the catalogue.
        """
        try:
            return cls._open(config, clock, files or OsFiles(), vfs, entropy)
        except OSError as error:
            raise WriteFailed(seq=0, copies=("state",), reason=describe(error), stands=False) from error

    @classmethod
    def _open(
        cls, config: JournalConfig, clock: Clock, files: Files, vfs: str | None, entropy: Entropy
    ) -> tuple["Journal", Iterator[TableRecord], RecoveryReport]:
        """Recover both copies, find the open round's key, and mark the table as opened."""
        found = recover(config, files=files, vfs=vfs, utc_us=clock().utc_us, entropy=entropy)
        try:
            journal = cls(_parts(found, config, clock, entropy))
            seal_lost = journal._begin(found.header, found.records)
            write_mark(_in_use(found, found.medium.places.marks), replace(found.mark, opened=True), files)
        except BaseException:
            found.store.close()
            _release(files, found.locks)
            raise
        return journal, journal._replay(found.records), replace(found.report, seal_lost=seal_lost)

    @classmethod
    def in_memory(
        cls, medium: MemoryMedium, clock: Clock, *, entropy: Entropy = secrets.token_bytes
    ) -> tuple["Journal", Iterator[TableRecord], RecoveryReport]:
        """Open a record that lives in `medium`, which may be opened again like a disk after a restart."""
        records = tuple(medium.records)
        store = PairStore(mirror=None, primary=MemoryStore(medium.header.start, medium.records))
        keys = MemoryKeys(medium, entropy)
        journal = cls(Parts(codec=table_codec(), store=store, keys=keys, clock=clock, entropy=entropy))
        seal_lost = journal._begin(medium.header, records)
        report = RecoveryReport(
            new=not records, clean=True, primary="clean", mirror="clean", seal_lost=seal_lost
        )
        return journal, journal._replay(records), report

    @property
    def head(self) -> Head:
        """Give the last acknowledged record's number and chain value."""
        return self._parts.store.head

    @property
    def degraded(self) -> Degraded | None:
        """Tell which copy is out of use until the next start: no new round then (DURABILITY 4.3)."""
        return self._parts.store.degraded

    @property
    def refusal(self) -> str | None:
        """Tell why no new round may begin, None where one may (DURABILITY 4.3)."""
        degraded = self.degraded
        return None if degraded is None else f"{degraded.copy} is out of use, {degraded.reason}"

    def append(
        self,
        *,
        cause: Command | None,
        events: tuple[Event, ...],
        notes: tuple[Note, ...] = (),
        stamp: Stamp,
        round_no: int | None,
        actor: str,
        src: str,
        cmd: str | None = None,
    ) -> int:
        """Make one record of all that one command caused durable, and give its number.

        Raise WriteFailed, CodecFault or SealFault; the first refuses every later append.
        """
        step = self._clock_step(stamp)
        content: TableContent = Content(
            cause=cause,
            events=events,
            notes=notes if step is None else (*notes, step),
            stamp=stamp,
            round_no=round_no,
            actor=actor,
            src=src,
            cmd=cmd,
        )
        body = self._parts.codec.encode(content, key=self._key, entropy=self._parts.entropy)
        return self._store(stored(self.head, body), stamp)

    def open_round(self, round_no: int, stamp: Stamp) -> int:
        """Make the round's key, note it, and give the record's number; the key before is gone then.

        Call it between rounds only: housekeeping that must not run inside a round runs here. Raise
        RoundRefused while `refusal` gives a reason.
        """
        reason = self.refusal
        if reason is not None:
            raise RoundRefused(round_no=round_no, reason=reason)
        self._parts.store.settle()
        return self._note((self._new_key(round_no),), stamp, round_no)

    def power_up(
        self, report: RecoveryReport, stamp: Stamp, *, software: str, manifest: bytes | None = None
    ) -> int:
        """Note a start and what it mended (DURABILITY 5 step 9), and give the record's number."""
        notes: list[Note] = [PowerUp(clean=report.clean, software=software, manifest=manifest)]
        notes.append(
            Recovered(
                primary=report.primary,
                mirror=report.mirror,
                actions=report.actions,
                evidence=report.evidence,
            )
        )
        notes += [CopyRestored(copy=name, last_seq=self.head.seq) for name in report.restored]
        if self._key is None:
            notes.append(self._new_key(self._round_no))
        return self._note(tuple(notes), stamp, None)

    def check_anchor(self, seq: int, h_start: str) -> None:
        """Compare a head seen elsewhere, such as on a printed slip, with the record (DURABILITY 5 step 7).

        h_start: first hexadecimal digits of its chain value. Raise RolledBack if it is not in the record.
        """
        held = next((record.h.hex() for record in self._parts.store.records() if record.seq == seq), "")
        if not (h_start and held.startswith(h_start.lower())):
            raise RolledBack(seq=self.head.seq, expected_seq=seq)

    def close(self) -> None:
        """Settle and release both copies and the locks; raise WriteFailed if settling fails."""
        try:
            self._parts.store.settle()
        finally:
            self._parts.store.close()
            self._parts.release()

    def _begin(self, header: FileHeader, records: tuple[StoredRecord, ...]) -> bool:
        """Find the open round's key, or start a new file; tell whether the key is lost."""
        if not records:
            opened = FileOpened(
                table_id=header.table_id,
                file_id=header.file_id,
                gaming_day=header.gaming_day,
                first_seq=header.first_seq,
                prev_h=header.prev_h,
                chain_nonce=header.chain_nonce,
            )
            self._note((opened, self._new_key(0)), self._parts.clock(), None)
            return False
        envelope = open_envelope(records[-1].body)
        self._last = Stamp(utc_us=envelope.utc_us, boot_us=envelope.boot_us, boot=envelope.boot)
        self._round_no = _last_key_round(records)
        self._key = self._parts.keys.find(self._round_no)
        return self._key is None

    def _replay(self, records: tuple[StoredRecord, ...]) -> Iterator[TableRecord]:
        """Decode record by record; only the last round's seals can still be opened."""
        key = self._key
        sealed_under: int | None = None
        for record in records:
            opens = key if key is not None and sealed_under == key.round_no else None
            decoded = self._parts.codec.decode(record, key=opens)
            for note in decoded.content.notes:
                if isinstance(note, RoundKeyMade):
                    sealed_under = note.round_no
            yield decoded

    def _note(self, notes: tuple[Note, ...], stamp: Stamp, round_no: int | None) -> int:
        """Append a record of the journal's own."""
        return self.append(
            cause=None, events=(), notes=notes, stamp=stamp, round_no=round_no, actor="table", src="journal"
        )

    def _store(self, record: StoredRecord, stamp: Stamp) -> int:
        """Append to both copies, and note a mirror that just failed."""
        before = self.degraded
        self._parts.store.append(record)
        self._last = stamp
        after = self.degraded
        if before is None and after is not None:
            self._note((CopyFailed(copy=after.copy, reason=after.reason),), self._parts.clock(), None)
        return record.seq

    def _new_key(self, round_no: int) -> RoundKeyMade:
        """Put a new round's key in place of the one before, and give the note that must follow."""
        parts = self._parts
        try:
            key = parts.keys.make(round_no)
        except OSError as error:
            raise WriteFailed(
                seq=self.head.seq + 1, copies=("seal.state",), reason=describe(error), stands=False
            ) from error
        self._key, self._round_no = key, round_no
        if parts.audit_public_key is None:
            return RoundKeyMade(round_no=round_no, audit=None)
        private, nonce = parts.entropy(KEY_SIZE), parts.entropy(GCM_NONCE_SIZE)
        return RoundKeyMade(
            round_no=round_no, audit=wrap_for_audit(parts.audit_public_key, key, private, nonce)
        )

    def _clock_step(self, stamp: Stamp) -> ClockStep | None:
        """Compare UTC with boot time since the last record (DURABILITY 11)."""
        last = self._last
        if last is None:
            return None
        if last.boot != stamp.boot:
            stepped = stamp.utc_us < last.utc_us
            return ClockStep(before_us=last.utc_us, after_us=stamp.utc_us) if stepped else None
        elapsed = stamp.boot_us - last.boot_us
        expected = last.utc_us + elapsed
        if abs(stamp.utc_us - expected) <= STEP_LIMIT_US + elapsed // SLEW_PARTS:
            return None
        return ClockStep(before_us=expected, after_us=stamp.utc_us)


def _parts(found: Found, config: JournalConfig, clock: Clock, entropy: Entropy) -> Parts:
    """Put together what an open record works with; raise ConfigFault for a missing key file."""
    files = found.medium.files
    root = load_table_root(config.key_file, files, entropy, create=found.report.new)
    keys = Custody(
        table_id=config.table_id,
        table_root=root,
        paths=_in_use(found, found.medium.places.seal_states),
        files=files,
        entropy=entropy,
    )
    return Parts(
        codec=table_codec(),
        store=found.store,
        keys=keys,
        clock=clock,
        entropy=entropy,
        audit_public_key=config.audit_public_key,
        release=lambda: _release(files, found.locks),
    )


def _in_use(found: Found, pair: tuple[Path, Path]) -> tuple[Path, ...]:
    return tuple(item for name, item in zip(("primary", "mirror"), pair, strict=True) if name in found.usable)


def _release(files: Files, locks: tuple[int, ...]) -> None:
    for lock in locks:
        files.close(lock)


def _last_key_round(records: tuple[StoredRecord, ...]) -> int:
    """Find the round whose key seals now, from the newest `round_key` note."""
    likely = (record for record in reversed(records) if b'"round_key"' in record.body)
    noted = (note for record in likely for note in reversed(open_envelope(record.body).notes))
    made = next((note for note in noted if note.get("kind") == "round_key"), None)
    if made is None:
        raise Damaged(primary_seq=None, mirror_seq=None, reason="no record notes a round key")
    return int(str(made["round_no"]))
