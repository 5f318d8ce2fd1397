"""Money, cards and hands as text (no Qt). The figures come from the object that is journaled, unchanged."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from controller.engine.cards import RANKS, Card
from controller.engine.ids import SeatNo
from controller.engine.money import Cents, Odds, Pays
from controller.engine.ruleset_names import Category
from ui.texts import Texts

MINUS = "−"
TIMES = "×"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyFormat:
    """Hold how a table writes money: the sign before each amount. It is the table's, not the language's."""

    sign: str = "$"

    def exact(self, cents: Cents) -> str:
        """Write an amount to the cent, such as `$1,250.00`; a negative one begins with a minus sign."""
        whole, part = divmod(abs(cents), 100)
        return f"{MINUS if cents < 0 else ''}{self.sign}{whole:,}.{part:02d}"

    def short(self, cents: Cents) -> str:
        """Write whole units without their cents, such as `$20`; other amounts to the cent."""
        text = self.exact(cents)
        return text.removesuffix(".00")


def odds_text(odds: Odds, say: Texts) -> str:
    """Write a pay row, such as `3:2`, or `10 for 1` where the stake is used up (G2.6)."""
    if odds.pays is Pays.FOR:
        return say("list.odds_for", win=odds.numerator, stake=odds.denominator)
    return f"{odds.numerator}:{odds.denominator}"


def multiple_text(multiple: int) -> str:
    """Write a multiple of the Ante, such as `4×`."""
    return f"{multiple}{TIMES}"


def rank_text(rank: int) -> str:
    """Write a rank 2..14 as it stands on a card."""
    return "10" if rank == 10 else RANKS[rank - 2]


def card_text(card: Card, say: Texts) -> str:
    """Name a card in words, such as `king of clubs`."""
    return say("card.name", rank=say(f"rank.one.{card.rank}"), suit=say(f"card.{card.suit}"))


def seat_list(seats: Sequence[SeatNo], say: Texts) -> str:
    """Write seat numbers as a list, such as `2, 5 and 1`, in the order given."""
    names = [str(seat) for seat in seats]
    if len(names) < 2:
        return "".join(names)
    return say("list.last", before=say("list.comma").join(names[:-1]), last=names[-1])


def hand_short(category: Category, five: Sequence[Card], say: Texts) -> str:
    """Name a hand in at most 18 characters, for the tiles."""
    high, low = _deciding(category, five)
    return say(
        f"hand_short.{category}", high=rank_text(high), low=rank_text(low), highs=say(f"rank.many.{high}")
    )


def hand_long(category: Category, five: Sequence[Card], say: Texts) -> str:
    """Name a hand in words, for the detail line."""
    high, low = _deciding(category, five)
    return say(
        f"hand_long.{category}",
        high=say(f"rank.one.{high}"),
        highs=say(f"rank.many.{high}"),
        lows=say(f"rank.many.{low}"),
    )


def ranks_text(five: Sequence[Card]) -> str:
    """Write the five ranks in their deciding order, such as `K K A 9 7`."""
    return " ".join(rank_text(card.rank) for card in five)


def chips_text(amount: Cents, chips: Sequence[Cents], money: MoneyFormat, say: Texts) -> str:
    """Break an amount into the table's chips, largest first; what no chip makes stays as an amount."""
    parts = []
    for chip in sorted(chips, reverse=True):
        count, amount = divmod(amount, chip)
        if count:
            parts.append(f"{count} {TIMES} {money.short(chip)}")
    if amount:
        parts.append(money.exact(amount))
    return say("list.plus").join(parts)


def _deciding(category: Category, five: Sequence[Card]) -> tuple[int, int]:
    """Give the two ranks a hand is named by; the five come with the deciding cards first (G4.1)."""
    high = five[0].rank
    if category in {Category.TWO_PAIR, Category.FULL_HOUSE}:
        return high, next(card.rank for card in five if card.rank != high)
    return high, high


def hour_text(utc_us: int, zone: tzinfo) -> str:
    """Write a record's time on the table's clock, hours and minutes."""
    return datetime.fromtimestamp(utc_us / 1_000_000, tz=UTC).astimezone(zone).strftime("%H:%M")


def rules_text(name: str) -> str:
    """Write a rule set's name as words: `california-bad-beat` is California bad beat."""
    said = name.replace("-", " ").replace("_", " ")
    return said[:1].upper() + said[1:]
