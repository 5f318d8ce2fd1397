"""The table's worst case beside the player-dealer's wager, as the felt stands now (G6.7)."""

from controller.engine.money import Cents
from controller.engine.ruleset import Street
from controller.engine.settlement_exposure import Exposure, OpenWagers, highest_multiple, table_exposure
from controller.engine.showdown import stakes_of
from controller.engine.state import Seat, TableState

_NEXT = {None: Street.PREFLOP, Street.PREFLOP: Street.FLOP, Street.FLOP: Street.RIVER}
"""The street on which a seat may still play, by the last one on which it checked."""


def felt_exposure(state: TableState) -> Exposure:
    """Give the most that all wagers on the felt could cost the bank, and bring it, in cents (G6.7)."""
    return table_exposure(state.ruleset, _open_wagers(state))


def most_to_pay(state: TableState) -> Cents:
    """Give the most that all wagers on the felt could win, in cents; an upper bound."""
    return felt_exposure(state).pays


def _open_wagers(state: TableState) -> tuple[OpenWagers, ...]:
    return tuple(
        OpenWagers(stakes=stakes, multiple=0 if stakes.folded else _multiple(state, seat))
        for seat in state.seats
        for stakes in (stakes_of(state.ruleset, seat, bettor) for bettor in seat.bettors if bettor.is_in)
    )


def _multiple(state: TableState, seat: Seat) -> int:
    """Give the multiple of the Play placed, or the highest still allowed; 0 once folded."""
    if seat.decision is not None:
        return seat.decision.multiple
    street = _NEXT.get(seat.checked)
    return 0 if street is None else highest_multiple(state.ruleset, street)
