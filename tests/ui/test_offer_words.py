"""Every offer of the floor's menu can be asked for in words, in every language (TOUCHSCREEN 6, 11)."""

import pytest

from controller.engine.commands import Irregularity, ReportIrregularity
from controller.engine.prompt import ChoiceKind, Offer, OfferGroup
from controller.engine.state import Phase
from tests.engine.stages import at
from ui.forms import takes_form
from ui.options import ScreenOptions, wording_of
from ui.texts import LANGUAGES
from ui.values import field_text, value_text


def offers() -> list[Offer]:
    """Give the offers that the general sheet asks for, in each phase and in a hold."""
    found = [offer for phase in Phase for offer in at(phase).offers]
    held = at(Phase.PREFLOP)
    held.ask(ReportIrregularity(reason=Irregularity.OTHER))
    return [offer for offer in (*found, *held.offers) if takes_form(offer)]


OFFERS = offers()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_field_and_each_value_has_words(language: str) -> None:
    """No id of the engine reaches the screen: closed sets are named, reasons too."""
    words = wording_of(ScreenOptions(), language)
    fields = {choice.field for offer in OFFERS for choice in offer.choices}
    assert [] == sorted(field for field in fields if not field_text(field, words))
    raw = {
        (choice.field.value, str(value))
        for offer in OFFERS
        for choice in offer.choices
        if choice.kind in {ChoiceKind.PICK, ChoiceKind.TEXT}
        for value in choice.values
        if isinstance(value, str) and "_" in value_text(choice, value, words)
    }
    assert set() == raw


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_group_and_each_act_has_words(language: str) -> None:
    """The menu names what it lists."""
    say = wording_of(ScreenOptions(), language).say
    assert [] == [group for group in OfferGroup if f"group.{group}" not in say]
    assert [] == sorted({offer.code for offer in OFFERS if f"primary.{offer.code}" not in say})
