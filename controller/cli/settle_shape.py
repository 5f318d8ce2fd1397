"""The shape of a `settle` line: which keys it has and what stands behind them (G13.2, G13.3).

`bad_json`, `unknown_field` and `missing_field` are found here, in this order over the whole line, before
anything is understood.
"""

import codecs
import json
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from controller.nearest import did_you_mean

JsonObject: TypeAlias = Mapping[str, object]

IGNORED = frozenset({"covers", "notes", "interpretation", "expected", "expected_by_profile"})
LINE_KEYS = frozenset({"id", "ruleset", "config", "profile", "input"})
INPUT_KEYS = frozenset({"player_dealer", "board", "seats"})
DEALER_KEYS = frozenset({"position", "wager", "hole"})
SEAT_KEYS = frozenset({"position", "hole", "action", "bettors"})
ACTION_KEYS = frozenset({"type", "street", "multiple"})
BETTOR_KEYS = frozenset({"id", "role", "ante", "blind", "play", "trips", "bad_beat"})
BETTOR_NEEDS = ("id", "role", "ante", "blind")


class LineFault(Exception):
    """Refuse one line of input.

    code: the first failed check in the order of G13.5; the message names field, value and what is allowed.
    """

    def __init__(self, code: str, field: str, value: object, allowed: str) -> None:
        self.code = code
        self.field = field
        super().__init__(f"{field}: {shown(value)} is not allowed; allowed: {allowed}")


def shown(value: object) -> str:
    """Write a value as JSON, shortened: an error line must stay one readable line."""
    text = json.dumps(value, default=str)
    return text if len(text) <= 80 else f"{text[:77]}..."


def parse_line(raw: bytes) -> JsonObject:
    """Parse one line; anything but one JSON object with each key once is `bad_json`."""
    if raw.startswith(codecs.BOM_UTF8):
        raise LineFault(
            "bad_json", "line", "a byte order mark", "one JSON object a line, in UTF-8 without one"
        )
    try:
        line = json.loads(raw.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise LineFault("bad_json", "line", str(error), "one JSON object a line, in UTF-8") from error
    return _object("line", line)


def check_shape(line: JsonObject) -> None:
    """Check every object of a line for its kind, then for unknown keys, then for missing ones."""
    for check in (_check_kinds, _check_unknown, _check_missing):
        check(line)


def objects(value: object) -> list[JsonObject]:
    """Give the objects of an array that `check_shape` has passed."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    built = dict(pairs)
    if len(built) != len(pairs):
        raise ValueError(f"a key occurs twice among {[key for key, _ in pairs]}")
    return built


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON number")


def _object(field: str, value: object) -> JsonObject:
    if not isinstance(value, Mapping):
        raise LineFault("bad_json", field, value, "a JSON object")
    return value


def _walk(line: JsonObject) -> Iterator[tuple[str, object, frozenset[str], tuple[str, ...]]]:
    """Give each place of a line: its name, what stands there, the keys it may have and those it must."""
    yield "line", line, LINE_KEYS | IGNORED, ("id", "input")
    body = line.get("input", {})
    yield "input", body, INPUT_KEYS, ("player_dealer", "board", "seats")
    if not isinstance(body, Mapping):
        return
    yield "input.player_dealer", body.get("player_dealer", {}), DEALER_KEYS, ("position", "wager", "hole")
    for number, seat in enumerate(_items(body.get("seats"))):
        name = f"input.seats[{number}]"
        yield name, seat, SEAT_KEYS, ("position", "hole", "action", "bettors")
        if isinstance(seat, Mapping):
            if isinstance(seat.get("action", {}), Mapping):  # what else it is, is a `bad_action`
                yield f"{name}.action", seat.get("action", {}), ACTION_KEYS, ()
            for index, bettor in enumerate(_items(seat.get("bettors"))):
                yield f"{name}.bettors[{index}]", bettor, BETTOR_KEYS, BETTOR_NEEDS


def _items(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _check_kinds(line: JsonObject) -> None:
    if "id" in line and not isinstance(line["id"], str):
        raise LineFault("bad_json", "id", line["id"], "a text")
    for name, value, _, _ in _walk(line):
        _object(name, value)
    body = _object("input", line.get("input", {}))
    _arrays("input", body, ("seats",))
    for number, seat in enumerate(objects(body.get("seats"))):
        _arrays(f"input.seats[{number}]", seat, ("bettors",))
        for index, bettor in enumerate(objects(seat.get("bettors"))):
            if not isinstance(bettor.get("id", ""), str):
                field = f"input.seats[{number}].bettors[{index}].id"
                raise LineFault("bad_json", field, bettor["id"], "a text")


def _arrays(name: str, value: JsonObject, keys: tuple[str, ...]) -> None:
    for key in keys:
        if key in value and not isinstance(value[key], list):
            raise LineFault("bad_json", f"{name}.{key}", value[key], "a JSON array")


def _check_unknown(line: JsonObject) -> None:
    for name, value, known, _ in _walk(line):
        for key in _object(name, value):
            if key not in known:
                names = sorted(known - IGNORED)
                allowed = did_you_mean(key, names) + ", ".join(names)
                raise LineFault("unknown_field", f"{name}.{key}", _object(name, value)[key], allowed)
    if "ruleset" in line and "config" in line:
        raise LineFault("unknown_field", "line.config", line["config"], "no config beside a ruleset")


def _check_missing(line: JsonObject) -> None:
    for name, value, _, needed in _walk(line):
        for key in needed:
            if key not in _object(name, value):
                raise LineFault("missing_field", f"{name}.{key}", None, f"a value: {name} needs {key}")
    if "ruleset" not in line and "config" not in line:
        raise LineFault("missing_field", "line.ruleset", None, "a ruleset or a config")
    body = _object("input", line["input"])
    for name, array in (
        ("input.seats", body["seats"]),
        *((f"seat {seat.get('position')}: bettors", seat["bettors"]) for seat in objects(body["seats"])),
    ):
        if not array:
            raise LineFault("missing_field", name, array, "at least one")
