"""Long runs in virtual time, with faults and crashes, that keep every byte they write."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from controller.cli.console_json import view_line
from controller.cli.world_secrecy import walk
from controller.cli.world_soak import Day, DaySetting
from controller.engine.cards import Exposed
from controller.engine.fact_commands import ReportCardRead
from controller.engine.state import TableState
from controller.journal.blackbox import pack_record
from controller.journal.codec import table_codec
from controller.logs import start_logs
from controller.table.envelope import Publication
from controller.table.intake import Intake
from drivers.events import CardRead
from tests.secrecy.hunt import Written
from tests.secrecy.truth import Truth


@dataclass(slots=True)
class Spy:
    """Hold what went in at the way in."""

    truth: Truth = field(default_factory=Truth)


class SpiedDay(Day):
    """Play a day of a soak and keep each line that a console would write."""

    def __init__(self, setting: DaySetting) -> None:
        self.lines: list[str] = []
        super().__init__(setting)

    def _look(self, publication: Publication) -> None:
        super()._look(publication)
        self.lines.append(view_line(publication.view, seq=publication.seq, head=publication.head))


@contextmanager
def spied() -> Iterator[Spy]:
    """Listen where reports become facts: nothing behind it may say what is heard here."""
    spy = Spy()
    real = Intake._card

    def card(self: Intake, source: object, event: CardRead, state: TableState) -> ReportCardRead:
        fact = real(self, source, event, state)  # type: ignore[arg-type]  # passed on as it came
        if fact.card.card is not None and state.round is not None:
            spy.truth.hidden[state.round.number, fact.card.ordinal] = fact.card
        return fact

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Intake, "_card", card)
        yield spy


def play(setting: DaySetting) -> tuple[Written, Truth]:
    """Play one day; give every byte it wrote, and what really happened."""
    sink = io.StringIO()
    log = start_logs(sink, level="debug")
    try:
        with spied() as spy:
            day = SpiedDay(setting)
            day.play()
    finally:
        log.stop()
    records = tuple(day._lives.medium.records)
    written = Written(console=day.lines, records=records)
    written.files["mirror"] = b"".join(map(pack_record, records))
    written.add_plain("log", sink.getvalue().encode())
    _note_shown(spy.truth, day)
    return written, spy.truth


def _note_shown(truth: Truth, day: SpiedDay) -> None:
    """Note which record turned up which card."""
    number = 0
    for record in day._lives.medium.records:
        content = table_codec().decode(record, key=None).content
        for note in content.notes:
            number = note.round_no if note.kind == "round_key" else number
        for value in walk((content.events, content.cause)):
            if isinstance(value, Exposed):
                truth.shown.setdefault((number, value.ordinal), record.seq)
                truth.faces.setdefault(number, {}).setdefault(value.card.value, record.seq)
