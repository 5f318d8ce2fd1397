"""Judge the floor's word that a device may serve the next deal (C11, G10.5)."""

from controller.engine.actors import approver
from controller.engine.commands import ReleaseDevice
from controller.engine.device_events import DeviceReleased
from controller.engine.events import Event
from controller.engine.queries import is_clean
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import TableState


def decide_release(state: TableState, command: ReleaseDevice) -> Refused | tuple[Event, ...]:
    """Let a device serve again once its cause is gone; a lamp that went out is not enough (C11)."""
    device = state.device(command.device)
    if not device.blocks:
        return Refused(code=RefusalCode.NOTHING_BLOCKED, field="device", value=command.device)
    if not is_clean(device) or device.late:
        return Refused(code=RefusalCode.CAUSE_REMAINS, field="device", value=command.device)
    return (DeviceReleased(device=device.name, blocks=device.blocks, approved_by=approver(command.approval)),)
