"""Commands of the table's life beside the round: dealers, counts, slips, seats (G11)."""

from dataclasses import dataclass
from typing import Literal

from controller.engine.actors import Approval
from controller.engine.house import Chips, Moment
from controller.engine.ids import SeatNo
from controller.engine.money import Cents
from controller.engine.ruleset_names import Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class SignOnDealer:
    """Let the house dealer whose badge approves this deal from now on (G11.5).

    emergency: in a round, together with a supervisor (I34); reason: why, for the record.
    """

    kind: Literal["sign_on_dealer"] = "sign_on_dealer"
    emergency: bool = False
    reason: str = ""
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountTray:
    """Record a count of the tray, signed by dealer and floor; other: money in cents (G11.1).

    chips_1 to chips_5: how many of each of the table's five chips, the smallest first.
    """

    kind: Literal["count_tray"] = "count_tray"
    moment: Moment
    chips_1: int = 0
    chips_2: int = 0
    chips_3: int = 0
    chips_4: int = 0
    chips_5: int = 0
    other: Cents = 0
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FillTray:
    """Write the next slip for chips that come into the tray; requester: who asked for them (G11.3)."""

    kind: Literal["fill_tray"] = "fill_tray"
    chips_1: int = 0
    chips_2: int = 0
    chips_3: int = 0
    chips_4: int = 0
    chips_5: int = 0
    other: Cents = 0
    requester: str
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CreditTray:
    """Write the next slip for chips that leave the tray; requester: who asked for them (G11.3)."""

    kind: Literal["credit_tray"] = "credit_tray"
    chips_1: int = 0
    chips_2: int = 0
    chips_3: int = 0
    chips_4: int = 0
    chips_5: int = 0
    other: Cents = 0
    requester: str
    approval: Approval | None = None


Counted = CountTray | FillTray | CreditTray
"""Commands that name chips by denomination."""


def chip_numbers(command: Counted) -> tuple[int, ...]:
    """Give how many chips of each denomination a command names, the smallest first."""
    return (command.chips_1, command.chips_2, command.chips_3, command.chips_4, command.chips_5)


def chips_of(denominations: tuple[Cents, ...], command: Counted) -> Chips:
    """Give the chips a command names, with their denominations; kinds without a chip stay away."""
    counted = zip(denominations, chip_numbers(command), strict=True)
    return tuple((value, number) for value, number in counted if number)


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidSlip:
    """Void a wrong slip; it keeps its number and is never altered (G11.3)."""

    kind: Literal["void_slip"] = "void_slip"
    slip: int
    reason: str
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountDrop:
    """Record what was counted in the drop box, in cents (G11.2)."""

    kind: Literal["count_drop"] = "count_drop"
    amount: Cents
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyIn:
    """Record chips that a player brings to the table to bank with, in cents (G11.5)."""

    kind: Literal["buy_in"] = "buy_in"
    seat: SeatNo
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSeat:
    """Note that a player changes seats between rounds (G11.5)."""

    kind: Literal["move_seat"] = "move_seat"
    seat: SeatNo
    to: SeatNo


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkAway:
    """Note that a player is away from a seat that stays taken, or is back (G11.5)."""

    kind: Literal["mark_away"] = "mark_away"
    seat: SeatNo
    is_away: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeLimits:
    """Post other limits for a wager, in cents, in so many minutes; 0: from the next round on (G11.4).

    keeps: whose players go on under the limits of before: `none`, `seated` for all, or seats such as `2 5`.
    """

    kind: Literal["change_limits"] = "change_limits"
    wager: Wager
    minimum: Cents
    maximum: Cents
    minutes: int = 0
    keeps: str = "none"
    approval: Approval | None = None


ChipAsk = CountTray | FillTray | CreditTray | VoidSlip | CountDrop
LifeAsk = SignOnDealer | ChipAsk | BuyIn | MoveSeat | MarkAway | ChangeLimits
