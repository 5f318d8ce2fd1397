"""Which devices are there, and the link that belongs to an address (CDP1 11).

Nothing here knows who answers: identity counts only after HELLO.
"""

from dataclasses import dataclass
from typing import assert_never

from drivers.address import LinkAddress, SerialAddress, UsbAddress
from drivers.errors import DriverConfigError
from drivers.link import Link
from drivers.serial_link import BAUD, SerialLink, list_serial_ports
from drivers.usb_link import BackendSource, UsbLink, bundled_backend, list_usb_devices

BAUD_RATES = (115200, 230400, 460800, 921600)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Hold one address at which a device may answer; `note` describes it, or says why it is unusable."""

    address: LinkAddress | None
    note: str


def make_link(
    address: LinkAddress, *, baud: int = BAUD, usb_backend: BackendSource = bundled_backend
) -> Link:
    """Build the closed link of an address; raises DriverConfigError for a baud rate CDP/1 does not know."""
    if baud not in BAUD_RATES:
        raise DriverConfigError("baud", str(baud), ", ".join(str(rate) for rate in BAUD_RATES))
    match address:
        case SerialAddress():
            return SerialLink(address, baud=baud)
        case UsbAddress():
            return UsbLink(address, backend=usb_backend)
        case _:
            assert_never(address)


def discover(usb_backend: BackendSource = bundled_backend) -> tuple[Candidate, ...]:
    """List serial ports and CDP devices on USB, afresh at each call; raises DriverConfigError without libusb.

    Two USB devices with one serial number are both marked as unusable.
    """
    usb = list_usb_devices(usb_backend())
    addresses = [address for address, _ in usb]
    twin = "carries the serial number of another device, unplug one"
    return (
        *(Candidate(address=address, note=note) for address, note in list_serial_ports()),
        *(
            Candidate(address=address, note=twin if address and addresses.count(address) > 1 else note)
            for address, note in usb
        ),
    )
