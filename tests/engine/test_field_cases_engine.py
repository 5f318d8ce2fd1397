"""Field cases that the engine answers, named after their ids (groups 2, 3 and 8)."""

from dataclasses import replace

import pytest

from controller.engine.actors import Need, Role
from controller.engine.commands import (
    Act,
    CloseBetting,
    Decide,
    Expose,
    Exposure,
    Irregularity,
    PlaceWager,
    SettleSeat,
    VacateSeat,
    VoidRound,
)
from controller.engine.ids import SeatNo
from controller.engine.prompt import OfferCode
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.settlement_types import Result
from controller.engine.state import DealingMode, HoldCode, Phase
from controller.rulesets.load import load_ruleset
from tests.engine.given import CALIFORNIA, FLOOR, Felt, mixed
from tests.engine.stages import THREE, TWO, at, kinds, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))
CA_000 = replace(CALIFORNIA, trips_table=load_ruleset("house-limits").trips_table)


def heads_up(hand: str, dealer: str, board: str, *, trips: int = 0, bank: int = 1_000_000) -> Felt:
    """Give a table with these cards to come: seat 2 with an Ante of 10.00, then the player-dealer."""
    felt = Felt(rules=CA_000, cards=mixed(hand, dealer, board))
    felt.prepare()
    felt.seat_bank(bank, 2)
    felt.wager(2, 1000, trips)
    felt.deal()
    return felt


def showdown(felt: Felt) -> None:
    """Deal the board and turn all up; the seat has decided."""
    felt.board()
    felt.expose(Exposure.PLAYER_DEALER)


def river(felt: Felt) -> None:
    """Go on to the river without a decision."""
    felt.board()
    felt.expose(Exposure.FLOP)
    felt.expose(Exposure.TURN_RIVER)


def nets(felt: Felt) -> dict[str, int]:
    """Give the net of each wager of the settled round."""
    settlement = felt.current().settlement
    assert settlement is not None
    return {line.wager.value: line.net for line in settlement.lines}


def test_st01_a_fold_is_settled_once_and_not_compared() -> None:
    """Ante and Blind lost, no Play, one settlement also after a replay (G4.6)."""
    felt = heads_up("Ah 9c", "Kd Qc", "As 9d 4h 2c 7s")
    river(felt)
    felt.fold(2)
    felt.expose(Exposure.PLAYER_DEALER)
    assert {"ante": -1000, "blind": -1000} == nets(felt)
    assert felt.state == felt.replayed()
    assert 1 == kinds(felt.events).count("seat_turned_up")


def test_st05_chips_are_conserved_through_the_whole_engine() -> None:
    """What bettors win the bank loses (V1)."""
    felt = heads_up("Ah 9c", "Kd Kc", "As 9d 4h 2c 7s")
    felt.play(2, 4)
    showdown(felt)
    settlement = felt.current().settlement
    assert settlement is not None
    assert 0 == sum(net.net for net in settlement.bettors) + settlement.dealer_net


def test_st06_every_wager_ends_in_exactly_one_result() -> None:
    """Equal two pairs with different kickers: win, push, win (V2)."""
    felt = heads_up("As 3d", "Qs 3c", "Kd Kc 8h 8c 2h")
    river(felt)
    felt.play(2, 1)
    felt.expose(Exposure.PLAYER_DEALER)
    assert {"ante": 1000, "blind": 0, "play": 1000} == nets(felt)


def test_st08_a_refused_wager_and_play_change_nothing() -> None:
    """The refusal names the amount and what is allowed (G2.2, G2.8)."""
    felt = seated()
    wager = PlaceWager(seat=TWO, bettor=0, ante=1000, blind=1000, trips=1100, bad_beat=0)
    assert RefusalCode.SIDE_OVER_ANTE is felt.refused(wager)
    felt.deal()
    decided = felt.give(Decide(seat=TWO, act=Act.PLAY, multiple=5))
    assert isinstance(decided, Refused)
    assert ("play 5", "play 3, play 4, check") == (decided.value, decided.allowed)


def test_st10_there_is_no_check_on_the_river() -> None:
    """Play 1x or fold, and the reveal stays locked until then (G3.1)."""
    felt = at(Phase.RIVER)
    decided = felt.give(Decide(seat=TWO, act=Act.CHECK, multiple=0))
    assert isinstance(decided, Refused)
    assert (RefusalCode.CHECK_NOT_ALLOWED, "play 1, fold") == (decided.code, decided.allowed)
    assert RefusalCode.SEATS_OPEN is felt.refused(Expose(what=Exposure.PLAYER_DEALER))


def test_st11_a_fold_is_final() -> None:
    """A bet after it is refused, twice as well (G3.8)."""
    felt = at(Phase.RIVER)
    felt.fold(2)
    for _ in range(2):
        assert RefusalCode.ALREADY_DECIDED is felt.refused(Decide(seat=TWO, act=Act.PLAY, multiple=1))


def test_st13_one_press_deals_once() -> None:
    """Two cards a seat, five to the board, two for the dealer, one closing (G3.10)."""
    felt = seated(DealingMode.STACKS)
    felt.ask(CloseBetting())
    assert RefusalCode.WRONG_PHASE is felt.refused(CloseBetting())
    felt.hands()
    felt.board()
    assert (1, 11) == (kinds(felt.events).count("betting_closed"), kinds(felt.events).count("card_dealt"))


def test_st15_trips_does_not_depend_on_qualification() -> None:
    """The bonus is taken or paid although the Ante pushes (G4.3)."""
    felt = heads_up("Kc 5d", "Qs Jd", "Kh 9s 7d 3c 2h", trips=500)
    felt.play(2, 4)
    showdown(felt)
    assert {"ante": 0, "blind": 0, "play": 4000, "trips": -500} == nets(felt)


def test_st16_the_step_shows_what_the_settlement_moved() -> None:
    """One object feeds screen, journal and totals (G3.9)."""
    felt = heads_up("Th Jc", "Ks Kd", "9s 8d 7c 3h 2c", trips=500)
    felt.play(2, 4)
    showdown(felt)
    turned = next(event for event in felt.events if event.kind == "seat_turned_up")
    settlement = felt.current().settlement
    assert settlement is not None
    assert settlement.lines == turned.lines
    felt.settle()
    settled = next(event for event in felt.events if event.kind == "seat_settled")
    assert sum(line.paid for line in turned.lines) == settled.paid


def test_st31_a_wrong_fold_is_undone_while_nothing_was_shown() -> None:
    """The dealt cards stay in the record (G3.7; later it is the floor's, I24)."""
    felt = heads_up("As Kd", "9c 5h", "Ad 8s 6c 3h 2d")
    river(felt)
    cards = felt.state.seat(TWO).cards
    felt.fold(2)
    felt.ask(felt.offer_code(OfferCode.UNDO).command)
    assert cards == felt.state.seat(TWO).cards
    felt.play(2, 1)
    felt.expose(Exposure.PLAYER_DEALER)
    assert {"ante": 0, "blind": 0, "play": 1000} == nets(felt)
    assert {"decision_made", "decision_undone"} <= set(kinds(felt.events))


@MODES
def test_st35_one_board_card_too_many_holds_and_moves_no_street(mode: DealingMode) -> None:
    """Recorded as extra with its identity sealed (I2)."""
    felt = at(Phase.COMMUNITY, mode)
    felt.table.pass_reader((felt.table.chamber or felt.table.in_shoe)[0])
    felt.then()
    assert (HoldCode.EXTRA_CARD, Phase.COMMUNITY, 1) == (
        felt.held(),
        felt.phase(),
        len(felt.current().loose),
    )


def test_st36_play_and_settlement_happen_once() -> None:
    """Also after a restart (G2.3, G3.10)."""
    felt = at(Phase.PREFLOP)
    felt.play(2, 4)
    assert RefusalCode.ALREADY_DECIDED is felt.refused(Decide(seat=TWO, act=Act.PLAY, multiple=4))
    felt.play(3, 4)
    showdown(felt)
    felt.ask(SettleSeat(seat=TWO))
    assert RefusalCode.WRONG_STEP is felt.refused(SettleSeat(seat=TWO))
    felt.restart()
    assert RefusalCode.WRONG_PHASE is felt.refused(SettleSeat(seat=TWO))
    assert 1 == kinds(felt.events).count("seat_settled")


def test_st40_a_tie_is_shown_before_any_chip_moves() -> None:
    """Ante, Blind and Play push (G4.3)."""
    felt = heads_up("9d 8d", "Ah Kd", "5c 6d 7h 8s 9c")
    river(felt)
    felt.play(2, 1)
    felt.expose(Exposure.PLAYER_DEALER)
    settlement = felt.current().settlement
    assert settlement is not None
    assert {Result.PUSH} == {line.result for line in settlement.lines}


@MODES
def test_st41_a_skipped_seat_stops_the_deal_and_only_the_floor_rules(mode: DealingMode) -> None:
    """No sensor sees a seat; the dealer cannot move cards (I12)."""
    felt = at(Phase.HOLE, mode)
    felt.report(Irregularity.WRONG_SEAT)
    assert HoldCode.REPORTED is felt.held()
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(VoidRound(reason="seat 2 skipped"))


@MODES
def test_st45_a_card_that_comes_back_is_a_duplicate(mode: DealingMode) -> None:
    """Both reads by place, the deck quarantined, void (I9)."""
    felt = at(Phase.PREFLOP, mode)
    first = felt.state.seat(TWO).cards[0].card
    assert first is not None
    pile = felt.table.chamber if mode is DealingMode.STACKS else felt.table.in_shoe
    pile[0] = ("A", first)
    if mode is DealingMode.STACKS:
        felt.press_deal()
    else:
        felt.draw()
    assert felt.state.hold is not None
    assert (HoldCode.DUPLICATE, ("seat 2 card 1", "board card 1")) == (
        felt.held(),
        felt.state.hold.places[:2],
    )
    felt.void()
    assert "two reads of one card" == felt.state.deck("A").problem


def test_st46_an_exposed_stub_stops_every_bet() -> None:
    """No Play is accepted from now on (I6)."""
    felt = at(Phase.PREFLOP)
    felt.report(Irregularity.CARD_EXPOSED)
    assert RefusalCode.WRONG_PHASE is felt.refused(Decide(seat=TWO, act=Act.PLAY, multiple=4))


def test_pb15_a_seat_stays_in_the_round_until_it_is_settled() -> None:
    """Removing it mid-round is refused (I23)."""
    felt = at(Phase.PREFLOP)
    assert RefusalCode.WRONG_PHASE is felt.refused(VacateSeat(seat=TWO))


def test_pb20_the_banker_cannot_play_against_himself() -> None:
    """And alone he has no round (G2.8)."""
    felt = seated()
    wager = PlaceWager(seat=SeatNo(1), bettor=0, ante=1000, blind=1000, trips=0, bad_beat=0)
    assert RefusalCode.OWN_SEAT is felt.refused(wager)


def test_sh11_the_other_deck_stops_at_its_first_card() -> None:
    """Hole cards from A, the flop from B: nothing is shown (I10)."""
    felt = at(Phase.PREFLOP)
    felt.table.in_shoe = [("B", card) for _, card in felt.table.in_shoe]
    felt.draw()
    assert (HoldCode.WRONG_BACK, Phase.PREFLOP, 0) == (
        felt.held(),
        felt.phase(),
        len(felt.current().board),
    )


def test_sh13_no_card_after_one_that_was_not_read_and_none_after_a_void() -> None:
    """Play cannot go on as if nothing happened (I8, G9.2)."""
    felt = at(Phase.HOLE)
    felt.table.reading = felt.table.reading.UNREADABLE
    felt.draw()
    assert HoldCode.UNREAD is felt.held()
    felt.draw()
    assert ((), 2) == (felt.state.seat(TWO).cards, len(felt.current().loose))
    felt.void()
    assert RefusalCode.WRONG_PHASE is felt.refused(Decide(seat=THREE, act=Act.PLAY, multiple=4))


def test_sh18_the_same_identity_under_the_next_index_is_a_duplicate() -> None:
    """80 ms later: no double feed, but twice the same card (C3)."""
    felt = at(Phase.HOLE)
    felt.draw()
    felt.table.in_shoe[0] = felt.table.felt[-1]
    felt.table.gap_ms = 80
    felt.draw()
    assert HoldCode.DUPLICATE is felt.held()


def test_sh21_a_wrong_placement_never_moves_the_record() -> None:
    """Reported, ruled by the floor, the record stays (G3.3)."""
    felt = at(Phase.PREFLOP)
    before = [seat.cards for seat in felt.state.seats]
    felt.report(Irregularity.WRONG_SEAT)
    felt.resume()
    assert before == [seat.cards for seat in felt.state.seats]


def test_sh16_a_red_light_in_the_deal_offers_the_void_to_the_floor() -> None:
    """The dealer cannot clear it (G10.5)."""
    felt = at(Phase.HOLE)
    felt.table.raise_fault(felt.table.shoe, 0x0102)
    felt.then()
    void = felt.offer_code(OfferCode.VOID_ROUND)
    assert (True, Need(role=Role.FLOOR)) == (void.enabled, void.needs)
    felt.ask(VoidRound(reason="red light", approval=FLOOR))
    assert Phase.COLLECT is felt.phase()
