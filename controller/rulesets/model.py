"""The shape of a rule file and of a policy file, checked strictly (G7.1, G9.1).

Every setting is a field below; its description is what an error says is allowed there. Types are strict:
"3" and true are no numbers, and an unknown key is refused. `build` makes a `RuleSet` of it, and what
several settings may be together is judged in `checks`.
"""

import json
from collections.abc import Mapping, Sequence
from enum import EnumMeta, StrEnum
from typing import Annotated, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from controller.engine.faults import ConfigFault
from controller.engine.money import Rounding
from controller.engine.ruleset import (
    AllDeclined,
    AnteRefundPass,
    BadBeatRequires,
    Banking,
    BlindOnTie,
    Burn,
    CapScope,
    CommunityDeal,
    Coverage,
    Decks,
    FeeBasis,
    FeePayer,
    FoldCollection,
    OnFold,
    OverMax,
    ProgressiveHand,
    RotationName,
    RotationWindow,
    SettleDirection,
    SideMax,
    TurnOrder,
    UnderMin,
    Wager,
    WithinSeat,
)
from controller.engine.ruleset_policy import FeesOnVoid, Ruling, RulingAuthority, RulingScope
from controller.nearest import did_you_mean

MISSING = "(missing)"
NONE: Literal["none"] = "none"
FEES = "fees"

Money = Annotated[int, Field(ge=0, le=10**12, description="whole cents from 0")]
Span = Annotated[
    tuple[Money, Money], Field(description="two whole numbers of cents, [minimum, maximum], both allowed")
]
Multiples = Annotated[
    tuple[Annotated[int, Field(ge=1, le=100)], ...],
    Field(min_length=1, description="a list of whole numbers from 1, at least one"),
]
NoneWord = Literal["none"]
PhaseName = Literal[
    "closed",
    "offer",
    "wagers",
    "hole",
    "preflop",
    "community",
    "flop",
    "river",
    "reveal",
    "settle",
    "collect",
]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)


class LimitsModel(_Strict):
    """Hold `[limits]` (G2.5)."""

    ante: Span
    blind: Span
    play: Span
    trips: Span | NoneWord = Field(description='[minimum, maximum] in whole cents, or "none"')
    bad_beat: Span | NoneWord = Field(description='[minimum, maximum] in whole cents, or "none"')


class MultiplesModel(_Strict):
    """Hold `[play_multiples]` (G2.2)."""

    preflop: Multiples
    flop: Multiples
    river: Multiples


class SettlementModel(_Strict):
    """Hold `[settlement]` (G6.1, G6.6)."""

    coverage: Coverage
    fold_collection: FoldCollection
    within_seat: WithinSeat
    passes: tuple[tuple[Wager, ...], ...] = Field(
        description="lists of wagers that hold each of ante, blind, play, trips, bad_beat once"
    )


class RotationModel(_Strict):
    """Hold `[rotation]` (G8.2, G8.3, G8.5)."""

    name: RotationName
    rounds: int | None = Field(default=None, ge=1, le=100, description="a whole number from 1 to 100")
    all_declined: AllDeclined = AllDeclined.KEEP
    intervening_required: bool = Field(default=False, description="true or false")
    window: RotationWindow = RotationWindow.ROLLING
    window_minutes: int = Field(default=40, ge=1, le=600, description="a whole number from 1 to 600")
    warn_minutes: tuple[int, ...] = Field(default=(30, 35), description="rising whole numbers of minutes")
    notice: str = Field(default="", description="the posted wording, as text")


class FeeModel(_Strict):
    """Hold one row of `[[fees]]` (G8.6)."""

    payer: FeePayer
    basis: FeeBasis
    from_cents: Money = 0
    to_cents: Money | NoneWord = Field(default=NONE, description='whole cents from 0, or "none"')
    amount: Money


class CapModel(_Strict):
    """Hold `[aggregate_cap]` (G6.5, G7.4)."""

    cents: Money
    scope: CapScope
    exclude: tuple[Wager, ...] = Field(description="a list of wagers that the cap leaves out")


class ProgressiveModel(_Strict):
    """Hold `[progressive]` (G5.7)."""

    stake: Money
    seed: Money
    share_percent: int = Field(ge=0, le=100, description="a whole number from 0 to 100")
    on_fold: Literal[OnFold.SEVEN_CARDS, OnFold.LOSES]
    rows: dict[ProgressiveHand, str] = Field(description="one text for each hand of the progressive")


class RuleModel(_Strict):
    """Hold a whole rule file, what it extends already laid under it (G7.1)."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", description="a-z, 0-9 and -, at most 40")
    version: str = Field(pattern=r"^[0-9A-Za-z.-]{1,20}$", description="letters, digits, . and -, at most 20")
    title: str = Field(min_length=1, max_length=80, description="text of 1 to 80 characters")
    banking: Banking
    positions: int = Field(ge=2, le=8, description="a whole number from 2 to 8")
    max_occupied: int = Field(ge=1, le=8, description="a whole number from 1 to `positions`")
    decks: Decks
    trips_table: str = Field(description='the name of a pay table, or "none"')
    blind_table: str = Field(description="the name of a pay table")
    bad_beat_table: str = Field(description='the name of a pay table, or "none"')
    blind_on_tie: BlindOnTie
    ante_refund_pass: AnteRefundPass
    bad_beat_requires: BadBeatRequires
    trips_on_fold: OnFold
    side_max: SideMax
    limits: LimitsModel
    settle_direction: SettleDirection
    community_deal: CommunityDeal
    burn: Burn
    play_multiples: MultiplesModel
    settlement: SettlementModel
    bank_min: Money | Literal["table_minimum"] = Field(description='whole cents from 0, or "table_minimum"')
    bank_max: Money | NoneWord = Field(description='whole cents from 0, or "none"')
    require_full_cover: bool = Field(description="true or false")
    rotation: RotationModel
    fees: tuple[FeeModel, ...] = Field(max_length=5, description="at most five rows")
    aggregate_cap: CapModel | NoneWord = Field(description='cents, scope and exclude, or "none"')
    over_max: OverMax
    under_min: UnderMin
    rounding: Rounding
    chip: int = Field(ge=1, le=10**9, description="whole cents from 1")
    ante_step: int = Field(ge=1, le=10**9, description="whole cents from 1")
    irregularities: str = Field(pattern=r"^[a-z0-9-]+$", description="the name of a policy")
    back_line: bool = Field(description="true or false")
    progressive: ProgressiveModel | NoneWord = Field(description='a table of its settings, or "none"')
    turn_order: TurnOrder
    notice_min: int = Field(default=30, ge=0, le=1440, description="whole minutes from 0 to 1440")
    pay_tables: dict[str, dict[str, str]] = Field(description="pay tables, each a table of rows as text")


class PolicyRowModel(_Strict):
    """Hold one row of a policy for irregularities (G9.1)."""

    event: str = Field(min_length=1, description="what happened, as text")
    self_detected: bool = Field(description="true or false")
    phases: tuple[PhaseName, ...] = Field(min_length=1)
    default: Ruling
    allowed: tuple[Ruling, ...] = Field(min_length=1)
    condition: str = Field(default="", description="when the default applies, as text")
    otherwise: Ruling | Literal[""] = ""
    scope: RulingScope
    who: RulingAuthority
    basis: str = Field(description="the source, as text")


class VoidModel(_Strict):
    """Hold what a void does beside returning all stakes (G9.1)."""

    fees: FeesOnVoid
    counts_for_rotation: bool = Field(description="true or false")


class PolicyModel(_Strict):
    """Hold a whole policy file (G9.1)."""

    name: str = Field(pattern=r"^[a-z0-9-]{1,40}$", description="a-z, 0-9 and -, at most 40")
    version: str = Field(pattern=r"^[0-9A-Za-z.-]{1,20}$", description="letters, digits, . and -, at most 20")
    void: VoidModel
    rows: dict[str, PolicyRowModel] = Field(description="one table for each of I1 to I36")


_Model = TypeVar("_Model", bound=BaseModel)


def parse(file: str, settings: Mapping[str, object], shape: type[_Model]) -> _Model:
    """Check the settings of a file; raise ConfigFault naming file, key, value and what is allowed."""
    try:
        return shape.model_validate_json(json.dumps(settings, default=str))
    except ValidationError as error:
        raise _fault(file, settings, error, shape) from error


def _fault(
    file: str, settings: Mapping[str, object], error: ValidationError, shape: type[BaseModel]
) -> ConfigFault:
    """Name the deepest of the places that pydantic complains about: in a union that is the real one.

    A key that is missing beside one nobody knows is that one, misspelt.
    """
    details = error.errors(include_url=False)
    places = [(_place(tuple(one["loc"]), shape), one["type"]) for one in details]
    (keys, allowed), kind = max(places, key=lambda place: len(place[0][0]))
    if kind == "missing":
        beside = (place for place, other in places if other == "extra_forbidden")
        keys, allowed = next((one for one in beside if one[0][:-1] == keys[:-1]), (keys, allowed))
    value: object = settings
    for key in keys:
        value = _step_into(value, key)
    return ConfigFault(file=file, key=named(keys), value=value, allowed=_written(allowed, kind, value))


def named(keys: Sequence[int | str]) -> str:
    """Name a place of a file as a person counts: `fees row 2, amount`, `settlement.passes entry 1`."""
    name = ""
    for key in keys:
        if isinstance(key, int):
            name += f" {'row' if name == FEES else 'entry'} {key + 1}"
        elif " " in name:
            name += f", {key}"
        else:
            name += f".{key}" if name else key
    return name


def _written(allowed: str, kind: str, value: object) -> str:
    """Say how a value is written where it has the right form but not the right type."""
    if value == MISSING:
        return allowed
    if kind == "string_type" or (kind == "enum" and not isinstance(value, str)):
        return f"text in quotes: {allowed}"
    if kind in {"int_type", "bool_type"} and isinstance(value, str):
        return f"{allowed}, without quotes"
    return allowed


def _place(loc: tuple[int | str, ...], shape: type[BaseModel]) -> tuple[list[int | str], str]:
    """Follow a location through the model: the keys as they stand in the file, and what is allowed there.

    pydantic also names the branch of a union that it tried; no file holds that, so it is left out.
    """
    keys: list[int | str] = []
    model: type[BaseModel] | None = shape
    allowed, free_keys = "", 0
    for part in loc:
        if isinstance(part, int) or free_keys:
            keys.append(part)
            free_keys -= isinstance(part, str)
        elif model is not None and part in model.model_fields:
            keys.append(part)
            field = model.model_fields[part]
            allowed, free_keys = _allowed(field), _free_keys(field.annotation)
            model = _nested(field.annotation)
        elif model is not None and part == loc[-1]:
            keys.append(part)
            names = list(model.model_fields)
            allowed = f"{did_you_mean(part, names)}one of the keys {', '.join(names)}"
    return keys, allowed


def _free_keys(annotation: object) -> int:
    """Give how many levels of a setting are tables whose keys the file chooses."""
    return 1 + _free_keys(get_args(annotation)[1]) if get_origin(annotation) is dict else 0


def _step_into(value: object, key: int | str) -> object:
    if isinstance(value, Mapping):
        return value.get(key, MISSING)
    if isinstance(value, list) and isinstance(key, int) and key < len(value):
        return value[key]
    return MISSING


def _allowed(field: FieldInfo) -> str:
    if field.description:
        return field.description
    words = [word for leaf in _leaves(field.annotation) for word in _words(leaf)]
    return "one of " + ", ".join(words) if words else "a table of its settings"


def _words(leaf: object) -> list[str]:
    if isinstance(leaf, EnumMeta):
        members: list[StrEnum] = list(leaf.__members__.values())
        return [member.value for member in members]
    return [str(leaf)] if isinstance(leaf, str) else []


def _nested(annotation: object) -> type[BaseModel] | None:
    models = [leaf for leaf in _leaves(annotation) if isinstance(leaf, type) and issubclass(leaf, BaseModel)]
    return models[0] if models else None


def _leaves(annotation: object) -> list[object]:
    """Give the types and words at the bottom of an annotation."""
    if get_origin(annotation) is None:
        return [annotation]
    return [leaf for part in get_args(annotation) for leaf in _leaves(part)]
