"""Judge what is asked of a device between rounds: its release by the floor, its self-test (C11, G10.5)."""

from controller.engine.actors import approver
from controller.engine.commands import ReleaseDevice, RetestDevice
from controller.engine.decide.orders import issue
from controller.engine.device_events import DeviceOrderIssued, DeviceReleased
from controller.engine.device_state import SELF_TEST, Device
from controller.engine.device_words import SelfTest
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


def decide_retest(
    state: TableState, command: RetestDevice, now_us: int
) -> Refused | tuple[DeviceOrderIssued, ...]:
    """Let a device test itself; one that is at work, open or in fault would only refuse (CDP1 4, S5)."""
    device = state.device(command.device)
    refused = _not_testable(device)
    return refused or (issue(device, SelfTest(), now_us),)


def _not_testable(device: Device) -> Refused | None:
    not_ready, name = RefusalCode.DEVICE_NOT_READY, device.name
    if not device.linked:
        return Refused(code=not_ready, field="device", value=name, allowed="linked")
    if not device.can(SELF_TEST):
        return Refused(code=not_ready, field="device", value=name, allowed="one with a self-test")
    if device.faults:
        return Refused(code=RefusalCode.DEVICE_FAULT, field="device", value=name)
    if device.doors:
        return Refused(code=RefusalCode.DOOR_OPEN, field="device", value=name)
    if device.operation is not None or device.waiting:
        return Refused(code=RefusalCode.DEVICE_BUSY, field="device", value=name, allowed="at rest")
    return None
