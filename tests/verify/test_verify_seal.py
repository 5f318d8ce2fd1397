"""The signed seal of a closed day: other bytes, another day, another key are named (DURABILITY 3.7)."""

import hashlib
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.journal.record import canonical
from controller.verify.verification import Request, verify
from tests.verify.kit import Files, Raw, places, played_day, written
from tests.verify.test_verify_checkpoints import KEY, OTHER, checkpoint, closed, signed


def sealed(files: Files, key: Ed25519PrivateKey = KEY, **changes: object) -> None:
    """Write the seal of a day, as the paper says."""
    day = closed(played_day(), signed(checkpoint(played_day())))
    seal: Raw = {
        "table_id": day.header.table_id,
        "file_id": day.header.file_id.hex(),
        "gaming_day": day.header.gaming_day,
        "first_seq": 1,
        "last_seq": day.last,
        "h": day.records[-1].h.hex(),
        "primary": hashlib.sha256(files.primary.read_bytes()).hexdigest(),
        "mirror": hashlib.sha256(files.mirror.read_bytes()).hexdigest(),
        "kid": "k1",
    }
    seal |= changes
    sig = key.sign(b"DAJ1\x08" + canonical(seal)).hex()
    files.primary.with_suffix(".seal").write_bytes(canonical(seal | {"sig": sig}))


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """Give both copies of a closed day."""
    day = played_day()
    return written(closed(day, signed(checkpoint(day))), tmp_path)


def told(files: Files) -> list[int]:
    """Give the codes of what the pair shows, once each."""
    return sorted({code for code, _ in places(files.check(keys=[KEY.public_key()]))})


def test_a_true_seal_changes_nothing(files: Files) -> None:
    """A day that is what its seal says is whole, each copy alone too."""
    sealed(files)

    assert [] == told(files)
    assert [] == places(verify(Request(files=[files.mirror])))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"table_id": "T9"}, [20]),
        ({"last_seq": 3}, [20]),
        ({"h": "00" * 32}, [20]),
        ({"primary": "00" * 32}, [20]),
        ({"mirror": "00" * 32}, [20]),
        ({"extra": 1}, [31]),
    ],
)
def test_a_seal_of_something_else_is_named(files: Files, changes: Raw, expected: list[int]) -> None:
    """Another table, end or file is an altered record; another layout is 31."""
    sealed(files, **changes)

    assert expected == told(files)


def test_a_seal_by_another_key_is_named(files: Files) -> None:
    """Who cannot sign cannot seal (23)."""
    sealed(files, OTHER)

    assert [23] == told(files)


def test_bytes_after_the_end_of_a_sealed_file_are_named(files: Files) -> None:
    """A single byte that no record covers is still not what was sealed (20)."""
    sealed(files)
    files.primary.write_bytes(files.primary.read_bytes() + bytes(4_096))

    assert [20] == told(files)


def test_a_sealed_copy_that_is_gone_is_told_once(files: Files) -> None:
    """What the medium does not give has no bytes to compare (24)."""
    sealed(files)
    files.mirror.unlink()
    files.mirror.mkdir()

    assert [20, 24] == told(files)


def test_what_is_no_seal_is_31(files: Files) -> None:
    """A file of that name with other contents is of an unknown layout."""
    files.primary.with_suffix(".seal").write_bytes(b"no seal")

    assert [31] == told(files)
