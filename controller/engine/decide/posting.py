"""Judge limits that the floor changes: from the next round on, or at a given time (G11.4, G2.5)."""

from controller.engine.actors import approver
from controller.engine.events import Event
from controller.engine.ids import SeatNo
from controller.engine.life_commands import ChangeLimits
from controller.engine.life_events import LimitsChanged, LimitsPlanned
from controller.engine.money import is_cents
from controller.engine.posted import MINUTE_US, POSTABLE
from controller.engine.queries import is_between_rounds, occupied
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import Phase, TableState

MOST_MINUTES = 24 * 60
"""No change is planned for longer than a day."""


def decide_change_limits(
    state: TableState, command: ChangeLimits, now_us: int
) -> Refused | tuple[Event, ...]:
    """Plan other limits for one wager; they hold at once where nobody has wagered yet (G11.4)."""
    keeps = _keepers(state, command)
    if isinstance(keeps, Refused):
        return keeps
    wrong = _wrong(state, command) or _too_soon(state, command, keeps)
    if wrong is not None:
        return wrong
    plan = LimitsPlanned(
        wager=command.wager,
        minimum=command.minimum,
        maximum=command.maximum,
        at_us=now_us + command.minutes * MINUTE_US,
        approved_by=approver(command.approval),
        keeps=keeps,
    )
    return (plan,)


def limits_due(state: TableState, now_us: int) -> tuple[Event, ...]:
    """Give the changes whose time has come, where no wager of a round lies on the felt (G11.4)."""
    if not state.posted.due or not is_between_rounds(state):
        return ()
    ready = (one for one in state.posted.due if one.at_us <= now_us)
    return tuple(
        LimitsChanged(wager=one.wager, minimum=one.minimum, maximum=one.maximum, keeps=one.keeps)
        for one in ready
    )


def least_minutes(state: TableState, keeps: tuple[SeatNo, ...] = ()) -> int:
    """Give the minutes of notice for other limits: while players sit whom they are for (G11.4)."""
    sit = any(number not in keeps for number in occupied(state))
    return state.ruleset.notice_min if sit and state.phase is not Phase.CLOSED else 0


def _keepers(state: TableState, command: ChangeLimits) -> tuple[SeatNo, ...] | Refused:
    """Read which seats keep the limits of before; each must be taken (G11.4)."""
    taken = occupied(state)
    words = command.keeps.split()
    if words == ["none"]:
        return ()
    if words == ["seated"]:
        return taken
    seats = {SeatNo(int(word)) for word in words if word in {str(number) for number in taken}}
    if not words or len(seats) != len(words):
        allowed = "none, seated, or seats that are taken, such as 2 5"
        return Refused(code=RefusalCode.BAD_KEEPER, field="keeps", value=command.keeps, allowed=allowed)
    return tuple(sorted(seats))


def _too_soon(state: TableState, command: ChangeLimits, keeps: tuple[SeatNo, ...]) -> Refused | None:
    """Refuse less notice than the rules give to players who sit; taking a plan back needs none (G11.4)."""
    now, least = state.ruleset.limits.of(command.wager), least_minutes(state, keeps)
    stays = now is not None and (now.minimum, now.maximum) == (command.minimum, command.maximum)
    if stays or command.minutes >= least:
        return None
    return Refused(
        code=RefusalCode.NOTICE_TOO_SHORT, field="minutes", value=str(command.minutes), allowed=str(least)
    )


def _wrong(state: TableState, command: ChangeLimits) -> Refused | None:
    """Give the first reason why these are no limits of this game."""
    now = state.ruleset.limits.of(command.wager) if command.wager in POSTABLE else None
    if now is None:
        allowed = ", ".join(one.value for one in POSTABLE if state.ruleset.limits.of(one) is not None)
        return Refused(code=RefusalCode.BAD_AMOUNT, field="wager", value=command.wager.value, allowed=allowed)
    step = state.ruleset.ante_step if command.wager is POSTABLE[0] else 1
    for field, amount in (("minimum", command.minimum), ("maximum", command.maximum)):
        if not is_cents(amount) or amount == 0 or amount % step:
            allowed = f"whole steps of {step}"
            return Refused(code=RefusalCode.BAD_AMOUNT, field=field, value=str(amount), allowed=allowed)
    if command.minimum > command.maximum:
        low = f"{command.minimum} or more"
        return Refused(code=RefusalCode.BAD_AMOUNT, field="maximum", value=str(command.maximum), allowed=low)
    if not is_cents(command.minutes) or command.minutes > MOST_MINUTES:
        allowed = f"0 to {MOST_MINUTES} minutes"
        return Refused(
            code=RefusalCode.BAD_COUNT, field="minutes", value=str(command.minutes), allowed=allowed
        )
    is_planned = any(one.wager is command.wager for one in state.posted.due)
    if (now.minimum, now.maximum) == (command.minimum, command.maximum) and not is_planned:
        return Refused(code=RefusalCode.NO_CHANGE, field="maximum", value=str(command.maximum))
    return None
