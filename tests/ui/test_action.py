"""The general sheet: any offer with open fields is filled by touch (TOUCHSCREEN 4, 6)."""

from dataclasses import replace

import pytest

from controller.engine.actors import Need, Role
from controller.engine.cards import Card
from controller.engine.choices import card, cents, count, pick, words
from controller.engine.commands import PlaceWager, PostBank, RecordCount, VoidRound
from controller.engine.ids import SeatNo, Token
from controller.engine.prompt import Choice, Offer, OfferCode, OfferGroup, OpenField
from controller.engine.refusals import RefusalCode
from controller.table.envelope import Credential, Publication
from tests.ui.screen import Screen
from ui import scenes
from ui.forms import NO_CARD, Form, open_form
from ui.scenes import samples as s

VOID = "1284:void_round::"
REASON = OpenField.REASON


def asked(offer: Offer, scene: str = "D10-called") -> Publication:
    """Give a scene whose floor's menu has this one act."""
    publication = scenes.publication(scene)
    prompt = replace(publication.view.prompt, offers=(offer,))
    return replace(publication, view=replace(publication.view, prompt=prompt))


def one(*choices: Choice, needs: Role | None = None) -> Offer:
    """Make an offer of the dealer's group with a wager's fields."""
    place = PlaceWager(seat=SeatNo(5), bettor=0, ante=0, blind=0, trips=0, bad_beat=0)
    offer = s.offer(OfferCode.PLACE_WAGER, place, seat=5, needs=needs)
    return s.in_menu(offer, OfferGroup.DEALER, *choices)


WAGER = one(pick(OpenField.BETTOR, 0, 1, 2), cents(OpenField.ANTE, 500, 30_000, step=500))


def open_sheet(screen: Screen, offer: Offer) -> Offer:
    """Open an offer's sheet from the floor's menu."""
    screen.show(asked(offer))
    screen.tap("sheet", "floor")
    screen.take(offer.token)
    return offer


def test_a_form_makes_one_command_of_its_fields(screen: Screen) -> None:
    """Fields are chosen, chips added, Apply sends; the rest of the command is the offer's own (G3.10)."""
    offer = open_sheet(screen, WAGER)
    screen.tap("form_field", "bettor")
    screen.tap("form_pick", "2")
    screen.tap("form_field", "ante")
    for chip in ("2", "1"):
        screen.tap("form_chip", chip)
    screen.tap("apply")
    wanted = PlaceWager(seat=SeatNo(5), bettor=2, ante=3_000, blind=0, trips=0, bad_beat=0)
    assert [(wanted, offer.token, None)] == [(e.command, e.token, e.credential) for e in screen.sent]
    screen.answer()
    assert "" == screen.app.table.shown.sheet


def test_apply_is_dead_until_each_field_holds_what_it_may(screen: Screen) -> None:
    """Limits refuse at entry, with what is still open (TOUCHSCREEN 6)."""
    open_sheet(screen, WAGER)
    shown = screen.app.table._action.shown
    assert ("", "Still open: Ante", "Ante: $5 to $300") == (
        shown.applyToken,
        shown.stateText,
        shown.detailText,
    )
    screen.tap("form_chip", "0")
    assert "" == screen.app.table._action.shown.applyToken
    screen.tap("form_clear")
    screen.tap("form_chip", "1")
    assert "" != screen.app.table._action.shown.applyToken


def test_an_act_that_needs_a_person_goes_through_the_approval_with_its_values(screen: Screen) -> None:
    """Apply, then S0 with the effect; the filled command goes out, not the proposed one (S1 to S7)."""
    screen.show("D10-called")
    screen.tap("sheet", "floor")
    screen.take(VOID)
    assert ("action", []) == (screen.app.table.shown.sheet, screen.sent)
    screen.tap("form_pick", "1")
    screen.tap("apply")
    assert "approve" == screen.app.table.shown.sheet
    screen.badge("FLOOR-1")
    for digit in "246810":
        screen.tap("digit", digit)
    screen.tap("confirm")
    sent = [(envelope.command, envelope.credential) for envelope in screen.sent]
    assert [(VoidRound(reason="card_exposed"), Credential(badge="FLOOR-1", pin="246810"))] == sent


def test_a_reason_can_be_written(screen: Screen) -> None:
    """Reasons are proposed; letters are there for the one that is not (S3)."""
    void = s.offer(OfferCode.VOID_ROUND, VoidRound(reason="unread"))
    open_sheet(screen, s.in_menu(void, OfferGroup.VOID, words(REASON, "unread", "misread")))
    screen.tap("form_write")
    for letter in "SPILT":
        screen.tap("form_letter", letter)
    screen.tap("form_erase")
    screen.tap("form_write")
    screen.tap("apply")
    assert [VoidRound(reason="SPIL")] == [envelope.command for envelope in screen.sent]


def test_a_refused_form_stays_open_with_the_reason(screen: Screen) -> None:
    """Nothing typed is lost (P14)."""
    open_sheet(screen, one(cents(OpenField.ANTE, 0, None)))
    screen.tap("form_chip", "0")
    screen.tap("apply")
    screen.answer(RefusalCode.BELOW_MINIMUM)
    shown = screen.app.table._action.shown
    assert ("action", True, "$1.00") == (screen.app.table.shown.sheet, shown.failed, shown.valueText)


def test_a_refusal_after_the_badge_leads_back_to_the_fields(screen: Screen) -> None:
    """S0 answers for persons, the form for its values."""
    open_sheet(screen, one(cents(OpenField.ANTE, 0, None), needs=Role.FLOOR))
    screen.tap("apply")
    for code, sheet in ((RefusalCode.WRONG_CREDENTIAL, "approve"), (RefusalCode.BELOW_MINIMUM, "action")):
        screen.badge("FLOOR-1")
        for digit in "246810":
            screen.tap("digit", digit)
        screen.tap("confirm")
        screen.answer(code)
        assert sheet == screen.app.table.shown.sheet


def test_a_form_closes_when_its_offer_is_gone(screen: Screen) -> None:
    """A draft belongs to its offer, and goes with it (G3.10)."""
    open_sheet(screen, WAGER)
    screen.show("D5-river")
    assert ("", None) == (screen.app.table.shown.sheet, screen.app.desk.form)


def test_new_limits_make_the_pressed_apply_stale(screen: Screen) -> None:
    """What the finger saw is what goes out, or nothing does (TOUCHSCREEN 4)."""
    offer = open_sheet(screen, one(cents(OpenField.ANTE, 0, 10_000)))
    apply = screen.control("apply")
    screen.rest()
    screen.app.press(apply)
    screen.app.publish(asked(replace(offer, choices=(cents(OpenField.ANTE, 0, 5_000),))))
    screen.app.process()
    screen.app.release(apply)
    assert [] == screen.sent


def test_a_key_pressed_on_one_field_never_lands_in_another(screen: Screen) -> None:
    """A key keeps the meaning it was pressed with (TOUCHSCREEN 4)."""
    open_sheet(screen, one(pick(OpenField.BETTOR, 0, 1), pick(OpenField.TRIPS, 500, 1_000)))
    screen.tap("form_field", "bettor")
    key = screen.control("form_pick", "1")
    screen.app.press(key)
    form = screen.app.desk.form
    assert form is not None
    screen.app.desk.form = form.key("form_field", "trips", ())
    screen.app.table.draw()
    screen.app.release(key)
    assert (0, 0) == (screen.app.desk.form.value_of(OpenField.BETTOR), screen.app.desk.form.value)


def test_only_face_up_cards_are_grey() -> None:
    """Greying a hidden card would tell it; S2 greys what lies face up."""
    form = open_form(picked(card(REASON, Card("Ah"), Card("Kd"))))
    from_hearts = form.key("form_suit", "h", ())
    assert (NO_CARD, True) == (form.value, form.choice.allows("As"))
    assert (REASON,) == from_hearts.key("form_rank", "A", ()).missing
    assert () == from_hearts.key("form_rank", "K", ()).missing
    assert VoidRound(reason="Kh") == from_hearts.key("form_rank", "K", ()).command


def picked(choice: Choice) -> Offer:
    """Make an offer with one field to fill."""
    made = s.offer(OfferCode.VOID_ROUND, VoidRound(reason=""))
    return s.in_menu(made, OfferGroup.CARD, choice)


def test_the_card_picker_is_worked_by_taps(screen: Screen) -> None:
    """Suit and rank in any order; the rank of a face-up card cannot be hit (S2)."""
    open_sheet(screen, picked(card(REASON, Card("Ah"))))
    screen.tap("form_suit", "h")
    assert screen.app.find("form_rank", "A") is None
    screen.tap("form_rank", "T")
    assert "ten of hearts" == screen.app.table._action.shown.valueText
    screen.tap("apply")
    assert [VoidRound(reason="Th")] == [envelope.command for envelope in screen.sent]


def test_a_proposed_number_gives_way_to_the_first_digit(screen: Screen) -> None:
    """52 is proposed; a person who counted 51 types two digits."""
    made = s.offer(OfferCode.RECORD_COUNT, RecordCount(count=52))
    open_sheet(screen, s.in_menu(made, OfferGroup.DEALER, count(OpenField.COUNT, 0, 104)))
    for digit in "51":
        screen.tap("form_digit", digit)
    screen.tap("apply")
    assert [RecordCount(count=51)] == [envelope.command for envelope in screen.sent]


def test_a_long_list_has_pages(screen: Screen) -> None:
    """Nothing scrolls; one key turns the page (P13)."""
    open_sheet(screen, one(pick(OpenField.BETTOR, *range(20))))
    assert 7 == sum(row.used for row in screen.app.table._values.shown)
    screen.tap("form_page", "1")
    screen.tap("form_page", "2")
    screen.tap("form_pick", "19")
    assert "Back 19" == screen.app.table._action.shown.valueText


def test_more_fields_than_places_have_pages(screen: Screen) -> None:
    """Four places for fields; with more the last one turns the page."""
    fields = (OpenField.ANTE, OpenField.BLIND, OpenField.TRIPS, OpenField.BAD_BEAT)
    open_sheet(screen, one(pick(OpenField.BETTOR, 0, 1), *(cents(field, 0, None) for field in fields)))
    assert 3 == sum(row.used for row in screen.app.table._fields.shown)
    screen.tap("form_fields", "1")
    screen.tap("form_field", "bad_beat")
    screen.tap("form_chip", "1")
    screen.tap("apply")
    wanted = PlaceWager(seat=SeatNo(5), bettor=0, ante=0, blind=0, trips=0, bad_beat=500)
    assert [wanted] == [envelope.command for envelope in screen.sent]


def test_an_offer_without_a_group_keeps_its_own_controls(screen: Screen) -> None:
    """The bank has its keypad; the general sheet does not stand in its way."""
    offer = s.offer(OfferCode.POST_BANK, PostBank(amount=50_000))
    screen.show(
        asked(
            replace(offer, choices=(cents(OpenField.AMOUNT, 1, None),), needs=Need(role=Role.FLOOR)),
            "D1-wagers",
        )
    )
    screen.tap("sheet", "floor")
    screen.take(offer.token)
    assert "approve" == screen.app.table.shown.sheet


@pytest.mark.parametrize("key", ["form_rank", "form_digit", "form_letter", "form_suit", "form_erase"])
def test_a_key_of_another_kind_changes_nothing(key: str) -> None:
    """Only the open field's own keys edit it."""
    form: Form = open_form(WAGER)
    assert form == form.key(key, "1", ())


def test_groups_of_the_menu_open_their_acts(screen: Screen) -> None:
    """One act of a group stands in the menu itself, more behind the group's name (TOUCHSCREEN 6)."""
    publication = scenes.publication("D10-called")
    prompt = publication.view.prompt
    acts = tuple(
        replace(WAGER, token=Token(f"act:{n}"), group=OfferGroup.RULING, seat=SeatNo(n % 8 + 1))
        for n in range(12)
    )
    offers = (*prompt.offers, *acts)
    screen.show(
        replace(
            publication, view=replace(publication.view, prompt=replace(prompt, offers=offers)), outcomes=()
        )
    )
    screen.tap("sheet", "floor")
    screen.tap("group", "ruling")
    assert ("Rulings", 10) == (screen.app.table.shown.floorTitle, screen.app.table.shown.actCount)
    screen.tap("group", "ruling:1")
    screen.take("act:11")
    assert "action" == screen.app.table.shown.sheet
