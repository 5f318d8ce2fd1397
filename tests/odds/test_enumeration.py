"""The counts that the figures rest on, gone through hand by hand (G5.4, G5.5)."""

import faulthandler
import sys
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from controller.engine.ranking import category_of, class_rank
from controller.odds.counts import BEATEN, FIVE_CARDS, SEVEN_CARDS, TIES
from controller.odds.enumeration import beaten_on, count_beaten, count_hands, distinct_boards

Progress = Callable[[int, int], None]


def bar(title: str, capsys: pytest.CaptureFixture[str]) -> Progress:
    """Give a progress bar that is seen although pytest captures."""

    def show(done: int, total: int) -> None:
        filled = 40 * done // total
        with capsys.disabled():
            end = "\n" if done == total else ""
            text = f"\r{title} [{'#' * filled}{'.' * (40 - filled)}] {100 * done // total:3} %{end}"
            sys.stderr.write(text)
            sys.stderr.flush()

    return show


def test_five_cards_are_counted_and_progress_is_told() -> None:
    """All 2,598,960 hands, the last report being the whole (G5.4)."""
    told: list[tuple[int, int]] = []
    assert FIVE_CARDS == count_hands(5, lambda done, total: told.append((done, total)))
    assert (2_598_960, 2_598_960) == told[-1]


def test_boards_of_one_kind_stand_for_all() -> None:
    """134,459 boards with their numbers make 2,598,960 (G5.5)."""
    boards = distinct_boards()
    assert (134_459, 2_598_960) == (len(boards), sum(count for _, count in boards))
    assert len(boards) == len({board for board, _ in boards})


@pytest.mark.parametrize("board", [(0, 1, 2, 3, 4), (0, 5, 10, 15, 20), (3, 17, 22, 40, 51)])
def test_a_board_is_counted_as_by_comparing_every_pair(board: tuple[int, ...]) -> None:
    """Going through hands from the best down gives what two loops give (G5.5)."""
    holes = list(combinations([card for card in range(52) if card not in board], 2))
    ranks = [class_rank(board + hole) for hole in holes]
    beaten: Counter[int] = Counter()
    ties = 0
    for hole, rank in zip(holes, ranks, strict=True):
        for other, other_rank in zip(holes, ranks, strict=True):
            if hole[0] in other or hole[1] in other:
                continue
            if rank == other_rank:
                ties += 1
            else:
                beaten[max(rank, other_rank)] += 1
    by_category: Counter[str] = Counter()
    for rank, count in beaten.items():
        by_category[category_of(rank)] += count
    counted, equal = beaten_on(board)
    assert by_category == {category: count for category, count in counted.items() if count}
    assert (ties, 1081 * 990) == (equal, ties + sum(beaten.values()))


@pytest.fixture
def _no_hurry() -> None:
    """Take back the alarm that dumps the stacks of a test after two minutes: these take longer."""
    faulthandler.cancel_dump_traceback_later()


@pytest.mark.full
@pytest.mark.usefixtures("_no_hurry")
def test_all_seven_card_hands_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """All 133,784,560 hands fall into their categories (G5.4)."""
    assert SEVEN_CARDS == count_hands(7, bar("seven cards", capsys))


@pytest.mark.full
@pytest.mark.usefixtures("_no_hurry")
def test_all_beaten_hands_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """All 2,781,381,002,400 heads-up deals give the beaten hands and the ties (G5.5)."""
    assert (BEATEN, TIES) == count_beaten(bar("beaten hands", capsys))
