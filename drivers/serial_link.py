"""A device on a serial port, by pyserial; the only module that imports it (CDP1 1, 10).

pyserial lets a vanished port out as SerialException, OSError, termios.error or TypeError, depending on the
call that meets it; here all of them become LinkLost. The port thread alone touches the handle.
"""

import contextlib
import errno
import os
import termios
import threading
from collections.abc import Callable
from typing import Protocol

import serial
from serial.tools import list_ports

from drivers.address import SerialAddress
from drivers.errors import LinkBusy, LinkDenied, LinkError, LinkLost, LinkMissing, LinkTimeout
from drivers.link import READ_WAIT_S, WRITE_WAIT_S

BAUD = 115200
_MOST_AT_ONCE = 4096
_GONE = (OSError, termios.error, TypeError)
"""What pyserial raises once the port has vanished; SerialException is an OSError."""

_AT_OPEN: dict[int, type[LinkError]] = {
    errno.ENOENT: LinkMissing,
    errno.ENODEV: LinkMissing,
    errno.ENXIO: LinkMissing,
    errno.ENOTDIR: LinkMissing,
    errno.EACCES: LinkDenied,
    errno.EPERM: LinkDenied,
    errno.EAGAIN: LinkBusy,
    errno.EBUSY: LinkBusy,
}


class SerialPort(Protocol):
    """Be what is used of pyserial's port objects."""

    @property
    def in_waiting(self) -> int:
        """Give the number of bytes that wait."""
        ...

    def read(self, size: int, /) -> bytes:
        """Wait for bytes."""
        ...

    def write(self, data: bytes, /) -> int | None:
        """Send bytes."""
        ...

    def close(self) -> None:
        """Close the port."""
        ...


SerialOpener = Callable[[str, int], SerialPort]


def open_port(path: str, baud: int) -> SerialPort:
    """Open a port or pyserial URL with its final settings; none of them is touched afterwards."""
    port: SerialPort = serial.serial_for_url(
        path,
        baudrate=baud,
        timeout=READ_WAIT_S,
        write_timeout=WRITE_WAIT_S,
        exclusive=True,
        xonxoff=False,
        rtscts=False,
        dsrdtr=False,
    )
    return port


class SerialLink:
    """Carry bytes over one serial port; all methods but `wake` belong to one thread."""

    def __init__(self, address: SerialAddress, *, baud: int = BAUD, opener: SerialOpener = open_port) -> None:
        self._address = address
        self._baud = baud
        self._opener = opener
        self._port: SerialPort | None = None
        self._open_or_not = threading.Lock()
        """Keeps `wake` off a port that is being closed: its pipe's number may be another file's by then."""
        self._woken = False

    @property
    def address(self) -> str:
        """Give the configured address."""
        return str(self._address)

    def open(self) -> None:
        """Open the configured path, never a remembered one: a by-id link may point elsewhere by now."""
        self.close()
        try:
            port = self._opener(self._address.path, self._baud)
        except (*_GONE, ValueError) as error:
            raise self._open_error(error) from error
        with self._open_or_not:
            self._port, self._woken = port, False

    def read(self) -> bytes:
        """Wait for one byte, then take what is there: a longer read would lose bytes at an unplug."""
        port = self._opened()
        try:
            first = port.read(1)
            self._woken = False
            waiting = port.in_waiting if first else 0
            return bytes(first + port.read(min(waiting, _MOST_AT_ONCE)) if waiting else first)
        except _GONE as error:
            raise LinkLost(self.address, f"read: {error}") from error

    def write(self, data: bytes) -> None:
        """Send all bytes; after a timeout part of them may be out, so the link must be reopened."""
        port = self._opened()
        try:
            port.write(data)
        except serial.SerialTimeoutException as error:
            raise LinkTimeout(self.address, f"write: {error}") from error
        except _GONE as error:
            raise LinkLost(self.address, f"write: {error}") from error

    def close(self) -> None:
        """Close the port, gone or not."""
        with self._open_or_not:
            port, self._port = self._port, None
            if port is not None:
                with contextlib.suppress(*_GONE):
                    port.close()

    def wake(self) -> None:
        """End a wait in `read` by pyserial's own pipe; one call is enough until it has ended."""
        with self._open_or_not:
            if self._port is None or self._woken:
                return
            self._woken = True
            cancel = getattr(self._port, "cancel_read", None)  # a `socket://` has none
            if cancel is not None:
                with contextlib.suppress(*_GONE):
                    cancel()

    def _opened(self) -> SerialPort:
        if self._port is None:
            raise LinkLost(self.address, "not open")
        return self._port

    def _open_error(self, error: Exception) -> LinkError:
        number = error.errno if isinstance(error, OSError) else None
        kind = _AT_OPEN.get(number, LinkLost) if number is not None else LinkLost
        return kind(self.address, os.strerror(number) if number in _AT_OPEN else str(error))


def list_serial_ports() -> tuple[tuple[SerialAddress, str], ...]:
    """Give the serial ports this machine knows of, each with its description; a pty is never among them."""
    found = sorted(list_ports.comports(), key=lambda port: port.device)
    return tuple((SerialAddress(path=port.device), port.description) for port in found)
