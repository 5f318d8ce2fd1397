"""Commands about fees and the meter (G5.7, G8.6); `commands` has the union of all."""

from dataclasses import dataclass
from typing import Literal

from controller.engine.actors import Approval
from controller.engine.ids import SeatNo
from controller.engine.money import Cents
from controller.engine.ruleset_names import FeePayer, Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFee:
    """Say that every fee due in this round lies on the felt: "Fees taken" (G8.6)."""

    kind: Literal["record_fee"] = "record_fee"


@dataclass(frozen=True, slots=True, kw_only=True)
class WaiveFee:
    """Let one fee off, in whole or in part, for a reason (G8.6, G11.6).

    payer, seat, bettor, wager: name the fee as it is due; amount: cents let off, at most what is due.
    """

    kind: Literal["waive_fee"] = "waive_fee"
    payer: FeePayer
    seat: SeatNo
    bettor: int
    wager: Wager | None
    amount: Cents
    reason: str
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetMeter:
    """Set the progressive's meter to what the sign shows, for a reason (G5.7, G11.2)."""

    kind: Literal["set_meter"] = "set_meter"
    amount: Cents
    reason: str
    approval: Approval | None = None


LedgerAsk = RecordFee | WaiveFee | SetMeter
