"""pyserial on pseudo-terminals: every pitfall of CDP1 10 that a machine without devices can show."""

import errno
import os
import termios
import threading
import tty
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import serial

from drivers.address import SerialAddress, UsbAddress, is_serial_number, parse_address
from drivers.errors import (
    DriverConfigError,
    LinkBusy,
    LinkDenied,
    LinkError,
    LinkLost,
    LinkMissing,
    LinkTimeout,
)
from drivers.link import READ_WAIT_S, WRITE_WAIT_S
from drivers.port import DevicePort
from drivers.port_core import PortSettings
from drivers.serial_link import SerialLink, SerialPort, list_serial_ports, open_port
from tests.drivers.lab import Sink, open_descriptors


@dataclass(slots=True)
class Pty:
    """The far end of a pseudo-terminal, and the path of the near one."""

    master: int
    slave: int
    path: Path

    def unplug(self) -> None:
        """Close the far end: to the near one the device is gone."""
        if self.master >= 0:
            os.close(self.slave)
            os.close(self.master)
            self.master = self.slave = -1


def _new_pty(path: Path) -> Pty:
    master, slave = os.openpty()
    tty.setraw(slave)
    path.unlink(missing_ok=True)
    path.symlink_to(os.ttyname(slave))
    return Pty(master, slave, path)


@pytest.fixture
def pty(tmp_path: Path) -> Iterator[Pty]:
    """Offer a device on a pseudo-terminal, under a by-id name."""
    made = _new_pty(tmp_path / "by-id")
    yield made
    made.unplug()


@pytest.fixture
def link(pty: Pty) -> Iterator[SerialLink]:
    """Open a link to it."""
    made = SerialLink(SerialAddress(path=str(pty.path)))
    made.open()
    yield made
    made.close()


def test_bytes_travel_both_ways(pty: Pty, link: SerialLink) -> None:
    """All eight bits of every byte pass (CDP1 1)."""
    everything = bytes(range(256))
    link.write(everything)
    os.write(pty.master, everything)

    assert everything == os.read(pty.master, 512)
    assert everything == link.read()


def test_idle_read_gives_nothing(link: SerialLink) -> None:
    """After 20 ms without a byte a read gives b"" (CDP1 9)."""
    assert b"" == link.read()


def test_bytes_before_an_unplug_are_kept(pty: Pty, link: SerialLink) -> None:
    """Four bytes that came before the unplug are read, then the link is lost (CDP1 10)."""
    os.write(pty.master, b"abcd")
    got = link.read()
    pty.unplug()

    assert b"abcd" == got
    with pytest.raises(LinkLost, match="read"):
        link.read()


def test_write_to_a_vanished_port_is_link_lost(pty: Pty, link: SerialLink) -> None:
    """A write after the unplug raises LinkLost, whatever pyserial raises (CDP1 10)."""
    pty.unplug()

    with pytest.raises(LinkLost, match="write"):
        link.write(b"x")


def test_open_flushes_what_came_before(pty: Pty) -> None:
    """Bytes sent while the port was closed are gone, so replay never relies on them (CDP1 10)."""
    os.write(pty.master, b"stale")
    link = SerialLink(SerialAddress(path=str(pty.path)))
    link.open()

    assert b"" == link.read()
    link.close()


def test_second_program_finds_the_port_busy(pty: Pty, link: SerialLink) -> None:
    """The port is opened exclusively: a second open is LinkBusy and says what to look for (CDP1 10)."""
    second = SerialLink(SerialAddress(path=str(pty.path)))

    assert b"" == link.read()
    with pytest.raises(LinkBusy, match="ModemManager"):
        second.open()


def test_write_nobody_takes_times_out(link: SerialLink) -> None:
    """A device that takes nothing costs half a second, then the link is to be reopened (CDP1 10)."""
    with pytest.raises(LinkTimeout, match="write"):
        link.write(bytes(200_000))


def test_reopen_follows_the_by_id_name(pty: Pty, link: SerialLink) -> None:
    """After a replug the by-id name points to another tty; the configured path is opened, no old one."""
    pty.unplug()
    with pytest.raises(LinkLost):
        link.read()
    again = _new_pty(pty.path)
    link.open()
    os.write(again.master, b"new")

    assert b"new" == link.read()
    again.unplug()


def test_missing_path_is_link_missing(tmp_path: Path) -> None:
    """Nothing under the path (CDP1 10)."""
    with pytest.raises(LinkMissing):
        SerialLink(SerialAddress(path=str(tmp_path / "none"))).open()


def test_path_that_is_no_terminal_is_link_lost(tmp_path: Path) -> None:
    """A plain file under the path is no port, and the descriptor is given back."""
    path = tmp_path / "file"
    path.write_text("x")
    before = open_descriptors()

    with pytest.raises(LinkLost):
        SerialLink(SerialAddress(path=str(path))).open()
    assert before == open_descriptors()


def _opener(error: Exception) -> SerialLink:
    def fail(path: str, baud: int) -> SerialPort:
        assert (path, baud) == ("/dev/x", 115200)
        raise error

    return SerialLink(SerialAddress(path="/dev/x"), opener=fail)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (serial.SerialException(errno.ENOENT, "x"), LinkMissing),
        (serial.SerialException(errno.ENODEV, "x"), LinkMissing),
        (serial.SerialException(errno.EACCES, "x"), LinkDenied),
        (serial.SerialException(errno.EAGAIN, "x"), LinkBusy),
        (serial.SerialException(errno.EBUSY, "x"), LinkBusy),
        (serial.SerialException("Could not configure port"), LinkLost),
        (OSError(errno.EIO, "x"), LinkLost),
        (termios.error(errno.EIO, "x"), LinkLost),
        (TypeError("x"), LinkLost),
        (ValueError("not a valid URL"), LinkLost),
    ],
)
def test_every_failure_of_open_has_its_name(error: Exception, expected: type[LinkError]) -> None:
    """No library error leaves `open` (CDP1 10)."""
    with pytest.raises(expected) as caught:
        _opener(error).open()

    assert error is caught.value.__cause__


class Vanishing:
    """A port object on which one call fails."""

    def __init__(self, call: str, error: Exception) -> None:
        self._call = call
        self._error = error

    def _maybe(self, call: str) -> None:
        if call == self._call:
            raise self._error

    @property
    def in_waiting(self) -> int:
        """Count, or fail."""
        self._maybe("in_waiting")
        return 3

    def read(self, size: int, /) -> bytes:
        """Read, or fail."""
        self._maybe("read" if size == 1 else "read more")
        return b"abcd"[:size]

    def write(self, data: bytes, /) -> int | None:
        """Write, or fail."""
        self._maybe("write")
        return len(data)

    def close(self) -> None:
        """Close, or fail."""
        self._maybe("close")


_ERRORS = [
    serial.SerialException("device reports readiness to read but returned no data"),
    OSError(errno.EIO, "Input/output error"),
    OSError(errno.EBADF, "Bad file descriptor"),
    termios.error(errno.EIO, "Input/output error"),
    TypeError("'NoneType' object cannot be interpreted as an integer"),
]


@pytest.mark.parametrize("call", ["read", "in_waiting", "read more", "write"])
@pytest.mark.parametrize("error", _ERRORS)
def test_every_shape_of_a_vanished_port_is_link_lost(call: str, error: Exception) -> None:
    """One unplug, many exceptions: round read, in_waiting and write all are LinkLost (CDP1 10)."""
    link = SerialLink(SerialAddress(path="/dev/x"), opener=lambda _path, _baud: Vanishing(call, error))
    link.open()

    with pytest.raises(LinkLost):
        link.write(b"x") if call == "write" else link.read()


@pytest.mark.parametrize("error", _ERRORS)
def test_close_of_a_vanished_port_is_silent(error: Exception) -> None:
    """Close never raises, and the link can be closed twice (CDP1 9)."""
    link = SerialLink(SerialAddress(path="/dev/x"), opener=lambda _path, _baud: Vanishing("close", error))
    link.open()
    link.close()
    link.close()

    with pytest.raises(LinkLost, match="not open"):
        link.read()


def test_final_settings_stand_at_open(pty: Pty) -> None:
    """Timeouts, exclusiveness and no flow control are set once, in the constructor (CDP1 10)."""
    port = open_port(str(pty.path), 115200)
    assert isinstance(port, serial.Serial)
    settings = port.get_settings()

    assert (READ_WAIT_S, WRITE_WAIT_S, True) == (port.timeout, port.write_timeout, port.exclusive)
    assert (115200, 8, "N", 1) == (
        settings["baudrate"],
        settings["bytesize"],
        settings["parity"],
        settings["stopbits"],
    )
    assert (False, False, False) == (settings["xonxoff"], settings["rtscts"], settings["dsrdtr"])
    port.close()


def test_url_opens_for_tests() -> None:
    """URLs of pyserial work as paths; nothing else is promised of them (CDP1 10)."""
    link = SerialLink(SerialAddress(path="loop://"))
    link.open()
    link.write(b"round")

    assert b"round" == link.read()
    link.close()


def test_stop_is_clean_while_the_port_reads(pty: Pty) -> None:
    """Twenty starts and stops: the thread ends, and no exception or descriptor stays (CDP1 10)."""
    settings = PortSettings(device="shoe", device_class="shoe", serial="SHOE-0001", quiet_s=0.0)
    before = open_descriptors()
    sink = Sink()
    for _ in range(20):
        port = DevicePort(
            settings=settings,
            make_link=lambda: SerialLink(SerialAddress(path=str(pty.path))),
            inbox=sink,
            resume={},
        )
        port.start()
        os.read(pty.master, 100)
        port.stop()

    assert [] == sink.reports
    assert before == open_descriptors()
    assert [] == [thread for thread in threading.enumerate() if thread.name.startswith("port-")]


def test_a_pty_is_never_listed() -> None:
    """A pseudo-terminal is in no list of ports, so a configured path is always tried (CDP1 10)."""
    assert [] == [address for address, _ in list_serial_ports() if "pts" in address.path]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("serial:/dev/ttyUSB0", SerialAddress(path="/dev/ttyUSB0")),
        ("serial:socket://host:7000", SerialAddress(path="socket://host:7000")),
        ("usb:1209:cd01:SHOE-0001", UsbAddress(vendor=0x1209, product=0xCD01, serial="SHOE-0001")),
    ],
)
def test_address_is_read_and_written(text: str, expected: SerialAddress | UsbAddress) -> None:
    """An address reads and prints as it stands in the table file (CDP1 1)."""
    assert expected == parse_address(text)
    assert text == str(expected)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "serial:",
        "usb:1209:CD01:X",
        "usb:1209:cd01:",
        "usb:1209:cd01:low",
        "tty:/dev/x",
        "usb:1209:cd01:" + 33 * "X",
    ],
)
def test_wrong_address_names_what_is_allowed(text: str) -> None:
    """A wrong address names itself and both forms (CDP1 1)."""
    with pytest.raises(DriverConfigError, match="serial:PATH or usb:"):
        parse_address(text)


def test_serial_numbers() -> None:
    """A serial number is 1..32 of `A-Z0-9._-` (CDP1 1)."""
    assert is_serial_number("SHOE-0001")
    assert not is_serial_number("shoe")
    assert not is_serial_number("")
