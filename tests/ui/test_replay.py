"""S6: every event of a round, behind a badge, with nothing that stayed closed (TOUCHSCREEN 6, G11.7, P9)."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from controller.engine.refusals import RefusalCode, Refused
from controller.history.replay import ReplayHeard, ReplayLine
from controller.table.envelope import Credential, Outcome
from tests.ui.screen import Screen, make_screen
from ui.options import ScreenOptions, wording_of
from ui.replay import Replay
from ui.scenes.replayed import TOLD, SampleReader
from ui.viewmodels.replay import ROWS, replay_rows

NEWEST = 1283
FIRST = ROWS - 1
"""One event of the sample takes two rows of its first page."""
WORDS = wording_of(ScreenOptions(), "en")


class Shelf(SampleReader):
    """Note what was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []
        self.full = False

    def admit(self, admission: object) -> bool:
        """Take a wish to read, unless the queue is full."""
        return not self.full and super().admit(admission)  # type: ignore[arg-type]  # the screen's own wish

    def read(self, number: int) -> None:
        """Note the round."""
        self.asked.append(number)
        super().read(number)


@pytest.fixture
def shelf() -> Shelf:
    """Give a reader that notes what was asked for."""
    return Shelf()


@pytest.fixture
def screen(qtbot: QtBot, shelf: Shelf) -> Iterator[Screen]:  # noqa: ARG001 - starts Qt
    """Start a screen with a record to read."""
    made = make_screen(ScreenOptions(), shelf)
    yield made
    made.app.stop()


def ask(screen: Screen) -> None:
    """Go to S6 as far as the badge, and give badge and PIN."""
    screen.show("D7-settle")
    screen.tap("sheet", "floor")
    screen.tap("replay")
    screen.badge("FLOOR-1")
    for digit in "24681012":
        screen.tap("digit", digit)
    screen.tap("confirm")


def answer(screen: Screen, shelf: Shelf, refused: RefusalCode | None = None) -> None:
    """Answer as the table does, and let the screen look at the clock."""
    last = screen.app.desk.publication
    assert last is not None
    reason = None if refused is None else Refused(code=refused)
    outcome = Outcome(command_id=shelf.wishes[-1].command_id, seq=1, refused=reason)
    screen.app.publish(replace(last, outcomes=(outcome,)))
    screen.app.process()
    screen.app.table.tick()


def texts(screen: Screen) -> list[str]:
    """Give the events on the page."""
    return [row.text for row in screen.app.table._replayRows.shown if row.used and row.seqText]


def test_a_badge_comes_before_the_record_and_only_the_table_judges_it(screen: Screen, shelf: Shelf) -> None:
    """Badge and PIN go to the table; before its answer nothing is read (S6, issue 6)."""
    ask(screen)
    assert [Credential(badge="FLOOR-1", pin="24681012")] == [one.credential for one in shelf.wishes]
    assert ([], "approve", []) == (shelf.asked, screen.app.desk.sheet, screen.sent)
    answer(screen, shelf)
    assert ([NEWEST], "replay") == (shelf.asked, screen.app.desk.sheet)
    assert [row[1] for row in TOLD][:FIRST] == texts(screen)


@pytest.mark.parametrize("code", [RefusalCode.WRONG_CREDENTIAL, RefusalCode.NEEDS_ROLE])
def test_who_may_not_read_is_told_why_and_sees_nothing(
    screen: Screen, shelf: Shelf, code: RefusalCode
) -> None:
    """The sheet stays for another try (DURABILITY 9)."""
    ask(screen)
    answer(screen, shelf, code)
    assert ([], "approve", True) == (
        shelf.asked,
        screen.app.desk.sheet,
        screen.app.table._floor.shown.failed,
    )
    assert [] == texts(screen)


def test_a_full_queue_is_told_and_may_be_tried_again(screen: Screen, shelf: Shelf) -> None:
    """A wish that was not taken waits for no answer."""
    shelf.full = True
    ask(screen)
    assert ({}, True) == (screen.app.desk.sent, screen.app.table._floor.shown.failed)


def test_pages_rounds_and_the_file(screen: Screen, shelf: Shelf) -> None:
    """Down the page, an older round and back, and the name of the file that was written (S6)."""
    ask(screen)
    answer(screen, shelf)
    assert screen.app.find("replayed", f"{NEWEST + 1}:0") is None
    screen.tap("replayed", f"{NEWEST}:1")
    assert [row[1] for row in TOLD][FIRST:] == texts(screen)
    screen.tap("replayed", f"{NEWEST - 1}:0")
    assert [] == texts(screen)
    screen.app.table.tick()
    assert [NEWEST, NEWEST - 1] == shelf.asked
    assert "Replay: round 1282" == screen.app.table._replay.shown.titleText
    screen.tap("export")
    screen.app.table.tick()
    assert "Written beside the mirror: UTH-07-round-1282.txt" == screen.app.table._replay.shown.noteText
    screen.tap("replayed", f"{NEWEST}:0")
    assert "" == screen.app.table._replay.shown.noteText


def test_what_comes_late_of_another_round_is_dropped_and_a_fault_is_said() -> None:
    """A worker may be slower than a finger; the page shows the round that was chosen last."""
    shelf = Shelf()
    replay = Replay(shelf)
    replay.choose(7)
    replay.choose(8)
    assert replay.hear()
    assert {8} == {line.round for line in replay.lines or ()}
    replay.choose(9)
    shelf.heard()
    shelf._heard.append(ReplayHeard(round=9, fault="mirror.bb: no such file"))
    assert replay.hear()
    assert (None, "mirror.bb: no such file") == (replay.lines, replay.fault)


def test_a_page_left_alone_closes_and_forgets(screen: Screen, shelf: Shelf) -> None:
    """Nobody finds it open: it goes after five minutes, and the next one shows a badge again."""
    ask(screen)
    answer(screen, shelf)
    screen.clock.now += 300
    screen.app.table.tick()
    assert ("", None, 0) == (
        screen.app.desk.sheet,
        screen.app.desk.replay.lines,
        screen.app.desk.replay.round,
    )


def test_a_long_event_goes_on_in_the_next_row_whole() -> None:
    """Nothing that was said is cut (TOUCHSCREEN 3)."""
    replay = Replay(None)
    said = " ".join(f"word{number}" for number in range(60))
    replay.lines = (ReplayLine(round=1, seq=5, utc_us=1, actor="dealer:1", text=said, before="a", after="b"),)
    rows = [row for row in replay_rows(replay, WORDS) if row.used]
    assert said == " ".join(row.text for row in rows)
    assert [("#5", "a → b")] + [("", "")] * (len(rows) - 1) == [(row.seqText, row.changeText) for row in rows]


@pytest.mark.usefixtures("qtbot")
def test_without_a_record_there_is_no_key() -> None:
    """A screen that has nothing to read offers nothing (P4)."""
    made = make_screen(ScreenOptions())
    made.show("D7-settle")
    made.tap("sheet", "floor")
    made.app.process()
    assert made.app.find("replay") is None
    made.tap("back")
    made.app.process()
    made.app.stop()
