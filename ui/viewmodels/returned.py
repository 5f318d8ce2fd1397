"""What goes back to each seat while the cards of a void round are collected (G9.1, TOUCHSCREEN 6)."""

from collections.abc import Sequence

from controller.engine.copying import replace
from controller.engine.events import RoundVoided
from controller.engine.money import Cents
from controller.engine.state import Phase
from controller.engine.view_types import TableView
from controller.history.record import RoundRecord
from ui.options import Wording
from ui.viewmodels.seats import SeatRow


def with_returns(
    rows: tuple[SeatRow, ...], view: TableView, history: Sequence[RoundRecord], words: Wording
) -> tuple[SeatRow, ...]:
    """Write on each tile what a void gives back there, all bettors of the seat together."""
    back = _returns(view, history)
    return tuple(
        replace(row, handText=words.say("mark.back", amount=words.money.exact(back[row.seat])))
        if back.get(row.seat)
        else row
        for row in rows
    )


def _returns(view: TableView, history: Sequence[RoundRecord]) -> dict[int, Cents]:
    last = history[0] if history else None
    if view.phase is not Phase.COLLECT or last is None or last.number != view.round:
        return {}
    sums: dict[int, Cents] = {}
    for told in last.told:
        if isinstance(told, RoundVoided):
            for seat, _, cents in told.returned:
                sums[seat] = sums.get(seat, 0) + cents
    return sums
