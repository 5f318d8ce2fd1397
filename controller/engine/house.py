"""What the table knows of its staff and of the house's chips in the tray (DURABILITY 9, G11)."""

from dataclasses import dataclass
from enum import StrEnum

from controller.engine.ids import SeatNo
from controller.engine.money import Cents

DENOMINATIONS = (100, 500, 2_500, 10_000, 50_000)
"""The five chips of a table whose file names no others, in cents."""

Chips = tuple[tuple[Cents, int], ...]
"""How many chips of each denomination, in cents; denominations without a chip stay away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Staff:
    """Hold who works here; approvals: number of the last one that was used.

    dealer: id of the house dealer who signed on, empty while nobody has.
    """

    approvals: int = 0
    dealer: str = ""


class Moment(StrEnum):
    """Name when a tray is counted: at opening, at closing, or between (G11.1)."""

    OPENER = "opener"
    CLOSER = "closer"
    BETWEEN = "between"


class SlipKind(StrEnum):
    """Name what a slip moves: chips into the tray, or out of it (G11.3)."""

    FILL = "fill"
    CREDIT = "credit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """Hold one slip that is not voided: its number and total in cents."""

    number: int
    kind: SlipKind
    total: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Tray:
    """Hold what should lie in the tray, in cents; results of play are in the books beside it (G11.2, G11.3).

    denominations: the table's five chips; counted: the last count that both signed, None before the first;
    house_at_count: the house tray's book at that moment; slips: those since, voided ones taken out;
    last_slip: number of the last one written; buy_ins: what each player-dealer bought in between rounds;
    drop_counted: fees that were counted in the drop box so far.
    """

    denominations: tuple[Cents, ...] = DENOMINATIONS
    counted: Cents | None = None
    house_at_count: Cents = 0
    slips: tuple[Slip, ...] = ()
    last_slip: int = 0
    buy_ins: tuple[tuple[SeatNo, Cents], ...] = ()
    drop_counted: Cents = 0

    @property
    def moved(self) -> Cents:
        """Give what fills brought less what credits took since the last count."""
        return sum(one.total if one.kind is SlipKind.FILL else -one.total for one in self.slips)


def chips_total(chips: Chips, other: Cents) -> Cents:
    """Give what chips and other money are worth together, in cents."""
    return other + sum(denomination * number for denomination, number in chips)
