"""Rulings: what the policy allows, when, by whom, and that a refusal changes nothing (G9.1, G9.2)."""

from dataclasses import replace

import pytest

from controller.engine.commands import Act, Decide, Irregularity
from controller.engine.decide.rule.authority import candidates
from controller.engine.decide.rule.seats import UNDECIDED
from controller.engine.prompt import OfferCode
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset_policy import Irregular, Ruling
from controller.engine.ruling_commands import Rule
from controller.engine.state import DealingMode, HoldCode, Phase
from tests.engine.given import FLOOR
from tests.engine.ruling_kit import give_ruling, refused_ruling, rule, ruled
from tests.engine.stages import TWO, at

MODES = pytest.mark.parametrize("mode", list(DealingMode))
NEVER_BY_HAND = {
    **{(Irregular.I27, phase): "nothing is settled yet at this table" for phase in Phase},
    (Irregular.I26, Phase.HOLE): "no card lies there yet",
    (Irregular.I18, Phase.COMMUNITY): "nobody is asked",
    (Irregular.I18, Phase.FLOP): "nobody is asked before the flop is up",
}


@pytest.mark.parametrize("phase", list(Phase))
def test_every_row_is_reachable_by_hand_in_its_phases(phase: Phase) -> None:
    """Without any hold the floor's menu has each row of the phase (G9.1)."""
    felt = at(phase)
    offered = {offer.command.code for offer in felt.offers if isinstance(offer.command, Rule)}
    due = {
        row.code
        for row in felt.state.ruleset.policy.rows_in(phase.value)
        if (row.code, phase) not in NEVER_BY_HAND
    }
    silent = {Irregular.I20, Irregular.I36, Irregular.I12} if phase in {Phase.OFFER, Phase.CLOSED} else set()
    assert set() == due - offered - silent


def test_a_hold_offers_what_it_may_be_first_and_preselects_its_default() -> None:
    """A card out of its turn is I11 before I2; a report shows its reason's rows (TOUCHSCREEN 6)."""
    felt = at(Phase.PREFLOP)
    felt.report(Irregularity.CARD_EXPOSED)
    first = [offer.command for offer in felt.offers if offer.code is OfferCode.RULE]
    assert (Irregular.I4, Irregular.I6) == candidates(felt.state)
    assert isinstance(first[0], Rule)
    assert (Irregular.I4, Ruling.VOID) == (first[0].code, first[0].ruling)


def test_a_ruling_of_another_phase_is_refused() -> None:
    """Moving a stack is for the deal; after it nobody may (G9.2)."""
    felt = at(Phase.FLOP)
    assert RefusalCode.RULING_NOT_IN_PHASE is refused_ruling(felt, rule("I12", Ruling.MOVE_STACK, seat=TWO))


def test_a_ruling_that_the_card_room_does_not_allow_is_refused() -> None:
    """Nobody plays on after two cards too many in a hand (I1)."""
    felt = at(Phase.PREFLOP)
    assert RefusalCode.RULING_NOT_ALLOWED is refused_ruling(felt, rule("I1", Ruling.PLAY_ON))


def test_no_play_is_taken_after_it_was_barred() -> None:
    """A seat whose decision is opened again may not bet either (I4, no further Play; I24)."""
    felt = at(Phase.PREFLOP)
    give_ruling(felt, rule("I4", Ruling.NO_FURTHER_PLAY))
    give_ruling(felt, rule("I24", Ruling.DECISION_RESTORED, seat=TWO, decision=UNDECIDED))
    assert RefusalCode.PLAY_BARRED is felt.refused(Decide(seat=TWO, act=Act.PLAY, multiple=4))


def test_a_decision_is_restored_only_to_one_that_could_be_made() -> None:
    """Nobody folds or bets five times the Ante before the flop (I24)."""
    felt = at(Phase.PREFLOP)
    wrong = rule("I24", Ruling.DECISION_RESTORED, seat=TWO, decision="play 5")
    assert RefusalCode.BAD_DECISION is refused_ruling(felt, wrong)


def test_a_decision_restored_to_what_it_is_changes_nothing() -> None:
    """A correction says something else than the record, or it is none (G9.2, I24)."""
    felt = at(Phase.PREFLOP)
    felt.ask(Decide(seat=TWO, act=Act.PLAY, multiple=4))
    same = rule("I24", Ruling.DECISION_RESTORED, seat=TWO, decision="play 4")
    assert RefusalCode.NO_CHANGE is refused_ruling(felt, same)


def test_a_ruling_takes_the_floor() -> None:
    """The house dealer alone rules on nothing but what G9 gives the dealer (G9.1)."""
    felt = at(Phase.PREFLOP)
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(rule("I14", Ruling.DEAD, seat=TWO))
    assert "ruled" in [event.kind for event in felt.ask(rule("I15", Ruling.STANDS))]


def test_a_card_entered_by_eye_takes_two_persons() -> None:
    """One floor supervisor is not enough for a card's identity (I8, I26: Dual)."""
    felt = at(Phase.PREFLOP)
    command = rule("I26", Ruling.ENTER_CARD, place="seat 2 card 1")
    assert RefusalCode.NEEDS_SECOND is felt.refused(replace(command, approval=FLOOR))


@MODES
def test_a_ruling_records_all_it_says(mode: DealingMode) -> None:
    """Code, ruling, scope, wagers, fees, counts, decks, before, after, reason, who (G9.1)."""
    felt = at(Phase.PREFLOP, mode)
    give_ruling(felt, rule("I3" if felt.phase() is Phase.HOLE else "I1", Ruling.VOID))
    said = ruled(felt)
    assert ("I1", "void", "round", "returned", "kept", False, "recounted") == (
        said.code,
        said.ruling,
        said.scope,
        said.wagers,
        said.fees,
        said.counts,
        said.decks,
    )
    assert ("preflop", "void", "test", "floor-1") == (said.before, said.after, said.reason, said.approved_by)


def test_a_ruling_on_something_else_leaves_the_hold() -> None:
    """An unread card stays a hold when the floor rules on a late stake (G9.2)."""
    felt = at(Phase.HOLE)
    felt.table.confidence = 10
    felt.draw()
    assert HoldCode.UNREAD is felt.held()
    give_ruling(felt, rule("I17", Ruling.ADDED_PART_RETURNED, seat=TWO, wager="ante", amount=500))
    assert HoldCode.UNREAD is felt.held()
