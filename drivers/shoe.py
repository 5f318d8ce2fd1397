"""The shoe on top of its wire session: one passage of a deck, window by window (CDP1 5, 9)."""

from collections.abc import Mapping
from enum import StrEnum

from drivers.errors import RemoteProtocolError
from drivers.events import ArmAnswer, Booted, CardRead, DeviceClass, DeviceEvent, OpAnswer, OpDone, Status
from drivers.orders import CloseShoe, DeviceOrder, OpenShoe
from drivers.typed_device import TypedDevice


class ShoePhase(StrEnum):
    """Name how far the passage of a deck is; UNKNOWN until the shoe has said."""

    UNKNOWN = "unknown"
    CLOSED = "closed"
    OPEN = "open"
    ARMED = "armed"


class ShoeFact(StrEnum):
    """Name what the shoe may tell of a passage."""

    OPENED = "opened"
    CLOSED = "closed"
    ARMED = "armed"
    DISARMED = "disarmed"
    CARD = "card"
    BOOTED = "booted"


_P, _F = ShoePhase, ShoeFact
TRANSITIONS: Mapping[tuple[ShoePhase, ShoeFact], ShoePhase] = {
    (_P.UNKNOWN, _F.OPENED): _P.OPEN,
    (_P.UNKNOWN, _F.CLOSED): _P.CLOSED,
    (_P.UNKNOWN, _F.ARMED): _P.ARMED,
    (_P.UNKNOWN, _F.DISARMED): _P.UNKNOWN,
    (_P.UNKNOWN, _F.CARD): _P.UNKNOWN,
    (_P.UNKNOWN, _F.BOOTED): _P.UNKNOWN,
    (_P.CLOSED, _F.OPENED): _P.OPEN,
    (_P.CLOSED, _F.DISARMED): _P.CLOSED,
    (_P.CLOSED, _F.BOOTED): _P.CLOSED,
    (_P.OPEN, _F.CLOSED): _P.CLOSED,
    (_P.OPEN, _F.ARMED): _P.ARMED,
    (_P.OPEN, _F.DISARMED): _P.OPEN,
    (_P.OPEN, _F.CARD): _P.OPEN,
    (_P.OPEN, _F.BOOTED): _P.OPEN,
    (_P.ARMED, _F.CLOSED): _P.CLOSED,
    (_P.ARMED, _F.ARMED): _P.ARMED,
    (_P.ARMED, _F.DISARMED): _P.OPEN,
    (_P.ARMED, _F.CARD): _P.ARMED,
    (_P.ARMED, _F.BOOTED): _P.OPEN,
}
"""The misses are what a shoe cannot do: open twice, close or arm or count cards with none open.

Responses and events overtake each other, so a window that is armed while an OPEN_SHOE is still without its
OP_DONE proves nothing and is not judged.
"""


class Shoe(TypedDevice):
    """Follow the passages of the deck in the shoe."""

    device_class = DeviceClass.SHOE

    def __init__(self) -> None:
        super().__init__()
        self._phase = ShoePhase.UNKNOWN
        self._orders: dict[int, ShoeFact] = {}

    def ordered(self, order: DeviceOrder) -> None:
        """Note an order on its way out."""
        super().ordered(order)
        if isinstance(order, OpenShoe):
            self._orders[order.op_id] = ShoeFact.OPENED
        elif isinstance(order, CloseShoe):
            self._orders[order.op_id] = ShoeFact.CLOSED

    def _forget(self) -> None:
        super()._forget()
        self._phase = ShoePhase.UNKNOWN

    def _follow(self, event: DeviceEvent) -> None:
        fact = self._fact(event)
        opening = ShoeFact.OPENED in self._orders.values()
        if fact is None or (fact is ShoeFact.ARMED and opening):
            return
        phase = TRANSITIONS.get((self._phase, fact))
        if phase is None:
            was, self._phase = self._phase, ShoePhase.UNKNOWN
            raise RemoteProtocolError(f"{event.kind}: a shoe that is {was} cannot be {fact}")
        self._phase = phase

    def _fact(self, event: DeviceEvent) -> ShoeFact | None:
        match event:
            case OpAnswer(lost=False, accepted=False, op_id=op_id):
                self._orders.pop(op_id, None)
                return None
            case OpDone(op_id=op_id, result=result):
                fact = self._orders.pop(op_id, None)
                return fact if result == Status.OK else None
            case ArmAnswer(order=order, lost=False, status=Status.OK):
                return ShoeFact.ARMED if order == "arm" else ShoeFact.DISARMED
            case CardRead(index=index) if index is not None:
                return ShoeFact.CARD
            case Booted():
                return ShoeFact.BOOTED
            case _:
                return None
