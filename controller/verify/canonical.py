"""The one form of a body: checked while it is parsed, without writing it again wherever that is safe.

What could hide another form (an escape, a blank beside a sign of JSON, a character beyond ASCII, a long
number) takes the slow way: write the value in canonical form and compare all bytes (DURABILITY 3.4).
"""

import itertools
import json
import re
import unicodedata
from typing import Final, TypeAlias, cast

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | bool | None"
JsonObject: TypeAlias = dict[str, Json]

MAX_INTEGER: Final = 2**53 - 1

_KEY: Final = re.compile(r"[a-z0-9_]+")
_DIGITS_AS_ZERO: Final = bytes(0x30 if 0x30 <= code <= 0x39 else code for code in range(256))
_LONG: Final = b"0" * 17
_BLANK_OUTSIDE: Final = re.compile(rb"[{}\[\],:] | [{}\[\],:]|^ | $")
_ODD_NUMBER: Final = re.compile(rb"[:,\[](?:-|9[0-9]{15}|[0-9]{17})")
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
    try:
        text = body.decode()
        value, end = _DECODER.raw_decode(text)
    except NotCanonical:
        raise
    except (ValueError, RecursionError) as error:
        raise NotCanonical(f"is no JSON ({type(error).__name__})") from None
    if not isinstance(value, dict) or end != len(text):
        raise NotCanonical("is no object, or more than one")
    if not _is_plain(body):
        _compare(cast("JsonObject", value), body, text)
    return cast("JsonObject", value)


def _is_plain(body: bytes) -> bool:
    """Tell whether nothing in a body can have a second form, keys apart."""
    return (
        body.isascii()
        and not (b"\\" in body or b"\n" in body or b"\r" in body or b"\t" in body)
        and (b" " not in body or _BLANK_OUTSIDE.search(body) is None)
        and not (_may_be_odd(body) and _ODD_NUMBER.search(body))
    )


def _may_be_odd(body: bytes) -> bool:
    """Tell quickly whether a number may be long, negative or above 2^53."""
    return (
        b":9" in body
        or b",9" in body
        or b"[9" in body
        or b":-" in body
        or b",-" in body
        or b"[-" in body
        or _LONG in body.translate(_DIGITS_AS_ZERO)
    )


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
    if _largest(value) > MAX_INTEGER:
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
        if len(_good_keys) < 10_000:  # a forged file must not fill the memory
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
_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
