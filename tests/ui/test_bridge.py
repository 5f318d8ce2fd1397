"""The one crossing from the table thread: nothing is lost, and nothing is drawn twice (TOUCHSCREEN 9, 12)."""

from dataclasses import replace

from controller.table.envelope import Outcome
from tests.ui.screen import Screen
from ui import scenes


def test_of_a_burst_only_the_newest_is_drawn(screen: Screen) -> None:
    """A newer publication replaces the older ones whole."""
    screen.show("D5-river")
    drawn: list[str] = []
    changed = getattr(screen.app.table, "journalTextChanged")  # noqa: B009 - made at run time
    changed.connect(lambda: drawn.append(screen.app.table.shown.journalText))
    for number in range(1, 51):
        screen.app.publish(replace(scenes.publication("D5-river"), seq=48_300 + number))
    screen.app.process()
    assert ["#48350"] == drawn


def test_no_answer_of_a_burst_is_lost(screen: Screen) -> None:
    """A command is answered also where the next publication came before the answer was drawn."""
    screen.show("D5-river")
    token = str(screen.app.table.seat_rows()[4].zone1Token)
    screen.take(token)
    assert [token] == [*screen.app.table.shown.sentTokens]
    answered = Outcome(command_id=screen.sent[-1].command_id, seq=48_301, refused=None)
    screen.app.publish(replace(scenes.publication("D5-river"), seq=48_301, outcomes=(answered,)))
    screen.app.publish(replace(scenes.publication("D5-river"), seq=48_302))
    screen.app.process()
    assert [] == [*screen.app.table.shown.sentTokens]


def test_a_publication_after_the_screen_has_stopped_reaches_nobody(screen: Screen) -> None:
    """Connections end with the receiver; the table thread may still speak for a moment (field case UI01)."""
    screen.show("D5-river")
    before = screen.app.desk.publication
    screen.app._bridge.stop()
    screen.app.publish(replace(scenes.publication("D5-river"), seq=1))
    screen.app.process()
    after, screen.app._bridge.stop = screen.app.desk.publication, lambda: None  # type: ignore[method-assign]
    assert before is after
