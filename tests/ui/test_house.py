"""Tables where the house banks: its hand has a tile, and stands beside the board at stops (TOUCHSCREEN 3)."""

from dataclasses import replace

import pytest

from controller.engine.cards import parse_cards
from controller.engine.ranking import evaluate
from controller.engine.ruleset import Category
from controller.engine.view_types import HandView
from controller.engine.views import view
from tests.engine.given import CALIFORNIA, Felt
from tests.ui.screen import Screen
from ui.options import ScreenOptions, wording_of
from ui.scenes import SCENES
from ui.texts import LANGUAGES
from ui.viewmodels.coverage import HEAD_CHARACTERS, coverage_shown
from ui.viewmodels.settlement import cell_rows


@pytest.mark.parametrize("scene", ["D2-house", "D3-house", "D6-house"])
def test_the_house_hand_has_a_tile_from_the_first_stack_on(scene: str, screen: Screen) -> None:
    """It has no seat; the tile lies below the board, and is yellow only at its own stack (P3)."""
    screen.show(scene)
    shown = screen.app.table.shown
    assert (True, True, scene == "D2-house") == (shown.houseBanked, shown.houseTile, shown.houseMove)


@pytest.mark.parametrize("scene", ["D7-house", "D7-cap", "D7-refund"])
def test_every_stop_of_a_house_table_is_large(scene: str, screen: Screen) -> None:
    """Board and house hand are its first row (TOUCHSCREEN 3)."""
    screen.show(scene)
    shown = screen.app.table.shown
    assert (True, False, False) == (shown.largePanel, shown.houseTile, shown.boardHidden)


def test_the_refund_walk_asks_for_the_ante_back(screen: Screen) -> None:
    """T3: Antes go back before any hand is turned up (G7.2)."""
    screen.show("D7-refund")
    shown = screen.app.table.shown
    assert "Seat 6: return $20.00" == shown.prompt
    assert "back" == screen.app.table.seat_rows()[5].card1


def test_a_player_banked_table_has_no_house_tile(screen: Screen) -> None:
    """The banker's cards lie on the seat (TOUCHSCREEN 3)."""
    screen.show("D3-preflop")
    assert not screen.app.table.shown.houseTile


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "cards",
    [
        "Kc Kd 9d 9s 7s",
        "Tc Td 9d 9s 7s",
        "Qc Qd Qh Js Jh",
        "Qc Qd Qh 4s 3h",
        "Qc Qd Qh Qs 3h",
        "9h 8h 7h 6h 5h",
        "Ah Kh Qh Jh Th",
        "9h 8h 7c 6h 5h",
        "Qh Th 7h 6h 5h",
        "Qh Qs 7h 6h 5h",
        "Qh Ts 7h 6h 5h",
    ],
)
def test_the_banker_s_hand_fits_the_head_of_the_panel_in_every_language(cards: str, language: str) -> None:
    """A hand whose long name is too long has its short one (TOUCHSCREEN 9)."""
    value = evaluate(parse_cards(cards))
    view = SCENES["D7-settle"]()
    hand = HandView(category=value.category, five=value.five)
    qualifies = value.at_least(Category.PAIR)
    shown = coverage_shown(
        replace(view, bank=replace(view.bank, hand=hand, qualifies=qualifies)),
        wording_of(ScreenOptions(), language),
    )
    assert 0 < len(shown.handText) <= HEAD_CHARACTERS


def test_a_capped_wager_above_its_maximum_says_both(screen: Screen) -> None:
    """Its cell says what was due, the foot what goes back; neither hides the other (G2.5, G6.5)."""
    screen.show("D7-cap")
    words = wording_of(ScreenOptions(), "en")
    assert "was $1,250" == cell_rows(SCENES["D7-cap"]().seats[5], words)[3].ofAmount
    expected = "Pay 40 \u00d7 $500. Trips: $5.00 above the maximum goes back too."
    assert expected == screen.app.table.shown.footText


def test_a_place_that_the_table_has_not_is_not_drawn(screen: Screen) -> None:
    """A rule set of six places has six tiles (G7.1); whoever still sits beyond them keeps one."""
    screen.show("D2-six")
    exist = [row.exists for row in screen.app.table.seat_rows()]
    assert [True] * 6 + [False] * 2 == exist


def test_the_engine_says_which_places_there_are() -> None:
    """Six by the rule set; a seventh only while somebody sits there (G7.1)."""
    felt = Felt(rules=replace(CALIFORNIA, positions=6, max_occupied=6))
    assert [True] * 6 + [False] * 2 == [seat.exists for seat in view(felt.state, felt.prompt).seats]
