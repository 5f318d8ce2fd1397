"""The second half of a double tap reaches nothing that the first half uncovered (TOUCHSCREEN 4, rule 5)."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtQuick import QQuickItem
from pytestqt.qtbot import QtBot

from tests.ui.screen import Screen, make_screen
from ui import scenes
from ui.app import middle_of
from ui.options import ScreenOptions
from ui.scenes.samples import LIMITS

SLOWEST_S = 0.35
FEW = ("D1-wagers", "D10-called")
MANY = tuple(name for name in scenes.SCENES if name not in FEW)


def known(screen: Screen) -> tuple[object, ...]:
    """Give all that a tap may change before the table answers it."""
    desk = screen.app.desk
    said = (desk.theme, desk.mirrored, desk.words.say.language, desk.looked, desk.count)
    return (len(screen.sent), desk.sheet, desk.place, desk.draft, desk.entry, desk.form, *said)


def again(screen: Screen, place: QPointF) -> None:
    """Put the finger down at the same place, as late as a double tap may be, and lift it."""
    screen.app.process()
    screen.app.table.drawn()
    screen.clock.now += SLOWEST_S
    screen.app.desk._heard_at = screen.clock.now
    screen.app.down(place)
    screen.app.lift(place)


def under(screen: Screen, place: QPointF) -> QQuickItem | None:
    """Give the topmost live control at a place."""
    found = [item for item in screen.app.taps() if item.contains(item.mapFromScene(place))]
    return found[-1] if found else None


def meaning(item: QQuickItem | None) -> tuple[object, ...]:
    """Give what a control stands for."""
    return () if item is None else tuple(item.property(name) for name in ("intent", "arg", "token"))


def clear(screen: Screen) -> None:
    """Close all that is open, and forget what is on its way."""
    desk = screen.app.desk
    desk._close_sheet()
    desk.sent.clear()
    desk.place, desk.draft, desk.looked, desk.theme, desk.mirrored = "", None, None, "day", False
    desk._tap_setting("language:en", "")


def places(screen: Screen) -> list[QPointF]:
    """Give the middle of each live control."""
    return [middle_of(item) for item in screen.app.taps()]


def strays(screen: Screen, scene: str, opened: tuple[str, ...]) -> Iterator[str]:
    """Tap twice on each control of a screen, and name those whose second half did something else."""
    clear(screen)
    show(screen, scene, opened)
    for place in places(screen):
        clear(screen)
        show(screen, scene, opened)
        item = under(screen, place)
        if item is None:
            continue
        pressed, is_key = meaning(item), not item.property("guarded")
        screen.app.press(item)
        screen.app.lift(place)
        once = known(screen)
        same_key = is_key and meaning(under(screen, place)) == pressed
        again(screen, place)
        if known(screen) != once and not same_key:
            yield f"{scene} {opened}: {pressed}"


def show(screen: Screen, scene: str, opened: tuple[str, ...]) -> None:
    """Show a scene with a sheet or a keypad open on it."""
    screen.show(scene)
    if opened:
        screen.tap(*opened)
        screen.rest()


@pytest.fixture
def double_screen(qtbot: QtBot) -> Iterator[Screen]:
    """Start a screen on which everything may be tapped."""
    del qtbot
    made = make_screen(ScreenOptions(limits=LIMITS))
    yield made
    made.app.stop()


@pytest.mark.parametrize("scene", [*FEW, *(pytest.param(name, marks=pytest.mark.full) for name in MANY)])
def test_the_second_half_of_a_double_tap_does_nothing_else(double_screen: Screen, scene: str) -> None:
    """On each control of the table, of each sheet on it and of each keypad (section 4, rules 5 and 7)."""
    screen = double_screen
    screen.show(scene)
    ways = [()] + [
        (str(item.property("intent")), str(item.property("arg")))
        for item in screen.app.taps()
        if item.property("intent") in {"sheet", "tile", "bank", "group"}
    ]
    assert [] == [stray for way in ways for stray in strays(screen, scene, way)]


@pytest.mark.parametrize("sheet", ["history", "floor", "offers", "settings", "devices", "irregularity"])
def test_a_double_tap_on_the_way_back_presses_nothing_under_it(double_screen: Screen, sheet: str) -> None:
    """What a sheet uncovers is deaf at first, however long it stood there before (section 4, rule 5)."""
    screen = double_screen
    screen.show("D1-wagers")
    screen.app.desk._tap_sheet(sheet, "")
    screen.app.table.draw()
    screen.rest()
    back = screen.control("back")
    place = middle_of(back)
    screen.app.press(back)
    screen.app.lift(place)
    again(screen, place)
    assert ("", []) == (screen.app.desk.sheet, screen.sent)


def test_a_control_beside_the_sheet_is_heard_again_soon(double_screen: Screen) -> None:
    """The guard only ignores: after its deaf time the yellow key closes the betting (section 4, rule 5)."""
    screen = double_screen
    screen.show("D1-wagers")
    screen.tap("sheet", "history")
    screen.tap("back")
    screen.take("1284:close_betting::")
    assert 1 == len(screen.sent)
