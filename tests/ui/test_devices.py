"""S5 and the status line: the last fault of each device, the room on both media (TOUCHSCREEN 6, S5)."""

from dataclasses import replace

import pytest

from controller.engine.commands import RetestDevice
from controller.engine.device_events import FaultCleared, FaultRaised
from controller.history.faults import LastFault
from controller.history.rounds import History
from tests.ui.screen import Screen
from ui import scenes
from ui.options import ScreenOptions, wording_of
from ui.scenes.machines import FAULTS, LOW_MEDIA, MEDIA
from ui.viewmodels.devices import device_rows, room_text

WORDS = wording_of(ScreenOptions(), "en")


def test_a_device_keeps_its_last_fault_after_it_is_gone() -> None:
    """The record tells it, with the time; the other device keeps its own (S5)."""
    jam = FaultRaised(device="shuffler", fault=0x0101, severity=2, where=0, detail=0)
    other = FaultRaised(device="shoe", fault=0x0201, severity=2, where=0, detail=0)
    cleared = FaultCleared(device="shuffler", fault=0x0101)
    history = History().after((jam, other), 1).after((cleared,), 2).after((replace(jam, fault=0x0102),), 3)
    assert {
        LastFault(device="shoe", fault=0x0201, utc_us=1),
        LastFault(device="shuffler", fault=0x0102, utc_us=3),
    } == set(history.faults)


def test_the_sheet_says_the_last_fault_in_words_with_its_time() -> None:
    """A device without one says so (S5)."""
    rows = device_rows(scenes.publication("D0-closed").view, WORDS, FAULTS)
    assert ["Last fault 20:47: jam at infeed", "No fault yet."] == [row.lastFaultText for row in rows]


@pytest.mark.parametrize(
    ("failed", "said"),
    [
        ("", "primary 182 GB free, black box only 9000 MB free"),
        ("primary", "black box 182 GB free"),
    ],
)
def test_the_room_of_each_copy_in_use_is_said(failed: str, said: str) -> None:
    """A copy out of use has no room to tell; a low one says only (DURABILITY 4.3)."""
    view = replace(scenes.publication("D0-closed").view, failed_copy=failed)
    assert said == room_text(view, LOW_MEDIA if not failed else MEDIA[:1], WORDS)


def test_a_medium_that_runs_full_stands_in_the_status_line(screen: Screen) -> None:
    """Grey while all is well; low room is abnormal and warns before a round is refused (P15)."""
    screen.show("D1-wagers")
    calm = (screen.app.table.shown.recordWarn, screen.app.table.shown.journalText)
    screen.show("X-disk-low")
    warned = (screen.app.table.shown.recordWarn, screen.app.table.shown.journalText)
    assert ((False, "#48213"), (True, "#48213 disk low")) == (calm, warned)


def test_the_setup_is_reached_from_the_devices_and_left(screen: Screen) -> None:
    """S7 reads limits, chips, seats and decks; it sends nothing, and its way back is there (P7)."""
    screen.show("D0-closed")
    screen.tap("sheet", "devices")
    screen.tap("sheet", "setup")
    said = {row.label: row.value for row in screen.app.table._setup.shown if row.label}
    assert ("$10 to $300", "a player, in turn") == (said["Ante = Blind"], said["Who banks"])
    screen.tap("back")
    assert ("", []) == (screen.app.desk.sheet, screen.sent)


def test_s5_tests_a_device_by_one_tap_and_stays_open(screen: Screen) -> None:
    """Retest is free: no badge is asked, and the sheet then says how it ended (S5)."""
    screen.show("D0-closed")
    screen.tap("sheet", "devices")
    screen.take("1284:retest_device::shuffler")
    assert ([RetestDevice(device="shuffler")], "devices", None) == (
        [one.command for one in screen.sent],
        screen.app.desk.sheet,
        screen.app.desk.entry,
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, ""),
        ({"busy_with": "self_test"}, "is testing"),
        ({"tested": "ok"}, "passed"),
        ({"tested": "faulted"}, "found a fault"),
        ({"tested": "interrupted"}, "did not end"),
        ({"tested": "busy"}, "did not end"),
    ],
)
def test_s5_says_how_the_last_self_test_ended(changes: dict[str, str], said: str) -> None:
    """Under the key that begins it; nothing before the first (S5, CDP1 SELF_TEST)."""
    view = scenes.publication("D0-closed").view
    tested = replace(view, devices=(replace(view.devices[0], **changes), view.devices[1]))  # type: ignore[arg-type]
    assert [said, ""] == [row.retestSub for row in device_rows(tested, WORDS)]


def test_s5_leads_to_the_floor_s_acts_on_devices(screen: Screen) -> None:
    """Out of service is the floor's: the acts lead to S0 for the badge (S5, G11.6)."""
    screen.show("D1-blocked")
    screen.tap("sheet", "floor")
    screen.tap("sheet", "devices")
    screen.tap("sheet", "floor:devices")
    acts = {row.text for row in screen.app.table._acts.shown if row.used}
    assert {"Take the shuffler out of service", "Put the shoe back in service"} <= acts


def test_the_badge_reader_says_how_it_is_and_what_it_dropped(screen: Screen) -> None:
    """Silent where the table has none; reads that were no badge are counted on S5 (TOUCHSCREEN 10)."""
    shown = []
    screen.show("D0-closed")
    for state in (None, (True, 0), (True, 3), (False, 3)):
        if state is not None:
            screen.app.reader(is_there=state[0], dropped=state[1])
        shown.append((screen.app.table.shown.readerText, screen.app.table.shown.readerWarn))
    assert [
        ("", False),
        ("Badge reader ready", False),
        ("Badge reader ready, 3 reads dropped", False),
        ("Badge reader not there", True),
    ] == shown
