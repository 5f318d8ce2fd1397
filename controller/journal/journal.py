"""The record as the table thread uses it: open and replay, append, open a round, close.

Order at a start: `Journal.open`, then replay all of it, then `power_up` as the first append. Order of a
round: `open_round`, then its appends. Every append returns only when the record is durable on each copy
in use; what it raises stops the table (DURABILITY 4).
"""

import secrets
from typing import Final

from controller.engine.commands import Command
from controller.engine.copying import replace
from controller.engine.events import Event
from controller.journal.anchor import Anchor
from controller.journal.checkpoint import Signer
from controller.journal.clocks import clock_step
from controller.journal.codec import Content, TableContent
from controller.journal.custody import Entropy
from controller.journal.faults import RolledBack, WriteFailed
from controller.journal.files import Files, OsFiles
from controller.journal.mark import TableMark, write_mark
from controller.journal.memory import MemoryMedium
from controller.journal.notes import (
    CopyFailed,
    CopyRestored,
    FileClosed,
    Note,
    PowerUp,
    Recovered,
    RoundKeyMade,
    Snapshot,
)
from controller.journal.pair import Degraded, describe
from controller.journal.parts import Clock, Parts, parts_in_memory, parts_of, release
from controller.journal.places import JournalConfig, places_at, stem_of
from controller.journal.record import Head, Stamp, StoredRecord, open_envelope, stored
from controller.journal.recover import RecoveryReport, recover
from controller.journal.replay import Replay, check_signatures, last_key_round
from controller.journal.rollover import (
    closed_note,
    earlier_record,
    following_day,
    is_closed,
    last_snapshot,
    next_header,
    next_pair,
    opened_note,
    protect,
    seal_files,
)
from controller.journal.seal import GCM_NONCE_SIZE, KEY_SIZE, RoundKey, wrap_for_audit
from controller.journal.space import REFUSE_SHARE, Medium, Room

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
        medium, ballasts = parts.medium, parts.in_use(parts.medium.places.ballasts) if parts.medium else ()
        size = medium.config.ballast_bytes if medium else 0
        self._room = Room(ballasts, size=size, files=medium.files if medium else OsFiles())

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
            journal._write_mark()
            journal._room.lay_ballast()
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
        journal = cls(parts_in_memory(medium, clock, entropy, signer))
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
        """Tell why no cards of a new round may be dealt, None where they may (DURABILITY 4.3)."""
        degraded = self.degraded
        if degraded is not None:
            return f"{degraded.copy} is out of use, {degraded.reason}"
        full = self._room.below(REFUSE_SHARE)
        return None if full is None else f"{full} has less than {REFUSE_SHARE:.0%} free"

    @property
    def media(self) -> tuple[Medium, ...]:
        """Give the room on each medium in use, the primary's first: low ones warn (DURABILITY 4.3)."""
        return self._room.media()

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
        content: TableContent = Content(
            cause=cause,
            events=events,
            notes=notes,
            stamp=stamp,
            round_no=round_no,
            actor=actor,
            src=src,
            cmd=cmd,
        )
        seq = self._record(content)
        snapshot = next((note for note in notes if isinstance(note, Snapshot)), None)
        if snapshot is not None:
            self._end_round(snapshot, stamp)
        elif getattr(cause, "approval", None) is not None:
            self.sign(stamp)
        return seq

    def sign(self, stamp: Stamp) -> None:
        """Vouch for all records so far with a checkpoint, where there is a key for it (DURABILITY 3.5).

        Power-up, round ends and approved commands sign by themselves.
        """
        parts = self._parts
        self._signed_us = stamp.boot_us
        if parts.signer is None:
            return
        note = parts.signer.vouch(parts.header, self.head, boot=stamp.boot, manifest=self._manifest)
        self._note((note,), stamp, None)
        self._unsigned = False

    def sign_if_due(self, stamp: Stamp) -> None:
        """Vouch for records that have stood unsigned for a minute (DURABILITY 3.5)."""
        since_us = stamp.boot_us if self._signed_us is None else self._signed_us
        if self._unsigned and stamp.boot_us - since_us >= SIGN_AFTER_US:
            self.sign(stamp)

    def open_round(self, round_no: int, stamp: Stamp) -> int:
        """Make the round's key, note it, and give the record's number; the key before is gone then.

        Call it between rounds only: housekeeping that must not run inside a round runs here. Whether cards
        may be dealt in it is another matter, see `refusal`.
        """
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
                actions=(*report.actions, *report.unsaid),
                evidence=report.evidence,
            )
        )
        notes += [CopyRestored(copy=name, last_seq=self.head.seq) for name in report.restored]
        if self._key is None:
            notes.append(self._new_key(self._round_no))
        self._manifest = manifest
        seq = self._note(tuple(notes), stamp, None)
        self.sign(stamp)
        return seq

    def check_anchor(self, anchor: Anchor) -> None:
        """Compare a head seen elsewhere, such as on a printed slip, with the record (DURABILITY 5 step 7).

        Raise RolledBack if it is not in the record, on this day or an earlier one.
        """
        parts = self._parts
        held = next((record for record in parts.store.records() if record.seq == anchor.seq), None)
        if held is None and parts.medium is not None:
            held = earlier_record(parts.medium, anchor.seq)
        if held is None or not held.h.hex().startswith(anchor.digits):
            raise RolledBack(seq=self.head.seq, expected_seq=anchor.seq)

    def close(self) -> None:
        """Sign, settle and release both copies and the locks; raise WriteFailed if a copy fails."""
        try:
            self._sign_rest()
            self._parts.store.conclude()
        finally:
            self._parts.store.close()
            self._parts.release()

    def _end_round(self, snapshot: Snapshot, stamp: Stamp) -> None:
        """Sign what a round left, and do what must not be done inside one (DURABILITY 3.2, 3.5, 3.7)."""
        self.sign(stamp)
        self._parts.store.settle()
        medium = self._parts.medium
        if medium is None or medium.config.day_of is None or self.degraded is not None:
            return
        day = medium.config.day_of(stamp.utc_us)
        if day > self._parts.header.gaming_day:
            head = self.head
            seq = self._note((closed_note(head, self._parts.store.records()),), stamp, None)
            failed = self._parts.store.degraded
            if failed is not None:  # both copies must end alike, which the next start sees to
                self._parts.store.close()
                raise WriteFailed(seq=seq, copies=(failed.copy,), reason=failed.reason, stands=True)
            self._next_file(snapshot, day)

    def _next_file(self, snapshot: Snapshot, day: str) -> None:
        """Seal the closed files and go on in new ones; raise WriteFailed, and the next start goes on here."""
        try:
            self._roll(snapshot, day)
        except BaseException as error:
            self._parts.store.close()
            if not isinstance(error, OSError):
                raise
            seq, reason = self.head.seq, describe(error)
            raise WriteFailed(seq=seq, copies=("next file",), reason=reason, stands=True) from error

    def _roll(self, snapshot: Snapshot, day: str) -> None:
        """Do the steps of a roll-over after `file_closed`, in their order (DURABILITY 3.7)."""
        parts, failed = self._parts, self.degraded
        assert parts.medium is not None, "only files are rolled over"
        assert parts.signer is not None, "files are signed"
        closed, head = parts.medium, self.head
        usable = tuple(name for name in parts.usable if failed is None or name != failed.copy)
        parts.store.conclude()
        parts.store.close()
        seal_files(closed, parts.header, head, parts.signer, parts.in_use(closed.places.seals))
        header = next_header(parts.header, head, day, parts.entropy)
        medium = replace(closed, places=places_at(closed.config, stem_of(closed.config, day)))
        store = next_pair(medium, header, usable)
        self._parts = replace(parts, store=store, header=header, medium=medium, usable=usable)
        self._open_file(failed)
        self._note((snapshot,), parts.clock(), None)
        self.sign(parts.clock())
        self._write_mark()
        protect(closed.places, closed.files)

    def _open_file(self, failed: Degraded | None = None) -> None:
        """Append the first record of a file, and with it the key that seals from here on."""
        made = self._new_key(self._round_no) if self._key is None else self._key_note(self._key)
        notes = () if failed is None else (CopyFailed(copy=failed.copy, reason=failed.reason),)
        self._note((opened_note(self._parts.header), made, *notes), self._parts.clock(), None)

    def _write_mark(self) -> None:
        """Mark on each medium that this table exists, and which of its files is the newest; raise OSError."""
        parts, header = self._parts, self._parts.header
        assert parts.medium is not None, "a record in memory needs no mark"
        mark = TableMark(
            table_id=header.table_id, chain_nonce=header.chain_nonce, opened=True, day=header.gaming_day
        )
        write_mark(parts.in_use(parts.medium.places.marks), mark, parts.medium.files)

    def _sign_rest(self) -> None:
        """Sign what came after the last checkpoint, unless a fault stopped the table."""
        if self._unsigned and not self._parts.store.is_stopped:
            self.sign(self._parts.clock())

    def _begin(self, records: tuple[StoredRecord, ...]) -> bool:
        """Find the open round's key, or start a new file; tell whether the key is lost."""
        if not records:
            self._open_file()
            return False
        envelope = open_envelope(records[-1].body)
        self._last = Stamp(utc_us=envelope.utc_us, boot_us=envelope.boot_us, boot=envelope.boot)
        if self._parts.signer is not None:
            check_signatures(records, self._parts.signer)
        self._round_no = last_key_round(records)
        self._key = self._parts.keys.find(self._round_no)
        is_lost = self._key is None
        medium, header = self._parts.medium, self._parts.header
        if medium is not None and is_closed(records):
            day = following_day(medium.config.gaming_day, header.gaming_day)
            self._next_file(last_snapshot(records), day)
        return is_lost

    def _note(self, notes: tuple[Note, ...], stamp: Stamp, round_no: int | None) -> int:
        """Append a record of the journal's own."""
        return self._record(
            Content(
                cause=None,
                events=(),
                notes=notes,
                stamp=stamp,
                round_no=round_no,
                actor="table",
                src="journal",
                cmd=None,
            )
        )

    def _record(self, content: TableContent) -> int:
        """Append one record to both copies, and note a mirror that just failed."""
        parts, stamp = self._parts, content.stamp
        step = clock_step(self._last, stamp)
        if step is not None:
            content = replace(content, notes=(*content.notes, step))
        record = stored(self.head, parts.codec.encode(content, key=self._key, entropy=parts.entropy))
        before = self.degraded
        self._room.give_up_ballast()
        parts.store.append(record)
        self._last, self._unsigned = stamp, True
        after = self.degraded
        closes = any(isinstance(note, FileClosed) for note in content.notes)
        if before is None and after is not None and not closes:
            self._note((CopyFailed(copy=after.copy, reason=after.reason),), parts.clock(), None)
        return record.seq

    def _new_key(self, round_no: int) -> RoundKeyMade:
        """Put a new round's key in place of the one before, and give the note that must follow."""
        parts = self._parts
        try:
            failed = self.degraded
            key = parts.keys.make(round_no, without=None if failed is None else failed.copy)
        except OSError as error:
            raise WriteFailed(
                seq=self.head.seq + 1, copies=("seal.state",), reason=describe(error), stands=False
            ) from error
        self._key, self._round_no = key, round_no
        return self._key_note(key)

    def _key_note(self, key: RoundKey) -> RoundKeyMade:
        """Give the note that the seals from here on are this key's, with a copy for the auditors."""
        parts, round_no = self._parts, key.round_no
        if parts.audit_public_key is None:
            return RoundKeyMade(round_no=round_no, audit=None)
        private, nonce = parts.entropy(KEY_SIZE), parts.entropy(GCM_NONCE_SIZE)
        return RoundKeyMade(
            round_no=round_no, audit=wrap_for_audit(parts.audit_public_key, key, private, nonce)
        )
