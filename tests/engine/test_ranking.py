"""The rank, the category and the five playing cards of a hand (G4.1)."""

import itertools
import json
from collections import Counter
from pathlib import Path

import pytest

from controller.engine import ranking
from controller.engine.cards import Card, parse_cards
from controller.engine.faults import InvariantFault
from controller.engine.ranking import HandValue, card_number, category_of, class_rank, evaluate
from controller.engine.ruleset import Category

VECTORS = Path(__file__).parents[1] / "vectors" / "evaluator.jsonl"
ROWS = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]


def value_of(text: str) -> HandValue:
    """Evaluate cards written with blanks between them."""
    return evaluate(parse_cards(text))


def key_of(five: tuple[Card, ...]) -> list[int]:
    """Rank five cards by counting alone, as the vectors' `rank_key` does, apart from the category."""
    ranks = [card.rank for card in five]
    if sorted(ranks) == [2, 3, 4, 5, 14]:
        return [5]
    if len(set(ranks)) == 5 and max(ranks) - min(ranks) == 4:
        return [max(ranks)]
    counts = Counter(ranks)
    return sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)


def test_every_vector_hand_has_its_rank_category_and_five() -> None:
    """All seven-card rows agree, the five named cards by value (G4.1)."""
    hands = [row for row in ROWS if row["type"] == "hand"]
    assert 4557 == len(hands)
    for row in hands:
        cards = [Card(token) for token in row["cards"]]
        hand = evaluate(cards)
        assert (row["class_rank"], row["category"]) == (hand.rank, hand.category), row["id"]
        assert set(hand.five) <= set(cards), row["id"]
        assert row["rank_key"][1:] == key_of(hand.five), row["id"]


def test_every_vector_compare_has_its_winner() -> None:
    """All pairwise rows agree, the board being shared (G4.1)."""
    compares = [row for row in ROWS if row["type"] == "compare"]
    assert 1080 == len(compares)
    for row in compares:
        board = [Card(token) for token in row["board"]]
        a, b = (evaluate([*board, *map(Card, row[side])]) for side in ("a", "b"))
        assert row["result"] == a.beats(b) - b.beats(a), row["id"]
        assert (row["result"] == 0) == a.ties(b), row["id"]


def test_all_five_card_hands_fall_into_their_categories() -> None:
    """The 2,598,960 hands count as G5.4 says, and all 7,462 classes occur."""
    ranks = Counter(map(class_rank, itertools.combinations(range(52), 5)))
    counts: Counter[Category] = Counter()
    for rank, count in ranks.items():
        counts[category_of(rank)] += count
    expected = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4)
    assert dict(zip(Category, expected, strict=True)) == counts
    assert set(range(1, 7463)) == set(ranks)


@pytest.mark.parametrize(
    ("cards", "category", "five"),
    [
        ("2h 3c 4d 5s Kc As 9d", Category.STRAIGHT, "5s 4d 3c 2h As"),
        ("2d 3d 4d 5d Kc Ad Qs", Category.STRAIGHT_FLUSH, "5d 4d 3d 2d Ad"),
        ("5c 6d 7h 8s 9c Ah Kd", Category.STRAIGHT, "9c 8s 7h 6d 5c"),
        ("Kc Kd 8h 8c 2h 2s 9d", Category.TWO_PAIR, "Kc Kd 8h 8c 9d"),
        ("Kc Kd 8h 8c 2h 2s 7d", Category.TWO_PAIR, "Kc Kd 8h 8c 7d"),
        ("Kc Kd 8h 8c 9h 9s 7d", Category.TWO_PAIR, "Kc Kd 9h 9s 8h"),
        ("5c 5d 5h 9s 9d 9h Ac", Category.FULL_HOUSE, "9s 9d 9h 5c 5d"),
        ("5c 5d 5h 5s 2c 2d As", Category.FOUR_OF_A_KIND, "5c 5d 5h 5s As"),
        ("7c 7d 7h 7s 3c 3d 3h", Category.FOUR_OF_A_KIND, "7c 7d 7h 7s 3c"),
        ("2h 4h 6h 8h Th Qh 3c", Category.FLUSH, "Qh Th 8h 6h 4h"),
        ("2h 4h 6h 8h Th Qh Ah", Category.FLUSH, "Ah Qh Th 8h 6h"),
        ("6h 7h 8h 9h Tc 5h Jd", Category.STRAIGHT_FLUSH, "9h 8h 7h 6h 5h"),
        ("Ah Kh Qh Jh Th 9h 8h", Category.ROYAL_FLUSH, "Ah Kh Qh Jh Th"),
        ("6h 7c 8d 9s 2h As 2d", Category.PAIR, "2h 2d As 9s 8d"),
    ],
)
def test_the_five_cards_that_play_are_named(cards: str, category: Category, five: str) -> None:
    """Wheel, steel wheel, the board, three pairs, two trips, six and seven suited cards (G4.1)."""
    hand = value_of(cards)
    assert (category, parse_cards(five)) == (hand.category, hand.five)


def test_the_board_is_named_where_a_hole_card_could_play_as_well() -> None:
    """Of two cards of one rank the first given plays, so the board does (G4.1)."""
    assert parse_cards("9c 8s 7h 6d 5c") == value_of("5c 6d 7h 8s 9c 9h 8d").five


@pytest.mark.parametrize("top", range(5, 15))
@pytest.mark.parametrize("from_hole", [0, 1, 2])
def test_he25_every_straight_height_is_found_from_any_split(top: int, from_hole: int) -> None:
    """Each of the ten runs is a straight with no, one or two hole cards in it (G4.1)."""
    run = [14 if rank == 1 else rank for rank in range(top, top - 5, -1)]
    straight = [Card("23456789TJQKA"[rank - 2] + suit) for rank, suit in zip(run, "cdhsc", strict=True)]
    idle = [card for card in Card if card.rank not in {*run, top + 1} and card.suit in "dh"]
    for hole in itertools.combinations(straight, from_hole):
        board = [card for card in straight if card not in hole] + idle[:from_hole]
        rest = idle[from_hole : from_hole + 2 - from_hole]
        hand = evaluate([*board, *hole, *rest])
        assert (Category.STRAIGHT, run[0]) == (hand.category, hand.five[0].rank)


@pytest.mark.parametrize("text", ["2c 3c 4c 5c", "2c 3c 4c 5c 6c 7c 8c 9c", "2c 3c 4c 5c 2c"])
def test_a_wrong_number_of_cards_or_a_repeat_is_refused_without_naming_a_face(text: str) -> None:
    """Only five to seven distinct cards make a hand; the message holds no card (G9 I9)."""
    with pytest.raises(ValueError, match="allowed: 5 to 7, all distinct") as caught:
        value_of(text)
    assert not any(card in str(caught.value) for card in Card)


def test_a_hand_whose_five_do_not_make_its_rank_stops_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The five cards are ranked again, so a slip in naming them cannot be shown or paid (G4.1)."""
    monkeypatch.setattr(ranking, "_playing", lambda _, cards: tuple(cards[:5]))
    with pytest.raises(InvariantFault, match=r"class rank 1 \(royal_flush\)"):
        value_of("2c 3d Ah Kh Qh Jh Th")


def test_card_numbers_are_the_52_from_zero() -> None:
    """Each identity has its own number, which is what enumerations count through."""
    assert list(range(52)) == sorted(map(card_number, Card))
