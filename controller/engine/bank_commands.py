"""Commands about who stands behind a seat, and behind the bank (G8.7, G8.8)."""

from dataclasses import dataclass
from typing import Literal

from controller.engine.ids import SeatNo
from controller.engine.money import Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkNoPlay:
    """Say that the Play of a back-line bettor, 1 to 3, is not on the felt; that bettor alone folds (G8.7)."""

    kind: Literal["mark_no_play"] = "mark_no_play"
    seat: SeatNo
    bettor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BankPart:
    """Hold what one person puts into a layer of the bank, in cents; layers count from 1 (G8.8).

    contributor: `seat-4` for a seat, or any name of up to 20 characters.
    """

    layer: int
    contributor: str
    cents: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareBank:
    """Put the player-dealer's wager on the felt in layers, each with its contributors (G8.8)."""

    kind: Literal["share_bank"] = "share_bank"
    parts: tuple[BankPart, ...]


BankAsk = MarkNoPlay | ShareBank
"""What a person may ask of them."""
