"""From the record to a table that may go on (DURABILITY 5): replay, bookkeeping, then the note of the start.

No port is opened here and no order can leave: replay is `advance` over the recorded events and nothing else.
Once links are up again the engine asks by OP_STATUS for every intent without outcome, and sends the settings
anew; that is `decide`, on the first facts of the new links.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from controller.engine.advance import advance
from controller.engine.cards import Exposed, Hidden
from controller.engine.copying import replace
from controller.engine.events import CardDealt, CardsExposed, Event, RoundOpened, SeatTurnedUp
from controller.engine.fact_commands import ReportLinked, ShiftClock, StartTable
from controller.engine.ids import CommandId
from controller.engine.invariants import check
from controller.engine.state import TableState
from controller.history.rounds import KEPT, History
from controller.journal.codec import TableRecord
from controller.journal.faults import CodecFault
from controller.journal.notes import CommandRefused, Note, Snapshot
from controller.journal.record import Stamp
from controller.journal.replay import Replay
from controller.table.bookkeeping import Answers, Cursors
from controller.table.envelope import Outcome
from controller.table.intake import RandomBytes
from controller.table.snapshots import (
    Failures,
    failure_notes,
    refusal_of,
    restored_answers,
    restored_cursors,
    restored_state,
    snapshot_of,
)
from controller.table.table import Surroundings, Table

OPERATION_ID_BYTES: Final = 4
HIGHEST_FIRST_ID: Final = 0x7FFF_FFFF
"""Operation numbers start at random in the lower half, so that they never wrap (CDP1 4)."""


NO_HISTORY: Final = History()


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """Hold what the record says: the state, the bookkeeping beside it, notes and links that others need.

    history: the rounds the screen can look back to (TOUCHSCREEN 6, D11); stamp: moment of the last record.
    """

    state: TableState
    cursors: Cursors
    answers: Answers
    notes: tuple[Note, ...]
    links: tuple[ReportLinked, ...]
    history: History = NO_HISTORY
    stamp: Stamp | None = None


def replay(start: TableState, records: Iterable[TableRecord], history: History = NO_HISTORY) -> Restored:
    """Rebuild everything from the records; raise InvariantFault where they lead to no valid state.

    history: of the rounds before these records.
    """
    state, cursors, answers = start, Cursors(), Answers()
    notes: list[Note] = []
    links: list[ReportLinked] = []
    stamp: Stamp | None = None
    is_untouched = True
    for record, events in _opened(records):
        content = record.content
        snapshot = next((note for note in content.notes if isinstance(note, Snapshot)), None)
        if snapshot is not None and is_untouched:
            state, cursors = restored_state(snapshot, start), restored_cursors(snapshot)
            answers, notes = restored_answers(snapshot), [*failure_notes(snapshot)]
        is_untouched = is_untouched and not content.events
        state = advance(state, events)
        history = history.after(events, content.stamp.utc_us, content.actor)
        stamp = content.stamp
        if content.events and content.cause is not None:
            cursors.note(content.cause)
            links += [content.cause] if isinstance(content.cause, ReportLinked) else []
        if content.cmd is not None:
            refused = next(
                (refusal_of(note) for note in content.notes if isinstance(note, CommandRefused)), None
            )
            answers.note(Outcome(command_id=CommandId(content.cmd), seq=record.seq, refused=refused))
        notes.extend(content.notes)
    check(state)
    return Restored(
        state=state,
        cursors=cursors,
        answers=answers,
        notes=tuple(notes),
        links=tuple(links),
        history=replace(history, offers=history.offers.at(state.rotation.third_party)),
        stamp=stamp,
    )


def resume(start: TableState, records: Replay) -> Restored:
    """Rebuild everything from the last snapshot on, or from the start where that is another program's."""
    try:
        past = NO_HISTORY
        for record in records.rounds_before_snapshot(KEPT):
            content = record.content
            past = past.after(content.events, content.stamp.utc_us, content.actor)
        return replay(start, records.since_snapshot(), past)
    except CodecFault:
        return replay(start, records)


def _opened(records: Iterable[TableRecord]) -> Iterator[tuple[TableRecord, tuple[Event, ...]]]:
    """Give each record with its events, a round's dealt cards open where the round shows them later.

    The key of an earlier round is gone, but what was turned up stands in its record for everybody to see, and
    the settlement of that round is computed anew from it. A dead folded hand stays closed (DURABILITY 7.3).
    """
    waiting: list[TableRecord] = []
    for record in records:
        waiting.append(record)
        if any(isinstance(event, RoundOpened) for event in record.content.events):
            yield from _with_shown(waiting)
            waiting = []
    yield from _with_shown(waiting)


def _with_shown(records: list[TableRecord]) -> Iterator[tuple[TableRecord, tuple[Event, ...]]]:
    """Open the dealt cards of one round that its own exposures show."""
    shown: dict[int, Exposed] = {}
    for event in (event for record in records for event in record.content.events):
        if isinstance(event, CardsExposed | SeatTurnedUp):
            shown |= {card.ordinal: card for card in event.cards}
    for record in records:
        yield record, tuple(_show(event, shown) for event in record.content.events)


def _show(event: Event, shown: Mapping[int, Exposed]) -> Event:
    """Give a dealt card with its identity where the round shows it."""
    if not isinstance(event, CardDealt) or event.card.card is not None:
        return event
    face = shown.get(event.card.ordinal)
    if face is None:
        return event
    return replace(event, card=Hidden(ordinal=face.ordinal, card=face.card, salt=face.salt))


def standing(restored: Restored) -> Snapshot:
    """Give the snapshot that a new record begins with, so that each file can be replayed alone."""
    failures = Failures()
    failures.note(restored.notes)
    return snapshot_of(restored.state, restored.cursors, restored.answers, failures)


def start_table(restored: Restored, around: Surroundings, random_bytes: RandomBytes) -> Table:
    """Give the table, with its start in the record; only after this may a port be opened."""
    now_us = around.clock.now().boot_us
    failures = Failures()
    failures.note(restored.notes)
    for linked in restored.links:
        around.intake.remember(linked)
    for note in restored.notes:
        around.authority.remember(note, now_us)
    table = Table(
        restored.state,
        around,
        cursors=restored.cursors,
        answers=restored.answers,
        failures=failures,
        history=restored.history,
    )
    table.tell(
        StartTable(
            shuffler_op_id=_first_operation_id(random_bytes), shoe_op_id=_first_operation_id(random_bytes)
        ),
        "recovery",
    )
    shift_us = _clock_shift_us(restored, around.clock.now())
    if shift_us and restored.state.rotation.starts:
        table.tell(ShiftClock(by_us=shift_us), "recovery")
    return table


def _clock_shift_us(restored: Restored, now: Stamp) -> int:
    """Give how much later a moment of the record is in the boot time of now (G8.3, DURABILITY 11).

    Within one boot nothing moves. Over a boot the wall clock bridges the pause; one that went back counts as
    no pause at all.
    """
    last = restored.stamp
    if last is None or last.boot == now.boot:
        return 0
    pause_us = max(0, now.utc_us - last.utc_us)
    return now.boot_us - pause_us - last.boot_us


def _first_operation_id(random_bytes: RandomBytes) -> int:
    """Draw a number from 1 to `HIGHEST_FIRST_ID`; 0 is no operation."""
    drawn = int.from_bytes(random_bytes(OPERATION_ID_BYTES), "big")
    return drawn % HIGHEST_FIRST_ID + 1
