"""The progressive wager and its meter (G5.7)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.engine.cards import Card, parse_cards
from controller.engine.faults import InvariantFault
from controller.engine.ids import SeatNo
from controller.engine.ruleset import OnFold, Progressive, ProgressiveHand
from controller.engine.settlement_progressive import (
    ProgressiveEntry,
    ProgressiveSettlement,
    meter_share,
    progressive_hand,
    settle_progressive,
)
from controller.rulesets.load import load_ruleset
from tests.engine.settlement_kit import pair

HOUSE = load_ruleset("house-progressive").progressive
assert HOUSE is not None
SETTINGS: Progressive = replace(HOUSE, stake=500, seed=1_000_000, share_percent=30)
METER = 5_000_000


def entry(position: int, hole: str | None, *, folded: bool = False) -> ProgressiveEntry:
    """Give one seat's progressive wager."""
    return ProgressiveEntry(
        position=SeatNo(position),
        bettor=f"seat-{position}",
        hole=None if hole is None else pair(hole),
        folded=folded,
    )


def settled(
    board: str, *entries: ProgressiveEntry, settings: Progressive = SETTINGS
) -> ProgressiveSettlement:
    """Settle a round against the meter."""
    return settle_progressive(settings, METER, parse_cards(board), entries)


@pytest.mark.parametrize(
    ("hole", "board", "hand"),
    [
        ("Ah Kh", "Qh Jh Th 2c 3d", ProgressiveHand.ROYAL_HOLE_AND_FLOP),
        ("Ah Kh", "Qh Jh 2c Th 3d", ProgressiveHand.ROYAL_WITH_HOLE),
        ("Ah 2d", "Kh Qh Jh Th 3d", ProgressiveHand.ROYAL_WITH_HOLE),
        ("2c 2d", "Ah Kh Qh Jh Th", ProgressiveHand.ROYAL_ON_BOARD),
        ("9h 8h", "Kh Qh Jh Th 3d", ProgressiveHand.STRAIGHT_FLUSH),
        ("9h 9d", "9c 9s 3d 4h 5c", ProgressiveHand.FOUR_OF_A_KIND),
        ("9h 9d", "9c 5s 5d 4h 2c", ProgressiveHand.FULL_HOUSE),
        ("Ah 2h", "9h 5h 5d 4h 2c", None),
        ("Ah Kd", "9c 5s 5d 4h 2c", None),
    ],
)
def test_the_best_of_seven_cards_names_the_row(hole: str, board: str, hand: ProgressiveHand | None) -> None:
    """A royal with both hole cards and the flop, with a hole card, or on the board; then fixed rows."""
    assert hand is progressive_hand(pair(hole), parse_cards(board))


def test_a_full_win_takes_the_meter_and_the_house_seeds_it_again() -> None:
    """100 % of the meter with this round's shares; the stake is used up (G5.7)."""
    one = settled("Qh Jh Th 2c 3d", entry(2, "Ah Kh"), entry(3, "2d 3c"))
    assert (METER + 300, 1_000_000, 1_000_000) == (one.meter_fed, one.seeded, one.meter_after)
    assert [METER + 300, 0] == [line.from_meter for line in one.lines]
    assert 2 * 500 - 300 - 1_000_000 == one.house_net
    assert [METER + 300 - 500, -500] == [line.net for line in one.lines]


def test_five_per_cent_leaves_the_rest_of_the_meter() -> None:
    """Another royal takes its share in whole cents (G5.7)."""
    one = settled("Kh Qh Jh Th 3d", entry(2, "Ah 2d"))
    assert 5 * (METER + 150) // 100 == one.lines[0].from_meter
    assert (0, METER + 150 - one.lines[0].from_meter) == (one.seeded, one.meter_after)


def test_fixed_rows_are_paid_for_one_by_the_house() -> None:
    """250, 100 and 10 for 1, and 3,000 for a royal on the board; the meter keeps growing (G5.7)."""
    one = settled("9h 8h 7h 6d 6c", entry(2, "6h 5h"), entry(3, "6s 2d"), entry(4, "9c 9d"))
    assert [250 * 500, 0, 10 * 500] == [line.from_house for line in one.lines]
    board = settled("Ah Kh Qh Jh Th", entry(2, "2c 2d"), entry(3, "3c 3d"))
    assert [3000 * 500] * 2 == [line.from_house for line in board.lines]
    assert METER + 300 == board.meter_after


@pytest.mark.parametrize(("on_fold", "paid"), [(OnFold.SEVEN_CARDS, 5000), (OnFold.LOSES, 0)])
def test_a_folded_hand_follows_the_setting(on_fold: OnFold, paid: int) -> None:
    """Seven cards are turned up, or the wager is lost (G3.8, G7.1)."""
    folded = entry(2, "9h 9d", folded=True)
    one = settled("9c 5s 5d 4h 2c", folded, settings=replace(SETTINGS, on_fold=on_fold))
    assert paid == one.lines[0].from_house


def test_a_closed_hand_is_needed_only_where_it_counts() -> None:
    """A folded hand that loses stays closed; one that counts must be open (G3.8)."""
    closed = entry(2, None, folded=True)
    loses = replace(SETTINGS, on_fold=OnFold.LOSES)
    assert 0 == settled("9c 5s 5d 4h 2c", closed, settings=loses).lines[0].from_house
    with pytest.raises(InvariantFault, match="seat 2"):
        settled("9c 5s 5d 4h 2c", closed)


def test_two_wins_of_the_meter_stop_the_table() -> None:
    """No deal can hold them, so something is wrong (G12 V10)."""
    with pytest.raises(InvariantFault, match="2 wins of the meter"):
        settled("Qh Jh Th 2c 3d", entry(2, "Ah Kh"), entry(3, "Ah Kh"))


@given(
    st.permutations(list(Card)),
    st.integers(min_value=1, max_value=7),
    st.integers(min_value=0, max_value=10**9),
)
def test_stakes_meter_and_house_sum_to_zero(cards: list[Card], seats: int, meter: int) -> None:
    """Nets of bettors, house tray and meter are zero together (G12 V1)."""
    entries = tuple(
        ProgressiveEntry(
            position=SeatNo(index + 1),
            bettor=str(index),
            hole=(cards[5 + 2 * index], cards[6 + 2 * index]),
            folded=False,
        )
        for index in range(seats)
    )
    one = settle_progressive(SETTINGS, meter, tuple(cards[:5]), entries)
    assert 0 == sum(line.net for line in one.lines) + one.house_net + one.meter_after - one.meter_before
    assert meter + seats * meter_share(SETTINGS) == one.meter_fed
