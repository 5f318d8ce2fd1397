"""Unmodified pyusb and real libusb on the simulated devices, through an emulated usbfs (CDP1 13, L2)."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hw_fixtures.peer.codec import TO_HOST, Decoder, encode
from hw_fixtures.peer.codes import Kind, Message
from hw_fixtures.peer.frames import Frame
from hw_fixtures.simulation import Simulation
from hw_fixtures.wires.usbfs import UsbfsServer, child_environment, find_preload

PRELOAD = find_preload()
CHILD = Path(__file__).with_name("usbfs_child.py")
HELLO = encode(Frame(kind=Kind.CMD, session=77, seq=1, message=Message.HELLO, payload=b"\x01\x00\x00t")).hex()

pytestmark = pytest.mark.skipif(PRELOAD is None, reason="libumockdev's preload library is missing (umockdev)")


class LibUsb:
    """A child process with real libusb, and the simulation it sees."""

    def __init__(self, simulation: Simulation, folder: Path) -> None:
        assert PRELOAD is not None
        self.simulation = simulation
        for which in ("shoe", "shuffler"):
            simulation.serve_usb("shoe" if which == "shoe" else "shuffler")
        self.server = UsbfsServer(simulation.usb.ports, simulation.runtime, folder, PRELOAD)
        self.child = subprocess.Popen(
            [sys.executable, str(CHILD)],
            env=child_environment(self.server),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def do(self, line: str) -> str:
        """Let the child do one thing."""
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        self.child.stdin.write(f"{line}\n")
        self.child.stdin.flush()
        return self.child.stdout.readline().strip()

    def close(self) -> None:
        """End the child, then the server."""
        self.child.communicate(timeout=20)
        self.server.close()


@pytest.fixture
def libusb(tmp_path: Path) -> Iterator[LibUsb]:
    """Give a child that has found and claimed the shoe."""
    with Simulation(seed=1) as simulation:
        child = LibUsb(simulation, tmp_path / "mock")
        assert child.do("find SHOE-0001") == "SHOE-0001 SHUF-0001"
        assert child.do("claim") == "1"
        yield child
        child.close()


def test_real_libusb_carries_a_hello(libusb: LibUsb) -> None:
    """Write, read in a short packet, then a timeout with libusb's numbers (CDP1 1, 12)."""
    assert str(len(HELLO) // 2) == libusb.do(f"write {HELLO}")
    answer = bytes.fromhex(libusb.do("read 1024"))
    assert [Message.HELLO] == [
        frame.message for frame in Decoder(accepts=TO_HOST).feed(answer) if isinstance(frame, Frame)
    ]
    assert libusb.do("read 1024") == "USBTimeoutError 110 -7"


@pytest.mark.parametrize(
    ("fault", "error"),
    [("stalls", "USBError 32 -9"), ("io_errors", "USBError 5 -1"), ("overflows", "USBError 75 -8")],
)
def test_real_libusb_raises_what_the_stand_in_raises(libusb: LibUsb, fault: str, error: str) -> None:
    """The pyusb backend of the simulator raises nothing that libusb would not (CDP1 12)."""
    setattr(libusb.simulation.usb_ports["shoe"].faults, fault, 1)
    assert error == libusb.do("read 1024")
    assert libusb.do("clear 81") == "cleared"
    libusb.do(f"write {HELLO}")
    assert frames_in(libusb.do("read 1024"))


def frames_in(answer: str) -> int:
    """Count the frames of a read."""
    return len(Decoder(accepts=TO_HOST).feed(bytes.fromhex(answer)))


def test_real_libusb_write_that_nobody_takes_times_out(libusb: LibUsb) -> None:
    """A device that NAKs (CDP1 12, link)."""
    libusb.simulation.usb_ports["shoe"].faults.nak_writes = True
    assert libusb.do(f"write {HELLO}") == "USBTimeoutError 110 -7"


def test_real_libusb_sees_an_interface_held_elsewhere(libusb: LibUsb) -> None:
    """Claim gives 16 (CDP1 10)."""
    libusb.do("close")
    libusb.simulation.usb_ports["shoe"].faults.busy = True
    libusb.do("find SHOE-0001")
    assert libusb.do("claim") == "USBError 16 -6"


def test_real_libusb_loses_an_unplugged_device_and_finds_it_again(libusb: LibUsb) -> None:
    """Errno 19 for transfers of the old handle, a new find after the replug (CDP1 12)."""
    libusb.simulation.unplug("shoe")
    assert libusb.do("read 1024") == "USBError 19 -4"
    assert libusb.do(f"write {HELLO}") == "USBError 19 -4"
    libusb.simulation.plug("shoe")
    assert libusb.do("read 1024") == "USBError 19 -4"
    libusb.do("close")
    libusb.do("find SHOE-0001")
    assert libusb.do("claim") == "1"
    libusb.do(f"write {HELLO}")
    assert frames_in(libusb.do("read 1024"))
