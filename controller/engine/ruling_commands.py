"""Commands about what went wrong: rulings, disputes, decks and devices out of use (G9, G11.6)."""

from dataclasses import dataclass, field
from typing import Literal

from controller.engine.actors import Approval
from controller.engine.cards import Card, Hidden
from controller.engine.ids import DeckLetter, DeviceName, SeatNo
from controller.engine.money import Cents
from controller.engine.ruleset_names import Wager
from controller.engine.ruleset_policy import Irregular, Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Rule on an irregularity as the card room's policy allows (G9.1); only its ruling's fields are read.

    seat, bettor, wager, amount: the wager concerned, and what counts, in cents; decision: `undecided`, `fold`
    or `play N`; place: as holds name it; other_place: of the card that changed places with it (I25); card:
    what truly lies there, plain only until the table has sealed it; deck: the one concerned where no round
    says it.
    """

    kind: Literal["rule"] = "rule"
    code: Irregular
    ruling: Ruling
    reason: str
    seat: SeatNo | None = None
    bettor: int = 0
    wager: Wager | None = None
    amount: Cents | None = None
    decision: str = ""
    place: str = ""
    other_place: str = ""
    card: Card | Hidden | None = field(default=None, repr=False)
    deck: DeckLetter | None = None
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDispute:
    """Freeze the layout for a dispute; a ruling ends it (G9.1 I35, G11.7)."""

    kind: Literal["open_dispute"] = "open_dispute"
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFoldedHand:
    """Turn up a folded or dead hand in a dispute that froze the layout; two persons (G9.1 I35, G11.7)."""

    kind: Literal["open_folded_hand"] = "open_folded_hand"
    seat: SeatNo
    reason: str
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuarantineDeck:
    """Take a deck off the table (G10.4, G11.6)."""

    kind: Literal["quarantine_deck"] = "quarantine_deck"
    deck: DeckLetter
    reason: str
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SuspendDevice:
    """Take a device out of service; no round starts while it is (G11.6)."""

    kind: Literal["suspend_device"] = "suspend_device"
    device: DeviceName
    reason: str
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreDevice:
    """Put a device back into service (G11.6)."""

    kind: Literal["restore_device"] = "restore_device"
    device: DeviceName
    approval: Approval | None = None


RulingAsk = Rule | OpenDispute | OpenFoldedHand | QuarantineDeck | SuspendDevice | RestoreDevice
"""What the floor may ask about irregularities."""
