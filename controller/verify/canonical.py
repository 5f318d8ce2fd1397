"""The one form of a body: parsed, written again and compared (DURABILITY 3.4).

A day has some hundred thousand bodies and very few shapes. What is left of a body without its small letters
and digits, together with its keys, is its shape; a body of a shape that was checked once needs no more than
to be JSON and to hold no long number. Any other one is parsed key by key and written again.
"""

import itertools
import json
import operator
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias, cast

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | bool | None"
JsonObject: TypeAlias = dict[str, Json]

MAX_INTEGER: Final = 2**53 - 1

_KEY: Final = re.compile(r"[a-z0-9_]+")
_PLAIN_BYTES: Final = b"abcdefghijklmnopqrstuvwxyz0123456789_"
_ODD_NUMBER: Final = re.compile(r"[:,\[](?:-0|-?(?:9[0-9]{15}|[0-9]{17}))")
"""Finds each -0 and each number beyond 2^53 - 1; what only looks like one costs time, no more."""
_MAY_BE_NUMBER: Final = re.compile(r"[:,\[][a-z0-9-]*[,\]}]")
_FEWEST_PARTS: Final = 7
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


def parse(body: bytes) -> JsonObject:
    """Decode a body that must be canonical; raise NotCanonical (DURABILITY 3.4)."""
    return decode(body) if is_of_known_form(body) else _parse(body)


def is_of_known_form(body: bytes) -> bool:
    """Tell whether a body has a form that was checked before; it is canonical then, if it is JSON at all."""
    shape = _shapes.get(body.translate(None, _PLAIN_BYTES))
    return shape is not None and shape.has(body.decode())


def decode(body: bytes) -> JsonObject:
    """Decode a body whose form is checked, here or in another process; raise NotCanonical."""
    try:
        text = body.decode()
        value, end = _QUICK.raw_decode(text)
    except (ValueError, RecursionError):
        return _parse(body)
    return cast("JsonObject", value) if type(value) is dict and end == len(text) else _parse(body)


def _parse(body: bytes) -> JsonObject:
    """Decode a body and check every rule by itself."""
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
    _learn(body, text)
    return cast("JsonObject", value)


class _Shape:
    """Know the bodies that differ in small letters and digits only, by where their keys stand.

    With no backslash in it, each quote begins or ends a text, so all such bodies nest alike and have blanks
    and other characters in the same texts. If the keys are the same too, one is in order if the other is;
    only a number may still be too long, or -0.
    """

    def __init__(self, parts: list[str]) -> None:
        self._keys_of = _those(at for at in range(1, len(parts), 2) if parts[at + 1].startswith(":"))
        self._numbers_of = _those(
            at for at in range(0, len(parts), 2) if at != len(parts) - 3 and _MAY_BE_NUMBER.search(parts[at])
        )
        self._known: set[object] = set()
        self._is_odd = any("-" in outside for outside in parts[::2])

    def has(self, text: str) -> bool:
        """Tell whether a body with these keys was found canonical, and has no number that may be odd.

        A record's last number but one is the time in microseconds, of 16 digits.
        """
        parts = text.split('"')
        if self._keys_of(parts) not in self._known:
            return False
        time = parts[-3]
        if self._is_odd or len(time) > 18 or time[1:2] == "9" or max(map(len, self._numbers_of(parts))) > 16:
            return _ODD_NUMBER.search(text) is None
        return True

    def learn(self, parts: list[str]) -> None:
        """Remember the keys of a canonical body; a forged file must not fill the memory."""
        if len(self._known) < _MOST_KNOWN:
            self._known.add(self._keys_of(parts))


def _those(places: Iterator[int]) -> Callable[[list[str]], tuple[str, ...]]:
    """Give what takes the parts at these places; the first one stands for there being none."""
    return operator.itemgetter(0, 0, *places)


_shapes: dict[bytes, _Shape] = {}


def _learn(body: bytes, text: str) -> None:
    """Remember the shape of a canonical body, unless its small letters and digits may hide another form.

    What has fewer than three texts is no record.
    """
    parts = text.split('"')
    if not text.isascii() or "\\" in text or len(parts) < _FEWEST_PARTS:
        return
    key = body.translate(None, _PLAIN_BYTES)
    shape = _shapes.get(key)
    if shape is None and len(_shapes) < _MOST_KNOWN:
        shape = _shapes[key] = _Shape(parts)
    if shape is not None:
        shape.learn(parts)


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
