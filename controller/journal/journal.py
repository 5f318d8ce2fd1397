"""The record as the table thread uses it: open and replay, append, open a round, close.

Order at a start: `Journal.open`, then replay all of it, then `power_up` as the first append. Order of a
round: `open_round`, then its appends. Every append returns only when the record is durable on each copy
in use; what it raises stops the table (DURABILITY 4).
"""

import secrets
from dataclasses import replace
from typing import Final

from controller.engine.commands import Command
from controller.engine.events import Event
from controller.journal.checkpoint import Signer
from controller.journal.clocks import clock_step
from controller.journal.codec import Content, TableContent, table_codec
from controller.journal.custody import Entropy
from controller.journal.faults import RolledBack, RoundRefused, WriteFailed
from controller.journal.files import Files, OsFiles
from controller.journal.mark import write_mark
from controller.journal.memory import MemoryKeys, MemoryMedium, MemoryStore
from controller.journal.notes import (
    Checkpoint,
    CopyFailed,
    CopyRestored,
    FileOpened,
    Note,
    PowerUp,
    Recovered,
    RoundKeyMade,
    Snapshot,
)
from controller.journal.pair import Degraded, PairStore, describe
from controller.journal.parts import Clock, Parts, in_use, parts_of, release
from controller.journal.places import JournalConfig
from controller.journal.record import Head, Stamp, StoredRecord, open_envelope, stored
from controller.journal.recover import RecoveryReport, recover
from controller.journal.replay import Replay, check_signatures, last_key_round
from controller.journal.seal import GCM_NONCE_SIZE, KEY_SIZE, RoundKey, wrap_for_audit

SIGN_AFTER_US: Final = 60_000_000


class Journal:
    """Append to the record of one table; opened, used and closed on the table thread only.

    head: number and chain value of the last acknowledged record; degraded: a copy that is out of use.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._key: RoundKey | None = None
        self._round_no = 0
        self._last: Stamp | None = None
        self._manifest: bytes | None = None
        self._signed_us: int | None = None
        self._unsigned = False

    @classmethod
    def open(
        cls,
        config: JournalConfig,
        clock: Clock,
        *,
        files: Files | None = None,
        vfs: str | None = None,
        entropy: Entropy = secrets.token_bytes,
    ) -> tuple["Journal", Replay, RecoveryReport]:
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
    ) -> tuple["Journal", Replay, RecoveryReport]:
        """Recover both copies, find the open round's key, and mark the table as opened."""
        found = recover(config, files=files, vfs=vfs, utc_us=clock().utc_us, entropy=entropy)
        try:
            journal = cls(parts_of(found, config, clock, entropy))
            seal_lost = journal._begin(found.records)
            write_mark(in_use(found, found.medium.places.marks), replace(found.mark, opened=True), files)
        except BaseException:
            found.store.close()
            release(files, found.locks)
            raise
        return journal, Replay(found.records, journal._key), replace(found.report, seal_lost=seal_lost)

    @classmethod
    def in_memory(
        cls,
        medium: MemoryMedium,
        clock: Clock,
        *,
        entropy: Entropy = secrets.token_bytes,
        signer: Signer | None = None,
    ) -> tuple["Journal", Replay, RecoveryReport]:
        """Open a record that lives in `medium`, which may be opened again like a disk after a restart."""
        records = tuple(medium.records)
        store = PairStore(mirror=None, primary=MemoryStore(medium.header.start, medium.records))
        keys = MemoryKeys(medium, entropy)
        journal = cls(
            Parts(
                codec=table_codec(),
                store=store,
                keys=keys,
                clock=clock,
                entropy=entropy,
                header=medium.header,
                signer=signer,
            )
        )
        seal_lost = journal._begin(records)
        report = RecoveryReport(
            new=not records, clean=True, primary="clean", mirror="clean", seal_lost=seal_lost
        )
        return journal, Replay(records, journal._key), report

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

        A `Snapshot` among the notes says that a round is over: a checkpoint follows, and housekeeping.
        Raise WriteFailed, CodecFault or SealFault; the first refuses every later append.
        """
        step = clock_step(self._last, stamp)
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
        seq = self._store(stored(self.head, body), stamp)
        if any(isinstance(note, Snapshot) for note in notes):
            self._end_round(stamp)
        elif self._is_to_sign(content):
            self.sign(stamp)
        return seq

    def sign(self, stamp: Stamp) -> None:
        """Vouch for all records so far with a checkpoint, where there is a key for it (DURABILITY 3.5).

        Power-up, approved commands and the first record after a minute without one sign by themselves.
        """
        parts = self._parts
        self._signed_us = stamp.boot_us
        if parts.signer is None:
            return
        head, header = self.head, parts.header
        note = Checkpoint(
            table_id=header.table_id,
            file_id=header.file_id,
            seq=head.seq,
            h=head.h,
            boot=stamp.boot,
            manifest=self._manifest,
            counter=None,
            kid="",
            sig=b"",
        )
        self._note((parts.signer.sign(note),), stamp, None)

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
        self._manifest = manifest
        return self._note(tuple(notes), stamp, None)

    def check_anchor(self, seq: int, h_start: str) -> None:
        """Compare a head seen elsewhere, such as on a printed slip, with the record (DURABILITY 5 step 7).

        h_start: first hexadecimal digits of its chain value. Raise RolledBack if it is not in the record.
        """
        held = next((record.h.hex() for record in self._parts.store.records() if record.seq == seq), "")
        if not (h_start and held.startswith(h_start.lower())):
            raise RolledBack(seq=self.head.seq, expected_seq=seq)

    def close(self) -> None:
        """Sign, settle and release both copies and the locks; raise WriteFailed if a copy fails."""
        try:
            self._sign_rest()
            self._parts.store.settle()
        finally:
            self._parts.store.close()
            self._parts.release()

    def _end_round(self, stamp: Stamp) -> None:
        """Sign what a round left, and do what must not be done inside one (DURABILITY 3.2, 3.5)."""
        self.sign(stamp)
        self._parts.store.settle()

    def _sign_rest(self) -> None:
        """Sign what came after the last checkpoint, unless a fault stopped the table."""
        if self._unsigned and not self._parts.store.is_stopped:
            self.sign(self._parts.clock())

    def _is_to_sign(self, content: TableContent) -> bool:
        """Tell whether a checkpoint follows a record (DURABILITY 3.5)."""
        if content.notes and isinstance(content.notes[0], Checkpoint):
            self._unsigned = False
            return False
        self._unsigned = True
        if self._signed_us is None:
            self._signed_us = content.stamp.boot_us
        is_start = any(isinstance(note, PowerUp) for note in content.notes)
        is_approved = getattr(content.cause, "approval", None) is not None
        return is_start or is_approved or content.stamp.boot_us - self._signed_us >= SIGN_AFTER_US

    def _begin(self, records: tuple[StoredRecord, ...]) -> bool:
        """Find the open round's key, or start a new file; tell whether the key is lost."""
        header = self._parts.header
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
        if self._parts.signer is not None:
            check_signatures(records, self._parts.signer)
        self._round_no = last_key_round(records)
        self._key = self._parts.keys.find(self._round_no)
        return self._key is None

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
