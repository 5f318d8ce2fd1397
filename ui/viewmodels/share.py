"""Who holds the bank while it is typed: layers, contributors, amounts (G8.8, TOUCHSCREEN 8)."""

from dataclasses import dataclass

from controller.engine.bank_commands import BankPart, ShareBank
from controller.engine.copying import replace
from controller.engine.money import Cents
from controller.engine.prompt import Offer
from ui.options import Wording

SHARE_KEYS = frozenset({"part", "partner", "layer", "unpart"})
"""Keys of the bank's keypad: choose a part, add a partner, add a layer, take a part away."""

MOST_PARTS = 6
MOST_LAYERS = 3
PARTNER = "partner-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Hold the parts of the bank as they stand and as they are typed, and the chosen one."""

    base: tuple[BankPart, ...]
    parts: tuple[BankPart, ...]
    chosen: int = 0

    @property
    def total(self) -> Cents:
        """Give the whole bank in cents."""
        return sum(part.cents for part in self.parts)

    @property
    def is_dirty(self) -> bool:
        """Tell whether the parts differ from those that stand."""
        return self.parts != self.base

    @property
    def command(self) -> ShareBank:
        """Give the command; a partner without an amount is left out, and no layer stays empty."""
        return ShareBank(parts=_packed(tuple(part for part in self.parts if part.cents)))

    @property
    def can_add(self) -> bool:
        """Tell whether there is room for one more."""
        return len(self.parts) < MOST_PARTS

    @property
    def can_layer(self) -> bool:
        """Tell whether one more layer may be opened."""
        return self.can_add and self.parts[-1].layer < MOST_LAYERS

    def key(self, intent: str, arg: str) -> "Share":
        """Change who holds the bank by one key."""
        match intent:
            case "part":
                return replace(self, chosen=int(arg))
            case "partner" if self.can_add:
                return self._added(self.parts[self.chosen].layer)
            case "layer" if self.can_layer:
                return self._added(self.parts[-1].layer + 1)
            case "unpart" if self.chosen:
                kept = self.parts[: self.chosen] + self.parts[self.chosen + 1 :]
                return replace(self, parts=_packed(kept), chosen=0)
            case _:
                return self

    def add(self, cents: Cents) -> "Share":
        """Add a chip to the chosen part."""
        return self._put(self.parts[self.chosen].cents + cents)

    def clear(self) -> "Share":
        """Empty the chosen part."""
        return self._put(0)

    def restore(self) -> "Share":
        """Go back to what stands."""
        return replace(self, parts=self.base, chosen=0)

    def _put(self, cents: Cents) -> "Share":
        part = replace(self.parts[self.chosen], cents=cents)
        return replace(self, parts=(*self.parts[: self.chosen], part, *self.parts[self.chosen + 1 :]))

    def _added(self, layer: int) -> "Share":
        """Put a partner of the next free number at the end of a layer."""
        names = {part.contributor for part in self.parts}
        number = next(n for n in range(1, MOST_PARTS + 1) if f"{PARTNER}{n}" not in names)
        part = BankPart(layer=layer, contributor=f"{PARTNER}{number}", cents=0)
        place = sum(one.layer <= layer for one in self.parts)
        return replace(self, parts=(*self.parts[:place], part, *self.parts[place:]), chosen=place)


def sharing(offer: Offer) -> Share | None:
    """Begin with the parts that the guide offers."""
    if not isinstance(offer.command, ShareBank):
        return None
    return Share(base=offer.command.parts, parts=offer.command.parts)


def _packed(parts: tuple[BankPart, ...]) -> tuple[BankPart, ...]:
    """Number the layers anew, so that none is left out."""
    order = sorted({part.layer for part in parts})
    return tuple(replace(part, layer=order.index(part.layer) + 1) for part in parts)


def contributor_text(name: str, words: Wording) -> str:
    """Name a contributor: a seat, a numbered partner, or as the console named it."""
    kind, _, number = name.partition("-")
    if number.isdigit() and kind in {"seat", "partner"}:
        return words.say(f"bank.{kind}", number=number)
    return name


def part_text(part: BankPart, words: Wording, *, layered: bool) -> str:
    """Name one part, with its layer where there are several."""
    name = contributor_text(part.contributor, words)
    return words.say("bank.part", layer=part.layer, name=name) if layered else name
