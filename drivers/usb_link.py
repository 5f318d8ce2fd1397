"""A device on USB, by pyusb and the libusb inside `libusb-package` (CDP1 1, 10).

After a reset or replug the old device object is dead for ever, so each open finds the device afresh, by
its serial number. One thread, the port's, owns the handle.
"""

import contextlib
import errno
import time
from collections.abc import Callable, Iterable
from typing import Protocol

import libusb_package
import usb.core
import usb.util
from usb.backend import IBackend

from drivers.address import UsbAddress
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
from drivers.link import READ_WAIT_S, WRITE_WAIT_S

VENDOR, PRODUCT = 0x1209, 0xCD01
_INTERFACE = {"bInterfaceClass": 0xFF, "bInterfaceSubClass": 0xCD, "bInterfaceProtocol": 0x01}
_CONFIGURATION = 1
_PACKET = 64
_READ_BYTES = 1024
_CHUNK = 511
"""One byte less than the longest write, and no multiple of 64: every chunk ends in a short packet."""
_SOFT_ERRORS = frozenset({errno.EIO, errno.EOVERFLOW})
_MOST_SOFT_ERRORS = 5
_STALL_AGAIN_S = 1.0
_READ_MS = round(READ_WAIT_S * 1000)
_WRITE_MS = round(WRITE_WAIT_S * 1000)

_KINDS: dict[int, type[LinkError]] = {errno.EBUSY: LinkBusy, errno.EACCES: LinkDenied}


BackendSource = Callable[[], IBackend]


class _Endpoint(Protocol):
    bEndpointAddress: int  # noqa: N815 - pyusb's name

    def read(self, buffer: object, timeout: int) -> int: ...

    def write(self, data: bytes, timeout: int) -> int: ...


class _Interface(Protocol):
    bInterfaceNumber: int  # noqa: N815 - pyusb's name


class _Device(Protocol):
    serial_number: str | None
    product: str | None

    def get_active_configuration(self) -> "_Configuration": ...

    def set_configuration(self, configuration: int) -> None: ...

    def is_kernel_driver_active(self, interface: int) -> bool: ...

    def detach_kernel_driver(self, interface: int) -> None: ...

    def clear_halt(self, endpoint: object) -> None: ...

    def reset(self) -> None: ...


class _Configuration(Protocol):
    bConfigurationValue: int  # noqa: N815 - pyusb's name


def bundled_backend() -> IBackend:
    """Load the libusb that came as a wheel; raises DriverConfigError if it is not there."""
    backend = libusb_package.get_libusb1_backend()
    if backend is None:
        raise DriverConfigError("usb", "libusb", "libusb not found, install libusb-package")
    return backend


class UsbLink:
    """Carry bytes over the one IN and one OUT pipe of the CDP interface."""

    def __init__(
        self,
        address: UsbAddress,
        *,
        backend: BackendSource = bundled_backend,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._address = address
        self._backend = backend
        self._clock = clock
        self._device: _Device | None = None
        self._in: _Endpoint | None = None
        self._out: _Endpoint | None = None
        self._buffer = usb.util.create_buffer(_READ_BYTES)
        self._soft_errors = 0
        self._stalled_at: float | None = None

    @property
    def address(self) -> str:
        """Give the configured address."""
        return str(self._address)

    def open(self) -> None:
        """Find the device by its serial number, claim its CDP interface."""
        self.close()
        self._soft_errors = 0
        self._stalled_at = None
        self._device = self._find()
        try:
            self._claim(self._device)
        except usb.core.USBError as error:
            self.close()
            raise self._named(error, "open") from error
        except LinkError:
            self.close()
            raise

    def read(self) -> bytes:
        """Wait for one transfer; stalls and single I/O errors are passed over."""
        endpoint = self._opened(self._in)
        try:
            count = endpoint.read(self._buffer, _READ_MS)
        except usb.core.USBTimeoutError:
            return b""
        except usb.core.USBError as error:
            self._pass_over(error, endpoint, "read")
            return b""
        self._soft_errors = 0
        return bytes(self._buffer[:count])

    def write(self, data: bytes) -> None:
        """Send all bytes in transfers that each end in a short packet."""
        endpoint = self._opened(self._out)
        for start in range(0, len(data), _CHUNK):
            chunk = data[start : start + _CHUNK]
            self._write_chunk(endpoint, chunk if len(chunk) % _PACKET else chunk + b"\x00")

    def close(self) -> None:
        """Give everything back to libusb, in this thread; silent when the device is gone."""
        device, self._device = self._device, None
        self._in = self._out = None
        if device is not None:
            _dispose(device)

    def reset(self) -> None:
        """Reset the device over the bus and close; it must be found afresh afterwards."""
        if self._device is not None:
            with contextlib.suppress(usb.core.USBError):
                self._device.reset()
        self.close()

    def _find(self) -> _Device:
        matching: list[_Device] = []
        unreadable = ""
        for device in find_devices(self._backend(), self._address.vendor, self._address.product):
            serial, problem = _serial_of(device)
            if serial == self._address.serial:
                matching.append(device)
            else:
                _dispose(device)
                unreadable = unreadable or problem
        if len(matching) == 1:
            return matching[0]
        for device in matching:
            _dispose(device)
        if matching:
            raise LinkAmbiguous(self.address, f"{len(matching)} devices carry this serial number, unplug one")
        if unreadable:
            raise LinkDenied(self.address, unreadable)
        raise LinkMissing(self.address, "no such device on the bus")

    def _claim(self, device: _Device) -> None:
        configuration = _configure(device)
        interface: _Interface | None = usb.util.find_descriptor(configuration, **_INTERFACE)
        if interface is None:
            raise LinkLost(self.address, "the device has no CDP interface (class ff/cd/01)")
        number = interface.bInterfaceNumber
        with contextlib.suppress(NotImplementedError):
            if device.is_kernel_driver_active(number):
                device.detach_kernel_driver(number)
        usb.util.claim_interface(device, number)
        self._in = _endpoint(interface, usb.util.ENDPOINT_IN)
        self._out = _endpoint(interface, usb.util.ENDPOINT_OUT)
        if self._in is None or self._out is None:
            raise LinkLost(self.address, "the CDP interface lacks an endpoint")

    def _opened(self, endpoint: _Endpoint | None) -> _Endpoint:
        if endpoint is None:
            raise LinkLost(self.address, "not open")
        return endpoint

    def _write_chunk(self, endpoint: _Endpoint, chunk: bytes) -> None:
        try:
            written = endpoint.write(chunk, _WRITE_MS)
        except usb.core.USBTimeoutError as error:
            raise LinkTimeout(self.address, f"write: {error}") from error
        except usb.core.USBError as error:
            self._pass_over(error, endpoint, "write")
            return
        if written != len(chunk):
            raise LinkTimeout(self.address, f"write: {written} of {len(chunk)} bytes went out")

    def _pass_over(self, error: OSError, endpoint: _Endpoint, call: str) -> None:
        """Go on after an error that may pass; what was lost, the session repairs. Else raise."""
        if error.errno == errno.EPIPE:
            self._clear_stall(error, endpoint)
            return
        self._soft_errors += 1
        if error.errno not in _SOFT_ERRORS or self._soft_errors > _MOST_SOFT_ERRORS:
            raise self._named(error, call) from error

    def _clear_stall(self, error: OSError, endpoint: _Endpoint) -> None:
        now = self._clock()
        again = self._stalled_at is not None and now - self._stalled_at < _STALL_AGAIN_S
        self._stalled_at = now
        device = self._device
        if again or device is None:
            raise LinkLost(self.address, "the endpoint stalls again and again") from error
        try:
            device.clear_halt(endpoint)
        except usb.core.USBError as failure:
            raise LinkLost(self.address, f"a stall could not be cleared: {failure}") from failure

    def _named(self, error: OSError, call: str) -> LinkError:
        kind = _KINDS.get(error.errno, LinkLost) if error.errno is not None else LinkLost
        return kind(self.address, f"{call}: {error}")


def find_devices(backend: IBackend, vendor: int, product: int) -> Iterable[_Device]:
    """Find all devices of one kind on the bus, afresh; raises DriverConfigError without a libusb."""
    try:
        found = usb.core.find(find_all=True, idVendor=vendor, idProduct=product, backend=backend)
        return tuple(found)
    except usb.core.NoBackendError as error:
        raise DriverConfigError("usb", "libusb", "libusb not found, install libusb-package") from error


def list_usb_devices(backend: IBackend) -> tuple[tuple[UsbAddress | None, str], ...]:
    """Give the CDP devices on the bus with product or problem; None stands for an unreadable one."""
    listed: list[tuple[UsbAddress | None, str]] = []
    for device in find_devices(backend, VENDOR, PRODUCT):
        serial, problem = _serial_of(device)
        address = UsbAddress(vendor=VENDOR, product=PRODUCT, serial=serial) if serial else None
        with contextlib.suppress(usb.core.USBError, ValueError):
            problem = problem or device.product or ""
        _dispose(device)
        listed.append((address, problem))
    return tuple(listed)


def _serial_of(device: _Device) -> tuple[str | None, str]:
    """Read the serial string; without permission pyusb raises ValueError instead of an access error."""
    try:
        return device.serial_number, ""
    except (usb.core.USBError, ValueError) as error:
        return None, f"serial number unreadable: {error}"


def _configure(device: _Device) -> _Configuration:
    """Select the one configuration only if need be: doing so resets the endpoints."""
    with contextlib.suppress(usb.core.USBError):
        configuration = device.get_active_configuration()
        if configuration.bConfigurationValue == _CONFIGURATION:
            return configuration
    device.set_configuration(_CONFIGURATION)
    return device.get_active_configuration()


def _endpoint(interface: _Interface, direction: int) -> _Endpoint | None:
    found: _Endpoint | None = usb.util.find_descriptor(
        interface,
        custom_match=lambda each: usb.util.endpoint_direction(each.bEndpointAddress) == direction,
    )
    return found


def _dispose(device: _Device) -> None:
    with contextlib.suppress(usb.core.USBError):
        usb.util.dispose_resources(device)
