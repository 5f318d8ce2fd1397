"""Field cases of hand evaluation, settled: what each wager must show (G4, cases HE01 to HE28)."""

import pytest

from controller.engine.cards import Card, parse_cards
from controller.engine.settlement import Compare
from tests.engine.settlement_kit import heads_up, nets, stakes


def check(case: str, *, wagers: str, expected: str) -> None:
    """Settle `hole | dealer | board` with `ante play trips`, and compare `ante blind play [trips]`."""
    hole, dealer, board = (part.strip() for part in case.split("|"))
    settled = nets(heads_up(hole, dealer, board, stakes(*map(int, wagers.split()))))
    assert [float(word) for word in expected.split()] == list(settled.values())


def test_he01_the_wheel_is_a_straight() -> None:
    """Five high it beats a pair of kings, and loses to six high (G4.1)."""
    check("As 9d | Ks Qd | 2h 3c 4d 5s Kc", wagers="10 10", expected="10 10 10")
    check("As 9d | 6h Kd | 2h 3c 4d 5s Kc", wagers="10 10", expected="-10 -10 -10")


def test_he03_unused_hole_cards_break_no_tie() -> None:
    """The board's straight ties, and Trips is paid on it (G4.1, G4.4)."""
    check("Ah Kd | 2h 2s | 5c 6d 7h 8s 9c", wagers="10 40 5", expected="0 0 0 20")


def test_he05_kickers_of_equal_pairs_decide() -> None:
    """5-5-K beats 5-5-Q; the Blind pushes below a straight (G4.1, G4.7)."""
    check("8h Ks | 4d Qs | 9c 7s 5h 5s 3c", wagers="10 10", expected="10 0 10")


def test_he06_the_fifth_card_decides_board_quads() -> None:
    """A six beats a five beside four sevens; an ace on the board ties (G4.1)."""
    check("4d 6h | 2d 5h | 3c 7c 7d 7h 7s", wagers="10 10 5", expected="10 100 10 150")
    check("4d 6h | 2d 5h | Ac 7c 7d 7h 7s", wagers="10 10 5", expected="0 0 0 150")


def test_he08_the_steel_wheel_is_a_straight_flush_and_no_royal() -> None:
    """It pays 50:1 on the Blind and 40:1 on Trips (G4.1, G5.1)."""
    check("Ad Qs | 6c Qh | 2d 3d 4d 5d Kc", wagers="10 10 5", expected="10 500 10 200")


def test_he10_four_suited_cards_are_worth_nothing() -> None:
    """Equal ranks tie whatever the suits (G4.1)."""
    check("Ah Ks | Ac Kh | Ad 3s 4s 5h 6s", wagers="10 40", expected="0 0 0")


def test_he11_the_same_five_cards_tie() -> None:
    """The board's flush plays for both sides (G4.1)."""
    check("2d 4c | 5s Tc | 3d 6d Td Jd Ad", wagers="10 10 5", expected="0 0 0 35")


@pytest.mark.parametrize("token", ["10h", "tH", "1h", "0h", "Tx", "", "Th ", "th", "TH"])
def test_he13_only_one_spelling_is_a_card(token: str) -> None:
    """Th is the ten of hearts; every other token is refused, never mapped (G1)."""
    assert Card("Th") is Card.HT
    with pytest.raises(ValueError, match="is not a valid Card"):
        Card(token)


def test_he15_an_ace_extends_no_middle_run() -> None:
    """6-7-8-9 with an ace is a pair of twos here, and loses to kings (G4.1)."""
    check("As 2d | Kd Kc | 6h 7c 8d 9s 2h", wagers="10 10 5", expected="-10 -10 -10 -5")


def test_he16_flushes_compare_from_the_top() -> None:
    """A-9-7-4-3 beats K-Q-9-7-3, and a flush pays 3:2 on the Blind (G4.1)."""
    check("Ah 4h | Kh Qh | 9h 7h 3h 2c 5d", wagers="10 10", expected="10 15 10")


def test_he18_a_straight_flush_is_found_under_a_longer_straight() -> None:
    """Nine high in hearts, though jack high in mixed suits; and the best card is the kicker of quads."""
    check("5h Jd | As Kd | 6h 7h 8h 9h Tc", wagers="10 40 5", expected="10 500 40 200")
    check("2d As | Kd Qc | 5c 5d 5h 5s 2c", wagers="10 10", expected="10 100 10")


def test_he20_lower_suited_hole_cards_do_not_play() -> None:
    """The board's five hearts tie (G4.1)."""
    check("2h 3c | 4h 5c | Ah Kh Qh 9h 7h", wagers="10 10 5", expected="0 0 0 35")


def test_he21_the_pair_decides_before_the_side_cards() -> None:
    """Kings beat twos with an ace (G4.1)."""
    check("2s Ad | Kd 5c | Kh Qc 9d 2c 7s", wagers="10 10", expected="-10 -10 -10")


def test_he23_ranks_compare_as_numbers() -> None:
    """Ace high beats king high, tens beat nines (G4.1, G4.2)."""
    check("Ac 3d | Kd 4c | 9h 8s 7d 2c 5h", wagers="10 10", expected="0 0 10")
    check("Ts Tc | 9s 9c | 2d 4h 5c Kd 7h", wagers="10 40", expected="10 0 40")


def test_he25_a_king_high_straight_beats_trips() -> None:
    """Nine to king is a straight (G4.1); every other height is in test_ranking."""
    check("Kd Qs | 3c 3d | 9h Th Jc 2s 3h", wagers="10 10", expected="10 10 10")


def test_he26_a_straight_on_the_board_splits() -> None:
    """Ace and king do not play beside 4-5-6-7-8 (G4.1)."""
    check("Ah Kd | Qc Js | 4c 5d 6h 7s 8c", wagers="25 100 5", expected="0 0 0 20")


def test_he28_a_hole_card_extends_the_boards_straight_flush() -> None:
    """The eight of hearts wins; without it both play the board (G4.1)."""
    check("8h 8d | Ad Kc | 3h 4h 5h 6h 7h", wagers="10 10 5", expected="10 500 10 200")
    check("8d 8c | Ad Kc | 3h 4h 5h 6h 7h", wagers="10 10 5", expected="0 0 0 200")


def test_st28_a_counterfeited_two_pair_is_decided_by_the_kicker() -> None:
    """K-K-9-9-A beats K-K-9-9-8, and the five cards that play are named (G4.1)."""
    settlement = heads_up("Ah Qd", "8c 8d", "Ks Kd 9h 9c 3s", stakes(10, 10))
    assert [10, 0, 10] == list(nets(settlement).values())
    (hand,) = [one.hand for one in settlement.seats]
    assert hand is not None
    assert parse_cards("Ks Kd 9h 9c Ah") == hand.five
    assert Compare.WIN is settlement.seats[0].compare
