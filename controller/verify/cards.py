"""Seals and reveals: each face that turns up must be the one that was sealed (DURABILITY 7.2, 7.4).

Nothing here can open a seal, and no card is ever part of what this module says.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from controller.verify.canonical import Json, JsonObject
from controller.verify.chain import lp

CARDS: Final = frozenset(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
SALT_SIZE: Final = 16
REVEALING: Final = ("cards_exposed", "seat_turned_up", "card_corrected", "folded_hand_opened")
"""Kinds of events that turn cards up; a face in any other one is outside of its seal (INV6)."""

_SEAL: Final = frozenset({"ordinal", "commit", "sealed"})
_FACE: Final = frozenset({"ordinal", "card", "salt"})
_CONTAINERS: Final = (dict, list)
_COMMIT_DIGITS: Final = 64
_SEALED_DIGITS: Final = 120


def commitment(table_id: str, round_no: int, ordinal: int, card: str, salt: bytes) -> bytes:
    """Give the 32 bytes that bind a card before it is seen (DURABILITY 7.2)."""
    place = lp(table_id.encode()) + round_no.to_bytes(8, "big") + ordinal.to_bytes(2, "big")
    return hashlib.sha256(b"DAJ1\x02" + salt + place + card.encode()).digest()


def has_cards(body: bytes) -> bool:
    """Tell quickly whether a body can hold a seal or a face."""
    return b'"ordinal":' in body


@dataclass(slots=True)
class Seals:
    """Keep the commitments of the round in play and compare every face with its own.

    table_id: what they are bound to, None where nothing says it; round_no: of the last `round_key` note,
    None before the first one.
    commits, faces: by ordinal; has_hole: a record of this round is missing, so a seal may be too.
    """

    table_id: str | None
    round_no: int | None = None
    commits: dict[int, str] = field(default_factory=dict)
    faces: dict[int, str] = field(default_factory=dict)
    has_hole: bool = False
    matched: int = 0
    unchecked: int = 0

    def use_key(self, round_no: int) -> None:
        """Begin a round's seals; a second key in one round goes on with the same ordinals."""
        if round_no != self.round_no:
            self.round_no, self.has_hole = round_no, False
            self.commits, self.faces = {}, {}

    def lose(self) -> None:
        """Note that records are missing here."""
        self.has_hole = True

    def take(self, item: JsonObject) -> Iterator[str]:
        """Take a command or event and give a phrase for each card in it that contradicts something."""
        turns_up = item.get("kind") in REVEALING
        for part in _cards_in(item):
            if part.keys() == _SEAL:
                yield from self._seal(part)
            elif turns_up:
                yield from self._reveal(part)
            else:
                yield "a face stands outside of a seal"

    def _seal(self, part: JsonObject) -> Iterator[str]:
        ordinal, commit, sealed = part["ordinal"], part["commit"], part["sealed"]
        if commit is None and sealed is None:
            return
        if type(ordinal) is not int or not isinstance(commit, str) or not isinstance(sealed, str):
            yield "a seal has fields of other types"
            return
        if (len(commit), len(sealed)) != (_COMMIT_DIGITS, _SEALED_DIGITS):
            yield f"seal {ordinal} has another size"
        if self.commits.setdefault(ordinal, commit) != commit and self._is_known:
            yield f"seal {ordinal} stands for two different cards"

    def _reveal(self, part: JsonObject) -> Iterator[str]:
        ordinal, card, salt = part["ordinal"], part["card"], part["salt"]
        if type(ordinal) is not int or not isinstance(salt, str) or not isinstance(card, str):
            yield "a reveal has fields of other types"
            return
        if card not in CARDS:
            yield "a reveal has no card of the deck"
            return
        matches = self.commits.get(ordinal) == self._recomputed(ordinal, card, salt)
        if matches:
            self.matched += 1
        elif not self._is_known:
            self.unchecked += 1
        elif ordinal not in self.commits:
            yield f"card {ordinal} is turned up, but was never sealed"
        else:
            yield f"card {ordinal} is not the one that was sealed"
        if self._is_known:
            yield from self._twice(ordinal, card)

    def _twice(self, ordinal: int, card: str) -> Iterator[str]:
        """Look for one card with two faces, and for one face at two places."""
        if self.faces.setdefault(ordinal, card) != card:
            yield f"card {ordinal} was turned up twice with two faces"
        same = [other for other, face in self.faces.items() if face == card and other != ordinal]
        if same:
            yield f"cards {same[0]} and {ordinal} have one identity"

    @property
    def _is_known(self) -> bool:
        """Tell whether all seals of this round have been seen."""
        return self.round_no is not None and self.table_id is not None and not self.has_hole

    def _recomputed(self, ordinal: int, card: str, salt: str) -> str:
        """Give the commitment of a face, no text where there can be none."""
        try:
            salt_bytes = bytes.fromhex(salt)
            if len(salt_bytes) != SALT_SIZE or self.round_no is None or self.table_id is None:
                return ""
            return commitment(self.table_id, self.round_no, ordinal, card, salt_bytes).hex()
        except (ValueError, OverflowError):
            return ""


def _cards_in(value: Json) -> Iterator[JsonObject]:
    """Give every seal and every face anywhere in a value."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += [item for item in one if type(item) in _CONTAINERS]
        elif isinstance(one, dict):
            if "ordinal" in one and one.keys() in (_SEAL, _FACE):
                yield one
            else:
                waiting += [item for item in one.values() if type(item) in _CONTAINERS]
