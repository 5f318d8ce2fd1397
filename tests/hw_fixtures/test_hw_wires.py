"""The same simulated device over each wire: pipe, pseudo-terminal, pyusb (CDP1 1, 12, 13 L1)."""

import os
import select
import termios
import threading
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest
import usb.core
import usb.util

from hw_fixtures.firmware.machine import ShoeMachine, ShufflerMachine, plain_shoe, plain_shuffler
from hw_fixtures.peer.codec import TO_HOST, Decoder, encode
from hw_fixtures.peer.codes import Button, Kind, Message
from hw_fixtures.peer.frames import Frame
from hw_fixtures.wires.cable import Cable
from hw_fixtures.wires.pipe import PipeErrors, PipeLink
from hw_fixtures.wires.pty import PtyWire
from hw_fixtures.wires.runtime import Runtime, VirtualRuntime
from hw_fixtures.wires.usb_backend import Misuse, SimBackend
from tests.hw_fixtures.minihost import VirtualClock

HELLO = encode(Frame(kind=Kind.CMD, session=77, seq=1, message=Message.HELLO, payload=b"\x01\x00\x00t"))


class Rig:
    """Both machines on one runtime."""

    def __init__(self, runtime: type[Runtime] = VirtualRuntime) -> None:
        self.clock = VirtualClock()
        self.shuffler = ShufflerMachine(plain_shuffler(seed=3))
        self.shoe = ShoeMachine(plain_shoe(seed=3))
        self.machines = (self.shuffler, self.shoe)
        if runtime is Runtime:
            self.runtime = Runtime(self.tick)
        else:
            self.runtime = VirtualRuntime(self.tick, lambda: self.clock.now_ms)
        self.cables = tuple(Cable(machine, seed=3) for machine in self.machines)
        self.runtime.cables.extend(self.cables)
        with self.runtime.moment() as now_ms:
            for machine in self.machines:
                machine.power_on(now_ms)

    def tick(self, now_ms: int) -> None:
        """Let both machines live."""
        for machine in self.machines:
            machine.tick(now_ms)


@pytest.fixture
def rig() -> Rig:
    """Give a rig in virtual time."""
    return Rig()


@pytest.fixture
def live() -> Iterator[Rig]:
    """Give a rig in real time."""
    rig = Rig(Runtime)
    rig.runtime.start()
    yield rig
    rig.runtime.stop()


def frames(data: bytes) -> list[Frame]:
    """Decode what a host read."""
    return [item for item in Decoder(accepts=TO_HOST).feed(data) if isinstance(item, Frame)]


@pytest.mark.parametrize("which", [0, 1])
def test_pipe_carries_a_hello(rig: Rig, which: int) -> None:
    """Either device works in-process (CDP1 12)."""
    link = PipeLink(rig.cables[which], rig.runtime)
    link.open()
    link.write(HELLO)
    assert [Message.HELLO] == [frame.message for frame in frames(link.read())]
    link.close()


def test_pipe_raises_the_errors_it_was_given(rig: Rig) -> None:
    """A driver's test sees its own error family, and a replug needs a new open (CDP1 9)."""

    class LostError(Exception):
        """A driver's error."""

    link = PipeLink(rig.cables[0], rig.runtime, errors=PipeErrors(lost=LostError))
    link.open()
    rig.cables[0].unplug()
    with pytest.raises(LostError):
        link.read()
    with pytest.raises(FileNotFoundError):
        PipeLink(rig.cables[0], rig.runtime).open()
    rig.cables[0].plug()
    with pytest.raises(LostError):
        link.write(HELLO)
    link.open()
    link.write(HELLO)
    assert frames(link.read())


def read_for(descriptor: int, wanted: int, timeout_s: float = 2.0) -> bytes:
    """Read from a terminal until so many frames came."""
    data = b""
    while len(frames(data)) < wanted:
        ready, _, _ = select.select([descriptor], [], [], timeout_s)
        assert ready, "nothing came"
        data += os.read(descriptor, 4096)
    return data


@pytest.mark.parametrize("which", [0, 1])
def test_pty_carries_a_hello_under_a_steady_name(live: Rig, tmp_path: Path, which: int) -> None:
    """The symlink leads to the present terminal, as a by-id link does (CDP1 13)."""
    wire = PtyWire(live.cables[which], tmp_path / "dev" / "sim")
    live.runtime.wires.append(wire)
    descriptor = os.open(wire.path, os.O_RDWR | os.O_NOCTTY)
    os.write(descriptor, HELLO)
    assert Message.HELLO == frames(read_for(descriptor, 1))[0].message
    os.close(descriptor)
    assert f"serial:{tmp_path}/dev/sim" == wire.address


def test_pty_unplug_ends_the_port_and_replug_renews_the_name(live: Rig, tmp_path: Path) -> None:
    """An open port fails at once, the name is gone, and comes back with the cable (CDP1 10)."""
    wire = PtyWire(live.cables[1], tmp_path / "sim")
    live.runtime.wires.append(wire)
    descriptor = os.open(wire.path, os.O_RDWR | os.O_NOCTTY)
    with live.runtime.moment():
        live.cables[1].unplug()
    select.select([descriptor], [], [], 2)
    with pytest.raises(OSError, match="Input/output error"):
        os.write(descriptor, HELLO)
    assert not wire.path.is_symlink()
    os.close(descriptor)
    with live.runtime.moment():
        live.cables[1].plug()
    descriptor = os.open(wire.path, os.O_RDWR | os.O_NOCTTY)
    os.write(descriptor, HELLO)
    assert frames(read_for(descriptor, 1))
    os.close(descriptor)


def test_pty_is_raw_and_needs_no_line_settings(rig: Rig, tmp_path: Path) -> None:
    """No byte is echoed or translated whatever the port's user sets (CDP1 1)."""
    wire = PtyWire(rig.cables[0], tmp_path / "sim")
    descriptor = os.open(wire.path, os.O_RDWR | os.O_NOCTTY)
    flags = termios.tcgetattr(descriptor)
    assert 0 == flags[3] & (termios.ECHO | termios.ICANON)
    os.close(descriptor)
    wire.close()
    assert not wire.path.is_symlink()


def find(backend: SimBackend, serial: str) -> usb.core.Device:
    """Find a device by its serial string, as a driver must."""
    found = [
        device
        for device in usb.core.find(find_all=True, idVendor=0x1209, idProduct=0xCD01, backend=backend)
        if serial == usb.util.get_string(device, device.iSerialNumber)
    ]
    assert 1 == len(found)
    return found[0]


@pytest.fixture
def bus(rig: Rig) -> SimBackend:
    """Attach both devices to a simulated bus."""
    backend = SimBackend(rig.runtime)
    for cable in rig.cables:
        backend.attach(cable)
    return backend


@pytest.fixture
def shoe(bus: SimBackend) -> Iterator[usb.core.Device]:
    """Open and claim the shoe."""
    device = find(bus, "SHOE-0001")
    usb.util.claim_interface(device, 0)
    yield device
    usb.util.dispose_resources(device)


def test_usb_descriptors_are_those_of_the_paper(bus: SimBackend) -> None:
    """Class triple FF/CD/01, bulk endpoints 01 and 81 of 64 bytes, strings (CDP1 1)."""
    device = find(bus, "SHUF-0001")
    configuration = device.get_active_configuration()
    interface = configuration[0, 0]
    triple = (
        interface.bInterfaceClass,
        interface.bInterfaceSubClass,
        interface.bInterfaceProtocol,
    )
    ends = [(end.bEndpointAddress, end.bmAttributes, end.wMaxPacketSize) for end in interface]
    assert (0xFF, 0xCD, 0x01) == triple
    assert [(0x01, 2, 64), (0x81, 2, 64)] == ends
    assert (1, "SimCo", "S1") == (
        configuration.bConfigurationValue,
        usb.util.get_string(device, 1),
        usb.util.get_string(device, 2),
    )
    usb.util.dispose_resources(device)


def test_usb_carries_a_hello_in_a_short_packet(shoe: usb.core.Device) -> None:
    """A transfer ends in a short packet, so a read of 1024 returns at once (CDP1 1)."""
    assert len(HELLO) == shoe.write(0x01, HELLO, timeout=500)
    data = bytes(shoe.read(0x81, 1024, timeout=20))
    assert [Message.HELLO] == [frame.message for frame in frames(data)]
    assert len(data) % 64


def test_usb_full_transfer_gets_one_closing_zero(rig: Rig, bus: SimBackend, shoe: usb.core.Device) -> None:
    """A multiple of 64 is lengthened by a no-op, unless that fault is armed (CDP1 1, 12)."""
    rig.cables[1].to_host.noise(b"\0" * 128, 0)
    assert 129 == len(shoe.read(0x81, 1024, timeout=20))
    bus.ports[1].faults.no_short_packet = True
    rig.cables[1].to_host.noise(b"\0" * 128, 0)
    assert 128 == len(shoe.read(0x81, 1024, timeout=20))


@pytest.mark.parametrize(
    ("fault", "number", "code"),
    [("stalls", 32, -9), ("io_errors", 5, -1), ("overflows", 75, -8)],
)
def test_usb_read_faults_raise_what_libusb_raises(
    bus: SimBackend, shoe: usb.core.Device, fault: str, number: int, code: int
) -> None:
    """Class, errno and code are libusb's (CDP1 12)."""
    setattr(bus.ports[1].faults, fault, 1)
    with pytest.raises(usb.core.USBError) as caught:
        shoe.read(0x81, 1024, timeout=20)
    assert (number, code) == (caught.value.errno, caught.value.backend_error_code)
    if fault == "stalls":
        shoe.clear_halt(0x81)
    with pytest.raises(usb.core.USBTimeoutError) as timed_out:
        shoe.read(0x81, 1024, timeout=20)
    assert (110, -7) == (timed_out.value.errno, timed_out.value.backend_error_code)


def test_usb_packet_larger_than_the_buffer_overflows_and_is_lost(rig: Rig, shoe: usb.core.Device) -> None:
    """Errno 75; the packet does not come again (CDP1 10)."""
    rig.cables[1].to_host.noise(b"x" * 30, 0)
    with pytest.raises(usb.core.USBError) as caught:
        shoe.read(0x81, 16, timeout=20)
    assert 75 == caught.value.errno
    with pytest.raises(usb.core.USBTimeoutError):
        shoe.read(0x81, 1024, timeout=20)


def test_usb_write_that_nobody_takes_times_out(bus: SimBackend, shoe: usb.core.Device) -> None:
    """A device that NAKs makes the write time out; a stalled pipe gives 32 (CDP1 12)."""
    bus.ports[1].faults.nak_writes = True
    with pytest.raises(usb.core.USBTimeoutError):
        shoe.write(0x01, HELLO, timeout=20)
    bus.ports[1].faults.nak_writes = False
    bus.ports[1].faults.write_stalls = 1
    with pytest.raises(usb.core.USBError) as caught:
        shoe.write(0x01, HELLO, timeout=20)
    assert 32 == caught.value.errno


def test_usb_without_permission_hides_strings_and_refuses_to_open(bus: SimBackend) -> None:
    """Find works, strings give ValueError, open gives 13 (CDP1 10)."""
    bus.ports[0].faults.denied = True
    device = next(iter(usb.core.find(find_all=True, idVendor=0x1209, idProduct=0xCD01, backend=bus)))
    with pytest.raises(ValueError, match="no langid"):
        usb.util.get_string(device, 3)
    with pytest.raises(usb.core.USBError) as caught:
        device.get_active_configuration()
    assert (13, -3) == (caught.value.errno, caught.value.backend_error_code)


def test_usb_interface_held_elsewhere_is_busy(bus: SimBackend, shoe: usb.core.Device) -> None:
    """A second program, or a kernel driver, gives 16 at claim (CDP1 10)."""
    assert shoe is not None
    other = find(bus, "SHOE-0001")
    with pytest.raises(usb.core.USBError) as caught:
        usb.util.claim_interface(other, 0)
    assert (16, -6) == (caught.value.errno, caught.value.backend_error_code)
    usb.util.dispose_resources(other)
    kernel = find(bus, "SHUF-0001")
    bus.ports[0].faults.kernel_driver = True
    assert kernel.is_kernel_driver_active(0)
    with pytest.raises(usb.core.USBError):
        usb.util.claim_interface(kernel, 0)
    kernel.detach_kernel_driver(0)
    usb.util.claim_interface(kernel, 0)
    usb.util.dispose_resources(kernel)


def test_usb_replug_gives_a_new_address_and_kills_the_old_device(
    rig: Rig, bus: SimBackend, shoe: usb.core.Device
) -> None:
    """After a replug only a new find works (CDP1 12)."""
    rig.cables[1].unplug()
    with pytest.raises(usb.core.USBError) as caught:
        shoe.read(0x81, 1024, timeout=20)
    assert (19, -4) == (caught.value.errno, caught.value.backend_error_code)
    rig.cables[1].plug()
    with pytest.raises(usb.core.USBError):
        shoe.write(0x01, HELLO, timeout=20)
    fresh = find(bus, "SHOE-0001")
    assert fresh.address > shoe.address
    usb.util.claim_interface(fresh, 0)
    fresh.write(0x01, HELLO, timeout=20)
    assert frames(bytes(fresh.read(0x81, 1024, timeout=20)))
    usb.util.dispose_resources(fresh)


def test_usb_power_cycle_is_a_replug(rig: Rig, bus: SimBackend) -> None:
    """A device without power is not on the bus (CDP1 12)."""
    first = find(bus, "SHOE-0001").address
    rig.shoe.power_off()
    assert 1 == len(list(usb.core.find(find_all=True, idVendor=0x1209, backend=bus)))
    rig.shoe.power_on(0)
    assert find(bus, "SHOE-0001").address > first


def test_usb_reset_and_configuration_end_the_wire_session(rig: Rig, shoe: usb.core.Device) -> None:
    """CLEAR_HALT keeps the session, SET_CONFIGURATION and reset end it (CDP1 1)."""
    assert rig.shoe.firmware is not None
    session = rig.shoe.firmware.session
    shoe.write(0x01, HELLO, timeout=20)
    shoe.clear_halt(0x81)
    assert 77 == session.number
    with pytest.raises(usb.core.USBTimeoutError):
        shoe.read(0x81, 1024, timeout=20)
    shoe.set_configuration(1)
    assert 0 == session.number
    usb.util.claim_interface(shoe, 0)
    shoe.write(0x01, HELLO, timeout=20)
    shoe.reset()
    assert 0 == session.number


def test_usb_misuse_is_loud(bus: SimBackend) -> None:
    """A closed handle and an unclaimed interface are programming errors (CDP1 12)."""
    node = next(iter(bus.enumerate_devices()))
    handle = bus.open_device(node)
    with pytest.raises(Misuse, match="not claimed"):
        bus.bulk_read(handle, 0x81, 0, array("B", bytes(64)), 20)
    bus.close_device(handle)
    with pytest.raises(Misuse, match="closed handle"):
        bus.get_configuration(handle)


def test_usb_reader_wakes_when_a_key_is_pressed(live: Rig) -> None:
    """A waiting transfer returns as soon as the device has something (CDP1 13 L1)."""
    backend = SimBackend(live.runtime)
    backend.attach(live.cables[0])
    device = find(backend, "SHUF-0001")
    usb.util.claim_interface(device, 0)
    device.write(0x01, HELLO, timeout=500)
    epoch = live.shuffler.nv.epoch.to_bytes(4, "little")
    resume = Frame(kind=Kind.CMD, session=77, seq=2, message=Message.RESUME, payload=epoch + bytes(4))
    device.write(0x01, encode(resume), timeout=500)
    device.read(0x81, 1024, timeout=500)
    seen: list[int] = []

    def listen() -> None:
        while Message.BUTTON not in seen:
            seen.extend(frame.message for frame in frames(bytes(device.read(0x81, 1024, timeout=2000))))

    listener = threading.Thread(target=listen)
    listener.start()
    with live.runtime.moment() as now_ms:
        live.shuffler.press(Button.DEAL, now_ms)
    listener.join(5)
    assert Message.BUTTON in seen
    usb.util.dispose_resources(device)
