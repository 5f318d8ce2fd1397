"""What a limit does to a wager that is too large: where its ceiling lies, and what goes back (G2.5)."""

from controller.engine.copying import replace
from controller.engine.money import Cents
from controller.engine.ruleset import SETTLED_WAGERS, RuleSet, SideMax, Wager
from controller.engine.settlement_types import Overage, Stakes

SIDE_WAGERS = (Wager.TRIPS, Wager.BAD_BEAT)


def ceiling(rules: RuleSet, wager: Wager, ante: Cents) -> Cents:
    """Give the most that a wager may be, beside an Ante as it was placed; 0 where it is not offered."""
    limit = rules.limits.of(wager)
    if limit is None:
        return 0
    if wager in SIDE_WAGERS and rules.side_max is SideMax.ANTE:
        return min(limit.maximum, ante)
    return limit.maximum


def cut_to_limits(rules: RuleSet, stakes: Stakes) -> Stakes:
    """Honour each wager up to its ceiling and note the overage that goes back, for `over_max = cap`."""
    honoured: dict[str, Cents] = {}
    overages: list[Overage] = []
    for wager in SETTLED_WAGERS:
        placed, most = stakes.of(wager), ceiling(rules, wager, stakes.ante)
        if placed > most:
            honoured[wager.value] = most
            overages.append(Overage(wager=wager, cents=placed - most))
    if not overages:
        return stakes
    return replace(
        stakes,
        ante=honoured.get("ante", stakes.ante),
        blind=honoured.get("blind", stakes.blind),
        play=honoured.get("play", stakes.play),
        trips=honoured.get("trips", stakes.trips),
        bad_beat=honoured.get("bad_beat", stakes.bad_beat),
        overages=tuple(overages),
    )
