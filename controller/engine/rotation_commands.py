"""Commands about the bank's way round the table, beside the answer of one seat (G8.1, G8.3, G11.6)."""

from dataclasses import dataclass
from typing import Literal

from controller.engine.actors import Approval
from controller.engine.ids import SeatNo


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineAll:
    """Say that none of the seats that are asked takes the bank: one answer for each (G8.3)."""

    kind: Literal["decline_all"] = "decline_all"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceOffer:
    """Have the bank offered to this seat next, for a reason; seats passed over are named (G8.1, G11.6)."""

    kind: Literal["force_offer"] = "force_offer"
    seat: SeatNo
    reason: str
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndGame:
    """End the game and close the table between rounds (G8.3, G11.6)."""

    kind: Literal["end_game"] = "end_game"
    reason: str
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagThirdParty:
    """Say whether the player on a seat is the table's one third-party provider (G8.3)."""

    kind: Literal["flag_third_party"] = "flag_third_party"
    seat: SeatNo
    is_third_party: bool
    approval: Approval | None = None


RotationAsk = DeclineAll | ForceOffer | EndGame | FlagThirdParty
