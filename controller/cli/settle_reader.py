"""Read the settings of a config or profile object strictly (G13.2)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeGuard, TypeVar

from controller.cli.settle_shape import LineFault
from controller.engine.money import Odds
from controller.engine.ruleset import (
    SETTLED_WAGERS,
    Category,
    Limit,
    Limits,
    PayRow,
    PayTable,
    PlayMultiples,
    Wager,
)
from controller.nearest import did_you_mean

_Word = TypeVar("_Word", bound=StrEnum)


class SettingsReader:
    """Read the settings of one object strictly; what is wrong becomes a LineFault with its code."""

    def __init__(
        self, code: str, name: str, value: object, needs: tuple[str, ...], may: tuple[str, ...]
    ) -> None:
        self._code = code
        self._name = name
        if not isinstance(value, Mapping):
            raise LineFault(code, name, value, "a JSON object")
        self.value: Mapping[str, object] = value
        for key in value:
            if key not in {*needs, *may}:
                names = [*needs, *may]
                raise self.fault(key, f"{did_you_mean(key, names)}one of the keys {', '.join(names)}")
        for key in needs:
            if key not in value:
                raise self.fault(key, "a value: the key is missing")

    def fault(self, key: str, allowed: str) -> LineFault:
        """Name a wrong setting."""
        return LineFault(self._code, f"{self._name}.{key}", self.value.get(key), allowed)

    def text(self, key: str) -> str:
        """Read a text."""
        value = self.value[key]
        if not isinstance(value, str):
            raise self.fault(key, "a text")
        return value

    def only(self, key: str, word: str) -> None:
        """Demand the one word that a setting may have."""
        if self.value[key] != word:
            raise self.fault(key, word)

    def flag(self, key: str) -> bool:
        """Read true or false."""
        value = self.value[key]
        if not isinstance(value, bool):
            raise self.fault(key, "true or false")
        return value

    def number(self, key: str, *, least: int = 0, most: int | None = None) -> int:
        """Read a whole number."""
        value = self.value[key]
        if not _is_whole(value, least) or (most is not None and value > most):
            raise self.fault(key, f"a whole number from {least}" + ("" if most is None else f" to {most}"))
        return value

    def number_or_none(self, key: str) -> int | None:
        """Read a whole number or null."""
        return None if self.value[key] is None else self.number(key)

    def word(self, key: str, words: type[_Word], default: _Word | None = None) -> _Word:
        """Read one word of a closed list; `default` stands in for a key that may be left out."""
        if default is not None and key not in self.value:
            return default
        value = self.value[key]
        if not isinstance(value, str) or value not in set(words):
            raise self.fault(key, ", ".join(words))
        return words(value)

    def passes(self) -> tuple[tuple[Wager, ...], ...]:
        """Read the passes: lists of wagers that hold each of the five once."""
        passes = self.value["passes"]
        if isinstance(passes, list) and all(isinstance(one, list) for one in passes):
            wagers = [wager for one in passes for wager in one]
            if all(isinstance(wager, str) for wager in wagers) and sorted(wagers) == sorted(SETTLED_WAGERS):
                return tuple(tuple(map(Wager, one)) for one in passes)
        raise self.fault(
            "passes", "lists of wagers that hold each of ante, blind, play, trips, bad_beat once"
        )

    def pays(self, key: str, *, may_be_none: bool = False) -> PayTable:
        """Read pays as pairs by category; null gives a table without rows."""
        value = self.value[key]
        if value is None and may_be_none:
            return PayTable(name="none", rows=())
        if not isinstance(value, Mapping) or not all(
            name in set(Category) and _is_pair(pair, least=(0, 1)) for name, pair in value.items()
        ):
            raise self.fault(key, "pairs [n, d] of whole numbers by the names of categories")
        rows = (
            PayRow(category=category, odds=Odds(numerator=value[category][0], denominator=value[category][1]))
            for category in reversed(Category)
            if category in value
        )
        return PayTable(name=key, rows=tuple(rows))

    def limits(self) -> Limits:
        """Read [minimum, maximum] of each wager; a Bad Beat that is not offered has none."""
        value = self.value["limits"]
        names = [wager.value for wager in SETTLED_WAGERS]
        if not isinstance(value, Mapping) or sorted(value) != sorted(names):
            raise self.fault("limits", "a pair [minimum, maximum] for each of " + ", ".join(names))
        if not all(_is_pair(pair, least=(0, 0)) and pair[0] <= pair[1] for pair in value.values()):
            raise self.fault("limits", "[minimum, maximum] in whole cents, the minimum not above")
        pairs = {name: Limit(minimum=pair[0], maximum=pair[1]) for name, pair in value.items()}
        return Limits(
            ante=pairs["ante"],
            blind=pairs["blind"],
            play=pairs["play"],
            trips=pairs["trips"],
            bad_beat=pairs["bad_beat"],
        )

    def multiples(self) -> PlayMultiples:
        """Read the Play multiples of each street."""
        value = self.value["play_multiples"]
        streets = ("preflop", "flop", "river")
        if not isinstance(value, Mapping) or sorted(value) != sorted(streets):
            raise self.fault("play_multiples", "a list for each of " + ", ".join(streets))
        if not all(isinstance(row, list) and all(_is_whole(n, 1) for n in row) for row in value.values()):
            raise self.fault("play_multiples", "lists of whole numbers from 1")
        return PlayMultiples(**{street: tuple(value[street]) for street in streets})


def _is_whole(value: object, least: int) -> TypeGuard[int]:
    return type(value) is int and value >= least


def _is_pair(value: object, least: tuple[int, int]) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(_is_whole(part, low) for part, low in zip(value, least, strict=True))
    )
