"""Own the USB link of a rig in a process of its own, where real libusb sees an emulated usbfs.

One request a line on standard input, one answer a line on standard output: `ok HEX`, or the name of the link
error and its detail.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from drivers.address import parse_address
from drivers.discovery import make_link
from drivers.errors import LinkError


def main() -> None:
    """Serve the address of the command line until the end of input."""
    link = make_link(parse_address(sys.argv[1]))
    acts: dict[str, Callable[[bytes], object]] = {
        "open": lambda _: link.open(),
        "read": lambda _: link.read(),
        "write": link.write,
        "close": lambda _: link.close(),
        "descriptors": lambda _: bytes([sum(1 for _ in Path("/proc/self/fd").iterdir())]),
    }
    for line in sys.stdin:
        name, _, data = line.strip().partition(" ")
        try:
            result = acts[name](bytes.fromhex(data))
        except LinkError as error:
            sys.stdout.write(f"{type(error).__name__} {error.detail}\n")
        else:
            sys.stdout.write(f"ok {result.hex() if isinstance(result, bytes) else ''}\n")
        sys.stdout.flush()


main()
