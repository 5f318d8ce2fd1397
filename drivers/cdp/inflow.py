"""Which events go to the table, and when the device is answered (CDP1 4, events, host).

An event is handed over once, in order, without a hole. What is answered is always the last durable event;
an event that was handed over and is not durable yet is never answered.
"""

from collections import Counter

from drivers.cdp.positions import Position


class Inflow:
    """Judge the event numbers of one wire session, from its RESUME on."""

    def __init__(self, position: Position, counts: Counter[str]) -> None:
        self._position = position
        self._counts = counts
        self._answer_due = False

    def take(self, number: int) -> bool:
        """Tell whether an event is the next one; if not, count it and answer where CDP/1 says so."""
        position = self._position
        if number == position.received + 1:
            position.received = number
            self._counts["events_taken"] += 1
            return True
        if number > position.received:
            self._counts["events_ahead"] += 1
            self._answer_due = True
        else:
            self._counts["events_repeated"] += 1
            self._answer_due |= number <= position.durable
        return False

    def lacks(self, last_number: int) -> bool:
        """Tell whether the device has events that never came."""
        return last_number > self._position.received

    def answer(self) -> None:
        """Ask for an EACK in this turn."""
        self._answer_due = True

    def take_eack(self) -> int | None:
        """Give the number to acknowledge in this turn, None if there is nothing to say."""
        due, self._answer_due = self._answer_due, False
        return self._position.durable if due else None
