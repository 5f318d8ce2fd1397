"""Field cases of settlement: which chips move and which do not (cases ST01 to ST40, PB01 to PB16)."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from controller.engine.cards import Card
from controller.engine.coverage import single_bank
from controller.engine.ids import SeatNo
from controller.engine.ruleset import OnFold, Wager
from controller.engine.settlement import Role, SeatEntry, Settlement, Showdown, settle
from controller.rulesets.load import load_ruleset
from tests.engine.settlement_kit import CA_000, UNIT, heads_up, nets, results, seat, showdown, stakes

STRAIGHT = ("Th Jc", "Ks Kd", "9s 8d 7c 3h 2c")
SEVENS = ("7c 7d", "Ah 2h", "7h Kh 9h 3s 4c")


def random_rounds(count: int, seed: int, *, side_wagers: bool = True) -> Iterator[Showdown]:
    """Deal seeded rounds of one to seven seats with folds, back lines and a bank that often runs out."""
    draw = random.Random(seed)
    for _ in range(count):
        cards = draw.sample(list(Card), 21)
        seats = []
        for index, position in enumerate(sorted(draw.sample(range(2, 9), draw.randint(1, 7)))):
            folded = draw.random() < 0.3
            multiple = 0 if folded else draw.choice([1, 2, 3, 4])
            bettors = [
                stakes(
                    ante := draw.randint(1, 50),
                    0 if (alone := bool(number) and not folded and draw.random() < 0.2) else multiple * ante,
                    draw.choice([0, ante]) if side_wagers else 0,
                    draw.choice([0, ante]) if side_wagers else 0,
                    bettor=f"{position}.{number}",
                    role=Role.BACK_LINE if number else Role.SEATED,
                    folded=alone,
                )
                for number in range(draw.choice([1, 1, 2]))
            ]
            hole = (cards[7 + 2 * index], cards[8 + 2 * index])
            seats.append(
                SeatEntry(position=SeatNo(position), hole=hole, folded=folded, bettors=tuple(bettors))
            )
        yield Showdown(
            dealer_position=SeatNo(1),
            dealer_hole=(cards[0], cards[1]),
            board=tuple(cards[2:7]),
            layers=single_bank("pd", draw.randint(1, 400) * UNIT),
            seats=tuple(seats),
        )


def conserves(settlement: Settlement) -> bool:
    """Tell whether nets sum to zero, in total and bettor by bettor (G12 V1)."""
    by_bettor = sum(bettor.net for bettor in settlement.bettors)
    by_layer = sum(share.cents for layer in settlement.layers for share in layer.shares)
    return by_bettor == sum(line.net for line in settlement.lines) == -settlement.dealer_net == -by_layer


def test_st01_a_fold_ends_the_seat_for_the_main_wagers() -> None:
    """Ante and Blind are lost, there is no Play and nothing is compared (G4.3)."""
    settlement = heads_up("Ah 9c", "Kd Qc", "As 9d 4h 2c 7s", stakes(10), folded=True)
    assert {"ante": -10, "blind": -10} == nets(settlement)
    assert ("fold", None) == (settlement.seats[0].compare, settlement.seats[0].hand)


def test_st03_pay_tables_are_to_one_and_qualifying_touches_the_ante_only() -> None:
    """A straight pays 1:1 on the Blind, with and without a qualified dealer side (G4.2, G5.1)."""
    assert [10, 10, 20, 20] == list(nets(heads_up(*STRAIGHT, stakes(10, 20, 5))).values())
    unqualified = heads_up("Th Jc", "Ks 2d", "9s 8d 7c 3h 4c", stakes(10, 20, 5))
    assert [0, 10, 20, 20] == list(nets(unqualified).values())


def test_st05_every_round_conserves_chips() -> None:
    """Nets of bettors and bank sum to zero, in one round and in 10,000 (G12 V1)."""
    settlement = heads_up("Ad Kc", "5d 6h", "As 9d 4h 6c 7s", stakes(10, 10), bank=1000 * UNIT)
    assert (20 * UNIT, -20 * UNIT) == (settlement.bettors[0].net, settlement.dealer_net)
    assert all(conserves(settle(CA_000, one)) for one in random_rounds(10_000, seed=5))


def test_st06_every_wager_ends_in_one_result() -> None:
    """Equal two pairs with another kicker are decided, the Blind pushes (G12 V2)."""
    settlement = heads_up("As 3d", "Qs 3c", "Kd Kc 8h 8c 2h", stakes(10, 10))
    assert [10, 0, 10] == list(nets(settlement).values())
    assert {"ante": "win", "blind": "push", "play": "win"} == results(settlement)


def test_st15_side_wagers_end_though_nobody_qualifies() -> None:
    """Trips goes by the player's hand alone; the Bad Beat is lost (G4.3)."""
    lost = heads_up("Kc 5d", "Qs Jd", "Kh 9s 7d 3c 2h", stakes(10, 40, 5, 5))
    assert [0, 0, 40, -5, -5] == list(nets(lost).values())
    won = heads_up("Th Jc", "Ks 2d", "9s 8d 7c 3h 4c", stakes(10, 40, 5))
    assert (0, 20) == (nets(won)["ante"], nets(won)["trips"])


def test_st18_side_wagers_never_change_the_main_result() -> None:
    """With enough bank, Ante, Blind and Play are the same with any Trips and Bad Beat (G12 V11)."""
    for one in random_rounds(5_000, seed=18):
        bare = [
            replace(entry, bettors=tuple(replace(b, trips=0, bad_beat=0) for b in entry.bettors))
            for entry in one.seats
        ]
        deep = replace(one, layers=single_bank("pd", 10**12))
        full, main = settle(CA_000, deep), settle(CA_000, replace(deep, seats=tuple(bare)))
        kept = [line for line in full.lines if line.wager not in {Wager.TRIPS, Wager.BAD_BEAT}]
        assert tuple(kept) == main.lines


def test_st20_trips_is_paid_on_a_losing_hand() -> None:
    """Three sevens lose to a flush and still pay 3:1 (G4.4)."""
    settlement = heads_up(*SEVENS, stakes(10, 20, 5))
    assert [-10, -10, -20, 15] == list(nets(settlement).values())
    assert "lose" == results(heads_up(*SEVENS, stakes(10, 0, 5), folded=True))["trips"]


@pytest.mark.parametrize(
    ("on_fold", "net"), [(OnFold.LOSES, -25), (OnFold.SEVEN_CARDS, -5), (OnFold.BOARD_ONLY, -25)]
)
def test_st21_a_folded_trips_follows_the_house_rule(on_fold: OnFold, net: int) -> None:
    """Forfeit, all seven cards, or the board alone (G4.4)."""
    rules = replace(CA_000, trips_on_fold=on_fold)
    settlement = heads_up("7c 7d", "Ad 2h", "7h Kh 9s 3s 4c", stakes(10, 0, 5), rules=rules, folded=True)
    assert net * UNIT == settlement.bettors[0].net


@pytest.mark.parametrize(
    ("on_fold", "net"), [(OnFold.LOSES, -25), (OnFold.SEVEN_CARDS, 130), (OnFold.BOARD_ONLY, -5)]
)
def test_st21_a_folded_trips_on_a_board_of_trips(on_fold: OnFold, net: int) -> None:
    """Forfeit though the board has a row; four of a kind by all seven cards; the board's trips (G4.4)."""
    rules = replace(CA_000, trips_on_fold=on_fold)
    settlement = heads_up("7c 2d", "Ad 3h", "7h 7d 7s Ks 4c", stakes(10, 0, 5), rules=rules, folded=True)
    assert net * UNIT == settlement.bettors[0].net


@pytest.mark.parametrize(
    ("hole", "dealer", "board", "net"),
    [
        ("7c 7d", "Ah 2h", "7h Kh 9h 3s 4c", 45),
        ("Ah 2h", "7c 7d", "7h Kh 9h 3s 4c", 45),
        ("Kc 5d", "9s 9d", "Kh 9h 7d 3c 2h", -5),
        ("Ah Kd", "2h 2s", "5c 6d 7h 8s 9c", -5),
    ],
)
def test_st23_a_bad_beat_pays_by_the_hand_that_was_beaten(
    hole: str, dealer: str, board: str, net: int
) -> None:
    """On either side from three of a kind up; a beaten pair and a tie lose (G4.5)."""
    assert net == nets(heads_up(hole, dealer, board, stakes(10, 10, 0, 5)))["bad_beat"]


def test_st30_the_dealt_record_decides() -> None:
    """Tens against queen high: the Ante goes back, the Play wins (G3.3, G4.3)."""
    settlement = heads_up("Qc Td", "Qd 4s", "Th 9d 3c 2s 7h", stakes(10, 10))
    assert [0, 0, 10] == list(nets(settlement).values())


def test_st31_the_restored_hand_settles_like_any_other() -> None:
    """Aces against a nine high: no pair, so the Ante goes back (G4.3)."""
    settlement = heads_up("As Kd", "9c 5h", "Ad 8s 6c 3h 2d", stakes(10, 10))
    assert [0, 0, 10] == list(nets(settlement).values())


def test_st33_a_cap_cuts_winnings_and_records_the_whole() -> None:
    """House-limits pays at most 20,000 a bettor: 25,500 are cut by 5,500, 12,875 not at all (G6.5)."""
    rules = replace(load_ruleset("house-limits"), trips_table=CA_000.trips_table)
    royal = ("Ah Kh", "Qs Qc", "Qh Jh Th 2c 3d")
    capped = heads_up(*royal, stakes(50, 200, 5), rules=rules)
    assert 25_500 * UNIT == sum(line.due for line in capped.lines)
    assert 20_000 * UNIT == capped.dealer_paid
    assert 5_500 * UNIT == sum(line.due - line.owed for line in capped.lines)
    assert 12_875 * UNIT == heads_up(*royal, stakes(25, 100, 5), rules=rules).dealer_paid


def test_st38_the_pay_table_is_the_rule_sets() -> None:
    """The same straight pays 4:1 or 5:1, the same flush 7:1 or 6:1 (G5.1)."""
    other = load_ruleset("california-bad-beat")
    flush = ("Ah 4h", "Kc Qs", "9h 7h 3h 2c 5d")
    paid = [
        nets(heads_up(*hands, stakes(10, 10, 10), rules=rules))["trips"]
        for hands in (STRAIGHT, flush)
        for rules in (CA_000, other)
    ]
    assert [40, 50, 70, 60] == paid


def test_st40_a_tie_pushes_everything() -> None:
    """The board's straight plays for both: nothing to pay, nothing to take (G4.3)."""
    settlement = heads_up("9d 8d", "Ah Kd", "5c 6d 7h 8s 9c", stakes(25, 25))
    assert {"ante": "push", "blind": "push", "play": "push"} == results(settlement)
    assert [2500, 2500, 2500] == [line.returned for line in settlement.lines]


def test_pb01_an_exhausted_wager_returns_the_rest() -> None:
    """Bank 100: +60 whole, 40 of +80, and the third seat's losing wagers go back (G6.3)."""
    # Seat 2 wins 20+40, seat 3 wins 20+60, seat 4 loses 10+10+10 (qualified, nobody above a pair).
    settlement = settle(
        CA_000,
        showdown(
            "Kd 5c",
            "Kh Qc 9d 2c 7s",
            seat(2, "As Ah", stakes(20, 40, bettor="a")),
            seat(3, "Ac Ad", stakes(20, 60, bettor="b")),
            seat(4, "2s 3d", stakes(10, 10, bettor="c")),
            bank=100 * UNIT,
        ),
    )
    assert [60 * UNIT, 40 * UNIT, 0] == [bettor.net for bettor in settlement.bettors]
    assert 40 * UNIT == sum(line.not_covered for line in settlement.lines if line.bettor == "b")
    assert ["returned"] * 3 == [line.result.value for line in settlement.lines if line.bettor == "c"]
    assert -100 * UNIT == settlement.dealer_net


def test_pb08_a_bank_too_small_pays_in_order_until_it_is_gone() -> None:
    """Bank 300 against a royal: the Ante's 10, then 290 of the Blind (G6.4)."""
    settlement = heads_up("Ah Kh", "Qs Qc", "Qh Jh Th 2c 3d", stakes(10, 10), bank=300 * UNIT)
    assert [10, 290, 0] == list(nets(settlement).values())
    assert [0, 4710 * UNIT, 10 * UNIT] == [line.not_covered for line in settlement.lines]
    assert {"ante": "win", "blind": "win", "play": "returned"} == results(settlement)


def test_pb10_what_is_put_in_comes_out() -> None:
    """Over 10,000 rounds stakes in plus the bank's movement equal paid plus returned (G12 V3)."""
    for one in random_rounds(10_000, seed=10):
        settlement = settle(CA_000, one)
        put_in = sum(line.stake + line.over_limit_returned for line in settlement.lines)
        taken_out = sum(line.paid + line.returned for line in settlement.lines)
        assert put_in - settlement.dealer_net == taken_out


def test_pb11_nothing_of_the_bank_reaches_a_seat_it_does_not_cover() -> None:
    """The third seat has the best hand, but the wager is used up before it (G6.1)."""
    settlement = settle(
        CA_000,
        showdown(
            "Kd 5c",
            "Kh Qc 9d 2c 7s",
            seat(2, "As Ah", stakes(20, 40, bettor="a")),
            seat(3, "2s 3d", stakes(20, 20, bettor="b")),
            seat(4, "Kc Ks", stakes(10, 10, bettor="c")),
            bank=60 * UNIT,
        ),
    )
    third = [line for line in settlement.lines if line.bettor == "c"]
    assert [("none", "returned", 0), ("not_needed", "push", 0), ("none", "returned", 0)] == [
        (line.covered.value, line.result.value, line.paid) for line in third
    ]


def test_pb15_a_seat_that_bet_its_last_chips_is_paid() -> None:
    """Ante 10, Blind 10, Play 20 with a pair: 30 won and 40 kept (G4.3)."""
    settlement = heads_up("Ad Kc", "5d 6h", "As 9d 4h 6c 7s", stakes(10, 20))
    assert [10, 0, 20] == list(nets(settlement).values())
    assert 40 * UNIT == sum(line.returned for line in settlement.lines)


def test_pb16_the_uncalled_part_goes_back_to_its_owner() -> None:
    """Bank 98 against 102: it wins 98 and 4 go back; the other way round it pays 68 (G6.4)."""
    board = "Kh Qc 9d 2c 7s"
    lost = heads_up("2s 3d", "Kd 5c", board, stakes(34, 34), bank=98 * UNIT)
    assert (98 * UNIT, 4 * UNIT) == (lost.dealer_net, sum(line.returned for line in lost.lines))
    won = heads_up("As Ah", "Kd 5c", board, stakes(34, 34), bank=98 * UNIT)
    assert (68 * UNIT, 0) == (-won.dealer_net, sum(line.not_covered for line in won.lines))
