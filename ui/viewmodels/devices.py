"""Shuffler and shoe on the status line and on D0 (TOUCHSCREEN 3, 9): grey while all is well."""

from dataclasses import dataclass

from controller.engine.state import DeckState
from controller.engine.view_types import DeviceView, TableView
from ui.details import fault_codes
from ui.options import Wording
from ui.viewmodels.base import FixedRows


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRow:
    """Hold one device; look: ok, warn or stop."""

    device: str = ""
    titleText: str = ""
    stateText: str = ""
    look: str = "stop"
    identityText: str = ""
    firmwareText: str = ""


class DevicesModel(FixedRows[DeviceRow]):
    """Show the shuffler and the shoe."""

    ROW = DeviceRow


def device_rows(view: TableView, words: Wording) -> tuple[DeviceRow, ...]:
    """Draw both devices; one that is not known yet stays an empty row."""
    rows = [_row(view, device, words) for device in view.devices[:2]]
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
    )


def _state(view: TableView, device: DeviceView, words: Wording) -> str:
    say = words.say
    if not device.linked:
        return say("status.lost") if device.problem in {"", "link_lost"} else device.problem
    if device.faults:
        return say("status.fault", faults=fault_codes(device))
    if device.door_open:
        return say("status.door")
    shuffled = next((deck.letter for deck in view.decks if deck.state is DeckState.SHUFFLING), None)
    if device.name == "shuffler" and shuffled is not None:
        return say("status.shuffling", letter=shuffled)
    return say("status.working") if device.busy_with else say("status.ok")
