"""Fixtures of the screen's tests."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.screen import Screen, make_screen
from ui.options import ScreenOptions
from ui.scenes import samples


@pytest.fixture
def options() -> ScreenOptions:
    """Give the usual look: the smaller size, English, day."""
    return ScreenOptions(limits=samples.LIMITS)


@pytest.fixture
def screen(options: ScreenOptions, qtbot: QtBot) -> Iterator[Screen]:
    """Give a started screen and take it down again."""
    del qtbot
    made = make_screen(options)
    yield made
    made.app.stop()
