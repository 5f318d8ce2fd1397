"""Evolve the table's books: each event posts every side from its own source (G11.2, V1)."""

from typing import assert_never

from controller.engine.copying import replace
from controller.engine.events import RoundSettled
from controller.engine.evolve.replacing import with_round, with_seat
from controller.engine.ledger_events import (
    FeesDropped,
    FeesRecorded,
    FeesReturned,
    FeeWaived,
    LedgerEvent,
    MeterMoved,
    MeterSet,
    ProgressiveTurnedUp,
)
from controller.engine.ledgers import FeeLine, Ledgers, RoundFees
from controller.engine.queries import round_of
from controller.engine.ruleset import FeePayer
from controller.engine.state import TableState


def evolve_ledger(state: TableState, event: LedgerEvent) -> TableState:
    """Give the state after an event of the books."""
    match event:
        case FeesRecorded():
            return _with_fees(state, replace(round_of(state).fees, recorded=event.lines))
        case FeeWaived():
            return _waived(state, event)
        case FeesDropped():
            return _dropped(state, event)
        case FeesReturned():
            return _returned(state, event)
        case MeterSet():
            put_in = state.ledgers.meter_put_in + event.after - (event.before or 0)
            return replace(state, ledgers=replace(state.ledgers, meter=event.after, meter_put_in=put_in))
        case ProgressiveTurnedUp():
            return with_seat(state, event.seat, lambda seat: replace(seat, progressive=event.lines))
        case MeterMoved():
            return _meter_moved(state, event)
        case _ as unreachable:
            assert_never(unreachable)


def round_posted(state: TableState, event: RoundSettled) -> Ledgers:
    """Give the books after a settled round: bettors by their wagers, the bank by its own movement (V1)."""
    settlement = round_of(state).settlement
    won = 0 if settlement is None else sum(one.net for one in settlement.bettors)
    books = replace(state.ledgers, bettors=state.ledgers.bettors + won)
    if state.ruleset.house_banked:
        return replace(books, house_tray=books.house_tray + event.net)
    return replace(books, player_dealers=books.player_dealers + event.net)


def _with_fees(state: TableState, fees: RoundFees) -> TableState:
    return with_round(state, lambda current: replace(current, fees=fees))


def _waived(state: TableState, event: FeeWaived) -> TableState:
    fees = round_of(state).fees
    line = FeeLine(
        payer=event.payer, seat=event.seat, bettor=event.bettor, wager=event.wager, amount=event.amount
    )
    return _with_fees(state, replace(fees, waived=(*fees.waived, line)))


def _dropped(state: TableState, event: FeesDropped) -> TableState:
    paid = _paid(state.ledgers, event.lines, sign=1)
    moved = replace(state, ledgers=replace(paid, drop=event.drop))
    fees = round_of(state).fees
    return _with_fees(moved, replace(fees, dropped=(*fees.dropped, *event.lines)))


def _returned(state: TableState, event: FeesReturned) -> TableState:
    """Take dropped fees out of the drop again; those that only lay on the felt moved in no book."""
    fees = round_of(state).fees
    back = _paid(state.ledgers, fees.dropped, sign=-1)
    moved = replace(state, ledgers=replace(back, drop=event.drop))
    return _with_fees(moved, replace(fees, recorded=(), dropped=()))


def _paid(books: Ledgers, lines: tuple[FeeLine, ...], *, sign: int) -> Ledgers:
    """Take fees from those who pay them, with sign -1 give them back."""
    bank = sign * sum(line.amount for line in lines if line.payer is FeePayer.PLAYER_DEALER)
    others = sign * sum(line.amount for line in lines if line.payer is not FeePayer.PLAYER_DEALER)
    return replace(books, bettors=books.bettors - others, player_dealers=books.player_dealers - bank)


def _meter_moved(state: TableState, event: MeterMoved) -> TableState:
    progressive = round_of(state).progressive
    won = 0 if progressive is None else sum(line.net for line in progressive.lines)
    books = state.ledgers
    moved = replace(
        books,
        bettors=books.bettors + won,
        house_tray=books.house_tray + event.house_net,
        meter=event.after,
    )
    return replace(state, ledgers=moved)
