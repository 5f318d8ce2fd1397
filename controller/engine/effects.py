"""What an event asks the shell to do: only orders, which were events first (ARCHITECTURE 3, step 8)."""

from controller.engine.device_events import DeviceOrderIssued
from controller.engine.events import Event


def effects_of(event: Event) -> tuple[DeviceOrderIssued, ...]:
    """Give the orders to send once the event is durable; nothing else reaches a device."""
    return (event,) if isinstance(event, DeviceOrderIssued) else ()
