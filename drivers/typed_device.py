"""What shuffler and shoe share on top of a wire session: operations, and the state the device shows."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

from drivers.errors import RemoteProtocolError
from drivers.events import (
    Booted,
    DeviceEvent,
    DeviceState,
    LinkUp,
    LogOverrun,
    OpAnswer,
    OpDone,
    OpOverdue,
    OpStarted,
    OpStatusAnswer,
    ProtocolBroken,
    StateChanged,
    Stopped,
)
from drivers.op_table import OpTable
from drivers.orders import DeviceOrder, OpOrder

_S = DeviceState
_SHOWN = frozenset({_S.IDLE, _S.LOADING, _S.BUSY, _S.READY, _S.DEALING, _S.FAULT, _S.SERVICE})
STATE_MOVES: Mapping[int, frozenset[DeviceState]] = {
    _S.BOOT: _SHOWN,
    _S.IDLE: _SHOWN - {_S.IDLE},
    _S.LOADING: _SHOWN - {_S.LOADING},
    _S.BUSY: _SHOWN - {_S.BUSY},
    _S.READY: _SHOWN - {_S.READY},
    _S.DEALING: _SHOWN - {_S.DEALING},
    _S.FAULT: _SHOWN - {_S.FAULT},
    _S.SERVICE: _SHOWN - {_S.SERVICE},
}
"""Which state may follow which in a STATE event: BOOT is left and never entered, HOLD is never shown."""


class TypedDevice(ABC):
    """Follow one device through its reports; what cannot follow becomes a `ProtocolBroken` beside them."""

    def __init__(self) -> None:
        self.ops = OpTable()
        self._state: int | None = None

    def ordered(self, order: DeviceOrder) -> None:
        """Note an order on its way out."""
        if isinstance(order, OpOrder):
            self.ops.ordered(order)

    def saw(self, event: DeviceEvent) -> list[ProtocolBroken]:
        """Note an event or answer; give what was wrong with it."""
        broken = []
        for follow in (self._follow_op, self._follow_state, self._follow):
            try:
                follow(event)
            except RemoteProtocolError as error:
                broken.append(ProtocolBroken(text=error.answer))
        return broken

    def tick(self, now: float, *, is_up: bool) -> list[OpOverdue]:
        """Let time pass; give the operations that are overdue now."""
        return self.ops.tick(now, is_up=is_up)

    def _forget(self) -> None:
        """Start over: events were lost, or a new numbering began."""
        self._state = None

    @abstractmethod
    def _follow(self, event: DeviceEvent) -> None:
        """Follow what is special to one class of device."""

    def _follow_op(self, event: DeviceEvent) -> None:
        if isinstance(event, OpAnswer | OpStatusAnswer | OpStarted | OpDone):
            self.ops.saw(event)

    def _follow_state(self, event: DeviceEvent) -> None:
        """Check that STATE events form a chain; it breaks off where the log does."""
        match event:
            case Booted():
                self._state = DeviceState.BOOT
            case LogOverrun() | Stopped() | LinkUp(first_contact=True):
                self._forget()
            case StateChanged(old=old, new=new):
                known, self._state = self._state, new
                if known is not None and known != old:
                    raise RemoteProtocolError(f"state {old} left, but {known} was the last one shown")
                if new not in STATE_MOVES.get(old, frozenset()):
                    raise RemoteProtocolError(f"state {new} cannot follow state {old}")
            case _:
                pass
