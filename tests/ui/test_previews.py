"""What an act will do is said once, by the table: on the form and beside the PIN alike (S0)."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from controller.engine.guide import find
from controller.engine.ids import SeatNo
from controller.engine.preview import effect_of
from controller.engine.preview_types import ChipsEffect, DeckEffect, Effect
from controller.engine.prompt import OfferCode
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import DeckState, Phase
from tests.ui.played import PlayedTable, play
from tests.ui.screen import Screen
from ui import scenes
from ui.options import ScreenOptions, Wording, wording_of
from ui.refusals import reason_text
from ui.viewmodels.effect import effect_text

WORDS: Wording = wording_of(ScreenOptions(), "en")
SEAT_4 = ChipsEffect(seat=SeatNo(4), bettor=0, before=6_000, after=0)


def void_words(effect: Effect) -> str:
    """Say what a void of the scene's round would do."""
    view = scenes.publication("D10-called").view
    offer = next(one for one in view.prompt.offers if one.code is OfferCode.VOID_ROUND)
    return effect_text(offer, offer.command, view, WORDS, effect)


def open_void(played: PlayedTable) -> None:
    """Open the form of a void by taps."""
    void = find(played.table.world.prompt, OfferCode.VOID_ROUND)
    assert void is not None
    played.fingers.tap("sheet", "floor")
    played.fingers.tap("offer", token=void.token)


def test_form_and_pin_page_say_the_same_words_of_the_table(qtbot: QtBot) -> None:
    """Without a stop, too, the chips on the felt are named, not zero (S3, G9.1)."""
    del qtbot
    played = play(seed=2, dealing="shoe")
    played.play_until(lambda: played.table.world.state.phase is Phase.PREFLOP)
    played.show()
    open_void(played)
    played.show()
    on_form = played.app.table._action.shown.effectText
    form = played.app.desk.form
    assert form is not None
    returned = effect_of(played.table.world.state, form.command).returned
    played.fingers.tap("apply")
    played.show()
    beside_pin = played.app.table._floor.shown.effectText
    played.app.stop()
    assert on_form == beside_pin
    assert returned > 0
    assert f"{WORDS.money.exact(returned)} will go back to" in on_form


def test_another_value_on_the_form_is_judged_anew(screen: Screen) -> None:
    """Each command has an effect of its own; one told before is none of it (S0)."""
    screen.show("D10-called")
    screen.tap("sheet", "floor")
    screen.take("1284:void_round::")
    screen.tell()
    told = screen.app.table._action.shown.effectText
    first = screen.asked[-1].command
    screen.tap("form_pick", "1")
    screen.rest()
    assert told != screen.app.table._action.shown.effectText
    assert first != screen.asked[-1].command


def test_another_record_makes_the_table_judge_again(screen: Screen) -> None:
    """What is said is what the table says at that moment, not when the form was opened (S0)."""
    published = screen.show("D10-called")
    screen.tap("sheet", "floor")
    screen.take("1284:void_round::")
    asked = len(screen.asked)
    screen.show(replace(published, seq=published.seq + 1))
    assert asked + 1 == len(screen.asked)
    screen.show(replace(published, seq=published.seq + 1))
    assert asked + 1 == len(screen.asked)


def test_a_full_queue_is_asked_again(screen: Screen) -> None:
    """A question that was not taken is no question (ARCHITECTURE 4)."""
    published = screen.show("D10-called")
    screen.full.append(True)
    screen.tap("sheet", "floor")
    screen.take("1284:void_round::")
    screen.full.clear()
    before = len(screen.asked)
    screen.show(published)
    assert before + 1 == len(screen.asked)
    screen.tell()
    assert "$265.00" in screen.app.table._action.shown.effectText


def test_before_the_approval_all_is_yet_to_come() -> None:
    """Nothing is told as done before anybody approved it (S0)."""
    deck = DeckEffect(deck="B", state=DeckState.QUARANTINED, is_recounted=False)
    said = void_words(Effect(chips=(SEAT_4,), decks=(deck,), returned=6_000, voids=True))
    expected = "Round 1284 will be void. $60.00 will go back to seat 4. Deck B will be locked away."
    assert f"{expected} The round will not count." == said


def test_two_seats_are_counted() -> None:
    """One seat is named, more are counted."""
    seat_5 = replace(SEAT_4, seat=SeatNo(5))
    said = void_words(Effect(chips=(SEAT_4, seat_5), returned=12_000, voids=True))
    assert "$120.00 will go back to 2 seats." in said


def test_until_the_table_has_told_no_amount_is_named() -> None:
    """The screen does not count money by itself (P14)."""
    view = scenes.publication("D10-rulings").view
    offer = next(one for one in view.prompt.offers if one.code is OfferCode.RULE)
    assert "Working out what it changes" == effect_text(offer, offer.command, view, WORDS, None)


@pytest.mark.parametrize(
    ("allowed", "said"),
    [
        ("in 30 s", "too many tries; wait 30 s"),
        (
            "after the shift manager has turned the badge on",
            "too many tries: only the shift manager turns this badge on again",
        ),
        ("", "too many tries; wait and try again"),
    ],
)
def test_who_tried_too_often_reads_how_long_to_wait(allowed: str, said: str) -> None:
    """The wait is the table's own (DURABILITY 9)."""
    refused = Refused(code=RefusalCode.THROTTLED, allowed=allowed)
    assert said == reason_text(refused, WORDS.say, WORDS.money)
