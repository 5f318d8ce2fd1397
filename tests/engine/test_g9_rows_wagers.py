"""Rows I15 to I24, I27, I36: wagers, decisions, bank and settlement, each to its final money (G9.1)."""

from dataclasses import replace

import pytest

from controller.engine.actors import Role
from controller.engine.commands import Act, Decide, SettleSeat
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import BadBeatRequires, Wager
from controller.engine.ruleset_policy import Ruling
from controller.engine.ruling_events import SettlementRepeated, SettlementReversed
from controller.engine.state import DealingMode, Phase
from tests.engine.given import BOTH, CALIFORNIA, FLOOR, Felt, mixed
from tests.engine.robot import play_until_round
from tests.engine.ruling_kit import finish, give_ruling, nets, refused_ruling, rule, ruled
from tests.engine.stages import THREE, TWO, seated
from tests.engine.test_g9_rows_cards import DECK, dealt

MODES = pytest.mark.parametrize("mode", list(DealingMode))
LOST = {"seat-2": -3000, "seat-3": -3000, "bank": 6000}
"""Both seats play 1x at the river and lose to a pair of aces."""


def river(felt: Felt, *, settle: bool = False) -> Felt:
    """Go to the river's decisions, or to the settlement with 1x by both seats."""
    felt.board()
    while felt.phase() is not Phase.RIVER:
        primary = felt.prompt.primary
        assert primary is not None
        felt.ask(primary.command)
    if settle:
        felt.play(2, 1)
        felt.play(3, 1)
        primary = felt.prompt.primary
        assert primary is not None
        felt.ask(primary.command)
    return felt


@MODES
def test_i15_an_action_out_of_turn_stands_and_is_flagged(mode: DealingMode) -> None:
    """The dealer rules; no money changes (I15, G3.6)."""
    felt = dealt(mode)
    felt.play(3, 4)
    made = [event for event in felt.events if event.kind == "decision_made"]
    assert [True] == [event.out_of_turn for event in made]
    give_ruling(felt, rule("I15", Ruling.STANDS))
    assert "" == ruled(felt).approved_by
    assert -6000 == finish(felt)["seat-3"]


@MODES
def test_i16_a_second_play_is_refused_by_itself_and_put_on_record(mode: DealingMode) -> None:
    """One Play per bettor and round (I16, G2.3)."""
    felt = dealt(mode)
    felt.play(2, 4)
    assert RefusalCode.ALREADY_DECIDED is felt.refused(Decide(seat=TWO, act=Act.PLAY, multiple=3))
    give_ruling(felt, rule("I16", Ruling.REFUSED))
    assert -6000 == finish(felt)["seat-2"]


@MODES
def test_i17_a_late_stake_goes_back_or_its_wager_is_void(mode: DealingMode) -> None:
    """The added part never counted; a void Ante takes its whole bettor out (I17, G2.4)."""
    felt = dealt(mode)
    give_ruling(felt, rule("I17", Ruling.ADDED_PART_RETURNED, seat=TWO, wager=Wager.ANTE, amount=500))
    assert LOST == finish(felt)
    felt = dealt(mode)
    give_ruling(felt, rule("I17", Ruling.STAKE_VOID, seat=TWO, wager=Wager.ANTE))
    assert {"seat-3": -3000, "bank": 3000} == finish(felt)


@MODES
def test_i18_who_does_not_decide_checks_and_folds_at_the_river(mode: DealingMode) -> None:
    """Check before the river, fold there; nobody but the floor decides for a seat (I18)."""
    felt = dealt(mode)
    give_ruling(felt, rule("I18", Ruling.CHECK_OR_FOLD, seat=TWO))
    assert (3,) == felt.prompt.open_seats
    river(felt)
    give_ruling(felt, rule("I18", Ruling.CHECK_OR_FOLD, seat=TWO))
    assert (3,) == felt.prompt.open_seats
    assert {"seat-2": -2000, "seat-3": -3000, "bank": 5000} == finish(felt)


@MODES
def test_i19_unequal_ante_and_blind_count_at_the_smaller(mode: DealingMode) -> None:
    """Both at 5.00 where 10.00 was recorded; the rest goes back, Play follows the Ante (I19)."""
    felt = dealt(mode)
    felt.play(2, 4)
    give_ruling(felt, rule("I19", Ruling.SMALLER_COUNTS, seat=TWO, amount=500))
    corrected = next(event for event in felt.events if event.kind == "stakes_corrected")
    assert (3000, 2000) == (corrected.returned, corrected.after.play)
    assert {"seat-2": -3000, "seat-3": -3000, "bank": 6000} == finish(felt)


def sided(mode: DealingMode) -> Felt:
    """Give a table where seat 2 has Trips and Bad Beat of 5.00, and Bad Beat needs Trips."""
    rules = replace(CALIFORNIA, bad_beat_requires=BadBeatRequires.ANTE_BLIND_TRIPS)
    felt = seated(mode, cards=mixed(DECK), rules=rules)
    felt.wager(2, 1000, trips=500, bad_beat=500)
    felt.deal()
    return felt


@MODES
def test_i20_a_side_wager_without_right_goes_back(mode: DealingMode) -> None:
    """With the Trips goes the Bad Beat that needs them (I20, G2.1)."""
    felt = sided(mode)
    give_ruling(felt, rule("I20", Ruling.SIDE_WAGER_RETURNED, seat=TWO, wager=Wager.TRIPS))
    assert LOST == finish(felt)
    felt = sided(mode)
    assert -4000 == finish(felt)["seat-2"]


@MODES
def test_i21_a_missed_fee_is_due_at_the_end(mode: DealingMode) -> None:
    """Wagers stand; the round remembers that a fee is to be taken (I21)."""
    felt = dealt(mode)
    give_ruling(felt, rule("I21", Ruling.FEE_AT_END))
    assert felt.current().ruled.fee_due
    assert LOST == finish(felt)


@MODES
def test_i22_the_chips_counted_are_the_bank(mode: DealingMode) -> None:
    """The player-dealer has 40.00, not 1,000.00: 60.00 lost are collected to 40.00 (I22, G6.1)."""
    felt = dealt(mode)
    give_ruling(felt, rule("I22", Ruling.BANK_CORRECTED, amount=4000))
    won = finish(felt)
    assert (4000, -3000) == (won["bank"], won["seat-2"])


@MODES
def test_i23_who_leaves_is_settled_on_the_chips_posted(mode: DealingMode) -> None:
    """A seat cannot be removed in a round (I23)."""
    felt = dealt(mode)
    give_ruling(felt, rule("I23", Ruling.SETTLED_AS_POSTED, seat=TWO))
    assert LOST == finish(felt)


@MODES
def test_i24_a_decision_is_restored_by_one_person_and_by_two_after_the_reveal(mode: DealingMode) -> None:
    """A fold that was a Play: both entries stay, Dual once the player-dealer is up (I24, G3.7)."""
    felt = river(dealt(mode))
    felt.fold(2)
    give_ruling(felt, rule("I24", Ruling.DECISION_RESTORED, seat=TWO, decision="play 1"))
    felt.play(3, 1)
    primary = felt.prompt.primary
    assert primary is not None
    felt.ask(primary.command)
    late = rule("I24", Ruling.DECISION_RESTORED, seat=THREE, decision="fold")
    assert RefusalCode.NEEDS_SECOND is felt.refused(replace(late, approval=FLOOR))
    give_ruling(felt, late)
    felt.settle()
    assert {"seat-2": -3000, "seat-3": -2000, "bank": 5000} == nets(felt)
    assert ["decision_made", "decision_corrected"] == [
        event.kind for event in felt.events if getattr(event, "seat", 0) == TWO and "decision" in event.kind
    ]


@MODES
def test_i24_a_folded_hand_restored_at_the_settlement_is_turned_up(mode: DealingMode) -> None:
    """Folded by mistake: its cards are still there until the round is over (I24, DURABILITY 7.1)."""
    felt = river(dealt(mode))
    felt.fold(2)
    felt.play(3, 1)
    primary = felt.prompt.primary
    assert primary is not None
    felt.ask(primary.command)
    give_ruling(felt, rule("I24", Ruling.DECISION_RESTORED, seat=TWO, decision="play 1"))
    assert felt.state.seat(TWO).is_up
    felt.settle()
    assert LOST == nets(felt)


@MODES
def test_i24_a_decision_taken_back_in_reveal_opens_the_river_again(mode: DealingMode) -> None:
    """The seat has not decided yet: it is asked once more (I24)."""
    felt = river(dealt(mode))
    felt.fold(2)
    felt.play(3, 1)
    assert Phase.REVEAL is felt.phase()
    give_ruling(felt, rule("I24", Ruling.DECISION_RESTORED, seat=TWO, decision="undecided"))
    assert (Phase.RIVER, (2,)) == (felt.phase(), felt.prompt.open_seats)
    assert LOST == finish(felt)


@MODES
def test_two_corrections_of_one_fact_net_right(mode: DealingMode) -> None:
    """4x corrected to 3x after its step and back: the money of 4x, all entries stay (V14, G9.2)."""
    felt = dealt(mode)
    felt.play(2, 4)
    felt.play(3, 4)
    felt.board()
    primary = felt.prompt.primary
    assert primary is not None
    felt.ask(primary.command)
    felt.ask(SettleSeat(seat=TWO))
    for decision in ("play 3", "play 4"):
        give_ruling(felt, rule("I24", Ruling.DECISION_RESTORED, seat=TWO, decision=decision))
    felt.settle()
    assert {"seat-2": -6000, "seat-3": -6000, "bank": 12000} == nets(felt)
    mine = [event for event in felt.events if getattr(event, "seat", 0) == TWO]
    entries = [
        sum(line.net for line in event.lines) * (-1 if isinstance(event, SettlementReversed) else 1)
        for event in mine
        if isinstance(event, SettlementReversed | SettlementRepeated)
    ]
    settled = next(event for event in mine if event.kind == "seat_settled")
    assert -6000 == settled.paid - settled.collected + sum(entries)
    assert (4, 0) == (len(entries), felt.state.ledgers.balance)


@MODES
def test_i27_a_settlement_is_reversed_and_settled_again_linked(mode: DealingMode) -> None:
    """By the floor until the next first card, then by the shift manager and a second person (I27).

    JR11: each time a full reversal of the old entry and a new one, linked; twice it nets the same.
    """
    felt = river(dealt(mode), settle=True)
    felt.ask(SettleSeat(seat=TWO))
    command = rule("I27", Ruling.REVERSE_SETTLEMENT, seat=TWO)
    events = give_ruling(felt, command)
    pair = [event for event in events if isinstance(event, SettlementReversed | SettlementRepeated)]
    assert [(1, 0, 0, 3000), (1, 0, 0, 3000)] == [
        (event.round, event.step, event.paid, event.collected) for event in pair
    ]
    felt.settle()
    assert LOST == nets(felt)
    play_until_round(felt, 2)
    while felt.phase() is not Phase.HOLE:
        primary = felt.prompt.primary
        assert primary is not None
        assert primary.enabled
        felt.ask(primary.command)
    if mode is DealingMode.SHOE:
        felt.draw()
    assert RefusalCode.NEEDS_SECOND is felt.refused(replace(command, approval=FLOOR))
    two_floors = replace(BOTH, second_role=Role.TECHNICIAN)
    assert RefusalCode.NEEDS_ROLE is felt.refused(replace(command, approval=two_floors))
    give_ruling(felt, command)
    assert "round 1" == ruled(felt).place
    assert felt.state.last_result is not None
    assert (6000, 0) == (felt.state.last_result.net, felt.state.ledgers.balance)


@MODES
def test_i36_the_record_is_corrected_to_the_felt(mode: DealingMode) -> None:
    """5.00 lie there, 10.00 were recorded; Dual once the player-dealer is up (I36)."""
    felt = dealt(mode)
    command = rule("I36", Ruling.RECORD_CORRECTED, seat=TWO, wager=Wager.ANTE, amount=500)
    give_ruling(felt, command)
    assert {"seat-2": -1500, "seat-3": -3000, "bank": 4500} == finish(felt)
    felt = river(dealt(mode), settle=True)
    assert RefusalCode.NEEDS_SECOND is felt.refused(replace(command, approval=FLOOR))
    give_ruling(felt, command)
    felt.settle()
    assert {"seat-2": -1500, "seat-3": -3000, "bank": 4500} == nets(felt)


@MODES
def test_a_correction_beyond_the_limits_is_refused(mode: DealingMode) -> None:
    """What no rule set allows is I20, not a correction (I36)."""
    felt = dealt(mode)
    command = rule("I36", Ruling.RECORD_CORRECTED, seat=TWO, wager=Wager.TRIPS, amount=1100)
    assert RefusalCode.SIDE_OVER_ANTE is refused_ruling(felt, command)
