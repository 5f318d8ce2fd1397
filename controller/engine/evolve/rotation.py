"""Evolve the bank's way round the table and its clock (G8.1 to G8.3)."""

from typing import assert_never

from controller.engine.copying import replace
from controller.engine.evolve.replacing import with_round
from controller.engine.ids import SeatNo
from controller.engine.posted import shifted as shifted_limits
from controller.engine.rotation import RotationState, Start, shifted, started
from controller.engine.rotation_events import (
    BankOfferedToAll,
    ClockShifted,
    GameEnded,
    OfferForced,
    RotationClockTold,
    RotationEvent,
    RoundStarted,
    SeatPassedOver,
    ThirdPartyFlagged,
)
from controller.engine.state import TableState


def evolve_rotation(state: TableState, event: RotationEvent) -> TableState:
    """Give the state after an event of the rotation."""
    banking, rotation = state.banking, state.rotation
    match event:
        case BankOfferedToAll():
            asked = replace(banking, open_to=(*banking.open_to, *event.seats))
            return with_round(replace(state, banking=asked), lambda now: replace(now, offered=True))
        case SeatPassedOver():
            return replace(state, banking=replace(banking, passed=(*banking.passed, event.seat)))
        case OfferForced():
            return _forced(state, event.seat)
        case ThirdPartyFlagged():
            seat = event.seat if event.is_third_party else None
            return replace(state, rotation=replace(rotation, third_party=seat, third_party_banked=False))
        case RoundStarted():
            return replace(state, rotation=_started(state, event))
        case RotationClockTold():
            return replace(state, rotation=replace(rotation, minutes_left=event.minutes_left))
        case ClockShifted():
            posted = shifted_limits(state.posted, event.by_us)
            return replace(state, rotation=shifted(rotation, event.by_us), posted=posted)
        case GameEnded():
            return replace(state, rotation=replace(rotation, ended=event.why))
        case _ as unreachable:
            assert_never(unreachable)


def _forced(state: TableState, seat: SeatNo) -> TableState:
    """Take the bank from whoever holds it, and forget what this seat answered before (G8.1)."""
    banking = state.banking
    answers = tuple((number, answer) for number, answer in banking.answers if number != seat)
    passed = tuple(number for number in banking.passed if number != seat)
    asked = replace(banking, asking=None, answers=answers, passed=passed)
    return with_round(
        replace(state, banking=asked), lambda current: replace(current, player_dealer=None, bank=0, layers=())
    )


def _started(state: TableState, event: RoundStarted) -> RotationState:
    start = Start(
        player=state.rotation.sittings[event.seat - 1], third_party=event.third_party, at_us=event.at_us
    )
    return started(state.rotation, state.ruleset.rotation, start)
