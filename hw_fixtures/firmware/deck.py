"""Make decks of physical cards, shuffle and stack them from one seed (CDP1 12)."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from hw_fixtures.peer.codes import JOKER_1, Back, card_code

DECK_SIZE: Final = 52


@dataclass(slots=True, eq=False)
class PhysicalCard:
    """One piece of plastic; its face stays out of every repr.

    code: 0..51, 52 and 53 jokers, 54 cut card, FD blank; back: colour; pushed_back: is back in the shoe.
    """

    code: int = field(repr=False)
    back: Back
    pushed_back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """Name one deck of the table: letter, back colour, and its cards wherever they lie.

    deck_id: the number EXPECT names it by in the simulator's own tests; a controller chooses its own.
    """

    letter: str
    deck_id: int
    back: Back
    cards: tuple[PhysicalCard, ...] = field(repr=False)


def new_deck(letter: str, *, deck_id: int, back: Back) -> Deck:
    """Make a factory-fresh deck of 52 in rising code."""
    cards = tuple(PhysicalCard(code, back) for code in range(DECK_SIZE))
    return Deck(letter=letter, deck_id=deck_id, back=back, cards=cards)


def joker(back: Back) -> PhysicalCard:
    """Make a joker with the given back."""
    return PhysicalCard(JOKER_1, back)


def shuffled(cards: Sequence[PhysicalCard], rng: random.Random) -> list[PhysicalCard]:
    """Give the cards in a random order drawn from `rng`."""
    order = list(cards)
    rng.shuffle(order)
    return order


def stacked(cards: Sequence[PhysicalCard], top: Sequence[int], rng: random.Random) -> list[PhysicalCard]:
    """Put the cards of the codes `top` first, in that order, the rest shuffled below.

    Raises ValueError for a code that is not among the cards; a test asked for a deal that cannot be.
    """
    rest = shuffled(cards, rng)
    first = []
    for code in top:
        found = next((card for card in rest if card.code == code), None)
        if found is None:
            raise ValueError(f"card code {code} to be stacked: allowed is a card of the deck, each once")
        rest.remove(found)
        first.append(found)
    return first + rest


def codes_of(text: str | Iterable[str]) -> tuple[int, ...]:
    """Turn `"Ah Kd"` or `["Ah", "Kd"]` into card codes; raise ValueError for other text (CDP1 5.1)."""
    words = text.split() if isinstance(text, str) else text
    return tuple(card_code(word) for word in words)
