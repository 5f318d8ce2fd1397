"""The parts of a record that are reported alone: the whole, a gaming day, a shift (G11, DURABILITY 11).

A day is a file of the record. A shift begins with the day, and with each later count of the tray as an
opener: there the tray is handed over, signed by both (G11.1).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from controller.engine.events import Event
from controller.engine.house import Moment
from controller.engine.life_events import TrayCounted
from controller.engine.ruling_events import SettlementRepeated, SettlementReversed
from controller.history.lines import csv_line
from controller.history.record import RoundRecord
from controller.history.rounds import History
from controller.history.shift import Correction, Figure, figures_of
from controller.journal.codec import TableRecord
from controller.journal.notes import FileOpened


class Per(StrEnum):
    """Name what a report stands for."""

    ALL = "all"
    DAY = "day"
    SHIFT = "shift"


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Hold one report: table, gaming day and number of the shift, both empty or 0 for what has several.

    from_us, until_us: time of its first and last record, UTC in microseconds.
    """

    table: str
    gaming_day: str
    shift: int
    from_us: int
    until_us: int
    figures: tuple[Figure, ...]

    @property
    def title(self) -> str:
        """Name it for people."""
        day = f", gaming day {self.gaming_day}" if self.gaming_day else ""
        return f"Table {self.table}{day}" + (f", shift {self.shift}" if self.shift else "")


@dataclass(slots=True)
class _Cut:
    """Collect what one section is made of."""

    table: str
    gaming_day: str
    shift: int
    from_us: int = 0
    until_us: int = 0
    has_opener: bool = False
    events: list[Event] = field(default_factory=list)
    rounds: list[RoundRecord] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)


def sections_of(records: Iterable[TableRecord], per: Per) -> tuple[Section, ...]:
    """Give each section of these records, in order; one for all of them where there is nothing to cut."""
    cuts: list[_Cut] = []
    history = History()
    for record in records:
        opened = next((note for note in record.content.notes if isinstance(note, FileOpened)), None)
        if opened is not None and (not cuts or per is not Per.ALL):
            cuts.append(_Cut(opened.table_id, opened.gaming_day, 1))
        if not cuts:
            cuts.append(_Cut("", "", 1))
        at_us = record.content.stamp.utc_us
        for event in record.content.events:
            is_opener = isinstance(event, TrayCounted) and event.moment is Moment.OPENER
            if is_opener and cuts[-1].has_opener and per is Per.SHIFT:
                cuts.append(_Cut(cuts[-1].table, cuts[-1].gaming_day, cuts[-1].shift + 1))
            cuts[-1].has_opener |= is_opener
            after = history.after((event,), at_us)
            _collect(cuts[-1], event, history, after)
            history = after
        cuts[-1].from_us = cuts[-1].from_us or at_us
        cuts[-1].until_us = at_us
    return tuple(_section(cut, per) for cut in cuts)


def _collect(cut: _Cut, event: Event, before: History, after: History) -> None:
    """Put an event into its section, with the round that it ends, or that it corrects afterwards."""
    cut.events.append(event)
    if before.current is not None and after.current is None:
        cut.rounds.append(after.rounds[0])
    if not isinstance(event, SettlementReversed | SettlementRepeated):
        return
    if before.current is None or before.current.number != event.round:
        told = next((one for one in before.rounds if one.number == event.round), None)
        cut.corrections.append((event, told))


def _section(cut: _Cut, per: Per) -> Section:
    return Section(
        table=cut.table,
        gaming_day="" if per is Per.ALL else cut.gaming_day,
        shift=cut.shift if per is Per.SHIFT else 0,
        from_us=cut.from_us,
        until_us=cut.until_us,
        figures=figures_of(tuple(cut.events), tuple(cut.rounds), tuple(cut.corrections)),
    )


def amount_text(one: Figure) -> str:
    """Write a figure for people, money with two decimals."""
    if not one.is_money:
        return str(one.amount)
    whole, cents = divmod(abs(one.amount), 100)
    return f"{'-' if one.amount < 0 else ''}{whole:,}.{cents:02}"


def as_text(sections: Iterable[Section]) -> Iterator[str]:
    """Write sections for people, part by part."""
    for section in sections:
        yield section.title
        part = ""
        for one in section.figures:
            if one.part != part:
                part = one.part
                yield f"  {part}"
            yield f"    {one.name:<44}{amount_text(one):>16}"
        yield ""


def as_rows(sections: Iterable[Section]) -> Iterator[str]:
    """Write sections as CSV: a line a figure, in cents or as a count."""
    yield "table,gaming_day,shift,part,name,amount,unit"
    for section in sections:
        head = (section.table, section.gaming_day, section.shift or "")
        for one in section.figures:
            yield csv_line((*head, one.part, one.name, one.amount, "cents" if one.is_money else "count"))
