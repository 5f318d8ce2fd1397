"""A storm of fingers: what goes out is what its control showed at the press (TOUCHSCREEN 12)."""

import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QPointingDevice
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from controller.engine.commands import Ask
from controller.engine.ids import Token
from tests.ui.screen import Screen, make_screen
from ui import scenes
from ui.app import middle_of
from ui.options import ScreenOptions
from ui.scenes.samples import LIMITS
from ui.taps import TapGuard
from ui.viewmodels.draft import draft_command, removal

SCENES = (
    "D0-closed",
    "D1-wagers",
    "D3-preflop",
    "D4-flop",
    "D5-river",
    "D6-reveal",
    "D7-settle",
    "D7-folded",
    "D10-hold",
    "D10-called",
    "D13-recovered",
)
SENDING = {"offer", "apply", "confirm"}
"""Intents that may make a command; all others only open, close or edit what is on the screen."""
FEW = 60
MANY, PARTS = 10_000, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """Hold a finger that is down: its control and place, and the offer and command the control stood for."""

    item: QQuickItem
    place: QPointF
    token: str
    command: Ask | None


class Storm:
    """Press, slide, cancel, hold, tap twice, use two fingers or a palm, and change what lies under them.

    wrong: commands that went out and were not what was pressed; right: those that were.
    """

    def __init__(self, screen: Screen, seed: int, palm: QPointingDevice) -> None:
        self._screen = screen
        self._rng = random.Random(seed)
        self._palm = palm
        self._down: Pressed | None = None
        self.wrong: list[str] = []
        self.right = 0

    def run(self, sequences: int) -> None:
        """Do so many sequences of two to six acts."""
        acts = (
            self._change,
            self._press,
            self._press,
            self._release,
            self._release,
            self._wait,
            self._double,
            self._back_twice,
            self._under,
            self._cancel,
            self._open,
            self._fingers,
            self._restart,
            self._sleep,
        )
        for _ in range(sequences):
            for _ in range(self._rng.randint(2, 6)):
                self._rng.choice(acts)()
            self._lift()

    def _change(self) -> None:
        """Put another moment of the table under the fingers."""
        screen = self._screen
        screen.app.desk.sent.clear()
        screen.app.publish(scenes.publication(self._rng.choice(SCENES)))
        screen.app.process()
        screen.app.table.drawn()

    def _open(self) -> None:
        """Tap something that only opens, closes or edits."""
        if self._down is not None:
            return
        items = [item for item in self._screen.app.taps() if item.property("intent") not in SENDING]
        if items:
            item = self._rng.choice(items)
            self._watch([self._meant(item)], lambda: self._tap(item))

    def _press(self) -> None:
        if self._down is not None:
            return
        items = [item for item in self._screen.app.taps() if item.property("intent") in SENDING]
        if items:
            item = self._rng.choice(items)
            self._down = self._meant(item)
            self._screen.app.press(item)
            # What lies under a sheet must not be named as hit: Qt itself tells who took the finger.
            taken: QQuickItem | None = self._screen.app.window.mouseGrabberItem()
            if taken is not None and taken is not item:
                self.wrong.append(f"{self._down.token} was to be pressed, and something else took the finger")

    def _release(self) -> None:
        """Lift the finger, three times out of ten on another control than the pressed one."""
        down = self._down
        if down is None:
            return
        others = self._screen.app.taps()
        stays = self._rng.random() < 0.7 or not others
        place = down.place if stays else middle_of(self._rng.choice(others))
        hits = place == down.place and isValid(down.item) and down.item.isVisible()
        self._down = None
        self._watch([down] if hits else [], lambda: self._screen.app.lift(place))

    def _cancel(self) -> None:
        """Take the touch away, as the system does; it means nothing then."""
        down, self._down = self._down, None
        if down is not None:
            if isValid(down.item):
                down.item.ungrabMouse()
            self._watch([], lambda: self._screen.app.lift(down.place))

    def _double(self) -> None:
        self._press()
        self._release()
        self._screen.clock.now += self._rng.uniform(0.02, 0.35)
        self._press()
        self._release()

    def _back_twice(self) -> None:
        """Tap twice on the way back of an open sheet: only the first tap means anything."""
        back = self._screen.app.find("back") if self._down is None else None
        if back is None:
            return
        place = middle_of(back)
        self._screen.rest()
        self._watch([], lambda: self._tap(back))
        self._screen.app.table.drawn()
        self._screen.clock.now += self._rng.uniform(0.02, 0.35)
        self._screen.app.down(place)
        self._watch([], lambda: self._screen.app.lift(place))

    def _under(self) -> None:
        """Change the table under a finger that is down, and lift it where it is."""
        self._wait()
        self._press()
        down = self._down
        self._change()
        self._wait()
        if down is not None:
            self._down = None
            self._watch([down], lambda: self._screen.app.lift(down.place))

    def _fingers(self) -> None:
        """Put two to five fingers, or a palm, on the glass at once and lift them one by one."""
        if self._down is not None:
            return
        items = self._screen.app.taps()
        touched = self._rng.sample(items, min(len(items), self._rng.randint(2, 5)))
        places = [_whole(middle_of(item)) for item in touched]
        meant = [self._meant(item) for item in touched]
        window = self._screen.app.window

        down = QTest.touchEvent(window, self._palm)
        for number, place in enumerate(places):
            down.press(number, place, window)
        down.commit()
        for number, place in enumerate(places):
            self._watch(meant, partial(self._lift_one, number, place, len(places)))

    def _lift_one(self, number: int, place: QPoint, count: int) -> None:
        """Lift one of several fingers; those after it stay where they are."""
        window = self._screen.app.window
        up = QTest.touchEvent(window, self._palm)
        up.release(number, place, window)
        for rest in range(number + 1, count):
            up.stationary(rest)
        up.commit()
        self._screen.app.process()

    def _restart(self) -> None:
        """Let the table thread be gone and come back: a press from before means nothing after."""
        if self._rng.random() < 0.3:
            self._screen.app.table.starting("record")
            self._change()

    def _sleep(self) -> None:
        """Let the closed table fall asleep: the touch that wakes it only wakes."""
        if self._down is not None or self._rng.random() < 0.7:
            return
        self._screen.app.desk._close_sheet()
        self._screen.app.desk.sent.clear()
        self._screen.show("D0-closed")
        self._screen.clock.now += 301
        self._screen.app.desk._heard_at = self._screen.clock.now
        self._screen.app.table.tick()
        self._screen.rest()
        wake = self._screen.control("wake")
        self._watch([], lambda: self._tap(wake))
        self._screen.app.table.drawn()
        self._screen.clock.now += self._rng.uniform(0.02, 0.35)
        under = self._screen.control("offer")
        self._watch([], lambda: self._tap(under))

    def _wait(self) -> None:
        self._screen.clock.now += self._rng.choice((0.05, 0.3, 0.5, 2.0))
        self._screen.app.desk._heard_at = self._screen.clock.now

    def _lift(self) -> None:
        """End a sequence: no finger down, nothing open."""
        if self._down is not None:
            self._release()
        desk = self._screen.app.desk
        desk.sent.clear()
        desk._close_sheet()
        desk.draft = None

    def _tap(self, item: QQuickItem) -> None:
        self._screen.app.press(item)
        self._screen.app.release(item)

    def _meant(self, item: QQuickItem) -> Pressed:
        """Note what a control stands for at the moment of the press."""
        desk, intent = self._screen.app.desk, item.property("intent")
        token, command = str(item.property("token")), None
        if intent == "apply" and desk.form is not None:
            token, command = desk.form.offer.token, desk.form.command
        elif intent == "confirm" and desk.entry is not None:
            token, command = desk.entry.token, desk.entry.command
        return Pressed(item=item, place=middle_of(item), token=token, command=command)

    def _watch(self, meant: list[Pressed], act: Callable[[], None]) -> None:
        """Do something with fingers, and hold what went out against what they meant."""
        before = len(self._screen.sent)
        offers = self._live()
        meant = [*meant, *(self._typed() if meant else ())]
        act()
        for envelope in self._screen.sent[before:]:
            same = [
                one
                for one in meant
                if one.token == envelope.token and one.command in {None, envelope.command}
            ]
            if same and envelope.token in offers:
                self.right += 1
            else:
                self.wrong.append(f"{envelope.token} was sent, {[one.token for one in meant]} was pressed")
            meant = [one for one in meant if one not in same]

    def _typed(self) -> list[Pressed]:
        """Give what an open keypad stands for: the tap that ends it sends that, or the bettor's removal."""
        desk, item = self._screen.app.desk, self._screen.app.window.contentItem()
        draft, view = desk.draft, desk.view
        if draft is None or view is None:
            return []
        made = draft_command(draft, view.prompt) if draft.is_dirty else None
        out = removal(draft, view.prompt)
        both = [made, (out, out.command) if out is not None else None]
        here = middle_of(item)
        return [
            Pressed(item=item, place=here, token=one.token, command=ask) for one, ask in filter(None, both)
        ]

    def _live(self) -> set[Token]:
        view = self._screen.app.desk.view
        offers = () if view is None else (view.prompt.primary, *view.prompt.offers)
        return {offer.token for offer in offers if offer is not None}


def _whole(place: QPointF) -> QPoint:
    return place.toPoint()


@pytest.fixture
def storm_screen(qtbot: QtBot) -> Iterator[Screen]:
    """Start a screen for a storm."""
    del qtbot
    made = make_screen(ScreenOptions(limits=LIMITS))
    yield made
    made.app.stop()


@pytest.mark.parametrize(
    ("seed", "sequences"),
    [(7, FEW), *(pytest.param(seed, MANY // PARTS, marks=pytest.mark.full) for seed in range(PARTS))],
)
def test_no_sequence_of_fingers_has_a_wrong_effect(storm_screen: Screen, seed: int, sequences: int) -> None:
    """Double and long taps, slides, cancels, palms, sheets and views that change: 0 wrong effects."""
    storm_screen.show("D5-river")
    storm = Storm(storm_screen, seed, QTest.createTouchDevice())
    storm.run(sequences)
    assert [] == storm.wrong
    assert storm.right > sequences // 20


def test_the_storm_notices_a_control_without_its_step_token(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: a button that sends what it shows at the release, not what it copied at the press, fails."""
    del qtbot
    shutil.copytree(str(files("ui").joinpath("qml")), tmp_path / "qml")
    button = tmp_path / "qml" / "DealerAssist" / "Parts" / "TapButton.qml"
    held = "table.tap(heldIntent, heldArg, heldToken, heldPress)"
    assert held in button.read_text(encoding="utf-8")
    planted = button.read_text(encoding="utf-8").replace(held, "table.tap(intent, arg, token, heldPress)")
    button.write_text(planted, encoding="utf-8")
    monkeypatch.setattr("ui.app.files", lambda _package: tmp_path)
    monkeypatch.setattr(TapGuard, "release", _any_release)
    screen = make_screen(ScreenOptions(limits=LIMITS))
    screen.show("D5-river")
    storm = Storm(screen, 7, QTest.createTouchDevice())
    storm.run(FEW)
    screen.app.stop()
    assert [] != storm.wrong


def _any_release(guard: TapGuard, number: int, _token: str, *, is_key: bool = False) -> bool:
    """Count a release whatever the control meant at its press."""
    del is_key
    return guard._presses.pop(number, None) is not None
