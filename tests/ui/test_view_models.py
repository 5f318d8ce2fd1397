"""What the view models show, from the pure functions that make it (TOUCHSCREEN 9)."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from controller.engine.ruleset import Coverage
from controller.engine.ruleset_names import Category
from controller.engine.settlement_types import Compare
from controller.engine.view_types import TableView
from ui import scenes
from ui.desk import Desk
from ui.details import showdown_text
from ui.formatting import MoneyFormat, chips_text, hand_long, hand_short
from ui.options import ScreenOptions, Wording, wording_of
from ui.prompts import Look, Tone, sentences
from ui.scenes import samples
from ui.scenes import settling as scenes_settle
from ui.viewmodels.board import BoardModel, CardRow, board_rows
from ui.viewmodels.coverage import CoverageShown, CoverageViewModel, coverage_shown
from ui.viewmodels.root import root_shown
from ui.viewmodels.seats import seat_rows
from ui.viewmodels.settlement import bettor_rows, cell_rows, walk_shape

WORDS: Wording = wording_of(ScreenOptions(limits=samples.LIMITS), "en")
SCENES = tuple(scenes.SCENES)


def scene(name: str) -> TableView:
    """Give a scene's view."""
    return scenes.SCENES[name]()


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_has_one_prompt_one_detail_and_one_primary(name: str) -> None:
    """One sentence, one second line, one primary, in every phase (P2)."""
    said = sentences(scene(name), WORDS.say, WORDS.money)
    assert "" not in {said.prompt, said.detail, said.primary}
    assert len(said.prompt) <= 40


@pytest.mark.parametrize("name", SCENES)
def test_yellow_is_only_what_may_be_pressed(name: str) -> None:
    """The primary is yellow only where its offer is enabled (P3)."""
    view = scene(name)
    said = sentences(view, WORDS.say, WORDS.money)
    primary = view.prompt.primary
    pressable = primary is not None and primary.enabled
    assert pressable == (said.look is not Look.WAIT)


def test_a_hold_is_the_only_prompt_that_stops() -> None:
    """The whole panel is yellow only in D10 (section 3)."""
    stops = [name for name in SCENES if sentences(scene(name), WORDS.say, WORDS.money).tone is Tone.STOP]
    assert [name for name in SCENES if name.startswith("D10-")] == stops


def test_an_exposure_is_not_urgent_while_seats_are_open() -> None:
    """The primary has the ready look while seats may still act (section 5)."""
    assert Look.READY is sentences(scene("D4-flop"), WORDS.say, WORDS.money).look


@pytest.mark.parametrize("name", ["D3-preflop", "D4-flop"])
def test_no_seat_is_yellow_before_the_river(name: str) -> None:
    """A check is not tapped, so nobody is known to be thinking (section 5)."""
    assert not any(row.active for row in seat_rows(scene(name), None, WORDS))


def test_the_river_names_the_next_seat_in_yellow() -> None:
    """At the river exactly one seat is next (section 5)."""
    assert [5] == [row.seat for row in seat_rows(scene("D5-river"), None, WORDS) if row.move]


def test_open_seats_show_zones_and_decided_ones_their_decision() -> None:
    """Tiles carry what was decided, and backs (section 7)."""
    rows = {row.seat: row for row in seat_rows(scene("D5-river"), None, WORDS)}
    assert ("FOLD", "1×") == (rows[5].zone1Text, rows[5].zone2Text)
    assert ("cards", "4×", "back") == (rows[2].layout, rows[2].decisionText, rows[2].card1)


def test_higher_multiples_stand_left() -> None:
    """Pre-flop a tile reads 4× 3× (section 7)."""
    rows = {row.seat: row for row in seat_rows(scene("D3-preflop"), None, WORDS)}
    assert ("4×", "3×") == (rows[5].zone1Text, rows[5].zone2Text)


@pytest.mark.parametrize("name", SCENES)
def test_no_face_is_shown_that_is_not_up(name: str) -> None:
    """A card whose face is not in the view is a back; a folded hand stays backs (P9)."""
    view = scene(name)
    up = {card.card for seat in view.seats for card in seat.cards if card.card is not None}
    up |= {card.card for card in (*view.board, *view.bank.cards) if card.card is not None}
    rows = seat_rows(view, None, WORDS)
    shown = {card for row in rows for card in (row.card1, row.card2)}
    shown |= {row.card for row in board_rows(view, WORDS)}
    assert shown <= {"", "back"} | {card.value for card in up}


def test_settlement_cells_say_word_odds_and_exact_amount() -> None:
    """Each wager is a word, its odds and an amount to the cent (D7)."""
    seat = scene("D7-settle").seats[5]
    cells = cell_rows(seat, WORDS)
    said = [(cell.word, cell.odds, cell.amount) for cell in cells[:5]]
    assert [
        ("PAY", "1:1", "$20.00"),
        ("PUSH", "", "$20.00"),
        ("PAY", "1:1", "$60.00"),
        ("TAKE", "", "$5.00"),
        ("TAKE", "", "$5.00"),
    ] == said
    assert not cells[8].used


def test_partly_and_not_covered_wagers_say_so() -> None:
    """What the bank did not reach is shown beside what it paid (G6.4)."""
    cells = cell_rows(scene("D7-partly").seats[5], WORDS)
    assert ("PAY", "$320.00", "of $1,000.00") == (cells[1].word, cells[1].amount, cells[1].ofAmount)
    assert ("NOT COVERED", "$5.00", "none") == (cells[3].word, cells[3].amount, cells[3].mark)


def test_the_payout_is_broken_into_chips() -> None:
    """The dealer reads which chips to take (D7)."""
    rows = bettor_rows(scene("D7-settle").seats[5], WORDS)
    assert "Pay 3 × $25 + 1 × $5" == rows[0].chipsText
    assert "$0.50" == chips_text(50, (100, 500), MoneyFormat(), WORDS.say)


def test_three_bettors_take_the_large_panel() -> None:
    """A stop with three or four bettors takes the board's place (section 3)."""
    sizes = [
        walk_shape(view.seats[5], view, WORDS).large
        for view in (scenes_settle.settle(behind=1), scenes_settle.settle(behind=2))
    ]
    assert [False, True] == sizes


def test_coverage_is_one_line_for_a_pool_and_two_otherwise() -> None:
    """All readings but the gross pool show what can be paid and what collected (section 9)."""
    pool = coverage_shown(scenes_settle.settle(), WORDS)
    both = coverage_shown(scenes_settle.settle(reading=Coverage.NET_RUNNING), WORDS)
    assert ("Action left $435.00, after seat 6 $305.00", "") == (pool.line1, pool.line2)
    assert "Can still collect $465.00, after seat 6 $365.00" == both.line2


def test_hand_names_have_a_short_and_a_long_form() -> None:
    """A short name has at most 18 characters (section 3)."""
    seen = samples.hand(samples.HOLES[6])
    assert "Pair of kings" == hand_short(seen.category, seen.five, WORDS.say)
    assert "pair of kings" == hand_long(seen.category, seen.five, WORDS.say)


def test_a_property_is_notified_once_and_only_when_it_changed(qtbot: QtBot) -> None:
    """Compare, set, one notify per changed property (section 9)."""
    del qtbot
    owner = QObject()
    model = CoverageViewModel(CoverageShown(), owner)
    heard: list[str] = []
    listeners = Listener(heard, owner)
    model.line1Changed.connect(listeners.line)  # type: ignore[attr-defined]  # made by `shows`
    model.visibleChanged.connect(listeners.visible)  # type: ignore[attr-defined]  # as above
    shown = CoverageShown(visible=True, line1="a")
    model.show(shown)
    model.show(replace(shown, line1="b"))
    model.show(replace(shown, line1="b"))
    assert ["visible", "line1", "line1"] == sorted(heard, reverse=True)


def test_a_row_changes_by_data_changed_with_its_roles_only(qtbot: QtBot) -> None:
    """Rows never come or go; a change names the row and the roles (section 4, rule 8)."""
    owner = QObject()
    model = BoardModel((CardRow(),) * 5, owner)
    with qtbot.waitSignal(model.dataChanged) as change:
        model.show((CardRow(), CardRow(card="Kc"), CardRow(), CardRow(), CardRow()))
    first, last, roles = change.args
    assert (1, 1, [256]) == (first.row(), last.row(), list(roles))
    with pytest.raises(ValueError, match="4 rows for BoardModel; allowed: 5"):
        model.show((CardRow(),) * 4)


class Listener(QObject):
    """Hear two signals."""

    def __init__(self, heard: list[str], parent: QObject) -> None:
        super().__init__(parent)
        self._heard = heard

    def line(self) -> None:
        """Note line1."""
        self._heard.append("line1")

    def visible(self) -> None:
        """Note visible."""
        self._heard.append("visible")


@pytest.mark.parametrize(("name", "moves"), [("D2-hole", [6]), ("D2-bank", [4]), ("D2-wait", [])])
def test_a_seat_is_yellow_in_the_deal_only_while_its_stack_waits(name: str, moves: list[int]) -> None:
    """While the shuffler works nothing is the dealer's move; the seat still has its outline (P3)."""
    rows = seat_rows(scene(name), None, WORDS)
    assert moves == [row.seat for row in rows if row.move]
    assert 1 == sum(row.active for row in rows)


@pytest.mark.parametrize(("dealer", "shown"), [("4471", "dealer 4471"), ("dealer", "dealer")])
def test_the_dealer_is_named_once(dealer: str, shown: str) -> None:
    """A name that already says dealer stands alone on the status line (section 3)."""
    desk = Desk(ScreenOptions(), lambda _: True, lambda: 0.0)
    desk.take(replace(scenes.publication("D5-river"), dealer=dealer))
    assert shown == root_shown(desk, "", "").dealerText


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ("D7-settle", "Seat: Pay 3 × $25 + 1 × $5, Back 1: Pay 1 × $25 + 3 × $5"),
        ("D7-back-line", "Pay in all 2 × $100"),
        ("D7-three-partly", "Pay in all 4 × $100 + 3 × $25 + 1 × $5"),
        ("D7-house", "Pay 3 × $25 + 1 × $5"),
    ],
)
def test_every_stop_says_its_payout_in_chips(scene: str, said: str) -> None:
    """Each bettor's where there is room, else the whole seat's (issue 5, settlement walk)."""
    view = scenes.publication(scene).view
    assert said == walk_shape(view.seats[5], view, WORDS).foot


@pytest.mark.parametrize(
    ("language", "category", "compare", "said"),
    [
        ("en", Category.THREE_OF_A_KIND, Compare.WIN, "Three kings beat pair of jacks"),
        ("en", Category.FOUR_OF_A_KIND, Compare.LOSE, "Four kings lose to pair of jacks"),
        ("en", Category.PAIR, Compare.WIN, "Pair of kings beats pair of jacks"),
        ("en", Category.FLUSH, Compare.TIE, "Flush, king high ties with pair of jacks"),
        ("es", Category.THREE_OF_A_KIND, Compare.WIN, "Trío de reyes gana a pareja de jotas"),
        ("es", Category.TWO_PAIR, Compare.WIN, "Dos parejas, reyes y jotas ganan a pareja de jotas"),
        ("zh", Category.THREE_OF_A_KIND, Compare.WIN, "三条 K 胜 一对 J"),
    ],
)
def test_the_verb_agrees_with_the_hand(
    language: str, category: Category, compare: Compare, said: str
) -> None:
    """Three kings beat, a pair of kings beats: the hand's name has its number in each language (G4.3)."""
    view = scene("D7-settle")
    seat = view.seats[5]
    assert seat.hand is not None
    named = replace(seat, hand=replace(seat.hand, category=category))
    say = wording_of(ScreenOptions(), language).say
    assert said == showdown_text(named, view.bank, compare, say)
