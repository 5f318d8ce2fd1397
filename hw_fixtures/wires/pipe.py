"""Offer a device in the same process, with the four calls of a driver's link (CDP1 9, 12)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hw_fixtures.wires.cable import Cable, Unplugged
from hw_fixtures.wires.runtime import Runtime

READ_MS: Final = 20

Raiser = Callable[[str], Exception]


@dataclass(frozen=True, slots=True, kw_only=True)
class PipeErrors:
    """Name the errors a pipe raises; a driver's test passes its own."""

    lost: Raiser = ConnectionError
    missing: Raiser = FileNotFoundError


class PipeLink:
    """Open, read, write, close one cable (any one thread).

    Each `open` is a new plug: after an unplug the old link stays lost even when the cable is back.
    """

    def __init__(self, cable: Cable, runtime: Runtime, *, errors: PipeErrors | None = None) -> None:
        self._cable = cable
        self._runtime = runtime
        self._errors = errors or PipeErrors()
        self._plug: tuple[int, int] | None = None

    def open(self) -> None:
        """Take the cable; raise `missing` if it is out or the device has no power."""
        with self._runtime.moment():
            if not (self._cable.is_plugged and self._cable.machine.is_on):
                raise self._errors.missing(f"{self._cable.identity.serial} is not there")
            self._plug = self._present()

    def read(self) -> bytes:
        """Give what came within 20 ms; raise `lost` after an unplug."""
        return self._runtime.wait(self._look, READ_MS) or b""

    def write(self, data: bytes) -> None:
        """Send bytes; raise `lost` after an unplug."""
        with self._runtime.moment() as now_ms:
            self._check()
            self._cable.host_writes(data, now_ms)

    def close(self) -> None:
        """Let go; a second time does nothing."""
        self._plug = None

    def _look(self, now_ms: int) -> bytes | None:
        self._check()
        try:
            return self._cable.host_reads(now_ms) or None
        except Unplugged as gone:
            raise self._errors.lost(str(gone)) from None

    def _check(self) -> None:
        if self._plug is None or self._plug != self._present() or not self._cable.is_plugged:
            raise self._errors.lost(f"{self._cable.identity.serial} is gone")

    def _present(self) -> tuple[int, int]:
        return self._cable.plugs, self._cable.machine.power_ups
