"""The walk at the table: folds taken first, several passes, cover before the deal (G6.6, G6.7)."""

from dataclasses import replace

import pytest

from controller.engine.cards import Hidden
from controller.engine.commands import CloseBetting, Expose, Exposure, SettleSeat, UndoDecision
from controller.engine.events import SeatSettled, SeatTurnedUp
from controller.engine.exposure import felt_exposure
from controller.engine.prompt import OfferCode, PromptCode
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import FoldCollection, Street, Wager, WithinSeat
from controller.engine.settlement_exposure import Exposure as WorstCase
from controller.engine.settlement_types import StepKind
from controller.engine.state import Phase
from controller.engine.views import view
from controller.rulesets.load import load_ruleset
from tests.engine.given import CALIFORNIA, Felt, mixed
from tests.engine.stages import THREE, TWO, seated
from tests.engine.walks import AT_FOLD, TWO_PASSES, at_river, folded_first, turn_board, walked

HOUSE = load_ruleset("house-limits")


def test_folded_wagers_are_taken_before_the_player_dealer_is_turned_up() -> None:
    """G6.6 step 1: when RIVER closes, seat by seat; only then may the banker's hand be shown."""
    felt = folded_first()
    assert (PromptCode.SETTLE_SEAT, TWO) == (felt.prompt.code, felt.prompt.seat)
    assert RefusalCode.FOLDS_FIRST is felt.refused(Expose(what=Exposure.PLAYER_DEALER))
    stop = view(felt.state, felt.prompt).stop
    assert stop is not None
    assert (StepKind.FOLD_COLLECTION, 0) == (stop.kind, stop.pass_no)
    assert [(Wager.ANTE, 1000), (Wager.BLIND, 1000)] == [(one.wager, one.collected) for one in stop.lines]
    taken = felt.ask(SettleSeat(seat=TWO))
    assert [SeatTurnedUp, SeatSettled] == [type(event) for event in taken]
    assert PromptCode.REVEAL_PLAYER_DEALER is felt.prompt.code
    felt.expose(Exposure.PLAYER_DEALER)
    felt.settle()
    settlement = felt.current().settlement
    assert settlement is not None
    walked_kinds = [(step.kind, step.position) for step in settlement.steps]
    expected = [(StepKind.FOLD_COLLECTION, TWO), (StepKind.SEAT, TWO), (StepKind.SEAT, THREE)]
    assert expected == walked_kinds
    assert felt.replayed() == felt.state


def test_a_fold_may_be_taken_back_until_its_wagers_are_taken() -> None:
    """Undo goes on at REVEAL; chips that moved end it (G3.7, G6.6)."""
    felt = folded_first()
    felt.ask(UndoDecision())
    felt.play(3, 1)
    felt.ask(SettleSeat(seat=TWO))
    assert RefusalCode.NOTHING_TO_UNDO is felt.refused(UndoDecision())


def test_a_folded_hand_stays_closed_while_its_wagers_are_taken() -> None:
    """Its cards are not opened for a loss that no card decides (G3.8)."""
    felt = folded_first()
    felt.ask(SettleSeat(seat=TWO))
    assert all(isinstance(card, Hidden) for card in felt.state.seat(TWO).cards)
    assert not felt.state.seat(TWO).is_settled


def test_a_restart_between_folds_goes_on_where_the_walk_stood() -> None:
    """What was taken is in the record (V12)."""
    felt = at_river()
    felt.fold(2)
    felt.fold(3)
    felt.ask(SettleSeat(seat=TWO))
    felt.state = felt.replayed()
    assert THREE == felt.prompt.seat
    felt.ask(SettleSeat(seat=THREE))
    felt.expose(Exposure.PLAYER_DEALER)
    felt.settle()
    assert Phase.COLLECT is felt.phase()
    assert 4000 == sum(
        event.collected for event in felt.events if isinstance(event, SeatSettled) and event.step < 2
    )


def test_a_bank_that_folds_use_up_reaches_no_further() -> None:
    """Under `gross_pool` the folds come first, so nothing is left for seat 3 (G6.1, G6.6)."""
    felt = at_river(AT_FOLD, bank=2000)
    felt.fold(2)
    felt.play(3, 1)
    felt.ask(SettleSeat(seat=TWO))
    felt.expose(Exposure.PLAYER_DEALER)
    settlement = felt.current().settlement
    assert settlement is not None
    assert {0} == {line.paid + line.collected for line in settlement.lines if line.position == THREE}


def test_in_turn_folds_wait_for_their_seat() -> None:
    """The default: one stop for each seat, after the banker's hand (G6.6)."""
    felt = at_river(CALIFORNIA)
    felt.fold(2)
    felt.play(3, 1)
    assert PromptCode.REVEAL_PLAYER_DEALER is felt.prompt.code
    assert RefusalCode.WRONG_PHASE is felt.refused(SettleSeat(seat=TWO))


@pytest.mark.parametrize(
    "folds", [FoldCollection.IN_TURN, FoldCollection.AT_FOLD], ids=lambda one: str(one.value)
)
def test_two_passes_walk_twice_and_each_stop_asks_for_its_own_money(folds: FoldCollection) -> None:
    """`main_then_bonus`: the second walk pays only the side wagers, with the hand up again (G6.6 step 2)."""
    felt = at_river(walked(folds=folds, passes=TWO_PASSES))
    felt.play(2, 1)
    felt.play(3, 1)
    felt.expose(Exposure.PLAYER_DEALER)
    stops: list[tuple[int, int, set[Wager], bool]] = []
    while felt.phase() is Phase.SETTLE:
        shown = view(felt.state, felt.prompt)
        assert shown.stop is not None
        wagers = {line.wager for line in shown.stop.lines}
        stops.append((shown.stop.seat, shown.stop.pass_no, wagers, felt.state.seat(shown.stop.seat).is_up))
        felt.ask(SettleSeat(seat=shown.stop.seat))
    main, side = {Wager.ANTE, Wager.BLIND, Wager.PLAY}, {Wager.TRIPS}
    assert [(2, 1, main, True), (3, 1, main, True), (2, 2, side, True), (3, 2, side, True)] == stops


def test_wager_major_takes_every_bettors_first_wager_first() -> None:
    """Within a seat: both Antes, both Blinds, both Plays (G6.6 step 3)."""
    felt = seated(rules=walked(within=WithinSeat.WAGER_MAJOR))
    felt.wager(2, 1000, bettor=1)
    felt.deal()
    felt.board()
    turn_board(felt)
    felt.play(2, 1)
    felt.play(3, 1)
    felt.expose(Exposure.PLAYER_DEALER)
    stop = view(felt.state, felt.prompt).stop
    assert stop is not None
    order = [(line.wager, line.bettor) for line in stop.lines]
    both = ("seat-2", "seat-2-back-1")
    assert [(one, name) for one in TWO_PASSES[0] for name in both] == order


def test_the_next_seat_is_called_to_turn_up_only_if_it_does() -> None:
    """A closed fold and a refund turn nothing up (G3.8, G7.2)."""
    felt = at_river(CALIFORNIA, 2, 3)
    felt.play(2, 1)
    felt.fold(3)
    felt.expose(Exposure.PLAYER_DEALER)
    stop = view(felt.state, felt.prompt).stop
    assert stop is not None
    assert (TWO, False) == (stop.seat, stop.turns_next)


def test_a_player_dealer_who_must_cover_everything_blocks_the_deal() -> None:
    """`require_full_cover` refuses no more bets while W is below the worst case (G6.7)."""
    rules = replace(CALIFORNIA, require_full_cover=True)
    felt = seated(rules=rules, bank=100_000)
    assert 2 * 505_000 == felt_exposure(felt.state).pays
    assert RefusalCode.COVER_TOO_SMALL is felt.refused(CloseBetting())
    offer = felt.offer_code(OfferCode.CLOSE_BETTING)
    assert (False, RefusalCode.COVER_TOO_SMALL) == (offer.enabled, offer.why_not)
    covered = seated(rules=rules, bank=1_010_000)
    covered.ask(CloseBetting())
    assert Phase.HOLE is covered.phase()


def test_the_worst_case_falls_as_seats_decide() -> None:
    """The multiple placed, or the highest still allowed on the streets to come; none once folded (G6.7)."""
    felt = seated()
    felt.deal()
    before = felt_exposure(felt.state)
    felt.board()
    felt.expose(Exposure.FLOP)
    open_twice = felt_exposure(felt.state)
    felt.play(2, 2)
    felt.expose(Exposure.TURN_RIVER)
    assert 2 * 2000 == before.pays - open_twice.pays
    assert 1000 == open_twice.pays - felt_exposure(felt.state).pays
    felt.fold(3)
    folded = felt_exposure(felt.state)
    assert WorstCase(pays=503_000 + 501_000, collects=4000 + 2000) == folded
    assert Street.FLOP is felt.state.seat(THREE).checked


def test_a_cap_bounds_the_worst_case_on_the_felt() -> None:
    """Each bettor's worst case ends at the aggregate cap (G6.5, G6.7)."""
    felt = Felt(rules=HOUSE, cards=mixed("Ah Kd"))
    felt.prepare()
    felt.wager(2, 100_000)
    assert 2_000_000 == felt_exposure(felt.state).pays
