"""Seal what nobody may see yet, and open it again: the only module that does either (DURABILITY 7).

Every identity that was read face down is on disk as a commitment and a ciphertext of fixed size. `unseal`
is the one function that opens ciphertext of a round. Keys, salts and cards never reach a repr or a message.
"""

import hashlib
from dataclasses import dataclass, field
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from controller.engine.cards import Card, Hidden
from controller.journal.faults import SealFault
from controller.journal.record import lp

KEY_SIZE: Final = 32
SALT_SIZE: Final = 16
GCM_NONCE_SIZE: Final = 12
SEALED_CARD_SIZE: Final = 60
VALUE_BLOCK: Final = 1_024
MAX_VALUE: Final = 65_535

_STATE_MAGIC: Final = b"DAK1"
_STATE_SIZE: Final = 4 + 8 + GCM_NONCE_SIZE + KEY_SIZE + 16
_PREFIX: Final = b"DAJ1"
_CARD: Final = b"\x01"
_VALUE: Final = b"\x02"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundKey:
    """Hold the key of one round's seals; the key itself never shows in a repr.

    table_id, round_no: what the seals are bound to; key: 32 random bytes.
    """

    table_id: str
    round_no: int
    key: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """Hold what stands on disk for one hidden card: commitment (32 bytes) and ciphertext (60 bytes)."""

    commit: bytes
    sealed: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditCopy:
    """Hold a round key as only the auditors' private key opens it (DURABILITY 7.3).

    epk: ephemeral public key, 32 bytes; nonce: 12 bytes; ct: ciphertext with tag, 48 bytes.
    """

    epk: bytes
    nonce: bytes
    ct: bytes


def commitment(table_id: str, round_no: int, ordinal: int, card: Card, salt: bytes) -> bytes:
    """Give the 32 bytes that bind a hidden card, checkable once it is face up (DURABILITY 7.2)."""
    if len(salt) != SALT_SIZE:
        raise SealFault(f"salt has {len(salt)} bytes, needs {SALT_SIZE}", round_no=round_no, ordinal=ordinal)
    place = lp(table_id.encode()) + _place(round_no, ordinal)
    return hashlib.sha256(_PREFIX + b"\x02" + salt + place + card.value.encode()).digest()


def seal_card(key: RoundKey, hidden: Hidden, nonce: bytes) -> Seal:
    """Seal an open hidden card under its round's key; raise SealFault if it is closed already."""
    if hidden.card is None or hidden.salt is None:
        raise SealFault("card is closed, nothing to seal", round_no=key.round_no, ordinal=hidden.ordinal)
    commit = commitment(key.table_id, key.round_no, hidden.ordinal, hidden.card, hidden.salt)
    ordinal = hidden.ordinal.to_bytes(2, "big")
    plain = _CARD + ordinal + hidden.card.value.encode() + hidden.salt + bytes(11)
    aad = _card_aad(key, hidden.ordinal, commit)
    return Seal(commit=commit, sealed=nonce + AESGCM(key.key).encrypt(nonce, plain, aad))


def seal_value(key: RoundKey, ordinal: int, data: bytes, nonce: bytes) -> bytes:
    """Seal any other value at a fixed size, so that its length says nothing (DURABILITY 7.2)."""
    if len(data) > MAX_VALUE:
        raise SealFault(
            f"value has {len(data)} bytes, allowed {MAX_VALUE}", round_no=key.round_no, ordinal=ordinal
        )
    plain = _VALUE + len(data).to_bytes(2, "big") + data
    plain += bytes(-len(plain) % VALUE_BLOCK)
    return nonce + AESGCM(key.key).encrypt(nonce, plain, _value_aad(key, ordinal))


def unseal(key: RoundKey, ordinal: int, sealed: bytes, commit: bytes | None) -> Hidden | bytes:
    """Open one seal: a card when it has a commitment, else the bytes of another value.

    Raise SealFault for a wrong key, place or commitment and for any altered byte. Three callers exist:
    recovery, the check of an exposure, a dispute (DURABILITY 7.5); the first two go through the codec.
    """
    aad = _value_aad(key, ordinal) if commit is None else _card_aad(key, ordinal, commit)
    try:
        plain = AESGCM(key.key).decrypt(sealed[:GCM_NONCE_SIZE], sealed[GCM_NONCE_SIZE:], aad)
    except (InvalidTag, ValueError):
        raise SealFault("does not open with this key", round_no=key.round_no, ordinal=ordinal) from None
    if commit is None:
        return plain[3 : 3 + int.from_bytes(plain[1:3], "big")]
    return _opened_card(key, ordinal, plain, commit)


def wrap_round_key(table_root: bytes, key: RoundKey, nonce: bytes) -> bytes:
    """Give the contents of `seal.state`: the round's key under the table's root key (DURABILITY 7.3)."""
    number = key.round_no.to_bytes(8, "big")
    aad = lp(key.table_id.encode()) + number
    return _STATE_MAGIC + number + nonce + AESGCM(table_root).encrypt(nonce, key.key, aad)


def unwrap_round_key(table_root: bytes, table_id: str, state: bytes) -> RoundKey:
    """Open the contents of `seal.state`; raise SealFault for another root, table or any altered byte."""
    if len(state) != _STATE_SIZE or not state.startswith(_STATE_MAGIC):
        raise SealFault(f"seal.state has {len(state)} bytes or a wrong start, needs {_STATE_SIZE}")
    number, nonce, ct = state[4:12], state[12:24], state[24:]
    round_no = int.from_bytes(number, "big")
    try:
        key = AESGCM(table_root).decrypt(nonce, ct, lp(table_id.encode()) + number)
    except InvalidTag:
        raise SealFault("seal.state does not open with this table_root", round_no=round_no) from None
    return RoundKey(table_id=table_id, round_no=round_no, key=key)


def wrap_for_audit(public_key: bytes, key: RoundKey, private: bytes, nonce: bytes) -> AuditCopy:
    """Give a copy of the round's key that only the auditors open; private: 32 ephemeral random bytes."""
    ephemeral = X25519PrivateKey.from_private_bytes(private)
    info = _audit_info(key.table_id, key.round_no)
    shared = _audit_key(ephemeral.exchange(X25519PublicKey.from_public_bytes(public_key)), info)
    epk = ephemeral.public_key().public_bytes_raw()
    return AuditCopy(epk=epk, nonce=nonce, ct=AESGCM(shared).encrypt(nonce, key.key, info))


def unwrap_for_audit(private_key: bytes, table_id: str, round_no: int, copy: AuditCopy) -> RoundKey:
    """Open the auditors' copy of a round's key, off the table; raise SealFault if it does not open."""
    info = _audit_info(table_id, round_no)
    own = X25519PrivateKey.from_private_bytes(private_key)
    shared = _audit_key(own.exchange(X25519PublicKey.from_public_bytes(copy.epk)), info)
    try:
        key = AESGCM(shared).decrypt(copy.nonce, copy.ct, info)
    except InvalidTag:
        raise SealFault("audit copy does not open with this key", round_no=round_no) from None
    return RoundKey(table_id=table_id, round_no=round_no, key=key)


def _opened_card(key: RoundKey, ordinal: int, plain: bytes, commit: bytes) -> Hidden:
    """Read an opened card and compare it with its commitment."""
    card, salt = Card(plain[3:5].decode()), plain[5:21]
    same_place = plain[:3] == _CARD + ordinal.to_bytes(2, "big")
    if not same_place or commitment(key.table_id, key.round_no, ordinal, card, salt) != commit:
        raise SealFault("card contradicts its commitment", round_no=key.round_no, ordinal=ordinal)
    return Hidden(ordinal=ordinal, card=card, salt=salt)


def _place(round_no: int, ordinal: int) -> bytes:
    return round_no.to_bytes(8, "big") + ordinal.to_bytes(2, "big")


def _card_aad(key: RoundKey, ordinal: int, commit: bytes) -> bytes:
    return _PREFIX + b"\x05" + lp(key.table_id.encode()) + _place(key.round_no, ordinal) + commit


def _value_aad(key: RoundKey, ordinal: int) -> bytes:
    return _PREFIX + b"\x07" + lp(key.table_id.encode()) + _place(key.round_no, ordinal)


def _audit_info(table_id: str, round_no: int) -> bytes:
    return _PREFIX + b"\x06" + lp(table_id.encode()) + round_no.to_bytes(8, "big")


def _audit_key(shared: bytes, info: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=KEY_SIZE, salt=None, info=info).derive(shared)
