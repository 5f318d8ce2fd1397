"""Where libusb comes from, and what is said when it is not there (CDP1 10)."""

from collections.abc import Iterator

import pytest
import usb.core
from usb.backend import IBackend

from drivers.errors import DriverConfigError
from drivers.usb_link import PRODUCT, VENDOR, bundled_backend, find_devices


class Odd(IBackend):  # type: ignore[misc] # pyusb ships no types
    """A bus on which nothing can be enumerated."""

    def enumerate_devices(self) -> Iterator[object]:
        """Fail as a system without libusb does."""
        raise usb.core.NoBackendError("No backend available")


def test_missing_library_says_what_to_install() -> None:
    """No libusb: a setting error that names the package (CDP1 10)."""
    with pytest.raises(DriverConfigError, match="install libusb-package"):
        find_devices(Odd(), VENDOR, PRODUCT)


def test_wheel_without_libusb_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wheel gives None where it has no library (CDP1 10)."""
    monkeypatch.setattr("libusb_package.get_libusb1_backend", lambda: None)

    with pytest.raises(DriverConfigError, match="install libusb-package"):
        bundled_backend()


def test_bundled_library_loads() -> None:
    """The libusb of the wheel loads on this machine without a system package (CDP1 10)."""
    assert bundled_backend() is not None
