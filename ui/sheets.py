"""Which sheet follows an approval, and which one a new view has no place for (no Qt here)."""

from typing import Final

from controller.engine.prompt import OfferCode
from controller.engine.ruling_commands import OpenFoldedHand
from controller.engine.view_types import TableView
from ui.viewmodels.draft import code_offer
from ui.viewmodels.floor import ApprovalEntry
from ui.viewmodels.opened import LOOK_S, opened_hands

_OFFERS: Final = {"count": OfferCode.RECORD_COUNT, "irregularity": OfferCode.REPORT_IRREGULARITY}


_LOOKS: Final = {"opened": LOOK_S, "replay": 300.0}
"""So long a sheet that a badge opened stays without a touch, in seconds."""


def looked_enough(sheet: str, untouched_s: float) -> bool:
    """Tell whether a sheet that a badge opened closes by itself."""
    return sheet in _LOOKS and untouched_s >= _LOOKS[sheet]


def sheet_after(entry: ApprovalEntry | None) -> str:
    """Name the sheet that shows what an approved command brought; empty where the table itself does."""
    if entry is not None and entry.command is None:
        return "replay"
    return "opened" if entry is not None and isinstance(entry.command, OpenFoldedHand) else ""


def is_gone(sheet: str, view: TableView) -> bool:
    """Tell whether what a sheet is for is no longer there: its offer, or the hands that a dispute opened."""
    if sheet == "opened":
        return not opened_hands(view)
    return sheet in _OFFERS and code_offer(view.prompt, _OFFERS[sheet]) is None
