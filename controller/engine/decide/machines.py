"""Judge what the devices say about themselves: links, faults, doors, keys (CDP1 6, C11, C13)."""

from controller.engine.decide.acting import board_may_come, close_preflop
from controller.engine.decide.holding import hold
from controller.engine.device_events import (
    ButtonPressed,
    DeviceBooted,
    DeviceLinked,
    DeviceLost,
    DeviceRefused,
    DoorMoved,
    FaultCleared,
    FaultRaised,
    TrayChanged,
    UnknownReported,
)
from controller.engine.device_words import Button
from controller.engine.events import Event, StubDiscarded
from controller.engine.fact_commands import (
    ReportBoot,
    ReportButton,
    ReportDoor,
    ReportFaultCleared,
    ReportFaultRaised,
    ReportLinked,
    ReportLost,
    ReportRefused,
    ReportTray,
    ReportUnknown,
)
from controller.engine.queries import BOARD_CARDS, moves_cards_now
from controller.engine.state import DEALING, DealingMode, HoldCode, Phase, TableState

BLOCKING = 3
CARDS_STILL_MOVE = frozenset({Phase.HOLE, Phase.PREFLOP, Phase.COMMUNITY})


def linked(command: ReportLinked) -> tuple[Event, ...]:
    """Take a device on."""
    return (
        DeviceLinked(
            device=command.source.device,
            serial=command.source.serial,
            boot_id=command.boot_id,
            capabilities=command.capabilities,
            model=command.model,
            firmware=command.firmware,
            faults=command.faults,
        ),
    )


def lost(state: TableState, command: ReportLost) -> tuple[Event, ...]:
    """Wait for a lost device; hold only where cards of this round are on their way (CDP1 6, I30)."""
    gone = DeviceLost(device=command.device, reason=command.reason)
    if state.phase in DEALING and moves_cards_now(state):
        return (gone, *hold(HoldCode.LINK_LOST, device=command.device))
    return (gone,)


def refused(state: TableState, command: ReportRefused) -> tuple[Event, ...]:
    """Put a device out of use; a deal in progress stops (CDP1, REFUSE)."""
    out = DeviceRefused(device=command.device, code=command.code, text=command.text)
    if state.phase in DEALING and moves_cards_now(state):
        return (out, *hold(HoldCode.LINK_LOST, device=command.device))
    return (out,)


def tray(command: ReportTray) -> tuple[Event, ...]:
    """Note what lies in the tray."""
    return (TrayChanged(count=command.count),)


def fault_raised(state: TableState, command: ReportFaultRaised) -> tuple[Event, ...]:
    """Note a fault; one that blocks stops the deal while cards move, else the next one (C11)."""
    device = command.source.device
    raised = FaultRaised(
        device=device,
        fault=command.fault,
        severity=command.severity,
        where=command.where,
        detail=command.detail,
    )
    if command.severity >= BLOCKING and _deals_from(state, device) and moves_cards_now(state):
        return (raised, *hold(HoldCode.DEVICE_FAULT, device=device))
    return (raised,)


def _deals_from(state: TableState, device: str) -> bool:
    """Tell whether a device takes part in moving this round's cards now."""
    if state.phase not in DEALING:
        return False
    return device == "shoe" or state.mode is DealingMode.STACKS


def fault_cleared(command: ReportFaultCleared) -> tuple[Event, ...]:
    """Note that a fault is gone."""
    return (FaultCleared(device=command.source.device, fault=command.fault),)


def door(state: TableState, command: ReportDoor) -> tuple[Event, ...]:
    """Note a door or lid; one that opens while cards move stops the deal (C11)."""
    device = command.source.device
    moved = DoorMoved(device=device, door=command.door, is_open=command.is_open)
    if command.is_open and _deals_from(state, device) and moves_cards_now(state):
        return (moved, *hold(HoldCode.DEVICE_FAULT, device=device))
    if device == "shoe" and not command.is_open:
        return (moved, *_stub_unloaded(state))
    return (moved,)


def _stub_unloaded(state: TableState) -> tuple[Event, ...]:
    """Take the closed lid as the stub's way to the rack, in shoe mode (CDP1 7, shoe mode step 6)."""
    current = state.round
    if state.mode is DealingMode.STACKS or current is None or current.stub_gone:
        return ()
    if not current.shoe_closed or len(current.board) < BOARD_CARDS:
        return ()
    return (StubDiscarded(count=current.stub_count, implied=False),)


def booted(state: TableState, command: ReportBoot) -> tuple[Event, ...]:
    """Note a device that started anew; while hands or board are dealt the floor must look (C13)."""
    device = command.source.device
    restarted = DeviceBooted(device=device, boot_id=command.boot_id, reason=command.reason)
    if state.phase in CARDS_STILL_MOVE and _deals_from(state, device):
        return (restarted, *hold(HoldCode.DEVICE_BOOTED, device=device))
    return (restarted,)


def button(state: TableState, command: ReportButton) -> tuple[Event, ...]:
    """Note a key; the deal key ends PREFLOP in stacks mode once every hand is on the felt (G3.5)."""
    pressed = ButtonPressed(device=command.source.device, button=command.button, is_down=command.is_down)
    deals = (
        command.button is Button.DEAL
        and command.is_down
        and state.mode is DealingMode.STACKS
        and state.phase is Phase.PREFLOP
        and state.hold is None
        and not state.recovered
    )
    if deals and board_may_come(state):
        return (pressed, *close_preflop(state, implied=True))
    return (pressed,)


def unknown(state: TableState, command: ReportUnknown) -> tuple[Event, ...]:
    """Record an event that nobody here knows; it never stops the stream, but the deal (CDP1 4)."""
    device = command.source.device
    noted = UnknownReported(device=device, type_code=command.type_code, payload=command.payload)
    if state.phase in DEALING:
        return (noted, *hold(HoldCode.UNKNOWN_EVENT, device=device))
    return (noted,)
