"""The last fault of each device as the record tells it, for the devices sheet (TOUCHSCREEN 6, S5)."""

from dataclasses import dataclass

from controller.engine.device_events import FaultRaised
from controller.engine.events import Event
from controller.engine.ids import DeviceName


@dataclass(frozen=True, slots=True, kw_only=True)
class LastFault:
    """Hold a device's last fault: its number as in CDP1 5.1, and the time of its record in microseconds."""

    device: DeviceName
    fault: int
    utc_us: int


def with_fault(faults: tuple[LastFault, ...], event: Event, utc_us: int) -> tuple[LastFault, ...]:
    """Give the last faults after one event, one for each device that had any."""
    if not isinstance(event, FaultRaised):
        return faults
    others = tuple(one for one in faults if one.device != event.device)
    return (*others, LastFault(device=event.device, fault=event.fault, utc_us=utc_us))
