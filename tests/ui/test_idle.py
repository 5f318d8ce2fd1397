"""A quiet table draws nothing and one change draws once (TOUCHSCREEN 12)."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Slot

from tests.ui.screen import Screen
from ui import scenes


class Frames(QObject):
    """Count frames."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.count = 0

    @Slot()
    def drawn(self) -> None:
        """Count one."""
        self.count += 1


@pytest.fixture
def frames(screen: Screen) -> Frames:
    """Count the frames of the window from now on."""
    counter = Frames(screen.app.window)
    screen.show("D5-river")
    screen.app.wait(0.2)
    screen.app.window.frameSwapped.connect(counter.drawn)
    return counter


def test_publications_without_news_draw_no_frame(screen: Screen, frames: Frames) -> None:
    """The table publishes every second; an idle screen draws 0 frames (section 12)."""
    for _ in range(5):
        screen.app.publish(scenes.publication("D5-river"))
        screen.app.wait(0.03)
    assert 0 == frames.count


def test_a_new_record_number_is_drawn_once(screen: Screen, frames: Frames) -> None:
    """A state change is one frame, without an animation (P12)."""
    screen.app.publish(replace(scenes.publication("D5-river"), seq=48_214))
    screen.app.wait(0.2)
    assert 1 == frames.count
