"""Check one bettor's stakes against the rule set's limits and prerequisites (G2.1, G2.5, G2.7).

Where the rules cap or honour a wager beyond its limits it is no refusal: what becomes of it is said here too.
"""

from controller.engine.money import Cents, FractionOfCent, Rounding, is_cents
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset import (
    BadBeatRequires,
    Limit,
    OverMax,
    PayTable,
    RuleSet,
    SideMax,
    UnderMin,
    Wager,
)
from controller.engine.settlement_limits import ceiling
from controller.engine.state import Bettor, Stakes

_PLACED = (Wager.ANTE, Wager.BLIND, Wager.TRIPS, Wager.BAD_BEAT, Wager.PROGRESSIVE)


def stakes_refusal(rules: RuleSet, stakes: Stakes) -> Refused | None:
    """Give the first reason why these stakes may not stand, None where they may.

    Checked in the order of G13.5: amounts, Ante and Blind, step, side wagers, limits, fractions.
    """
    return (
        _amounts(stakes)
        or _ante_blind(rules, stakes)
        or _side_wagers(rules, stakes)
        or _progressive(rules, stakes)
        or _limits(rules, stakes)
        or _fractions(rules, honoured(rules, stakes))
    )


def honoured(rules: RuleSet, stakes: Stakes) -> Stakes:
    """Give what plays of these stakes: all, or each up to its maximum where the rules cap (G2.5)."""
    if rules.over_max is not OverMax.CAP:
        return stakes
    return Stakes(
        ante=min(stakes.ante, ceiling(rules, Wager.ANTE, stakes.ante)),
        blind=min(stakes.blind, ceiling(rules, Wager.BLIND, stakes.ante)),
        trips=min(stakes.trips, ceiling(rules, Wager.TRIPS, stakes.ante)),
        bad_beat=min(stakes.bad_beat, ceiling(rules, Wager.BAD_BEAT, stakes.ante)),
        progressive=stakes.progressive,
    )


def below_minimum(rules: RuleSet, bettor: Bettor) -> tuple[Wager, Cents, Limit] | None:
    """Give the first wager of a bettor that is honoured below its minimum at most once (G2.5)."""
    if rules.under_min is not UnderMin.HONOUR_ONCE or not bettor.is_in:
        return None
    for wager, amount in _each(bettor.stakes):
        limit = rules.limits.of(wager)
        if amount and limit is not None and amount < limit.minimum:
            return wager, amount, limit
    return None


def _each(stakes: Stakes) -> tuple[tuple[Wager, Cents], ...]:
    amounts = (stakes.ante, stakes.blind, stakes.trips, stakes.bad_beat, stakes.progressive)
    return tuple(zip(_PLACED, amounts, strict=True))


def _amounts(stakes: Stakes) -> Refused | None:
    for wager, amount in _each(stakes):
        if not is_cents(amount):
            return Refused(
                code=RefusalCode.BAD_AMOUNT, field=wager.value, value=str(amount), allowed="0 cents or more"
            )
    return None


def _ante_blind(rules: RuleSet, stakes: Stakes) -> Refused | None:
    if stakes.ante != stakes.blind:
        return Refused(
            code=RefusalCode.ANTE_BLIND, field="blind", value=str(stakes.blind), allowed=str(stakes.ante)
        )
    if not stakes.ante:
        return Refused(code=RefusalCode.SIDE_NEEDS_ANTE, field="ante", value="0", allowed="an Ante first")
    if stakes.ante % rules.ante_step:
        return Refused(
            code=RefusalCode.OFF_STEP,
            field="ante",
            value=str(stakes.ante),
            allowed=f"multiples of {rules.ante_step}",
        )
    return None


def _side_wagers(rules: RuleSet, stakes: Stakes) -> Refused | None:
    if stakes.trips and rules.trips_table is None:
        return Refused(
            code=RefusalCode.TRIPS_NOT_OFFERED, field="trips", value=str(stakes.trips), allowed="0"
        )
    if stakes.bad_beat and rules.bad_beat_table is None:
        return Refused(
            code=RefusalCode.BAD_BEAT_NOT_OFFERED, field="bad_beat", value=str(stakes.bad_beat), allowed="0"
        )
    if rules.side_max is SideMax.ANTE and rules.over_max is not OverMax.CAP:
        for wager, amount in ((Wager.TRIPS, stakes.trips), (Wager.BAD_BEAT, stakes.bad_beat)):
            if amount > stakes.ante:
                return Refused(
                    code=RefusalCode.SIDE_OVER_ANTE,
                    field=wager.value,
                    value=str(amount),
                    allowed=f"up to {stakes.ante}",
                )
    needs_trips = rules.bad_beat_requires is BadBeatRequires.ANTE_BLIND_TRIPS
    if stakes.bad_beat and needs_trips and not stakes.trips:
        return Refused(
            code=RefusalCode.BAD_BEAT_NEEDS_TRIPS, field="trips", value="0", allowed="a Trips wager first"
        )
    return None


def _progressive(rules: RuleSet, stakes: Stakes) -> Refused | None:
    """Refuse any progressive stake but the one fixed by the rules (G2.1, G5.7)."""
    if not stakes.progressive:
        return None
    if rules.progressive is None:
        code, allowed = RefusalCode.PROGRESSIVE_NOT_OFFERED, "0"
    elif stakes.progressive != rules.progressive.stake:
        code, allowed = RefusalCode.PROGRESSIVE_STAKE, str(rules.progressive.stake)
    else:
        return None
    return Refused(code=code, field="progressive", value=str(stakes.progressive), allowed=allowed)


def _limits(rules: RuleSet, stakes: Stakes) -> Refused | None:
    limits = rules.limits
    for wager, amount in _each(stakes):
        limit = limits.of(wager) if amount else None
        if limit is None or limit.minimum <= amount <= limit.maximum:
            continue
        if amount < limit.minimum and rules.under_min is UnderMin.REJECT:
            code = RefusalCode.BELOW_MINIMUM
        elif amount > limit.maximum and rules.over_max is OverMax.REJECT:
            code = RefusalCode.ABOVE_MAXIMUM
        else:
            continue
        allowed = f"{limit.minimum} to {limit.maximum}"
        return Refused(code=code, field=wager.value, value=str(amount), allowed=allowed)
    return None


def _fractions(rules: RuleSet, stakes: Stakes) -> Refused | None:
    """Refuse a stake whose winnings could not be paid exactly, before it is accepted (G2.7)."""
    if rules.rounding is not Rounding.EXACT:
        return None
    tables: tuple[tuple[Wager, Cents, PayTable | None], ...] = (
        (Wager.BLIND, stakes.blind, rules.blind_table),
        (Wager.TRIPS, stakes.trips, rules.trips_table),
        (Wager.BAD_BEAT, stakes.bad_beat, rules.bad_beat_table),
    )
    for wager, amount, table in tables:
        if not amount or table is None:
            continue
        for row in table.rows:
            if row.odds is None or row.odds.denominator == 1:
                continue
            try:
                row.odds.winnings(amount, rules.rounding, rules.chip)
            except FractionOfCent:
                return Refused(
                    code=RefusalCode.FRACTION,
                    field=wager.value,
                    value=str(amount),
                    allowed=f"an amount that {row.odds} pays to the cent",
                )
    return None
