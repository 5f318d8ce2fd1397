"""The traps of the toolchain that this screen is built on stay shut (ARCHITECTURE 7)."""

import gc
import sys
from importlib.metadata import version

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.ui.screen import Screen, make_screen
from ui.options import ScreenOptions
from ui.viewmodels.coverage import CoverageShown, CoverageViewModel

EMITS = 10_000
PINNED = "6.11.3"


class Beacon(QObject):
    """Emit what the toolchain has lost references to."""

    flag = Signal(bool)
    thing = Signal(object)


def test_the_pinned_toolchain_is_the_one_that_runs() -> None:
    """6.12.0 drops references on Python 3.11; the pin keeps it out (ARCHITECTURE 7)."""
    assert {PINNED} == {version("PySide6-Essentials"), version("shiboken6")}


def test_emits_do_not_drift_the_reference_counts_of_none_and_true(qtbot: QtBot) -> None:
    """Reference drift is 0 over 10,000 emits (section 12)."""
    del qtbot
    beacon = Beacon()
    before = sys.getrefcount(None), sys.getrefcount(True)  # noqa: FBT003 - the object itself is counted
    for _ in range(EMITS):
        beacon.flag.emit(True)  # noqa: FBT003 - the value that was once lost
        beacon.thing.emit(None)
    after = sys.getrefcount(None), sys.getrefcount(True)  # noqa: FBT003 - as above
    assert all(abs(late - early) < EMITS // 100 for early, late in zip(before, after, strict=True))


def test_a_view_model_lives_as_long_as_its_owner(qtbot: QtBot) -> None:
    """Python keeps each QObject and gives it a parent; a collection takes nothing (ARCHITECTURE 7)."""
    del qtbot
    owner = QObject()
    models = [CoverageViewModel(CoverageShown(), owner) for _ in range(5)]
    gc.collect()
    assert 5 == len(owner.children())
    assert all(model.parent() is owner for model in models)


def test_the_screen_starts_and_stops_cleanly_again_and_again(qtbot: QtBot) -> None:
    """Teardown goes in order: no QML warning, no window left behind (section 12)."""
    del qtbot
    before = len(QGuiApplication.allWindows())
    for _ in range(3):
        screen: Screen = make_screen(ScreenOptions())
        screen.show("D5-river")
        screen.app.stop()
    gc.collect()
    assert before == len(QGuiApplication.allWindows())
