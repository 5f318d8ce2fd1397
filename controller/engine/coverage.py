"""How far the bank reaches: the four readings of G6.1, in layers (G8.8).

A flow is what one wager moves: the due of a winner, paid, or the stake of a loser, collected. A reading
tells how much of the next flow still moves, from three figures alone: the layer's amount and what it has
paid and collected so far. Nothing else is remembered, so every reading is a pure function.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from controller.engine.copying import made_often
from controller.engine.money import Cents, share_out
from controller.engine.ruleset_names import Coverage

# What a payment can still be: W plus these multiples of paid and collected; then the same for a collection.
_REACH: Mapping[Coverage, tuple[int, int, int, int]] = {
    Coverage.GROSS_POOL: (-1, -1, -1, -1),
    Coverage.GROSS_TWO_SIDED: (-1, 0, 0, -1),
    Coverage.NET_ABSORBING: (-1, 1, 1, -1),
    Coverage.NET_RUNNING: (-1, 1, 1, -1),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribution:
    """Hold what one person put into a layer of the bank, in cents (G8.8)."""

    contributor: str
    cents: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class BankLayer:
    """Hold one layer of the bank: its amount, and the contributors whose amounts sum to it (G8.8)."""

    cents: Cents
    contributors: tuple[Contribution, ...]

    def __post_init__(self) -> None:
        total = sum(contribution.cents for contribution in self.contributors)
        if total != self.cents or self.cents <= 0:
            raise ValueError(
                f"layer of {self.cents} cents, contributors sum to {total}; allowed: equal, above 0"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerResult:
    """Hold what one layer moved in the round.

    paid, collected: cents; shares: each contributor's part of the net, in list order (G8.8).
    """

    cents: Cents
    paid: Cents
    collected: Cents
    shares: tuple[Contribution, ...]

    @property
    def net(self) -> Cents:
        """Give what the layer won, negative if it lost."""
        return self.collected - self.paid


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class BankLeft:
    """Hold what the bank can still pay and still collect, in cents; None is the house's, without limit."""

    to_pay: Cents | None
    to_collect: Cents | None


class LayerState:
    """Count what one layer has paid and collected, in cents; local to one settlement.

    What still moves is the layer's amount plus a multiple of each count; `_REACH` holds the multiples.
    """

    __slots__ = ("_closes", "_reach", "cents", "collected", "paid")

    def __init__(self, coverage: Coverage, cents: Cents) -> None:
        self.cents = cents
        self.paid: Cents = 0
        self.collected: Cents = 0
        self._reach = _REACH.get(coverage)
        self._closes = coverage is Coverage.NET_ABSORBING

    def to_pay(self) -> Cents | None:
        """Give the most that the next winner can be paid, None for no limit (G6.1)."""
        if self._reach is None:
            return None
        if self._closes and abs(self.collected - self.paid) == self.cents:
            return 0
        return self.cents + self._reach[0] * self.paid + self._reach[1] * self.collected

    def to_collect(self) -> Cents | None:
        """Give the most that the next loser can give, None for no limit (G6.1)."""
        if self._reach is None:
            return None
        if self._closes and abs(self.collected - self.paid) == self.cents:
            return 0
        return self.cents + self._reach[2] * self.paid + self._reach[3] * self.collected

    def pay(self, due: Cents) -> Cents:
        """Pay a winner as far as the layer reaches and give what moved."""
        room = self.to_pay()
        moved = due if room is None or due < room else room
        self.paid += moved
        return moved

    def collect(self, stake: Cents) -> Cents:
        """Take a loser's stake as far as the layer reaches and give what moved."""
        room = self.to_collect()
        moved = stake if room is None or stake < room else room
        self.collected += moved
        return moved


class BankState:
    """Move flows through the layers in order: what one cannot move goes to the next (G8.8).

    layers: empty for the house, which pays and collects without limit.
    """

    def __init__(self, coverage: Coverage, layers: tuple[BankLayer, ...]) -> None:
        self._layers = layers
        self._states = [LayerState(coverage, layer.cents) for layer in layers] or [
            LayerState(Coverage.UNLIMITED, 0)
        ]
        self._first, *self._others = self._states

    def pay(self, due: Cents) -> Cents:
        """Pay a winner and give what moved."""
        moved = self._first.pay(due)
        for state in self._others:
            moved += state.pay(due - moved)
        return moved

    def collect(self, stake: Cents) -> Cents:
        """Take a loser's stake and give what moved."""
        moved = self._first.collect(stake)
        for state in self._others:
            moved += state.collect(stake - moved)
        return moved

    def left(self) -> BankLeft:
        """Give what all layers together can still move."""
        if not self._layers:
            return BankLeft(to_pay=None, to_collect=None)
        to_pay, to_collect = self._first.to_pay() or 0, self._first.to_collect() or 0
        for state in self._others:
            to_pay += state.to_pay() or 0
            to_collect += state.to_collect() or 0
        return BankLeft(to_pay=to_pay, to_collect=to_collect)

    def lefts(self) -> tuple[BankLeft, ...]:
        """Give what each layer can still move; empty for the house."""
        return tuple(
            BankLeft(to_pay=state.to_pay(), to_collect=state.to_collect())
            for _, state in zip(self._layers, self._states, strict=False)
        )

    def results(self) -> tuple[LayerResult, ...]:
        """Give what each layer moved, with its contributors' shares; empty for the house."""
        return tuple(
            LayerResult(
                cents=layer.cents,
                paid=state.paid,
                collected=state.collected,
                shares=_shares(layer, state.collected - state.paid),
            )
            for layer, state in zip(self._layers, self._states, strict=False)
        )


def single_bank(contributor: str, cents: Cents) -> tuple[BankLayer, ...]:
    """Give the bank of one person: one layer, one contributor (G8.8)."""
    return (BankLayer(cents=cents, contributors=(Contribution(contributor=contributor, cents=cents),)),)


def _shares(layer: BankLayer, net: Cents) -> tuple[Contribution, ...]:
    parts = share_out(net, tuple(contribution.cents for contribution in layer.contributors))
    return tuple(
        Contribution(contributor=contribution.contributor, cents=part)
        for contribution, part in zip(layer.contributors, parts, strict=True)
    )
