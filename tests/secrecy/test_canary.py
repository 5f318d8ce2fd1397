"""No card that lies face down is found in any byte written, in any spelling (issue 7, DURABILITY 8, INV6)."""

import base64
import json

import pytest
from cobs import cobs

from controller.cli.world_soak import DaySetting
from tests.secrecy.days import play
from tests.secrecy.hunt import leaks, shown_salts
from tests.secrecy.needles import Secret, card_words, search, spellings
from tests.secrecy.plants import Plant, caught_by_the_hunt

ROUNDS = 2
SALT = bytes.fromhex("00017ff0c3285c22 0a0d3cf9e1ab5b6b")
AROUND = (b"", b"x", b"xy", b"xyz")
"""What may stand before a secret: base64 writes it in three ways."""


@pytest.mark.parametrize("dealing", ["stacks", "shoe"])
@pytest.mark.parametrize("level", ["rough", "hostile"])
def test_no_byte_of_a_day_with_faults_holds_a_hidden_card(level: str, dealing: str) -> None:
    """Record, log and console of a day with faults and crashes; the same hunt finds what was turned up."""
    written, truth = play(DaySetting(seed=7, level=level, rounds=ROUNDS, dealing=dealing))
    assert [] == leaks(written, truth)
    assert truth.folded
    turned_up = shown_salts(truth)
    assert turned_up
    assert {one.what for one in turned_up} <= {
        one.what for one in search("mirror", written.files["mirror"], turned_up)
    }


@pytest.mark.parametrize("plant", caught_by_the_hunt(), ids=lambda plant: plant.name)
def test_a_planted_leak_is_hunted_down(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card in a log line, a text of the screen, an error or a repr must each be found (issue 7)."""
    plant.put(monkeypatch)
    written, truth = play(DaySetting(seed=3, level="calm", rounds=0, dealing="stacks"))
    assert plant.where in {one.where.split(" ")[0] for one in leaks(written, truth)}


@pytest.mark.parametrize("before", AROUND)
def test_every_spelling_of_a_secret_is_found(before: bytes) -> None:
    """Raw, hex, base64 at each phase, UTF-16, JSON, Python, numbers, COBS (DURABILITY 8)."""
    secret = Secret(what="salt", data=SALT)
    written = [
        before + SALT + b"tail",
        (before + SALT).hex().encode(),
        base64.b64encode(before + SALT + b"tail"),
        base64.urlsafe_b64encode(before + SALT),
        SALT.hex().encode("utf-16"),
        json.dumps([*before, *SALT]).encode(),
        json.dumps((before + SALT).decode("latin-1")).encode(),
        repr(before + SALT).encode(),
        cobs.encode(SALT),
    ]
    assert [True] * len(written) == [any(search("file", data, (secret,))) for data in written]
    assert len({name for name, _ in spellings(SALT)}) == len(list(spellings(SALT)))


def test_cards_are_found_as_words_and_nothing_else_is() -> None:
    """`Kc`, `Card.CK` and a repr are words; hexadecimal text and names are none."""
    assert {"Kc", "Ah"} == card_words(b'{"reason": "Kc, Ah"}')
    assert {"Card.CK"} == card_words(b"InvariantFault: <Card.CK>")
    assert set() == card_words(b"4d5e2c bKcx SHOE-0001 3chars")
