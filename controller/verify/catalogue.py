"""The fields of a record and the kinds it may hold: what is not listed belongs to another program (3.8)."""

import itertools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, cast

from controller.verify.canonical import Json, JsonObject

VERSION: Final = 1

_PLAIN_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_NONCE: Final = re.compile(r"[0-9a-f]{16}")
_INTEGER: Final = (int,)
_TEXT: Final = (str,)
_ENVELOPE: Final[Mapping[str, tuple[type, ...]]] = {
    "v": _INTEGER,
    "cause": (dict, type(None)),
    "events": (list,),
    "notes": (list,),
    "utc_us": _INTEGER,
    "boot_us": _INTEGER,
    "boot": _TEXT,
    "nonce": _TEXT,
    "round": (int, type(None)),
    "actor": _TEXT,
    "src": _TEXT,
    "cmd": (str, type(None)),
}
_NAMES: Final = tuple(sorted(_ENVELOPE))
_SHAPES: Final = frozenset(itertools.product(*(_ENVELOPE[name] for name in _NAMES)))
"""What types the fields of a record may have, in the order in which canonical bytes hold them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """Hold the fields of one kind: those it must have and those it may have; `is_open`: any others too."""

    needed: frozenset[str]
    allowed: frozenset[str]
    is_open: bool

    def fit(self, item: JsonObject) -> bool:
        """Tell whether an item has the fields of its kind."""
        names = item.keys()
        return names == self.needed or (self.needed <= names and (self.is_open or names <= self.allowed))


Kinds = Mapping[str, Fields]


@cache
def known_kinds() -> Mapping[str, Kinds]:
    """Read the list of kinds: `events`, `causes` and `notes`, each by `kind`."""
    text = (Path(__file__).parent / "catalogue.toml").read_text(encoding="utf-8")
    return {
        part: {kind: _fields(words.split()) for kind, words in kinds.items()}
        for part, kinds in tomllib.loads(text).items()
    }


def _fields(words: list[str]) -> Fields:
    names = [word for word in words if word != "*"]
    needed = frozenset(name for name in names if not name.endswith("?")) | {"kind"}
    allowed = needed | {name.removesuffix("?") for name in names}
    return Fields(needed=needed, allowed=allowed, is_open="*" in words)


def strangers(envelope: JsonObject) -> list[str]:
    """Give a phrase for each thing in a record that version 1 does not know (DURABILITY 3.4, 3.8)."""
    if tuple(map(type, envelope.values())) not in _SHAPES or tuple(envelope) != _NAMES:
        return [_misshapen(envelope)]
    if envelope["v"] != VERSION:
        return [f"catalogue version {envelope['v']}, known is {VERSION}"]
    phrases = []
    if _NONCE.fullmatch(cast("str", envelope["nonce"])) is None:
        phrases.append("the record's nonce is not 8 bytes")
    kinds = known_kinds()
    cause, events, notes = envelope["cause"], envelope["events"], envelope["notes"]
    if cause is not None:
        phrases += _unfit(kinds["causes"], [cause], "command")
    if events:
        phrases += _unfit(kinds["events"], cast("list[Json]", events), "event")
    if notes:
        phrases += _unfit(kinds["notes"], cast("list[Json]", notes), "note")
    if cause is None and not events and not notes:
        phrases.append("the record holds nothing")
    return phrases


def _misshapen(envelope: JsonObject) -> str:
    """Say which field of a record is wrong."""
    if envelope.keys() != _ENVELOPE.keys():
        return "the record has missing or unknown fields"
    wrong = next(name for name, types in _ENVELOPE.items() if type(envelope[name]) not in types)
    return f"the record's field {wrong} is of another type"


def _unfit(kinds: Kinds, items: list[Json], what: str) -> list[str]:
    """Give a phrase for each item of an unknown kind or with other fields than its kind has."""
    phrases = []
    for item in items:
        kind = item.get("kind") if type(item) is dict else None
        fields = kinds.get(kind) if type(kind) is str else None
        if fields is None:
            phrases.append(f"unknown kind of {what}: {shown(kind)}")
        elif not fields.fit(cast("JsonObject", item)):
            phrases.append(f"{what} {kind} has other fields than version {VERSION} says")
    return phrases


def shown(name: object) -> str:
    """Give a name from a file only if it is a plain one: nothing else of a record is ever shown."""
    return name if isinstance(name, str) and _PLAIN_NAME.fullmatch(name) else "(no plain name)"
