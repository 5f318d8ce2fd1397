"""What fees are due: a pure function of the rule set's schedule and the wagers on the felt (G8.6).

Fees are amounts, never a share of wagers or winnings. Two rows that ask the same payer for the same thing
make one fee. Our choice, where the clause leaves it open: a limit band is that of the table's highest Ante;
total action is what the payer wagers before the deal, for the player-dealer that of all bettors.
"""

from collections.abc import Iterator

from controller.engine.faults import InvariantFault
from controller.engine.ids import SeatNo
from controller.engine.ledger_events import FeesDropped
from controller.engine.ledgers import FeeLine, less, total_of
from controller.engine.money import Cents
from controller.engine.ruleset import FeeBasis, FeePayer, FeeRow, RuleSet, Wager
from controller.engine.state import Bettor, Seat, TableState

_SIDE_WAGERS = (Wager.TRIPS, Wager.BAD_BEAT, Wager.PROGRESSIVE)


def fees_due(state: TableState) -> tuple[FeeLine, ...]:
    """Give every fee of the wagers on the felt, in cents; player-dealer first, then seat by seat."""
    due: dict[object, FeeLine] = {}
    for row in state.ruleset.fees:
        for line in _lines(state, row):
            before = due.get(line.key)
            amount = line.amount + (0 if before is None else before.amount)
            due[line.key] = FeeLine(
                payer=line.payer, seat=line.seat, bettor=line.bettor, wager=line.wager, amount=amount
            )
    return tuple(sorted(due.values(), key=_order))


def fees_to_take(state: TableState) -> tuple[FeeLine, ...]:
    """Give the fees due less what the floor waived."""
    current = state.round
    return () if current is None else less(fees_due(state), current.fees.waived)


def fees_are_taken(state: TableState) -> bool:
    """Tell whether what was recorded is what is due after all waivers (G3.4)."""
    return state.round is not None and state.round.fees.recorded == fees_to_take(state)


def missed_fees(state: TableState) -> tuple[FeeLine, ...]:
    """Give what the wagers, as rulings left them, ask beyond what is in the drop; none of a void round (I21).

    A fee that the record has in the drop already is not asked twice: its chips only follow the record.
    """
    current = state.round
    if current is None or current.is_void:
        return ()
    return less(fees_to_take(state), current.fees.dropped)


def taken_late(state: TableState, lines: tuple[FeeLine, ...]) -> FeesDropped:
    """Give the event that takes missed fees at the end of a round: the ruling `fee_at_end` (I21).

    Raises InvariantFault for no fee or an amount of nothing; which fees were missed is a person's ruling.
    """
    if not lines or any(line.amount <= 0 for line in lines):
        raise InvariantFault("G8.6", f"{len(lines)} late fees; allowed: one or more, each above 0 cents")
    total = total_of(lines)
    return FeesDropped(lines=lines, total=total, late=True, drop=state.ledgers.drop + total)


def _order(line: FeeLine) -> tuple[bool, SeatNo, int, str]:
    banks = line.payer is not FeePayer.PLAYER_DEALER
    return banks, line.seat, line.bettor, "" if line.wager is None else line.wager.value


def _lines(state: TableState, row: FeeRow) -> Iterator[FeeLine]:
    """Give the fees that one row of the schedule asks for."""
    match row.payer:
        case FeePayer.PLAYER_DEALER:
            banker = None if state.round is None else state.round.player_dealer
            action = sum(_action(seat) for seat in state.seats)
            if banker is not None and action and _applies(state.ruleset, row, action):
                yield _line(row, banker)
        case FeePayer.BETTOR:
            for seat in state.seats:
                for bettor in _betting(seat):
                    if _applies(state.ruleset, row, bettor.stakes.total):
                        yield _line(row, seat.number, bettor.number)
        case FeePayer.PER_SPOT:
            for seat in state.seats:
                betting = _betting(seat)
                if betting and _applies(state.ruleset, row, _action(seat)):
                    yield _line(row, seat.number, betting[0].number)
        case FeePayer.PER_SIDE_WAGER:
            for seat in state.seats:
                for bettor in _betting(seat):
                    yield from _side_lines(state.ruleset, row, seat.number, bettor)


def _side_lines(rules: RuleSet, row: FeeRow, seat: SeatNo, bettor: Bettor) -> Iterator[FeeLine]:
    for wager in _SIDE_WAGERS:
        stake = bettor.stakes.of(wager)
        if stake and _applies(rules, row, stake):
            yield _line(row, seat, bettor.number, wager)


def _line(row: FeeRow, seat: SeatNo, bettor: int = 0, wager: Wager | None = None) -> FeeLine:
    return FeeLine(payer=row.payer, seat=seat, bettor=bettor, wager=wager, amount=row.amount)


def _betting(seat: Seat) -> tuple[Bettor, ...]:
    return tuple(bettor for bettor in seat.bettors if bettor.is_in and bettor.stakes.total)


def _action(seat: Seat) -> Cents:
    return sum(bettor.stakes.total for bettor in _betting(seat))


def _applies(rules: RuleSet, row: FeeRow, action: Cents) -> bool:
    """Tell whether a row's band holds the amount that its basis looks at; a rate of nothing asks nobody."""
    if not row.amount:
        return False
    if row.basis is FeeBasis.FLAT:
        return True
    looked_at = rules.limits.ante.maximum if row.basis is FeeBasis.LIMIT_BAND else action
    return row.from_cents <= looked_at and (row.to_cents is None or looked_at <= row.to_cents)
