"""The signed seal of a closed day: what both files were, byte for byte (DURABILITY 3.7)."""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from controller.verify.canonical import JsonObject, NotCanonical, parse
from controller.verify.chain import Header
from controller.verify.checkpoints import is_signed
from controller.verify.findings import Finding, Verdict
from controller.verify.primary import FILE_MAGIC

_PREFIX: Final = b"DAJ1\x08"
_FIELDS: Final = frozenset(
    ("table_id", "file_id", "gaming_day", "first_seq", "last_seq", "h", "primary", "mirror", "kid", "sig")
)


def check_seal(
    path: Path, header: Header, head: tuple[int, str] | None, keys: Sequence[Ed25519PublicKey]
) -> Iterator[Finding]:
    """Compare a copy with the seal beside it, if there is one; head: number and hash of the last record."""
    place = path.with_suffix(".seal")
    if not place.is_file():
        return
    try:
        seal = parse(place.read_bytes())
    except (NotCanonical, OSError):
        seal = {}
    if seal.keys() != _FIELDS:
        yield Finding(verdict=Verdict.UNKNOWN, reason=f"{place.name} is no seal of this layout")
        return
    for name in _differing(seal, header, head):
        yield Finding(verdict=Verdict.BROKEN, reason=f"{place.name} names another {name}")
    digest = _digest(path)
    if digest is not None and seal[digest[0]] != digest[1]:
        yield Finding(verdict=Verdict.BROKEN, reason=f"{path.name} is not, byte for byte, what was sealed")
    if keys and not is_signed(seal, keys, _PREFIX):
        yield Finding(verdict=Verdict.SIGNATURE, reason=f"{place.name} has a bad signature or an unknown key")


def _differing(seal: JsonObject, header: Header, head: tuple[int, str] | None) -> Iterator[str]:
    """Name what the seal says otherwise than the file."""
    own = {
        "table_id": header.table_id,
        "gaming_day": header.gaming_day,
        "file_id": header.file_id.hex(),
        "first_seq": header.first_seq,
        "last_seq": None if head is None else head[0],
        "h": None if head is None else head[1],
    }
    for name, value in own.items():
        if value is not None and seal[name] != value:
            yield name


def _digest(path: Path) -> tuple[str, str] | None:
    """Give which of the two copies a file is, and its SHA-256; None for what the medium does not give."""
    try:
        with path.open("rb") as file:
            part = "primary" if file.read(len(FILE_MAGIC)) == FILE_MAGIC else "mirror"
            file.seek(0)
            return part, hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None
