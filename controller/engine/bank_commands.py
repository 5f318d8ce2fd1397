"""Commands about who stands behind a seat, and behind the bank (G8.7, G8.8)."""

from dataclasses import dataclass
from typing import Literal

from controller.engine.ids import SeatNo


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkNoPlay:
    """Say that the Play of a back-line bettor, 1 to 3, is not on the felt; that bettor alone folds (G8.7)."""

    kind: Literal["mark_no_play"] = "mark_no_play"
    seat: SeatNo
    bettor: int


BankAsk = MarkNoPlay
"""What a person may ask of them."""
