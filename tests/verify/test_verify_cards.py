"""Seals and faces, one by one: what agrees and what contradicts (DURABILITY 7)."""

import pytest

from controller.verify.cards import Seals, commitment
from tests.verify.kit import Raw

SALT = bytes(16)


def seal(ordinal: int, card: str, /, **changes: object) -> Raw:
    """Give an event with one seal of round 1."""
    fields = {
        "ordinal": ordinal,
        "commit": commitment("T1", 1, ordinal, card, SALT).hex(),
        "sealed": "00" * 60,
    }
    return {"kind": "card_dealt", "card": fields | changes}


def face(ordinal: int, card: str) -> Raw:
    """Give an event that turns one card up."""
    return {"kind": "cards_exposed", "cards": [{"ordinal": ordinal, "card": card, "salt": SALT.hex()}]}


def told(seals: Seals, *events: Raw) -> list[str]:
    """Give what some events contradict."""
    return [reason for event in events for reason in seals.take(event)]


def test_a_seal_and_its_face_agree() -> None:
    """What was sealed may be turned up, twice too, and under the key of a restart in the same round."""
    seals = Seals("T1", round_no=1)
    assert [] == told(seals, seal(0, "Ah"), seal(0, "Ah"), face(0, "Ah"))
    seals.use_key(1)
    assert [] == told(seals, face(0, "Ah"), seal(3, "Kd", commit=None, sealed=None))
    assert 2 == seals.matched


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([seal(0, "Ah"), seal(0, "Kd")], ["seal 0 stands for two different cards"]),
        ([seal(0, "Ah", commit=7)], ["a seal has fields of other types"]),
        ([seal(0, "Ah", commit=None)], ["a seal has fields of other types"]),
        ([seal(0, "Ah", ordinal="0")], ["a seal has fields of other types"]),
        (
            [seal(0, "Ah"), face(0, "Ah"), face(0, "Kd")],
            ["card 0 is not the one that was sealed", "card 0 was turned up twice with two faces"],
        ),
        ([seal(0, "Ah"), seal(1, "Ah"), face(0, "Ah"), face(1, "Ah")], ["cards 0 and 1 have one identity"]),
        ([face(70_000, "Ah")], ["card 70000 is turned up, but was never sealed"]),
    ],
)
def test_cards_that_contradict_each_other_are_named(events: list[Raw], expected: list[str]) -> None:
    """Two cards under one seal, two faces of one card, one face at two places (40)."""
    assert expected == told(Seals("T1", round_no=1), *events)


def test_nothing_is_held_against_cards_whose_seals_may_be_lost() -> None:
    """Before the first key, of an unknown table, or behind a hole, a reveal is counted as not checked."""
    lost = Seals("T1", round_no=1)
    lost.lose()
    for seals in (Seals("T1"), Seals(None, round_no=1), lost):
        assert [] == told(seals, face(0, "Ah"), face(1, "Ah"))
        assert (0, 2) == (seals.matched, seals.unchecked)
