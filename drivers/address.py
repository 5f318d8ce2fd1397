"""Link addresses as they stand in a table file: `serial:PATH` or `usb:VVVV:PPPP:SERIAL` (CDP1 1)."""

import re
from dataclasses import dataclass

from drivers.errors import DriverConfigError

ALLOWED = "serial:PATH or usb:VVVV:PPPP:SERIAL (four lower-case hex digits, serial of [A-Z0-9._-]{1,32})"

_SERIAL_NUMBER = re.compile(r"[A-Z0-9._-]{1,32}")
_USB = re.compile(r"usb:([0-9a-f]{4}):([0-9a-f]{4}):([A-Z0-9._-]{1,32})")


@dataclass(frozen=True, slots=True, kw_only=True)
class SerialAddress:
    """Name a serial port by its path, or by a pyserial URL in tests."""

    path: str

    def __str__(self) -> str:
        return f"serial:{self.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class UsbAddress:
    """Name a USB device by vendor, product and serial number."""

    vendor: int
    product: int
    serial: str

    def __str__(self) -> str:
        return f"usb:{self.vendor:04x}:{self.product:04x}:{self.serial}"


LinkAddress = SerialAddress | UsbAddress


def parse_address(text: str) -> LinkAddress:
    """Read an address; raises DriverConfigError naming what is allowed (CDP1 1)."""
    if match := _USB.fullmatch(text):
        vendor, product, serial = match.groups()
        return UsbAddress(vendor=int(vendor, 16), product=int(product, 16), serial=serial)
    scheme, _, path = text.partition(":")
    if scheme == "serial" and path:
        return SerialAddress(path=path)
    raise DriverConfigError("link", text, ALLOWED)


def is_serial_number(text: str) -> bool:
    """Tell whether a text is a serial number as CDP/1 writes it."""
    return _SERIAL_NUMBER.fullmatch(text) is not None
