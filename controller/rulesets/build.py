"""From a checked rule file to the plain `RuleSet` of the engine (G7.1).

What only shows while building, such as a pay row that is missing, is a ConfigFault like any other.
"""

import re
from collections.abc import Iterator, Mapping

from controller.engine.faults import ConfigFault
from controller.engine.money import Odds, Pays
from controller.engine.ruleset import (
    AggregateCap,
    Category,
    CoverageProfile,
    FeeRow,
    Limit,
    Limits,
    PayRow,
    PayTable,
    PlayMultiples,
    Progressive,
    ProgressiveHand,
    ProgressiveRow,
    Rotation,
    RotationName,
    RuleSet,
)
from controller.engine.ruleset_policy import IrregularityPolicy
from controller.nearest import did_you_mean
from controller.rulesets.model import (
    MISSING,
    NONE,
    CapModel,
    FeeModel,
    ProgressiveModel,
    RotationModel,
    RuleModel,
)

_BEST_FIRST = tuple(reversed(Category))
BLIND_ROWS = _BEST_FIRST[:6]
TRIPS_ROWS = _BEST_FIRST[:7]
BAD_BEAT_ROWS = _BEST_FIRST[1:7]

_TO_ODDS = re.compile(r"([1-9]\d{0,6}) to ([1-9]\d{0,6})")
_FOR_ONE = re.compile(r"([1-9]\d{0,6}) for 1")
_METER = re.compile(r"([1-9]\d?|100) % of the meter")
_TURNS = {RotationName.TWO_HANDS: 2, RotationName.EVERY_HAND_2026: 1, RotationName.HOUSE: 1}


def build(file: str, model: RuleModel, digest: str, policy: IrregularityPolicy) -> RuleSet:
    """Make the rule set; raise ConfigFault for a pay table or a row that cannot be."""
    tables = _Tables(file, model.pay_tables)
    limits = model.limits
    return RuleSet(
        name=model.name,
        version=model.version,
        digest=digest,
        title=model.title,
        banking=model.banking,
        positions=model.positions,
        max_occupied=model.max_occupied,
        decks=model.decks,
        trips_table=tables.optional("trips_table", model.trips_table, TRIPS_ROWS),
        blind_table=tables.named("blind_table", model.blind_table, BLIND_ROWS, may_push=True),
        bad_beat_table=tables.optional("bad_beat_table", model.bad_beat_table, BAD_BEAT_ROWS),
        blind_on_tie=model.blind_on_tie,
        ante_refund_pass=model.ante_refund_pass,
        bad_beat_requires=model.bad_beat_requires,
        trips_on_fold=model.trips_on_fold,
        side_max=model.side_max,
        limits=Limits(
            ante=_limit(limits.ante),
            blind=_limit(limits.blind),
            play=_limit(limits.play),
            trips=_optional_limit(limits.trips),
            bad_beat=_optional_limit(limits.bad_beat),
        ),
        settle_direction=model.settle_direction,
        community_deal=model.community_deal,
        burn=model.burn,
        play_multiples=PlayMultiples(**dict(model.play_multiples)),
        profile=CoverageProfile(**dict(model.settlement)),
        bank_min=model.bank_min if isinstance(model.bank_min, int) else limits.ante[0],
        bank_max=model.bank_max if isinstance(model.bank_max, int) else None,
        require_full_cover=model.require_full_cover,
        rotation=_rotation(model.rotation),
        fees=tuple(map(_fee, model.fees)),
        aggregate_cap=_cap(model.aggregate_cap),
        over_max=model.over_max,
        under_min=model.under_min,
        rounding=model.rounding,
        chip=model.chip,
        ante_step=model.ante_step,
        irregularities=model.irregularities,
        policy=policy,
        back_line=model.back_line,
        progressive=_progressive(file, model.progressive),
        turn_order=model.turn_order,
        fees_on_void=policy.fees_on_void,
        notice_min=model.notice_min,
    )


class _Tables:
    """Find pay tables by name and read their rows."""

    def __init__(self, file: str, tables: Mapping[str, Mapping[str, str]]) -> None:
        self._file = file
        self._tables = tables

    def optional(self, key: str, name: str, rows: tuple[Category, ...]) -> PayTable | None:
        """Give the table, or None where the game has no such wager."""
        return None if name == NONE else self.named(key, name, rows)

    def named(self, key: str, name: str, rows: tuple[Category, ...], *, may_push: bool = False) -> PayTable:
        """Give the table with exactly the rows that its wager has, best hand first (G5.1)."""
        if name not in self._tables:
            names = sorted(self._tables)
            allowed = f"{did_you_mean(name, names)}{', '.join(names)}"
            raise ConfigFault(file=self._file, key=key, value=name, allowed=allowed)
        return PayTable(name=name, rows=tuple(self._rows(name, rows, may_push=may_push)))

    def _rows(self, name: str, rows: tuple[Category, ...], *, may_push: bool) -> Iterator[PayRow]:
        texts = self._tables[name]
        unknown = sorted(texts.keys() - set(rows))
        if unknown:
            key = f"pay_tables.{name}.{unknown[0]}"
            allowed = did_you_mean(unknown[0], rows) + _row_names(rows)
            raise ConfigFault(file=self._file, key=key, value=texts[unknown[0]], allowed=allowed)
        for category in rows:
            yield PayRow(category=category, odds=self._odds(name, category, may_push=may_push))

    def _odds(self, name: str, category: Category, *, may_push: bool) -> Odds | None:
        text = self._tables[name].get(category, MISSING)
        if may_push and text == "push":
            return None
        match = _TO_ODDS.fullmatch(text)
        if match is None:
            allowed = 'odds such as "3 to 2"' + (' or "push"' if may_push else "")
            key = f"pay_tables.{name}.{category}"
            raise ConfigFault(file=self._file, key=key, value=text, allowed=allowed)
        return Odds(numerator=int(match[1]), denominator=int(match[2]))


def _row_names(rows: tuple[Category, ...]) -> str:
    return "rows " + ", ".join(rows)


def _limit(span: tuple[int, int]) -> Limit:
    return Limit(minimum=span[0], maximum=span[1])


def _optional_limit(span: tuple[int, int] | str) -> Limit | None:
    return None if isinstance(span, str) else _limit(span)


def _cap(model: CapModel | str) -> AggregateCap | None:
    return None if isinstance(model, str) else AggregateCap(**dict(model))


def _rotation(model: RotationModel) -> Rotation:
    settings = dict(model)
    settings["rounds"] = _TURNS[model.name] if model.rounds is None else model.rounds
    return Rotation(**settings)


def _fee(model: FeeModel) -> FeeRow:
    settings = dict(model)
    settings["to_cents"] = None if model.to_cents == NONE else model.to_cents
    return FeeRow(**settings)


def _progressive(file: str, model: ProgressiveModel | str) -> Progressive | None:
    if isinstance(model, str):
        return None
    return Progressive(
        stake=model.stake,
        rows=tuple(_progressive_row(file, hand, model.rows.get(hand, MISSING)) for hand in ProgressiveHand),
        seed=model.seed,
        share_percent=model.share_percent,
        on_fold=model.on_fold,
    )


def _progressive_row(file: str, hand: ProgressiveHand, text: str) -> ProgressiveRow:
    """Read a row: a part of the meter, or odds whose stake is used up (G5.7)."""
    if meter := _METER.fullmatch(text):
        return ProgressiveRow(hand=hand, meter_percent=int(meter[1]), odds=None)
    if fixed := _FOR_ONE.fullmatch(text):
        return ProgressiveRow(
            hand=hand, meter_percent=None, odds=Odds(numerator=int(fixed[1]), pays=Pays.FOR)
        )
    raise ConfigFault(
        file=file,
        key=f"progressive.rows.{hand}",
        value=text,
        allowed='"N for 1", or "N % of the meter" with N from 1 to 100',
    )
