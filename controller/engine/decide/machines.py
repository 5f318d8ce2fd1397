"""Judge what the devices say about themselves: links, faults, doors, keys (CDP1 6, C11, C13)."""

from controller.engine.decide.acting import board_may_come, close_street
from controller.engine.decide.holding import hold
from controller.engine.device_events import (
    ButtonPressed,
    DeviceBooted,
    DeviceLinked,
    DeviceLost,
    DeviceNoted,
    DeviceRefused,
    DoorMoved,
    FaultCleared,
    FaultRaised,
    TrayChanged,
    UnknownReported,
)
from controller.engine.device_words import Button
from controller.engine.events import Event, StubDiscarded
from controller.engine.evolve.machines import UNANNOUNCED
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
from controller.engine.ids import DeviceName
from controller.engine.queries import (
    cards_between,
    cards_move,
    still_deals,
    touches_round,
    window_places,
)
from controller.engine.state import DEALING, DealingMode, DeckPlace, HoldCode, TableState
from controller.engine.streets import all_is_dealt, closes_by_card

BLOCKING = 3
LOADING = "loading"
"""State of a device with cards in its infeed, or with an open lid (CDP1 5.1)."""
TAIL_LOST = "tail_lost"
"""A device that lost events which are recorded here: out of use until service gives it a new log (CDP1 3)."""


def linked(state: TableState, command: ReportLinked) -> tuple[Event, ...]:
    """Take a device on; one that started anew while it dealt stops the deal (C13)."""
    device = command.source.device
    known = state.device(device).boot_id
    met = DeviceLinked(
        device=device,
        serial=command.source.serial,
        boot_id=command.boot_id,
        capabilities=command.capabilities,
        model=command.model,
        firmware=command.firmware,
        faults=command.faults,
    )
    restarted = known not in {0, command.boot_id}
    found = _unannounced(state, command)
    return (met, *found, *_boot_fault(state, device)) if restarted else (met, *found)


def _unannounced(state: TableState, command: ReportLinked) -> tuple[Event, ...]:
    """Note cards that lay in the infeed before anybody heard of them: they must be put in again (CDP1 3)."""
    device = command.source.device
    known = any(deck.place is DeckPlace.INFEED for deck in state.decks)
    if device != "shuffler" or command.state != LOADING or known:
        return ()
    return (DeviceNoted(device=device, name=UNANNOUNCED, text=command.state),)


def lost(state: TableState, command: ReportLost) -> tuple[Event, ...]:
    """Wait for a lost device; hold only where cards of this round are on their way (CDP1 6, I30)."""
    gone = DeviceLost(device=command.device, reason=command.reason)
    if cards_move(state, command.device):
        return (gone, *hold(HoldCode.LINK_LOST, device=command.device))
    return (gone,)


def refused(state: TableState, command: ReportRefused) -> tuple[Event, ...]:
    """Put a device out of use; a deal in progress stops (CDP1, REFUSE)."""
    out = DeviceRefused(device=command.device, code=command.code, text=command.text)
    if command.code == TAIL_LOST and touches_round(state, command.device):
        return (out, *hold(HoldCode.EVENTS_LOST, device=command.device, places=window_places(state)))
    if cards_move(state, command.device):
        return (out, *hold(HoldCode.LINK_LOST, device=command.device))
    return (out,)


def tray(command: ReportTray) -> tuple[Event, ...]:
    """Note what lies in the tray."""
    return (TrayChanged(count=command.count),)


def fault_raised(state: TableState, command: ReportFaultRaised) -> tuple[Event, ...]:
    """Note a fault; one that blocks stops the deal while cards are to come, else the next one (C11)."""
    device = command.source.device
    raised = FaultRaised(
        device=device,
        fault=command.fault,
        severity=command.severity,
        where=command.where,
        detail=command.detail,
    )
    if command.severity >= BLOCKING and still_deals(state, device):
        return (raised, *hold(HoldCode.DEVICE_FAULT, device=device))
    return (raised,)


def fault_cleared(command: ReportFaultCleared) -> tuple[Event, ...]:
    """Note that a fault is gone."""
    return (FaultCleared(device=command.source.device, fault=command.fault),)


def door(state: TableState, command: ReportDoor) -> tuple[Event, ...]:
    """Note a door or lid; one that opens while cards are to come stops the deal (C11, I29)."""
    device = command.source.device
    moved = DoorMoved(device=device, door=command.door, is_open=command.is_open)
    if command.is_open and still_deals(state, device):
        return (moved, *hold(HoldCode.DEVICE_FAULT, device=device))
    if device == "shoe" and not command.is_open:
        return (moved, *_stub_unloaded(state))
    return (moved,)


def _stub_unloaded(state: TableState) -> tuple[Event, ...]:
    """Take the closed lid as the stub's way to the rack, in shoe mode (CDP1 7, shoe mode step 6)."""
    current = state.round
    if state.mode is DealingMode.STACKS or current is None or current.stub_gone:
        return ()
    if not current.shoe_closed or not all_is_dealt(state):
        return ()
    return (StubDiscarded(count=current.stub_count, implied=False),)


def booted(state: TableState, command: ReportBoot) -> tuple[Event, ...]:
    """Note a device that started anew; while hands or board are dealt the floor must look (C13)."""
    device = command.source.device
    restarted = DeviceBooted(device=device, boot_id=command.boot_id, reason=command.reason)
    return (restarted, *_boot_fault(state, device))


def _boot_fault(state: TableState, device: DeviceName) -> tuple[Event, ...]:
    """Hold for a new start; cards that were half out are named, for nobody knows where they are."""
    if not still_deals(state, device):
        return ()
    places = window_places(state) if cards_between(state) else ()
    return hold(HoldCode.DEVICE_BOOTED, device=device, places=places)


def button(state: TableState, command: ReportButton) -> tuple[Event, ...]:
    """Note a key; the deal key ends a street in stacks mode once every stack is on the felt (G3.5)."""
    pressed = ButtonPressed(device=command.source.device, button=command.button, is_down=command.is_down)
    deals = (
        command.button is Button.DEAL
        and command.is_down
        and state.mode is DealingMode.STACKS
        and closes_by_card(state)
        and state.hold is None
        and not state.recovered
    )
    if deals and board_may_come(state):
        return (pressed, *close_street(state, implied=True))
    return (pressed,)


def unknown(state: TableState, command: ReportUnknown) -> tuple[Event, ...]:
    """Record an event that nobody here knows; it never stops the stream, but the deal (CDP1 4)."""
    device = command.source.device
    noted = UnknownReported(device=device, type_code=command.type_code, payload=command.payload)
    if state.phase in DEALING:
        return (noted, *hold(HoldCode.UNKNOWN_EVENT, device=device))
    return (noted,)
