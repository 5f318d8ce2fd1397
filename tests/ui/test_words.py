"""Words that a newcomer misread: what may be won, who goes on, where a key is (TOUCHSCREEN 1, 6)."""

from dataclasses import replace

import pytest

from controller.engine.commands import Answer
from controller.engine.ids import SeatNo
from controller.engine.life_commands import SignOnDealer
from controller.engine.preview_types import Effect
from controller.engine.prompt import Offer, OfferCode, OfferGroup, PromptCode
from controller.engine.ruleset import SideMax, Wager
from controller.engine.ruling_commands import Rule
from controller.engine.settlement_types import Outcome
from controller.engine.view_types import TableView
from tests.ui.screen import Screen
from ui import scenes
from ui.options import ScreenOptions, Wording, wording_of
from ui.prompts import offer_text, sentences, title_text
from ui.scenes import samples
from ui.viewmodels.board import board_rows
from ui.viewmodels.effect import effect_text
from ui.viewmodels.floor import MENU, act_rows, floor_offers
from ui.viewmodels.lines import line_rows
from ui.viewmodels.setup import setup_rows

WORDS: Wording = wording_of(ScreenOptions(limits=samples.LIMITS), "en")


def detail(view: TableView) -> str:
    """Read the second line of the prompt."""
    return sentences(view, WORDS.say, WORDS.money).detail


def summary(view: TableView, label: str) -> str:
    """Read one line of the wagers' summary."""
    return next(row.value for row in line_rows(view, "summary", WORDS) if row.label == label)


@pytest.mark.parametrize(("bank", "said"), [(10_000, "$100.00 of $50,375.00"), (5_037_500, "$50,375.00")])
def test_the_table_cannot_win_more_than_the_bank(bank: int, said: str) -> None:
    """Exposure stands beside W, and the least of both is what can be lost (G6.7)."""
    view = scenes.SCENES["D1-wagers"]()
    view = replace(view, bank=replace(view.bank, amount=bank, exposure=5_037_500))
    assert said == summary(view, "Most the table can win")


def test_a_declining_player_dealer_who_goes_on_is_named() -> None:
    """Nobody took the bank, so the rules let the last one go on: that is said (G8.2)."""
    view = scenes.SCENES["D1-wagers"]()
    banker = view.bank.seat
    assert banker is not None
    answers = ((SeatNo(1), Answer.DECLINED), (banker, Answer.DECLINED))
    asked = replace(view, rotation=replace(view.rotation, answers=answers))
    assert f"Nobody took the bank: seat {banker} goes on as player-dealer, as the rules say." == detail(asked)
    assert "Nobody" not in detail(view)


def test_answers_name_seats() -> None:
    """A number after a word is not a count (D1-offer)."""
    view = scenes.SCENES["D1-offer-walked"]()
    said = next(row.value for row in line_rows(view, "offer", WORDS) if row.label == "Answers so far")
    assert "declined: seat" in said


@pytest.mark.parametrize(("done", "said"), [(4, "one card"), (3, "2 cards")])
def test_one_card_is_one_card(done: int, said: str) -> None:
    """Plurals are right."""
    view = scenes.SCENES["D2-board"]()
    prompt = replace(view.prompt, code=PromptCode.DEAL_BOARD, tasks=(), done=done, count=5)
    shown = sentences(replace(view, prompt=prompt), WORDS.say, WORDS.money)
    assert f"Next: {said} to the board" == shown.prompt


def test_what_is_not_covered_goes_back_to_the_player() -> None:
    """The prompt's second line says where those chips go (G6.4)."""
    view = scenes.SCENES["D7-settle"]()
    assert view.stop is not None
    assert view.stop.lines[0].outcome is Outcome.WIN
    line = replace(view.stop.lines[0], paid=0, collected=0)
    stop = replace(view.stop, lines=(line,))
    assert detail(replace(view, stop=stop)).endswith("not covered: those chips go back to the player")
    assert "not covered" not in detail(view)


def rule(view: TableView) -> Offer:
    """Find a ruling that is offered."""
    return next(one for one in view.prompt.offers if isinstance(one.command, Rule))


def test_a_ruling_is_named_by_words_its_code_stands_below() -> None:
    """A code is for the papers; a sheet names the irregularity and what is ruled (S1)."""
    view = scenes.SCENES["D10-rulings"]()
    offer = rule(view)
    rows = act_rows(view, "ruling", WORDS)
    assert ("Void the round", "Card not read, I8") == (rows[0].text, rows[0].reasonText)
    assert "Void the round" == offer_text(offer, view, WORDS.say)
    assert "Card not read: Void the round" == title_text(offer, view, WORDS.say)


def keys(view: TableView) -> dict[str, int]:
    """Give the place of each key of the floor's menu."""
    return {row.text: place for place, row in enumerate(act_rows(view, "", WORDS)) if row.used}


def test_each_key_of_the_menu_has_one_place() -> None:
    """Whatever else is offered, a key stands where it stood (P4)."""
    seen: dict[str, set[int]] = {}
    for make in scenes.SCENES.values():
        for text, place in keys(make()).items():
            seen.setdefault(text, set()).add(place)
    assert {} == {text: places for text, places in seen.items() if len(places) > 1}
    assert {"Void the round", "Rulings", "Go on", "Decks and devices"} <= set(seen)


def test_nothing_that_is_offered_is_left_out_of_the_menu() -> None:
    """Every rare act of the guide has its place, or the place of its group (S1 to S7)."""
    for view in (make() for make in scenes.SCENES.values()):
        rows = act_rows(view, "", WORDS)
        reached = {row.token for row in rows} | {row.arg for row in rows if row.intent == "group"}
        lost = [one.code for one in floor_offers(view) if not {one.token, one.group} & reached]
        assert [] == lost
    assert {OfferGroup.SETUP} == set(OfferGroup) - set(MENU)


def test_board_cards_of_either_hand_stay_bright() -> None:
    """Only a card that plays in neither hand steps back; the bar marks the seat's five (D7)."""
    rows = board_rows(scenes.SCENES["D7-settle"](), WORDS)
    shown = {row.card: (row.plays, row.counts) for row in rows}
    assert all(counts for plays, counts in shown.values() if plays)
    assert (False, False) == shown["2d"]


def test_nothing_changes_is_not_said_where_it_did(screen: Screen) -> None:
    """Brightness, hand and language hold as soon as they are tapped (D12)."""
    screen.show("D1-wagers")
    screen.tap("sheet", "settings")
    assert "" == screen.control("back").property("sub")


def test_the_setup_says_what_bounds_a_side_wager() -> None:
    """The same bound as on the keypad, and one tap from the floor's menu (S7)."""
    words = replace(WORDS, side_max=SideMax.ANTE)
    rows = {row.label: row.value for row in setup_rows(scenes.SCENES["D1-wagers"](), words)}
    assert rows[words.say(f"seat.{Wager.TRIPS}")].endswith("up to the Ante")
    assert not rows[words.say(f"seat.{Wager.ANTE}")].endswith("up to the Ante")


def test_the_setup_is_one_tap_from_the_menu(screen: Screen) -> None:
    """Floor, Setup (S7)."""
    screen.show("D1-wagers")
    screen.tap("sheet", "floor")
    screen.tap("sheet", "setup")
    assert "setup" == screen.app.table.shown.sheet


def test_a_relief_says_who_deals_from_now_on() -> None:
    """Two persons sign in an emergency: the dealer of them deals (I34)."""
    view = scenes.SCENES["D5-river"]()
    command = SignOnDealer(emergency=True, reason="ill")
    offer = replace(view.prompt.offers[0], code=OfferCode.SIGN_ON_DEALER, command=command)
    said = effect_text(offer, command, view, WORDS, Effect())
    assert said.startswith("The dealer of the two persons deals from now on")
