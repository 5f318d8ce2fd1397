"""The wires of a real table: what each address of the table file opens."""

from functools import partial

from controller.cli.running import LinkMaker, devices_of
from controller.config import TableConfig
from controller.engine.faults import ConfigFault
from controller.engine.ids import DeviceName
from drivers.address import parse_address
from drivers.discovery import make_link
from drivers.errors import DriverConfigError


def links_of(config: TableConfig) -> dict[DeviceName, LinkMaker]:
    """Give what builds each device's closed link; raise ConfigFault for an address no driver knows."""
    links: dict[DeviceName, LinkMaker] = {}
    for name, section in devices_of(config).items():
        try:
            links[name] = partial(make_link, parse_address(section.address), baud=section.baud)
        except DriverConfigError as error:
            raise ConfigFault(
                file="table file",
                key=f"devices.{name}.{error.field}",
                value=error.value,
                allowed=error.allowed,
            ) from error
    return links
