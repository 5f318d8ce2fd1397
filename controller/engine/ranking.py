"""The rank of a poker hand, its category and the five cards that play (G4.1).

phevaluator gives the rank: 1 for a royal flush to 7462 for seven-five high, one number for each class of
equal hands. This module alone imports it. The category and the five cards are found by the code below,
and `evaluate` ranks those five again, so a hand whose cards do not make its rank is never returned.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import starmap

from phevaluator import evaluate_cards

from controller.engine.cards import RANKS, SUITS, Card
from controller.engine.copying import constructor, made_often
from controller.engine.faults import InvariantFault
from controller.engine.ruleset_names import Category

CardNumber = int

_NUMBERS: dict[Card, CardNumber] = {
    card: RANKS.index(card.value[0]) * 4 + SUITS.index(card.value[1]) for card in Card
}
_RANKS: dict[Card, int] = {card: number // 4 + 2 for card, number in _NUMBERS.items()}
_WHEEL = (5, 4, 3, 2, 14)
_RUNS: tuple[tuple[int, ...], ...] = (
    *(tuple(range(top, top - 5, -1)) for top in range(14, 5, -1)),
    _WHEEL,
)

# The last class rank of each category, best category first: royal 1, straight flushes to 10, quads to 166 ...
_LAST_RANKS = (1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462)
_BEST_FIRST = tuple(reversed(Category))


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class HandValue:
    """Hold what a hand is worth (G4.1).

    rank: 1 (best) .. 7462, equal for hands that tie; five: the cards that play, the deciding ones first.
    Use `beats` and `ties`; two hands with other cards of the same rank tie without being equal objects.
    """

    rank: int
    category: Category
    five: tuple[Card, ...]

    def beats(self, other: "HandValue") -> bool:
        """Tell whether this hand is higher."""
        return self.rank < other.rank

    def ties(self, other: "HandValue") -> bool:
        """Tell whether the five ranks are equal; unused cards and suits never decide."""
        return self.rank == other.rank

    def at_least(self, category: Category) -> bool:
        """Tell whether this hand is of a category or a higher one."""
        return self.category.level >= category.level


_make_value = constructor(HandValue)


def card_number(card: Card) -> CardNumber:
    """Give the evaluator's number of a card: four times the rank from 0, plus the suit from 0."""
    return _NUMBERS[card]


def class_rank(numbers: Sequence[CardNumber]) -> int:
    """Rank five to seven distinct card numbers, 1 (best) .. 7462; unchecked, for enumerations."""
    rank: int = evaluate_cards(*numbers)
    return rank


def class_ranks(hands: Iterable[Sequence[CardNumber]]) -> Iterator[int]:
    """Rank many hands as `class_rank` does, without a Python step for each, for enumerations."""
    return starmap(evaluate_cards, hands)


def category_of(rank: int) -> Category:
    """Give the category of a class rank 1 .. 7462."""
    return _BEST_FIRST[bisect_left(_LAST_RANKS, rank)]


def hand_category(cards: Sequence[Card]) -> Category:
    """Give the category of the best five of distinct cards, where nobody asks which five they are."""
    return category_of(class_rank([_NUMBERS[card] for card in cards]))


def evaluate(cards: Sequence[Card]) -> HandValue:
    """Give the value of the best five of five to seven cards (G4.1).

    Where two cards may play, the one given first is named, so give the board before the hole cards.
    Raises ValueError for another number of cards or a repeated one; the message names no face.
    """
    if not 5 <= len(cards) <= 7 or len(set(cards)) != len(cards):
        raise ValueError(
            f"a hand of {len(cards)} cards, {len(set(cards))} of them distinct; allowed: 5 to 7, all distinct"
        )
    rank = class_rank([_NUMBERS[card] for card in cards])
    kind = category_of(rank)
    five = _playing(kind, cards)
    if class_rank([_NUMBERS[card] for card in five]) != rank:
        raise InvariantFault("G4.1", f"the five cards named do not make class rank {rank} ({kind})")
    return _make_value(rank=rank, category=kind, five=five)


def _playing(kind: Category, cards: Sequence[Card]) -> tuple[Card, ...]:
    return _FIVE_OF[kind](cards)


def _suited_run(cards: Sequence[Card]) -> tuple[Card, ...]:
    return _run(_suited(cards))


def _highest_suited(cards: Sequence[Card]) -> tuple[Card, ...]:
    return _highest(_suited(cards))


def _highest(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(_high_first(cards)[:5])


def _groups(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(_large_groups_first(cards)[:5])


def _high_first(cards: Sequence[Card]) -> list[Card]:
    return sorted(cards, key=_RANKS.__getitem__, reverse=True)


def _large_groups_first(cards: Sequence[Card]) -> list[Card]:
    """Sort by how many cards share the rank, then by rank."""
    ranks = [_RANKS[card] for card in cards]
    weights = [16 * ranks.count(rank) + rank for rank in ranks]
    return [cards[index] for index in sorted(range(len(cards)), key=weights.__getitem__, reverse=True)]


def _groups_and_kicker(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Name quads or two pair, and the best other card: it may stand in a pair, or a third pair, itself."""
    by_group = _large_groups_first(cards)
    return (*by_group[:4], max(by_group[4:], key=_RANKS.__getitem__))


def _suited(cards: Sequence[Card]) -> list[Card]:
    """Give the cards of the suit that holds five or more; seven cards have at most one such suit."""
    suits = [_NUMBERS[card] % 4 for card in cards]
    suit = max(suits, key=suits.count)
    return [card for card in cards if _NUMBERS[card] % 4 == suit]


def _run(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Name the highest five in a row, the ace low only in the wheel (G4.1)."""
    by_rank = {_RANKS[card]: card for card in reversed(cards)}
    run = next(ranks for ranks in _RUNS if by_rank.keys() >= set(ranks))
    return tuple(by_rank[rank] for rank in run)


_FIVE_OF: Mapping[Category, Callable[[Sequence[Card]], tuple[Card, ...]]] = {
    Category.ROYAL_FLUSH: _suited_run,
    Category.STRAIGHT_FLUSH: _suited_run,
    Category.FOUR_OF_A_KIND: _groups_and_kicker,
    Category.FULL_HOUSE: _groups,
    Category.FLUSH: _highest_suited,
    Category.STRAIGHT: _run,
    Category.THREE_OF_A_KIND: _groups,
    Category.TWO_PAIR: _groups_and_kicker,
    Category.PAIR: _groups,
    Category.HIGH_CARD: _highest,
}
"""What names the five cards that play, for each category."""
