"""The order in which a round's flows go, and what follows from it (G6.6, G7.2, G7.3, G8.7, G8.8)."""

from dataclasses import replace

import pytest

from controller.engine.coverage import BankLayer, Contribution, single_bank
from controller.engine.faults import InvariantFault
from controller.engine.ids import SeatNo
from controller.engine.ruleset import (
    AggregateCap,
    AnteRefundPass,
    CapScope,
    CoverageProfile,
    FoldCollection,
    OnFold,
    RuleSet,
    SettleDirection,
    Wager,
    WithinSeat,
)
from controller.engine.settlement import (
    Role,
    SeatEntry,
    Settlement,
    Showdown,
    StepKind,
    collect_folds,
    settle,
    settlement_order,
)
from controller.engine.settlement_outcome import dealer_side, seat_hand, verdicts_in
from controller.rulesets.load import load_ruleset
from tests.engine.settlement_kit import CA_000, PLENTY, UNIT, pair, seat, showdown, stakes

BOARD = "Kh Qc 9d 2c 7s"
HOUSE = load_ruleset("house-progressive")
DEALING = load_ruleset("dealing-procedure")


def table(bank: int = PLENTY, dealer: str = "Kd 5c", *, position: int | None = 4) -> Showdown:
    """Give three seats round the player-dealer at 4: 2 wins with a back line, 6 folds, 7 loses."""
    return showdown(
        dealer,
        BOARD,
        seat(2, "As Ah", stakes(10, 20, 10, 10, bettor="a"), stakes(5, 10, bettor="b", role=Role.BACK_LINE)),
        seat(6, "3s 4d", stakes(8, 0, 8, 8, bettor="c"), folded=True),
        seat(7, "2s 3d", stakes(6, 6, 6, 6, bettor="d")),
        bank=bank,
        position=position,
    )


def with_profile(
    *,
    fold_collection: FoldCollection = FoldCollection.IN_TURN,
    within_seat: WithinSeat = WithinSeat.BETTOR_MAJOR,
    passes: tuple[tuple[Wager, ...], ...] | None = None,
) -> RuleSet:
    """Give the rules with another order of flows."""
    profile = CoverageProfile(
        coverage=CA_000.profile.coverage,
        fold_collection=fold_collection,
        within_seat=within_seat,
        passes=passes or CA_000.profile.passes,
    )
    return replace(CA_000, profile=profile)


def walk(settlement: Settlement) -> list[str]:
    """Write the walk shortly: kind, pass, seat and the wagers of each stop."""
    return [
        f"{step.kind[:4]}{step.pass_no} {step.position}: "
        + " ".join(f"{line.bettor}.{line.wager}" for line in step.lines)
        for step in settlement.steps
    ]


def test_the_walk_goes_clockwise_from_the_player_dealers_left() -> None:
    """Seat by seat, bettor by bettor, wager by wager (G6.6, G7.3)."""
    assert [
        "seat1 6: c.ante c.blind c.trips c.bad_beat",
        "seat1 7: d.ante d.blind d.play d.trips d.bad_beat",
        "seat1 2: a.ante a.blind a.play a.trips a.bad_beat b.ante b.blind b.play",
    ] == walk(settle(CA_000, table()))


def test_at_fold_takes_lost_wagers_first() -> None:
    """All but Trips of a folded seat go before the walk (G6.6 step 1)."""
    settlement = settle(with_profile(fold_collection=FoldCollection.AT_FOLD), table())
    assert [
        "fold0 6: c.ante c.blind c.bad_beat",
        "seat1 6: c.trips",
        "seat1 7: d.ante d.blind d.play d.trips d.bad_beat",
        "seat1 2: a.ante a.blind a.play a.trips a.bad_beat b.ante b.blind b.play",
    ] == walk(settlement)


def test_what_is_taken_at_the_fold_is_known_without_the_dealers_cards() -> None:
    """The steps taken when RIVER closes are the settlement's first steps (G6.6 step 1)."""
    rules = with_profile(fold_collection=FoldCollection.AT_FOLD, within_seat=WithinSeat.WAGER_MAJOR)
    shown = table(bank=20 * UNIT)
    closed = tuple(replace(entry, hole=None) for entry in shown.seats)
    early = collect_folds(rules, shown.dealer_position, shown.layers, closed)
    assert early == settle(rules, shown).steps[:1]
    assert [8, 8, 4] == [line.collected // UNIT for line in early[0].lines]
    assert () == collect_folds(CA_000, shown.dealer_position, shown.layers, closed)


def test_wager_major_goes_through_the_bettors_wager_by_wager() -> None:
    """Every bettor's Ante, then every Blind, and so on, within the seat (G6.6 step 3)."""
    settlement = settle(with_profile(within_seat=WithinSeat.WAGER_MAJOR), table())
    assert "seat1 2: a.ante b.ante a.blind b.blind a.play b.play a.trips a.bad_beat" == walk(settlement)[2]


def test_a_second_pass_walks_the_table_again() -> None:
    """Main wagers of all seats, then the bonuses; seats without one are not visited twice (G6.6 step 2)."""
    main, bonus = (Wager.ANTE, Wager.BLIND, Wager.PLAY), (Wager.TRIPS, Wager.BAD_BEAT)
    settlement = settle(with_profile(passes=(main, bonus)), table())
    assert [
        "seat1 6: c.ante c.blind",
        "seat1 7: d.ante d.blind d.play",
        "seat1 2: a.ante a.blind a.play b.ante b.blind b.play",
        "seat2 6: c.trips c.bad_beat",
        "seat2 7: d.trips d.bad_beat",
        "seat2 2: a.trips a.bad_beat",
    ] == walk(settlement)


def test_lines_keep_their_order_whatever_the_walk() -> None:
    """Seat, bettor, Ante, Blind, Play, Trips, Bad Beat (G13.4)."""
    plain = settle(CA_000, table())
    other = settle(
        with_profile(passes=((Wager.BAD_BEAT, Wager.TRIPS), CA_000.profile.passes[0][:3])), table()
    )
    assert plain.lines == other.lines


@pytest.mark.parametrize(
    ("direction", "position", "order"),
    [
        (SettleDirection.CLOCKWISE, 4, [5, 6, 7, 8, 1, 2, 3, 4]),
        (SettleDirection.CLOCKWISE, 8, [1, 2, 3, 4, 5, 6, 7, 8]),
        (SettleDirection.CLOCKWISE, None, [1, 2, 3, 4, 5, 6, 7, 8]),
        (SettleDirection.COUNTER_CLOCKWISE, None, [8, 7, 6, 5, 4, 3, 2, 1]),
        (SettleDirection.COUNTER_CLOCKWISE, 4, [4, 3, 2, 1, 8, 7, 6, 5]),
    ],
)
def test_the_reference_of_the_order(
    direction: SettleDirection, position: int | None, order: list[int]
) -> None:
    """From the player-dealer's left, or from seat 1; counter-clockwise is that list reversed (G7.3)."""
    rules = replace(CA_000, settle_direction=direction)
    assert order == list(settlement_order(rules, None if position is None else SeatNo(position)))


def test_text_003_refunds_antes_before_any_hand_is_turned_up() -> None:
    """Right to left, seats still in only, and only when the house does not qualify (G7.2)."""
    unqualified = settle(DEALING, house_table("Jd 5c"))
    assert ["ante0 7: d.ante", "ante0 2: a.ante"] == walk(unqualified)[:2]
    assert ["seat1 7: d.blind d.play", "seat1 6: c.ante c.blind", "seat1 2: a.blind a.play"] == walk(
        unqualified
    )[2:]
    assert StepKind.ANTE_REFUND not in {step.kind for step in settle(DEALING, house_table("Kd 5c")).steps}
    plain = settle(replace(DEALING, ante_refund_pass=AnteRefundPass.NONE), house_table("Jd 5c"))
    assert plain.lines == unqualified.lines


def house_table(dealer: str) -> Showdown:
    """Give three seats against the house, one of them folded."""
    return showdown(
        dealer,
        BOARD,
        seat(2, "As Ah", stakes(10, 20, bettor="a")),
        seat(6, "3s 4d", stakes(8, bettor="c"), folded=True),
        seat(7, "8s 3d", stakes(6, 6, bettor="d")),
        bank=0,
        position=None,
    )


def test_every_line_stands_in_exactly_one_step() -> None:
    """The walk holds each wager once, and what is left never grows under gross_pool (G3.9)."""
    settlement = settle(with_profile(fold_collection=FoldCollection.AT_FOLD), table(bank=60 * UNIT))
    walked = [line for step in settlement.steps for line in step.lines]
    assert sorted(map(repr, settlement.lines)) == sorted(map(repr, walked))
    left = [step.left.to_pay for step in settlement.steps]
    assert [36 * UNIT, 28 * UNIT, 0, 0] == left


def test_a_bettor_without_a_play_is_settled_as_folded_alone() -> None:
    """The seat plays on; its back-line bettor loses Ante and Blind, Trips goes by the board (G8.7)."""
    behind = stakes(5, 0, 5, 5, bettor="b", role=Role.BACK_LINE, folded=True)
    entry = seat(2, "Ks Kc", stakes(10, 20, 10, bettor="a"), behind)
    settlement = settle(CA_000, showdown("Ad 5c", BOARD, entry))
    assert [0, 0, 20, 30] == [line.net // UNIT for line in settlement.lines if line.bettor == "a"]
    assert [-5, -5, -5, -5] == [line.net // UNIT for line in settlement.lines if line.bettor == "b"]
    seven = settle(replace(CA_000, trips_on_fold=OnFold.SEVEN_CARDS), showdown("Ad 5c", BOARD, entry))
    assert [-5, -5, 15, -5] == [line.net // UNIT for line in seven.lines if line.bettor == "b"]


def test_a_table_cap_is_used_up_in_settlement_order() -> None:
    """One deal for all players: the later seat gets what the earlier left (G7.3, G7.4)."""
    cap = AggregateCap(cents=35 * UNIT, scope=CapScope.TABLE, exclude=())
    rules = replace(HOUSE, aggregate_cap=cap)
    shown = showdown(
        "Kd 5c",
        BOARD,
        seat(2, "As Ah", stakes(10, 20, bettor="a")),
        seat(3, "Ac Ad", stakes(10, 20, bettor="b")),
        bank=0,
        position=None,
    )
    assert [30 * UNIT, 5 * UNIT] == [one.net for one in settle(rules, shown).bettors]
    reverse = replace(rules, settle_direction=SettleDirection.COUNTER_CLOCKWISE)
    assert {"b": 30 * UNIT, "a": 5 * UNIT} == {one.bettor: one.net for one in settle(reverse, shown).bettors}
    excluded = replace(rules, aggregate_cap=replace(cap, cents=0, exclude=(Wager.PLAY,)))
    assert [20 * UNIT, 20 * UNIT] == [one.net for one in settle(excluded, shown).bettors]


def test_a_win_capped_to_nothing_is_a_win_covered_in_full() -> None:
    """Its stake goes back and nothing is paid (G13.4)."""
    rules = replace(HOUSE, aggregate_cap=AggregateCap(cents=0, scope=CapScope.BETTOR, exclude=()))
    settlement = settle(rules, house_table("Kd 5c"))
    line = next(one for one in settlement.lines if (one.bettor, one.wager) == ("a", Wager.PLAY))
    assert ("win", "full", 0, 2000, True) == (
        line.result,
        line.covered,
        line.paid,
        line.returned,
        line.payout_capped,
    )


def test_a_cap_never_applies_under_a_player_dealer() -> None:
    """The rule set refuses it; a settlement ignores it (G7.4)."""
    rules = replace(CA_000, aggregate_cap=AggregateCap(cents=0, scope=CapScope.BETTOR, exclude=()))
    assert settle(CA_000, table()) == settle(rules, table())


def test_a_shared_bank_is_used_layer_by_layer() -> None:
    """The second layer pays what the first cannot; each net is split by contributions (G8.8)."""
    friends = (Contribution(contributor="x", cents=15 * UNIT), Contribution(contributor="y", cents=5 * UNIT))
    layers = (BankLayer(cents=20 * UNIT, contributors=friends), *single_bank("z", 100 * UNIT))
    shown = replace(showdown("Kd 5c", BOARD, seat(2, "As Ah", stakes(10, 20))), layers=layers)
    settlement = settle(CA_000, shown)
    assert [-15 * UNIT, -5 * UNIT, -10 * UNIT] == [
        share.cents for layer in settlement.layers for share in layer.shares
    ]
    assert -30 * UNIT == settlement.dealer_net


def broken(*seats: SeatEntry) -> Showdown:
    """Give the sample table with seats that cannot be."""
    return replace(table(), seats=seats)


TWICE = SeatEntry(position=SeatNo(2), hole=pair("As Kd"), folded=False, bettors=(stakes(10, 20),))
CUT = SeatEntry(position=SeatNo(2), hole=None, folded=False, bettors=(stakes(10, 20),))
OWN = SeatEntry(position=SeatNo(4), hole=pair("As Ah"), folded=False, bettors=(stakes(10, 20),))
ODD = SeatEntry(position=SeatNo(9), hole=pair("As Ah"), folded=False, bettors=(stakes(10, 20),))
FLOAT = SeatEntry(
    position=SeatNo(2), hole=pair("As Ah"), folded=False, bettors=(replace(stakes(10), trips=-1),)
)


@pytest.mark.parametrize(
    ("shown", "rule"),
    [
        (broken(TWICE), "V7"),
        (broken(CUT), "G4.1"),
        (broken(OWN), "G2.8"),
        (broken(ODD), "G1"),
        (broken(*table().seats[:1] * 2), "V7"),
        (broken(FLOAT), "G2.6"),
        (replace(table(), layers=()), "G6.1"),
    ],
)
def test_what_cannot_be_settled_stops_the_table(shown: Showdown, rule: str) -> None:
    """A card twice, a closed hand, the player-dealer's own wager, a seat or amount that cannot be."""
    with pytest.raises(InvariantFault) as caught:
        settle(CA_000, shown)
    assert rule == caught.value.rule


def test_a_walk_that_leaves_a_wager_out_stops_the_table() -> None:
    """A rule file cannot say so; a settlement would not hide it (G12 V2)."""
    with pytest.raises(InvariantFault) as caught:
        settle(with_profile(passes=((Wager.ANTE, Wager.BLIND, Wager.PLAY),)), table())
    assert "V2" == caught.value.rule


def test_a_closed_hand_is_not_judged_as_in() -> None:
    """Only an open hand has an outcome (G4.3)."""
    shown = table()
    dealer = dealer_side(shown.board, shown.dealer_hole)
    folded = seat_hand(CA_000, dealer, shown.seats[1])
    with pytest.raises(InvariantFault, match="seat 6"):
        verdicts_in(CA_000, dealer, folded)


def test_the_progressive_is_none_of_the_settled_wagers() -> None:
    """Its stake stands in another ledger (G5.7)."""
    assert 0 == stakes(10, 10).of(Wager.PROGRESSIVE)
