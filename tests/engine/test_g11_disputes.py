"""Folded hands stay sealed in a dispute unless two persons open them, and that is an event (I35, G11.7)."""

from dataclasses import replace

import pytest

from controller.engine.cards import Exposed
from controller.engine.commands import Exposure, Resume, UndoDecision
from controller.engine.preview import effect_of
from controller.engine.prompt import OfferCode
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset_policy import Ruling
from controller.engine.ruling_commands import OpenDispute, OpenFoldedHand
from controller.engine.ruling_events import FoldedHandOpened
from controller.engine.state import DealingMode, Phase
from controller.engine.views import view
from controller.history.rounds import rounds_of
from tests.engine.given import BOTH, FLOOR, Felt
from tests.engine.robot import play_until_round
from tests.engine.ruling_kit import finish, give_ruling, rule
from tests.engine.stages import THREE, TWO, at

MODES = pytest.mark.parametrize("mode", list(DealingMode))
OPEN = OpenFoldedHand(seat=TWO, reason="pot", approval=BOTH)


def disputed(phase: Phase = Phase.SETTLE, mode: DealingMode = DealingMode.SHOE) -> Felt:
    """Give a table in a phase, frozen by a dispute; from RIVER's end on seats 2 and 3 have folded."""
    felt = at(phase, mode)
    felt.ask(OpenDispute(reason="pot"))
    return felt


def opened(felt: Felt) -> FoldedHandOpened:
    """Give the last hand that was opened."""
    return next(one for one in reversed(felt.events) if isinstance(one, FoldedHandOpened))


@MODES
@pytest.mark.parametrize("phase", [Phase.REVEAL, Phase.SETTLE])
def test_two_persons_open_a_folded_hand_and_that_is_an_event(phase: Phase, mode: DealingMode) -> None:
    """Cards, salts, reason and both persons are on record, and no cent moves (I35, DURABILITY 7.4)."""
    felt, plain = disputed(phase, mode), at(phase, mode)
    felt.ask(OPEN)
    event = opened(felt)
    assert (TWO, "pot", "floor-1+shift-1") == (event.seat, event.reason, event.approved_by)
    dealt = [card.card for card in at(phase, mode).state.seat(TWO).cards]
    assert dealt == [card.card for card in event.cards]
    give_ruling(felt, rule("I35", Ruling.RULED))
    assert finish(plain) == finish(felt)
    assert felt.replayed() == felt.state


def test_the_picture_shows_it_while_the_dispute_lasts_and_nowhere_else() -> None:
    """Its tile stays a pair of backs; before the event and after the ruling nothing is shown (P9, V9)."""
    felt = disputed()
    hold = view(felt.state, felt.prompt).hold
    assert hold is not None
    assert () == hold.opened
    felt.ask(OPEN)
    shown = view(felt.state, felt.prompt)
    assert shown.hold is not None
    assert [(TWO, tuple(card.card for card in opened(felt).cards))] == [
        (hand.seat, hand.cards) for hand in shown.hold.opened
    ]
    assert (None, None) == tuple(card.card for card in shown.seats[1].cards)
    give_ruling(felt, rule("I35", Ruling.RULED))
    after = view(felt.state, felt.prompt)
    assert after.hold is None
    assert (None, None) == tuple(card.card for card in after.seats[1].cards)


def test_the_effect_before_the_badge_names_no_card() -> None:
    """What two persons are asked to approve is judged on a copy; its words hold no face (INV7)."""
    felt = disputed()
    effect = effect_of(felt.state, replace(OPEN, approval=None))
    assert effect.refused is None
    for card in felt.state.seat(TWO).cards:
        assert card.card is not None
        assert card.card.value not in repr(effect)


def test_one_person_alone_opens_nothing() -> None:
    """Always two persons of two roles (DURABILITY 9)."""
    felt = disputed()
    assert RefusalCode.NEEDS_SECOND is felt.refused(replace(OPEN, approval=FLOOR))
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(replace(OPEN, approval=None))


def test_without_a_dispute_nothing_is_opened() -> None:
    """Neither at a running table nor in a hold of another kind (I35)."""
    assert RefusalCode.WRONG_PHASE is at(Phase.SETTLE).refused(OPEN)
    felt = at(Phase.SETTLE)
    felt.report()
    assert RefusalCode.NO_DISPUTE is felt.refused(OPEN)


def test_only_a_folded_hand_is_opened_and_only_once() -> None:
    """A hand that is played turns up at its step; what lies open already is not opened again (G3.9)."""
    felt = at(Phase.RIVER)
    felt.fold(TWO)
    felt.play(THREE, 1)
    felt.expose(Exposure.PLAYER_DEALER)
    felt.ask(OpenDispute(reason="pot"))
    assert RefusalCode.HAND_NOT_FOLDED is felt.refused(replace(OPEN, seat=THREE))
    assert RefusalCode.BAD_SEAT is felt.refused(replace(OPEN, seat=9))  # type: ignore[arg-type]
    felt.ask(OPEN)
    assert RefusalCode.ALREADY_EXPOSED is felt.refused(OPEN)


def test_no_seat_that_decides_later_profits_from_it() -> None:
    """While a seat is open the hand stays sealed (our choice: I3 to I5 void a round for less)."""
    felt = at(Phase.RIVER)
    felt.fold(TWO)
    felt.ask(OpenDispute(reason="pot"))
    assert RefusalCode.SEATS_OPEN is felt.refused(OPEN)
    assert OfferCode.OPEN_FOLDED_HAND not in {offer.code for offer in felt.offers}


def test_a_hand_in_the_rack_stays_sealed() -> None:
    """Once the cards are collected the table has closed it (DURABILITY 7.3)."""
    felt = at(Phase.SETTLE)
    felt.settle()
    assert Phase.COLLECT is felt.phase()
    felt.ask(OpenDispute(reason="pot"))
    assert RefusalCode.HAND_SEALED is felt.refused(OPEN)


def test_a_fold_that_was_opened_is_not_undone_by_the_dealer() -> None:
    """A face was exposed after it: only the floor may restore the decision (G3.7, I24)."""
    felt = disputed(Phase.REVEAL)
    felt.ask(OPEN)
    give_ruling(felt, rule("I35", Ruling.RULED))
    assert RefusalCode.NOTHING_TO_UNDO is felt.refused(UndoDecision())
    give_ruling(felt, rule("I24", Ruling.DECISION_RESTORED, seat=TWO, decision="play 1"))
    finish(felt)
    assert isinstance(felt.state.seat(TWO).cards[0], Exposed)


def test_the_offer_names_the_seats_that_may_be_opened() -> None:
    """It is there in a dispute alone, for two persons, and goes with the last sealed fold (G3.10)."""
    felt = disputed()
    offer = felt.offer_code(OfferCode.OPEN_FOLDED_HAND)
    assert offer.enabled
    assert offer.needs is not None
    assert offer.needs.dual
    assert (TWO, THREE) == offer.choices[0].values
    felt.ask(OPEN)
    assert (THREE,) == felt.offer_code(OfferCode.OPEN_FOLDED_HAND).choices[0].values
    felt.ask(replace(OPEN, seat=THREE))
    assert OfferCode.OPEN_FOLDED_HAND not in {one.code for one in felt.offers}
    assert RefusalCode.MUST_BE_VOIDED is felt.refused(Resume(approval=FLOOR))


def test_history_tells_the_opened_hand_with_both_persons() -> None:
    """The round's record holds it beside the settlement, which still says only: folded (G11.7)."""
    felt = disputed()
    felt.ask(OPEN)
    give_ruling(felt, rule("I35", Ruling.RULED))
    finish(felt)
    (told,) = rounds_of(felt.events)
    cards = tuple(card.card for card in opened(felt).cards)
    assert [(TWO, cards, "floor-1+shift-1")] == [
        (one.seat, one.cards, one.approved_by) for one in told.opened
    ]
    assert [None, None] == [seat.hand for seat in told.seats]


def test_a_new_round_knows_nothing_of_it() -> None:
    """The next dispute begins with sealed hands (I35)."""
    felt = disputed()
    felt.ask(OPEN)
    give_ruling(felt, rule("I35", Ruling.RULED))
    finish(felt)
    play_until_round(felt, 2)
    assert () == felt.current().ruled.opened
