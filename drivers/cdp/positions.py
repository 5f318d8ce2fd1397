"""How far the event stream of each device has come, kept across sessions (CDP1 4, events, host).

`received` is the last event handed to the table, `durable` the last one the table has confirmed. Both
belong to one serial number and epoch, and both outlive a link: nothing is handed over twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(slots=True, kw_only=True)
class Position:
    """Hold both marks of one numbering."""

    received: int
    durable: int


class Positions:
    """Keep the position of every (serial, epoch) the port has met."""

    def __init__(self, resume: Mapping[tuple[str, int], int]) -> None:
        self._of = {key: Position(received=last, durable=last) for key, last in resume.items()}

    def find(self, serial: str, epoch: int) -> Position | None:
        """Give the position of one numbering, None on first contact with it."""
        return self._of.get((serial, epoch))

    def latest_epoch(self, serial: str) -> int | None:
        """Give the epoch of this serial that was met last, None if it was never met."""
        epochs = [epoch for known, epoch in self._of if known == serial]
        return epochs[-1] if epochs else None

    def begin(self, serial: str, epoch: int, last: int) -> Position:
        """Start or restart one numbering after event `last`."""
        self._of.pop((serial, epoch), None)
        position = Position(received=last, durable=last)
        self._of[serial, epoch] = position
        return position

    def confirm(self, serial: str, epoch: int, number: int) -> None:
        """Take the table's Ack; numbers never handed over, or confirmed before, change nothing."""
        position = self.find(serial, epoch)
        if position is not None and position.durable < number <= position.received:
            position.durable = number

    def undo(self, serial: str, epoch: int, number: int) -> None:
        """Take back that event `number` and later ones were handed over: the inbox refused it."""
        position = self.find(serial, epoch)
        if position is not None and position.durable < number <= position.received:
            position.received = number - 1
