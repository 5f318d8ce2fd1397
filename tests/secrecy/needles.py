"""Every spelling in which bytes that nobody may see could have been written somewhere (DURABILITY 8)."""

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from cobs import cobs

SHORTEST = 8
"""Fewer bytes than this stand in any file by chance."""

CARD_WORD = re.compile(rb"(?<![0-9A-Za-z])([2-9TJQKA][cdhs]|C(?:ard)?[._]?[CDHS][2-9TJQKA])(?![0-9A-Za-z])")
"""A card as a word of its own, as it is spelled, or as the program names it in a repr."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """Hold bytes that must not be found; what: names them in a finding without giving them away."""

    what: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Say where a secret stands in the open, and how it is written there."""

    what: str
    where: str
    spelling: str


def spellings(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Give the ways to write some bytes, each under its name; all of them are long enough to be no chance."""
    text = data.hex()
    yield "raw", data
    yield "reversed", data[::-1]
    yield "hex", text.encode()
    yield "HEX", text.upper().encode()
    yield "hex with colons", data.hex(":").encode()
    yield "hex with blanks", data.hex(" ").encode()
    yield "UTF-16", text.encode("utf-16-le")
    yield "Python", repr(data)[2:-1].encode()
    yield "JSON", json.dumps(data.decode("latin-1"))[1:-1].encode()
    yield "UTF-8", data.decode("latin-1").encode()
    yield "numbers", ", ".join(map(str, data)).encode()
    yield "JSON numbers", ",".join(map(str, data)).encode()
    yield "COBS", cobs.encode(data)
    for phase in range(3):
        # The digits that only these bytes make: the first ones and the last one depend on their neighbours.
        whole = data[(3 - phase) % 3 :]
        whole = whole[: len(whole) // 3 * 3]
        yield f"base64 from byte {phase}", base64.b64encode(whole)
        yield f"URL base64 from byte {phase}", base64.urlsafe_b64encode(whole)


def search(name: str, written: bytes, secrets: tuple[Secret, ...]) -> Iterator[Found]:
    """Find every secret in some bytes, whatever way it is spelled there."""
    for secret in secrets:
        assert len(secret.data) >= SHORTEST, "so few bytes prove nothing"
        for spelling, needle in spellings(secret.data):
            if needle in written:
                yield Found(what=secret.what, where=name, spelling=spelling)


def card_words(written: bytes) -> set[str]:
    """Give every card that is spelled out somewhere in some bytes."""
    return {word.decode() for word in CARD_WORD.findall(written)}
