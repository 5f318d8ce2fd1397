"""What rulings leave in the state: kept apart from the round's own course (G9)."""

from dataclasses import dataclass, field

from controller.engine.ids import RoundNo, SeatNo
from controller.engine.money import Cents
from controller.engine.settlement_types import Showdown


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRulings:
    """Hold what was ruled about a round so far.

    play_barred: no Play is accepted any more (I4 to I6); boxed: boxed cards ruled dead (I7); dead: how many
    of the loose cards, from the first, are ruled dead; reread: cards that passed the reader once more (I8);
    fee_due: a fee was missed and is taken at the end (I21); opened: seats whose folded hand two persons
    turned up in a dispute (I35).
    """

    play_barred: bool = False
    boxed: int = 0
    dead: int = 0
    reread: int = 0
    fee_due: bool = False
    opened: tuple[SeatNo, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledRound:
    """Hold what the last settled round was settled from, so that it can be opened again (I27).

    Its settlement is computed anew where it is asked for (`settled_before`); kept, it would be most of a
    snapshot. showdown: kept out of the repr; all its cards were turned up; rules: digest of the rule set it
    was settled under; undone: steps reversed and not settled again (I10).
    """

    number: RoundNo
    showdown: Showdown = field(repr=False)
    rules: str
    undone: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """Hold the outcome of the last finished round for the idle screen and the totals (G3.9)."""

    number: RoundNo
    paid: Cents
    collected: Cents
    net: Cents
    is_void: bool
