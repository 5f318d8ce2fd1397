"""Rulings on a seat's hand and decisions (G9.1: I4 to I6, I13, I14, I18, I24)."""

from controller.engine.commands import Act
from controller.engine.decide.rule.outcome import Outcome, not_now, ruled_seat
from controller.engine.events import Event, PhaseEntered
from controller.engine.ids import SeatNo
from controller.engine.money import Cents
from controller.engine.queries import open_seats, round_of, street_of, undecided
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset import Street
from controller.engine.ruleset_policy import Ruling
from controller.engine.ruling_commands import Rule
from controller.engine.ruling_events import DecisionCorrected, PlayBarred, SeatKilled, WagersAfter
from controller.engine.state import Decision, Phase, Seat, TableState

UNDECIDED, FOLD, PLAY = "undecided", "fold", "play"
_STREETS = (Street.PREFLOP, Street.FLOP, Street.RIVER)


def kill(state: TableState, command: Rule) -> Outcome | Refused:
    """Rule a hand dead: its stakes go back, or are lost; the others play on (G9.1, DEAD; I13, I14)."""
    number = ruled_seat(state, command)
    if isinstance(number, Refused):
        return number
    seat = state.seat(number)
    lost = command.ruling is Ruling.DEAD_LOST
    stakes = tuple((b.number, b.stakes.total + b.play) for b in seat.bettors if b.is_in)
    returned = () if lost else stakes
    total = sum(amount for _, amount in returned)
    killed = SeatKilled(seat=number, lost=lost, returned=returned, total=total)
    return Outcome(
        events=(killed,),
        wagers=WagersAfter.LOST if lost else WagersAfter.RETURNED,
        before="in",
        after="dead, lost" if lost else "dead, returned",
    )


def check_or_fold(state: TableState, command: Rule) -> Outcome | Refused:
    """Check for a seat that does not decide; at the river it folds (I18)."""
    number = ruled_seat(state, command)
    if isinstance(number, Refused):
        return number
    street = street_of(state)
    if street is None or number not in open_seats(state):
        return Refused(code=RefusalCode.ALREADY_DECIDED, field="seat", value=str(number), seat=number)
    if street is not Street.RIVER:
        return _corrected(state, number, None, checked=street)
    folded = Decision(act=Act.FOLD, street=street, multiple=0)
    return _corrected(state, number, folded, checked=state.seat(number).checked)


def restore(state: TableState, command: Rule) -> Outcome | Refused:
    """Restore the decision that was made; the cards stay the same (I24)."""
    number = ruled_seat(state, command)
    if isinstance(number, Refused):
        return number
    asked = _asked(state, command.decision)
    if isinstance(asked, Refused):
        return asked
    if asked == state.seat(number).decision and not (asked is None and state.seat(number).checked):
        return Refused(code=RefusalCode.NO_CHANGE, field="decision", value=command.decision, seat=number)
    return _corrected(state, number, asked, checked=None)


def restorable(state: TableState) -> tuple[str, ...]:
    """Give the decisions that a seat may have made by now, as `decision` names them."""
    streets = _reached(state)
    multiples = {multiple for street in streets for multiple in state.ruleset.play_multiples.of(street)}
    plays = () if round_of(state).ruled.play_barred else sorted(multiples, reverse=True)
    folds = (FOLD,) if Street.RIVER in streets else ()
    open_again = () if round_of(state).dealer_up else (UNDECIDED,)
    return (*(f"{PLAY} {multiple}" for multiple in plays), *folds, *open_again)


def _asked(state: TableState, text: str) -> Decision | Refused | None:
    if text not in restorable(state):
        allowed = ", ".join(restorable(state))
        return Refused(code=RefusalCode.BAD_DECISION, field="decision", value=text, allowed=allowed)
    if text == UNDECIDED:
        return None
    if text == FOLD:
        return Decision(act=Act.FOLD, street=Street.RIVER, multiple=0)
    multiple = int(text.removeprefix(PLAY))
    of = state.ruleset.play_multiples.of
    street = next(street for street in _reached(state) if multiple in of(street))
    return Decision(act=Act.PLAY, street=street, multiple=multiple)


def _reached(state: TableState) -> tuple[Street, ...]:
    """Give the streets on which somebody may have decided by now."""
    current = round_of(state)
    up = (True, current.flop_up, current.turn_river_up)
    return tuple(street for street, is_up in zip(_STREETS, up, strict=True) if is_up)


def _corrected(
    state: TableState, number: SeatNo, after: Decision | None, *, checked: Street | None
) -> Outcome:
    seat = state.seat(number)
    corrected = DecisionCorrected(
        seat=number, before=seat.decision, after=after, checked=checked, plays=_plays(seat, after)
    )
    again: tuple[Event, ...] = (corrected,)
    if after is None and checked is None and state.phase is Phase.REVEAL:
        again = (corrected, PhaseEntered(phase=Phase.RIVER))
    return Outcome(
        events=again,
        wagers=WagersAfter.CHANGED,
        before=_words(seat.decision, seat.checked),
        after=_words(after, checked),
    )


def _plays(seat: Seat, decision: Decision | None) -> tuple[tuple[int, Cents], ...]:
    if decision is None or not decision.multiple:
        return ()
    return tuple((b.number, decision.multiple * b.stakes.ante) for b in seat.bettors if b.is_in)


def _words(decision: Decision | None, checked: Street | None) -> str:
    if decision is None:
        return UNDECIDED if checked is None else f"check {checked.value}"
    return f"{decision.act.value} {decision.multiple}".removesuffix(" 0")


def bar_play(state: TableState, command: Rule) -> Outcome | Refused:
    """Finish without further Play: who has not decided goes on with what lies there (I4 to I6)."""
    del command
    if round_of(state).ruled.play_barred:
        return not_now("no Play is accepted already")
    seats = undecided(state)
    street = street_of(state) or Street.PREFLOP
    return Outcome(
        events=(PlayBarred(seats=seats, street=street),),
        before=f"{len(seats)} seats may play",
        after="no further Play",
    )
