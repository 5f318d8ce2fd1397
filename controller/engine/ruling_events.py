"""Events of rulings: what was ruled, and the entries that put it right; no original is edited (G9.2)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from controller.engine.cards import Exposed, Hidden
from controller.engine.device_words import Target
from controller.engine.ids import DeckLetter, DeviceName, RoundNo, SeatNo
from controller.engine.money import Cents
from controller.engine.ruleset import Street
from controller.engine.ruleset_policy import FeesOnVoid, Irregular, Ruling, RulingScope
from controller.engine.settlement_types import WagerLine
from controller.engine.state import Decision


class WagersAfter(StrEnum):
    """Name what a ruling does with wagers (G9.1)."""

    STAND = "stand"
    RETURNED = "returned"
    LOST = "lost"
    CHANGED = "changed"
    SETTLED_AGAIN = "settled_again"


class DecksAfter(StrEnum):
    """Name what a ruling does with the decks (G9.1)."""

    ALTERNATE = "alternate"
    RECOUNTED = "recounted"
    BOTH_RECOUNTED = "both_recounted"
    QUARANTINED = "quarantined"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """Record a ruling with all it says (G9.1); before, after: the element in words, never a hidden face."""

    kind: Literal["ruled"] = "ruled"
    code: Irregular
    ruling: Ruling
    scope: RulingScope
    seat: SeatNo | None
    place: str
    wagers: WagersAfter
    fees: FeesOnVoid
    counts: bool
    decks: DecksAfter
    before: str
    after: str
    reason: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chips:
    """Hold what lies before one bettor, in cents."""

    ante: Cents
    blind: Cents
    play: Cents
    trips: Cents
    bad_beat: Cents

    @property
    def total(self) -> Cents:
        """Give their sum."""
        return self.ante + self.blind + self.play + self.trips + self.bad_beat


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatKilled:
    """Record a dead hand: its stakes go back, or to the bank at the settlement (G9.1, DEAD)."""

    kind: Literal["seat_killed"] = "seat_killed"
    seat: SeatNo
    lost: bool
    returned: tuple[tuple[int, Cents], ...]
    total: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class StakesCorrected:
    """Record that other chips count for a bettor than were recorded; returned: cents given back to them."""

    kind: Literal["stakes_corrected"] = "stakes_corrected"
    seat: SeatNo
    bettor: int
    before: Chips
    after: Chips
    returned: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionCorrected:
    """Record the decision that truly was made (I18, I24); None: the seat has not decided yet."""

    kind: Literal["decision_corrected"] = "decision_corrected"
    seat: SeatNo
    before: Decision | None
    after: Decision | None
    checked: Street | None
    plays: tuple[tuple[int, Cents], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayBarred:
    """Record that nobody may play any more; these seats go on with what they have wagered (I4 to I6)."""

    kind: Literal["play_barred"] = "play_barred"
    seats: tuple[SeatNo, ...]
    street: Street


@dataclass(frozen=True, slots=True, kw_only=True)
class BankCorrected:
    """Record that the player-dealer's wager is another one, in cents (I22)."""

    kind: Literal["bank_corrected"] = "bank_corrected"
    seat: SeatNo
    before: Cents
    after: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayPlaced:
    """Record that a card that belonged to nothing lies at a place now (I7, I8, I11).

    card: sealed, as it was read or as two persons saw it; entered: they did;
    was_stray: it had passed the reader.
    """

    kind: Literal["stray_placed"] = "stray_placed"
    target: Target
    position: int
    card: Hidden
    entered: bool
    was_stray: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StraysKilled:
    """Record that so many cards that belonged to nothing are dead, the first ones first (I2, I7)."""

    kind: Literal["strays_killed"] = "strays_killed"
    count: int
    boxed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAgain:
    """Record that so many cards pass the reader once more (I8)."""

    kind: Literal["read_again"] = "read_again"
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCorrected:
    """Record which card truly lies at a place (I26); up: the same card where that place is face up.

    before: ordinal of the seal that no longer counts.
    """

    kind: Literal["card_corrected"] = "card_corrected"
    target: Target
    position: int
    before: int
    card: Hidden
    up: Exposed | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedHandOpened:
    """Record that two persons turned up a folded or dead hand in a dispute, with what proves it (I35).

    cards: in the order in which they were dealt; approved_by: both persons.
    """

    kind: Literal["folded_hand_opened"] = "folded_hand_opened"
    seat: SeatNo
    cards: tuple[Exposed, ...]
    reason: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementReversed:
    """Record that a seat's closed step is undone as a whole: the same cents the other way (I27)."""

    kind: Literal["settlement_reversed"] = "settlement_reversed"
    round: RoundNo
    seat: SeatNo
    step: int
    lines: tuple[WagerLine, ...]
    paid: Cents
    collected: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementRepeated:
    """Record a reversed step settled again, with the lines that count now (I27)."""

    kind: Literal["settlement_repeated"] = "settlement_repeated"
    round: RoundNo
    seat: SeatNo
    step: int
    lines: tuple[WagerLine, ...]
    paid: Cents
    collected: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkRestarted:
    """Record that the settlement is walked anew from its first step, because its stops changed (G6.6)."""

    kind: Literal["walk_restarted"] = "walk_restarted"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRecalled:
    """Record that a deck must be shuffled and counted again before it is dealt (I10)."""

    kind: Literal["deck_recalled"] = "deck_recalled"
    deck: DeckLetter


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceSuspended:
    """Record that a device is out of service, and why (G11.6)."""

    kind: Literal["device_suspended"] = "device_suspended"
    device: DeviceName
    reason: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRestored:
    """Record that a device is in service again."""

    kind: Literal["device_restored"] = "device_restored"
    device: DeviceName
    approved_by: str


SeatRulingEvent = SeatKilled | StakesCorrected | DecisionCorrected | PlayBarred | BankCorrected
CardRulingEvent = StrayPlaced | StraysKilled | ReadAgain | CardCorrected
MoneyRulingEvent = SettlementReversed | SettlementRepeated | WalkRestarted
UseRulingEvent = Ruled | FoldedHandOpened | DeckRecalled | DeviceSuspended | DeviceRestored

RulingEvent = SeatRulingEvent | CardRulingEvent | MoneyRulingEvent | UseRulingEvent
