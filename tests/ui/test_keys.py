"""The demo's keyboard goes through the same token path as a finger (TOUCHSCREEN 10)."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from controller.engine.commands import Act, Decide, SettleSeat, UndoDecision
from controller.engine.ids import SeatNo
from tests.ui.screen import Screen, make_screen
from ui.options import ScreenOptions


@pytest.fixture
def keyed(qtbot: QtBot) -> Iterator[Screen]:
    """Start a screen that hears a keyboard."""
    del qtbot
    made = make_screen(ScreenOptions(keyboard=True))
    yield made
    made.app.stop()


def press(screen: Screen, keys: str) -> None:
    """Press keys one after the other."""
    for key in keys:
        screen.rest()
        code = Qt.Key.Key_Return if key == "\r" else Qt.Key(ord(key.upper()))
        event = QKeyEvent(QEvent.Type.KeyPress, code, Qt.KeyboardModifier.NoModifier, key)
        QApplication.sendEvent(screen.app.window, event)


@pytest.mark.parametrize(
    ("scene", "keys", "command"),
    [
        ("D5-river", "5f", Decide(seat=SeatNo(5), act=Act.FOLD, multiple=0)),
        ("D5-river", "11", Decide(seat=SeatNo(1), act=Act.PLAY, multiple=1)),
        ("D3-preflop", "83", Decide(seat=SeatNo(8), act=Act.PLAY, multiple=3)),
        ("D5-river", "u", UndoDecision()),
        ("D7-settle", "\r", SettleSeat(seat=SeatNo(6))),
    ],
)
def test_keys_tap_the_controls_they_name(keyed: Screen, scene: str, keys: str, command: object) -> None:
    """Enter is the primary, U undoes, a seat and a figure decide."""
    keyed.show(scene)
    press(keyed, keys)
    assert [command] == [envelope.command for envelope in keyed.sent]


def test_a_key_is_as_deaf_as_a_finger(keyed: Screen) -> None:
    """A key on a control that has just changed does nothing (section 4, rule 5)."""
    keyed.show("D7-settle")
    keyed.show("D7-folded")
    keyed.clock.now -= 0.45
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r")
    QApplication.sendEvent(keyed.app.window, event)
    assert [] == keyed.sent


def test_digits_type_a_pin_only_on_the_approval(keyed: Screen) -> None:
    """A badge code never types into the game (section 10)."""
    keyed.show("D10-called")
    keyed.tap("sheet", "floor")
    keyed.take("1284:void_round::")
    keyed.rest()
    press(keyed, "\r")
    keyed.rest()
    press(keyed, "2001\r246810\r")
    assert ["2001"] == [one.credential.badge for one in keyed.sent if one.credential]


def test_a_table_hears_no_keyboard(screen: Screen) -> None:
    """The keyboard is off unless configured (section 10)."""
    screen.show("D7-settle")
    press(screen, "\r")
    assert [] == screen.sent


@pytest.mark.parametrize("keys", [f"{seat}{multiple}" for seat in range(1, 9) for multiple in (3, 4)])
def test_a_key_does_not_hit_what_lies_over_its_control(keyed: Screen, keys: str) -> None:
    """A zone under the open D9 is out of reach: its key must not give the reason that lies there (P7)."""
    keyed.show("D3-preflop")
    keyed.tap("sheet", "irregularity")
    press(keyed, keys)
    assert {Decide} >= {type(one.command) for one in keyed.sent}
