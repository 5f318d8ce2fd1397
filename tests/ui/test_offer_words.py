"""Every offer of the floor's menu can be asked for in words, in every language (TOUCHSCREEN 6, 11)."""

import pytest

from controller.engine.commands import Irregularity, ReportIrregularity
from controller.engine.prompt import ChoiceKind, Offer, OfferGroup, OpenField
from controller.engine.state import Phase
from controller.engine.views import view
from tests.engine.stages import at
from ui import scenes
from ui.forms import open_form, takes_form
from ui.options import ScreenOptions, wording_of
from ui.texts import LANGUAGES
from ui.values import field_text, value_text
from ui.viewmodels.floor import act_rows


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_opens_with_nothing_in_a_field_that_nobody_filled(language: str) -> None:
    """A decision to restore or a card to correct is not proposed; the sheet opens on it all the same (S2)."""
    words = wording_of(ScreenOptions(), language)
    forms = [open_form(offer) for offer in OFFERS]
    assert OpenField.DECISION in {form.field for form in forms}
    texts = {value_text(form.choice, form.value, words) for form in forms if form.field is OpenField.DECISION}
    assert {""} == texts


def test_each_waiver_of_one_seat_names_its_own_fee() -> None:
    """A seat may owe for its hand, a side wager and a bettor behind; each is another button (G8.6)."""
    rows = act_rows(scenes.SCENES["D1-fees"](), "table", wording_of(ScreenOptions(), "en"))
    said = [row.reasonText for row in rows if row.text == "Waive fee, seat 6"]
    assert ["Bettor $1.00", "Bettor, Back 1 $1.00", "Bettor, Back 2 $1.00", "Side wager, Trips $0.50"] == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_deck_and_each_device_is_named_in_the_menu(language: str) -> None:
    """Two decks out of use, two devices out of service: no two buttons of a group say the same (G11.6)."""
    felt = at(Phase.WAGERS)
    rows = act_rows(view(felt.state, felt.prompt), "devices", wording_of(ScreenOptions(), language))
    said = [row.text for row in rows if row.used]
    assert len(set(said)) == len(said) >= 2
