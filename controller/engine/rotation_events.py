"""Events of the bank's way round the table beside offer and answer (G8.1 to G8.3)."""

from dataclasses import dataclass
from typing import Literal

from controller.engine.ids import SeatNo
from controller.engine.rotation import GameEnd, PassedOver


@dataclass(frozen=True, slots=True, kw_only=True)
class BankOfferedToAll:
    """Record that the bank is offered to these seats at once; each answers by itself (G8.3)."""

    kind: Literal["bank_offered_to_all"] = "bank_offered_to_all"
    seats: tuple[SeatNo, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPassedOver:
    """Record that a seat was not asked, and why; reason: the floor's words where it was skipped (G8.1)."""

    kind: Literal["seat_passed_over"] = "seat_passed_over"
    seat: SeatNo
    why: PassedOver
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferForced:
    """Record that the floor has a seat asked next; whoever held the bank holds it no more (G8.1, G11.6)."""

    kind: Literal["offer_forced"] = "offer_forced"
    seat: SeatNo
    reason: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThirdPartyFlagged:
    """Record who is the third-party provider, or no more (G8.3)."""

    kind: Literal["third_party_flagged"] = "third_party_flagged"
    seat: SeatNo
    is_third_party: bool
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted:
    """Record the start of a dealt round for the rotation clock; at_us: boot time in microseconds (G8.3)."""

    kind: Literal["round_started"] = "round_started"
    seat: SeatNo
    third_party: bool
    at_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RotationClockTold:
    """Record the minutes that the screen shows from now on; 0: the window was missed (G8.3)."""

    kind: Literal["rotation_clock_told"] = "rotation_clock_told"
    minutes_left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockShifted:
    """Record that boot time began anew: every moment kept is this many microseconds later in it."""

    kind: Literal["clock_shifted"] = "clock_shifted"
    by_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """Record the end of a game, and why (G8.3, G11.6)."""

    kind: Literal["game_ended"] = "game_ended"
    why: GameEnd
    reason: str
    approved_by: str


RotationEvent = (
    BankOfferedToAll
    | SeatPassedOver
    | OfferForced
    | ThirdPartyFlagged
    | RoundStarted
    | RotationClockTold
    | ClockShifted
    | GameEnded
)
