"""Complaints from the field about touchscreens, each by its id, on this screen (TOUCHSCREEN 16)."""

import gc
import os
from dataclasses import replace

import pytest

from tests.ui.screen import Screen
from ui import scenes
from ui.desk import SLEEP_S
from ui.display import prepare

OPENINGS = 50
AN_HOUR_S = 3_600.0


def test_ui01_sheets_open_and_close_while_events_arrive(screen: Screen) -> None:
    """UI01: no crash and no object left over, however often a sheet opens under a stream of events."""
    screen.show("D1-wagers")
    children = len(screen.app.window.children())
    for number in range(OPENINGS):
        screen.app.desk.sheet = "settings" if number % 2 else ""
        screen.app.publish(replace(scenes.publication("D1-wagers"), seq=48_300 + number))
        screen.app.process()
    assert children == len(screen.app.window.children())


def test_ui03_nothing_that_is_used_is_collected(screen: Screen) -> None:
    """UI03: a collection between any two events takes nothing that the screen still needs."""
    for name in ("D2-hole", "D5-river", "D7-settle"):
        screen.show(name)
        gc.collect()
    assert "D7" == screen.app.table.shown.screen


def test_ui06_the_touch_that_wakes_only_wakes(screen: Screen) -> None:
    """UI06: on the dimmed closed table the first touch does nothing else; the second acts."""
    screen.show("D0-closed")
    screen.clock.now += SLEEP_S
    screen.app.desk._heard_at = screen.clock.now
    screen.app.table.tick()
    assert screen.app.table.shown.asleep
    screen.tap("wake")
    assert (False, "", []) == (screen.app.table.shown.asleep, screen.app.desk.sheet, screen.sent)
    screen.take(screen.app.table.shown.primaryToken)
    assert "approve" == screen.app.desk.sheet


def test_ui06_an_open_round_never_dims(screen: Screen) -> None:
    """UI06: an hour without a touch changes nothing while a round is open (P8)."""
    screen.show("D5-river")
    screen.clock.now += AN_HOUR_S
    screen.show("D5-river")
    screen.app.table.tick()
    assert (False, "day") == (screen.app.table.shown.asleep, screen.app.table.shown.theme)


def test_ui10_an_error_in_a_slot_stops_the_flow(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """UI10: a fault page comes up, and the command was not sent."""
    screen.show("D7-settle")
    reported: list[type[BaseException]] = []
    monkeypatch.setattr(screen.app, "_hook", lambda kind, *_: reported.append(kind))
    screen.app._on_exception(ValueError, ValueError("planted"), None)
    assert ("fault", [], [ValueError]) == (screen.app.table.shown.blocked, screen.sent, reported)


def test_ui16_two_quick_taps_on_two_seats_both_count(screen: Screen) -> None:
    """UI16: FOLD on seat 1 and on seat 5 within 150 ms are two commands; the same zone again is none."""
    screen.show("D5-river")
    rows = screen.app.table.seat_rows()
    screen.rest()
    for token in (rows[0].zone1Token, rows[4].zone1Token, rows[4].zone1Token):
        item = screen.app.find("offer", token=token)
        if item is not None:
            screen.app.press(item)
            screen.clock.now += 0.05
            screen.app.release(item)
    assert [1, 5] == [getattr(one.command, "seat", None) for one in screen.sent]


def test_ui18_a_publication_arrives_whole(screen: Screen) -> None:
    """UI18: one object crosses, equal to the one that was sent."""
    sent = scenes.publication("D7-settle")
    screen.show(sent)
    assert sent == screen.app.desk.publication


def test_ui15_scale_factors_are_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """UI15: the same window at every scale factor, for the program removes it before Qt starts."""
    monkeypatch.setenv("QT_SCALE_FACTOR", "1.5")
    prepare(offscreen=True)
    assert "QT_SCALE_FACTOR" not in os.environ


def test_ui11_a_cancelled_touch_leaves_nothing_pressed(screen: Screen) -> None:
    """UI11: a touch that the system takes away adds no chip, and the next control works."""
    screen.show("D1-wagers")
    screen.tap("tile", "6")
    screen.rest()
    chip = screen.control("chip", "1")
    screen.app.press(chip)
    chip.ungrabMouse()
    screen.app.process()
    draft = screen.app.desk.draft
    assert (False, False) == (chip.property("down"), draft is not None and draft.is_dirty)
    screen.tap("tile", "5")
    assert screen.app.desk.draft is not None
    assert 5 == screen.app.desk.draft.seat


def test_ui08_a_property_is_told_only_where_it_changed(screen: Screen) -> None:
    """UI08: the same publication again tells nothing; one new number tells one property."""
    screen.show("D5-river")
    told: list[str] = []
    for name in ("prompt", "journalText", "primaryText", "detail"):
        getattr(screen.app.table, f"{name}Changed").connect(lambda name=name: told.append(name))
    screen.app.publish(scenes.publication("D5-river"))
    screen.app.publish(replace(scenes.publication("D5-river"), seq=48_999))
    screen.app.process()
    assert ["journalText"] == told
