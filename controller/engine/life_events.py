"""Events of the table's life beside the round: dealers, counts, slips, seats (G11)."""

from dataclasses import dataclass
from typing import Literal

from controller.engine.house import Chips, Moment, SlipKind
from controller.engine.ids import SeatNo
from controller.engine.money import Cents
from controller.engine.ruleset_names import Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerSignedOn:
    """Record who deals from now on, and whom that dealer relieves; emergency: in a round (G11.5, I34)."""

    kind: Literal["dealer_signed_on"] = "dealer_signed_on"
    dealer: str
    relieved: str
    emergency: bool
    reason: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayCounted:
    """Record a count that dealer and floor signed, and how it differs from what should be there (G11.1).

    expected: what the count before and the slips and results since lead to, None before the first count.
    """

    kind: Literal["tray_counted"] = "tray_counted"
    moment: Moment
    chips: Chips
    other: Cents
    total: Cents
    expected: Cents | None
    difference: Cents
    signed_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipWritten:
    """Record a numbered slip of a fill or a credit; numbers have no gap (G11.3)."""

    kind: Literal["slip_written"] = "slip_written"
    number: int
    moves: SlipKind
    chips: Chips
    other: Cents
    total: Cents
    requester: str
    dealer: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipVoided:
    """Record that a slip does not count; it stays as it was written (G11.3)."""

    kind: Literal["slip_voided"] = "slip_voided"
    number: int
    moves: SlipKind
    total: Cents
    reason: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DropCounted:
    """Record the fees counted in the drop box, and how they differ from those of the books (G11.2)."""

    kind: Literal["drop_counted"] = "drop_counted"
    amount: Cents
    expected: Cents
    difference: Cents
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoughtIn:
    """Record chips that a player brought to bank with; total: all of that seat so far (G11.5)."""

    kind: Literal["bought_in"] = "bought_in"
    seat: SeatNo
    amount: Cents
    total: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatMoved:
    """Record that a player changed seats; the stakes proposed for the next round go along (G11.5)."""

    kind: Literal["seat_moved"] = "seat_moved"
    seat: SeatNo
    to: SeatNo


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatMarked:
    """Record that a player is away from a seat, or back (G11.5)."""

    kind: Literal["seat_marked"] = "seat_marked"
    seat: SeatNo
    is_away: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsPlanned:
    """Record limits that will hold, in cents; at_us: from then on, in boot time, between rounds (G11.4).

    keeps: seats whose players go on under the limits of before.
    """

    kind: Literal["limits_planned"] = "limits_planned"
    wager: Wager
    minimum: Cents
    maximum: Cents
    at_us: int
    approved_by: str
    keeps: tuple[SeatNo, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsChanged:
    """Record limits that hold from here on, in cents; keeps: not for these seats (G11.4)."""

    kind: Literal["limits_changed"] = "limits_changed"
    wager: Wager
    minimum: Cents
    maximum: Cents
    keeps: tuple[SeatNo, ...] = ()


ChipEvent = TrayCounted | SlipWritten | SlipVoided | DropCounted
LifeEvent = DealerSignedOn | ChipEvent | BoughtIn | SeatMoved | SeatMarked | LimitsPlanned | LimitsChanged
