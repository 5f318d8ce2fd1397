"""Words for what devices report and are told; `table.intake` and `table.dispatch` translate (CDP1 5)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from controller.engine.cards import Back
from controller.engine.copying import made_often
from controller.engine.ids import DeckLetter, SeatNo


class Reading(StrEnum):
    """Name what a reader made of one card (CDP1 5.1)."""

    FACE = "face"
    JOKER = "joker"
    CUT_CARD = "cut_card"
    FOREIGN = "foreign"
    UNREADABLE = "unreadable"
    WITHHELD = "withheld"


class CardFlag(StrEnum):
    """Name a flag of a card event (CDP1 5.3)."""

    DOUBLE_FEED = "double_feed"
    REVERSED = "reversed"
    UNREADABLE = "unreadable"
    BEYOND_COMPOSITION = "beyond_composition"
    BURN = "burn"
    OUTSIDE_WINDOW = "outside_window"
    PUSHED_BACK = "pushed_back"
    FACE_UP = "face_up"


class ShuffleMode(StrEnum):
    """Name what the machine did with a deck (CDP1 5.1)."""

    NONE = "none"
    SHUFFLE = "shuffle"
    COUNT_ONLY = "count_only"
    SORT = "sort"


class Result(StrEnum):
    """Name how an operation ended, or how an order was answered (CDP1 5.1)."""

    OK = "ok"
    ACCEPTED = "accepted"
    BUSY = "busy"
    WRONG_STATE = "wrong_state"
    INTERLOCK = "interlock"
    FAULTED = "faulted"
    OP_CONFLICT = "op_conflict"
    OP_UNKNOWN = "op_unknown"
    INTERRUPTED = "interrupted"
    ABORTED = "aborted"
    REFUSED = "refused"
    LOST = "lost"


class OperationState(StrEnum):
    """Name what a device knows of an operation (CDP1 5.2, OP_STATUS)."""

    UNKNOWN = "unknown"
    RUNNING = "running"
    DONE = "done"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


class Slot(StrEnum):
    """Name a place inside the shuffler: the infeed, or the chamber of the shuffled deck (CDP1 5.1)."""

    INFEED = "infeed"
    CHAMBER = "chamber"


class Button(StrEnum):
    """Name a key on a device (CDP1 5.3)."""

    DEAL = "deal"
    STOP = "stop"
    CLEAR = "clear"


class WindowMode(StrEnum):
    """Name how the shoe treats the cards of a window (CDP1 5.2, ARM)."""

    READ = "read"
    STUB = "stub"
    BURN = "burn"


class RoundMark(StrEnum):
    """Name what a mark in the shoe's log says (CDP1 5.2, MARK)."""

    OPENED = "opened"
    CLOSED = "closed"
    VOID = "void"


class Place(StrEnum):
    """Name where a window's cards belong (G3.3)."""

    SEAT = "seat"
    PLAYER_DEALER = "player_dealer"
    BOARD = "board"
    BURN = "burn"
    STUB = "stub"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Name one hand or pile; `seat` is None for the board, burns and the stub."""

    place: Place
    seat: SeatNo | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectDeck:
    """Tell the shuffler which deck comes next (CDP1 EXPECT)."""

    kind: Literal["expect_deck"] = "expect_deck"
    deck: DeckLetter
    deck_id: int
    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class StartShuffle:
    """Shuffle the deck in the infeed (CDP1 START_SHUFFLE, mode shuffle)."""

    kind: Literal["start_shuffle"] = "start_shuffle"
    deck: DeckLetter
    slot: Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispense:
    """Dispense one stack of `count` cards from the chamber to the tray (CDP1 DISPENSE)."""

    kind: Literal["dispense"] = "dispense"
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Eject:
    """Send all cards of a slot out unexposed (CDP1 EJECT)."""

    kind: Literal["eject"] = "eject"
    slot: Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLock:
    """Lock a device so that no card can leave it, or release it (CDP1 LOCK)."""

    kind: Literal["set_lock"] = "set_lock"
    locked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenShoe:
    """Begin a passage of one deck through the shoe (CDP1 OPEN_SHOE); shoe_id is new for each passage."""

    kind: Literal["open_shoe"] = "open_shoe"
    deck: DeckLetter
    shoe_id: int
    back: Back


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseShoe:
    """End the passage (CDP1 CLOSE_SHOE)."""

    kind: Literal["close_shoe"] = "close_shoe"


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class ArmWindow:
    """Expect cards `first .. first + count - 1` of the passage for one target (CDP1 ARM)."""

    kind: Literal["arm_window"] = "arm_window"
    round: int
    first: int
    count: int
    mode: WindowMode
    target: Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Disarm:
    """Close the window at once (CDP1 DISARM)."""

    kind: Literal["disarm"] = "disarm"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkRound:
    """Write the round's begin or end into the shoe's log (CDP1 MARK)."""

    kind: Literal["mark_round"] = "mark_round"
    round: int
    mark: RoundMark


@dataclass(frozen=True, slots=True, kw_only=True)
class AskOperation:
    """Ask what became of an operation (CDP1 OP_STATUS)."""

    kind: Literal["ask_operation"] = "ask_operation"
    asked_op_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearFault:
    """Clear an active fault by its CDP/1 code (CDP1 CLEAR_FAULT)."""

    kind: Literal["clear_fault"] = "clear_fault"
    fault: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfTest:
    """Let a device test itself: it moves no card of a round (CDP1 SELF_TEST)."""

    kind: Literal["self_test"] = "self_test"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebase:
    """Take the events of this numbering from the oldest one on, by the floor's ruling (CDP1 3)."""

    kind: Literal["rebase"] = "rebase"
    epoch: int


Order = (
    ExpectDeck
    | StartShuffle
    | Dispense
    | Eject
    | SetLock
    | OpenShoe
    | CloseShoe
    | ArmWindow
    | Disarm
    | MarkRound
    | AskOperation
    | ClearFault
    | SelfTest
    | Rebase
)

OPERATIONS = (
    *("start_shuffle", "dispense", "eject", "open_shoe", "close_shoe"),
    *("mark_round", "clear_fault", "self_test"),
)
"""Kinds of orders that carry an op_id; the others are settings and questions (CDP1 4)."""
