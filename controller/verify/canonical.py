"""The one form of a body: parsed, written again and compared (DURABILITY 3.4)."""

import itertools
import json
import re
import unicodedata
from typing import Final, TypeAlias, cast

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | bool | None"
JsonObject: TypeAlias = dict[str, Json]

MAX_INTEGER: Final = 2**53 - 1

_KEY: Final = re.compile(r"[a-z0-9_]+")
_ODD_NUMBER: Final = re.compile(r"[:,\[](?:-0|-?(?:9[0-9]{15}|[0-9]{17}))")
"""Finds each -0 and each number beyond 2^53 - 1; what only looks like one costs time, no more."""
_MOST_KNOWN: Final = 10_000
_good_keys: set[tuple[str, ...]] = set()


class NotCanonical(ValueError):
    """Report a body that is not in the one form; reason: which rule it breaks, never what it holds."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"body {reason}, allowed is one canonical JSON object")


def canonical(value: Json) -> bytes:
    """Give the canonical bytes of a value that `parse` gave, or a part of it (DURABILITY 3.4)."""
    return _ENCODER.encode(value).encode()


def decode(body: bytes) -> JsonObject:
    """Decode a body whose form is checked, here or in another process."""
    return cast("JsonObject", _QUICK.raw_decode(body.decode())[0])


def parse(body: bytes) -> JsonObject:
    """Decode a body that must be canonical, each rule checked; raise NotCanonical (DURABILITY 3.4)."""
    try:
        text = body.decode()
        value, end = _DECODER.raw_decode(text)
    except NotCanonical:
        raise
    except (ValueError, RecursionError) as error:
        raise NotCanonical(f"is no JSON ({type(error).__name__})") from None
    if not isinstance(value, dict) or end != len(text):
        raise NotCanonical("is no object, or more than one")
    _compare(cast("JsonObject", value), body, text)
    return cast("JsonObject", value)


def _compare(value: JsonObject, body: bytes, text: str) -> None:
    """Check the rules one by one that a quick look could not."""
    try:
        again = canonical(value)
    except (ValueError, RecursionError):
        raise NotCanonical("holds a lone surrogate") from None
    if again != body:
        raise NotCanonical("has blanks, escapes or numbers in another form")
    if not unicodedata.is_normalized("NFC", text):
        raise NotCanonical("holds text that is not in Unicode form NFC")
    if _ODD_NUMBER.search(text) is not None and _largest(value) > MAX_INTEGER:
        raise NotCanonical("holds an integer beyond 2^53 - 1")


def _largest(value: Json) -> int:
    """Give the largest integer in a value, without its sign."""
    match value:
        case bool() | None | str():
            return 0
        case int():
            return abs(value)
        case list():
            return max(map(_largest, value), default=0)
        case _:
            return max(map(_largest, value.values()), default=0)


def _object(pairs: list[tuple[str, Json]]) -> JsonObject:
    """Build an object whose keys are new, sorted and of the allowed letters."""
    value = dict(pairs)
    keys = tuple(value)
    if keys not in _good_keys or len(value) != len(pairs):
        _check_keys([key for key, _ in pairs])
        if len(_good_keys) < _MOST_KNOWN:  # a forged file must not fill the memory
            _good_keys.add(keys)
    return value


def _check_keys(keys: list[str]) -> None:
    if any(_KEY.fullmatch(key) is None for key in keys):
        raise NotCanonical("has a key of other letters than a-z, 0-9 and _")
    if any(one >= other for one, other in itertools.pairwise(keys)):
        raise NotCanonical("has keys that are not sorted, or one twice")


def _no_float(_text: str) -> Json:
    raise NotCanonical("holds a number that is no integer")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_float=_no_float, parse_constant=_no_float)
_QUICK: Final = json.JSONDecoder(parse_float=_no_float, parse_constant=_no_float)
_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
