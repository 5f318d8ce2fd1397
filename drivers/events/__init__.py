"""What a port reports: one frozen class per device event of CDP/1, per link fact and per answer.

This package imports no other driver module; the controller imports only it and `drivers.orders`.
"""

from dataclasses import dataclass

from drivers.events.codes import (
    Capability,
    CardCode,
    CardFlag,
    DeviceClass,
    DeviceState,
    DownReason,
    FaultCode,
    NoticeCode,
    OpState,
    Severity,
    Status,
    StopReason,
)
from drivers.events.device import (
    Booted,
    ButtonMoved,
    CardRead,
    CardReturned,
    CardsLoaded,
    ConfigChanged,
    CutCardSeen,
    DeckReady,
    DeckRejected,
    DeckRemoved,
    DeckReported,
    DoorMoved,
    FaultCleared,
    FaultRaised,
    LidMoved,
    LogOverrun,
    OpDone,
    OpStarted,
    RoundMarked,
    ShoeEmptied,
    StateChanged,
    Tampered,
    TrayChanged,
    UnknownEvent,
)
from drivers.events.link import (
    ArmAnswer,
    ConfigAnswer,
    CountersAnswer,
    LinkDown,
    LinkNoticed,
    LinkStatistics,
    LinkUp,
    LogAnswer,
    LogEntry,
    OneWayLoss,
    OneWayLossEnded,
    OpAnswer,
    OpOverdue,
    OpStatusAnswer,
    OrderAnswer,
    PingAnswer,
    ProtocolBroken,
    StatusAnswer,
    Stopped,
)

NumberedEvent = (
    Booted
    | StateChanged
    | FaultRaised
    | FaultCleared
    | DoorMoved
    | OpStarted
    | OpDone
    | LogOverrun
    | ConfigChanged
    | Tampered
    | ButtonMoved
    | CardsLoaded
    | DeckReported
    | DeckReady
    | DeckRemoved
    | DeckRejected
    | TrayChanged
    | CardRead
    | CutCardSeen
    | ShoeEmptied
    | CardReturned
    | LidMoved
    | RoundMarked
    | UnknownEvent
)
LinkEvent = (
    LinkUp
    | LinkDown
    | Stopped
    | OneWayLoss
    | OneWayLossEnded
    | LinkNoticed
    | ProtocolBroken
    | OpOverdue
    | OpAnswer
    | OrderAnswer
    | ArmAnswer
    | StatusAnswer
    | CountersAnswer
    | OpStatusAnswer
    | ConfigAnswer
    | LogAnswer
    | PingAnswer
    | LinkStatistics
)
DeviceEvent = NumberedEvent | LinkEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceReport:
    """Hand one event of one device to the table.

    `device` is the configured name; `serial` and `epoch` say whose numbering `number` belongs to (epoch 0
    and an empty serial before a device has said who it is). `number` is 0 for what is no numbered event.
    """

    device: str
    serial: str
    epoch: int
    number: int
    event: DeviceEvent


__all__ = [
    "ArmAnswer",
    "Booted",
    "ButtonMoved",
    "Capability",
    "CardCode",
    "CardFlag",
    "CardRead",
    "CardReturned",
    "CardsLoaded",
    "ConfigAnswer",
    "ConfigChanged",
    "CountersAnswer",
    "CutCardSeen",
    "DeckReady",
    "DeckRejected",
    "DeckRemoved",
    "DeckReported",
    "DeviceClass",
    "DeviceEvent",
    "DeviceReport",
    "DeviceState",
    "DoorMoved",
    "DownReason",
    "FaultCleared",
    "FaultCode",
    "FaultRaised",
    "LidMoved",
    "LinkDown",
    "LinkEvent",
    "LinkNoticed",
    "LinkStatistics",
    "LinkUp",
    "LogAnswer",
    "LogEntry",
    "LogOverrun",
    "NoticeCode",
    "NumberedEvent",
    "OneWayLoss",
    "OneWayLossEnded",
    "OpAnswer",
    "OpDone",
    "OpOverdue",
    "OpStarted",
    "OpState",
    "OpStatusAnswer",
    "OrderAnswer",
    "PingAnswer",
    "ProtocolBroken",
    "RoundMarked",
    "Severity",
    "ShoeEmptied",
    "StateChanged",
    "Status",
    "StatusAnswer",
    "StopReason",
    "Stopped",
    "Tampered",
    "TrayChanged",
    "UnknownEvent",
]
