"""Count hands by going through all of them: the proof behind `counts` (G5.4, G5.5).

Each count tells its progress as done and total, so that a person who waits minutes sees it move.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, groupby, islice
from operator import itemgetter

from controller.engine.ranking import category_of, class_ranks
from controller.engine.ruleset import Category

Progress = Callable[[int, int], None]
Board = tuple[int, ...]

DECK = range(52)
_STEP = 1 << 20
_BOARD_STEP = 500


def count_hands(size: int, progress: Progress) -> Mapping[Category, int]:
    """Count all hands of five or seven cards by the category of their best five."""
    total = {5: 2_598_960, 7: 133_784_560}[size]
    ranks: Counter[int] = Counter()
    for done, chunk in enumerate(_chunks(class_ranks(combinations(DECK, size)))):
        ranks.update(chunk)
        progress(min(total, (done + 1) * _STEP), total)
    return _by_category(ranks.items())


def count_beaten(progress: Progress) -> tuple[Mapping[Category, int], int]:
    """Count the lower hand of all heads-up deals that nobody folds, and the ties (G5.5).

    Boards that differ by an exchange of suits have equal counts, so 134,459 stand for 2,598,960.
    """
    beaten: Counter[Category] = Counter()
    ties = 0
    boards = distinct_boards()
    for done, (board, weight) in enumerate(boards, start=1):
        lower, equal = beaten_on(board)
        for category, count in lower.items():
            beaten[category] += weight * count
        ties += weight * equal
        if done % _BOARD_STEP == 0 or done == len(boards):
            progress(done, len(boards))
    return {category: beaten[category] for category in Category}, ties


def distinct_boards() -> list[tuple[Board, int]]:
    """Give one board of each kind that suits alone do not tell apart, and how many there are of it."""
    kinds = Counter(map(_kind, combinations(DECK, 5)))
    return [(_board(kind), count) for kind, count in kinds.items()]


def beaten_on(board: Board) -> tuple[Mapping[Category, int], int]:
    """Count on one board the lower hands and the ties of all ordered pairs of hole cards.

    Hands are gone through from the best down. A hand is beaten by every better one, less those that hold
    one of its own two cards.
    """
    rest = [card for card in DECK if card not in board]
    holes = list(combinations(rest, 2))
    ranked = sorted(zip(class_ranks(board + hole for hole in holes), holes, strict=True))
    better, with_card = 0, [0] * len(DECK)
    beaten: Counter[Category] = Counter()
    pairs = 0
    for rank, group in groupby(ranked, key=itemgetter(0)):
        equal = [hole for _, hole in group]
        count = sum(better - with_card[a] - with_card[b] for a, b in equal)
        beaten[category_of(rank)] += 2 * count
        pairs += 2 * count
        better += len(equal)
        for a, b in equal:
            with_card[a] += 1
            with_card[b] += 1
    return beaten, len(holes) * _disjoint(len(rest)) - pairs


def _disjoint(cards: int) -> int:
    """Give how many two-card hands the other side can hold."""
    return (cards - 2) * (cards - 3) // 2


def _kind(board: Board) -> tuple[int, ...]:
    """Write a board as the ranks of each suit, the suits in no order."""
    suits = [0, 0, 0, 0]
    for card in board:
        suits[card % 4] |= 1 << card // 4
    return tuple(sorted(suits))


def _board(kind: tuple[int, ...]) -> Board:
    return tuple(
        rank * 4 + suit for suit, ranks in enumerate(kind) for rank in range(13) if ranks >> rank & 1
    )


def _chunks(ranks: Iterator[int]) -> Iterator[list[int]]:
    while chunk := list(islice(ranks, _STEP)):
        yield chunk


def _by_category(ranks: Iterable[tuple[int, int]]) -> Mapping[Category, int]:
    counts: Counter[Category] = Counter()
    for rank, count in ranks:
        counts[category_of(rank)] += count
    return {category: counts[category] for category in Category}
