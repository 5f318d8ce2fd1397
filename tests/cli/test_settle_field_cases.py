"""Field cases of groups 1 and 2 that a line of `settle` refuses, token and amount named (G13.5)."""

from typing import Any

import pytest

from tests.cli.settle_kit import BETTOR, SEAT, answer, changed


@pytest.mark.parametrize("token", ["10h", "tH", "1h", "0h", "Tx", "", "Th "])
def test_he13_a_token_that_is_no_card_is_named(token: str) -> None:
    """Only Th is the ten of hearts; nothing is mapped or dropped (HE13, G1)."""
    error = answer(changed(f"{SEAT}/hole", ["As", token]))["error"]
    assert "bad_card" == error["code"]
    assert f"'{token}'" in error["message"] or f'"{token}"' in error["message"]


def played(street: str, multiple: int, cents: int) -> dict[str, Any]:
    """Give the sample line with an Ante of 15.00 and this Play, nobody behind the seat."""
    line = changed(f"{SEAT}/action", {"type": "play", "street": street, "multiple": multiple})
    line["input"]["seats"][0]["bettors"] = [line["input"]["seats"][0]["bettors"][0]]
    line["input"]["seats"][0]["bettors"][0].update(ante=1500, blind=1500, play=cents, trips=500)
    return line


@pytest.mark.parametrize(
    ("street", "cents", "multiple", "code"),
    [
        ("preflop", 1500, 1, "multiple_not_allowed"),
        ("preflop", 3000, 2, "multiple_not_allowed"),
        ("preflop", 4400, 3, "play_amount"),
        ("preflop", 4500, 3, None),
        ("preflop", 6000, 4, None),
        ("preflop", 6100, 4, "play_amount"),
        ("flop", 3000, 2, None),
        ("flop", 4500, 3, "multiple_not_allowed"),
        ("river", 1500, 1, None),
        ("river", 3500, 1, "play_amount"),
    ],
)
def test_st25_only_the_multiples_of_the_street_are_a_play(
    street: str, cents: int, multiple: int, code: str | None
) -> None:
    """Ante 15.00: 45 and 60, then 30, then 15; another amount is named (ST08, ST25, G2.2)."""
    answered = answer(played(street, multiple, cents))
    assert code == answered.get("error", {}).get("code")
    assert code != "play_amount" or str(cents) in answered["error"]["message"]


def test_st08_a_trips_over_its_ante_is_named_with_what_is_allowed() -> None:
    """Trips 11 on an Ante of 10 (ST08, G13.5)."""
    error = answer(changed(f"{BETTOR}/trips", 1100))["error"]
    assert "side_over_ante" == error["code"]
    assert "1100" in error["message"]
    assert "1000" in error["message"]
