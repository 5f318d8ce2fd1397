"""What both devices' orders share: when nothing may move, and their locks."""

from controller.engine.device_words import SetLock
from controller.engine.state import Device, TableState

LOCK = 5


def stands_still(state: TableState) -> bool:
    """Tell whether nothing may move: a hold, or a felt not yet confirmed after a restart."""
    return state.hold is not None or state.recovered


def lock_order(device: Device, *, wanted: bool) -> SetLock | None:
    """Give the order that brings a device's lock to what is wanted; none for a device without one."""
    if device.locked is wanted or not device.can(LOCK):
        return None
    return SetLock(locked=wanted)


def is_unlocked(device: Device) -> bool:
    """Tell whether cards can leave a device."""
    return device.locked is False or not device.can(LOCK)
