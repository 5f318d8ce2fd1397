"""D11 and S5: looking back, and looking after the machines, never trap anybody (TOUCHSCREEN 6)."""

from dataclasses import replace

import pytest

from controller.engine.ids import RoundNo
from controller.history.record import RoundRecord
from controller.history.rounds import KEPT
from tests.ui.screen import Screen
from ui import scenes
from ui.options import ScreenOptions, Wording, wording_of
from ui.scenes import samples
from ui.viewmodels.history import LINES, LISTED, past

WORDS: Wording = wording_of(ScreenOptions(), "en")


def opened(screen: Screen, history: tuple[RoundRecord, ...] = samples.HISTORY) -> None:
    """Open D11 over a settlement."""
    screen.show(replace(scenes.publication("D7-settle"), history=history))
    screen.tap("sheet", "history")


def title(screen: Screen) -> str:
    """Read the heading of the round that is shown."""
    return screen.app.table._history.shown.titleText


def test_every_amount_is_that_of_the_record_to_the_cent() -> None:
    """The figures of a round are those of its lines, none is computed anew (P14, G3.9)."""
    record = samples.HISTORY[0]
    lines = [line for seat in record.seats for line in seat.lines]
    moved = [line.paid or line.collected or line.returned for line in lines]
    drawn = [past(samples.HISTORY, f"1283:{page}", WORDS) for page in range(2)]
    shown = [cell.amount for one in drawn for cell in one.cells if cell.used]
    assert [WORDS.money.exact(amount) for amount in moved] == shown


def test_a_folded_hand_has_no_name_and_a_shown_one_has() -> None:
    """What was not turned up stays closed afterwards, too (P9)."""
    rows = {row.seatText: row.handText for row in past(samples.HISTORY, "", WORDS).lines}
    assert ("FOLD", "Pair of kings") == (rows["Seat 8"], rows["Seat 6"])


def test_page_down_walks_all_pages_of_all_rounds_and_back_up() -> None:
    """Nothing lies outside the two keys: lines first, then the next older round (P13)."""
    place, walked = "", []
    while True:
        head = past(samples.HISTORY, place, WORDS).head
        walked.append(head.titleText)
        if not head.downArg:
            break
        place = head.downArg
    assert len(samples.HISTORY) + 1 == len(walked)
    back = 0
    while (head := past(samples.HISTORY, place, WORDS).head).upArg:
        place, back = head.upArg, back + 1
    assert len(walked) - 1 == back


def test_the_list_always_holds_the_chosen_round() -> None:
    """The list follows the pages."""
    for record in samples.HISTORY:
        rows = past(samples.HISTORY, f"{record.number}:0", WORDS).rounds
        assert [record.number] == [int(row.arg.split(":")[0]) for row in rows if row.chosen]


def test_twenty_full_rounds_are_drawn() -> None:
    """As many rounds as are kept, each with every line on some page."""
    history = tuple(replace(samples.HISTORY[0], number=RoundNo(1283 - n)) for n in range(KEPT))
    pages, place = 1, ""
    while arg := past(history, place, WORDS).head.downArg:
        pages, place = pages + 1, arg
    assert 2 * KEPT == pages
    assert (LISTED, LINES) == (len(past(history, "", WORDS).rounds), len(past(history, "", WORDS).lines))


def test_a_page_that_has_gone_shows_the_newest_round() -> None:
    """The oldest round may drop out while somebody looks at it."""
    assert "Round 1283" in past(samples.HISTORY, "7:0", WORDS).head.titleText


def test_fingers_open_a_round_turn_the_page_and_come_back(screen: Screen) -> None:
    """Looking back sends no command, and the way back is always there (P7, P14)."""
    opened(screen)
    screen.tap("round", "1281:0")
    assert "Round 1281" in title(screen)
    screen.tap("round", "1280:0", "page:1280:0")
    assert "Round 1280" in title(screen)
    screen.tap("back")
    assert ("", []) == (screen.app.desk.sheet, screen.sent)


def test_history_is_reached_while_the_table_holds(screen: Screen) -> None:
    """A fault blocks drawing and deciding, not looking (P14)."""
    screen.show("D10-hold")
    screen.tap("sheet", "history")
    assert "history" == screen.app.desk.sheet


def test_without_a_round_there_is_no_button(screen: Screen) -> None:
    """A button that leads nowhere is not there."""
    screen.show(replace(scenes.publication("D0-closed"), history=()))
    assert screen.app.find("sheet", "history") is None


@pytest.mark.parametrize("way", [("D0-closed", ["devices"]), ("D10-link", ["floor", "devices"])])
def test_the_devices_are_reached_and_left(screen: Screen, way: tuple[str, list[str]]) -> None:
    """S5 opens from D0 and from the floor's menu, and leads back to the table (section 6)."""
    scene, taps = way
    screen.show(scene)
    for arg in taps:
        screen.tap("sheet", arg)
    assert "devices" == screen.app.desk.sheet
    screen.tap("back")
    assert ("", []) == (screen.app.desk.sheet, screen.sent)


def test_each_state_of_a_device_says_what_to_do(screen: Screen) -> None:
    """A fault is named as the manual lists it, with the next act in words (S5)."""
    screen.show("D10-link")
    rows = {row.device: row.todoText for row in screen.app.table._devices.shown}
    assert ("Check cable and power; it comes back by itself.", "Nothing to do.") == (
        rows["shuffler"],
        rows["shoe"],
    )
