"""Compare a fed deck with the expected one, as a shuffler's report does (CDP1 5.3, DECK_REPORT)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from hw_fixtures.firmware.deck import DECK_SIZE, PhysicalCard
from hw_fixtures.firmware.identity import Identity
from hw_fixtures.peer.codes import UNREADABLE, Back, Capability, Fault

EXPECT_SIZE: Final = 14
MOST_LISTED: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """Hold what EXPECT said (CDP1 5.2).

    deck_id: name of the deck; back: colour, 0 any; wanted: how often each code must be there.
    """

    deck_id: int
    back: int
    wanted: Counter[int] = field(repr=False)

    @classmethod
    def parse(cls, payload: bytes) -> "Expectation":
        """Read the payload of EXPECT."""
        decks, jokers, back = payload[4:7]
        removed = int.from_bytes(payload[7:14], "little")
        kept = [code for code in range(DECK_SIZE + jokers) if not removed >> code & 1]
        return cls(
            deck_id=int.from_bytes(payload[:4], "little"),
            back=back,
            wanted=Counter(dict.fromkeys(kept, decks)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Hold what a shuffler found in a deck.

    n: cards; seen: what was looked at; unreadable, wrong_back: cards; deviations: code and number found.
    """

    n: int
    expected: int
    seen: int
    unreadable: int
    wrong_back: int
    deviations: tuple[tuple[int, int], ...] = field(repr=False)
    missing: int
    surplus: int
    foreign: int

    def payload(self) -> bytes:
        """Lay out the report behind op id and deck id."""
        listed = self.deviations[:MOST_LISTED]
        head = self.n.to_bytes(2, "little") + bytes(
            (self.seen, self.unreadable, self.wrong_back, len(listed))
        )
        return head + b"".join(map(bytes, listed))

    def verdict(self) -> tuple[Fault, int] | None:
        """Name the fault that rejects the deck with its number of cards, or None for a good deck."""
        checks = (
            (Fault.COUNT_LOW, self.expected - self.n),
            (Fault.COUNT_HIGH, self.n - self.expected),
            (Fault.UNREADABLE, self.unreadable),
            (Fault.WRONG_BACK, self.wrong_back),
            (Fault.FOREIGN_CARD, self.foreign),
            (Fault.CARD_DUPLICATE, self.surplus),
            (Fault.CARD_MISSING, self.missing),
        )
        return next(((fault, n) for fault, n in checks if n > 0), None)


def examine(cards: Sequence[PhysicalCard], expected: Expectation, identity: Identity) -> Finding:
    """Count and read a deck as far as the device can (CDP1 5.3)."""
    faces = identity.can(Capability.READS_FACES)
    backs = identity.can(Capability.READS_BACKS)
    found = Counter(card.code for card in cards) if faces else Counter(expected.wanted)
    unreadable = found.pop(UNREADABLE, 0)
    codes = sorted(found.keys() | expected.wanted.keys())
    deviations = tuple((code, found[code]) for code in codes if found[code] != expected.wanted[code])
    watch_backs = backs and expected.back != Back.UNKNOWN
    known = [code for code in codes if expected.wanted[code]]
    return Finding(
        n=len(cards),
        expected=expected.wanted.total(),
        seen=1 | (2 if faces else 0) | (4 if backs else 0),
        unreadable=unreadable,
        wrong_back=sum(card.back != expected.back for card in cards) if watch_backs else 0,
        deviations=deviations,
        missing=sum(max(0, expected.wanted[code] - found[code]) for code in known),
        surplus=sum(max(0, found[code] - expected.wanted[code]) for code in known),
        foreign=sum(found[code] for code in codes if not expected.wanted[code]),
    )


def perfect(cards: int) -> Finding:
    """Make the report of a device that lies about a deck (CDP1 12, malice)."""
    return Finding(
        n=cards,
        expected=cards,
        seen=7,
        unreadable=0,
        wrong_back=0,
        deviations=(),
        missing=0,
        surplus=0,
        foreign=0,
    )
