"""Snapshots: a restart that begins at the last one ends where a whole replay does (DURABILITY 3.7)."""

import random
from dataclasses import fields, replace
from typing import Any, cast

import pytest

from controller.cli.running import first_state
from controller.cli.simulated import world_config
from controller.engine.cards import Card, Hidden
from controller.engine.coverage import single_bank
from controller.engine.decide.rule.outcome import Outcome
from controller.engine.decide.rule.resettle import reopen
from controller.engine.events import RoundOpened
from controller.engine.evolve import evolve
from controller.engine.ids import SEATS, SeatNo
from controller.engine.refusals import Refused
from controller.engine.ruleset_policy import Ruling
from controller.engine.ruling_events import SettlementRepeated, SettlementReversed
from controller.engine.ruling_offers import settled_seats
from controller.engine.settlement import Role, SeatEntry, Showdown
from controller.engine.showdown import settled_before
from controller.engine.state import TableState
from controller.journal.codec import state_json, state_of
from controller.journal.faults import CodecFault
from controller.journal.memory import MemoryMedium
from controller.journal.notes import AuthFailed, AuthOk, Note, Reconciled, Snapshot
from controller.journal.record import JsonObject, StoredRecord, canonical
from controller.journal.replay import Replay
from controller.rulesets.load import load_ruleset
from controller.table.bookkeeping import Answers, Cursors
from controller.table.recovery import Restored, replay, resume
from controller.table.snapshots import KEPT_FAILURES, Failures, failure_notes, snapshot_of
from tests.engine.ruling_kit import rule
from tests.engine.settlement_kit import stakes
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
    assert max(len(records[at].body) for at in found) < 16_384


def full_showdown(bettors: int) -> Showdown:
    """Deal seven seats with five wagers for each of so many bettors; no name is a short one."""
    cards = random.Random(bettors).sample(list(Card), 21)
    return Showdown(
        dealer_position=SeatNo(1),
        dealer_hole=(cards[0], cards[1]),
        board=tuple(cards[2:7]),
        layers=single_bank("seat-1", 10**9),
        seats=tuple(
            SeatEntry(
                position=position,
                hole=(cards[7 + 2 * at], cards[8 + 2 * at]),
                folded=False,
                bettors=tuple(
                    stakes(
                        1_000_000,
                        4_000_000,
                        1_000_000,
                        1_000_000,
                        bettor=f"seat-{position}-back-{number}" if number else f"seat-{position}",
                        role=Role.BACK_LINE if number else Role.SEATED,
                    )
                    for number in range(bettors)
                ),
            )
            for at, position in enumerate(SEATS[1:8])
        ),
    )


@pytest.mark.parametrize("bettors", [1, 2, 4])
def test_a_round_of_a_full_table_is_kept_and_reversed_after_a_restart(played: Stage, bettors: int) -> None:
    """Seven seats, five wagers, back-line bettors: one snapshot, far from 64 KiB, all steps in it (I27)."""
    assert played.world.state.previous is not None
    state = replace(
        played.world.state,
        round=None,
        previous=replace(played.world.state.previous, showdown=full_showdown(bettors)),
    )
    note = snapshot_of(state, Cursors(), Answers(), Failures())
    size = len(canonical(cast("JsonObject", note.state)))
    assert size < 32_768
    restored = state_of(note.state, state.ruleset)
    settlement = settled_before(restored)
    assert settlement is not None
    assert 35 * bettors == len(settlement.lines)
    opened = evolve(restored, RoundOpened(**round_fields(played)))
    assert opened.round is not None
    reversed_again = reopen(opened, rule("I27", Ruling.REVERSE_SETTLEMENT, seat=SeatNo(3)))
    assert isinstance(reversed_again, Outcome)
    back, again = reversed_again.events
    assert isinstance(back, SettlementReversed)
    assert isinstance(again, SettlementRepeated)
    assert back.lines == again.lines
    assert {step.lines for step in settlement.steps if step.position == 3} == {back.lines}
    assert 5 * bettors == len(back.lines)


def round_fields(table: Stage) -> dict[str, Any]:
    """Give the fields of the round that was opened last."""
    events = (
        event
        for record in Replay(tuple(table.medium.records), None)
        for event in record.content.events
        if isinstance(event, RoundOpened)
    )
    return {one.name: getattr(last, one.name) for last in list(events)[-1:] for one in fields(last)}


def test_a_round_settled_under_other_rules_is_not_opened_again(played: Stage) -> None:
    """What it paid cannot be computed under rules that came later (I27)."""
    state = replace(played.world.state, round=None)
    assert settled_before(state) is not None
    changed = replace(state, ruleset=replace(state.ruleset, digest="00" * 32))
    assert settled_before(changed) is None
    assert () == settled_seats(changed)
    refused = reopen(changed, rule("I27", Ruling.REVERSE_SETTLEMENT, seat=SeatNo(3)))
    assert isinstance(refused, Refused)


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
