"""The shuffler on top of its wire session: a deck's way from the infeed to the chamber (CDP1 5, 9)."""

from collections.abc import Mapping
from enum import StrEnum

from drivers.errors import RemoteProtocolError
from drivers.events import (
    DeckReady,
    DeckRejected,
    DeckReported,
    DeviceClass,
    DeviceEvent,
    OpAnswer,
    OpDone,
    OpStarted,
)
from drivers.orders import DeviceOrder, StartShuffle
from drivers.typed_device import TypedDevice


class DeckPhase(StrEnum):
    """Name how far the deck of one START_SHUFFLE is."""

    ORDERED = "ordered"
    RUNNING = "running"
    REPORTED = "reported"
    READY = "ready"
    REJECTED = "rejected"


class DeckFact(StrEnum):
    """Name what the shuffler may tell of a deck."""

    START = "start"
    REPORT = "report"
    READY = "ready"
    REJECT = "reject"
    DONE = "done"


_P, _F = DeckPhase, DeckFact
TRANSITIONS: Mapping[tuple[DeckPhase, DeckFact], DeckPhase | None] = {
    (_P.ORDERED, _F.START): _P.RUNNING,
    (_P.ORDERED, _F.DONE): None,
    (_P.RUNNING, _F.REPORT): _P.REPORTED,
    (_P.RUNNING, _F.READY): _P.READY,
    (_P.RUNNING, _F.REJECT): _P.REJECTED,
    (_P.RUNNING, _F.DONE): None,
    (_P.REPORTED, _F.READY): _P.READY,
    (_P.REPORTED, _F.REJECT): _P.REJECTED,
    (_P.REPORTED, _F.DONE): None,
    (_P.READY, _F.REPORT): _P.READY,
    (_P.READY, _F.DONE): None,
    (_P.REJECTED, _F.REPORT): _P.REJECTED,
    (_P.REJECTED, _F.DONE): None,
}
"""None ends the passage: OP_DONE closes it, and whether the deck is good is the table's to judge."""

_FACTS: Mapping[type, DeckFact] = {
    OpStarted: DeckFact.START,
    DeckReported: DeckFact.REPORT,
    DeckReady: DeckFact.READY,
    DeckRejected: DeckFact.REJECT,
    OpDone: DeckFact.DONE,
}


class Shuffler(TypedDevice):
    """Follow the shuffles ordered in this run; those of an earlier run pass unjudged."""

    device_class = DeviceClass.SHUFFLER

    def __init__(self) -> None:
        super().__init__()
        self._decks: dict[int, DeckPhase] = {}

    def ordered(self, order: DeviceOrder) -> None:
        """Note an order on its way out."""
        super().ordered(order)
        if isinstance(order, StartShuffle):
            self._decks.setdefault(order.op_id, DeckPhase.ORDERED)

    def _forget(self) -> None:
        super()._forget()
        self._decks.clear()

    def _follow(self, event: DeviceEvent) -> None:
        if isinstance(event, OpAnswer) and not event.lost and not event.accepted:
            self._decks.pop(event.op_id, None)
        if not isinstance(event, OpStarted | DeckReported | DeckReady | DeckRejected | OpDone):
            return
        phase = self._decks.get(event.op_id)
        if phase is None:
            return
        fact = _FACTS[type(event)]
        if (phase, fact) not in TRANSITIONS:
            raise RemoteProtocolError(f"{event.kind} of shuffle {event.op_id} while it is {phase}")
        after = TRANSITIONS[phase, fact]
        if after is None:
            del self._decks[event.op_id]
        else:
            self._decks[event.op_id] = after
