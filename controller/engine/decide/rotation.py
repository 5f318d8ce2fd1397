"""Judge what the floor and the clock do to the bank's way round the table (G8.1 to G8.3, G11.6)."""

from typing import assert_never

from controller.engine.approvals import approval_of
from controller.engine.commands import Answer
from controller.engine.decide.offering import offer_order, passed_over, still_to_ask
from controller.engine.decide.table import bad_seat
from controller.engine.events import BankOffered, Event, OfferAnswered, PhaseEntered, TableClosed
from controller.engine.ids import SeatNo
from controller.engine.queries import round_of
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.rotation import (
    GameEnd,
    PassedOver,
    deadline_us,
    minutes_left,
    offers_every_hand,
)
from controller.engine.rotation_commands import (
    DeclineAll,
    EndGame,
    FlagThirdParty,
    ForceOffer,
    RotationAsk,
)
from controller.engine.rotation_events import (
    GameEnded,
    OfferForced,
    RotationClockTold,
    RoundStarted,
    SeatPassedOver,
    ThirdPartyFlagged,
)
from controller.engine.state import Phase, TableState

MOST_REASON = 200


def decide_rotation(state: TableState, command: RotationAsk) -> Refused | tuple[Event, ...]:
    """Judge one command about the rotation."""
    match command:
        case DeclineAll():
            return _decline_all(state)
        case ForceOffer():
            return _force(state, command)
        case EndGame():
            return _end(state, command)
        case FlagThirdParty():
            return _flag(state, command)
        case _ as unreachable:
            assert_never(unreachable)


def game_over(state: TableState) -> Refused | None:
    """Refuse what leads to another round once the rotation clock ran out (G8.3, V16)."""
    if not state.rotation.missed:
        return None
    return Refused(code=RefusalCode.GAME_OVER, field="rotation", value="0", allowed="end of the game")


def _decline_all(state: TableState) -> Refused | tuple[Event, ...]:
    """Log that every seat still asked declines (G8.3)."""
    asked = state.banking.open_to
    if not asked:
        return Refused(code=RefusalCode.NOT_ASKED, field="seat", value="all", allowed="nobody")
    return tuple(OfferAnswered(seat=seat, answer=Answer.DECLINED) for seat in asked)


def _force(state: TableState, command: ForceOffer) -> Refused | tuple[Event, ...]:
    """Have a seat asked next; those before it in this walk are passed over by name (G8.1)."""
    wrong = bad_seat(state, command.seat) or game_over(state) or bad_reason(command.reason)
    wrong = wrong or _not_forceable(state, command.seat)
    if wrong is not None:
        return wrong
    forced = OfferForced(seat=command.seat, reason=command.reason, approved_by=_approver(command))
    skipped = tuple(
        SeatPassedOver(seat=seat, why=PassedOver.SKIPPED, reason=command.reason)
        for seat in _before(state, command.seat)
    )
    back = () if state.phase is Phase.OFFER else (PhaseEntered(phase=Phase.OFFER),)
    return (forced, *skipped, *back, BankOffered(seat=command.seat))


def _not_forceable(state: TableState, seat: SeatNo) -> Refused | None:
    rules = state.ruleset
    if rules.house_banked or offers_every_hand(rules.rotation):
        allowed = "seat by seat, by a player-dealer"
        return Refused(code=RefusalCode.NOT_FORCED, field="seat", value=str(seat), allowed=allowed)
    if not state.seat(seat).is_taken:
        return Refused(code=RefusalCode.SEAT_EMPTY, field="seat", value=str(seat), seat=seat)
    if passed_over(state, seat) is not None:
        return Refused(code=RefusalCode.INELIGIBLE, field="seat", value=str(seat), seat=seat)
    if state.banking.asking == seat:
        return Refused(code=RefusalCode.ALREADY_ASKED, field="seat", value=str(seat), seat=seat)
    return None


def _before(state: TableState, seat: SeatNo) -> tuple[SeatNo, ...]:
    """Give the seats that would have been asked before this one: of a walk that has begun, and no other."""
    if state.phase is not Phase.OFFER or round_of(state).player_dealer is not None:
        return ()
    left = still_to_ask(state)
    return left[: left.index(seat)] if seat in left else ()


def may_be_forced(state: TableState) -> tuple[SeatNo, ...]:
    """Give the seats that the floor may have asked next, in the order of the offer."""
    return tuple(seat for seat in offer_order(state) if _not_forceable(state, seat) is None)


def bad_reason(reason: str) -> Refused | None:
    """Refuse an empty or endless reason."""
    if 0 < len(reason.strip()) <= MOST_REASON:
        return None
    allowed = f"1 to {MOST_REASON} characters"
    return Refused(code=RefusalCode.BAD_REASON, field="reason", value=reason[:MOST_REASON], allowed=allowed)


def _end(state: TableState, command: EndGame) -> Refused | tuple[Event, ...]:
    """End the game between rounds; stakes that lie on the felt go back with their owners (G8.3, G11.6)."""
    wrong = bad_reason(command.reason)
    if wrong is not None:
        return wrong
    if round_of(state).loose:
        return Refused(code=RefusalCode.MUST_BE_VOIDED, field="round", value="cards are out")
    why = GameEnd.WINDOW if state.rotation.missed else GameEnd.FLOOR
    ended = GameEnded(why=why, reason=command.reason, approved_by=_approver(command))
    return (ended, TableClosed(), PhaseEntered(phase=Phase.CLOSED))


def _flag(state: TableState, command: FlagThirdParty) -> Refused | tuple[Event, ...]:
    """Name the one third-party provider of the table, or take the name back (G8.3)."""
    wrong = bad_seat(state, command.seat)
    if wrong is not None:
        return wrong
    flagged = state.rotation.third_party
    if not offers_every_hand(state.ruleset.rotation):
        code = RefusalCode.NO_THIRD_PARTY
    elif not state.seat(command.seat).is_taken:
        code = RefusalCode.SEAT_EMPTY
    elif command.is_third_party and flagged is not None:
        code = RefusalCode.THIRD_PARTY_TAKEN
    elif not command.is_third_party and flagged != command.seat:
        code = RefusalCode.NO_THIRD_PARTY
    else:
        return (
            ThirdPartyFlagged(
                seat=command.seat, is_third_party=command.is_third_party, approved_by=_approver(command)
            ),
        )
    allowed = "none" if flagged is None else str(flagged)
    return Refused(code=code, field="seat", value=str(command.seat), allowed=allowed, seat=command.seat)


def _approver(command: RotationAsk) -> str:
    approval = approval_of(command)
    return "" if approval is None else approval.person


def rotation_blocks(state: TableState, now_us: int) -> Refused | None:
    """Refuse a round that the clock does not allow any more (G8.3, V16)."""
    over = game_over(state)
    if over is not None:
        return over
    deadline = deadline_us(state.rotation, state.ruleset.rotation)
    if deadline is not None and now_us >= deadline:
        return Refused(code=RefusalCode.GAME_OVER, field="rotation", value="0", allowed="end of the game")
    return None


def round_started(state: TableState, now_us: int) -> tuple[Event, ...]:
    """Give what the rotation clock must know of a round that is dealt now, where there is a clock (G8.3)."""
    seat = round_of(state).player_dealer
    if seat is None or not offers_every_hand(state.ruleset.rotation):
        return ()
    return (RoundStarted(seat=seat, third_party=seat == state.rotation.third_party, at_us=now_us),)


def clock_told(state: TableState, now_us: int) -> tuple[Event, ...]:
    """Give the minutes left as they are now, where the screen shows others (G8.3, P12)."""
    rotation = state.rotation
    deadline = deadline_us(rotation, state.ruleset.rotation)
    if deadline is None or not rotation.minutes_left or state.phase is Phase.CLOSED:
        return ()
    left = minutes_left(deadline, now_us)
    return (RotationClockTold(minutes_left=left),) if left < rotation.minutes_left else ()
