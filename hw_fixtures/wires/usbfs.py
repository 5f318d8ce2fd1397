"""Stand in for the kernel's usbfs: unmodified pyusb and real libusb meet the simulated devices (CDP1 13, L2).

A child process runs with libumockdev's preload library. It redirects `/dev` and `/sys` into a folder and asks
us, over a socket for each opened device file, what each ioctl does. Messages are three unsigned longs; while
an ioctl is open we may read and write the caller's memory.
"""

import errno
import os
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from pathlib import Path
from typing import Final

from hw_fixtures.wires.runtime import Runtime
from hw_fixtures.wires.usb_descriptors import descriptor_bytes
from hw_fixtures.wires.usb_port import UsbPort

PRELOAD_NAMES: Final = ("libumockdev-preload.so.0", "libumockdev-preload.so")
PRELOAD_FOLDERS: Final = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib")
BUS: Final = 1
_LONGS: Final = struct.Struct("@3L")
_URB: Final = struct.Struct("@BBxxiIxxxxPiiiiiIP")
_CONTROL: Final = 2
_DRIVER_AT: Final = 4
"""Where the name stands in the kernel's answer to GET_DRIVER, behind the interface."""
_GONE: Final = -errno.ESHUTDOWN


class _Ask(IntEnum):
    IOCTL = 1
    DONE = 3
    READ_MEMORY = 5
    WRITE_MEMORY = 6


class _Ioctl(IntEnum):
    SET_CONFIGURATION = 5
    GET_DRIVER = 8
    SUBMIT = 10
    DISCARD = 11
    REAP = 12
    REAP_NO_DELAY = 13
    CLAIM = 15
    RELEASE = 16
    ON_INTERFACE = 18
    RESET = 20
    CLEAR_HALT = 21
    CAPABILITIES = 26


def find_preload() -> Path | None:
    """Find libumockdev's preload library, or None where the package `umockdev` is missing."""
    paths = (Path(folder) / name for folder in PRELOAD_FOLDERS for name in PRELOAD_NAMES)
    return next((path for path in paths if path.exists()), None)


@dataclass(slots=True)
class _Urb:
    """Hold one submitted transfer: where it lies in the caller's memory, and how far it is."""

    address: int
    kind: int
    endpoint: int
    buffer: int
    length: int
    data: bytearray = field(default_factory=bytearray)
    offset: int = 0
    status: int | None = None
    actual: int = 0


class UsbfsServer:
    """Serve the ports of a simulated bus as device files under `folder` (threads of its own).

    environment: what the child process needs beside its own environment.
    """

    def __init__(self, ports: list[UsbPort], runtime: Runtime, folder: Path, preload: Path) -> None:
        self._runtime = runtime
        self._listeners: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._folder = folder
        self._preload = preload
        self._closing = False
        with runtime.moment():
            for number, port in enumerate(ports, 1):
                port.follow(number)
                self._make_device(port, number)

    @property
    def environment(self) -> Mapping[str, str]:
        """Give the variables that lead a child process here."""
        return {"LD_PRELOAD": str(self._preload), "UMOCKDEV_DIR": str(self._folder)}

    def close(self) -> None:
        """Stop serving, and wait for every thread; the child process must have ended."""
        self._closing = True
        for listener in self._listeners:
            # A close alone does not wake the thread that waits for a connection.
            listener.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for listener in self._listeners:
            listener.close()

    def _make_device(self, port: UsbPort, number: int) -> None:
        node = f"/dev/bus/usb/{BUS:03}/{number:03}"
        attributes = {"busnum": BUS, "devnum": number, "speed": 12, "bConfigurationValue": 1}
        system = self._folder / f"sys/bus/usb/devices/{BUS}-{number}"
        system.mkdir(parents=True)
        for name, value in attributes.items():
            (system / name).write_text(f"{value}\n", encoding="ascii")
        (system / "descriptors").write_bytes(descriptor_bytes())
        device = self._folder / node[1:]
        device.parent.mkdir(parents=True, exist_ok=True)
        device.touch()
        nodes = self._folder / "dev/.node"
        nodes.mkdir(exist_ok=True)
        (nodes / node[5:].replace("/", "_")).symlink_to(f"189:{number - 1}")
        self._listen(port, number, self._folder / "ioctl" / node[1:])

    def _listen(self, port: UsbPort, address: int, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(path))
        listener.listen()
        self._listeners.append(listener)
        self._start(partial(self._accept, listener, port, address), "usbfs")

    def _start(self, work: Callable[[], None], name: str) -> None:
        """Run something in a thread of its own."""
        thread = threading.Thread(target=work, name=name, daemon=True)
        thread.start()
        self._threads.append(thread)

    def _accept(self, listener: socket.socket, port: UsbPort, address: int) -> None:
        while not self._closing:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            self._start(_File(connection, port, address, self._runtime).serve, "usbfs-file")


class _File:
    """Answer the ioctls of one opened device file."""

    def __init__(self, connection: socket.socket, port: UsbPort, address: int, runtime: Runtime) -> None:
        self._connection = connection
        self._port = port
        self._address = address
        self._runtime = runtime
        with runtime.moment():
            port.follow(address)
            self._node = port.node
        self._pending: list[_Urb] = []
        self._finished: deque[_Urb] = deque()

    @property
    def _is_gone(self) -> bool:
        """Tell whether the device left since the file was opened, or was not there even then."""
        return self._node is None or self._port.node is not self._node

    def serve(self) -> None:
        """Answer until the file is closed."""
        try:
            while message := self._receive(_LONGS.size):
                _, request, argument = _LONGS.unpack(message)
                failure = self._ioctl(request & 0xFF, argument)
                result = -1 if failure else 0
                self._connection.sendall(_LONGS.pack(_Ask.DONE, result & (1 << 64) - 1, failure))
        except OSError:
            return
        finally:
            self._connection.close()

    def _ioctl(self, number: int, argument: int) -> int:
        with self._runtime.moment() as now_ms:
            self._port.follow(self._address)
            self._move(now_ms)
            gone = self._is_gone
            if number in {_Ioctl.REAP, _Ioctl.REAP_NO_DELAY}:
                return self._reap(argument, gone=gone)
            if gone:
                return errno.ENODEV
            return self._act(number, argument, now_ms)

    def _act(self, number: int, argument: int, now_ms: int) -> int:
        port = self._port
        if number == _Ioctl.SUBMIT:
            return self._submit(argument, now_ms)
        if number == _Ioctl.DISCARD:
            return self._discard(argument)
        if number == _Ioctl.CLEAR_HALT:
            endpoint = int.from_bytes(self._read(argument, 4), "little")
            port.restart(ends_session=False)
            port.halted.discard(endpoint)
        elif number in {_Ioctl.RESET, _Ioctl.SET_CONFIGURATION}:
            port.restart(ends_session=True)
        elif number == _Ioctl.CAPABILITIES:
            self._write(argument, bytes(4))
        elif number == _Ioctl.CLAIM:
            return errno.EBUSY if port.faults.busy or port.faults.kernel_driver else 0
        elif number == _Ioctl.GET_DRIVER:
            if not port.faults.kernel_driver:
                return errno.ENODATA
            self._write(argument + _DRIVER_AT, b"cdc_acm\0")
        elif number == _Ioctl.ON_INTERFACE:
            port.faults.kernel_driver = False  # libusb asks here for one thing: to detach the driver
        elif number != _Ioctl.RELEASE:
            return errno.ENOTTY
        return 0

    def _submit(self, address: int, now_ms: int) -> int:
        kind, endpoint, _, _, buffer, length, *_ = _URB.unpack(self._read(address, _URB.size))
        urb = _Urb(address, kind, endpoint, buffer, length)
        if kind == _CONTROL:
            self._control(urb)
        elif not endpoint & 0x80:
            urb.data = bytearray(self._read(buffer, length))
        self._pending.append(urb)
        self._move(now_ms)
        return 0

    def _control(self, urb: _Urb) -> None:
        """Answer string requests; anything else stalls."""
        kind, request, value, _, length = struct.unpack("<BBHHH", self._read(urb.buffer, 8))
        string = self._port.string_bytes(value & 0xFF)
        if (kind, request, value >> 8) == (0x80, 6, 3) and string is not None:
            urb.data = bytearray(string[:length])
            urb.offset, urb.actual, urb.status = 8, len(urb.data), 0
        else:
            urb.data.clear()
            urb.status = -errno.EPIPE

    def _discard(self, address: int) -> int:
        for urb in self._pending:
            if urb.address == address:
                urb.status = -errno.ENOENT
                self._settle()
                return 0
        return errno.EINVAL

    def _move(self, now_ms: int) -> None:
        """Let transfers go on: the device's bytes in, the host's bytes out, or the end of all."""
        for urb in self._pending:
            if self._is_gone:
                urb.status = _GONE
            elif urb.status is None and urb.endpoint & 0x80:
                self._fill(urb, now_ms)
            elif urb.status is None and not self._port.faults.nak_writes:
                failure = self._port.write_failure()
                if not failure:
                    self._port.write(bytes(urb.data), now_ms)
                urb.status, urb.actual = -failure, 0 if failure else urb.length
        self._settle()

    def _fill(self, urb: _Urb, now_ms: int) -> None:
        failure = self._port.read_failure()
        if failure:
            urb.status = -errno.EPROTO if failure == errno.EIO else -failure
            return
        try:
            packets = self._port.take_packets(now_ms, urb.length - len(urb.data))
        except BufferError:
            urb.status = -errno.EOVERFLOW
            return
        if packets:
            urb.data += packets[0]
            urb.actual = len(urb.data)
            urb.status = 0 if packets[1] else None

    def _settle(self) -> None:
        self._finished.extend(urb for urb in self._pending if urb.status is not None)
        self._pending = [urb for urb in self._pending if urb.status is None]

    def _reap(self, argument: int, *, gone: bool) -> int:
        if not self._finished:
            return errno.ENODEV if gone else errno.EAGAIN
        urb = self._finished.popleft()
        if urb.data and (urb.kind == _CONTROL or urb.endpoint & 0x80):
            self._write(urb.buffer + urb.offset, bytes(urb.data))
        fields = list(_URB.unpack(self._read(urb.address, _URB.size)))
        fields[2], fields[6] = urb.status, urb.actual
        self._write(urb.address, _URB.pack(*fields))
        self._write(argument, struct.pack("@P", urb.address))
        return 0

    # -- the caller's memory ------------------------------------------------------------------

    def _read(self, address: int, length: int) -> bytes:
        self._connection.sendall(_LONGS.pack(_Ask.READ_MEMORY, address, length))
        return self._receive(length)

    def _write(self, address: int, data: bytes) -> None:
        self._connection.sendall(_LONGS.pack(_Ask.WRITE_MEMORY, address, len(data)) + data)

    def _receive(self, length: int) -> bytes:
        data = b""
        while len(data) < length:
            part = self._connection.recv(length - len(data))
            if not part:
                return b""
            data += part
        return data


def child_environment(server: UsbfsServer) -> dict[str, str]:
    """Give a whole environment for the child process."""
    return {**os.environ, **server.environment}
