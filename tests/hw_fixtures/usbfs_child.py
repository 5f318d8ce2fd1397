"""Drive a USB device by unmodified pyusb and real libusb, one command a line; run as a child process."""

import sys
from collections.abc import Callable
from typing import Any

import libusb_package
import usb.core
import usb.util

Act = Callable[[list[str]], str]


class Driver:
    """Hold the one device the commands speak to."""

    def __init__(self) -> None:
        self.backend = libusb_package.get_libusb1_backend()
        self.device: Any = None

    def find(self, words: list[str]) -> str:
        """Find by serial, as a driver must after each replug."""
        found = usb.core.find(find_all=True, idVendor=0x1209, idProduct=0xCD01, backend=self.backend)
        serials = {usb.util.get_string(device, 3): device for device in found}
        self.device = serials[words[0]]
        return " ".join(sorted(serials))

    def claim(self, _words: list[str]) -> str:
        """Claim the interface."""
        usb.util.claim_interface(self.device, 0)
        return str(self.device.get_active_configuration().bConfigurationValue)

    def write(self, words: list[str]) -> str:
        """Write bytes in hex."""
        return str(self.device.write(0x01, bytes.fromhex(words[0]), timeout=100))

    def read(self, words: list[str]) -> str:
        """Read one transfer into a buffer of the given size."""
        return bytes(self.device.read(0x81, int(words[0]), timeout=100)).hex()

    def clear(self, words: list[str]) -> str:
        """Clear a halt."""
        self.device.clear_halt(int(words[0], 16))
        return "cleared"

    def close(self, _words: list[str]) -> str:
        """Let the device go."""
        usb.util.dispose_resources(self.device)
        return "closed"


def main() -> None:
    """Answer each line with the result, or with class, errno and libusb code of the error."""
    driver = Driver()
    acts: dict[str, Act] = {
        "find": driver.find,
        "claim": driver.claim,
        "write": driver.write,
        "read": driver.read,
        "clear": driver.clear,
        "close": driver.close,
    }
    for line in sys.stdin:
        name, *words = line.split()
        try:
            answer = acts[name](words)
        except usb.core.USBError as error:
            answer = f"{type(error).__name__} {error.errno} {error.backend_error_code}"
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


main()
