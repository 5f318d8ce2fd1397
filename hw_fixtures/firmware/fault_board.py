"""Raise, keep and clear a device's active faults (CDP1 5.1, 5.3)."""

from typing import Final, Protocol

from hw_fixtures.firmware.event_log import EventLog
from hw_fixtures.firmware.hardware import Hardware
from hw_fixtures.firmware.nv import ActiveFault, Nv
from hw_fixtures.peer.codes import (
    LAST_PLAIN_NUMBER,
    ClearedBy,
    Fault,
    Message,
    Where,
    severity_of,
)

_WHERE: Final = {
    Fault.JAM_INFEED: Where.INFEED,
    Fault.JAM_TRANSPORT: Where.TRANSPORT,
    Fault.JAM_OUTPUT: Where.OUTPUT,
    Fault.DOUBLE_FEED: Where.TRANSPORT,
    Fault.CARDS_LEFT_INSIDE: Where.TRANSPORT,
    Fault.LOG_FULL: Where.ELECTRONICS,
    Fault.NV: Where.ELECTRONICS,
    Fault.FW_INTEGRITY: Where.ELECTRONICS,
    Fault.CLOCK: Where.ELECTRONICS,
}


class Owner(Protocol):
    """What the board needs of its device."""

    @property
    def nv(self) -> Nv:
        """The memory that holds the active faults."""
        ...

    @property
    def hw(self) -> Hardware:
        """The mechanics that may hold a fault on."""
        ...

    @property
    def log(self) -> EventLog:
        """The event log."""
        ...

    def record(self, message: Message, body: bytes = b"") -> None:
        """Log one event."""
        ...


class FaultBoard:
    """Keep the active faults in NV, worst first on request (CDP1 3, TLV 8)."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner

    @property
    def active(self) -> tuple[int, ...]:
        """List the active codes: higher severity first, then the lower code."""
        faults = self._owner.nv.faults
        return tuple(sorted(faults, key=lambda code: (-faults[code].severity, code)))

    @property
    def blocks(self) -> bool:
        """Tell whether a fault of severity 3 or 4 refuses operations."""
        return any(fault.severity >= 3 for fault in self._owner.nv.faults.values())

    def persists(self, code: int) -> bool:
        """Tell whether what caused the fault is still there, so that clearing must fail."""
        owner = self._owner
        if code == Fault.DOOR_OPEN:
            return bool(owner.hw.open_doors)
        if code == Fault.LOG_FULL:
            return not owner.log.half_free
        if code == Fault.NV and owner.nv.next_seq > LAST_PLAIN_NUMBER:
            return True
        return code in owner.hw.causes

    def raise_fault(self, fault: Fault, *, detail: int = 0, where: Where | None = None) -> bool:
        """Log FAULT_RAISED unless the fault is active already; tell whether it was new."""
        if fault in self._owner.nv.faults:
            return False
        self._put(
            fault, severity_of(fault), _WHERE.get(fault, Where.UNKNOWN) if where is None else where, detail
        )
        return True

    def clear(self, code: int, by: ClearedBy) -> bool:
        """Clear one fault; give False if its cause stays, True if it is gone or was never there."""
        owner = self._owner
        if code not in owner.nv.faults:
            return True
        if self.persists(code):
            return False
        with owner.nv.atomic():
            del owner.nv.faults[code]
            owner.record(Message.FAULT_CLEARED, code.to_bytes(2, "little") + bytes((by,)))
        return True

    def clear_all(self, by: ClearedBy) -> None:
        """Clear every fault whose cause is gone, as the clear key does."""
        for code in self.active:
            self.clear(code, by)

    def repeat_after_boot(self) -> None:
        """Log after BOOT which faults are gone and which still stand (CDP1 5.3)."""
        for code in self.active:
            if self.clear(code, ClearedBy.POWER):
                continue
            fault = self._owner.nv.faults[code]
            self._put(code, fault.severity, fault.where, fault.detail)

    def _put(self, code: int, severity: int, where: int, detail: int) -> None:
        owner = self._owner
        body = code.to_bytes(2, "little") + bytes((severity, where)) + detail.to_bytes(4, "little")
        with owner.nv.atomic():
            owner.nv.faults[code] = ActiveFault(severity=severity, where=where, detail=detail)
            owner.record(Message.FAULT_RAISED, body)
