"""Events about limits at entry, who stands behind a seat, and who behind the bank (G2.5, G8.7, G8.8)."""

from dataclasses import dataclass
from typing import Literal

from controller.engine.coverage import BankLayer, LayerResult
from controller.engine.ids import SeatNo
from controller.engine.money import Cents
from controller.engine.ruleset_names import Wager


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


@dataclass(frozen=True, slots=True, kw_only=True)
class MinimumHonoured:
    """Record that a wager below its minimum plays this once, and that the floor is told (G2.5)."""

    kind: Literal["minimum_honoured"] = "minimum_honoured"
    seat: SeatNo
    bettor: int
    wager: Wager
    amount: Cents
    minimum: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class BelowMinimumReturned:
    """Record that a bettor was below the minimum again: no hand, all stakes of `total` cents back (G2.5)."""

    kind: Literal["below_minimum_returned"] = "below_minimum_returned"
    seat: SeatNo
    bettor: int
    wager: Wager
    amount: Cents
    minimum: Cents
    total: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class BankShared:
    """Record the layers of the bank with their contributors; fixed once betting closes (G8.8)."""

    kind: Literal["bank_shared"] = "bank_shared"
    seat: SeatNo
    layers: tuple[BankLayer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BankSettled:
    """Record what each layer of the bank moved, and each contributor's part of its net, in cents (G8.8)."""

    kind: Literal["bank_settled"] = "bank_settled"
    layers: tuple[LayerResult, ...]


BehindEvent = PlayMissed | PlayMissUndone
LimitEvent = MinimumHonoured | BelowMinimumReturned
