"""A decided tile opens those behind it: whose Play is not on the felt (G8.7, TOUCHSCREEN 8)."""

from controller.engine.bank_commands import MarkNoPlay
from controller.engine.ids import SeatNo
from tests.ui.screen import Screen

SIX = SeatNo(6)


def test_a_decided_tile_opens_its_bettors_and_one_tap_marks_a_play_as_missing(screen: Screen) -> None:
    """Tap the tile, tap "Back 2: no Play" (TOUCHSCREEN 8)."""
    screen.show("D5-late-play")
    assert "" == screen.app.table.shown.panel
    screen.tap("look", "6")
    assert "behind" == screen.app.table.shown.panel
    rows = [row for row in screen.app.table._behind.shown if row.used]
    assert ["Back 1: no Play", "Back 2: no Play"] == [row.text for row in rows]
    screen.take(rows[1].token)
    assert [MarkNoPlay(seat=SIX, bettor=2)] == [one.command for one in screen.sent]
    screen.answer()
    screen.show("D5-late-play-marked")
    rows = [row for row in screen.app.table._behind.shown if row.used]
    assert ["Back 1: no Play", "Back 2 folds"] == [row.text for row in rows]
    assert "" == rows[1].token
    assert "seat 6 Back 2 no Play" == screen.app.table.shown.undoText


def test_the_panel_closes_by_its_key_and_by_the_next_card(screen: Screen) -> None:
    """Nothing is sent by looking; once a card has come nothing may be marked (G3.7)."""
    screen.show("D5-late-play")
    screen.tap("look", "6")
    screen.tap("look", "6", screen.app.table.shown.behindToken)
    assert "" == screen.app.table.shown.panel
    screen.tap("look", "6")
    screen.show("D5-river")
    assert ("", None) == (screen.app.table.shown.panel, screen.app.desk.looked)
    assert [] == screen.sent


def test_the_tile_tells_how_many_plays_lie_behind_it(screen: Screen) -> None:
    """Two behind; one Play missing (G8.7)."""
    screen.show("D5-late-play")
    assert "+2" == screen.app.table.seat_rows()[5].noteText
    screen.show("D5-late-play-marked")
    assert "+1/2" == screen.app.table.seat_rows()[5].noteText
