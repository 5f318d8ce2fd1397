"""Shuffler and shoe on the status line and on D0 (TOUCHSCREEN 3, 9): grey while all is well."""

from dataclasses import dataclass

from controller.engine.commands import RetestDevice
from controller.engine.copying import replace
from controller.engine.device_words import Result
from controller.engine.state import DeckPlace, DeckState
from controller.engine.view_types import DeviceView, TableView
from controller.history.faults import LastFault
from controller.journal.space import Medium
from ui.details import fault_word, fault_words, problem_text
from ui.formatting import hour_text
from ui.options import Wording
from ui.viewmodels.base import FixedRows

COPIES = ("primary", "mirror")
TEN_GB = 10_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRow:
    """Hold one device; look: ok, warn or stop; todoText: what the dealer or the floor can do (S5).

    retestText, retestSub, retestToken: the key for its self-test, and how the last one ended.
    """

    device: str = ""
    titleText: str = ""
    stateText: str = ""
    look: str = "stop"
    identityText: str = ""
    firmwareText: str = ""
    linkText: str = ""
    countText: str = ""
    lastFaultText: str = ""
    todoText: str = ""
    retestText: str = ""
    retestSub: str = ""
    retestToken: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderState:
    """Hold how the badge reader is; dropped: how many reads were no badge since the start (S5)."""

    is_there: bool
    dropped: int


class DevicesModel(FixedRows[DeviceRow]):
    """Show the shuffler and the shoe."""

    ROW = DeviceRow


def device_rows(view: TableView, words: Wording, faults: tuple[LastFault, ...] = ()) -> tuple[DeviceRow, ...]:
    """Draw both devices; one that is not known yet stays an empty row."""
    rows = [
        replace(_row(view, device, words), lastFaultText=_last_fault(device, faults, words))
        for device in view.devices[:2]
    ]
    return (*rows, *(DeviceRow(),) * (2 - len(rows)))


def _row(view: TableView, device: DeviceView, words: Wording) -> DeviceRow:
    say = words.say
    return DeviceRow(
        device=device.name,
        titleText=say(f"device.{device.name}_title"),
        stateText=_state(view, device, words),
        look=device.look,
        identityText=say("device.serial", serial=device.serial) if device.serial else "",
        firmwareText=say("device.firmware", model=device.model, firmware=device.firmware)
        if device.model
        else "",
        linkText=say("device.linked") if device.linked else "",
        countText=_count(view, device, words),
        todoText=_todo(device, words),
        retestText=say("device.retest", device=say(f"device.{device.name}_title")),
        retestSub=_tested(device, words),
        retestToken=_retest_token(view, device),
    )


def _retest_token(view: TableView, device: DeviceView) -> str:
    """Give the token of the device's self-test, empty where the table does not offer it now."""
    offers = (one for one in view.prompt.offers if one.enabled and isinstance(one.command, RetestDevice))
    return next((one.token for one in offers if one.command == RetestDevice(device=device.name)), "")


def _tested(device: DeviceView, words: Wording) -> str:
    """Say how the last self-test ended, or that one runs."""
    if device.busy_with == SELF_TEST:
        return words.say("device.testing")
    if not device.tested:
        return ""
    return words.say(f"device.tested_{device.tested}" if device.tested in _ENDED else "device.tested_not")


def _last_fault(device: DeviceView, faults: tuple[LastFault, ...], words: Wording) -> str:
    """Say what was wrong with a device last, and when."""
    last = next((one for one in faults if one.device == device.name), None)
    if last is None:
        return words.say("device.no_fault")
    at = hour_text(last.utc_us, words.zone)
    return words.say("device.last_fault", fault=fault_word(last.fault, words.say), time=at)


def reader_text(reader: ReaderState | None, words: Wording) -> str:
    """Say how the badge reader is, and how often a read was no badge; empty where the table has none (S5)."""
    if reader is None:
        return ""
    if not reader.is_there:
        return words.say("panel.reader_gone")
    return words.say("panel.reader_dropped" if reader.dropped else "panel.reader", count=reader.dropped)


def copy_text(name: str, words: Wording) -> str:
    """Name a copy of the record."""
    return words.say(f"panel.copy_{name}")


def room_text(view: TableView, media: tuple[Medium, ...], words: Wording) -> str:
    """Say how much room the copies of the record have; empty where they lie on no disk."""
    say = words.say
    used = [name for name in COPIES if name != view.failed_copy]
    said = [
        say(
            "panel.room_low" if one.is_low else "panel.room",
            copy=copy_text(name, words),
            size=_size(one.free),
        )
        for name, one in zip(used, media, strict=False)
    ]
    return say("list.comma").join(said)


def _size(count: int) -> str:
    """Write bytes as a figure that fits a line."""
    return f"{count / 1e9:.0f} GB" if count >= TEN_GB else f"{count / 1e6:.0f} MB"


SELF_TEST = "self_test"
_ENDED = frozenset({Result.OK, Result.FAULTED})
"""Ends of a self-test that say something about the device."""

_RULED = frozenset({"events_lost", "late", "blocked"})
"""Problems that the floor ends."""

_HOLDS = {
    "shuffler": frozenset({DeckPlace.INFEED, DeckPlace.CHAMBER}),
    "shoe": frozenset({DeckPlace.SHOE}),
}


def _count(view: TableView, device: DeviceView, words: Wording) -> str:
    """Say which decks lie in a device with how many cards, and what waits in its tray."""
    say = words.say
    inside = [deck for deck in view.decks if deck.place in _HOLDS[device.name]]
    said = [
        say("device.holds", deck=deck.letter, count=deck.count)
        if deck.count is not None
        else say("device.holds_uncounted", deck=deck.letter)
        for deck in inside
    ]
    if device.tray:
        said.append(say("device.tray", count=device.tray))
    return say("list.comma").join(said) if said else say("device.holds_none")


def _todo(device: DeviceView, words: Wording) -> str:
    """Say what to do about a device; grey where nothing is to be done."""
    say = words.say
    if device.problem in _RULED:
        return say(f"device.todo_{device.problem}")
    if not device.linked:
        return say("device.todo_lost" if device.problem in {"", "link_lost"} else "device.todo_refused")
    if device.faults:
        return say("device.todo_fault", faults=fault_words(device, say))
    if device.door_open:
        return say("device.todo_door")
    return say("device.todo_wait" if device.busy_with else "device.todo_none")


def _state(view: TableView, device: DeviceView, words: Wording) -> str:
    say = words.say
    problem = problem_text(device, say)
    if problem:
        return problem
    shuffled = next((deck.letter for deck in view.decks if deck.state is DeckState.SHUFFLING), None)
    if device.name == "shuffler" and shuffled is not None:
        return say("status.shuffling", letter=shuffled)
    return say("status.working") if device.busy_with else say("status.ok")
