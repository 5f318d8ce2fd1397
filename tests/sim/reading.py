"""Read back what a table in virtual time recorded."""

from collections.abc import Iterator

from controller.engine.events import CardDealt, Event, RoundSettled
from controller.journal.codec import TableRecord
from controller.journal.journal import Journal
from tests.sim.stage import Stage

Money = tuple[int, int, int]


def records_of(table: Stage) -> tuple[TableRecord, ...]:
    """Give every record, with only the last round's seals open."""
    _, records, _ = Journal.in_memory(table.medium, table.clock.now)
    return tuple(records)


def events_of(table: Stage) -> Iterator[Event]:
    """Give every event in order."""
    for record in records_of(table):
        yield from record.content.events


def money_of(table: Stage) -> list[Money]:
    """Give what the bank paid, collected and won in each settled round."""
    settled = (event for event in events_of(table) if isinstance(event, RoundSettled))
    return [(event.paid, event.collected, event.net) for event in settled]


def indexes_of(table: Stage) -> list[int]:
    """Give the passage index of every dealt card in the order of the record."""
    return [event.index for event in events_of(table) if isinstance(event, CardDealt)]
