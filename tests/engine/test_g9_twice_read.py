"""One identity read twice in a round: no ruling lays it at two places, whatever came first (V7, I8, I9)."""

import pytest

from controller.engine.cards import Card
from controller.engine.commands import CloseBetting
from controller.engine.device_words import Reading
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset_policy import Ruling
from controller.engine.state import DealingMode, DeckState, HoldCode
from tests.engine.given import Felt, mixed
from tests.engine.ruling_kit import entered, give_ruling, refused_ruling, rule
from tests.engine.stages import THREE, TWO, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))
DECK = "2h 7c 3h 8c Ah Kd As 9d 4s 5s 6c"
"""Seats 2 and 3, the player-dealer, the board."""


def unread(mode: DealingMode, cards: str = DECK) -> Felt:
    """Give a table held for an unread first card of seat 2, whose second card was read after it."""
    felt = seated(mode, cards=mixed(cards))
    felt.table.reading = Reading.UNREADABLE
    felt.ask(CloseBetting())
    if mode is DealingMode.SHOE:
        felt.draw()
        drawn_all_the_same(felt)
    assert (HoldCode.UNREAD, ()) == (felt.held(), felt.state.seat(TWO).cards)
    assert [None, Card("7c")] == [stray.card for stray in felt.current().loose]
    return felt


def drawn_all_the_same(felt: Felt, face: str | None = None) -> None:
    """Draw the next card although the mouth is shut; face: a second card of this identity lies there."""
    felt.table.shoe.locked = False
    if face is not None:
        felt.table.in_shoe.insert(0, ("A", Card(face)))
    felt.draw()


@MODES
def test_a_card_that_was_read_out_of_its_turn_cannot_be_entered_for_another(mode: DealingMode) -> None:
    """It would lie at two places as soon as its own turn comes; the refusal tells no face (I8, V7, S2)."""
    felt = unread(mode)
    twice = rule("I8", Ruling.ENTER_CARD, card=entered(felt, "7c"))
    assert RefusalCode.CARD_NOT_POSSIBLE is refused_ruling(felt, twice)
    give_ruling(felt, rule("I8", Ruling.ENTER_CARD, card=entered(felt, "2h")))
    assert (None, 2) == (felt.held(), len(felt.state.seat(TWO).cards))


@MODES
def test_the_face_that_the_machine_doubted_may_be_entered_for_the_very_same_card(mode: DealingMode) -> None:
    """Two persons confirm what was read: its own read makes it no second card (I8)."""
    felt = seated(mode, cards=mixed(DECK))
    felt.table.confidence = 10
    felt.ask(CloseBetting())
    if mode is DealingMode.SHOE:
        felt.draw()
    assert Card("2h") is felt.current().loose[0].card
    give_ruling(felt, rule("I8", Ruling.ENTER_CARD, card=entered(felt, "2h")))
    assert felt.held() is None
    assert Card("2h") is felt.state.seat(TWO).cards[0].card


def test_a_card_out_of_its_turn_that_lies_at_a_place_is_a_duplicate() -> None:
    """Both reads are named by place; the void takes the deck off the table (I9, G10.4)."""
    felt = seated(DealingMode.SHOE, cards=mixed(DECK))
    felt.ask(CloseBetting())
    felt.draw()
    felt.answers = False
    felt.draw()
    felt.deliver()
    assert 2 == len(felt.state.seat(TWO).cards)
    drawn_all_the_same(felt, "2h")
    felt.deliver()
    hold = felt.state.hold
    assert hold is not None
    assert (HoldCode.DUPLICATE, "seat 2 card 1") == (hold.code, hold.places[0])
    felt.void()
    assert DeckState.QUARANTINED is felt.state.deck("A").state


def test_a_duplicate_among_the_cards_out_of_turn_is_laid_nowhere() -> None:
    """The cards before it take their places; the table stands still until the round is void (I8, I9, V7)."""
    felt = seated(DealingMode.SHOE, cards=mixed(DECK))
    felt.ask(CloseBetting())
    felt.draw(2)
    felt.table.confidence = 10
    felt.draw()
    drawn_all_the_same(felt, "7c")
    give_ruling(felt, rule("I8", Ruling.ENTER_CARD, card=entered(felt, "3h")))
    assert (HoldCode.UNREAD, 1) == (felt.held(), len(felt.state.seat(THREE).cards))
    assert RefusalCode.RULING_NOT_NOW is refused_ruling(felt, rule("I11", Ruling.NEXT_CARD))
    assert "seat 2 card 2" in (felt.state.hold.places if felt.state.hold is not None else ())


def test_a_card_that_was_ruled_dead_comes_a_second_time_as_a_duplicate() -> None:
    """A dead card is one of the 52, too (I2, I9, G10.3)."""
    felt = unread(DealingMode.SHOE)
    give_ruling(felt, rule("I2", Ruling.CARD_DEAD))
    give_ruling(felt, rule("I8", Ruling.READ_AGAIN))
    assert felt.held() is None
    drawn_all_the_same(felt, "7c")
    assert (HoldCode.DUPLICATE, ()) == (felt.held(), felt.state.seat(TWO).cards)
