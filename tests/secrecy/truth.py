"""What a run really dealt: every seal, opened with the auditors' key (DURABILITY 7.3)."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from controller.cli.world_secrecy import walk
from controller.engine.cards import Exposed, Hidden
from controller.journal.blackbox import read_mirror
from controller.journal.codec import table_codec
from controller.journal.files import OsFiles
from controller.journal.record import StoredRecord, open_envelope
from controller.journal.seal import AuditCopy, RoundKey, unwrap_for_audit
from tests.secrecy.needles import Secret

AUDITOR = bytes(range(32))
"""The private half of the auditors' key of these tests."""

AUDIT_PUBLIC = X25519PrivateKey.from_private_bytes(AUDITOR).public_key().public_bytes_raw()

Place = tuple[int, int]
"""Round and ordinal of a seal."""


@dataclass(slots=True)
class Truth:
    """Hold a run's cards: what lay face down, what was turned up and by which record, and the round keys."""

    hidden: dict[Place, Hidden] = field(default_factory=dict)
    shown: dict[Place, int] = field(default_factory=dict)
    faces: dict[int, dict[str, int]] = field(default_factory=dict)
    keys: list[RoundKey] = field(default_factory=list)

    @property
    def folded(self) -> dict[Place, Hidden]:
        """Give the cards that were never turned up."""
        return {place: card for place, card in self.hidden.items() if place not in self.shown}

    def secrets(self) -> tuple[Secret, ...]:
        """Give what must be nowhere: salts of cards that never turned up, and every key."""
        salts = [
            Secret(what=f"round {number} seal {ordinal}", data=card.salt or b"")
            for (number, ordinal), card in self.folded.items()
        ]
        return (*salts, *(Secret(what=f"key of round {key.round_no}", data=key.key) for key in self.keys))

    def up_by(self, seq: int) -> set[str]:
        """Give the faces that had ever been turned up when record `seq` was durable, in any of its rounds."""
        return {face for faces in self.faces.values() for face, shown in faces.items() if shown <= seq}


def truth_of(mirrors: tuple[Path, ...], table_id: str) -> Truth:
    """Open everything that the mirrors of a run hold."""
    truth, key = Truth(), None
    for record in (one for mirror in mirrors for one in read_mirror(mirror, OsFiles()).records):
        for made in _keys(record, table_id):
            key = made
            if made not in truth.keys:
                truth.keys.append(made)
        number = 0 if key is None else key.round_no
        for value in walk(table_codec().decode(record, key=key).content):
            if isinstance(value, Hidden) and value.card is not None:
                truth.hidden[number, value.ordinal] = value
            elif isinstance(value, Exposed):
                truth.shown.setdefault((number, value.ordinal), record.seq)
                truth.faces.setdefault(number, {}).setdefault(value.card.value, record.seq)
    return truth


def words_of_bodies(records: tuple[StoredRecord, ...]) -> Iterator[tuple[int, str]]:
    """Give every text and number of the bodies, each with the record it stands in."""
    for record in records:
        waiting: list[object] = [json.loads(record.body)]
        while waiting:
            value = waiting.pop()
            if isinstance(value, dict):
                waiting += value.values()
            elif isinstance(value, list):
                waiting += value
            elif isinstance(value, str):
                yield record.seq, value


def _keys(record: StoredRecord, table_id: str) -> Iterator[RoundKey]:
    """Open the auditors' copies of the round keys that one record notes."""
    for note in open_envelope(record.body).notes:
        raw = note.get("audit")
        if note["kind"] == "round_key" and isinstance(raw, dict):
            copy = AuditCopy(**{name: bytes.fromhex(str(value)) for name, value in raw.items()})
            yield unwrap_for_audit(AUDITOR, table_id, int(str(note["round_no"])), copy)
