"""Money in whole cents, pay odds as exact pairs, and rounding by name (G2.6, G2.7).

Chips never become floats: an amount is an int, a pay row is a pair of ints, and only `Rounding` may turn
a fraction of a cent into whole ones.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

Cents: TypeAlias = int


class Pays(StrEnum):
    """Say whether a winning stake stays the bettor's (`to`) or is used up by the win (`for`) (G2.6)."""

    TO = "to"
    FOR = "for"


class Rounding(StrEnum):
    """Name what happens to a winning amount that is no whole number of chips (G2.7)."""

    EXACT = "exact"
    DOWN = "down"
    UP = "up"


def is_cents(value: object) -> bool:
    """Tell whether a value is an amount of money: an int, no bool, not negative (G2.6)."""
    return type(value) is int and value >= 0


class FractionOfCent(ArithmeticError):
    """Report a winning amount that `exact` cannot pay (G2.7).

    numerator, denominator: the amount in cents, as a fraction.
    """

    def __init__(self, numerator: int, denominator: int) -> None:
        self.numerator = numerator
        self.denominator = denominator
        super().__init__(
            f"winnings of {numerator}/{denominator} cents are not whole cents; rounding `exact` allows none"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Hold one pay row as an exact pair: `numerator` to (or for) `denominator` (G2.6).

    numerator: at least 0; denominator: at least 1; both ints, anything else raises ValueError.
    """

    numerator: int
    denominator: int = 1
    pays: Pays = Pays.TO

    def __post_init__(self) -> None:
        if not is_cents(self.numerator) or not is_cents(self.denominator) or self.denominator == 0:
            raise ValueError(
                f"odds {self.numerator!r}/{self.denominator!r}: two whole numbers, at least 0 and at least 1"
            )

    def __str__(self) -> str:
        return f"{self.numerator}:{self.denominator} {self.pays}"

    def winnings(self, stake: Cents, rounding: Rounding, chip: Cents) -> Cents:
        """Give what a winning stake is owed, in cents; raise FractionOfCent under `exact` (G2.7)."""
        return round_to_chip(stake * self.numerator, self.denominator, rounding, chip)


_EXACT: Final = Rounding.EXACT
EVEN_MONEY = Odds(numerator=1)


def round_to_chip(numerator: int, denominator: int, rounding: Rounding, chip: Cents) -> Cents:
    """Turn a fraction of cents into whole chips; `exact` ignores `chip`, may raise FractionOfCent."""
    if rounding is _EXACT:
        if numerator % denominator:
            raise FractionOfCent(numerator, denominator)
        return numerator // denominator
    unit = denominator * chip
    chips = numerator // unit if rounding is Rounding.DOWN else -(-numerator // unit)
    return chips * chip


def share_out(amount: Cents, weights: tuple[Cents, ...]) -> tuple[Cents, ...]:
    """Split an amount by weights: floor of each share, left-over cents by largest remainder (G8.8).

    Ties go in list order. A negative amount is split like its absolute value. No weights at all are an error.
    """
    total = sum(weights)
    if total <= 0:
        raise ValueError(f"weights {weights!r} sum to {total}; allowed: more than 0")
    size = abs(amount)
    shares = [size * weight // total for weight in weights]
    left = size - sum(shares)
    by_remainder = sorted(range(len(weights)), key=lambda i: -(size * weights[i] % total))
    for index in by_remainder[:left]:
        shares[index] += 1
    return tuple(shares) if amount >= 0 else tuple(-share for share in shares)
