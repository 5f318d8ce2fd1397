"""Ceilings of wagers and the worst that open ones can cost (G2.5, G6.7)."""

from dataclasses import replace

import pytest

from controller.engine.money import Rounding
from controller.engine.ruleset import AggregateCap, CapScope, OverMax, PlayMultiples, RuleSet, Street, Wager
from controller.engine.settlement import Overage, settle
from controller.engine.settlement_exposure import (
    Exposure,
    OpenWagers,
    bettor_exposure,
    highest_multiple,
    highest_odds,
    table_exposure,
)
from controller.engine.settlement_limits import ceiling, cut_to_limits
from controller.rulesets.load import load_ruleset
from tests.engine.settlement_kit import CALIFORNIA, UNIT, seat, showdown, stakes

HOUSE = load_ruleset("house-limits")


@pytest.mark.parametrize(
    ("rules", "wager", "most"),
    [
        (CALIFORNIA, Wager.ANTE, 1_000_000),
        (CALIFORNIA, Wager.PLAY, 4_000_000),
        (CALIFORNIA, Wager.TRIPS, 2000),
        (CALIFORNIA, Wager.BAD_BEAT, 2000),
        (HOUSE, Wager.TRIPS, 2500),
        (HOUSE, Wager.BAD_BEAT, 0),
        (HOUSE, Wager.PROGRESSIVE, 0),
    ],
)
def test_a_side_wager_ends_at_the_ante_where_the_rules_say_so(
    rules: RuleSet, wager: Wager, most: int
) -> None:
    """`side_max = ante` takes the smaller of the maximum and the Ante as placed (G2.5)."""
    assert most == ceiling(rules, wager, 2000)


def test_what_is_above_the_ceiling_goes_back() -> None:
    """Each wager is honoured to its maximum, and the lines return the rest (G2.5)."""
    placed = stakes(1500, 6000, 30)
    cut = cut_to_limits(HOUSE, placed)
    assert (100_000, 100_000, 400_000, 2500) == (cut.ante, cut.blind, cut.play, cut.trips)
    assert (
        Overage(wager=Wager.ANTE, cents=50_000),
        Overage(wager=Wager.BLIND, cents=50_000),
        Overage(wager=Wager.PLAY, cents=200_000),
        Overage(wager=Wager.TRIPS, cents=500),
    ) == cut.overages
    shown = showdown("Kd 5c", "Kh Qc 9d 2c 7s", seat(2, "2s 3d", cut), bank=0, position=None)
    lines = settle(HOUSE, shown).lines
    assert [50_000, 50_000, 200_000, 500] == [line.returned for line in lines]
    assert [100_000, 100_000, 400_000, 2500] == [line.collected for line in lines]


def test_what_keeps_to_the_limits_is_left_as_it_is() -> None:
    """Nothing is noted where nothing goes back (G2.5)."""
    placed = stakes(10, 40, 5)
    assert placed is cut_to_limits(replace(HOUSE, over_max=OverMax.CAP), placed)


def test_the_worst_case_of_the_california_tables() -> None:
    """505 Antes, 50 Trips and 7,500 Bad Beats: 20,137,500 for 25.00 on each (G6.7)."""
    wagers = OpenWagers(stakes=stakes(25, 0, 25, 25), multiple=4)
    assert Exposure(pays=20_137_500, collects=8 * 2500) == bettor_exposure(CALIFORNIA, wagers)
    assert Exposure(pays=40_275_000, collects=16 * 2500) == table_exposure(CALIFORNIA, [wagers, wagers])
    assert Exposure(pays=0, collects=0) == table_exposure(CALIFORNIA, [])


def test_a_cap_bounds_the_worst_case_of_each_bettor() -> None:
    """The sum is over bettors, each cut to its cap; excluded wagers stay outside (G6.7)."""
    wagers = OpenWagers(stakes=stakes(100, 0, 20), multiple=4)
    assert 2_000_000 == bettor_exposure(HOUSE, wagers).pays
    assert 4_000_000 == table_exposure(HOUSE, [wagers, wagers]).pays
    cap = AggregateCap(cents=2_000_000, scope=CapScope.TABLE, exclude=())
    table = replace(HOUSE, aggregate_cap=cap)
    assert 2_000_000 == table_exposure(table, [wagers, wagers]).pays
    outside = replace(HOUSE, aggregate_cap=replace(cap, scope=CapScope.BETTOR, exclude=(Wager.TRIPS,)))
    assert 2_000_000 + 50 * 20 * UNIT == bettor_exposure(outside, wagers).pays
    assert 5_150_000 == bettor_exposure(replace(HOUSE, aggregate_cap=None), wagers).pays


def test_a_wager_without_a_table_costs_nothing() -> None:
    """The house has no Bad Beat (G5.1)."""
    assert highest_odds(HOUSE.bad_beat_table) is None
    assert "500:1 to" == str(highest_odds(HOUSE.blind_table))


@pytest.mark.parametrize(
    ("rounding", "chip", "most"),
    [(Rounding.EXACT, 1, 152), (Rounding.UP, 100, 200), (Rounding.DOWN, 100, 100)],
)
def test_the_worst_case_is_rounded_as_wins_are(rounding: Rounding, chip: int, most: int) -> None:
    """What `exact` could not pay is counted up, so the bound holds (G2.7, G6.7)."""
    flush = tuple(row for row in CALIFORNIA.blind_table.rows if row.category == "flush")
    table = replace(CALIFORNIA.blind_table, rows=flush)
    rules = replace(CALIFORNIA, rounding=rounding, chip=chip, blind_table=table)
    wagers = replace(stakes(0), blind=101)
    assert most == bettor_exposure(rules, OpenWagers(stakes=wagers, multiple=0)).pays


def test_the_highest_multiple_still_allowed_falls_with_the_streets() -> None:
    """4, then 2, then 1; later streets count too (G2.2)."""
    assert [4, 2, 1] == [highest_multiple(CALIFORNIA, street) for street in Street]
    odd = replace(CALIFORNIA, play_multiples=PlayMultiples(preflop=(1,), flop=(), river=(2,)))
    assert [2, 2, 2] == [highest_multiple(odd, street) for street in Street]
