"""The progressive wager: its own cards, its own meter, outside the bank and every cap (G5.7).

Odds are `for`: the stake is used up whether it wins or not. The meter has been fed with its share of every
stake when betting closed; what it pays leaves it, and after a full win it starts again at the seed.
"""

from dataclasses import dataclass

from controller.engine.cards import Card
from controller.engine.faults import InvariantFault
from controller.engine.ids import SeatNo
from controller.engine.money import Cents, Rounding
from controller.engine.ranking import evaluate
from controller.engine.ruleset import Category, OnFold, Progressive, ProgressiveHand, ProgressiveRow

_FIXED = {
    Category.STRAIGHT_FLUSH: ProgressiveHand.STRAIGHT_FLUSH,
    Category.FOUR_OF_A_KIND: ProgressiveHand.FOUR_OF_A_KIND,
    Category.FULL_HOUSE: ProgressiveHand.FULL_HOUSE,
}
_FLOP = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveEntry:
    """Hold one bettor's progressive wager; `hole` None for a folded hand that stays closed."""

    position: SeatNo
    bettor: str
    hole: tuple[Card, Card] | None
    folded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveLine:
    """Hold what became of one progressive wager, in cents.

    from_meter, from_house: what was paid, by whom; the stake is used up in every case.
    """

    position: SeatNo
    bettor: str
    stake: Cents
    hand: ProgressiveHand | None
    from_meter: Cents
    from_house: Cents

    @property
    def net(self) -> Cents:
        """Give what the bettor won, negative if lost."""
        return self.from_meter + self.from_house - self.stake


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveSettlement:
    """Hold the round's progressive wagers and the meter, in cents.

    meter_fed: the meter with this round's shares; seeded: what the house puts in after a full win.
    house_net: what the house tray wins: stakes less the meter's share, the fixed pays and the seed.
    """

    lines: tuple[ProgressiveLine, ...]
    meter_before: Cents
    meter_fed: Cents
    seeded: Cents
    meter_after: Cents
    house_net: Cents


def meter_share(settings: Progressive) -> Cents:
    """Give the part of one stake that feeds the meter, whole cents, the rest staying with the house."""
    return settings.stake * settings.share_percent // 100


def progressive_hand(hole: tuple[Card, Card], board: tuple[Card, ...]) -> ProgressiveHand | None:
    """Name the row that a hand wins, None for none; the board stands in the order in which it was read."""
    hand = evaluate((*board, *hole))
    if hand.category is not Category.ROYAL_FLUSH:
        return _FIXED.get(hand.category)
    own = set(hand.five) & set(hole)
    if not own:
        return ProgressiveHand.ROYAL_ON_BOARD
    if set(hand.five) == {*hole, *board[:_FLOP]}:
        return ProgressiveHand.ROYAL_HOLE_AND_FLOP
    return ProgressiveHand.ROYAL_WITH_HOLE


def settle_progressive(
    settings: Progressive, meter: Cents, board: tuple[Card, ...], entries: tuple[ProgressiveEntry, ...]
) -> ProgressiveSettlement:
    """Settle all progressive wagers of a round against a meter that stood at `meter` before it.

    Raises InvariantFault for two wins of the meter in one round, which no deal can hold (G12 V10).
    """
    fed = meter + len(entries) * meter_share(settings)
    lines = tuple(_line(settings, fed, board, entry) for entry in entries)
    from_meter = [line.from_meter for line in lines if line.from_meter]
    if len(from_meter) > 1:
        raise InvariantFault("V10", f"{len(from_meter)} wins of the meter in one round")
    left = fed - sum(from_meter)
    seeded = settings.seed if from_meter and not left else 0
    stakes = len(entries) * settings.stake
    return ProgressiveSettlement(
        lines=lines,
        meter_before=meter,
        meter_fed=fed,
        seeded=seeded,
        meter_after=left + seeded,
        house_net=stakes - (fed - meter) - sum(line.from_house for line in lines) - seeded,
    )


def _line(
    settings: Progressive, meter: Cents, board: tuple[Card, ...], entry: ProgressiveEntry
) -> ProgressiveLine:
    hand = _hand(settings, board, entry)
    row = next((row for row in settings.rows if row.hand is hand), None)
    from_meter, from_house = (0, 0) if row is None else _pays(settings, row, meter)
    return ProgressiveLine(
        position=entry.position,
        bettor=entry.bettor,
        stake=settings.stake,
        hand=hand,
        from_meter=from_meter,
        from_house=from_house,
    )


def _hand(settings: Progressive, board: tuple[Card, ...], entry: ProgressiveEntry) -> ProgressiveHand | None:
    if entry.folded and settings.on_fold is OnFold.LOSES:
        return None
    if entry.hole is None:
        raise InvariantFault("G5.7", f"seat {entry.position} is valued, but its cards are closed")
    return progressive_hand(entry.hole, board)


def _pays(settings: Progressive, row: ProgressiveRow, meter: Cents) -> tuple[Cents, Cents]:
    """Give what the meter and the house pay; a share of the meter is cut to whole cents."""
    from_meter = 0 if row.meter_percent is None else meter * row.meter_percent // 100
    from_house = 0 if row.odds is None else row.odds.winnings(settings.stake, Rounding.EXACT, 1)
    return from_meter, from_house
