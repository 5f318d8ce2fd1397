"""Edges, hit rates and worst cases as exact fractions (G5, G6.7).

An edge is what the bettor wins on average per unit staked, so it is below zero; per Ante for the wagers of
the base game. Nothing here rounds: `report` writes per cent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from controller.engine.money import Odds
from controller.engine.ruleset import (
    Category,
    PayTable,
    PlayMultiples,
    Progressive,
    ProgressiveHand,
    RuleSet,
)
from controller.engine.settlement_exposure import highest_odds
from controller.odds.counts import (
    BEATEN,
    FOLDED,
    HEADS_UP_DEALS,
    OPTIMAL_DEALS,
    PLAYED,
    SEVEN_CARD_HANDS,
    SEVEN_CARDS,
    WON_UNFOLDED,
)

BLIND_A = {
    Category.ROYAL_FLUSH: (500, 1),
    Category.STRAIGHT_FLUSH: (50, 1),
    Category.FOUR_OF_A_KIND: (10, 1),
    Category.FULL_HOUSE: (3, 1),
    Category.FLUSH: (3, 2),
    Category.STRAIGHT: (1, 1),
}
BAD_BEAT_A = {
    Category.STRAIGHT_FLUSH: (7500, 1),
    Category.FOUR_OF_A_KIND: (500, 1),
    Category.FULL_HOUSE: (50, 1),
    Category.FLUSH: (30, 1),
    Category.STRAIGHT: (20, 1),
    Category.THREE_OF_A_KIND: (9, 1),
}
_MULTIPLES = PlayMultiples(preflop=(3, 4), flop=(2,), river=(1,))
_ROYALS = {
    ProgressiveHand.ROYAL_HOLE_AND_FLOP: Fraction(1, 649_740),
    ProgressiveHand.ROYAL_WITH_HOLE: Fraction(19, 649_740),
    ProgressiveHand.ROYAL_ON_BOARD: Fraction(1, 649_740),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Hold a wager's edge per unit and how often it wins, both exact."""

    edge: Fraction
    hit_rate: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseGame:
    """Hold the base game under optimal play, per Ante (G5.3, G5.8)."""

    total: Fraction
    ante: Figure
    blind: Figure
    play: Figure
    actions: Mapping[int, Fraction]
    wagered: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveFigure:
    """Hold the progressive per stake: fixed pays, what each stake of meter adds, the even meter (G5.7)."""

    fixed_return: Fraction
    per_meter_stake: Fraction
    break_even_stakes: Fraction
    hit_rate: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstCase:
    """Hold what the bank may pay and collect per unit of Ante, Trips and Bad Beat (G6.7)."""

    pays: tuple[Fraction, Fraction, Fraction]
    collects: tuple[Fraction, Fraction, Fraction]


def qualifying_rate() -> Fraction:
    """Give how often the dealer side has a pair or higher (G5.4)."""
    return 1 - Fraction(SEVEN_CARDS[Category.HIGH_CARD], SEVEN_CARD_HANDS)


def trips(table: PayTable) -> Figure:
    """Derive the Trips wager from seven cards; folding the right hands changes nothing (G5.6)."""
    return _paid_by(table, SEVEN_CARDS, SEVEN_CARD_HANDS)


def bad_beat(table: PayTable) -> Figure:
    """Derive the Bad Beat from the counts of beaten hands, nobody folding (G5.5)."""
    return _paid_by(table, BEATEN, HEADS_UP_DEALS)


def base_game(rules: RuleSet) -> BaseGame | None:
    """Give the base game where its optimal play was counted: `blind-A` and multiples 3, 4 / 2 / 1 (G5.3)."""
    if _pays(rules.blind_table) != BLIND_A or rules.play_multiples != _MULTIPLES:
        return None
    wins = _share(sum(row[0] + row[1] for row in PLAYED.values()))
    qualified = _share(sum(row[0] for row in PLAYED.values()))
    lost = _share(sum(row[3] + row[4] for row in PLAYED.values()) + FOLDED)
    lost_qualified = _share(sum(row[3] for row in PLAYED.values()) + FOLDED)
    play = sum(
        (_share(multiple * (row[0] + row[1] - row[3] - row[4])) for multiple, row in PLAYED.items()),
        Fraction(),
    )
    blind = sum(
        (_share(count) * Fraction(*BLIND_A[hand]) for hand, count in WON_UNFOLDED.items()), Fraction()
    )
    actions = {multiple: _share(sum(row)) for multiple, row in PLAYED.items()}
    return BaseGame(
        total=qualified - lost_qualified + blind - lost + play,
        ante=Figure(edge=qualified - lost_qualified, hit_rate=qualified),
        blind=Figure(edge=blind - lost, hit_rate=_share(sum(WON_UNFOLDED.values()))),
        play=Figure(edge=play, hit_rate=wins),
        actions={**actions, 0: _share(FOLDED)},
        wagered=2 + sum((multiple * share for multiple, share in actions.items()), Fraction()),
    )


def is_bad_beat_a(rules: RuleSet) -> bool:
    """Tell whether the edge with folds that was counted is this rule set's (G5.6)."""
    table = rules.bad_beat_table
    return table is not None and _pays(table) == BAD_BEAT_A and base_game(rules) is not None


def progressive(settings: Progressive) -> ProgressiveFigure:
    """Derive the progressive: its odds are `for`, so the stake is always used up (G5.7)."""
    fixed, per_meter, hits = Fraction(), Fraction(), Fraction()
    for row in settings.rows:
        chance = _chance(row.hand)
        hits += chance
        if row.odds is not None:
            fixed += chance * Fraction(row.odds.numerator, row.odds.denominator)
        if row.meter_percent is not None:
            per_meter += chance * Fraction(row.meter_percent, 100)
    even = (1 - fixed) / per_meter if per_meter else Fraction()
    return ProgressiveFigure(
        fixed_return=fixed, per_meter_stake=per_meter, break_even_stakes=even, hit_rate=hits
    )


def worst_case(rules: RuleSet) -> WorstCase:
    """Give the coefficients of the exposure, with the highest multiple before the flop (G6.7)."""
    multiple = max(rules.play_multiples.preflop, default=0)
    sides = (rules.trips_table, rules.bad_beat_table)
    most = [_ratio(highest_odds(table)) for table in sides]
    offered = [Fraction(table is not None) for table in sides]
    return WorstCase(
        pays=(1 + multiple + _ratio(highest_odds(rules.blind_table)), most[0], most[1]),
        collects=(Fraction(2 + multiple), offered[0], offered[1]),
    )


def _paid_by(table: PayTable, counts: Mapping[Category, int], deals: int) -> Figure:
    paid, hits = Fraction(), 0
    for row in table.rows:
        if row.odds is not None:
            paid += counts[row.category] * _ratio(row.odds)
            hits += counts[row.category]
    return Figure(edge=(paid - (deals - hits)) / deals, hit_rate=Fraction(hits, deals))


def _ratio(odds: Odds | None) -> Fraction:
    return Fraction() if odds is None else Fraction(odds.numerator, odds.denominator)


def _pays(table: PayTable) -> dict[Category, tuple[int, int]]:
    return {
        row.category: (row.odds.numerator, row.odds.denominator) for row in table.rows if row.odds is not None
    }


def _share(count: int) -> Fraction:
    return Fraction(count, OPTIMAL_DEALS)


def _chance(hand: ProgressiveHand) -> Fraction:
    if hand in _ROYALS:
        return _ROYALS[hand]
    return Fraction(SEVEN_CARDS[Category(hand.value)], SEVEN_CARD_HANDS)
