"""What is known of a body by its shape, so that most records of a long day are not taken apart (3.4, 14).

The shape of a body is all of it but the contents of its plain texts and numbers: every sign, key, kind, true,
false and null stands in it. Contents are letters, digits and signs of ASCII without quote and backslash, or
an integer in its one form within 2^53 - 1; neither can change how a body nests. So two bodies of one shape
are both canonical or both not, and hold the same kinds with the same fields, of the same types.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from controller.verify.canonical import Json, JsonObject, NotCanonical, canonical, parse
from controller.verify.catalogue import strangers

_CONTENT: Final = re.compile(
    rb'(:"?)(?<!"kind":")(?<!"v":)'
    rb'((?<=")(?![,\]}:])[ !#-\[\]-\x7f]++(?="[,\]}])'
    rb'|(?<!")(?:0|-?[1-8][0-9]{15}|-?[1-9][0-9]{0,14}+)(?=[,\]}]))'
)
"""What leads to the value of a key, and its content, with what must stand around them.

No text begins with a sign that ends a value: what follows the end of a text is never taken for another one.
Values in lists are left in the shape, which costs more shapes and saves looking for them in each body.
"""
_NONCE: Final = re.compile(rb"[0-9a-f]{16}")
_OTHER_NONCES: Final = ("0123456789abcdef", "fedcba9876543210")
_BETWEEN: Final = b"\xff"
_MOST_SHAPES: Final = 2_000
_LARGEST: Final = 8_192
"""A forged file must not fill the memory, and a body with a whole state in it comes once a round."""


class Sight(NamedTuple):
    """Hold what a record is without a closer look: canonical, and nothing in it is unknown.

    is_quiet: no event, note or card in it needs a judge; events: how many; is_plain: it is more than a
    checkpoint or a file's end; round: its number, 0 without one.
    """

    is_quiet: bool
    events: int
    is_plain: bool
    round: int


class _Known(NamedTuple):
    """Hold a shape's record, and where among its contents nonce and round stand, None for no round."""

    sight: Sight
    nonce: int
    round: int | None


class Shapes:
    """Know the shapes of bodies that were checked by every rule; sum_up: gives the `Sight` of such a one."""

    def __init__(self, sum_up: Callable[[JsonObject, bytes], Sight]) -> None:
        self._sum_up = sum_up
        self._known: dict[bytes, _Known] = {}

    def look(self, body: bytes) -> Sight | None:
        """Give what a body's shape says, None where only a closer look can tell; its shape is learned."""
        shape, contents = _taken_apart(body)
        known = self._known.get(shape)
        if known is None:
            self._learn(body, shape, contents)
            return None
        if _NONCE.fullmatch(contents[known.nonce]) is None:
            return None
        if known.round is None:
            return known.sight
        return known.sight._replace(round=int(contents[known.round]))

    def _learn(self, body: bytes, shape: bytes, contents: list[bytes]) -> None:
        """Check a body by every rule, and remember its shape if all is well with it."""
        if len(self._known) >= _MOST_SHAPES or len(body) > _LARGEST or not body.isascii() or b"\\" in body:
            return
        try:
            envelope = parse(body)
        except NotCanonical:
            return
        if strangers(envelope):
            return
        self._known[shape] = _Known(
            sight=self._sum_up(envelope, body),
            nonce=_place(envelope, contents, "nonce", _OTHER_NONCES),
            round=None if envelope["round"] is None else _place(envelope, contents, "round", (0, 1)),
        )


def _taken_apart(body: bytes) -> tuple[bytes, list[bytes]]:
    """Give a body's shape and its contents in order."""
    parts = _CONTENT.split(body)
    contents = parts[2::3]
    del parts[2::3]
    return _BETWEEN.join(parts), contents


def _place(envelope: JsonObject, contents: list[bytes], name: str, others: tuple[Json, Json]) -> int:
    """Give the place of a field's content: where another value of the field makes a difference."""
    other = others[0] if envelope[name] != others[0] else others[1]
    changed = _taken_apart(canonical({**envelope, name: other}))[1]
    return next(at for at, content in enumerate(changed) if content != contents[at])
