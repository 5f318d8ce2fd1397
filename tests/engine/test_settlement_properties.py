"""What holds for every settlement, whatever the cards, stakes, bank and order (G12)."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from controller.engine.cards import Card
from controller.engine.coverage import single_bank
from controller.engine.ids import SEATS
from controller.engine.ruleset import (
    SETTLED_WAGERS,
    Category,
    Coverage,
    CoverageProfile,
    FoldCollection,
    OnFold,
    RuleSet,
    SettleDirection,
    Wager,
    WithinSeat,
)
from controller.engine.settlement import (
    Outcome,
    Result,
    Role,
    SeatEntry,
    Settlement,
    Showdown,
    Stakes,
    settle,
)
from tests.engine.settlement_kit import CA_000

READINGS = [reading for reading in Coverage if reading is not Coverage.UNLIMITED]
SIDES = {Wager.TRIPS, Wager.BAD_BEAT}


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Draw a reading and an order of flows for the player-dealer's rules."""
    order = draw(st.permutations(SETTLED_WAGERS))
    cut = draw(st.integers(min_value=0, max_value=4))
    profile = CoverageProfile(
        coverage=draw(st.sampled_from(READINGS)),
        fold_collection=draw(st.sampled_from(FoldCollection)),
        within_seat=draw(st.sampled_from(WithinSeat)),
        passes=tuple(one for one in (tuple(order[:cut]), tuple(order[cut:])) if one),
    )
    return replace(
        CA_000,
        profile=profile,
        trips_on_fold=draw(st.sampled_from(OnFold)),
        settle_direction=draw(st.sampled_from(SettleDirection)),
    )


@st.composite
def showdowns(draw: st.DrawFn) -> Showdown:
    """Draw a table of one to seven seats, some folded, some with a back line, and a bank."""
    cards = draw(st.permutations(list(Card)))
    dealer, *positions = draw(st.lists(st.sampled_from(SEATS), min_size=2, max_size=8, unique=True))
    seats = []
    for index, position in enumerate(positions):
        multiple = draw(st.integers(min_value=0, max_value=4))
        bettors = [
            draw(bettors_of(f"{position}.{number}", multiple, number))
            for number in range(draw(st.integers(min_value=1, max_value=2)))
        ]
        hole = (cards[7 + 2 * index], cards[8 + 2 * index])
        seats.append(SeatEntry(position=position, hole=hole, folded=not multiple, bettors=tuple(bettors)))
    return Showdown(
        dealer_position=dealer,
        dealer_hole=(cards[0], cards[1]),
        board=tuple(cards[2:7]),
        layers=single_bank("pd", draw(st.integers(min_value=1, max_value=40_000))),
        seats=tuple(seats),
    )


@st.composite
def bettors_of(draw: st.DrawFn, name: str, multiple: int, number: int) -> Stakes:
    """Draw the stakes of a bettor whose seat plays this multiple; behind it the Play may be missing."""
    ante = 2 * draw(st.integers(min_value=1, max_value=1000))
    alone = number > 0 and multiple > 0 and draw(st.booleans())
    return Stakes(
        bettor=name,
        role=Role.BACK_LINE if number else Role.SEATED,
        ante=ante,
        blind=ante,
        play=0 if alone else multiple * ante,
        trips=draw(st.integers(min_value=0, max_value=ante)),
        bad_beat=draw(st.integers(min_value=0, max_value=ante)),
        folded=alone,
    )


def without_limit(shown: Showdown) -> Showdown:
    """Give the same table with a bank that reaches everything."""
    return replace(shown, layers=single_bank("pd", 10**12))


def placed(shown: Showdown) -> set[tuple[str, Wager]]:
    """Name every wager on the table."""
    return {
        (stakes.bettor, wager)
        for entry in shown.seats
        for stakes in entry.bettors
        for wager in SETTLED_WAGERS
        if stakes.of(wager)
    }


@given(rule_sets(), showdowns())
def test_v1_nets_sum_to_zero(rules: RuleSet, shown: Showdown) -> None:
    """Bettors and bank contributors win and lose the same cents (G12 V1)."""
    settlement = settle(rules, shown)
    shares = sum(share.cents for layer in settlement.layers for share in layer.shares)
    assert 0 == sum(one.net for one in settlement.bettors) + shares
    assert shares == settlement.dealer_net == settlement.dealer_collected - settlement.dealer_paid


@given(rule_sets(), showdowns())
def test_v2_v3_v4_each_wager_ends_once_and_no_stake_is_lost(rules: RuleSet, shown: Showdown) -> None:
    """One line a wager, its stake collected or returned, nothing kept that is not covered (G12 V2-V4)."""
    settlement = settle(rules, shown)
    assert placed(shown) == {(line.bettor, line.wager) for line in settlement.lines}
    assert len(placed(shown)) == len(settlement.lines) == sum(len(step.lines) for step in settlement.steps)
    for line in settlement.lines:
        assert line.collected + line.returned == line.stake + line.over_limit_returned
        assert line.result in set(Result)
        if line.outcome is not Outcome.LOSE:
            assert line.stake == line.returned
        if line.outcome is not Outcome.WIN:
            assert 0 == line.paid


@given(rule_sets(), showdowns())
def test_v5_the_bank_stays_within_its_wager(rules: RuleSet, shown: Showdown) -> None:
    """Its net under every reading, its gross under the pools (G12 V5)."""
    settlement = settle(rules, shown)
    (layer,) = shown.layers
    assert -layer.cents <= settlement.dealer_net <= layer.cents
    if rules.profile.coverage is Coverage.GROSS_POOL:
        assert settlement.dealer_paid + settlement.dealer_collected <= layer.cents
    if rules.profile.coverage is Coverage.GROSS_TWO_SIDED:
        assert max(settlement.dealer_paid, settlement.dealer_collected) <= layer.cents


def flows(settlement: Settlement) -> int:
    """Sum what all wagers would move."""
    return sum(line.owed if line.outcome is Outcome.WIN else line.stake for line in settlement.lines)


@given(rule_sets(), showdowns())
def test_v6_a_bank_that_reaches_all_flows_is_no_limit(rules: RuleSet, shown: Showdown) -> None:
    """W at least the sum of flows gives the lines of an endless W, under every reading (G12 V6)."""
    endless = settle(rules, without_limit(shown))
    enough = replace(shown, layers=single_bank("pd", max(1, flows(endless))))
    assert endless.lines == settle(rules, enough).lines


@given(rule_sets(), showdowns())
def test_v10_what_cannot_happen_does_not(rules: RuleSet, shown: Showdown) -> None:
    """No loss by a pair to an unqualified side, no beaten royal, no side wager that pushes (G12 V10)."""
    settlement = settle(rules, without_limit(shown))
    for seat in settlement.seats:
        if seat.compare == "lose" and not settlement.qualifies:
            assert seat.hand is not None
            assert Category.HIGH_CARD is seat.hand.category
    for line in settlement.lines:
        if line.wager in SIDES:
            assert line.outcome in {Outcome.WIN, Outcome.LOSE}
        if line.wager is Wager.BAD_BEAT and line.outcome is Outcome.WIN:
            assert settlement.qualifies
            assert line.decided_by is not None
            assert 3 <= line.decided_by.level < 9


@given(rule_sets(), showdowns())
def test_v11_side_wagers_never_change_what_the_cards_say(rules: RuleSet, shown: Showdown) -> None:
    """Outcome and due of Ante, Blind and Play are the same without any side wager (G12 V11)."""
    bare = tuple(
        replace(entry, bettors=tuple(replace(one, trips=0, bad_beat=0) for one in entry.bettors))
        for entry in shown.seats
    )
    full = [
        (line.bettor, line.wager, line.outcome, line.due)
        for line in settle(rules, shown).lines
        if line.wager not in SIDES
    ]
    assert full == [
        (line.bettor, line.wager, line.outcome, line.due)
        for line in settle(rules, replace(shown, seats=bare)).lines
    ]


@given(rule_sets(), showdowns())
def test_the_order_of_flows_moves_no_money_while_the_bank_reaches(rules: RuleSet, shown: Showdown) -> None:
    """Profiles differ only where the bank runs out (G6.2)."""
    deep = without_limit(shown)
    plain = replace(rules, profile=CA_000.profile)
    assert settle(plain, deep).lines == settle(rules, deep).lines
