"""A link by unmodified pyusb and real libusb over an emulated usbfs, in a child process (CDP1 13, L2)."""

import subprocess
import sys
import threading
from pathlib import Path
from typing import Self

from drivers import errors
from drivers.errors import LinkError
from hw_fixtures.simulation import Simulation
from hw_fixtures.wires.usbfs import UsbfsServer, child_environment, find_preload

PRELOAD = find_preload()
CHILD = Path(__file__).with_name("usbfs_child.py")
ROOT = Path(__file__).parents[2]
_ERRORS: dict[str, type[LinkError]] = {
    kind.__name__: kind
    for kind in (
        errors.LinkLost,
        errors.LinkTimeout,
        errors.LinkBusy,
        errors.LinkDenied,
        errors.LinkMissing,
        errors.LinkAmbiguous,
    )
}


class UsbfsLink:
    """Be the port's link; every call is made in the child, by `drivers.usb_link`."""

    def __init__(self, simulation: Simulation, address: str, folder: Path) -> None:
        assert PRELOAD is not None
        self.address = address
        self._lock = threading.Lock()
        self._server = UsbfsServer(simulation.usb.ports, simulation.runtime, folder, PRELOAD)
        self._child = subprocess.Popen(
            [sys.executable, str(CHILD), address],
            env={**child_environment(self._server), "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def open(self) -> None:
        """Find and claim the device."""
        self._ask("open")

    def read(self) -> bytes:
        """Wait for one transfer."""
        return self._ask("read")

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._ask("write", data)

    def close(self) -> None:
        """Let the device go; the child stays for the next open."""
        self._ask("close")

    def descriptors(self) -> int:
        """Count the descriptors that the child holds; any thread may ask."""
        return self._ask("descriptors")[0]

    def _ask(self, name: str, data: bytes = b"") -> bytes:
        """Have the child do one thing; raise the link error that it met."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        with self._lock:
            self._child.stdin.write(f"{name} {data.hex()}\n")
            self._child.stdin.flush()
            word, _, rest = self._child.stdout.readline().rstrip("\n").partition(" ")
        if word in _ERRORS:
            raise _ERRORS[word](self.address, rest)
        assert "ok" == word, f"{name}: {word} {rest}"
        return bytes.fromhex(rest)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the child, then the emulated bus."""
        self._child.communicate(timeout=20)
        self._server.close()
