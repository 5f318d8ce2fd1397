"""Tiles, the editor, the sum on the yellow key and what is entered are one truth (TOUCHSCREEN 8)."""

import random
import re
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from controller.engine.commands import PlaceWager, SeatPlayer
from controller.engine.copying import replace
from controller.engine.ids import SeatNo
from controller.engine.prompt import OfferCode
from controller.engine.state import Phase
from controller.engine.view_types import SeatState
from tests.ui.played import PlayedTable, play
from tests.ui.screen import Screen
from ui import scenes
from ui.options import ScreenOptions
from ui.scenes import samples as s
from ui.scenes.samples import LIMITS

EDITS = ("tile", "tab", "chip", "field", "clear", "restore", "nobet", "close", "offer")
MONEY = re.compile(r"\$([\d,.]+)")


def cents(text: str) -> int:
    """Read the last amount of a text in cents, 0 where there is none."""
    found = MONEY.findall(text)
    return round(float(found[-1].replace(",", "")) * 100) if found else 0


def on_tiles(table: PlayedTable) -> int:
    """Add up all that the tiles show as lying on the felt."""
    total = 0
    for row in table.app.table.seat_rows():
        if row.lastText == "":
            total += 2 * cents(row.anteText) + cents(row.tripsText) + cents(row.badBeatText)
        total += cents(row.backText)
    return total


def entered(table: PlayedTable) -> int:
    """Add up the wagers that the engine holds for this round."""
    return sum(
        bettor.stakes.total
        for seat in table.table.world.state.seats
        for bettor in seat.bettors
        if bettor.is_in
    )


@pytest.fixture
def felt(qtbot: QtBot) -> Iterator[PlayedTable]:
    """Play a table to its second round's wagers."""
    del qtbot
    table = play(seed=11, options=ScreenOptions(limits=LIMITS))
    table.play_rounds(1)
    table.play_until(lambda: table.table.world.state.phase is Phase.WAGERS)
    table.show()
    yield table
    table.app.stop()


def edit(table: PlayedTable, rng: random.Random) -> None:
    """Tap one key that edits wagers, and let the table answer."""
    items = [item for item in table.app.taps() if item.property("intent") in EDITS]
    items = [item for item in items if ":close_betting:" not in str(item.property("token"))]
    items = [item for item in items if item.property("intent") != "offer" or _repeats(item.property("token"))]
    table.app.tap(rng.choice(items))
    table.fingers.answered()
    table.show()


def _repeats(token: str) -> bool:
    return f":{OfferCode.REPEAT_WAGERS}:" in token


def test_what_the_tiles_show_is_what_no_more_bets_enters(felt: PlayedTable) -> None:
    """After each of 100 edits the tiles add up to the yellow key's sum, what is typed included (G3.4)."""
    rng = random.Random(4)
    for _ in range(100):
        edit(felt, rng)
        assert cents(felt.app.table.shown.primarySub) == on_tiles(felt)
    felt.app.desk.draft = None
    felt.app.table.draw()
    assert entered(felt) == on_tiles(felt)


def test_an_empty_seat_taken_moves_the_open_editor_there(screen: Screen) -> None:
    """With a keypad open a tap on any other seat moves it there, an empty one included (section 7)."""
    first = replace(scenes.publication("D1-wagers"), seq=48_214)
    screen.show(first)
    screen.tap("tile", "6")
    screen.tap("offer", "7")
    assert [SeatPlayer(seat=SeatNo(7))] == [one.command for one in screen.sent]
    screen.tap("chip", "0")
    assert not (screen.app.desk.draft and screen.app.desk.draft.is_dirty)
    seats = list(first.view.seats)
    seats[6] = replace(seats[6], state=SeatState.OUT)
    wager = PlaceWager(seat=SeatNo(7), bettor=0, ante=0, blind=0, trips=0, bad_beat=0)
    offer = s.offer(OfferCode.PLACE_WAGER, wager, seat=7)
    prompt = replace(first.view.prompt, offers=(*first.view.prompt.offers, offer))
    screen.app.desk.publication = replace(first, view=replace(first.view, seats=tuple(seats), prompt=prompt))
    screen.answer()
    assert 7 == (screen.app.desk.draft.seat if screen.app.desk.draft else 0)


def test_typed_chips_are_entered_before_another_seat_is_taken(screen: Screen) -> None:
    """What was typed for seat 6 stays seat 6's (section 8)."""
    screen.show("D1-wagers")
    screen.tap("tile", "6")
    screen.tap("chip", "1")
    screen.tap("offer", "7")
    assert [6] == [getattr(one.command, "seat", 0) for one in screen.sent]
    screen.answer()
    assert [6, 7] == [getattr(one.command, "seat", 0) for one in screen.sent]


def test_remembered_amounts_look_remembered_and_open_empty(felt: PlayedTable) -> None:
    """A seat without a bet says "last:" before its amounts; its keypad starts empty (section 8)."""
    row = next(one for one in felt.app.table.seat_rows() if one.state == SeatState.IN)
    felt.fingers.tap("tile", str(row.seat))
    felt.fingers.tap("nobet")
    felt.fingers.answered()
    felt.show()
    after = felt.app.table.seat_rows()[row.seat - 1]
    assert ("last:", row.anteText) == (after.lastText, after.anteText)
    felt.fingers.tap("tile", str(row.seat))
    assert "$0.00" == felt.app.table._wagers.shown.anteText
    assert "" != felt.app.table._wagers.shown.sameToken


def test_the_yellow_key_counts_what_its_tap_will_enter(screen: Screen) -> None:
    """A typed amount is in the sum before it is entered (section 8)."""
    screen.show("D1-wagers")
    before = cents(screen.app.table.shown.primarySub)
    screen.tap("tile", "6")
    screen.tap("chip", "1")
    assert before + 1_000 == cents(screen.app.table.shown.primarySub)


def test_the_banner_names_the_bank_that_was_typed(screen: Screen) -> None:
    """The key and the sentence above it say the same amount (G8.1)."""
    screen.show("D1-offer")
    screen.tap("bank")
    screen.tap("chip", "3")
    screen.tap("close")
    assert "$600.00" in screen.app.table.shown.detail
    assert "$600.00" in screen.app.table._offer.shown.bankText
