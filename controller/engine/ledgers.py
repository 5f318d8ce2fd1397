"""The table's books: house tray, player-dealers, fees and meter, which never mix (G11.2).

Every event that moves money posts each side from its own source: the bettors' side from the lines, the bank's
from the settlement, the drop from the fee's total, the meter from its new value. So `balance` is zero only
where they agree (G12 V1).
"""

from dataclasses import dataclass

from controller.engine.ids import SeatNo
from controller.engine.money import Cents
from controller.engine.ruleset_names import FeePayer, Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeLine:
    """Hold one fee: who pays it, for what, and how many cents (G8.6).

    seat, bettor: the payer; bettor 0 is seated, 1 to 3 stand behind; wager: the side wager it is for.
    """

    payer: FeePayer
    seat: SeatNo
    bettor: int
    wager: Wager | None
    amount: Cents

    @property
    def key(self) -> tuple[FeePayer, SeatNo, int, Wager | None]:
        """Give what names the fee whatever its amount."""
        return self.payer, self.seat, self.bettor, self.wager


def total_of(lines: tuple[FeeLine, ...]) -> Cents:
    """Give the sum of some fees in cents."""
    return sum(line.amount for line in lines)


def less(lines: tuple[FeeLine, ...], taken_off: tuple[FeeLine, ...]) -> tuple[FeeLine, ...]:
    """Give what is left of some fees after others with the same names are taken off; never below zero."""
    off: dict[object, Cents] = {}
    for line in taken_off:
        off[line.key] = off.get(line.key, 0) + line.amount
    left = (
        FeeLine(
            payer=line.payer,
            seat=line.seat,
            bettor=line.bettor,
            wager=line.wager,
            amount=line.amount - off.get(line.key, 0),
        )
        for line in lines
    )
    return tuple(line for line in left if line.amount > 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFees:
    """Hold the fees of one round (G8.6).

    recorded: posted on the felt, before the first card; waived: let off by the floor; dropped: in the drop.
    """

    recorded: tuple[FeeLine, ...] = ()
    waived: tuple[FeeLine, ...] = ()
    dropped: tuple[FeeLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledgers:
    """Hold the books since the table's first record, in cents; each is a ledger of its own (G11.2).

    bettors, player_dealers: what they won, fees taken off, negative if they lost; house_tray: results only;
    drop: fees; meter: the progressive's, None until it is opened; meter_put_in: what was put into the meter
    by hand from outside the table, negative if taken out.
    """

    bettors: Cents = 0
    player_dealers: Cents = 0
    house_tray: Cents = 0
    drop: Cents = 0
    meter: Cents | None = None
    meter_put_in: Cents = 0

    @property
    def balance(self) -> Cents:
        """Give the sum of all books less what came from outside: 0, or money appeared or was lost (V1)."""
        won = self.bettors + self.player_dealers + self.house_tray
        return won + self.drop + (self.meter or 0) - self.meter_put_in
