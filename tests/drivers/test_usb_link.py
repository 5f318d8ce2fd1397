"""pyusb on a simulated bus: every pitfall of CDP1 10, with the class and errno libusb gives."""

import errno
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from drivers.address import SerialAddress, UsbAddress
from drivers.discovery import discover, make_link
from drivers.errors import (
    DriverConfigError,
    LinkAmbiguous,
    LinkBusy,
    LinkDenied,
    LinkError,
    LinkLost,
    LinkMissing,
    LinkTimeout,
)
from drivers.serial_link import SerialLink
from drivers.usb_link import PRODUCT, VENDOR, UsbLink, list_usb_devices
from hw_fixtures.simulation import Simulation
from hw_fixtures.wires.usb_backend import usb_error
from hw_fixtures.wires.usb_descriptors import InterfaceDescriptor
from hw_fixtures.wires.usb_port import UsbFaults, UsbHandle, UsbNode, UsbPort
from tests.drivers.lab import ManualClock

ADDRESS = UsbAddress(vendor=VENDOR, product=PRODUCT, serial="SHOE-0001")
ZEROS = bytes(64)


@dataclass(slots=True)
class Bus:
    """A simulated bus with one shoe, a clock, and a link to it."""

    simulation: Simulation
    clock: ManualClock
    link: UsbLink

    @property
    def port(self) -> UsbPort:
        """Give the shoe's socket."""
        return self.simulation.usb_ports["shoe"]

    @property
    def faults(self) -> UsbFaults:
        """Give what is armed there."""
        return self.port.faults

    def replug(self) -> None:
        """Pull the plug and put it in: the device comes back at another address."""
        self.simulation.unplug("shoe")
        self.simulation.plug("shoe")

    def send(self, data: bytes) -> None:
        """Let the device's end put raw bytes on the line."""
        with self.simulation.runtime.moment() as now_ms:
            self.simulation.cables["shoe"].to_host.noise(data, now_ms)


@contextmanager
def make_bus() -> Iterator[Bus]:
    """Build the bus in virtual time; the link is not open yet."""
    clock = ManualClock()
    simulation = Simulation(seed=1, clock=lambda: round(clock.now * 1000))
    simulation.serve_usb("shoe")
    link = UsbLink(ADDRESS, backend=lambda: simulation.usb, clock=clock)
    yield Bus(simulation, clock, link)
    link.close()
    simulation.stop()


@pytest.fixture
def bus() -> Iterator[Bus]:
    """Give each test a bus of its own."""
    with make_bus() as made:
        yield made


def test_device_is_found_by_its_serial_number(bus: Bus) -> None:
    """Among several devices the one with the configured serial opens; bytes travel (CDP1 1, 11)."""
    bus.simulation.serve_usb("shuffler")
    bus.link.open()
    bus.send(b"hello\x00")

    assert b"hello\x00" == bus.link.read()
    assert "usb:1209:cd01:SHOE-0001" == bus.link.address


def test_idle_read_gives_nothing(bus: Bus) -> None:
    """A timeout is no data and no error, though USBTimeoutError is a USBError (CDP1 10)."""
    bus.link.open()

    assert b"" == bus.link.read()


def test_absent_device_is_link_missing(bus: Bus) -> None:
    """Nothing with this serial number on the bus (CDP1 10)."""
    bus.simulation.unplug("shoe")

    with pytest.raises(LinkMissing):
        bus.link.open()


def test_replug_needs_and_gets_a_fresh_find(bus: Bus) -> None:
    """After a replug the old device is dead, errno 19; the next open finds it afresh (CDP1 10)."""
    bus.link.open()
    bus.replug()
    with pytest.raises(LinkLost, match="No such device"):
        bus.link.read()
    bus.link.open()
    bus.send(b"again\x00")

    assert b"again\x00" == bus.link.read()


def test_write_to_a_vanished_device_is_link_lost(bus: Bus) -> None:
    """Errno 19 on write (CDP1 10)."""
    bus.link.open()
    bus.simulation.unplug("shoe")

    with pytest.raises(LinkLost):
        bus.link.write(b"x")


def test_unreadable_serial_is_link_denied(bus: Bus) -> None:
    """Without permission pyusb finds the device and raises ValueError for its strings (CDP1 10)."""
    bus.faults.denied = True

    with pytest.raises(LinkDenied, match=r"70-dealer-assist\.rules"):
        bus.link.open()


def test_twins_are_refused_both(bus: Bus) -> None:
    """Two devices with one serial number: neither opens (CDP1 11)."""
    bus.simulation.usb.attach(bus.simulation.cables["shoe"])

    with pytest.raises(LinkAmbiguous, match="2 devices"):
        bus.link.open()
    assert 2 == [candidate.note for candidate in discover(lambda: bus.simulation.usb)].count(
        "carries the serial number of another device, unplug one"
    )


def test_claimed_interface_is_link_busy(bus: Bus) -> None:
    """Errno 16 at claim (CDP1 10)."""
    bus.faults.busy = True

    with pytest.raises(LinkBusy):
        bus.link.open()


def test_kernel_driver_is_detached_from_our_interface(bus: Bus) -> None:
    """A kernel driver on the interface gives way (CDP1 10)."""
    bus.faults.kernel_driver = True
    bus.link.open()

    assert not bus.faults.kernel_driver


def test_platform_without_kernel_drivers_opens(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    """`is_kernel_driver_active` raises NotImplementedError on some systems (CDP1 10)."""

    def unknown(*_: object) -> bool:
        raise NotImplementedError

    monkeypatch.setattr(bus.simulation.usb, "is_kernel_driver_active", unknown)
    bus.link.open()

    assert b"" == bus.link.read()


def test_active_configuration_is_left_alone(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    """`set_configuration` resets endpoints, so it is called only if value 1 is not active (CDP1 10)."""
    asked: list[int] = []
    original = bus.simulation.usb.set_configuration

    def spy(handle: UsbHandle, value: int) -> None:
        asked.append(value)
        original(handle, value)

    monkeypatch.setattr(bus.simulation.usb, "set_configuration", spy)
    bus.link.open()
    assert [] == asked
    bus.link.close()
    bus.port.configuration = 0
    bus.link.open()

    assert [1] == asked


def test_interface_of_another_class_is_link_lost(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device without the CDP interface is not touched further (CDP1 1)."""
    other = InterfaceDescriptor(bInterfaceSubClass=0)
    one = bus.simulation.usb.get_interface_descriptor

    def describe(dev: UsbNode, intf: int, alt: int, config: int) -> InterfaceDescriptor:
        one(dev, intf, alt, config)
        return other

    monkeypatch.setattr(bus.simulation.usb, "get_interface_descriptor", describe)

    with pytest.raises(LinkLost, match="no CDP interface"):
        bus.link.open()
    assert bus.port.holder is None


def test_interface_without_both_pipes_is_link_lost(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    """One IN and one OUT pipe are needed (CDP1 1)."""
    both = bus.simulation.usb.get_endpoint_descriptor
    monkeypatch.setattr(
        bus.simulation.usb, "get_endpoint_descriptor", lambda dev, _ep, *rest: both(dev, 0, *rest)
    )

    with pytest.raises(LinkLost, match="lacks an endpoint"):
        bus.link.open()


def test_stall_is_cleared_and_a_second_one_soon_ends_the_link(bus: Bus) -> None:
    """Errno 32: clear_halt and go on; again within a second: LinkLost (CDP1 10)."""
    bus.link.open()
    bus.faults.stalls = 1
    assert b"" == bus.link.read()
    bus.send(b"on\x00")
    assert b"on\x00" == bus.link.read()
    bus.clock.now += 1.5
    bus.faults.stalls = 1
    assert b"" == bus.link.read()
    bus.faults.stalls = 1
    with pytest.raises(LinkLost, match="stalls"):
        bus.link.read()


def test_stall_that_stays_ends_the_link(bus: Bus) -> None:
    """A failing clear_halt is LinkLost (CDP1 10)."""
    bus.link.open()
    bus.faults.stalls = 1
    bus.faults.halt_stays = True

    with pytest.raises(LinkLost, match="could not be cleared"):
        bus.link.read()


def test_stalled_write_is_passed_over(bus: Bus) -> None:
    """A stall of OUT is cleared too; what was lost the session sends again (CDP1 10)."""
    bus.link.open()
    bus.faults.write_stalls = 1
    bus.link.write(b"lost\x00")
    bus.link.write(b"sent\x00")

    assert 0 == bus.faults.write_stalls


@pytest.mark.parametrize("fault", ["io_errors", "overflows"])
def test_five_soft_errors_in_a_row_are_tolerated(bus: Bus, fault: str) -> None:
    """Errno 5 and 75 pass five times, a good read starts over, the sixth in a row ends the link (CDP1 10)."""
    bus.link.open()
    for _ in range(2):
        setattr(bus.faults, fault, 5)
        assert [b""] * 5 == [bus.link.read() for _ in range(5)]
        bus.send(b"x\x00")
        assert b"x\x00" == bus.link.read()
    setattr(bus.faults, fault, 6)
    assert [b""] * 5 == [bus.link.read() for _ in range(5)]

    with pytest.raises(LinkLost):
        bus.link.read()


def test_write_nobody_takes_times_out(bus: Bus) -> None:
    """USBTimeoutError on write: part may be out, reopen (CDP1 10)."""
    bus.link.open()
    bus.faults.nak_writes = True

    with pytest.raises(LinkTimeout):
        bus.link.write(b"x")


def test_device_that_does_not_open_is_link_denied_or_lost(bus: Bus) -> None:
    """A device that enumerates but does not open is an error with a name (CDP1 12)."""
    bus.faults.unopenable = True

    with pytest.raises(LinkError):
        bus.link.open()


@pytest.mark.parametrize("size", [1, 63, 64, 65, 128, 448, 511, 512, 1000, 1022, 4096])
def test_every_write_ends_in_a_short_packet(bus: Bus, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """No transfer has more than 512 bytes or a multiple of 64; a filling zero stands at the end (CDP1 1)."""
    written: list[bytes] = []

    def spy(_handle: object, _ep: int, _intf: int, data: "memoryview", _timeout: int) -> int:
        written.append(data.tobytes())
        return len(data)

    bus.link.open()
    monkeypatch.setattr(bus.simulation.usb, "bulk_write", spy)
    data = bytes(1 + at % 255 for at in range(size))
    bus.link.write(data)

    assert all(0 < len(chunk) <= 512 and len(chunk) % 64 for chunk in written)
    assert data == b"".join(written).rstrip(b"\x00")


def test_half_a_write_is_a_timeout(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    """A transfer that went out in part is not taken for a whole one (CDP1 10)."""
    bus.link.open()
    monkeypatch.setattr(bus.simulation.usb, "bulk_write", lambda *_: 1)

    with pytest.raises(LinkTimeout, match="1 of 4"):
        bus.link.write(b"abc\x00")


def test_reset_closes_the_link(bus: Bus) -> None:
    """After a bus reset the device must be found afresh (CDP1 10, 11)."""
    bus.link.reset()
    bus.link.open()
    bus.link.reset()
    with pytest.raises(LinkLost, match="not open"):
        bus.link.read()
    bus.link.open()

    assert b"" == bus.link.read()


def test_close_gives_every_handle_back(bus: Bus) -> None:
    """Fifty opens and closes, gone or not, leave the interface free (CDP1 10)."""
    for count in range(50):
        bus.link.open()
        if count % 2:
            bus.replug()
        bus.link.close()
        bus.link.close()

    assert bus.port.holder is None


def test_listing_names_devices_and_problems(bus: Bus) -> None:
    """A readable device is listed with its product, an unreadable one with the reason (CDP1 11)."""
    (listed,) = list_usb_devices(bus.simulation.usb)
    bus.faults.denied = True
    (hidden,) = list_usb_devices(bus.simulation.usb)

    assert ADDRESS == listed[0]
    assert hidden[0] is None
    assert "unreadable" in hidden[1]


def test_make_link_fits_the_address(bus: Bus) -> None:
    """Each address has its link; a baud rate CDP/1 does not know is refused (CDP1 1)."""
    assert isinstance(make_link(SerialAddress(path="/dev/x"), baud=921600), SerialLink)
    assert isinstance(make_link(ADDRESS, usb_backend=lambda: bus.simulation.usb), UsbLink)
    with pytest.raises(DriverConfigError, match="115200"):
        make_link(SerialAddress(path="/dev/x"), baud=9600)


def test_other_errors_are_link_lost() -> None:
    """An errno without a name of its own is LinkLost, 13 and 16 have theirs (CDP1 10)."""
    link = UsbLink(ADDRESS)
    kinds = [
        type(link._named(usb_error(number), "x")) for number in (errno.ENODEV, errno.EBUSY, errno.EACCES)
    ]

    assert [LinkLost, LinkBusy, LinkDenied] == kinds
    assert LinkLost is type(link._named(OSError("no number"), "x"))
    assert threading.current_thread() is threading.main_thread()
