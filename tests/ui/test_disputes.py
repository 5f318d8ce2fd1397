"""A folded hand at the glass: opened by two badges in a dispute, shown on one sheet for a while (I35, P9)."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from controller.engine.guide import find
from controller.engine.prompt import OfferCode
from controller.engine.queries import has_folded
from controller.engine.ruleset_policy import Ruling
from controller.engine.ruling_commands import OpenDispute
from controller.engine.state import Phase
from hw_fixtures.dealer import SeededStrategy
from tests.sim.stage import FLOOR, SHIFT
from tests.ui.played import PlayedTable, play
from tests.verify.test_verify_rulings import floor_asks, rule
from ui.viewmodels.opened import LOOK_S


@pytest.fixture
def disputed(qtbot: QtBot) -> Iterator[PlayedTable]:
    """Give a table frozen before its reveal, with seats that folded, and its screen."""
    del qtbot
    played = play(seed=3, dealing="shoe", strategy=SeededStrategy(3, sides=(0,)))
    played.play_until(lambda: played.table.world.state.phase is Phase.REVEAL)
    assert floor_asks(played.table, OpenDispute(reason="other")) is None
    played.show()
    yield played
    played.app.stop()


def open_hand(played: PlayedTable) -> None:
    """Open the first folded hand by taps and two badges."""
    offer = find(played.table.world.prompt, OfferCode.OPEN_FOLDED_HAND)
    assert offer is not None
    played.fingers.tap("sheet", "floor")
    played.fingers.tap("offer", token=offer.token)
    played.fingers.tap("apply")
    played.show()
    played.fingers.approve(FLOOR)
    played.show()
    assert not any(row.used for row in played.app.table._opened.shown)
    played.fingers.approve(SHIFT)
    played.show()


def shown(played: PlayedTable) -> list[tuple[str, str, str]]:
    """Give the hands that lie open on the sheet."""
    rows = played.app.table._opened.shown
    return [(row.seatText, row.card1, row.card2) for row in rows if row.used]


def test_two_badges_open_a_hand_on_the_floors_sheet(disputed: PlayedTable) -> None:
    """Only there, and its tile stays a pair of backs (TOUCHSCREEN 5)."""
    open_hand(disputed)
    seat = next(one for one in disputed.table.world.state.seats if has_folded(one))
    faces = [card.card.value for card in seat.cards if card.card is not None]
    assert "opened" == disputed.app.desk.sheet
    assert [(f"Seat {seat.number}", *faces)] == shown(disputed)
    tile = disputed.app.table.seat_rows()[seat.number - 1]
    assert ("back", "back") == (tile.card1, tile.card2)


def test_the_sheet_closes_by_itself_and_may_be_opened_again(disputed: PlayedTable) -> None:
    """After half a minute nothing is up; the floor's menu shows it again while the dispute lasts."""
    open_hand(disputed)
    hands = shown(disputed)
    disputed.clock.now += LOOK_S
    disputed.app.table.tick()
    assert ("", []) == (disputed.app.desk.sheet, shown(disputed))
    disputed.show()
    disputed.fingers.tap("sheet", "floor")
    disputed.show()
    disputed.fingers.tap("sheet", "opened")
    assert hands == shown(disputed)


def test_the_ruling_takes_the_hand_from_the_glass(disputed: PlayedTable) -> None:
    """The dispute is over: what was opened stands in the record, not on the table."""
    open_hand(disputed)
    assert floor_asks(disputed.table, rule("I35", Ruling.RULED)) is None
    disputed.show()
    assert ("", []) == (disputed.app.desk.sheet, shown(disputed))
