"""D11 and S5: looking back, and looking after the machines, never trap anybody (TOUCHSCREEN 6)."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtQml import QQmlExpression, qmlContext
from PySide6.QtQuick import QQuickItem

from controller.engine.commands import Irregularity
from controller.engine.ids import RoundNo
from controller.engine.state import HoldCode
from controller.engine.view_types import ResultView
from controller.history.record import RoundRecord
from controller.history.rounds import KEPT
from tests.ui import lints
from tests.ui.screen import Screen
from ui import scenes
from ui.options import ScreenOptions, Wording, wording_of
from ui.scenes import samples
from ui.viewmodels.history import LINES, LISTED, past
from ui.viewmodels.lines import last_round

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
    of_two_pages = 2  # the newest has eight lines, the void one seven
    assert len(samples.HISTORY) + of_two_pages == len(walked)
    back = 0
    while (head := past(samples.HISTORY, place, WORDS).head).upArg:
        place, back = head.upArg, back + 1
    assert len(walked) - 1 == back


def test_the_cards_that_were_turned_up_lie_beside_their_hand() -> None:
    """Hole cards of the hands that were shown, and of the bank; a folded hand has none (D11, P9)."""
    drawn = past(samples.HISTORY, "", WORDS)
    cards = {row.seatText: (row.card1, row.card2) for row in drawn.lines}
    assert ("Ks", "9h") == cards["Seat 6"]
    assert ("", "") == cards["Seat 6, back 1"] == cards["Seat 8"]
    assert ("Jh", "4c") == drawn.head.bankCards


def test_a_round_says_why_it_stood_still_and_who_ruled_what() -> None:
    """The reason that was tapped, the ruling and both persons (G9.1, D11)."""
    said = [row.noteText for row in past(samples.HISTORY, "1279:0", WORDS).lines if row.noteText]
    ruled = "Ruled I4, Player-dealer's card seen: Finish without further Play."
    assert ["Stopped: Card exposed", f"{ruled} By floor-2001 + shift-3001, Card exposed"] == said


def test_a_void_round_says_what_goes_back_to_each_bettor() -> None:
    """Reason, person and sum, then bettor by bettor (G9.1, D11)."""
    pages = [past(samples.HISTORY, f"1282:{page}", WORDS) for page in range(2)]
    rows = [row for page in pages for row in page.lines if row.used]
    void = "Void by floor-2001: Card not read. Back to the bettors: $300.00"
    assert ["Stopped: Card not read (seat 5 card 2)", void] == [row.noteText for row in rows[:2]]
    back = [(row.seatText, row.handText) for row in rows[2:]]
    assert ("Seat 6, back 1", "$60.00 back") == back[-1]
    assert 5 == len(back)
    assert () == tuple(cell for page in pages for cell in page.cells if cell.used)


def test_while_a_void_round_is_collected_each_tile_says_what_goes_back(screen: Screen) -> None:
    """All bettors of a seat together, on the tile before which the chips lie (G9.1)."""
    published = scenes.publication("D8-collect")
    assert published.view.round is not None
    void = replace(samples.HISTORY[1], number=published.view.round)
    result = ResultView(round=void.number, paid=0, collected=0, net=0, is_void=True)
    view = replace(published.view, last_result=result)
    screen.show(replace(published, view=view, history=(void, *samples.HISTORY)))
    tiles = {row.seat: row.handText for row in screen.app.table.seat_rows()}
    assert ("$60.00 back", "$120.00 back", "") == (tiles[1], tiles[6], tiles[2])
    assert screen.app.table.shown.detail.startswith("Round 1284 is void. Give back what each tile says")


def test_a_stop_says_the_reason_that_was_tapped(screen: Screen) -> None:
    """What a person saw is named in the prompt, not only that something was reported (D10)."""
    published = scenes.publication("D10-called")
    assert published.view.hold is not None
    hold = replace(published.view.hold, code=HoldCode.REPORTED, reported=Irregularity.CARD_EXPOSED, places=())
    screen.show(replace(published, view=replace(published.view, hold=hold)))
    assert screen.app.table.shown.detail.startswith("Card exposed. ")


@pytest.mark.parametrize(("net", "said"), [(10_000, "won $100.00"), (-2_000, "lost $20.00"), (0, "even")])
def test_what_the_bank_won_is_not_taken_for_its_stake(net: int, said: str) -> None:
    """A result is named as one, with its sign in words (D11)."""
    record = replace(samples.HISTORY[2], paid=0, collected=net)
    assert past((record,), "", WORDS).rounds[0].subText.endswith(f"  {said}")
    view = scenes.publication("D1-wagers").view
    result = ResultView(round=RoundNo(4), paid=0, collected=net, net=net, is_void=False)
    assert f"Round 4: bank {said}" == last_round(replace(view, last_result=result), WORDS)


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


@pytest.mark.parametrize("typed", ["<b>late</b>", "<img src='file:///etc/hostname'>", "a &amp; b"])
def test_a_reason_is_shown_as_it_was_typed(screen: Screen, typed: str) -> None:
    """What a person typed is text: no letter of it is read as markup, and nothing is fetched (P9)."""
    shown = scenes.publication("D1-offer-all")
    forced = replace(next(one for one in shown.offers if one.reason), reason=typed)
    screen.show(replace(shown, offers=(forced,)))
    screen.tap("sheet", "floor")
    screen.tap("sheet", "offers")
    screen.rest()
    said = [item for item in lints.texts(screen) if typed in str(item.property("text"))]
    assert [Qt.TextFormat.PlainText.value] == [_format_of(item) for item in said]


def _format_of(item: QQuickItem) -> object:
    """Ask QML itself: Python has no name for this enumeration of a text."""
    context = qmlContext(item)
    assert context is not None
    answer: object = QQmlExpression(context, item, "textFormat").evaluate()
    return answer[0] if isinstance(answer, tuple) else answer
