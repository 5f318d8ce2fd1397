"""Cards, their one spelling, and cards that nobody may see yet.

A card is two characters: rank `23456789TJQKA`, suit `cdhs` (G1). Nothing else is a card: `10h`,
lower-case ranks and blanks raise ValueError, they are never mapped.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from controller.engine.copying import made_often

RANKS = "23456789TJQKA"
SUITS = "cdhs"


class Card(StrEnum):
    """Name one of the 52 identities of a deck (G1); `Card("Ah")` parses, anything else raises ValueError."""

    C2 = "2c"
    C3 = "3c"
    C4 = "4c"
    C5 = "5c"
    C6 = "6c"
    C7 = "7c"
    C8 = "8c"
    C9 = "9c"
    CT = "Tc"
    CJ = "Jc"
    CQ = "Qc"
    CK = "Kc"
    CA = "Ac"
    D2 = "2d"
    D3 = "3d"
    D4 = "4d"
    D5 = "5d"
    D6 = "6d"
    D7 = "7d"
    D8 = "8d"
    D9 = "9d"
    DT = "Td"
    DJ = "Jd"
    DQ = "Qd"
    DK = "Kd"
    DA = "Ad"
    H2 = "2h"
    H3 = "3h"
    H4 = "4h"
    H5 = "5h"
    H6 = "6h"
    H7 = "7h"
    H8 = "8h"
    H9 = "9h"
    HT = "Th"
    HJ = "Jh"
    HQ = "Qh"
    HK = "Kh"
    HA = "Ah"
    S2 = "2s"
    S3 = "3s"
    S4 = "4s"
    S5 = "5s"
    S6 = "6s"
    S7 = "7s"
    S8 = "8s"
    S9 = "9s"
    ST = "Ts"
    SJ = "Js"
    SQ = "Qs"
    SK = "Ks"
    SA = "As"

    @property
    def rank(self) -> int:
        """Give the rank as 2..14, the ace high."""
        return RANKS.index(self.value[0]) + 2

    @property
    def suit(self) -> str:
        """Give the suit letter, one of `cdhs`."""
        return self.value[1]


class Back(StrEnum):
    """Name the colour of a card's back; the codes are CDP/1's (CDP1 5.1)."""

    UNKNOWN = "unknown"
    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    BLACK = "black"
    PURPLE = "purple"
    ORANGE = "orange"
    BROWN = "brown"
    YELLOW = "yellow"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden:
    """Hold a card that was read face down: its seal's ordinal, and the identity while it may still be opened.

    ordinal: number of the card's seal in its round, from 0.
    card, salt: identity and the 16 secret bytes of its commitment (DURABILITY 7.2), or None once closed.
    The repr names the ordinal only: a face-down card never reaches a log or an exception.
    """

    ordinal: int
    card: Card | None = field(default=None, repr=False)
    salt: bytes | None = field(default=None, repr=False)

    def closed(self) -> "Hidden":
        """Give the same card without its identity, as a dead hand holds it (DURABILITY 7.1)."""
        return Hidden(ordinal=self.ordinal)


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class Exposed:
    """Hold a card that is face up on the felt, with what anyone needs to check its commitment.

    ordinal, salt: as in `Hidden`; card: the identity everybody sees.
    """

    ordinal: int
    card: Card
    salt: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenBytes:
    """Hold bytes that may contain a face, such as an event nobody could decode; sealed like a card.

    ordinal: number of the seal in its round; data: the bytes, None once closed.
    """

    ordinal: int
    data: bytes | None = field(default=None, repr=False)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Parse cards separated by single blanks, such as `"Ah Kd"`; raise ValueError for others (G1)."""
    return tuple(Card(token) for token in text.split(" "))
