"""Snapshots: a restart that begins at the last one ends where a whole replay does (DURABILITY 3.7)."""

from dataclasses import replace

import pytest

from controller.cli.running import first_state
from controller.cli.simulated import world_config
from controller.engine.cards import Hidden
from controller.engine.state import TableState
from controller.journal.codec import state_json, state_of
from controller.journal.faults import CodecFault
from controller.journal.memory import MemoryMedium
from controller.journal.notes import AuthFailed, AuthOk, Note, Reconciled, Snapshot
from controller.journal.record import StoredRecord
from controller.journal.replay import Replay
from controller.rulesets.load import load_ruleset
from controller.table.recovery import Restored, replay, resume
from controller.table.snapshots import KEPT_FAILURES, Failures, failure_notes
from tests.journal.table import hidden
from tests.sim.stage import Stage, stage

CUTS = 12


@pytest.fixture(scope="module", params=["stacks", "shoe"])
def played(request: pytest.FixtureRequest) -> Stage:
    """Give a table after two rounds of a robot."""
    table = stage(seed=3, dealing=request.param)
    table.dealer.play_rounds(2)
    return table


def start_of(table: Stage) -> TableState:
    """Give the state before its first record."""
    return first_state(world_config(table.setting), load_ruleset(table.setting.rules))


def snapshots_in(records: list[StoredRecord]) -> list[int]:
    """Give the place of each snapshot."""
    return [at for at, record in enumerate(records) if b'"kind":"snapshot"' in record.body]


def waits(notes: tuple[Note, ...]) -> tuple[tuple[bytes, ...], int]:
    """Give the failures that still count."""
    failures = Failures()
    failures.note(notes)
    return failures.badges, failures.at_table


def standing(restored: Restored) -> tuple[object, ...]:
    """Give all that a start takes over, in comparable form."""
    return (
        restored.state,
        restored.cursors.positions(),
        restored.answers.outcomes(),
        waits(restored.notes),
    )


def test_each_round_ends_with_a_snapshot(played: Stage) -> None:
    """At each round end one is written, and none holds a hidden card (DURABILITY 3.7)."""
    records = played.medium.records
    found = snapshots_in(records)
    assert 2 == len(found)
    assert [] == [at for at in found if b'"sealed"' in records[at].body]
    assert max(len(records[at].body) for at in found) < 32_768


def test_a_snapshot_and_the_rest_lead_where_everything_leads(played: Stage) -> None:
    """`replay(all) == snapshot + replay(rest)`, wherever the record ends (DURABILITY 3.7)."""
    records = played.medium.records
    first = snapshots_in(records)[0]
    ends = {first + 1, len(records), *range(first + 1, len(records), (len(records) - first) // CUTS)}
    for end in ends:
        held = tuple(records[:end])
        key = played.medium.key if end == len(records) else None
        whole = replay(start_of(played), Replay(held, key))
        assert standing(whole) == standing(resume(start_of(played), Replay(held, key))), end


def test_a_snapshot_of_another_program_is_left_alone(played: Stage) -> None:
    """What this program does not know there makes it read the whole record instead (DURABILITY 3.8)."""
    medium = MemoryMedium(header=played.medium.header, records=list(played.medium.records))
    last = snapshots_in(medium.records)[-1]
    odd = medium.records[last].body.replace(b'"mode":', b'"made":')
    medium.records[last] = medium.records[last]._replace(body=odd)
    whole = replay(start_of(played), Replay(tuple(medium.records), played.medium.key))
    assert standing(whole) == standing(
        resume(start_of(played), Replay(tuple(medium.records), played.medium.key))
    )


def test_the_settings_of_now_hold_after_a_snapshot(played: Stage) -> None:
    """Way of dealing and deck numbers come from the table file, not from the record."""
    start = start_of(played)
    decks = replace(start.decks[0], deck_id=77), start.decks[1]
    start = replace(start, decks=decks, stub_through_reader=not start.stub_through_reader)
    state = resume(start, Replay(tuple(played.medium.records), played.medium.key)).state
    assert (77, start.stub_through_reader) == (state.decks[0].deck_id, state.stub_through_reader)


def test_no_snapshot_holds_an_open_hidden_card(played: Stage) -> None:
    """The state of a round in progress is refused (DURABILITY 3.7)."""
    state = played.world.state
    cards: tuple[Hidden, ...] = (hidden(0),)
    seats = (replace(state.seats[0], cards=cards), *state.seats[1:])
    with pytest.raises(CodecFault, match="hidden card 0"):
        state_json(replace(state, seats=seats))


def test_a_state_of_another_shape_is_refused(played: Stage) -> None:
    """A field more, a field less, another type: nothing is guessed (DURABILITY 3.8)."""
    state = played.world.state
    raw = state_json(state)
    assert state == state_of(raw, state.ruleset)
    for odd in ({**raw, "more": 1}, {**raw, "rounds": "2"}, {**raw, "seats": 5}):
        with pytest.raises(CodecFault, match="state field"):
            state_of(odd, state.ruleset)


@pytest.mark.parametrize(
    "notes",
    [
        (),
        (AuthFailed(badge=b"a"), AuthFailed(badge=b"b"), AuthFailed(badge=b"a")),
        (AuthFailed(badge=b"a"), AuthFailed(badge=b"b"), AuthOk(person="F1", badge=b"b")),
        (AuthFailed(badge=b"a"), AuthOk(person="F1", badge=b"b"), AuthFailed(badge=b"c"), Reconciled()),
        tuple(AuthFailed(badge=bytes([number % 256])) for number in range(2 * KEPT_FAILURES)),
    ],
)
def test_waits_outlive_a_snapshot(notes: tuple[Note, ...]) -> None:
    """A restart frees nobody from waiting (DURABILITY 9)."""
    failures = Failures()
    failures.note(notes)
    snapshot = Snapshot(rule_set=b"", state={}, failed=failures.badges, failed_at_table=failures.at_table)
    assert waits(notes) == waits(failure_notes(snapshot))
