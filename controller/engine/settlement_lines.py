"""Make a settled wager's line without the cost of a frozen dataclass's own `__init__`.

A full table has seventy lines, and thirteen calls of `object.__setattr__` for each take a quarter of the
whole settlement; the slots' own setters take a third of that. The line is as frozen as any other afterwards.
"""

from dataclasses import fields

from controller.engine.ids import SeatNo
from controller.engine.money import Cents, Odds
from controller.engine.ruleset_names import Category, Wager
from controller.engine.settlement_types import Outcome, Reason, WagerLine

(
    _put_position,
    _put_bettor,
    _put_wager,
    _put_stake,
    _put_over_limit_returned,
    _put_outcome,
    _put_reason,
    _put_decided_by,
    _put_odds,
    _put_due,
    _put_owed,
    _put_paid,
    _put_collected,
) = (WagerLine.__dict__[one.name].__set__ for one in fields(WagerLine))


def wager_line(  # noqa: PLR0913, PLR0917 - a line has as many independent facts
    position: SeatNo,
    bettor: str,
    wager: Wager,
    stake: Cents,
    over_limit_returned: Cents,
    outcome: Outcome,
    reason: Reason,
    decided_by: Category | None,
    odds: Odds | None,
    due: Cents,
    owed: Cents,
    paid: Cents,
    collected: Cents,
) -> WagerLine:
    """Make a line; the arguments stand in the order of its fields."""
    line = object.__new__(WagerLine)
    _put_position(line, position)
    _put_bettor(line, bettor)
    _put_wager(line, wager)
    _put_stake(line, stake)
    _put_over_limit_returned(line, over_limit_returned)
    _put_outcome(line, outcome)
    _put_reason(line, reason)
    _put_decided_by(line, decided_by)
    _put_odds(line, odds)
    _put_due(line, due)
    _put_owed(line, owed)
    _put_paid(line, paid)
    _put_collected(line, collected)
    return line
