"""Signed checkpoints: each vouches for the record before it, and so for all before that (DURABILITY 3.5)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from controller.verify.canonical import JsonObject, canonical
from controller.verify.catalogue import shown
from controller.verify.chain import Header, Record
from controller.verify.findings import Finding, Verdict

KEY_SIZE = 32
_PREFIX = b"DAJ1\x03"


class BadKey(ValueError):
    """Report a file that holds no Ed25519 public key; path: the file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path} holds no Ed25519 public key; allowed: PEM, 64 hex digits or 32 bytes")


def load_key(path: Path) -> Ed25519PublicKey:
    """Read a public key as PEM, hexadecimal text or raw bytes; raise BadKey or OSError."""
    data = path.read_bytes()
    try:
        if data.lstrip().startswith(b"-----BEGIN"):
            key = load_pem_public_key(data)
        else:
            raw = data if len(data) == KEY_SIZE else bytes.fromhex(data.decode())
            key = Ed25519PublicKey.from_public_bytes(raw)
    except (ValueError, UnsupportedAlgorithm):
        raise BadKey(path) from None
    if not isinstance(key, Ed25519PublicKey):
        raise BadKey(path)
    return key


@dataclass(slots=True)
class Checkpoints:
    """Check the checkpoints of one file against its records and the keys that are known.

    keys: none for no check of signatures. good, bad, unchecked: how many; kids: how many by key name;
    covers: the last record that a good one vouches for.
    """

    header: Header
    keys: Sequence[Ed25519PublicKey] = ()
    good: int = 0
    bad: int = 0
    unchecked: int = 0
    kids: Counter[str] = field(default_factory=Counter)
    covers: int = 0

    def take(self, note: JsonObject, seq: int, before: Record | None) -> Iterator[Finding]:
        """Take one checkpoint; before: the record it stands behind, None where that is missing."""
        kid = note["kid"]
        self.kids[kid if isinstance(kid, str) and len(kid) <= 64 and kid.isalnum() else shown(kid)] += 1
        wrong = [*self._mismatches(note, seq, before)]
        for name in wrong:
            yield Finding(verdict=Verdict.BROKEN, seq=seq, reason=f"the checkpoint says another {name}")
        if not self.keys:
            self.unchecked += 1
        elif not is_signed(note, self.keys, _PREFIX):
            self.bad += 1
            yield Finding(
                verdict=Verdict.SIGNATURE,
                seq=seq,
                reason="the checkpoint's signature is bad or by an unknown key",
            )
        elif wrong:
            self.bad += 1
        else:
            self.good += 1
            self.covers = seq - 1

    def _mismatches(self, note: JsonObject, seq: int, before: Record | None) -> Iterator[str]:
        """Compare what it vouches for with the record and the file it stands in."""
        if note["seq"] != seq - 1:
            yield "record"
        elif before is not None and note["h"] != before.h.hex():
            yield "hash than the record before it has"
        if note["file_id"] != self.header.file_id.hex():
            yield "file"
        if self.header.table_id not in (None, note["table_id"]):
            yield "table"


def is_signed(note: JsonObject, keys: Sequence[Ed25519PublicKey], prefix: bytes) -> bool:
    """Try each known key on what a note says, its signature left out (DURABILITY 3.5)."""
    unsigned = {name: value for name, value in note.items() if name != "sig"}
    try:
        signature = bytes.fromhex(str(note["sig"]))
    except ValueError:
        return False
    message = prefix + canonical(unsigned)
    return any(_verifies(key, signature, message) for key in keys)


def _verifies(key: Ed25519PublicKey, signature: bytes, message: bytes) -> bool:
    try:
        key.verify(signature, message)
    except InvalidSignature:
        return False
    return True
