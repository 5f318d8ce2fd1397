"""What the state knows of a device, and of what it was told to do (CDP1 4, 6)."""

from dataclasses import dataclass

from controller.engine.device_words import OPERATIONS, Order
from controller.engine.ids import DeviceName

SELF_TEST = 11
"""Capability bit of a device that can test itself (CDP1 3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenOperation:
    """Hold an operation whose outcome is not recorded yet (DURABILITY 6).

    due_us: boot time when it is late, None after a restart; asked: OP_STATUS was sent for it.
    """

    op_id: int
    order: Order
    accepted: bool = False
    due_us: int | None = None
    asked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LostLog:
    """Hold that a device lost events (CDP1 3): the numbering it has now, and how far the ruling is.

    heard: the device told in this run of the program; accepted: the floor ruled; sent: the ruling went out
    in this run.
    """

    code: str
    epoch: int
    heard: bool = True
    accepted: bool = False
    sent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """Hold what is known of one device.

    locked: None while unknown, locking: what the last order for it said;
    faults: active codes of severity 3 and 4; doors: open doors or lid; tray: cards in the output tray;
    next_op_id: number of the next operation, 0 before the first start; waiting: kind of the order that is
    sent and not answered; balked: kind of the order it refused last, not sent again until something changed;
    unheard: an operation it has never heard of, sent under the same number if it is still wanted;
    lost_log: it lost events and waits for the floor, or for the ruling to arrive;
    blocks: why no deal begins until the floor has looked, in codes such as `fault_0103` (C2, C11, C12);
    late: its operation is overdue; unannounced: cards lay in it that no event told of;
    suspended: why the floor took it out of service, empty while it serves;
    tested: how its last self-test ended, or why it did not begin, empty while one runs and before any.
    """

    name: DeviceName
    linked: bool = False
    serial: str = ""
    boot_id: int = 0
    capabilities: int = 0
    model: str = ""
    firmware: str = ""
    lost_reason: str = ""
    refused_text: str = ""
    faults: tuple[int, ...] = ()
    doors: frozenset[int] = frozenset()
    tray: int | None = 0
    locked: bool | None = None
    locking: bool = False
    waiting: str = ""
    balked: str = ""
    operation: OpenOperation | None = None
    unheard: OpenOperation | None = None
    next_op_id: int = 0
    lost_log: LostLog | None = None
    blocks: tuple[str, ...] = ()
    late: bool = False
    unannounced: bool = False
    suspended: str = ""
    tested: str = ""

    def can(self, bit: int) -> bool:
        """Tell whether the device announced capability `bit` (CDP1 3)."""
        return bool(self.capabilities >> bit & 1)


def is_operation(order: Order) -> bool:
    """Tell whether an order moves something and so carries an op_id (CDP1 4)."""
    return order.kind in OPERATIONS
