"""The table's worst case beside the player-dealer's wager (G6.7)."""

from fractions import Fraction
from functools import lru_cache

from controller.engine.money import Cents
from controller.engine.ruleset import PayTable, RuleSet
from controller.engine.state import Bettor, Decision, TableState


def table_exposure(state: TableState) -> Cents:
    """Give the most that all wagers on the felt could win, in cents; an upper bound."""
    return sum(
        bettor_exposure(state.ruleset, bettor, seat.decision)
        for seat in state.seats
        for bettor in seat.bettors
        if bettor.is_in
    )


def bettor_exposure(rules: RuleSet, bettor: Bettor, decision: Decision | None) -> Cents:
    """Give one bettor's worst case with the Play placed or the highest still allowed."""
    multiple = decision.multiple if decision is not None else max(rules.play_multiples.preflop, default=0)
    stakes = bettor.stakes
    most = (
        Fraction(stakes.ante * (1 + multiple))
        + stakes.blind * _highest(rules.blind_table)
        + stakes.trips * _highest(rules.trips_table)
        + stakes.bad_beat * _highest(rules.bad_beat_table)
    )
    return -(-most.numerator // most.denominator)


@lru_cache(maxsize=64)  # a rule set has three tables, and every picture asks for each bettor's worst case
def _highest(table: PayTable | None) -> Fraction:
    if table is None:
        return Fraction(0)
    rows = [Fraction(row.odds.numerator, row.odds.denominator) for row in table.rows if row.odds is not None]
    return max(rows, default=Fraction(0))
