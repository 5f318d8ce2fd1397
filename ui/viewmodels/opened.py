"""The folded hands that two persons opened in a dispute, face up for them (G9.1 I35, DURABILITY 7.4)."""

from dataclasses import dataclass
from typing import Final

from controller.engine.view_types import TableView
from ui.options import Wording
from ui.viewmodels.base import FixedRows

HANDS: Final = 8
LOOK_S: Final = 30.0
"""So long the sheet shows opened hands before it closes by itself (DURABILITY 7.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedRow:
    """Hold one opened hand: whose it was, and its two cards."""

    used: bool = False
    seatText: str = ""
    card1: str = ""
    card2: str = ""


class OpenedModel(FixedRows[OpenedRow]):
    """Show the hands that the dispute opened."""

    ROW = OpenedRow


NO_HANDS = (OpenedRow(),) * HANDS


def opened_hands(view: TableView) -> int:
    """Give how many hands the dispute has opened, 0 without one."""
    return 0 if view.hold is None else len(view.hold.opened)


def opened_rows(view: TableView, words: Wording) -> tuple[OpenedRow, ...]:
    """Draw the opened hands in the order in which they were opened."""
    opened = () if view.hold is None else view.hold.opened
    rows = [
        OpenedRow(
            used=True,
            seatText=words.say("seat.title", seat=hand.seat),
            card1=hand.cards[0].value,
            card2=hand.cards[1].value if len(hand.cards) > 1 else "",
        )
        for hand in opened
    ]
    return (*rows, *NO_HANDS[len(rows) :])
