"""Every event of a record as CSV, and what the journal noted of people, files and faults (DURABILITY 14)."""

import json
from collections.abc import Iterable, Iterator
from typing import Final

from controller.engine.events import RoundOpened, RoundSettled, RoundVoided
from controller.history.lines import csv_line
from controller.history.plain import plain, utc
from controller.journal.codec import TableRecord
from controller.journal.notes import (
    Checkpoint,
    FileOpened,
    Reconciled,
    RoundKeyMade,
    Snapshot,
    TapsCounted,
)

_COLUMNS: Final = ("table", "gaming_day", "round", "seq", "utc", "actor", "source", "kind", "fields")
_OF_THE_FILE: Final = (Checkpoint, Reconciled, RoundKeyMade, Snapshot, TapsCounted)
"""Notes that prove or repeat what other records say."""

NO_END: Final = 10**9
"""A round number no table comes to: with it as the last one wanted, all that follows is."""

Row = tuple[object, ...]


def as_event_rows(
    records: Iterable[TableRecord], low: int, high: int, day: str | None = None
) -> Iterator[str]:
    """Give CSV, one line an event or note in the order of the record, its fields as JSON in the last column.

    low, high: numbers of the rounds wanted; what happened between two rounds has the number of the next one,
    and none where there is no next one yet: it is told where `high` asks for whatever comes.
    """
    yield csv_line(_COLUMNS)
    for (table, gaming_day, number), rows in _numbered(records):
        wanted = low <= number <= high if number is not None else high >= NO_END
        if wanted and day in (None, gaming_day):
            yield from (csv_line((table, gaming_day, number or "", *row)) for row in rows)


def _numbered(
    records: Iterable[TableRecord],
) -> Iterator[tuple[tuple[str, str, int | None], list[Row]]]:
    """Give rows that belong to one round, or to the way to it, with table, day and number."""
    table = gaming_day = ""
    number: int | None = None
    rows: list[Row] = []
    for record in records:
        opened = next((one for one in record.content.notes if isinstance(one, FileOpened)), None)
        if opened is not None and (table, gaming_day) != (opened.table_id, opened.gaming_day):
            yield (table, gaming_day, number), rows
            table, gaming_day, rows = opened.table_id, opened.gaming_day, []
        begun = next((one for one in record.content.events if isinstance(one, RoundOpened)), None)
        number = begun.round if begun is not None else number
        rows += _rows(record)
        if any(isinstance(one, RoundSettled | RoundVoided) for one in record.content.events):
            yield (table, gaming_day, number), rows
            number, rows = None, []
    yield (table, gaming_day, number), rows


def _rows(record: TableRecord) -> Iterator[Row]:
    content = record.content
    for one in (*content.notes, *content.events):
        if isinstance(one, _OF_THE_FILE):
            continue
        told = plain(one)
        assert isinstance(told, dict), "every event and note is a dataclass"
        kind = told.pop("kind")
        cause = (record.seq, utc(content.stamp.utc_us), content.actor, content.src)
        yield (*cause, kind, json.dumps(told, ensure_ascii=False))
