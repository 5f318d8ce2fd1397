"""Judge a device that lost events: nothing is skipped silently, the floor rules (CDP1 3, 6, C13)."""

from controller.engine.actors import approver
from controller.engine.commands import AcceptNumbering, VoidRound
from controller.engine.decide.holding import hold
from controller.engine.decide.rulings import decide_void
from controller.engine.device_events import EventsLost, NumberingAccepted
from controller.engine.events import Event, HoldCleared
from controller.engine.fact_commands import ReportEventsLost
from controller.engine.queries import touches_round, waits_for_ruling, window_places
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import Device, HoldCode, TableState


def events_lost(state: TableState, command: ReportEventsLost) -> tuple[Event, ...]:
    """Stop the table until the floor has ruled; a ruling that never arrived is not asked for again."""
    log = state.device(command.device).lost_log
    lost = EventsLost(device=command.device, code=command.code, epoch=command.epoch)
    if log is not None and log.accepted and not log.sent and log.epoch == command.epoch:
        return (lost,)
    places = window_places(state) if touches_round(state, command.device) else ()
    return (lost, *hold(HoldCode.EVENTS_LOST, device=command.device, places=places))


def decide_accept_numbering(state: TableState, command: AcceptNumbering) -> Refused | tuple[Event, ...]:
    """Go on with the numbering of a device; a round that the lost events may have touched is void (C13)."""
    device = state.device(command.device)
    log = device.lost_log
    if log is None or log.accepted:
        return Refused(code=RefusalCode.NOTHING_LOST, field="device", value=command.device)
    accepted = NumberingAccepted(
        device=command.device, code=log.code, epoch=log.epoch, approved_by=approver(command.approval)
    )
    ended = _ended(state, command)
    if isinstance(ended, Refused):
        return ended
    return (accepted, *ended, *_next_ruling(state, device, is_free=bool(ended)))


def _ended(state: TableState, command: AcceptNumbering) -> Refused | tuple[Event, ...]:
    """Give what ends the hold: a void where the round was touched, else going on; another hold stays."""
    if state.hold is None:
        return ()
    if touches_round(state, command.device):
        return decide_void(state, VoidRound(reason=HoldCode.EVENTS_LOST.value, approval=command.approval))
    if state.hold.code is not HoldCode.EVENTS_LOST:
        return ()
    return (HoldCleared(approved_by=approver(command.approval)),)


def _next_ruling(state: TableState, ruled: Device, *, is_free: bool) -> tuple[Event, ...]:
    """Hold for the other device where that has lost events too: each takes its own ruling."""
    others = (device for device in (state.shuffler, state.shoe) if device.name != ruled.name)
    waiting = next((device for device in others if waits_for_ruling(device)), None)
    if not is_free or waiting is None:
        return ()
    return hold(HoldCode.EVENTS_LOST, device=waiting.name)
