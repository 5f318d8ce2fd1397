"""Judge the table's life: open, close, sit down, leave (G11)."""

from controller.engine.co_bankers import co_bankers
from controller.engine.commands import OpenTable
from controller.engine.decide.automatic import round_opened
from controller.engine.decide.ledgers import opening_meter
from controller.engine.events import Event, PhaseEntered, SeatTaken, SeatVacated, TableClosed, TableOpened
from controller.engine.ids import SEATS, RoundNo, SeatNo
from controller.engine.queries import occupied, round_of
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset import Decks
from controller.engine.state import Phase, TableState


def decide_open(state: TableState, command: OpenTable) -> Refused | tuple[Event, ...]:
    """Open the table and its first round under the rules in force; no rules of one deck (G10.1, G11.1)."""
    rules = state.ruleset
    if rules.decks is not Decks.TWO_ALTERNATING:
        return Refused(
            code=RefusalCode.RULES_NOT_PLAYED,
            field="decks",
            value=rules.decks.value,
            allowed=Decks.TWO_ALTERNATING.value,
        )
    return (
        TableOpened(ruleset=rules.name, version=rules.version, digest=rules.digest),
        *opening_meter(state, command.approval),
        round_opened(state, RoundNo(state.rounds + 1), state.next_deck),
        PhaseEntered(phase=Phase.OFFER),
    )


def decide_close(state: TableState) -> Refused | tuple[Event, ...]:
    """Close the table before any card of the round (G11.1)."""
    if round_of(state).loose:
        return Refused(code=RefusalCode.MUST_BE_VOIDED, field="round", value="cards are out")
    return (TableClosed(), PhaseEntered(phase=Phase.CLOSED))


def bad_seat(state: TableState, seat: SeatNo) -> Refused | None:
    """Refuse a number that is no position of this table; whoever still sits beyond them may leave (G7.1)."""
    most = state.ruleset.positions
    if seat in SEATS and (seat <= most or state.seat(seat).is_taken):
        return None
    return Refused(code=RefusalCode.BAD_SEAT, field="seat", value=str(seat), allowed=f"1 to {most}")


def decide_seat(state: TableState, seat: SeatNo) -> Refused | tuple[Event, ...]:
    """Let a player sit down, up to the rule set's number of seats (G7.1, G11.5)."""
    wrong = bad_seat(state, seat)
    if wrong is not None:
        return wrong
    if state.seat(seat).is_taken:
        return Refused(code=RefusalCode.SEAT_TAKEN, field="seat", value=str(seat), seat=seat)
    most = state.ruleset.max_occupied
    if len(occupied(state)) >= most:
        return Refused(
            code=RefusalCode.TABLE_FULL, field="seat", value=str(seat), allowed=f"at most {most} seats"
        )
    return (SeatTaken(seat=seat),)


def decide_vacate(state: TableState, seat: SeatNo) -> Refused | tuple[Event, ...]:
    """Let a player leave between rounds; with the player-dealer the bank is offered anew (G8.1, G11.5)."""
    wrong = bad_seat(state, seat)
    if wrong is not None:
        return wrong
    if not state.seat(seat).is_taken:
        return Refused(code=RefusalCode.SEAT_EMPTY, field="seat", value=str(seat), seat=seat)
    if state.banking.asking == seat:
        return Refused(code=RefusalCode.NOT_ASKED, field="seat", value=str(seat), seat=seat)
    if state.phase is Phase.WAGERS and any(bettor.is_in for bettor in state.seat(seat).bettors):
        return Refused(code=RefusalCode.SEAT_HAS_WAGERS, field="seat", value=str(seat), seat=seat)
    if seat in co_bankers(state):
        return Refused(code=RefusalCode.BANKS_NOW, field="seat", value=str(seat), seat=seat)
    left = SeatVacated(seat=seat)
    banked = state.round is not None and state.round.player_dealer == seat
    return (left, PhaseEntered(phase=Phase.OFFER)) if banked else (left,)
