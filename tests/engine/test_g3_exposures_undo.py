"""Exposures, undo, folds and what is sealed (G3.3, G3.5, G3.7 to G3.9)."""

from dataclasses import replace

import pytest

from controller.engine.cards import Exposed, Hidden
from controller.engine.commands import Act, Decide, Expose, Exposure, SettleSeat, UndoDecision
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset import OnFold, Street
from controller.engine.settlement_types import Result
from controller.engine.state import DealingMode, Phase
from tests.engine.given import CALIFORNIA
from tests.engine.stages import THREE, TWO, at, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))


@MODES
def test_every_card_is_sealed_until_its_exposure(mode: DealingMode) -> None:
    """Board, hands and banker's hand lie face down until their own exposure (G3.3)."""
    felt = at(Phase.FLOP, mode)
    current = felt.current()
    assert all(isinstance(card, Hidden) for card in (*current.board, *current.dealer_cards))
    felt.expose(Exposure.FLOP)
    board = felt.current().board
    assert [Exposed] * 3 + [Hidden] * 2 == [type(card) for card in board]
    felt.expose(Exposure.TURN_RIVER)
    assert [Exposed] * 5 == [type(card) for card in felt.current().board]


@MODES
def test_no_exposure_before_five_cards_are_read(mode: DealingMode) -> None:
    """COMMUNITY needs its five cards first (G3.1)."""
    felt = at(Phase.PREFLOP, mode)
    felt.answers = mode is DealingMode.SHOE
    if mode is DealingMode.SHOE:
        felt.draw(4)
    else:
        felt.press_deal()
        felt.deliver()
    assert Phase.COMMUNITY is felt.phase()
    assert RefusalCode.CARDS_MISSING is felt.refused(Expose(what=Exposure.FLOP))


@MODES
def test_the_flop_implies_that_the_stub_is_in_the_rack(mode: DealingMode) -> None:
    """Without a device's word the next exposure stands for it (G3.1, COMMUNITY)."""
    felt = at(Phase.COMMUNITY, mode)
    felt.expose(Exposure.FLOP)
    gone = [event for event in felt.events if event.kind == "stub_discarded"]
    assert [True] == [event.implied for event in gone]
    assert Phase.FLOP is felt.phase()


@MODES
def test_exposures_come_in_order_and_only_once(mode: DealingMode) -> None:
    """Flop before turn and river, the player-dealer only with no seat open (G3.1, REVEAL)."""
    felt = at(Phase.FLOP, mode)
    assert RefusalCode.WRONG_STEP is felt.refused(Expose(what=Exposure.TURN_RIVER))
    assert RefusalCode.SEATS_OPEN is felt.refused(Expose(what=Exposure.PLAYER_DEALER))
    felt.expose(Exposure.FLOP)
    assert RefusalCode.ALREADY_EXPOSED is felt.refused(Expose(what=Exposure.FLOP))
    felt.expose(Exposure.TURN_RIVER)
    assert RefusalCode.SEATS_OPEN is felt.refused(Expose(what=Exposure.PLAYER_DEALER))
    assert RefusalCode.ALREADY_EXPOSED is felt.refused(Expose(what=Exposure.TURN_RIVER))


def test_an_exposure_closes_the_street_before_it() -> None:
    """Open seats check by Expose(turn_river) (G3.5)."""
    felt = at(Phase.FLOP)
    felt.expose(Exposure.FLOP)
    felt.play(2, 2)
    felt.expose(Exposure.TURN_RIVER)
    closed = [event for event in felt.events if event.kind == "street_closed"][-1]
    assert (Street.FLOP, (THREE,), False) == (closed.street, closed.checked, closed.implied)


@MODES
@pytest.mark.parametrize("what", list(Exposure))
def test_with_no_seat_open_one_exposure_turns_all_that_is_left(mode: DealingMode, what: Exposure) -> None:
    """However the dealer calls it (G3.5)."""
    felt = at(Phase.PREFLOP, mode)
    felt.play(2, 4)
    felt.play(3, 4)
    felt.board()
    felt.expose(what)
    current = felt.current()
    assert Phase.SETTLE is felt.phase()
    assert current.flop_up
    assert current.turn_river_up
    assert current.dealer_up


def test_the_player_dealer_is_exposed_even_when_all_folded() -> None:
    """REVEAL is always done (G3.1)."""
    felt = at(Phase.REVEAL)
    felt.expose(Exposure.PLAYER_DEALER)
    assert all(isinstance(card, Exposed) for card in felt.current().dealer_cards)


def test_undo_takes_back_the_newest_decision_first() -> None:
    """Each undo restores what the decision changed (G3.7)."""
    felt = at(Phase.PREFLOP)
    before = felt.state.seats
    felt.play(2, 4)
    felt.ask(Decide(seat=THREE, act=Act.CHECK, multiple=0))
    felt.ask(UndoDecision())
    assert felt.state.seat(THREE).checked is None
    assert felt.state.seat(TWO).decision is not None
    felt.ask(UndoDecision())
    assert RefusalCode.NOTHING_TO_UNDO is felt.refused(UndoDecision())
    assert before == tuple(replace(seat, revision=0) for seat in felt.state.seats)


@MODES
def test_undo_goes_back_across_the_phase_that_the_decision_caused(mode: DealingMode) -> None:
    """RIVER to REVEAL by the last fold, and back (G3.7)."""
    felt = at(Phase.REVEAL, mode)
    felt.ask(UndoDecision())
    assert Phase.RIVER is felt.phase()
    assert (THREE,) == felt.prompt.open_seats
    felt.play(3, 1)
    assert Phase.REVEAL is felt.phase()


def test_undo_ends_with_the_next_card() -> None:
    """A card read after a decision makes it the floor's to correct (G3.7)."""
    felt = at(Phase.PREFLOP)
    felt.play(2, 4)
    felt.draw()
    felt.draw(4)
    felt.unload()
    assert RefusalCode.NOTHING_TO_UNDO is felt.refused(UndoDecision())


def test_undo_ends_with_the_next_exposure() -> None:
    """A face shown after a decision closes it (G3.7)."""
    felt = at(Phase.FLOP)
    felt.expose(Exposure.FLOP)
    felt.play(2, 2)
    felt.expose(Exposure.TURN_RIVER)
    assert RefusalCode.NOTHING_TO_UNDO is felt.refused(UndoDecision())


def test_an_undone_decision_can_be_made_anew_and_its_token_is_another() -> None:
    """A token names a meaning; an undo changes it (ARCHITECTURE 11)."""
    felt = at(Phase.PREFLOP)
    token = felt.offer_of(Decide(seat=TWO, act=Act.PLAY, multiple=4)).token
    felt.play(2, 4)
    felt.ask(UndoDecision())
    assert token != felt.offer_of(Decide(seat=TWO, act=Act.PLAY, multiple=4)).token
    felt.play(2, 3)
    assert 3000 == felt.state.seat(TWO).bettors[0].play


@MODES
def test_a_folded_hand_stays_down_and_is_closed_for_good(mode: DealingMode) -> None:
    """Unopened, and closed once no ruling can restore the decision (G3.8, I24, DURABILITY 7.1)."""
    felt = at(Phase.SETTLE, mode)
    felt.settle()
    for number in (TWO, THREE):
        cards = felt.state.seat(number).cards
        assert all(isinstance(card, Hidden) and card.card is None for card in cards)
    assert all(not event.cards for event in felt.events if event.kind == "seat_turned_up")


def test_a_folded_hand_is_turned_up_at_its_step_where_seven_cards_decide() -> None:
    """trips_on_fold = seven_cards keeps the hand until then (G3.8)."""
    felt = seated(rules=replace(CALIFORNIA, trips_on_fold=OnFold.SEVEN_CARDS))
    felt.deal()
    felt.board()
    felt.expose(Exposure.FLOP)
    felt.expose(Exposure.TURN_RIVER)
    felt.fold(2)
    felt.fold(3)
    felt.expose(Exposure.PLAYER_DEALER)
    assert all(isinstance(card, Exposed) for card in felt.state.seat(TWO).cards)
    assert all(isinstance(card, Hidden) for card in felt.state.seat(THREE).cards)


@MODES
def test_a_seat_lies_face_up_only_while_its_step_is_open(mode: DealingMode) -> None:
    """Cards and lines are published when the step opens (G3.9)."""
    felt = at(Phase.PREFLOP, mode)
    felt.play(2, 4)
    felt.play(3, 4)
    felt.board()
    felt.expose(Exposure.PLAYER_DEALER)
    assert felt.state.seat(TWO).is_up
    assert not felt.state.seat(THREE).is_up
    felt.ask(SettleSeat(seat=TWO))
    assert not felt.state.seat(TWO).is_up
    assert felt.state.seat(TWO).is_settled
    assert felt.state.seat(THREE).is_up


def test_a_step_out_of_order_is_refused_by_name() -> None:
    """The walk goes clockwise from the player-dealer's left (G3.9, G6.6)."""
    felt = at(Phase.SETTLE)
    decided = felt.give(SettleSeat(seat=THREE))
    assert isinstance(decided, Refused)
    assert (RefusalCode.WRONG_STEP, TWO) == (decided.code, decided.seat)


def test_one_settlement_feeds_lines_and_totals() -> None:
    """What the steps moved is what the round moved (G3.9, V1)."""
    felt = at(Phase.SETTLE)
    settlement = felt.current().settlement
    assert settlement is not None
    felt.settle()
    settled = [event for event in felt.events if event.kind == "seat_settled"]
    ended = next(event for event in felt.events if event.kind == "round_settled")
    assert ended.collected == sum(event.collected for event in settled) == settlement.dealer_collected
    assert {Result.LOSE} == {line.result for line in settlement.lines}
