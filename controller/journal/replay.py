"""What a start reads out of the records it found: the replay, the open round, the signatures."""

import itertools
from collections.abc import Iterator
from typing import Final

from controller.journal.checkpoint import Signer, is_signed
from controller.journal.codec import TableRecord, table_codec
from controller.journal.faults import Damaged
from controller.journal.notes import RoundKeyMade
from controller.journal.record import JsonObject, StoredRecord, open_envelope
from controller.journal.seal import RoundKey

_CHECKPOINT: Final = b'"kind":"checkpoint"'
_ROUND_KEY: Final = b'"kind":"round_key"'
_ROUND_OPENED: Final = b'"kind":"round_opened"'
_SNAPSHOT: Final = b'"kind":"snapshot"'


class Replay(Iterator[TableRecord]):
    """Decode records one by one; only the last round's seals can still be opened."""

    def __init__(self, records: tuple[StoredRecord, ...], key: RoundKey | None) -> None:
        self._records = records
        self._key = key
        self._rest = self._decoded(0)

    def __next__(self) -> TableRecord:
        """Give the next record; raise CodecFault for one outside the catalogue."""
        return next(self._rest)

    def since_snapshot(self) -> Iterator[TableRecord]:
        """Give the records from the last snapshot on, that one included; all of them without one.

        What came before is in the snapshot, so that a long day is read in an instant (DURABILITY 3.7).
        """
        return self._decoded(_last(self._records, _SNAPSHOT) or 0)

    def rounds_before_snapshot(self, rounds: int) -> Iterator[TableRecord]:
        """Give the records of so many rounds before the last snapshot, for what the screen looks back to.

        The next round may have opened before the snapshot; its opening is given, too.
        """
        end = _last(self._records, _SNAPSHOT) or 0
        start = end
        for _ in range(rounds + 1):
            start = _last(self._records, _ROUND_OPENED, before=start) or 0
        return self._decoded(start, end)

    def _decoded(self, start: int, end: int | None = None) -> Iterator[TableRecord]:
        codec, key = table_codec(), self._key
        sealed_under = last_key_round(self._records, before=start) if start else None
        for record in itertools.islice(self._records, start, end):
            opens = key if key is not None and sealed_under == key.round_no else None
            decoded = codec.decode(record, key=opens)
            for note in decoded.content.notes:
                if isinstance(note, RoundKeyMade):
                    sealed_under = note.round_no
            yield decoded


def last_key_round(records: tuple[StoredRecord, ...], *, before: int | None = None) -> int:
    """Find the round whose key seals at a place, from the newest `round_key` note before it.

    before: place in the records, None for their end. Raise Damaged without such a note.
    """
    end = len(records) if before is None else before
    likely = (records[at] for at in range(end - 1, -1, -1) if _ROUND_KEY in records[at].body)
    noted = (note for record in likely for note in reversed(open_envelope(record.body).notes))
    made = next((note for note in noted if note.get("kind") == "round_key"), None)
    if made is None:
        raise Damaged(primary_seq=None, mirror_seq=None, reason="no record notes a round key")
    return int(str(made["round_no"]))


def has_checkpoint(records: tuple[StoredRecord, ...]) -> bool:
    """Tell whether anything in a record is signed."""
    return any(True for _ in _checkpoints(records))


def check_signatures(records: tuple[StoredRecord, ...], signer: Signer) -> None:
    """Check each checkpoint of a file; raise Damaged for a bad one (DURABILITY 5 step 6)."""
    first = records[0].seq
    for seq, note in _checkpoints(records):
        before = records[seq - first - 1]
        vouched = (note.get("seq"), note.get("h"))
        if vouched != (before.seq, before.h.hex()) or not is_signed(note, signer.public_key):
            reason = f"checkpoint {seq} is not signed by key {signer.kid} for the record before it"
            raise Damaged(primary_seq=records[-1].seq, mirror_seq=records[-1].seq, reason=reason)


def _checkpoints(records: tuple[StoredRecord, ...]) -> Iterator[tuple[int, JsonObject]]:
    """Give each checkpoint with the number of its record."""
    for record in records:
        if _CHECKPOINT in record.body:
            notes = open_envelope(record.body).notes
            yield from ((record.seq, note) for note in notes if note.get("kind") == "checkpoint")


def _last(records: tuple[StoredRecord, ...], mark: bytes, *, before: int | None = None) -> int | None:
    """Give the place of the last record, of all or of those before a place, that holds some bytes."""
    end = len(records) if before is None else before
    return next((at for at in range(end - 1, -1, -1) if mark in records[at].body), None)
