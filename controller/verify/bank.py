"""The bank of one round in layers: what each moved, and each contributor's part of it (GAME G8.8, V1, V5)."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from controller.verify.canonical import JsonObject
from controller.verify.money import cents_of, objects_of, whole_of

Part = tuple[str, int]
"""A contributor and cents."""


@dataclass(slots=True)
class BankBook:
    """Follow one round's bank.

    contributions: what each put into each layer, empty while one person holds it; moved: what all layers
    paid and collected, None until they are settled.
    """

    contributions: list[list[Part]] = field(default_factory=list)
    moved: tuple[int, int] | None = None

    def post(self) -> None:
        """Take a wager that one person puts down: whatever was shared before is gone."""
        self.contributions = []

    def share(self, event: JsonObject) -> list[str]:
        """Take the layers with their contributors; each must add up."""
        layers = objects_of(event["layers"], "layers")
        self.contributions = [_parts(layer, "contributors") for layer in layers]
        sums = [sum(cents for _, cents in parts) for parts in self.contributions]
        even = sums == [cents_of(layer, "cents") for layer in layers]
        return [] if even else ["a layer of the bank is not the sum of its contributors"]

    def settle(self, event: JsonObject) -> list[str]:
        """Take what each layer moved, and compare it with its contributors' parts."""
        layers = objects_of(event["layers"], "layers")
        self.moved = (
            sum(cents_of(layer, "paid") for layer in layers),
            sum(cents_of(layer, "collected") for layer in layers),
        )
        return [fault for number, layer in enumerate(layers) for fault in self._layer(number, layer)]

    def _layer(self, number: int, layer: JsonObject) -> Iterator[str]:
        name = f"layer {number + 1} of the bank"
        net = cents_of(layer, "collected") - cents_of(layer, "paid")
        shares = _parts(layer, "shares")
        if sum(cents for _, cents in shares) != net:
            yield f"{name}: its contributors' parts are not what it moved"
        if abs(net) > cents_of(layer, "cents"):
            yield f"{name} moved more than it holds"
        if not self.contributions:
            return
        put_in = self.contributions[number] if number < len(self.contributions) else []
        if [who for who, _ in put_in] != [who for who, _ in shares]:
            yield f"{name} has other contributors than it had"
        elif any(abs(part) > own for (_, own), (_, part) in zip(put_in, shares, strict=True)):
            yield f"{name}: a part is larger than what was put in"

    def uneven(self, paid: int, collected: int) -> Iterator[str]:
        """Compare the layers with what the whole bank moved."""
        if self.moved is not None and self.moved != (paid, collected):
            yield "the layers of the bank moved another amount than the bank"


def _parts(layer: JsonObject, name: str) -> list[Part]:
    made = []
    for one in objects_of(layer[name], name):
        who = one["contributor"]
        made.append((who if isinstance(who, str) else "", whole_of(one["cents"], "cents")))
    return made
