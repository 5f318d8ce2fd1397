"""Complaints from the field about threads beside a screen, each by its id (TOUCHSCREEN 16)."""

import gc
import sys
import threading
from dataclasses import dataclass, field, replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Slot
from pytestqt.qtbot import QtBot

from controller.table.envelope import Envelope
from drivers.port import DevicePort
from drivers.port_core import PortSettings
from tests.drivers.lab import Sink
from tests.ui.screen import Screen
from ui import scenes
from ui.bridge import Bridge
from ui.desk import Desk
from ui.options import ScreenOptions
from ui.viewmodels.table import TableViewModel

BEATS = 10
REPEATS = 200


@dataclass(slots=True)
class Stalled:
    """A link whose read does not come back, as a driver's does when its device hangs."""

    address: str = "pipe:stalled"
    reading: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)

    def open(self) -> None:
        """Open."""

    def read(self) -> bytes:
        """Hang until released."""
        self.reading.set()
        self.released.wait()
        return b""

    def write(self, data: bytes) -> None:
        """Swallow."""
        assert data

    def close(self) -> None:
        """Close."""


class Heart(QObject):
    """Beat on the Qt main thread."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.beats = 0
        self._timer = QTimer(self)
        self._timer.setInterval(50)
        self._timer.timeout.connect(self.beat)
        self._timer.start()

    @Slot()
    def beat(self) -> None:
        """Count one."""
        self.beats += 1


def test_ui05_the_screen_lives_while_both_devices_hang(screen: Screen) -> None:
    """UI05: no device is read on the screen's thread, so its heart beats and taps count during a stall."""
    links = (Stalled(), Stalled())
    names = ("shuffler", "shoe")
    ports = [
        DevicePort(
            settings=PortSettings(device=name, device_class=name, serial=name.upper(), quiet_s=0.0),
            make_link=lambda link=link: link,  # type: ignore[misc]  # a default holds the loop's value
            inbox=Sink(),
            resume={},
        )
        for name, link in zip(names, links, strict=True)
    ]
    for port in ports:
        port.start()
    heart = Heart(screen.app.window)
    screen.show("D5-river")
    assert screen.app.wait_for(lambda: all(link.reading.is_set() for link in links))
    beats = heart.beats
    assert screen.app.wait_for(lambda: heart.beats >= beats + BEATS)
    screen.take(screen.app.table.seat_rows()[4].zone1Token)
    assert (1, [False, False]) == (len(screen.sent), [link.released.is_set() for link in links])
    for link, port in zip(links, ports, strict=True):
        link.released.set()
        port.stop()


class Late(QObject):
    """Fire once, when what it would speak to may be gone."""

    def __init__(self, table: TableViewModel, parent: QObject) -> None:
        super().__init__(parent)
        self._table = table
        QTimer.singleShot(0, self, self.fire)

    @Slot()
    def fire(self) -> None:
        """Touch the table."""
        self._table.tick()


def test_ui13_late_callbacks_of_a_closed_screen_reach_nobody(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """UI13: timers and publications still on their way when the screen goes end with it, 200 times."""
    del qtbot
    errors: list[object] = []
    monkeypatch.setattr(sys, "excepthook", lambda *about: errors.append(about))
    for number in range(REPEATS):
        owner = QObject()
        desk = Desk(ScreenOptions(), _taken, clock=lambda: 0.0)
        table = TableViewModel(desk, owner)
        bridge = Bridge(table, owner)
        bridge.start()
        late = Late(table, owner)
        speaker = threading.Thread(
            target=bridge.publish, args=(replace(scenes.publication("D5-river"), seq=number),)
        )
        speaker.start()
        speaker.join()
        bridge.stop()
        owner.deleteLater()
        QCoreApplication.sendPostedEvents(owner, QEvent.Type.DeferredDelete)
        QCoreApplication.processEvents()
        assert desk.publication is None
        del late, bridge, table, owner
    gc.collect()
    QCoreApplication.processEvents()
    assert [] == errors


def _taken(_envelope: Envelope) -> bool:
    """Take a command that goes nowhere."""
    return True
