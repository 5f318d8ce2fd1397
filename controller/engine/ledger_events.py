"""Events of the table's books: fees, the progressive and its meter (G5.7, G8.6, G11.2)."""

from dataclasses import dataclass
from typing import Literal

from controller.engine.ids import SeatNo
from controller.engine.ledgers import FeeLine
from controller.engine.money import Cents
from controller.engine.ruleset_names import FeePayer, Wager
from controller.engine.settlement_progressive import ProgressiveLine


@dataclass(frozen=True, slots=True, kw_only=True)
class FeesRecorded:
    """Record every fee of the round as it lies on the felt; a later record replaces an earlier one (G8.6)."""

    kind: Literal["fees_recorded"] = "fees_recorded"
    lines: tuple[FeeLine, ...]
    total: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeWaived:
    """Record that the floor let a fee off, in whole or in part (G8.6)."""

    kind: Literal["fee_waived"] = "fee_waived"
    payer: FeePayer
    seat: SeatNo
    bettor: int
    wager: Wager | None
    amount: Cents
    reason: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FeesDropped:
    """Record fees that went to the drop; late: at the end of the round (I21); drop: the ledger afterwards."""

    kind: Literal["fees_dropped"] = "fees_dropped"
    lines: tuple[FeeLine, ...]
    total: Cents
    late: bool
    drop: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class FeesReturned:
    """Record fees that a void gave back, as the policy says; drop: the ledger afterwards (G8.6)."""

    kind: Literal["fees_returned"] = "fees_returned"
    lines: tuple[FeeLine, ...]
    total: Cents
    drop: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterSet:
    """Record the meter's opening value, or that it was set by hand; before None: it had no value (G5.7)."""

    kind: Literal["meter_set"] = "meter_set"
    before: Cents | None
    after: Cents
    reason: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveTurnedUp:
    """Record what became of a seat's progressive wagers, at the step that turns its hand up (G3.9, G5.7)."""

    kind: Literal["progressive_turned_up"] = "progressive_turned_up"
    seat: SeatNo
    step: int
    lines: tuple[ProgressiveLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterMoved:
    """Record the meter over a settled round: fed by stakes, what it paid, the seed after a full win (G5.7).

    house_net: what the house tray won by the progressive, the seed taken off.
    """

    kind: Literal["meter_moved"] = "meter_moved"
    before: Cents
    fed: Cents
    paid: Cents
    seeded: Cents
    after: Cents
    house_net: Cents


LedgerEvent = (
    FeesRecorded | FeeWaived | FeesDropped | FeesReturned | MeterSet | ProgressiveTurnedUp | MeterMoved
)
