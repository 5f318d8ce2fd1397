"""Sealed cards: format, vectors, and what must not open (DURABILITY 3.9, 7)."""

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from controller.engine.cards import Card, Hidden
from controller.journal.faults import SealFault
from controller.journal.seal import (
    SEALED_CARD_SIZE,
    RoundKey,
    commitment,
    seal_card,
    seal_value,
    unseal,
    unwrap_for_audit,
    unwrap_round_key,
    wrap_for_audit,
    wrap_round_key,
)

SALT = bytes(range(16))
ZERO_KEY = RoundKey(table_id="T1", round_no=7, key=bytes(32))
HIDDEN = Hidden(ordinal=3, card=Card("Ah"), salt=SALT)
NONCE = bytes(12)
COMMIT = "adcd8681ddaec6ae539792b924c2376bd9ad31fe6fa1a1122aef7ba4315743e8"
SEALED_END = "6c0ec438a62a74d1a2f58e7506358e7462ba535da39b7133233f3c86b9b536"


def test_commitment_vector() -> None:
    """DURABILITY 3.9 gives the commitment of the ace of hearts as ordinal 3 of round 7."""
    assert commitment("T1", 7, 3, Card("Ah"), SALT).hex() == COMMIT


def test_seal_vector() -> None:
    """DURABILITY 3.9 gives the end of the 60 sealed bytes."""
    seal = seal_card(ZERO_KEY, HIDDEN, NONCE)
    assert seal.commit.hex() == COMMIT
    assert len(seal.sealed) == SEALED_CARD_SIZE
    assert seal.sealed.hex().endswith(SEALED_END)


def test_a_sealed_card_opens() -> None:
    """Opening gives the same card and salt back (DURABILITY 7.2)."""
    seal = seal_card(ZERO_KEY, HIDDEN, NONCE)
    assert unseal(ZERO_KEY, 3, seal.sealed, seal.commit) == HIDDEN


def test_all_cards_seal_to_one_size() -> None:
    """The size of a seal says nothing about its card (DURABILITY 7.2)."""
    sizes = {len(seal_card(ZERO_KEY, Hidden(ordinal=0, card=card, salt=SALT), NONCE).sealed) for card in Card}
    assert sizes == {SEALED_CARD_SIZE}


@pytest.mark.parametrize(
    ("key", "ordinal"),
    [
        (RoundKey(table_id="T1", round_no=7, key=b"\x01" * 32), 3),
        (RoundKey(table_id="T1", round_no=8, key=bytes(32)), 3),
        (RoundKey(table_id="T2", round_no=7, key=bytes(32)), 3),
        (ZERO_KEY, 4),
    ],
)
def test_a_seal_opens_only_in_its_place(key: RoundKey, ordinal: int) -> None:
    """Another key, round, table or ordinal does not open a seal (DURABILITY 7.2)."""
    seal = seal_card(ZERO_KEY, HIDDEN, NONCE)
    with pytest.raises(SealFault, match="does not open"):
        unseal(key, ordinal, seal.sealed, seal.commit)


def test_no_flipped_bit_opens() -> None:
    """Every altered byte of seal or commitment is noticed (DURABILITY 7.2)."""
    seal = seal_card(ZERO_KEY, HIDDEN, NONCE)
    for index in range(SEALED_CARD_SIZE):
        altered = bytearray(seal.sealed)
        altered[index] ^= 0x10
        with pytest.raises(SealFault):
            unseal(ZERO_KEY, 3, bytes(altered), seal.commit)
    with pytest.raises(SealFault):
        unseal(ZERO_KEY, 3, seal.sealed, bytes(32))
    with pytest.raises(SealFault):
        unseal(ZERO_KEY, 3, b"short", seal.commit)


def test_a_false_commitment_is_noticed_even_with_the_key() -> None:
    """A seal made over another card's commitment contradicts itself (DURABILITY 7.2)."""
    other = commitment("T1", 7, 3, Card("2c"), SALT)
    plain = b"\x01\x00\x03Ah" + SALT + bytes(11)
    aad = b"DAJ1\x05\x00\x00\x00\x02T1" + (7).to_bytes(8, "big") + (3).to_bytes(2, "big") + other
    forged = NONCE + AESGCM(ZERO_KEY.key).encrypt(NONCE, plain, aad)
    with pytest.raises(SealFault, match="contradicts"):
        unseal(ZERO_KEY, 3, forged, other)


def test_values_are_padded_to_blocks() -> None:
    """Other values have sizes in steps of 1,024 bytes, and open to what they were (DURABILITY 7.2)."""
    for size, expected in ((0, 1_052), (1_021, 1_052), (1_022, 2_076), (65_535, 66_588)):
        sealed = seal_value(ZERO_KEY, 9, b"\x07" * size, NONCE)
        assert len(sealed) == expected
        assert unseal(ZERO_KEY, 9, sealed, None) == b"\x07" * size
    with pytest.raises(SealFault, match="65536"):
        seal_value(ZERO_KEY, 9, bytes(65_536), NONCE)


def test_a_card_is_no_value() -> None:
    """A card's seal does not open as another value (DURABILITY 7.2)."""
    seal = seal_card(ZERO_KEY, HIDDEN, NONCE)
    with pytest.raises(SealFault):
        unseal(ZERO_KEY, 3, seal.sealed, None)


def test_closed_cards_cannot_be_sealed() -> None:
    """A card that is closed already has nothing to seal (DURABILITY 7.1)."""
    with pytest.raises(SealFault, match="closed"):
        seal_card(ZERO_KEY, HIDDEN.closed(), NONCE)


def test_salts_have_sixteen_bytes() -> None:
    """A commitment needs the whole secret salt (DURABILITY 7.2)."""
    with pytest.raises(SealFault, match="16"):
        commitment("T1", 7, 3, Card("Ah"), b"short")


def test_keys_and_cards_never_show() -> None:
    """No repr or message holds a key, a card or a salt (DURABILITY 7.5)."""
    key = RoundKey(table_id="T1", round_no=7, key=b"\xaa" * 32)
    seal = seal_card(key, HIDDEN, NONCE)
    with pytest.raises(SealFault) as caught:
        unseal(ZERO_KEY, 3, seal.sealed, seal.commit)
    shown = repr(key) + repr(HIDDEN) + repr(seal) + str(caught.value)
    for secret in ("Ah", r"\xaa", key.key.hex(), SALT.hex()):
        assert secret not in shown
    assert caught.value.__cause__ is None


def test_round_keys_are_kept_wrapped() -> None:
    """`seal.state` opens only with the table's root key, for its own table (DURABILITY 7.3)."""
    root = b"\x11" * 32
    state = wrap_round_key(root, ZERO_KEY, NONCE)
    assert state.startswith(b"DAK1" + (7).to_bytes(8, "big") + NONCE)
    assert len(state) == 72
    assert unwrap_round_key(root, "T1", state) == ZERO_KEY
    for bad_root, table, data in (
        (b"\x12" * 32, "T1", state),
        (root, "T2", state),
        (root, "T1", state[:-1]),
        (root, "T1", state[:-1] + b"\x00"),
        (root, "T1", b"XXXX" + state[4:]),
        (root, "T1", state[:11] + b"\x08" + state[12:]),
    ):
        with pytest.raises(SealFault):
            unwrap_round_key(bad_root, table, data)


def test_only_the_auditors_open_their_copy() -> None:
    """The note's copy of a round key opens with the auditors' private key alone (DURABILITY 7.3)."""
    private = b"\x21" * 32
    public = X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()
    copy = wrap_for_audit(public, ZERO_KEY, b"\x31" * 32, NONCE)
    assert (len(copy.epk), len(copy.nonce), len(copy.ct)) == (32, 12, 48)
    assert unwrap_for_audit(private, "T1", 7, copy) == ZERO_KEY
    with pytest.raises(SealFault):
        unwrap_for_audit(b"\x22" * 32, "T1", 7, copy)
    with pytest.raises(SealFault):
        unwrap_for_audit(private, "T1", 8, copy)
