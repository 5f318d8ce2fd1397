"""Numbered device events without a face in them, in the engine's words (CDP1 5.3)."""

from collections.abc import Mapping
from typing import Final

from controller.engine import fact_commands as facts
from controller.engine.actors import Source
from controller.engine.device_words import Button, Result, ShuffleMode, Slot
from controller.engine.fact_commands import Fact
from drivers import events as reports

_RESULTS: Final[Mapping[int, Result]] = {
    reports.Status.OK: Result.OK,
    reports.Status.ACCEPTED: Result.ACCEPTED,
    reports.Status.BUSY: Result.BUSY,
    reports.Status.WRONG_STATE: Result.WRONG_STATE,
    reports.Status.INTERLOCK: Result.INTERLOCK,
    reports.Status.FAULTED: Result.FAULTED,
    reports.Status.OP_CONFLICT: Result.OP_CONFLICT,
    reports.Status.OP_UNKNOWN: Result.OP_UNKNOWN,
    reports.Status.INTERRUPTED: Result.INTERRUPTED,
    reports.Status.ABORTED: Result.ABORTED,
}
_MODES: Final = (ShuffleMode.NONE, ShuffleMode.SHUFFLE, ShuffleMode.COUNT_ONLY, ShuffleMode.SORT)
_SLOTS: Final = (Slot.INFEED, Slot.CHAMBER)
_BUTTONS: Final[Mapping[int, Button]] = {1: Button.DEAL, 2: Button.STOP, 3: Button.CLEAR}
_BOOT_REASONS: Final = ("power", "watchdog", "brown_out", "command", "update")
_SAW_FACES: Final = 2
_SAW_BACKS: Final = 4


def result_of(status: int) -> Result:
    """Name a status or result; what the table need not tell apart is a refusal (CDP1 5.1)."""
    return _RESULTS.get(status, Result.REFUSED)


def read_event(source: Source, event: reports.NumberedEvent) -> Fact:
    """Give the fact of one event; what only the record needs becomes a note."""
    match event:
        case reports.OpStarted(op_id=op_id):
            return facts.ReportOperationStarted(source=source, op_id=op_id)
        case reports.OpDone():
            return _operation_done(source, event)
        case reports.CardReturned(index=index):
            return facts.ReportCardReturned(source=source, index=index)
        case reports.ShoeEmptied(index=index):
            return facts.ReportShoeEmpty(source=source, index=index)
        case reports.CutCardSeen(index=index):
            return facts.ReportCutCard(source=source, index=index)
        case reports.DoorMoved(door=door, is_open=is_open):
            return facts.ReportDoor(source=source, door=door, is_open=is_open)
        case reports.LidMoved(is_open=is_open):
            return facts.ReportDoor(source=source, door=0, is_open=is_open)
        case reports.FaultCleared(fault=fault):
            return facts.ReportFaultCleared(source=source, fault=fault)
        case reports.TrayChanged(count=count):
            return facts.ReportTray(source=source, count=count)
        case reports.FaultRaised():
            return _fault_raised(source, event)
        case reports.DeckReported():
            return _composition(source, event)
        case _:
            return _read_coded(source, event)


def _read_coded(source: Source, event: reports.NumberedEvent) -> Fact:
    """Read an event with a code that may be newer than this program; then it is a note."""
    match event:
        case reports.ButtonMoved(button=button, is_down=is_down) if button in _BUTTONS:
            return facts.ReportButton(source=source, button=_BUTTONS[button], is_down=is_down)
        case reports.CardsLoaded(slot=slot, count=count) if slot < len(_SLOTS):
            return facts.ReportCardsLoaded(source=source, slot=_SLOTS[slot], count=count)
        case reports.DeckRemoved(slot=slot) if slot < len(_SLOTS):
            return facts.ReportDeckRemoved(source=source, slot=_SLOTS[slot])
        case reports.DeckReady(slot=slot) if slot < len(_SLOTS):
            return _deck_ready(source, event)
        case reports.DeckRejected(slot=slot) if slot < len(_SLOTS):
            return facts.ReportDeckRejected(
                source=source, op_id=event.op_id, slot=_SLOTS[slot], deck_id=event.deck_id, fault=event.fault
            )
        case reports.Booted(boot_id=boot_id, reason=reason):
            word = _BOOT_REASONS[reason] if reason < len(_BOOT_REASONS) else f"reason_{reason}"
            return facts.ReportBoot(source=source, boot_id=boot_id, reason=word)
        case _:
            return facts.ReportNote(source=source, name=event.kind, text=_note(event))


def _note(event: reports.NumberedEvent) -> str:
    """Say in short what an event holds that changes nothing at the table."""
    match event:
        case reports.StateChanged(old=old, new=new):
            return f"{old} to {new}"
        case reports.RoundMarked(round_no=number, tag=tag):
            return f"round {number} tag {tag}"
        case reports.LogOverrun(first=first, last=last):
            return f"{first} to {last}"
        case reports.ConfigChanged(key=key):
            return f"key {key}"
        case reports.Tampered(what=what):
            return f"place {what}"
        case reports.ButtonMoved(button=button):
            return f"button {button}"
        case _:
            return ""


def _operation_done(source: Source, event: reports.OpDone) -> facts.ReportOperationDone:
    """Read how an operation ended."""
    return facts.ReportOperationDone(
        source=source,
        op_id=event.op_id,
        result=result_of(event.result),
        mode=_MODES[event.mode] if event.mode < len(_MODES) else ShuffleMode.SORT,
        cards_in=event.n_in,
        cards_out=event.n_out,
        cards_inside=event.n_inside,
    )


def _fault_raised(source: Source, event: reports.FaultRaised) -> facts.ReportFaultRaised:
    """Read a fault."""
    return facts.ReportFaultRaised(
        source=source,
        fault=event.fault,
        severity=event.severity,
        where=event.where,
        detail=event.detail,
    )


def _composition(source: Source, event: reports.DeckReported) -> facts.ReportDeckComposition:
    """Read what the shuffler saw; which identities differ stays out (DURABILITY 7.4)."""
    return facts.ReportDeckComposition(
        source=source,
        op_id=event.op_id,
        deck_id=event.deck_id,
        count=event.count,
        saw_faces=bool(event.seen & _SAW_FACES),
        saw_backs=bool(event.seen & _SAW_BACKS),
        unreadable=event.unreadable,
        wrong_back=event.wrong_back,
        differing=len(event.differing),
    )


def _deck_ready(source: Source, event: reports.DeckReady) -> facts.ReportDeckReady:
    """Read that a deck lies ready; an unknown mode is as bad as sorting (C8)."""
    return facts.ReportDeckReady(
        source=source,
        op_id=event.op_id,
        slot=_SLOTS[event.slot],
        deck_id=event.deck_id,
        count=event.count,
        mode=_MODES[event.mode] if event.mode < len(_MODES) else ShuffleMode.SORT,
    )
