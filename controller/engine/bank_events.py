"""Events about who stands behind a seat, and behind the bank (G8.7, G8.8)."""

from dataclasses import dataclass
from typing import Literal

from controller.engine.ids import SeatNo
from controller.engine.money import Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayMissed:
    """Record that a back-line bettor's Play of so many cents was not put down; that bettor folds (G8.7)."""

    kind: Literal["play_missed"] = "play_missed"
    seat: SeatNo
    bettor: int
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayMissUndone:
    """Record that the last such mark was taken back: the Play lies there (G3.7)."""

    kind: Literal["play_miss_undone"] = "play_miss_undone"
    seat: SeatNo
    bettor: int
    amount: Cents


BehindEvent = PlayMissed | PlayMissUndone
