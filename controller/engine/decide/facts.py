"""Turn facts into events: they are never refused, an unwanted one stops the round (G3.1)."""

from typing import Final, assert_never, cast, get_args

from controller.engine.decide.cards import card_read, card_returned, shoe_empty
from controller.engine.decide.decks import (
    cards_loaded,
    deck_announced,
    deck_checked,
    deck_rejected,
    deck_removed,
)
from controller.engine.decide.machines import (
    booted,
    button,
    door,
    fault_cleared,
    fault_raised,
    linked,
    lost,
    refused,
    tray,
    unknown,
)
from controller.engine.decide.numbering import events_lost
from controller.engine.decide.operations import answered, done, started, time_passed
from controller.engine.decide.posting import limits_due
from controller.engine.decide.rotation import clock_told
from controller.engine.device_events import DeviceNoted
from controller.engine.events import CopyFailed, Event, TableStarted
from controller.engine.fact_commands import (
    DeviceFact,
    Fact,
    PassTime,
    ReportBoot,
    ReportButton,
    ReportCardRead,
    ReportCardReturned,
    ReportCardsLoaded,
    ReportCopyFailed,
    ReportCutCard,
    ReportDeckComposition,
    ReportDeckReady,
    ReportDeckRejected,
    ReportDeckRemoved,
    ReportDoor,
    ReportEventsLost,
    ReportFaultCleared,
    ReportFaultRaised,
    ReportLinked,
    ReportLost,
    ReportNote,
    ReportOperationDone,
    ReportOperationStarted,
    ReportOrderAnswered,
    ReportRefused,
    ReportShoeEmpty,
    ReportTray,
    ReportUnknown,
    ShiftClock,
    StartTable,
)
from controller.engine.rotation_events import ClockShifted
from controller.engine.state import Context, TableState

_OF_DEVICES: Final = frozenset(get_args(DeviceFact))


def decide_fact(state: TableState, command: Fact, context: Context) -> tuple[Event, ...]:
    """Give the events of a fact; only `PassTime` may give none."""
    if type(command) in _OF_DEVICES:  # most are
        return _device_fact(state, cast("DeviceFact", command), context)
    match command:
        case StartTable():
            return (TableStarted(shuffler_op_id=command.shuffler_op_id, shoe_op_id=command.shoe_op_id),)
        case ReportLost():
            return lost(state, command)
        case ReportRefused():
            return refused(state, command)
        case ReportEventsLost():
            return events_lost(state, command)
        case ReportOrderAnswered():
            return answered(state, command, context)
        case ReportCopyFailed():
            return (CopyFailed(copy=command.copy),)
        case PassTime():
            now_us = command.now_us
            return (*time_passed(state, command), *clock_told(state, now_us), *limits_due(state, now_us))
        case ShiftClock():
            return (ClockShifted(by_us=command.by_us),)
        case _:
            return _device_fact(state, command, context)


def _device_fact(state: TableState, command: DeviceFact, context: Context) -> tuple[Event, ...]:
    match command:
        case ReportCardRead():
            return card_read(state, command)
        case ReportCardReturned():
            return card_returned(state, command)
        case ReportShoeEmpty() | ReportCutCard():
            return shoe_empty(state, command)
        case ReportOperationStarted():
            return started(state, command)
        case ReportOperationDone():
            return done(state, command, context)
        case ReportTray():
            return tray(command)
        case ReportButton():
            return button(state, command)
        case ReportNote():
            return (DeviceNoted(device=command.source.device, name=command.name, text=command.text),)
        case ReportCardsLoaded() | ReportDeckComposition() | ReportDeckReady():
            return _deck_fact(state, command)
        case ReportDeckRejected():
            return deck_rejected(state, command)
        case ReportDeckRemoved():
            return deck_removed(state, command)
        case _:
            return _machine_fact(state, command)


def _deck_fact(
    state: TableState, command: ReportCardsLoaded | ReportDeckComposition | ReportDeckReady
) -> tuple[Event, ...]:
    match command:
        case ReportCardsLoaded():
            return cards_loaded(state, command)
        case ReportDeckComposition():
            return deck_checked(state, command)
        case ReportDeckReady():
            return deck_announced(state, command)
        case _ as unreachable:
            assert_never(unreachable)


def _machine_fact(
    state: TableState,
    command: ReportLinked | ReportFaultRaised | ReportFaultCleared | ReportDoor | ReportBoot | ReportUnknown,
) -> tuple[Event, ...]:
    match command:
        case ReportLinked():
            return linked(state, command)
        case ReportFaultRaised():
            return fault_raised(state, command)
        case ReportFaultCleared():
            return fault_cleared(command)
        case ReportDoor():
            return door(state, command)
        case ReportBoot():
            return booted(state, command)
        case ReportUnknown():
            return unknown(state, command)
        case _ as unreachable:
            assert_never(unreachable)
