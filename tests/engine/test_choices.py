"""What may stand in the open fields of an offer (ARCHITECTURE 11; TOUCHSCREEN 6)."""

from dataclasses import fields

import pytest

from controller.engine.cards import Card
from controller.engine.choices import card, cents, count, filled, pick, proposed, words
from controller.engine.commands import AnswerOffer, Irregularity, ReportIrregularity, VoidRound
from controller.engine.guide import find
from controller.engine.prompt import Choice, OfferCode, OfferGroup, OpenField, Value
from controller.engine.state import Phase
from tests.engine.stages import at, seated


@pytest.mark.parametrize("phase", list(Phase))
def test_each_open_field_says_what_may_stand_in_it(phase: Phase) -> None:
    """A person can fill any offer without a rule of the screen's own (ARCHITECTURE 11)."""
    for offer in at(phase).offers:
        assert offer.open_fields == tuple(choice.field for choice in offer.choices), offer.code
        assert {field.value for field in offer.open_fields} <= {one.name for one in fields(offer.command)}


def test_the_bank_has_the_limits_of_the_rule_set() -> None:
    """The keypad refuses at entry with the reason (G2.8)."""
    felt = at(Phase.OFFER)
    offer = find(felt.prompt, OfferCode.ACCEPT_BANK)
    assert offer is not None
    choice = offer.choice(OpenField.BANK)
    assert choice is not None
    low = felt.state.ruleset.bank_min
    assert (False, True) == (choice.allows(low - 1), choice.allows(low))


@pytest.mark.parametrize(
    ("choice", "value", "allowed"),
    [
        (pick(OpenField.BETTOR, 0, 1), 1, True),
        (pick(OpenField.BETTOR, 0, 1), 2, False),
        (pick(OpenField.BETTOR, 0), None, False),
        (pick(OpenField.BETTOR, 0, optional=True), None, True),
        (cents(OpenField.AMOUNT, 500, 2_000, step=500), 1_000, True),
        (cents(OpenField.AMOUNT, 500, 2_000, step=500), 1_250, False),
        (cents(OpenField.AMOUNT, 500, 2_000), 2_001, False),
        (cents(OpenField.AMOUNT, 500, None), 9_000_000, True),
        (count(OpenField.COUNT, 0, 104), 105, False),
        (card(OpenField.REASON, Card("Ah")), "Ah", False),
        (card(OpenField.REASON, Card("Ah")), "As", True),
        (card(OpenField.REASON), "10h", False),
        (words(OpenField.REASON, "misread"), "spilled drink", True),
        (words(OpenField.REASON), "   ", False),
        (words(OpenField.REASON), "x" * 41, False),
    ],
)
def test_a_choice_knows_what_it_takes(choice: Choice, value: Value, allowed: bool) -> None:  # noqa: FBT001 - a table's column
    """A closed set, limits with a step, cards that are not face up elsewhere, words (TOUCHSCREEN 6)."""
    assert allowed is choice.allows(value)


def test_a_void_proposes_its_reason_and_takes_any_words() -> None:
    """The hold's own code first, then the nine reasons; the proposal goes out as it stands (S3)."""
    felt = at(Phase.PREFLOP)
    felt.ask(ReportIrregularity(reason=Irregularity.MISREAD))
    offer = find(felt.prompt, OfferCode.VOID_ROUND)
    assert offer is not None
    choice = offer.choice(OpenField.REASON)
    assert choice is not None
    assert ("reported", True, 10) == (
        proposed(offer, OpenField.REASON),
        choice.allows("reported"),
        len(choice.values),
    )
    assert VoidRound(reason="spilled drink") == filled(offer, {OpenField.REASON: "spilled drink"})
    assert OfferGroup.VOID is offer.group


def test_filling_changes_open_fields_only() -> None:
    """The rest of a command is the offer's own meaning (G3.10)."""
    felt = at(Phase.OFFER)
    offer = find(felt.prompt, OfferCode.ACCEPT_BANK)
    assert offer is not None
    made = filled(offer, {OpenField.BANK: 70_000, OpenField.AMOUNT: 1})
    assert isinstance(made, AnswerOffer)
    assert (70_000, offer.seat) == (made.bank, made.seat)


def test_rare_acts_stand_in_a_group_of_the_floors_menu() -> None:
    """S3 and the table's life; what has a key of its own stands in none (TOUCHSCREEN 6)."""
    felt = seated()
    groups = {offer.code: offer.group for offer in felt.offers}
    assert (OfferGroup.TABLE, None) == (groups[OfferCode.CLOSE_TABLE], groups[OfferCode.PLACE_WAGER])
