"""Rulings on chips: what counts, and what goes back (G9.1: I17, I19, I20, I22, I36)."""

from controller.engine.bank_events import BankShared
from controller.engine.copying import replace
from controller.engine.decide.limits import stakes_refusal
from controller.engine.decide.rule.outcome import Outcome, not_now
from controller.engine.decide.sharing import corrected_layers
from controller.engine.events import Event
from controller.engine.ids import SeatNo
from controller.engine.kept_limits import rules_at
from controller.engine.money import Cents
from controller.engine.queries import round_of
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset import BadBeatRequires, Wager
from controller.engine.ruleset_policy import Ruling
from controller.engine.ruling_commands import Rule
from controller.engine.ruling_events import BankCorrected, Chips, SeatKilled, StakesCorrected, WagersAfter
from controller.engine.state import IN_ROUND, Bettor, Stakes, TableState

SIDES = (Wager.TRIPS, Wager.BAD_BEAT)
NOTHING = Chips(ante=0, blind=0, play=0, trips=0, bad_beat=0)


def chips_of(bettor: Bettor) -> Chips:
    """Give what lies before a bettor."""
    stakes = bettor.stakes
    return Chips(
        ante=stakes.ante,
        blind=stakes.blind,
        play=bettor.play,
        trips=stakes.trips,
        bad_beat=stakes.bad_beat,
    )


def change_stakes(state: TableState, command: Rule) -> Outcome | Refused:
    """Let other chips count than were recorded, and give back what is too much (I17, I19, I20, I36)."""
    bettor = _bettor(state, command)
    if isinstance(bettor, Refused):
        return bettor
    before = chips_of(bettor)
    after = _after(state, command, before)
    if isinstance(after, Refused):
        return after
    after = _with_play(state, command, after)
    if after == before:
        return Refused(
            code=RefusalCode.NO_CHANGE, field="amount", value=str(command.amount), seat=command.seat
        )
    refused = _limits(state, command, after)
    if refused is not None:
        return refused
    return _outcome(state, bettor, command, after)


def _bettor(state: TableState, command: Rule) -> Bettor | Refused:
    wrong = Refused(code=RefusalCode.BAD_BETTOR, field="bettor", value=f"{command.seat}.{command.bettor}")
    if command.seat is None or command.seat not in range(1, 9) or state.seat(command.seat).is_dead:
        return wrong
    bettors = state.seat(command.seat).bettors
    return next((one for one in bettors if one.number == command.bettor and one.is_in), wrong)


def _after(state: TableState, command: Rule, before: Chips) -> Chips | Refused:
    """Give what counts; a Bad Beat that needs Trips goes back with them (G2.1)."""
    match command.ruling:
        case Ruling.SIDE_WAGER_RETURNED:
            return _without(state, command.wager, before) if command.wager in SIDES else _bad_wager(command)
        case Ruling.STAKE_VOID:
            return _without(state, command.wager, before)
        case Ruling.SMALLER_COUNTS:
            amount = command.amount or 0
            if not 0 < amount < before.ante:
                return _bad_amount(command, f"1 to {before.ante - 1}")
            return replace(before, ante=amount, blind=amount)
        case _:
            return _as_on_the_felt(command, before)


def _without(state: TableState, wager: Wager | None, before: Chips) -> Chips | Refused:
    match wager:
        case Wager.ANTE | Wager.BLIND:
            return NOTHING
        case Wager.TRIPS:
            needs_trips = state.ruleset.bad_beat_requires is BadBeatRequires.ANTE_BLIND_TRIPS
            return replace(before, trips=0, bad_beat=0 if needs_trips else before.bad_beat)
        case Wager.BAD_BEAT:
            return replace(before, bad_beat=0)
        case _:
            return not_now("a Play follows from the decision")


def _as_on_the_felt(command: Rule, before: Chips) -> Chips | Refused:
    """Take what truly lies there; Ante and Blind are one amount, a Play follows from the decision (I36)."""
    amount = command.amount
    if amount is None or amount < 0:
        return _bad_amount(command, "0 or more")
    match command.wager:
        case Wager.ANTE | Wager.BLIND:
            return replace(before, ante=amount, blind=amount) if amount else NOTHING
        case Wager.TRIPS:
            return replace(before, trips=amount)
        case Wager.BAD_BEAT:
            return replace(before, bad_beat=amount)
        case _:
            return _bad_wager(command)


def _with_play(state: TableState, command: Rule, chips: Chips) -> Chips:
    """Let the Play follow its Ante (G2.2)."""
    assert command.seat is not None
    decision = state.seat(command.seat).decision
    if not chips.play or decision is None:
        return chips
    return replace(chips, play=decision.multiple * chips.ante)


def _limits(state: TableState, command: Rule, chips: Chips) -> Refused | None:
    assert command.seat is not None
    if chips == NOTHING:
        return None
    stakes = Stakes(ante=chips.ante, blind=chips.blind, trips=chips.trips, bad_beat=chips.bad_beat)
    return stakes_refusal(rules_at(state, state.seat(command.seat)), stakes)


def _outcome(state: TableState, bettor: Bettor, command: Rule, after: Chips) -> Outcome | Refused:
    assert command.seat is not None
    before = chips_of(bettor)
    event: Event
    if after == NOTHING and state.phase in IN_ROUND and _is_last(state, command.seat):
        returned = ((bettor.number, before.total),)
        event = SeatKilled(seat=command.seat, lost=False, returned=returned, total=before.total)
    else:
        event = StakesCorrected(
            seat=command.seat,
            bettor=bettor.number,
            before=before,
            after=after,
            returned=max(0, before.total - after.total),
        )
    less = after.total < before.total
    return Outcome(
        events=(event,),
        wagers=WagersAfter.RETURNED if less else WagersAfter.CHANGED,
        before=_words(before),
        after=_words(after),
    )


def _is_last(state: TableState, seat: SeatNo) -> bool:
    return sum(bettor.is_in for bettor in state.seat(seat).bettors) == 1


def _words(chips: Chips) -> str:
    return f"{chips.ante} {chips.blind} {chips.play} {chips.trips} {chips.bad_beat}"


def _bad_wager(command: Rule) -> Refused:
    return Refused(code=RefusalCode.BAD_AMOUNT, field="wager", value=f"{command.wager}", seat=command.seat)


def _bad_amount(command: Rule, allowed: str) -> Refused:
    return Refused(
        code=RefusalCode.BAD_AMOUNT,
        field="amount",
        value=str(command.amount),
        allowed=allowed,
        seat=command.seat,
    )


def correct_bank(state: TableState, command: Rule) -> Outcome | Refused:
    """Let the chips that were counted be the player-dealer's wager, layer by layer (I22, G8.8)."""
    current = round_of(state)
    if current.player_dealer is None:
        return not_now("the house banks")
    amount: Cents = command.amount or 0
    if amount <= 0:
        return _bad_amount(command, "1 or more")
    if amount == current.bank:
        return Refused(code=RefusalCode.NO_CHANGE, field="amount", value=str(amount))
    corrected = BankCorrected(seat=current.player_dealer, before=current.bank, after=amount)
    shared: tuple[Event, ...] = ()
    if current.layers:
        layers = corrected_layers(current.layers, amount)
        shared = (BankShared(seat=current.player_dealer, layers=layers),)
    return Outcome(events=(*shared, corrected), before=str(current.bank), after=str(amount))
