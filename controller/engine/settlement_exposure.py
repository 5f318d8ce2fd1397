"""The worst that open wagers can cost the bank, or bring it (G6.7)."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from controller.engine.money import EVEN_MONEY, Cents, Odds, Rounding
from controller.engine.ruleset import CapScope, PayTable, RuleSet, Street, Wager
from controller.engine.settlement_types import Stakes


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """Hold the most that the bank can pay and the most that it can collect, in cents."""

    pays: Cents
    collects: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenWagers:
    """Hold one bettor's stakes and the Play multiple placed, or the highest still allowed; 0 once folded."""

    stakes: Stakes
    multiple: int


def highest_multiple(rules: RuleSet, street: Street) -> int:
    """Give the highest Play multiple still allowed to a seat that is open on this street (G2.2)."""
    streets = tuple(Street)
    later = streets[streets.index(street) :]
    return max((multiple for one in later for multiple in rules.play_multiples.of(one)), default=0)


@cache
def highest_odds(table: PayTable | None) -> Odds | None:
    """Give the best row of a pay table, None where there is none."""
    rows = [row.odds for row in table.rows if row.odds is not None] if table is not None else []
    return max(rows, key=lambda odds: Fraction(odds.numerator, odds.denominator), default=None)


def bettor_exposure(rules: RuleSet, wagers: OpenWagers) -> Exposure:
    """Give the worst case of one bettor: every wager at its highest odds, cut to a cap of its own (G6.7)."""
    play = wagers.multiple * wagers.stakes.ante
    worst = {
        Wager.ANTE: _most(rules, EVEN_MONEY, wagers.stakes.ante),
        Wager.BLIND: _most(rules, highest_odds(rules.blind_table), wagers.stakes.blind),
        Wager.PLAY: _most(rules, EVEN_MONEY, play),
        Wager.TRIPS: _most(rules, highest_odds(rules.trips_table), wagers.stakes.trips),
        Wager.BAD_BEAT: _most(rules, highest_odds(rules.bad_beat_table), wagers.stakes.bad_beat),
    }
    stakes = wagers.stakes
    return Exposure(
        pays=_capped(rules, worst),
        collects=stakes.ante + stakes.blind + play + stakes.trips + stakes.bad_beat,
    )


def table_exposure(rules: RuleSet, wagers: Iterable[OpenWagers]) -> Exposure:
    """Sum the bettors' worst cases: an upper bound, for they cannot all happen at once (G6.7)."""
    each = [bettor_exposure(rules, one) for one in wagers]
    pays = sum(one.pays for one in each)
    cap = rules.aggregate_cap
    if rules.house_banked and cap is not None and cap.scope is CapScope.TABLE and not cap.exclude:
        pays = min(pays, cap.cents)
    return Exposure(pays=pays, collects=sum(one.collects for one in each))


def _most(rules: RuleSet, odds: Odds | None, stake: Cents) -> Cents:
    """Give the winnings at these odds; what `exact` could not pay is counted up."""
    if odds is None:
        return 0
    if rules.rounding is Rounding.EXACT:
        return odds.winnings(stake, Rounding.UP, 1)
    return odds.winnings(stake, rules.rounding, rules.chip)


def _capped(rules: RuleSet, worst: dict[Wager, Cents]) -> Cents:
    cap = rules.aggregate_cap
    if cap is None or not rules.house_banked or cap.scope is CapScope.TABLE:
        return sum(worst.values())
    outside = sum(cents for wager, cents in worst.items() if wager in cap.exclude)
    return outside + min(cap.cents, sum(worst.values()) - outside)
