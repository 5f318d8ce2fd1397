"""Commands: what a person may ask, and the facts that devices and the clock report (G3.1).

A person's command can be refused; a fact never is. Names are imperative, kinds are stable for ever.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from controller.engine.actors import Approval
from controller.engine.bank_commands import BankAsk
from controller.engine.fact_commands import Fact
from controller.engine.ids import DeckLetter, DeviceName, SeatNo
from controller.engine.ledger_commands import LedgerAsk
from controller.engine.life_commands import LifeAsk
from controller.engine.money import Cents
from controller.engine.rotation_commands import RotationAsk
from controller.engine.ruling_commands import RulingAsk


class Answer(StrEnum):
    """Name a seat's answer to the offer of the bank (G8.1)."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    ABSENT = "absent"


class Exposure(StrEnum):
    """Name what the house dealer turned up (G3.5)."""

    FLOP = "flop"
    TURN_RIVER = "turn_river"
    PLAYER_DEALER = "player_dealer"


class Act(StrEnum):
    """Name what a seat decides (G2.2, G3.1)."""

    PLAY = "play"
    CHECK = "check"
    FOLD = "fold"


class Irregularity(StrEnum):
    """Name the nine reasons a house dealer can give (TOUCHSCREEN 6, D9)."""

    CARD_EXPOSED = "card_exposed"
    WRONG_SEAT = "wrong_seat"
    WRONG_COUNT = "wrong_count"
    CARD_FACE_UP = "card_face_up"
    OTHER_DECK_OR_DOUBLE = "other_deck_or_double"
    MISREAD = "misread"
    CARD_OFF_TABLE = "card_off_table"
    DEVICE = "device"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """Open the table (G11.1); needs the house dealer and the floor."""

    kind: Literal["open_table"] = "open_table"
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable:
    """Close the table between rounds (G11.1)."""

    kind: Literal["close_table"] = "close_table"
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlayer:
    """Note that a player sits down (G11.5)."""

    kind: Literal["seat_player"] = "seat_player"
    seat: SeatNo


@dataclass(frozen=True, slots=True, kw_only=True)
class VacateSeat:
    """Note that a player leaves a seat (G11.5)."""

    kind: Literal["vacate_seat"] = "vacate_seat"
    seat: SeatNo


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerOffer:
    """Record a seat's answer to the offer of the bank; on acceptance `bank` cents are posted (G8.1, G2.8)."""

    kind: Literal["answer_offer"] = "answer_offer"
    seat: SeatNo
    answer: Answer
    bank: Cents | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PostBank:
    """Put the player-dealer's wager of `amount` cents on the felt (G1, W)."""

    kind: Literal["post_bank"] = "post_bank"
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceWager:
    """Record one bettor's stakes in cents; bettor 0 is seated, 1 to 3 stand behind (G2.1, G8.7)."""

    kind: Literal["place_wager"] = "place_wager"
    seat: SeatNo
    bettor: int
    ante: Cents
    blind: Cents
    trips: Cents
    bad_beat: Cents
    progressive: Cents = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveWager:
    """Take one bettor out of this round; the amounts are kept for later (TOUCHSCREEN 8, "No bet")."""

    kind: Literal["remove_wager"] = "remove_wager"
    seat: SeatNo
    bettor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatWagers:
    """Put a seat's stakes of the round before back on the felt (G3.5)."""

    kind: Literal["repeat_wagers"] = "repeat_wagers"
    seat: SeatNo


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseBetting:
    """Say "no more bets" (G3.4)."""

    kind: Literal["close_betting"] = "close_betting"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decide:
    """Record a seat's decision; `multiple` is that of the Ante for a Play, else 0 (G2.2, G3.6)."""

    kind: Literal["decide"] = "decide"
    seat: SeatNo
    act: Act
    multiple: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoDecision:
    """Take back the last decision until a card is read or a face is exposed (G3.7)."""

    kind: Literal["undo_decision"] = "undo_decision"


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseStreet:
    """Close the street where no card and no exposure does it: "Deal the board" (G3.5)."""

    kind: Literal["close_street"] = "close_street"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeStack:
    """Say that the stack left the tray, where the shuffler has no tray sensor (CDP1 7)."""

    kind: Literal["take_stack"] = "take_stack"


@dataclass(frozen=True, slots=True, kw_only=True)
class Expose:
    """Say that cards were turned up on the felt (G3.5)."""

    kind: Literal["expose"] = "expose"
    what: Exposure


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleSeat:
    """Say that a seat's step of the settlement is done (G3.9)."""

    kind: Literal["settle_seat"] = "settle_seat"
    seat: SeatNo


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordCount:
    """Record a hand count of the collected deck, where the shuffler does not count (G10.3)."""

    kind: Literal["record_count"] = "record_count"
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportIrregularity:
    """Stop the table for a reason that a person sees (G9)."""

    kind: Literal["report_irregularity"] = "report_irregularity"
    reason: Irregularity


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFloor:
    """Call the floor supervisor (G3.1)."""

    kind: Literal["call_floor"] = "call_floor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    """Go on after a hold whose cause is gone (G3.1)."""

    kind: Literal["resume"] = "resume"
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRound:
    """Void the round: all stakes go back, it does not count (G9.1)."""

    kind: Literal["void_round"] = "void_round"
    reason: str
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceDeck:
    """Bring a new deck of the same back for one that is off the table; it passes the same check (G10.4)."""

    kind: Literal["replace_deck"] = "replace_deck"
    deck: DeckLetter
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptNumbering:
    """Rule that a device which lost events goes on with its present numbering (CDP1 3, C13).

    A round that its lost events may have touched is void; what it holds is checked anew.
    """

    kind: Literal["accept_numbering"] = "accept_numbering"
    device: DeviceName
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseDevice:
    """Rule that a device whose fault is gone may serve the next deal (C11): a lamp is not enough."""

    kind: Literal["release_device"] = "release_device"
    device: DeviceName
    approval: Approval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RetestDevice:
    """Let a device test itself between rounds, which anybody at the table may ask (CDP1 SELF_TEST, S5)."""

    kind: Literal["retest_device"] = "retest_device"
    device: DeviceName


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmFelt:
    """Say after a restart that the felt is as shown (DURABILITY 5, step 13)."""

    kind: Literal["confirm_felt"] = "confirm_felt"


Ask = (
    OpenTable
    | CloseTable
    | SeatPlayer
    | VacateSeat
    | AnswerOffer
    | PostBank
    | PlaceWager
    | RemoveWager
    | RepeatWagers
    | CloseBetting
    | Decide
    | UndoDecision
    | CloseStreet
    | TakeStack
    | Expose
    | SettleSeat
    | RecordCount
    | ReportIrregularity
    | CallFloor
    | Resume
    | VoidRound
    | ReplaceDeck
    | AcceptNumbering
    | ReleaseDevice
    | RetestDevice
    | ConfirmFelt
    | BankAsk
    | LedgerAsk
    | RulingAsk
    | RotationAsk
    | LifeAsk
)
"""What a person may ask."""

Command = Ask | Fact
