"""How fast hands are ranked and tables settled; run on request (`.ci/run bench`)."""

import random
import sys
from statistics import median
from time import perf_counter

import pytest
from phevaluator import evaluate_cards

from controller.engine.cards import Card
from controller.engine.coverage import single_bank
from controller.engine.ids import SEATS, SeatNo
from controller.engine.ranking import card_number, class_rank, evaluate
from controller.engine.settlement import Role, SeatEntry, Showdown, settle
from tests.engine.settlement_kit import CALIFORNIA, stakes

MOST_SETTLEMENT_US = 300
ROUNDS = 2_000
HANDS = 20_000


def full_table(seed: int) -> Showdown:
    """Deal seven seats with five wagers and a back-line bettor each."""
    cards = random.Random(seed).sample(list(Card), 21)
    seats = [
        SeatEntry(
            position=position,
            hole=(cards[7 + 2 * index], cards[8 + 2 * index]),
            folded=False,
            bettors=(
                stakes(10, 40, 10, 10, bettor=f"a{position}"),
                stakes(5, 20, 5, 5, bettor=f"b{position}", role=Role.BACK_LINE),
            ),
        )
        for index, position in enumerate(SEATS[1:])
    ]
    return Showdown(
        dealer_position=SeatNo(1),
        dealer_hole=(cards[0], cards[1]),
        board=tuple(cards[2:7]),
        layers=single_bank("pd", 10**9),
        seats=tuple(seats),
    )


@pytest.mark.bench
def test_a_full_table_is_settled_within_its_time(capsys: pytest.CaptureFixture[str]) -> None:
    """Seven seats, five wagers, a back-line bettor each: 70 lines."""
    tables = [full_table(seed) for seed in range(50)]
    times = []
    for turn in range(ROUNDS):
        start = perf_counter()
        settlement = settle(CALIFORNIA, tables[turn % len(tables)])
        times.append((perf_counter() - start) * 1e6)
        assert 70 == len(settlement.lines)
    with capsys.disabled():
        sys.stdout.write(f"\nfull table: median {median(times):.0f} us, limit {MOST_SETTLEMENT_US} us\n")
    assert median(times) <= MOST_SETTLEMENT_US


@pytest.mark.bench
def test_evaluations_are_told_next_to_the_librarys_own(capsys: pytest.CaptureFixture[str]) -> None:
    """With the five cards named, the rank alone, and the library called directly."""
    draw = random.Random(7)
    hands = [draw.sample(list(Card), 7) for _ in range(HANDS)]
    numbers = [[card_number(card) for card in hand] for hand in hands]
    timed = {}
    start = perf_counter()
    named = [evaluate(hand).rank for hand in hands]
    timed["rank, category and five cards"] = perf_counter() - start
    start = perf_counter()
    ranks = [class_rank(hand) for hand in numbers]
    timed["rank alone"] = perf_counter() - start
    start = perf_counter()
    library = [evaluate_cards(*hand) for hand in numbers]
    timed["the library's own call"] = perf_counter() - start
    with capsys.disabled():
        sys.stdout.write("\n")
        for name, seconds in timed.items():
            sys.stdout.write(f"{name}: {HANDS / seconds:,.0f} hands a second\n")
    assert named == ranks == library
