"""The figures of one rule set as rows: for people in columns, for programs as JSON (G5.9)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from controller.engine.ruleset import RuleSet, Wager
from controller.odds.counts import BAD_BEAT_A_TIES_FOLDED_PERCENT, BAD_BEAT_A_WITH_FOLDS
from controller.odds.edges import (
    BaseGame,
    Figure,
    bad_beat,
    base_game,
    is_bad_beat_a,
    progressive,
    qualifying_rate,
    trips,
    worst_case,
)

NOT_DERIVED = "not derived"
DERIVED = "counted hands"
QUOTED = "optimal play, quoted from GAME G5.3, G5.8"
QUOTED_WITH_FOLDS = "optimal play, quoted from GAME G5.6"
PLAYS = {4: "Play 4x", 2: "Play 2x", 1: "Play 1x", 0: "fold"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Hold one line of the report.

    key: stable name for programs; label: for people; edge, rate: exact, None where there is none;
    basis: where the figure comes from, or `not derived`.
    """

    key: str
    label: str
    edge: Fraction | None = None
    rate: Fraction | None = None
    basis: str = DERIVED
    note: str = ""


def percent(value: Fraction, *, digits: int = 6, signed: bool = False) -> str:
    """Write an exact share in per cent, rounded half to even at the last digit."""
    text = decimal(abs(value) * 100, digits)
    sign = "-" if value < 0 else "+"
    return sign + text if signed or value < 0 else text


def decimal(value: Fraction, digits: int) -> str:
    """Write an exact value from 0 with a fixed number of digits, rounded half to even at the last."""
    scaled = round(value * 10**digits)
    return f"{scaled // 10**digits:,}.{scaled % 10**digits:0{digits}d}"


def rows(rules: RuleSet) -> tuple[Row, ...]:
    """Give every figure of a rule set, in the order of the report."""
    return tuple(_rows(rules))


def as_json(rules: RuleSet) -> dict[str, object]:
    """Give the report as an object: exact fractions as text beside per cent (G5.9)."""
    worst = worst_case(rules)
    names = ("ante", "trips", "bad_beat")
    return {
        "ruleset": {"name": rules.name, "version": rules.version, "digest": rules.digest},
        "figures": [_row_json(row) for row in rows(rules)],
        "exposure": {
            "pays_per_unit": dict(zip(names, map(str, worst.pays), strict=True)),
            "collects_per_unit": dict(zip(names, map(str, worst.collects), strict=True)),
            "cap_cents": rules.aggregate_cap and rules.aggregate_cap.cents,
        },
    }


def as_table(rules: RuleSet) -> str:
    """Give the report in columns (G5.9)."""
    lines = [f"{rules.title}: {rules.name} {rules.version}, digest {rules.digest[:12]}", ""]
    lines.append(f"{'':34}{'edge %':>14}{'rate %':>14}  from")
    lines += [_row_text(row) for row in rows(rules)]
    lines += ["", *_exposure_text(rules), ""]
    lines.append("An edge is what the bettor wins on average per unit staked; in the base game per Ante.")
    return "\n".join(lines)


def _rows(rules: RuleSet) -> Iterator[Row]:
    side = "House" if rules.house_banked else "Player-dealer"
    yield Row(key="qualifies", label=f"{side} qualifies", rate=qualifying_rate())
    yield from _base_rows(base_game(rules))
    if rules.trips_table is not None:
        yield _side_row(Wager.TRIPS, f"Trips, {rules.trips_table.name}", trips(rules.trips_table))
    if rules.bad_beat_table is not None:
        label = f"Bad Beat, {rules.bad_beat_table.name}"
        yield _side_row(Wager.BAD_BEAT, f"{label}, no folds", bad_beat(rules.bad_beat_table))
        yield _folding_row(rules, label)
    if rules.progressive is not None:
        figure = progressive(rules.progressive)
        yield Row(
            key="progressive",
            label="Progressive, fixed pays alone",
            edge=figure.fixed_return - 1,
            rate=figure.hit_rate,
            note=f"each stake of meter adds {figure.per_meter_stake}; even at "
            f"{decimal(figure.break_even_stakes, 2)} stakes",
        )


def _base_rows(game: BaseGame | None) -> Iterator[Row]:
    if game is None:
        yield Row(key="base_game", label="Base game", basis=NOT_DERIVED)
        return
    of_all = (
        f"{percent(game.total / game.wagered, signed=True)} % of {decimal(game.wagered, 6)} Antes wagered"
    )
    yield Row(key="base_game", label="Base game, per Ante", edge=game.total, basis=QUOTED, note=of_all)
    for key, figure in (("ante", game.ante), ("blind", game.blind), ("play", game.play)):
        label = f"  {key.title()}, per Ante"
        yield Row(key=key, label=label, edge=figure.edge, rate=figure.hit_rate, basis=QUOTED)
    for multiple, share in game.actions.items():
        yield Row(
            key=f"action_{multiple}x" if multiple else "action_fold",
            label=f"  {PLAYS[multiple]}",
            rate=share,
            basis=QUOTED,
        )


def _side_row(wager: Wager, label: str, figure: Figure) -> Row:
    return Row(key=wager.value, label=label, edge=figure.edge, rate=figure.hit_rate)


def _folding_row(rules: RuleSet, label: str) -> Row:
    """Give the Bad Beat whose folds lose; its figure was counted for one table only (G5.6)."""
    key, label = "bad_beat_with_folds", f"{label}, folds lose"
    if not is_bad_beat_a(rules):
        return Row(key=key, label=label, basis=NOT_DERIVED)
    short = percent(BAD_BEAT_A_WITH_FOLDS, digits=4)
    note = f"{short}; {BAD_BEAT_A_TIES_FOLDED_PERCENT} where decisions of equal worth are folds"
    return Row(key=key, label=label, edge=BAD_BEAT_A_WITH_FOLDS, basis=QUOTED_WITH_FOLDS, note=note)


def _row_text(row: Row) -> str:
    edge = "" if row.edge is None else percent(row.edge, signed=True)
    rate = "" if row.rate is None else percent(row.rate)
    note = f" ({row.note})" if row.note else ""
    return f"{row.label:34}{edge:>14}{rate:>14}  {row.basis}{note}"


def _row_json(row: Row) -> dict[str, object]:
    return {
        "key": row.key,
        "label": row.label.strip(),
        "edge": None if row.edge is None else _exact(row.edge, signed=True),
        "rate": None if row.rate is None else _exact(row.rate, signed=False),
        "basis": row.basis,
        "note": row.note,
    }


def _exact(value: Fraction, *, signed: bool) -> dict[str, str]:
    return {"exact": str(value), "percent": percent(value, signed=signed)}


def _exposure_text(rules: RuleSet) -> Iterator[str]:
    worst = worst_case(rules)
    yield f"Worst case, paid:      {_terms(worst.pays)}"
    yield f"Worst case, collected: {_terms(worst.collects)}"
    if rules.aggregate_cap is not None:
        yield f"Winnings are capped at {rules.aggregate_cap.cents} cents per {rules.aggregate_cap.scope}."


def _terms(coefficients: tuple[Fraction, Fraction, Fraction]) -> str:
    names = ("Ante", "Trips", "Bad Beat")
    return " + ".join(f"{value} x {name}" for value, name in zip(coefficients, names, strict=True) if value)
