"""Faults of the table's shell: this program or a port broke its contract, so the table stops.

TableFault                (controller.engine.faults)
  NumberGap               an event came before those that precede it
  OperationReused         a device knew an operation number that should be new
  TableStopped            the table thread ended; carries its last words
"""

from controller.engine.faults import TableFault


class NumberGap(TableFault):
    """Report a hole in a device's numbering; the wire session must hold such events back (ARCHITECTURE 3).

    device, serial, epoch: whose numbering; number: what came, expected: what was due.
    """

    def __init__(self, *, device: str, serial: str, epoch: int, number: int, expected: int) -> None:
        self.device = device
        self.serial = serial
        self.epoch = epoch
        self.number = number
        self.expected = expected
        super().__init__(f"{device} {serial} epoch {epoch}: event {number} came, {expected} is due")


class OperationReused(TableFault):
    """Report an operation that its device took for one it knew: a fault of ours (CDP1 4)."""

    def __init__(self, *, device: str, order: str, op_id: int) -> None:
        self.device = device
        self.order = order
        self.op_id = op_id
        super().__init__(f"{device}: operation {op_id} ({order}) was used before")


class TableStopped(TableFault):
    """Report that the table thread is gone; reason: its last words."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)
