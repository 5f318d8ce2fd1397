"""Events: what happened, in the past tense; the record keeps them for ever, so kinds never change (G3).

Device events are in `device_events`; the union `Event` holds all.
"""

from dataclasses import dataclass
from typing import Literal

from controller.engine.bank_events import BankSettled, BankShared, BehindEvent, LimitEvent
from controller.engine.cards import Exposed, Hidden
from controller.engine.commands import Act, Answer, Exposure, Irregularity
from controller.engine.copying import made_often
from controller.engine.device_events import DeviceEvent
from controller.engine.device_words import Target
from controller.engine.ids import DeckLetter, DeviceName, RoundNo, SeatNo
from controller.engine.ledger_events import LedgerEvent
from controller.engine.life_events import LifeEvent
from controller.engine.money import Cents
from controller.engine.people_events import PeopleEvent
from controller.engine.rotation_events import RotationEvent
from controller.engine.ruleset import Street
from controller.engine.ruling_events import RulingEvent
from controller.engine.settlement_types import WagerLine
from controller.engine.state import HoldCode, Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStarted:
    """Record a start of the program; operation numbers begin here only on the very first one."""

    kind: Literal["table_started"] = "table_started"
    shuffler_op_id: int
    shoe_op_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """Record that the table opened under this rule set (G11.1)."""

    kind: Literal["table_opened"] = "table_opened"
    ruleset: str
    version: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed:
    """Record that the table closed (G11.1)."""

    kind: Literal["table_closed"] = "table_closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """Record that a player sits."""

    kind: Literal["seat_taken"] = "seat_taken"
    seat: SeatNo


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatVacated:
    """Record that a player left."""

    kind: Literal["seat_vacated"] = "seat_vacated"
    seat: SeatNo


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOpened:
    """Record the begin of a round with its deck and the rules in force (G1, G7.1)."""

    kind: Literal["round_opened"] = "round_opened"
    round: RoundNo
    deck: DeckLetter
    ruleset: str
    digest: str


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseEntered:
    """Record the step to a phase of the round (G3.1)."""

    kind: Literal["phase_entered"] = "phase_entered"
    phase: Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class BankOffered:
    """Record that the bank is offered to a seat; None when nobody is left to ask (G8.1)."""

    kind: Literal["bank_offered"] = "bank_offered"
    seat: SeatNo | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferAnswered:
    """Record a seat's answer (G8.1)."""

    kind: Literal["offer_answered"] = "offer_answered"
    seat: SeatNo
    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDealerSeated:
    """Record who banks; kept: the same player-dealer goes on (G8.2)."""

    kind: Literal["player_dealer_seated"] = "player_dealer_seated"
    seat: SeatNo
    kept: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BankPosted:
    """Record the player-dealer's wager in cents (G1, W); repeated: proposed from the round before."""

    kind: Literal["bank_posted"] = "bank_posted"
    seat: SeatNo
    amount: Cents
    repeated: bool


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPlaced:
    """Record a bettor's stakes in cents as they stand on the felt (G2.1)."""

    kind: Literal["wager_placed"] = "wager_placed"
    seat: SeatNo
    bettor: int
    ante: Cents
    blind: Cents
    trips: Cents
    bad_beat: Cents
    progressive: Cents = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerRemoved:
    """Record that a bettor sits this round out."""

    kind: Literal["wager_removed"] = "wager_removed"
    seat: SeatNo
    bettor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagersRepeated:
    """Record that a seat's last stakes stand again.

    stakes: those of the last round that the seat played, and nothing else stands; empty in older records,
    where all that was ever entered for the seat came back.
    """

    kind: Literal["wagers_repeated"] = "wagers_repeated"
    seat: SeatNo
    stakes: tuple[WagerPlaced, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingClosed:
    """Record "no more bets": seats in dealing order, the player-dealer's wager, every stake (G3.4)."""

    kind: Literal["betting_closed"] = "betting_closed"
    player_dealer: SeatNo | None
    bank: Cents
    entitled: tuple[SeatNo, ...]
    stakes: tuple[WagerPlaced, ...]


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class CardDealt:
    """Record a card at its place; `position` counts from 0 within the target (G3.3)."""

    kind: Literal["card_dealt"] = "card_dealt"
    target: Target
    position: int
    index: int
    card: Hidden
    t_ms: int
    boot_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardAstray:
    """Record a card that belongs to nothing; its identity stays sealed (G9)."""

    kind: Literal["card_astray"] = "card_astray"
    index: int | None
    card: Hidden
    reading: str
    back: str


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionMade:
    """Record a seat's decision; plays: each bettor's Play in cents (G2.2, G3.6, G8.7)."""

    kind: Literal["decision_made"] = "decision_made"
    seat: SeatNo
    act: Act
    street: Street
    multiple: int
    plays: tuple[tuple[int, Cents], ...]
    out_of_turn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionUndone:
    """Record that the last decision was taken back (G3.7)."""

    kind: Literal["decision_undone"] = "decision_undone"
    seat: SeatNo


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetClosed:
    """Record that a street closed and which seats so checked; implied: by a card, key or exposure (G3.5)."""

    kind: Literal["street_closed"] = "street_closed"
    street: Street
    checked: tuple[SeatNo, ...]
    implied: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StackTaken:
    """Record that a stack left the tray, said by hand."""

    kind: Literal["stack_taken"] = "stack_taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class StubDiscarded:
    """Record that the stub lies in the discard rack; count None where no device counted it (G3.1)."""

    kind: Literal["stub_discarded"] = "stub_discarded"
    count: int | None
    implied: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsExposed:
    """Record cards turned up on the felt, with what proves them (G3.5, DURABILITY 7.4)."""

    kind: Literal["cards_exposed"] = "cards_exposed"
    what: Exposure
    cards: tuple[Exposed, ...]


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTurnedUp:
    """Record that a seat's step opened: its cards face up (none of a folded one) and its lines (G3.9)."""

    kind: Literal["seat_turned_up"] = "seat_turned_up"
    seat: SeatNo
    step: int
    cards: tuple[Exposed, ...]
    lines: tuple[WagerLine, ...]


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSettled:
    """Record that a seat's step is done; cents moved to and from its bettors (G3.9)."""

    kind: Literal["seat_settled"] = "seat_settled"
    seat: SeatNo
    step: int
    paid: Cents
    collected: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSettled:
    """Record the end of the settlement: the bank's movement in cents (V1)."""

    kind: Literal["round_settled"] = "round_settled"
    paid: Cents
    collected: Cents
    net: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCounted:
    """Record how many cards came back after a round (G10.3)."""

    kind: Literal["deck_counted"] = "deck_counted"
    deck: DeckLetter
    count: int
    by_hand: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DecksSwapped:
    """Record the end of the round: one deck rests, the other is due (G10.1)."""

    kind: Literal["decks_swapped"] = "decks_swapped"
    used: DeckLetter
    due: DeckLetter


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldRaised:
    """Record that the table stands still; places name all suspect cards, never a face (G9)."""

    kind: Literal["hold_raised"] = "hold_raised"
    code: HoldCode
    device: DeviceName | None
    places: tuple[str, ...]
    reported: Irregularity | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorCalled:
    """Record that the floor supervisor was called."""

    kind: Literal["floor_called"] = "floor_called"


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldCleared:
    """Record that the table goes on (G3.1)."""

    kind: Literal["hold_cleared"] = "hold_cleared"
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided:
    """Record a void: what went back to each bettor, in cents (G9.1)."""

    kind: Literal["round_voided"] = "round_voided"
    reason: str
    approved_by: str
    returned: tuple[tuple[SeatNo, int, Cents], ...]
    total: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class FeltConfirmed:
    """Record that the felt is as shown after a restart (DURABILITY 5)."""

    kind: Literal["felt_confirmed"] = "felt_confirmed"


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyFailed:
    """Record that a copy of the record can no longer be written (DURABILITY 4.3)."""

    kind: Literal["copy_failed"] = "copy_failed"
    copy: str


TableEvent = TableStarted | TableOpened | TableClosed | SeatTaken | SeatVacated | RoundOpened | PhaseEntered
BankEvent = BankOffered | OfferAnswered | PlayerDealerSeated | BankPosted | BankShared | BankSettled
WagerEvent = WagerPlaced | WagerRemoved | WagersRepeated | BettingClosed | LimitEvent
DealEvent = CardDealt | CardAstray | StackTaken | StubDiscarded | CardsExposed
ActEvent = DecisionMade | DecisionUndone | StreetClosed | BehindEvent
SettleEvent = SeatTurnedUp | SeatSettled | RoundSettled | DeckCounted | DecksSwapped
HoldEvent = HoldRaised | FloorCalled | HoldCleared | RoundVoided | FeltConfirmed | CopyFailed

TableSideEvent = TableEvent | BankEvent | RotationEvent | PeopleEvent | LedgerEvent | LifeEvent
FloorEvent = HoldEvent | RulingEvent
Event = TableSideEvent | WagerEvent | DealEvent | ActEvent | SettleEvent | FloorEvent | DeviceEvent
