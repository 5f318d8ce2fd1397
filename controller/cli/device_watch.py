"""Say in plain words which device does not answer, and what to check (issue 2, `run`)."""

from collections.abc import Callable, Mapping
from typing import Final

from controller.cli.devices_advice import of_error
from controller.config import TableConfig
from controller.engine.ids import DeviceName
from controller.engine.view_types import DeviceView, TableView
from drivers.errors import DriverError

LOST: Final = "link_lost"
PATIENCE_US: Final = 5_000_000
"""A device may take so long to be found after a start, in microseconds."""


def no_trouble(_: DeviceName) -> DriverError | None:
    """Know of nothing."""
    return None


class DeviceWatch:
    """Look at every picture and say once for each device that it stays silent, is refused, or is back.

    say: takes one sentence; addresses: where each device should be; trouble: tells why a link is not open.
    """

    def __init__(
        self,
        addresses: Mapping[DeviceName, str],
        say: Callable[[str], object],
        trouble: Callable[[DeviceName], DriverError | None] = no_trouble,
    ) -> None:
        self._addresses = addresses
        self._say = say
        self._trouble = trouble
        self._since_us: dict[DeviceName, int] = {}
        self._told: dict[DeviceName, str] = {}

    def look(self, view: TableView, now_us: int) -> None:
        """Compare both devices with what was said before; `now_us` is boot time in microseconds."""
        for device in view.devices:
            if device.linked:
                self._answered(device)
            else:
                self._silent(device, now_us)

    def _answered(self, device: DeviceView) -> None:
        self._since_us.pop(device.name, None)
        if self._told.pop(device.name, None) is not None:
            self._say(f"the {device.name} answers: {device.model} {device.serial}")

    def _silent(self, device: DeviceView, now_us: int) -> None:
        since_us = self._since_us.setdefault(device.name, now_us)
        if now_us - since_us < PATIENCE_US or self._told.get(device.name) == device.problem:
            return
        self._told[device.name] = device.problem
        self._say(f"the {device.name} at {self._addresses[device.name]} does not answer{self._why(device)}")

    def _why(self, device: DeviceView) -> str:
        """Say what is missing and what to do: what the link met, else what the table knows."""
        trouble = self._trouble(device.name)
        if trouble is not None:
            problem = of_error(trouble)
            return f" ({problem.text}): {problem.remedy[0].lower()}{problem.remedy[1:]}"
        reason = device.detail or ("" if device.problem == LOST else device.problem)
        why = f" ({reason})" if reason else ""
        return f"{why}: check its power and cable, and the address in the table file"


def addresses_of(config: TableConfig) -> dict[DeviceName, str]:
    """Give the configured address of each device."""
    return {"shuffler": config.devices.shuffler.address, "shoe": config.devices.shoe.address}
