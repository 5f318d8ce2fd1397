"""Signed checkpoints: each vouches for the record before it, and so for the whole chain (DURABILITY 3.5).

A chain alone shows neither a cut tail nor a record written anew from some point on. The signing key is a
file of 32 bytes; its public half lies beside it in hexadecimal, for whoever verifies.
"""

import hashlib
from dataclasses import asdict
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from controller.engine.copying import replace
from controller.engine.faults import ConfigFault
from controller.journal.custody import Entropy
from controller.journal.files import Files, replace_whole
from controller.journal.notes import Checkpoint
from controller.journal.record import Head, JsonObject, canonical
from controller.journal.store import FileHeader

SIGNING_KEY_SIZE: Final = 32
KID_DIGITS: Final = 16
PUBLIC_ENDING: Final = ".pub"

_PREFIX: Final = b"DAJ1\x03"
_SEAL_PREFIX: Final = b"DAJ1\x08"


class Signer:
    """Sign checkpoints, and check those this key signed; the key itself never shows in a repr.

    kid: first hexadecimal digits of the SHA-256 of the public key; public_key: its 32 bytes.
    """

    def __init__(self, private_key: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(private_key)
        self.public_key = self._key.public_key().public_bytes_raw()
        self.kid = key_id(self.public_key)

    def vouch(self, header: FileHeader, head: Head, *, boot: str, manifest: bytes | None) -> Checkpoint:
        """Give the signed checkpoint for the record at a head, in the file of this header."""
        note = Checkpoint(
            table_id=header.table_id,
            file_id=header.file_id,
            seq=head.seq,
            h=head.h,
            boot=boot,
            manifest=manifest,
            counter=None,
            kid=self.kid,
            sig=b"",
        )
        return replace(note, sig=self._key.sign(message_of(raw_of(note))))

    def sign_seal(self, raw: JsonObject) -> bytes:
        """Give the signature of a closed file's seal, over its canonical form without itself."""
        return self._key.sign(_SEAL_PREFIX + canonical(raw))


def key_id(public_key: bytes) -> str:
    """Name a public key of 32 bytes."""
    return hashlib.sha256(public_key).hexdigest()[:KID_DIGITS]


def raw_of(note: Checkpoint) -> JsonObject:
    """Give a checkpoint as it stands in a body."""
    fields = asdict(note).items()
    return {name: value.hex() if isinstance(value, bytes) else value for name, value in fields}


def message_of(raw: JsonObject) -> bytes:
    """Give the bytes that are signed: a prefix, then the note in canonical form without its signature."""
    return _PREFIX + canonical({name: value for name, value in raw.items() if name != "sig"})


def is_signed(raw: JsonObject, public_key: bytes) -> bool:
    """Tell whether a checkpoint, as it stands in a body, bears this key's signature."""
    try:
        signature = bytes.fromhex(str(raw.get("sig")))
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message_of(raw))
    except (InvalidSignature, ValueError):
        return False
    return True


def load_signer(path: Path, files: Files, entropy: Entropy, *, create: bool) -> Signer:
    """Give the signer of a key file, made first where `create` allows; raise ConfigFault otherwise."""
    if create and files.size(path) is None:
        files.make_folder(path.parent)
        private_key = entropy(SIGNING_KEY_SIZE)
        public_key = Signer(private_key).public_key
        replace_whole(files, path.with_name(path.name + PUBLIC_ENDING), public_key.hex().encode())
        replace_whole(files, path, private_key)
    try:
        private_key = files.read(path)
    except OSError as error:
        raise _bad_key_file(path, type(error).__name__) from None
    if len(private_key) != SIGNING_KEY_SIZE:
        raise _bad_key_file(path, f"{len(private_key)} bytes")
    return Signer(private_key)


def _bad_key_file(path: Path, found: str) -> ConfigFault:
    return ConfigFault(
        file=str(path),
        key="journal.signing_key_file",
        value=found,
        allowed=f"a readable file of {SIGNING_KEY_SIZE} bytes",
    )
