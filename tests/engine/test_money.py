"""Whole cents, exact odds and rounding by name (G2.6, G2.7)."""

import pytest

from controller.engine.money import (
    FractionOfCent,
    Odds,
    Pays,
    Rounding,
    is_cents,
    round_to_chip,
    share_out,
)

THREE_TO_TWO = Odds(numerator=3, denominator=2)


@pytest.mark.parametrize("value", [0, 1, 10**12])
def test_whole_numbers_from_zero_are_amounts(value: int) -> None:
    """An amount is an int of cents (G2.6)."""
    assert is_cents(value)


@pytest.mark.parametrize("value", [True, False, 1.0, "1", -1, None, float("nan")])
def test_anything_else_is_no_amount(value: object) -> None:
    """Bool, float, string, negative and missing amounts are refused (G2.6)."""
    assert not is_cents(value)


@pytest.mark.parametrize(
    ("stake", "rounding", "chip", "due"),
    [
        (200, Rounding.EXACT, 1, 300),
        (2500, Rounding.EXACT, 100, 3750),
        (2500, Rounding.DOWN, 100, 3700),
        (2500, Rounding.UP, 100, 3800),
        (2400, Rounding.UP, 100, 3600),
        (101, Rounding.DOWN, 1, 151),
        (101, Rounding.UP, 1, 152),
        (0, Rounding.UP, 100, 0),
    ],
)
def test_winnings_are_rounded_as_the_table_says(stake: int, rounding: Rounding, chip: int, due: int) -> None:
    """3:2 pays exactly, down or up to a chip (G2.7)."""
    assert due == THREE_TO_TWO.winnings(stake, rounding, chip)


def test_exact_refuses_a_fraction_and_names_it() -> None:
    """3:2 of 101 cents is 151.5, which `exact` cannot pay (G2.7)."""
    with pytest.raises(FractionOfCent, match="303/2 cents") as caught:
        THREE_TO_TWO.winnings(101, Rounding.EXACT, 1)
    assert (303, 2) == (caught.value.numerator, caught.value.denominator)


@pytest.mark.parametrize(("numerator", "denominator"), [(1, 0), (-1, 1), (True, 1), (1, -2)])
def test_odds_that_mean_nothing_are_refused(numerator: int, denominator: int) -> None:
    """Odds are two whole numbers, at least 0 and at least 1 (G2.6)."""
    with pytest.raises(ValueError, match="odds"):
        Odds(numerator=numerator, denominator=denominator)


def test_odds_say_whether_the_stake_stays() -> None:
    """Each pay row says `to` or `for` (G2.6)."""
    assert ["3:2 to", "250:1 for"] == [str(THREE_TO_TWO), str(Odds(numerator=250, pays=Pays.FOR))]


def test_rounding_of_a_whole_amount_changes_nothing() -> None:
    """An amount that is whole chips stays as it is under every rounding (G2.7)."""
    assert {500} == {round_to_chip(500, 1, rounding, 100) for rounding in Rounding}


def test_an_amount_without_weights_cannot_be_shared() -> None:
    """There is nobody to give it to (G8.8)."""
    with pytest.raises(ValueError, match="allowed: more than 0"):
        share_out(1, (0, 0))
