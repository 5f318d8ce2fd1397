"""A storm of fingers: what goes out is what its control showed at the press (TOUCHSCREEN 12)."""

import random
from collections.abc import Iterator

import pytest
from PySide6.QtQuick import QQuickItem
from pytestqt.qtbot import QtBot

from controller.engine.ids import Token
from tests.ui.screen import Screen, make_screen
from ui import scenes
from ui.options import ScreenOptions
from ui.scenes.samples import LIMITS

SCENES = ("D3-preflop", "D4-flop", "D5-river", "D6-reveal", "D7-settle", "D7-folded", "D10-hold", "D1-wagers")
FEW = 60
MANY = 10_000


class Storm:
    """Press, slide, release, wait and change the view at random; remember what each press saw."""

    def __init__(self, screen: Screen, seed: int) -> None:
        self._screen = screen
        self._rng = random.Random(seed)
        self._down: tuple[QQuickItem, str] | None = None
        self.wrong: list[str] = []
        self.right = 0

    def run(self, sequences: int) -> None:
        """Do so many sequences of two to six acts."""
        acts = (self._change, self._press, self._release, self._release, self._wait, self._double)
        for _ in range(sequences):
            for _ in range(self._rng.randint(2, 6)):
                self._rng.choice(acts)()
            self._lift()

    def _change(self) -> None:
        screen = self._screen
        screen.app.desk.sent.clear()
        name = self._rng.choice(SCENES)
        screen.app.publish(scenes.publication(name))
        screen.app.process()
        screen.app.table.drawn()

    def _press(self) -> None:
        if self._down is not None:
            return
        items = [item for item in self._screen.app.taps() if item.property("intent") == "offer"]
        if items:
            item = self._rng.choice(items)
            self._down = (item, str(item.property("token")))
            self._screen.app.press(item)

    def _release(self) -> None:
        if self._down is None:
            return
        item, token = self._down
        others = self._screen.app.taps()
        target = item if self._rng.random() < 0.7 or not others else self._rng.choice(others)
        sent = len(self._screen.sent)
        visible = item.isVisible() and target.isVisible()
        self._screen.app.release(target)
        self._down = None
        for envelope in self._screen.sent[sent:]:
            view = self._screen.app.desk.view
            live = view is not None and view.prompt.offer(Token(token)) is not None
            if envelope.token == token and live and target is item and visible:
                self.right += 1
            else:
                self.wrong.append(f"{envelope.token} was sent, {token} was pressed")

    def _double(self) -> None:
        self._press()
        self._release()
        self._screen.clock.now += self._rng.uniform(0.02, 0.35)
        self._press()
        self._release()

    def _wait(self) -> None:
        self._screen.clock.now += self._rng.choice((0.05, 0.3, 0.5, 2.0))
        self._screen.app.desk._heard_at = self._screen.clock.now

    def _lift(self) -> None:
        if self._down is not None:
            self._release()
        self._screen.app.desk.sent.clear()
        self._screen.app.desk.sheet = ""
        self._screen.app.desk.entry = None


@pytest.fixture
def storm_screen(qtbot: QtBot) -> Iterator[Screen]:
    """Start a screen for a storm."""
    del qtbot
    made = make_screen(ScreenOptions(limits=LIMITS))
    yield made
    made.app.stop()


@pytest.mark.parametrize("sequences", [FEW, pytest.param(MANY, marks=pytest.mark.full)])
def test_no_sequence_of_fingers_has_a_wrong_effect(storm_screen: Screen, sequences: int) -> None:
    """Double taps, slides, long presses and views that change under the finger: 0 wrong effects."""
    storm_screen.show("D5-river")
    storm = Storm(storm_screen, seed=7)
    storm.run(sequences)
    assert [] == storm.wrong
    assert storm.right > sequences // 20
