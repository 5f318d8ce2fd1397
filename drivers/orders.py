"""What the table may ask of a device: one frozen class per order, and the Ack of an event.

Orders with `op_id` are operations: they move cards or mechanics, the id is journaled before the order is
submitted, and the same id with the same fields never acts twice (CDP1 4). All others are settings and
queries. Imports no other driver module.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal


class ShuffleMode(IntEnum):
    """Name what START_SHUFFLE does with the cards (CDP1 5.1)."""

    NONE = 0
    SHUFFLE = 1
    COUNT_ONLY = 2
    SORT = 3


class Slot(IntEnum):
    """Name the places for a deck inside the shuffler (CDP1 5.1)."""

    INFEED = 0
    CHAMBER = 1


class WindowMode(IntEnum):
    """Name what the shoe does with the cards of a window (CDP1 5.2, ARM)."""

    READ = 1
    COUNT_STUB = 2
    COUNT_BURN = 3


class MarkTag(IntEnum):
    """Name what MARK writes into the shoe's log (CDP1 5.2)."""

    ROUND_OPENED = 1
    ROUND_CLOSED = 2
    ROUND_VOID = 3
    DECK_CHANGE = 4
    AUDIT = 5


class ResetKind(IntEnum):
    """Name what RESET resets (CDP1 5.2); CLEAR_LOG needs the service state and starts a new epoch."""

    MECHANICS = 1
    REBOOT = 2
    CLEAR_LOG = 3


class ConfigKey(IntEnum):
    """Name the config keys of a device (CDP1 5.4)."""

    TABLE_NAME = 1
    LAMP = 2
    MIN_CARD_GAP_MS = 3
    MIN_CONFIDENCE = 4
    SLOTS = 5


# ---- both classes -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Ping:
    """Ask for 0..64 bytes back."""

    data: bytes = b""
    kind: Literal["ping"] = "ping"


@dataclass(frozen=True, slots=True, kw_only=True)
class GetStatus:
    """Ask for state, mode, cards inside, doors and active faults."""

    kind: Literal["get_status"] = "get_status"


@dataclass(frozen=True, slots=True, kw_only=True)
class GetCounters:
    """Ask for the device's counters."""

    kind: Literal["get_counters"] = "get_counters"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpStatus:
    """Ask how far an operation has come: the one safe way to settle an open intent."""

    op_id: int
    kind: Literal["op_status"] = "op_status"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearFault:
    """Clear one fault, after the cause was removed."""

    op_id: int
    fault: int
    kind: Literal["clear_fault"] = "clear_fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfTest:
    """Run the device's self-test."""

    op_id: int
    kind: Literal["self_test"] = "self_test"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reset:
    """Reset mechanics, reboot, or clear the log (`ResetKind`)."""

    op_id: int
    what: int
    kind: Literal["reset"] = "reset"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetConfig:
    """Set one config key (`ConfigKey`); value as it stands on the wire, numbers little endian."""

    key: int
    value: bytes
    kind: Literal["set_config"] = "set_config"


@dataclass(frozen=True, slots=True, kw_only=True)
class GetConfig:
    """Ask for the value of one config key."""

    key: int
    kind: Literal["get_config"] = "get_config"


@dataclass(frozen=True, slots=True, kw_only=True)
class GetLog:
    """Ask for up to `count` old events from number `first` on, for audit."""

    first: int
    count: int
    kind: Literal["get_log"] = "get_log"


@dataclass(frozen=True, slots=True, kw_only=True)
class Locate:
    """Blink for some seconds, to show which device it is."""

    seconds: int
    kind: Literal["locate"] = "locate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """Lock (no card can leave) or unlock the shuffler's output or the shoe's mouth."""

    on: bool
    kind: Literal["lock"] = "lock"


# ---- shuffler -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Expect:
    """Tell the shuffler which deck comes; `removed` names card codes taken out of each deck."""

    deck_id: int
    back: int
    decks: int = 1
    jokers: int = 0
    removed: frozenset[int] = frozenset()
    kind: Literal["expect"] = "expect"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartShuffle:
    """Shuffle, count or sort the cards of a slot into slot 1."""

    op_id: int
    mode: int = ShuffleMode.SHUFFLE
    slot: int = Slot.INFEED
    kind: Literal["start_shuffle"] = "start_shuffle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Abort:
    """End the running operation `op_id`."""

    op_id: int
    kind: Literal["abort"] = "abort"


@dataclass(frozen=True, slots=True, kw_only=True)
class Eject:
    """Let all cards of a slot leave, unexposed."""

    op_id: int
    slot: int
    kind: Literal["eject"] = "eject"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispense:
    """Deal one stack of `count` (1..8) cards from slot 1 to the tray."""

    op_id: int
    count: int
    kind: Literal["dispense"] = "dispense"


# ---- shoe ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenShoe:
    """Begin the passage of one deck: card indexes start at 0; `cut_at` 0 means no cut card."""

    op_id: int
    shoe_id: int
    back: int
    decks: int = 1
    cut_at: int = 0
    kind: Literal["open_shoe"] = "open_shoe"


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseShoe:
    """End the passage of a deck."""

    op_id: int
    kind: Literal["close_shoe"] = "close_shoe"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """Open a window for the cards `first`..`first + count - 1`; it replaces the old one (`WindowMode`)."""

    round_no: int
    first: int
    count: int
    mode: int = WindowMode.READ
    kind: Literal["arm"] = "arm"


@dataclass(frozen=True, slots=True, kw_only=True)
class Disarm:
    """Close the window."""

    kind: Literal["disarm"] = "disarm"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Write a mark for a round into the shoe's log (`MarkTag`)."""

    op_id: int
    round_no: int
    tag: int
    kind: Literal["mark"] = "mark"


# ---- to the port itself -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebase:
    """Carry the floor's ruling after EPOCH or GAP: go on with this epoch from its oldest kept event."""

    epoch: int
    kind: Literal["rebase"] = "rebase"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconnect:
    """Leave STOPPED and try the link again, after the floor has removed the cause."""

    kind: Literal["reconnect"] = "reconnect"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuse:
    """Stop using the device until `Reconnect`: the table does not trust it (CDP1 8); `text` says why."""

    text: str
    kind: Literal["refuse"] = "refuse"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ack:
    """Tell the port that the device's event `number` and all before it are durable."""

    serial: str
    epoch: int
    number: int
    kind: Literal["ack"] = "ack"


OpOrder = ClearFault | SelfTest | Reset | StartShuffle | Eject | Dispense | OpenShoe | CloseShoe | Mark
PlainOrder = (
    Ping
    | GetStatus
    | GetCounters
    | OpStatus
    | SetConfig
    | GetConfig
    | GetLog
    | Locate
    | Lock
    | Expect
    | Abort
    | Arm
    | Disarm
)
WireOrder = OpOrder | PlainOrder
PortOrder = Rebase | Reconnect | Refuse
DeviceOrder = WireOrder | PortOrder
