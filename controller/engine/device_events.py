"""Events about devices and decks: what the table ordered and what the devices reported (CDP1 5, 7)."""

from dataclasses import dataclass
from typing import Literal

from controller.engine.cards import HiddenBytes
from controller.engine.copying import made_often
from controller.engine.device_words import Button, OperationState, Order, Result, ShuffleMode, Slot
from controller.engine.ids import DeckLetter, DeviceName


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceLinked:
    """Record that a device answers, and what it says it is (CDP1 3)."""

    kind: Literal["device_linked"] = "device_linked"
    device: DeviceName
    serial: str
    boot_id: int
    capabilities: int
    model: str
    firmware: str
    faults: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceLost:
    """Record that the link to a device is gone (CDP1 6)."""

    kind: Literal["device_lost"] = "device_lost"
    device: DeviceName
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRefused:
    """Record that a device is not used, and why (CDP1, REFUSE)."""

    kind: Literal["device_refused"] = "device_refused"
    device: DeviceName
    code: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsLost:
    """Record that a device has lost events which were never recorded here; the floor must rule (CDP1 3)."""

    kind: Literal["events_lost"] = "events_lost"
    device: DeviceName
    code: str
    epoch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberingAccepted:
    """Record the floor's ruling: go on with this numbering; what the device held is checked anew (CDP1 3)."""

    kind: Literal["numbering_accepted"] = "numbering_accepted"
    device: DeviceName
    code: str
    epoch: int
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceReleased:
    """Record the floor's word that a device may serve the next deal, and what had kept it from that (C11)."""

    kind: Literal["device_released"] = "device_released"
    device: DeviceName
    blocks: tuple[str, ...]
    approved_by: str


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceOrderIssued:
    """Record the intent of an order before it is sent (DURABILITY 6); op_id None for settings."""

    kind: Literal["device_order_issued"] = "device_order_issued"
    device: DeviceName
    op_id: int | None
    order: Order
    due_us: int | None


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class OrderAnswered:
    """Record how a device answered an order (CDP1 4).

    due_us: boot time when an operation that still runs is late, None otherwise.
    """

    kind: Literal["order_answered"] = "order_answered"
    device: DeviceName
    order: str
    op_id: int | None
    result: Result
    state: OperationState | None
    next_index: int | None
    due_us: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationStarted:
    """Record that a device began an operation (CDP1 OP_STARTED)."""

    kind: Literal["operation_started"] = "operation_started"
    device: DeviceName
    op_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationDone:
    """Record the outcome of an operation with its card counts (CDP1 OP_DONE).

    reads_due_us: boot time until which the cards it sent out must have been read (C1), None otherwise.
    """

    kind: Literal["operation_done"] = "operation_done"
    device: DeviceName
    op_id: int
    order: Order
    result: Result
    mode: ShuffleMode
    cards_in: int | None
    cards_out: int | None
    cards_inside: int | None
    reads_due_us: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayOperation:
    """Record the end of an operation that is not open here, such as a repeated report (CDP1 4)."""

    kind: Literal["stray_operation"] = "stray_operation"
    device: DeviceName
    op_id: int
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckLoaded:
    """Record a deck put into the infeed (CDP1 CARDS_LOADED); deck None when nobody expected one."""

    kind: Literal["deck_loaded"] = "deck_loaded"
    deck: DeckLetter | None
    slot: Slot
    count: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckChecked:
    """Record the composition that the shuffler saw (CDP1 DECK_REPORT, C9)."""

    kind: Literal["deck_checked"] = "deck_checked"
    deck: DeckLetter
    op_id: int
    count: int
    saw_faces: bool
    unreadable: int
    wrong_back: int
    differing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckAnnounced:
    """Record that the shuffler calls a deck ready (CDP1 DECK_READY)."""

    kind: Literal["deck_announced"] = "deck_announced"
    deck: DeckLetter
    op_id: int
    count: int
    mode: ShuffleMode


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckMadeReady:
    """Record that a shuffled deck passed every check (C9)."""

    kind: Literal["deck_made_ready"] = "deck_made_ready"
    deck: DeckLetter
    count_only: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckQuarantined:
    """Record that a deck is off the table, and why in one phrase (G10.4)."""

    kind: Literal["deck_quarantined"] = "deck_quarantined"
    deck: DeckLetter
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckReplaced:
    """Record a replacement deck; it must pass the same check (G10.4)."""

    kind: Literal["deck_replaced"] = "deck_replaced"
    deck: DeckLetter
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRemoved:
    """Record that a deck was taken out of a slot by hand (CDP1 DECK_REMOVED)."""

    kind: Literal["deck_removed"] = "deck_removed"
    deck: DeckLetter | None
    slot: Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayChanged:
    """Record the cards in the output tray, None for some (CDP1 TRAY)."""

    kind: Literal["tray_changed"] = "tray_changed"
    count: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultRaised:
    """Record a fault of a device (CDP1 5.1)."""

    kind: Literal["fault_raised"] = "fault_raised"
    device: DeviceName
    fault: int
    severity: int
    where: int
    detail: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultCleared:
    """Record that a fault is gone."""

    kind: Literal["fault_cleared"] = "fault_cleared"
    device: DeviceName
    fault: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorMoved:
    """Record a door or the shoe's lid as open or shut."""

    kind: Literal["door_moved"] = "door_moved"
    device: DeviceName
    door: int
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceBooted:
    """Record that a device started anew; its window is gone (CDP1 6)."""

    kind: Literal["device_booted"] = "device_booted"
    device: DeviceName
    boot_id: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonPressed:
    """Record a key on a device as pressed or released."""

    kind: Literal["button_pressed"] = "button_pressed"
    device: DeviceName
    button: Button
    is_down: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReturned:
    """Record a card that was pushed back into the shoe (CDP1 CARD_RETURNED)."""

    kind: Literal["card_returned"] = "card_returned"
    index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceNoted:
    """Record a device's event that changes nothing here."""

    kind: Literal["device_noted"] = "device_noted"
    device: DeviceName
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownReported:
    """Record an event that nobody here knows, sealed (CDP1 4)."""

    kind: Literal["unknown_reported"] = "unknown_reported"
    device: DeviceName
    type_code: int
    payload: HiddenBytes


DeckEvent = (
    DeckLoaded | DeckChecked | DeckAnnounced | DeckMadeReady | DeckQuarantined | DeckReplaced | DeckRemoved
)
MachineEvent = (
    DeviceLinked
    | DeviceLost
    | DeviceRefused
    | EventsLost
    | NumberingAccepted
    | DeviceReleased
    | TrayChanged
    | FaultRaised
    | FaultCleared
    | DoorMoved
    | DeviceBooted
    | ButtonPressed
    | CardReturned
    | DeviceNoted
    | UnknownReported
)
OrderEvent = DeviceOrderIssued | OrderAnswered | OperationStarted | OperationDone | StrayOperation

DeviceEvent = DeckEvent | MachineEvent | OrderEvent
