"""One port in its own thread against one simulated device in another, over a wire of choice, in real time."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import pytest

from drivers.address import parse_address
from drivers.discovery import make_link
from drivers.errors import LinkLost, LinkMissing
from drivers.events import DeviceReport
from drivers.link import Link
from drivers.orders import Ack
from drivers.port import DevicePort
from drivers.port_core import PortSettings
from hw_fixtures.firmware.deck import PhysicalCard
from hw_fixtures.firmware.machine import ShoeMachine
from hw_fixtures.peer.codes import Back, Button
from hw_fixtures.simulation import Simulation, Which
from hw_fixtures.wires.pipe import PipeErrors
from tests.drivers.lab import open_descriptors
from tests.hil.usbfs_link import PRELOAD, UsbfsLink

LIBUSB = "usbfs"
WIRES = (
    "pipe",
    "pty",
    "usb",
    pytest.param(
        LIBUSB, marks=pytest.mark.skipif(PRELOAD is None, reason="no libumockdev preload library (umockdev)")
    ),
)
PATIENCE_S = 10.0


@dataclass(slots=True)
class Table:
    """Be the table's side of one port: journal every report, acknowledge at once, let tests wait for news."""

    reports: list[DeviceReport] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    changed: threading.Condition = field(default_factory=threading.Condition)
    ack: Callable[[Ack], object] = lambda _ack: None

    def put(self, report: DeviceReport, timeout_s: float) -> bool:
        """Take a report on the port's thread."""
        assert timeout_s > 0
        with self.changed:
            self.reports.append(report)
            self.times.append(time.monotonic())
            self.kinds[report.event.kind] += 1
            if report.number:
                self.numbers.append(report.number)
            self.changed.notify_all()
        if report.number:
            self.ack(Ack(serial=report.serial, epoch=report.epoch, number=report.number))
        return True

    def wait(self, predicate: Callable[[], bool], seconds: float = PATIENCE_S) -> bool:
        """Wait until something holds; False if it does not in time."""
        with self.changed:
            return self.changed.wait_for(predicate, seconds)

    def wait_for(self, kind: str, count: int) -> bool:
        """Wait until so many reports of a kind have come."""
        return self.wait(lambda: self.kinds[kind] >= count)

    def last_time(self, kind: str) -> float:
        """Give when the last report of a kind came."""
        at = max(at for at, report in enumerate(self.reports) if report.event.kind == kind)
        return self.times[at]


class Rig:
    """Hold simulation, port and table for one device on one wire; use as a context manager."""

    def __init__(self, which: Which, wire: str, folder: Path, *, seed: int = 1) -> None:
        self.which: Which = which
        self.simulation = Simulation(seed=seed)
        self.table = Table()
        self.libusb: UsbfsLink | None = None
        self._link = self._link_maker(wire, folder)
        identity = self.simulation.machine(which).build.identity
        settings = PortSettings(device=which, device_class=which, serial=identity.serial, quiet_s=0.0)
        self.port = DevicePort(
            settings=settings,
            make_link=self._link,
            inbox=self.table,
            resume={},
            random=random.Random(seed),
        )
        self.table.ack = self.port.submit

    def __enter__(self) -> Self:
        self.simulation.start()
        self.port.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.port.stop()
        if self.libusb is not None:
            self.libusb.__exit__()
        self.simulation.stop()

    def act(self) -> None:
        """Make events: a card through the shoe, or a press of the shuffler's deal key."""
        machine = self.simulation.machine(self.which)
        with self.simulation.runtime.moment() as now_ms:
            if isinstance(machine, ShoeMachine):
                machine.pass_card(PhysicalCard(7, Back.BLUE), now_ms)
            else:
                machine.press(Button.DEAL, now_ms)

    def logged(self) -> int:
        """Give the number of the device's last event."""
        with self.simulation.runtime.moment():
            return self.simulation.machine(self.which).nv.next_seq - 1

    def descriptors(self) -> int:
        """Count the descriptors of this process, and of the child that holds real libusb."""
        return open_descriptors() + (self.libusb.descriptors() if self.libusb is not None else 0)

    def is_complete(self) -> bool:
        """Wait until the table has every event of the device; False if it does not get them in time."""
        last = self.logged()
        return self.table.wait(lambda: len(self.table.numbers) >= last)

    def _link_maker(self, wire: str, folder: Path) -> Callable[[], Link]:
        if wire == "pipe":
            errors = PipeErrors(
                lost=lambda text: LinkLost("pipe", text), missing=lambda text: LinkMissing("pipe", text)
            )
            return lambda: self.simulation.pipe(self.which, errors=errors)
        if wire == "pty":
            address = parse_address(self.simulation.serve_pty(self.which, folder / self.which))
        elif wire == LIBUSB:
            name = self.simulation.serve_usb(self.which)
            self.libusb = libusb = UsbfsLink(self.simulation, name, folder / "usbfs")
            return lambda: libusb
        else:
            address = parse_address(self.simulation.serve_usb(self.which))
        return lambda: make_link(address, usb_backend=lambda: self.simulation.usb)
