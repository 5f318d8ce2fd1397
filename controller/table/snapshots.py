"""Where a table stands between two rounds, in one note of the record, and back (DURABILITY 3.7)."""

from collections.abc import Iterable
from typing import Final

from controller.engine.copying import replace
from controller.engine.ids import CommandId, SeatNo
from controller.engine.refusals import Refused
from controller.engine.state import Deck, TableState
from controller.journal.codec import state_json, state_of
from controller.journal.notes import (
    Answered,
    AuthFailed,
    AuthOk,
    CommandRefused,
    Cursor,
    Note,
    PersonChanged,
    Snapshot,
)
from controller.table.bookkeeping import Answers, Cursors
from controller.table.envelope import Outcome

KEPT_FAILURES: Final = 128
"""So many failures in a row are kept, newest last; waits grow no longer far below that."""


class Failures:
    """Follow the failures in a row that still make people wait. Table thread only."""

    def __init__(self) -> None:
        self._badges: list[bytes] = []
        self._at_table = 0

    @property
    def badges(self) -> tuple[bytes, ...]:
        """Give the badge of each failure that still counts, in order."""
        return tuple(self._badges)

    @property
    def at_table(self) -> int:
        """Give how many of the last ones count for the table."""
        return self._at_table

    def note(self, notes: Iterable[Note]) -> None:
        """Take up what the record notes."""
        for note in notes:
            match note:
                case AuthFailed(badge=badge):
                    self._badges = [*self._badges, badge][-KEPT_FAILURES:]
                    self._at_table = min(self._at_table + 1, KEPT_FAILURES)
                case PersonChanged(badge=badge):
                    self._badges = [other for other in self._badges if other != badge]
                case AuthOk(badge=badge):
                    self._badges = [other for other in self._badges if other != badge]
                    self._at_table = 0
                case _:
                    pass


def is_over(before: TableState, after: TableState) -> bool:
    """Tell whether a round ended between two states; the next one may have begun in the same step."""
    return before.round is not None and (after.round is None or after.round.number != before.round.number)


def snapshot_of(state: TableState, cursors: Cursors, answers: Answers, failures: Failures) -> Snapshot:
    """Give the note of where a table stands; raise CodecFault inside a round with hidden cards."""
    return Snapshot(
        rule_set=bytes.fromhex(state.ruleset.digest),
        state=state_json(state),
        cursors=tuple(
            Cursor(serial=serial, epoch=epoch, number=number)
            for (serial, epoch), number in cursors.positions().items()
        ),
        answers=tuple(_answered(outcome) for outcome in answers.outcomes()),
        failed=failures.badges,
        failed_at_table=failures.at_table,
    )


def restored_state(snapshot: Snapshot, start: TableState) -> TableState:
    """Give the state of a snapshot under the settings of now; raise CodecFault for another program's."""
    state = state_of(snapshot.state, start.ruleset)
    first, second = (_deck(held, now) for held, now in zip(state.decks, start.decks, strict=True))
    return replace(
        state,
        mode=start.mode,
        stub_through_reader=start.stub_through_reader,
        decks=(first, second),
        tray=replace(state.tray, denominations=start.tray.denominations),
    )


def restored_cursors(snapshot: Snapshot) -> Cursors:
    """Give the cursors of a snapshot."""
    return Cursors({(one.serial, one.epoch): one.number for one in snapshot.cursors})


def restored_answers(snapshot: Snapshot) -> Answers:
    """Give the answers of a snapshot."""
    answers = Answers()
    for one in snapshot.answers:
        refused = None if one.refused is None else refusal_of(one.refused)
        answers.note(Outcome(command_id=CommandId(one.cmd), seq=one.seq, refused=refused))
    return answers


def failure_notes(snapshot: Snapshot) -> tuple[Note, ...]:
    """Give notes that lead to the same waits as those before the snapshot did."""
    older = len(snapshot.failed) - snapshot.failed_at_table
    notes: list[Note] = [AuthFailed(badge=badge) for badge in snapshot.failed]
    notes.insert(older, AuthOk(person="", badge=b""))
    return tuple(notes)


def refusal_of(note: CommandRefused) -> Refused:
    """Give the refusal that a record notes."""
    seat = SeatNo(note.seat) if note.seat is not None else None
    return Refused(code=note.code, field=note.field, value=note.value, allowed=note.allowed, seat=seat)


def note_of(refused: Refused) -> CommandRefused:
    """Give the note of a refusal."""
    return CommandRefused(
        code=refused.code,
        field=refused.field,
        value=refused.value,
        allowed=refused.allowed,
        seat=refused.seat,
    )


def _answered(outcome: Outcome) -> Answered:
    refused = None if outcome.refused is None else note_of(outcome.refused)
    return Answered(cmd=outcome.command_id, seq=outcome.seq, refused=refused)


def _deck(held: Deck, now: Deck) -> Deck:
    """Give a deck with the number and back that the table file says now."""
    return replace(held, deck_id=now.deck_id, back=now.back)
