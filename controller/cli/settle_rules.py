"""The rules of a `settle` line: a rule set by name, or a config and a profile (G13.2)."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from controller.cli.settle_reader import SettingsReader
from controller.cli.settle_shape import JsonObject, LineFault
from controller.engine.copying import replace
from controller.engine.faults import ConfigFault
from controller.engine.money import Rounding
from controller.engine.ruleset import (
    SETTLED_WAGERS,
    AggregateCap,
    BadBeatRequires,
    Banking,
    CapScope,
    Coverage,
    CoverageProfile,
    FoldCollection,
    OnFold,
    OverMax,
    RuleSet,
    SettleDirection,
    SideMax,
    UnderMin,
    Wager,
    WithinSeat,
)
from controller.rulesets.load import OR_A_PATH, UnknownRuleSet, load_ruleset

CONFIG_NEEDS = (
    "name",
    "banking",
    "positions",
    "blind_pays",
    "trips_pays",
    "bad_beat_pays",
    "bad_beat_requires_trips",
    "play_multiples",
    "limits",
    "over_max",
    "side_max_is_ante",
    "rounding",
    "chip",
    "max_aggregate_payout",
    "blind_on_tie",
)
CONFIG_MAY = ("trips_on_fold", "settle_direction", "ante_step")
PROFILE_KEYS = ("coverage", "fold_collection", "within_seat", "passes")

ONE_PASS = (SETTLED_WAGERS,)
MAIN_THEN_BONUS = (SETTLED_WAGERS[:3], SETTLED_WAGERS[3:])


def _profile(
    coverage: Coverage,
    fold_collection: FoldCollection = FoldCollection.IN_TURN,
    within_seat: WithinSeat = WithinSeat.BETTOR_MAJOR,
    passes: tuple[tuple[Wager, ...], ...] = ONE_PASS,
) -> CoverageProfile:
    return CoverageProfile(
        coverage=coverage, fold_collection=fold_collection, within_seat=within_seat, passes=passes
    )


GROSS_POOL = _profile(Coverage.GROSS_POOL)
PROFILES: Mapping[str, CoverageProfile] = {
    "gross_pool": GROSS_POOL,
    "gross_two_sided": _profile(Coverage.GROSS_TWO_SIDED),
    "net_absorbing": _profile(Coverage.NET_ABSORBING),
    "net_running": _profile(Coverage.NET_RUNNING),
    "gross_pool+at_fold": _profile(Coverage.GROSS_POOL, FoldCollection.AT_FOLD),
    "net_absorbing+at_fold": _profile(Coverage.NET_ABSORBING, FoldCollection.AT_FOLD),
    "gross_pool+wager_major": _profile(Coverage.GROSS_POOL, within_seat=WithinSeat.WAGER_MAJOR),
    "gross_pool+main_then_bonus": _profile(Coverage.GROSS_POOL, passes=MAIN_THEN_BONUS),
}


class RuleShelf:
    """Find the rules that lines ask for, each built once.

    folders: where `--rules` looks for rule files; configs: the entries of `--configs`.
    """

    def __init__(self, folders: tuple[Path, ...], configs: JsonObject) -> None:
        self._configs = configs
        self._named = lru_cache(maxsize=64)(lambda name: _ruleset(name, folders))
        self._looked_up = lru_cache(maxsize=64)(self._config_entry)

    def rules_of(self, line: JsonObject) -> RuleSet:
        """Give the rules of a line, its profile put in; raise LineFault as G13.5 orders."""
        rules = self._base(line)
        if "profile" not in line:
            return rules
        return replace(rules, profile=_profile_of(line["profile"]))

    def _base(self, line: JsonObject) -> RuleSet:
        if "ruleset" in line:
            name = line["ruleset"]
            if not isinstance(name, str):
                raise LineFault("unknown_ruleset", "ruleset", name, "the name of a rule set")
            return self._named(name)
        config = line["config"]
        return self._looked_up(config) if isinstance(config, str) else _config_rules("config", config)

    def _config_entry(self, name: str) -> RuleSet:
        if name not in self._configs:
            known = ", ".join(sorted(self._configs)) or "none without --configs"
            raise LineFault("unknown_config", "config", name, known)
        return _config_rules(f"config {name}", self._configs[name])


def _ruleset(name: str, folders: tuple[Path, ...]) -> RuleSet:
    if "/" in name or name.endswith(".toml"):
        allowed = "a name, optionally name@version; --rules DIR finds a file by its name"
        raise LineFault("unknown_ruleset", "ruleset", name, allowed)
    try:
        return load_ruleset(name, folders=folders)
    except UnknownRuleSet as fault:
        allowed = fault.allowed.replace(OR_A_PATH, "a name of a file in --rules DIR")
        raise LineFault("unknown_ruleset", "ruleset", name, allowed) from fault
    except ConfigFault as fault:
        raise LineFault("bad_config", f"ruleset {name}: {fault.key}", fault.value, fault.allowed) from fault


def _profile_of(value: object) -> CoverageProfile:
    if isinstance(value, str) and value in PROFILES:
        return PROFILES[value]
    names = ", ".join(PROFILES)
    if not isinstance(value, Mapping):
        raise LineFault("unknown_profile", "profile", value, names)
    reader = SettingsReader("unknown_profile", "profile", value, PROFILE_KEYS, ())
    coverage = reader.word("coverage", Coverage)
    if coverage is Coverage.UNLIMITED:
        raise reader.fault("coverage", "one of the four readings of a player-dealer's wager")
    return CoverageProfile(
        coverage=coverage,
        fold_collection=reader.word("fold_collection", FoldCollection),
        within_seat=reader.word("within_seat", WithinSeat),
        passes=reader.passes(),
    )


@lru_cache(maxsize=1)
def _shipped() -> RuleSet:
    """Give the rule set whose other settings, none of them money, stand behind an inline config."""
    return load_ruleset("california-bad-beat")


def _config_rules(name: str, value: object) -> RuleSet:
    """Build rules from the settings of a configs.json entry; anything wrong is `bad_config`."""
    reader = SettingsReader("bad_config", name, value, CONFIG_NEEDS, CONFIG_MAY)
    cap = reader.number_or_none("max_aggregate_payout")
    bad_beat = reader.pays("bad_beat_pays", may_be_none=True)
    requires_trips = reader.flag("bad_beat_requires_trips")
    reader.only("blind_on_tie", "push")
    return replace(
        _shipped(),
        name=reader.text("name"),
        banking=reader.word("banking", Banking),
        positions=reader.number("positions", least=1, most=8),
        blind_table=reader.pays("blind_pays"),
        trips_table=reader.pays("trips_pays"),
        bad_beat_table=bad_beat if bad_beat.rows else None,
        bad_beat_requires=(
            BadBeatRequires.ANTE_BLIND_TRIPS if requires_trips else BadBeatRequires.ANTE_BLIND
        ),
        play_multiples=reader.multiples(),
        limits=reader.limits(),
        over_max=reader.word("over_max", OverMax),
        under_min=UnderMin.REJECT,
        side_max=SideMax.ANTE if reader.flag("side_max_is_ante") else SideMax.OWN,
        rounding=reader.word("rounding", Rounding),
        chip=reader.number("chip", least=1),
        aggregate_cap=None if cap is None else AggregateCap(cents=cap, scope=CapScope.BETTOR, exclude=()),
        trips_on_fold=reader.word("trips_on_fold", OnFold, OnFold.BOARD_ONLY),
        settle_direction=reader.word("settle_direction", SettleDirection, SettleDirection.CLOCKWISE),
        ante_step=reader.number("ante_step", least=1) if "ante_step" in reader.value else 1,
        back_line=True,
        profile=GROSS_POOL,
    )
