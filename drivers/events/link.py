"""What a port reports beside the numbered events: the link's life and the answers to orders.

Every order that was submitted gets exactly one answer. `lost` says that no response came before the link
went down: nothing is known about what the device did, and the port sends nothing again by itself (CDP1 4).
"""

from dataclasses import dataclass, field
from typing import Literal

from drivers.events.codes import DownReason, NoticeCode, OpState, Status, StopReason


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkUp:
    """Tell that the session runs: who answers, and where its events go on (CDP1 3).

    Events come from `resumed_after + 1` on. With `first_contact` those below `next_seq` are history:
    journal and acknowledge them, do not give them to the round. `faults` are worst first. `link` counts the
    sessions that came up since the port started: an order may name the one it is meant for.
    """

    serial: str
    device_class: int
    maker: str
    model: str
    firmware: tuple[int, int, int]
    digest: bytes | None
    capabilities: int
    state: int
    faults: tuple[int, ...]
    config_hash: int
    minor: int
    boot_id: int
    epoch: int
    first_seq: int
    next_seq: int
    uptime_ms: int
    resumed_after: int
    first_contact: bool
    link: int = 0
    kind: Literal["link_up"] = "link_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkDown:
    """Tell that a session that was up has ended; the port reconnects by itself."""

    reason: DownReason
    detail: str
    kind: Literal["link_down"] = "link_down"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """Tell that the device is not used, and why; the text says what to do (CDP1 3, 6, 11).

    EPOCH and GAP wait for the floor's `Rebase(epoch)`: `epoch`, `first_seq` and `next_seq` are the device's.
    All others end by `Reconnect`, or when the link itself comes back after a loss.
    """

    reason: StopReason
    text: str
    epoch: int | None = None
    first_seq: int | None = None
    next_seq: int | None = None
    kind: Literal["stopped"] = "stopped"


@dataclass(frozen=True, slots=True, kw_only=True)
class OneWayLoss:
    """Tell that the device no longer hears us: no echo for 1.5 s (CDP1 4); wait, or hold in a deal."""

    silent_ms: int
    kind: Literal["one_way_loss"] = "one_way_loss"


@dataclass(frozen=True, slots=True, kw_only=True)
class OneWayLossEnded:
    """Tell that the device hears us again."""

    kind: Literal["one_way_loss_ended"] = "one_way_loss_ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkNoticed:
    """Give the table a message to show while play goes on."""

    notice: NoticeCode
    text: str
    kind: Literal["link_noticed"] = "link_noticed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolBroken:
    """Tell that the device broke CDP/1 in a way the session cannot repair; hold."""

    text: str
    kind: Literal["protocol_broken"] = "protocol_broken"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpOverdue:
    """Tell that an operation has not ended within its deadline while the link was up (CDP1 4); hold."""

    op_id: int
    order: str
    deadline_ms: int
    kind: Literal["op_overdue"] = "op_overdue"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpAnswer:
    """Answer an operation: accepted or refused (`Status`), with its state and result (`OpState`)."""

    op_id: int
    order: str
    status: int
    op_state: int = OpState.UNKNOWN
    result: int = Status.OK
    lost: bool = False
    kind: Literal["op_answer"] = "op_answer"

    @property
    def accepted(self) -> bool:
        """Tell whether the device took the operation on."""
        return not self.lost and self.status == Status.ACCEPTED

    @property
    def reused(self) -> bool:
        """Tell whether the device knew this op_id before: a fault of ours (CDP1 4)."""
        fresh = OpState.DONE if self.order == "mark" else OpState.RUNNING
        return self.accepted and self.op_state != fresh


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderAnswer:
    """Answer an order that is no operation and returns nothing but a status (`Status`)."""

    order: str
    status: int
    lost: bool = False
    kind: Literal["order_answer"] = "order_answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmAnswer:
    """Answer ARM or DISARM; next_index is None if the device gave none (refused, lost, no shoe open).

    For ARM `first` repeats the order, so that a late answer is not taken for another window's.
    """

    order: Literal["arm", "disarm"]
    status: int
    next_index: int | None
    round_no: int = 0
    first: int = 0
    lost: bool = False
    kind: Literal["arm_answer"] = "arm_answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusAnswer:
    """Answer GET_STATUS; all figures are zero unless status is OK. `doors` has one bit a door, 1 open."""

    status: int
    state: int = 0
    mode: int = 0
    cards_inside: int | None = None
    doors: int = 0
    last_seq: int = 0
    faults: tuple[int, ...] = ()
    lost: bool = False
    kind: Literal["status_answer"] = "status_answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class CountersAnswer:
    """Answer GET_COUNTERS with (counter id, value) pairs by rising id."""

    status: int
    counters: tuple[tuple[int, int], ...] = ()
    lost: bool = False
    kind: Literal["counters_answer"] = "counters_answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpStatusAnswer:
    """Answer OP_STATUS: how far an operation has come (`OpState`), and its result (`Status`)."""

    op_id: int
    status: int
    op_state: int = OpState.UNKNOWN
    result: int = Status.OK
    lost: bool = False
    kind: Literal["op_status_answer"] = "op_status_answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigAnswer:
    """Answer GET_CONFIG with the raw value of the key."""

    key: int
    status: int
    value: bytes = b""
    lost: bool = False
    kind: Literal["config_answer"] = "config_answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """Hold one old event as it came; seal it like a live one, for it may name a card."""

    number: int
    event_type: int
    payload: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogAnswer:
    """Answer GET_LOG with old events; ask on from `next_number`."""

    status: int
    next_number: int = 0
    entries: tuple[LogEntry, ...] = ()
    lost: bool = False
    kind: Literal["log_answer"] = "log_answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class PingAnswer:
    """Answer PING; the round trip is in milliseconds, retries included."""

    status: int
    round_trip_ms: float = 0.0
    lost: bool = False
    kind: Literal["ping_answer"] = "ping_answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkStatistics:
    """Count what the link did since the port started; times are in milliseconds."""

    frames_in: int = 0
    frames_out: int = 0
    bad_frames: tuple[tuple[str, int], ...] = ()
    stale_session: int = 0
    stale_rsp: int = 0
    events_taken: int = 0
    events_repeated: int = 0
    events_ahead: int = 0
    retries: int = 0
    sessions: int = 0
    unknown_events: int = 0
    op_done_repeated: int = 0
    round_trip_ms: float | None = None
    clock_offset_ms: float | None = None
    kind: Literal["link_statistics"] = "link_statistics"
