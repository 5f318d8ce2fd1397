"""Judge decisions, undo and the end of a street (G2.2, G2.3, G3.5 to G3.8)."""

from controller.engine.bank_commands import MarkNoPlay
from controller.engine.bank_events import PlayMissed, PlayMissUndone
from controller.engine.commands import Act, Decide
from controller.engine.copying import constructor
from controller.engine.decide.limits import honoured
from controller.engine.decide.table import bad_seat
from controller.engine.events import DecisionMade, DecisionUndone, Event, PhaseEntered, StreetClosed
from controller.engine.ids import SeatNo
from controller.engine.kept_limits import rules_at
from controller.engine.money import Cents
from controller.engine.queries import (
    DEAL_BUTTON,
    may_miss_play,
    open_seats,
    round_of,
    stack_is_done,
    street_of,
    tray_is_clear,
)
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset import OverMax, RuleSet, Street, TurnOrder, UnderMin
from controller.engine.state import DealingMode, Phase, TableState
from controller.engine.streets import as_exposed, closes_by_card

_make_decided = constructor(DecisionMade)


def decide_act(state: TableState, command: Decide) -> Refused | tuple[Event, ...]:
    """Record one seat's decision on the present street."""
    wrong = bad_seat(state, command.seat)
    if wrong is not None:
        return wrong
    street = street_of(state)
    if street is None:
        return Refused(code=RefusalCode.WRONG_PHASE, field="command", value="decide", seat=command.seat)
    plays = _plays(state, command)
    refused = (
        _seat_refusal(state, command.seat)
        or _act_refusal(state, command, street)
        or _play_refusal(rules_at(state, state.seat(command.seat)), command, plays)
    )
    if refused is not None:
        return refused
    turn = open_seats(state)[0]
    out_of_turn = turn != command.seat
    if out_of_turn and state.ruleset.turn_order is TurnOrder.STRICT:
        return Refused(
            code=RefusalCode.OUT_OF_TURN, field="seat", value=str(command.seat), allowed=str(turn), seat=turn
        )
    return (
        _make_decided(
            seat=command.seat,
            act=command.act,
            street=street,
            multiple=command.multiple,
            plays=plays,
            out_of_turn=out_of_turn,
        ),
    )


def _seat_refusal(state: TableState, number: SeatNo) -> Refused | None:
    if number not in round_of(state).entitled:
        return Refused(code=RefusalCode.NOT_ENTITLED, field="seat", value=str(number), seat=number)
    if number not in open_seats(state):
        return Refused(code=RefusalCode.ALREADY_DECIDED, field="seat", value=str(number), seat=number)
    return None


def _act_refusal(state: TableState, command: Decide, street: Street) -> Refused | None:
    multiples = state.ruleset.play_multiples.of(street)
    if (command.act is Act.PLAY and command.multiple not in multiples) or (
        command.act is not Act.PLAY and command.multiple
    ):
        code = RefusalCode.MULTIPLE_NOT_ALLOWED
    elif command.act is Act.PLAY and round_of(state).ruled.play_barred:
        code = RefusalCode.PLAY_BARRED
    elif command.act is Act.CHECK and street is Street.RIVER:
        code = RefusalCode.CHECK_NOT_ALLOWED
    elif command.act is Act.FOLD and street is not Street.RIVER:
        code = RefusalCode.FOLD_NOT_ALLOWED
    else:
        return None
    legal = [f"play {multiple}" for multiple in multiples]
    legal.append("fold" if street is Street.RIVER else "check")
    value = f"{command.act.value} {command.multiple}" if command.multiple else command.act.value
    return Refused(code=code, field="act", value=value, allowed=", ".join(legal), seat=command.seat)


def _play_refusal(rules: RuleSet, command: Decide, plays: tuple[tuple[int, Cents], ...]) -> Refused | None:
    """Refuse a Play outside its own limits, unless the rules cap or honour it (G2.5)."""
    limit = rules.limits.play
    for _, amount in plays:
        short = amount < limit.minimum and rules.under_min is UnderMin.REJECT
        if not short and (amount <= limit.maximum or rules.over_max is not OverMax.REJECT):
            continue
        code = RefusalCode.BELOW_MINIMUM if amount < limit.minimum else RefusalCode.ABOVE_MAXIMUM
        allowed = f"{limit.minimum} to {limit.maximum}"
        return Refused(code=code, field="play", value=str(amount), allowed=allowed, seat=command.seat)
    return None


def _plays(state: TableState, command: Decide) -> tuple[tuple[int, Cents], ...]:
    """Give each bettor's Play: the multiple of the bettor's own Ante as it is honoured (G2.2, G2.5, G8.7)."""
    if command.act is not Act.PLAY:
        return ()
    seat = state.seat(command.seat)
    rules = rules_at(state, seat)
    return tuple(
        (bettor.number, command.multiple * honoured(rules, bettor.stakes).ante)
        for bettor in seat.bettors
        if bettor.is_in
    )


def decide_undo(state: TableState) -> Refused | tuple[Event, ...]:
    """Take back the newest decision, across the phase it caused, or the newest missing Play (G3.7, G8.7)."""
    undo = round_of(state).undo
    if not undo:
        return Refused(code=RefusalCode.NOTHING_TO_UNDO)
    last = undo[-1]
    if last.bettor is not None:
        return (PlayMissUndone(seat=last.seat, bettor=last.bettor, amount=last.play),)
    return (DecisionUndone(seat=last.seat),)


def decide_no_play(state: TableState, command: MarkNoPlay) -> Refused | tuple[Event, ...]:
    """Settle one back-line bettor as folded whose Play is not on the felt (G8.7)."""
    wrong = bad_seat(state, command.seat)
    if wrong is not None:
        return wrong
    bettors = state.seat(command.seat).bettors
    bettor = next((one for one in bettors if one.number == command.bettor), None)
    if bettor is None or not command.bettor or not bettor.is_in:
        return Refused(
            code=RefusalCode.BAD_BETTOR, field="bettor", value=str(command.bettor), seat=command.seat
        )
    if not may_miss_play(state, command.seat) or not bettor.play:
        return Refused(
            code=RefusalCode.NO_PLAY_TO_MISS, field="bettor", value=str(command.bettor), seat=command.seat
        )
    return (PlayMissed(seat=command.seat, bettor=command.bettor, amount=bettor.play),)


def decide_close_street(state: TableState) -> Refused | tuple[Event, ...]:
    """Close the street by a tap, where the shuffler has no deal button (G3.5)."""
    has_key = state.mode is DealingMode.SHOE or state.shuffler.can(DEAL_BUTTON)
    if has_key or not closes_by_card(state):
        return Refused(code=RefusalCode.WRONG_PHASE, field="command", value="close_street")
    if not board_may_come(state):
        return Refused(code=RefusalCode.CARDS_MISSING, field="tray", value=str(state.shuffler.tray))
    return close_street(state, implied=False)


def board_may_come(state: TableState) -> bool:
    """Tell whether every hand lies on the felt, so that the board may be dealt."""
    return stack_is_done(state) and tray_is_clear(state)


def close_street(state: TableState, *, implied: bool) -> tuple[Event, ...]:
    """Give the events that end a street before its community cards: seats still open check (G3.5)."""
    if state.phase is Phase.PREFLOP:
        street, following = Street.PREFLOP, Phase.FLOP if as_exposed(state) else Phase.COMMUNITY
    else:
        street, following = Street.FLOP, Phase.RIVER
    closed = StreetClosed(street=street, checked=open_seats(state), implied=implied)
    return (closed, PhaseEntered(phase=following))
