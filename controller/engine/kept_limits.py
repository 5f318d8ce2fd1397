"""The limits of a seat whose player keeps those that held before others were posted (G11.4).

A change may leave seated players what they sat down under; that is theirs until they leave the table.
"""

from controller.engine.copying import replace
from controller.engine.life_events import LimitsChanged
from controller.engine.posted import Posted, PostedLimit, under
from controller.engine.ruleset import RuleSet
from controller.engine.state import Seat, TableState


def rules_at(state: TableState, seat: Seat) -> RuleSet:
    """Give the rules with the limits that hold for a seat."""
    return kept_under(state.ruleset, seat)


def kept_under(rules: RuleSet, seat: Seat) -> RuleSet:
    """Give rules with the limits that a seat keeps, which are the same ones for nearly every seat."""
    return under(rules, Posted(limits=seat.kept_limits)) if seat.kept_limits else rules


def after_change(state: TableState, event: LimitsChanged) -> tuple[Seat, ...]:
    """Give the seats after other limits came to hold: who keeps the old ones has them on record."""
    return tuple(_seat(state, seat, event) for seat in state.seats)


def _seat(state: TableState, seat: Seat, event: LimitsChanged) -> Seat:
    before = rules_at(state, seat).limits.of(event.wager)
    others = tuple(one for one in seat.kept_limits if one.wager is not event.wager)
    if seat.number not in event.keeps or before is None or not seat.is_taken:
        return seat if others == seat.kept_limits else replace(seat, kept_limits=others)
    kept = PostedLimit(wager=event.wager, minimum=before.minimum, maximum=before.maximum)
    return replace(seat, kept_limits=(*others, kept))
