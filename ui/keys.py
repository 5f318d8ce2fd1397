"""The demo's keyboard (TOUCHSCREEN 10): a key names a control, tapped like any other. No Qt here."""

from collections.abc import Sequence
from dataclasses import dataclass

from ui.viewmodels.root import TableShown
from ui.viewmodels.seats import SeatRow

ENTER = "\r"
ESCAPE = "\x1b"
ERASE = "\b"
SEATS = "12345678"


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """Name a control by what it carries; None where that does not matter."""

    intent: str
    arg: str | None = None
    token: str | None = None


class KeyReader:
    """Turn keys into controls; remembers a seat's number until its decision follows."""

    def __init__(self) -> None:
        self._seat = ""

    def read(self, key: str, table: TableShown, seats: Sequence[SeatRow]) -> Control | None:
        """Give the control a key names now: Enter, U, I, Escape, a seat and then 4, 3, 2, 1 or F."""
        seat, self._seat = self._seat, ""
        if table.sheet == "approve":
            return _on_the_pad(key)
        if table.sheet == "action":
            return _on_the_form(key)
        match key.upper():
            case "\r":
                return Control(intent="offer", token=table.primaryToken) if table.primaryToken else None
            case "U":
                return Control(intent="offer", token=table.undoToken) if table.undoToken else None
            case "I":
                return Control(intent="sheet", arg="irregularity")
            case "\x1b":
                return Control(intent="back")
            case decision if seat and decision:
                return _zone(decision, seats[int(seat) - 1])
            case number if number and number in SEATS:
                self._seat = number
        return None


def _zone(decision: str, row: SeatRow) -> Control | None:
    """Find the decision zone of a seat: a multiple by its figure, the fold by F."""
    wanted = f"{decision}×"
    for text, token in ((row.zone1Text, row.zone1Token), (row.zone2Text, row.zone2Token)):
        is_fold = token != "" and not text.endswith("×")
        if token and (text == wanted or (decision == "F" and is_fold)):
            return Control(intent="offer", token=token)
    return None


def _on_the_form(key: str) -> Control | None:
    """Apply, or go back; the fields themselves are for fingers."""
    match key:
        case "\r":
            return Control(intent="apply")
        case "\x1b":
            return Control(intent="back")
        case _:
            return None


def _on_the_pad(key: str) -> Control | None:
    """Type a badge of digits or a PIN; only where an approval is asked."""
    match key:
        case "\r":
            return Control(intent="confirm")
        case "\b":
            return Control(intent="erase")
        case "\x1b":
            return Control(intent="back")
        case digit if digit and digit in "0123456789":
            return Control(intent="digit", arg=digit)
    return None
