"""Facts as commands: what devices, the table's start and the clock report. They are never refused (G3.1)."""

from dataclasses import dataclass
from typing import Literal

from controller.engine.actors import Source
from controller.engine.cards import Back, Hidden, HiddenBytes
from controller.engine.device_words import (
    Button,
    CardFlag,
    OperationState,
    Reading,
    Result,
    ShuffleMode,
    Slot,
)
from controller.engine.ids import DeviceName


@dataclass(frozen=True, slots=True, kw_only=True)
class StartTable:
    """Note that the program started over a record that may hold an open round (DURABILITY 5).

    op_id_starts: random first operation number of each device, used only where none is recorded yet.
    """

    kind: Literal["start_table"] = "start_table"
    shuffler_op_id: int
    shoe_op_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportLinked:
    """Report that a device answered and agreed on where its events go on (CDP1 3).

    capabilities: bits of the paper; state: its own word; resumed_from: number of the last durable event;
    history_below: events before this number are from before we met the device; only the record needs them.
    """

    kind: Literal["report_linked"] = "report_linked"
    source: Source
    boot_id: int
    capabilities: int
    model: str
    firmware: str
    state: str
    faults: tuple[int, ...]
    resumed_from: int
    history_below: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportLost:
    """Report that the link to a device is gone (CDP1 6)."""

    kind: Literal["report_lost"] = "report_lost"
    device: DeviceName
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRefused:
    """Report that a device is not used, and why in words for the floor (CDP1, REFUSE)."""

    kind: Literal["report_refused"] = "report_refused"
    device: DeviceName
    code: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportEventsLost:
    """Report a device that waits for the floor: it numbers anew, or no longer has what we lack (CDP1 3).

    code: "epoch" or "gap"; epoch: its present numbering, which a ruling names.
    """

    kind: Literal["report_events_lost"] = "report_events_lost"
    device: DeviceName
    code: str
    epoch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportCardRead:
    """Report one card that left the shoe (CDP1 CARD).

    index: its place in the passage, None with no shoe open; confidence: per cent; t_ms: device uptime.
    """

    kind: Literal["report_card_read"] = "report_card_read"
    source: Source
    index: int | None
    shoe_id: int
    reading: Reading
    card: Hidden
    back: Back
    confidence: int
    flags: tuple[CardFlag, ...]
    t_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportCardReturned:
    """Report a card that was pushed back into the shoe (CDP1 CARD_RETURNED)."""

    kind: Literal["report_card_returned"] = "report_card_returned"
    source: Source
    index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportShoeEmpty:
    """Report that the shoe has no card left (CDP1 SHOE_EMPTY)."""

    kind: Literal["report_shoe_empty"] = "report_shoe_empty"
    source: Source
    index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportCutCard:
    """Report the cut card at the mouth (CDP1 CUT_CARD)."""

    kind: Literal["report_cut_card"] = "report_cut_card"
    source: Source
    index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOrderAnswered:
    """Report how a device answered an order (CDP1 4).

    op_id: None for settings; order: its kind; next_index: what ARM and DISARM answer;
    state: what the device knows of an operation that it was asked about.
    """

    kind: Literal["report_order_answered"] = "report_order_answered"
    device: DeviceName
    order: str
    op_id: int | None
    result: Result
    state: OperationState | None
    next_index: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOperationStarted:
    """Report that a device began an operation (CDP1 OP_STARTED)."""

    kind: Literal["report_operation_started"] = "report_operation_started"
    source: Source
    op_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOperationDone:
    """Report how an operation ended; counts are None where the device does not know (CDP1 OP_DONE)."""

    kind: Literal["report_operation_done"] = "report_operation_done"
    source: Source
    op_id: int
    result: Result
    mode: ShuffleMode
    cards_in: int | None
    cards_out: int | None
    cards_inside: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportCardsLoaded:
    """Report cards in a slot; count None where not counted (CDP1 CARDS_LOADED)."""

    kind: Literal["report_cards_loaded"] = "report_cards_loaded"
    source: Source
    slot: Slot
    count: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportDeckComposition:
    """Report what the shuffler saw while shuffling (CDP1 DECK_REPORT).

    differing: number of identities whose count differs from the deck expected, named nowhere here.
    """

    kind: Literal["report_deck_composition"] = "report_deck_composition"
    source: Source
    op_id: int
    deck_id: int
    count: int
    saw_faces: bool
    saw_backs: bool
    unreadable: int
    wrong_back: int
    differing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportDeckReady:
    """Report a deck that is ready in a slot (CDP1 DECK_READY)."""

    kind: Literal["report_deck_ready"] = "report_deck_ready"
    source: Source
    op_id: int
    slot: Slot
    deck_id: int
    count: int
    mode: ShuffleMode


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportDeckRejected:
    """Report a deck that the shuffler refuses (CDP1 DECK_REJECTED)."""

    kind: Literal["report_deck_rejected"] = "report_deck_rejected"
    source: Source
    op_id: int
    slot: Slot
    deck_id: int
    fault: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportDeckRemoved:
    """Report a deck taken out by hand (CDP1 DECK_REMOVED)."""

    kind: Literal["report_deck_removed"] = "report_deck_removed"
    source: Source
    slot: Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTray:
    """Report cards in the output tray, 0 when they were taken, None for some (CDP1 TRAY)."""

    kind: Literal["report_tray"] = "report_tray"
    source: Source
    count: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFaultRaised:
    """Report a fault of a device with its severity 1 to 4 (CDP1 5.1)."""

    kind: Literal["report_fault_raised"] = "report_fault_raised"
    source: Source
    fault: int
    severity: int
    where: int
    detail: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFaultCleared:
    """Report that a fault is gone (CDP1 FAULT_CLEARED)."""

    kind: Literal["report_fault_cleared"] = "report_fault_cleared"
    source: Source
    fault: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportDoor:
    """Report a door of the shuffler (0 to 7) or the lid of the shoe (0) as moved (CDP1 DOOR, LID)."""

    kind: Literal["report_door"] = "report_door"
    source: Source
    door: int
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportBoot:
    """Report that a device started anew (CDP1 BOOT)."""

    kind: Literal["report_boot"] = "report_boot"
    source: Source
    boot_id: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportButton:
    """Report a pressed or released key (CDP1 BUTTON)."""

    kind: Literal["report_button"] = "report_button"
    source: Source
    button: Button
    is_down: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportNote:
    """Report a device event that only the record needs (state, marks, configuration, tamper, overrun)."""

    kind: Literal["report_note"] = "report_note"
    source: Source
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportUnknown:
    """Report an event that this program does not know; its bytes are sealed (CDP1 4)."""

    kind: Literal["report_unknown"] = "report_unknown"
    source: Source
    type_code: int
    payload: HiddenBytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportCopyFailed:
    """Report that a copy of the record can no longer be written (DURABILITY 4.3)."""

    kind: Literal["report_copy_failed"] = "report_copy_failed"
    copy: Literal["primary", "mirror"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftClock:
    """Report after a new boot that a moment of the record is `by_us` microseconds later in its boot time.

    Boot time begins anew, the wall clock bridges the pause (DURABILITY 11); only a running clock needs it.
    """

    kind: Literal["shift_clock"] = "shift_clock"
    by_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PassTime:
    """Report that a deadline of the state is due (ARCHITECTURE 4); now_us: boot time in microseconds."""

    kind: Literal["pass_time"] = "pass_time"
    now_us: int


DeviceFact = (
    ReportLinked
    | ReportCardRead
    | ReportCardReturned
    | ReportShoeEmpty
    | ReportCutCard
    | ReportOperationStarted
    | ReportOperationDone
    | ReportCardsLoaded
    | ReportDeckComposition
    | ReportDeckReady
    | ReportDeckRejected
    | ReportDeckRemoved
    | ReportTray
    | ReportFaultRaised
    | ReportFaultCleared
    | ReportDoor
    | ReportBoot
    | ReportButton
    | ReportNote
    | ReportUnknown
)
"""Facts with a number in the device."""

Fact = (
    DeviceFact
    | StartTable
    | ReportLost
    | ReportRefused
    | ReportEventsLost
    | ReportOrderAnswered
    | ReportCopyFailed
    | ShiftClock
    | PassTime
)
