"""The way out of the table thread: acknowledgements and orders (ARCHITECTURE 3, step 8).

Nothing passes here that is not in the record already.
"""

from collections.abc import Mapping
from typing import Protocol

from controller.engine.commands import CloseBetting, Command
from controller.engine.device_words import Order
from controller.engine.ids import DeviceName
from controller.engine.refusals import RefusalCode, Refused
from controller.table.dispatch import dispatch
from drivers.orders import Ack, DeviceOrder, Refuse


class DeviceGate(Protocol):
    """Send what the table releases; called on the table thread only, never waits."""

    def ack(self, device: DeviceName, serial: str, epoch: int, number: int) -> None:
        """Tell a device that its event `number` and all before it are durable."""

    def submit(self, device: DeviceName, op_id: int | None, order: Order) -> None:
        """Send an order; its answer comes back as a report."""

    def linked(self, device: DeviceName, link: int) -> None:
        """Take note of the link that orders are made for from now on."""

    def refuse(self, device: DeviceName, text: str) -> None:
        """Stop using a device, for this reason; that it was refused comes back as a report."""


class Outbox(Protocol):
    """Take one item for a port's thread without waiting; False when its slots are full."""

    def submit(self, item: DeviceOrder | Ack, link: int | None = None) -> bool:
        """Queue an acknowledgement, or an order made for this link."""


class PortGate:
    """Put acknowledgements and orders into the ports' outboxes.

    A full outbox needs no answer here: its port drops the link, which the table then hears of.
    """

    def __init__(self, outboxes: Mapping[DeviceName, Outbox]) -> None:
        self._outboxes = outboxes
        self._links: dict[DeviceName, int] = {}

    def ack(self, device: DeviceName, serial: str, epoch: int, number: int) -> None:
        """Queue an acknowledgement."""
        self._outboxes[device].submit(Ack(serial=serial, epoch=epoch, number=number))

    def submit(self, device: DeviceName, op_id: int | None, order: Order) -> None:
        """Translate an order and queue it for the link that the table knows of: no later one takes it."""
        self._outboxes[device].submit(dispatch(op_id, order), self._links.get(device))

    def linked(self, device: DeviceName, link: int) -> None:
        """Remember the link that the table has heard of."""
        self._links[device] = link

    def refuse(self, device: DeviceName, text: str) -> None:
        """Queue a refusal; the port ends the session and reports it."""
        self._outboxes[device].submit(Refuse(text=text))


class Fitness(Protocol):
    """Tell whether the record can take a whole round; the journal does."""

    @property
    def refusal(self) -> str | None:
        """Tell why no cards of a new round may be dealt, None where they may."""


def barred(command: Command, record: Fitness) -> Refused | None:
    """Refuse to deal a round that the record might not hold to its end (DURABILITY 4.3)."""
    reason = record.refusal if isinstance(command, CloseBetting) else None
    return None if reason is None else Refused(code=RefusalCode.RECORD_DEGRADED, field="record", value=reason)
