"""Approvals at a whole table: a wrong one is refused and recorded, and changes nothing (issue 6)."""

from dataclasses import replace

import pytest

from controller.cli.simulated import VIRTUAL_DEALER
from controller.engine.actors import Role
from controller.engine.commands import Ask, CallFloor, CloseTable, OpenTable, Resume
from controller.engine.ids import CommandId
from controller.engine.life_commands import SignOnDealer
from controller.engine.prompt import PromptCode
from controller.engine.refusals import RefusalCode
from controller.engine.state import Phase
from controller.journal.codec import TableRecord
from controller.journal.journal import Journal
from controller.journal.notes import AuthFailed, AuthOk, CommandRefused
from controller.table.envelope import Credential, Envelope, Outcome
from tests.sim.stage import FLOOR, Stage, stage


@pytest.fixture
def table() -> Stage:
    """Give a table that a floor supervisor has just opened."""
    made = stage(seed=3)
    made.dealer.play_until(lambda: made.world.prompt.code is PromptCode.OFFER_BANK, "an open table")
    return made


def _ask(table: Stage, name: str, command: Ask, credential: Credential | None = None) -> RefusalCode | None:
    outcome: Outcome = table.world.ask(
        Envelope(
            command_id=CommandId(name),
            token=None,
            command=command,
            actor="dealer:4471",
            role=Role.DEALER,
            source="test",
            credential=credential,
        )
    )
    return outcome.refused.code if outcome.refused is not None else None


def _records(table: Stage) -> tuple[TableRecord, ...]:
    _, records, _ = Journal.in_memory(table.medium, table.clock.now)
    return tuple(records)


def _opening(table: Stage) -> OpenTable:
    """Give the command that opened the table, with its approval, as the record keeps it."""
    causes = [record.content.cause for record in _records(table)]
    return next(cause for cause in causes if isinstance(cause, OpenTable))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, RefusalCode.APPROVAL_USED),
        ({"table": "T2"}, RefusalCode.APPROVAL_ELSEWHERE),
        ({"number": 9}, RefusalCode.APPROVAL_MISMATCH),
    ],
    ids=["reused", "of another table", "forged"],
)
def test_an_approval_that_comes_back_is_refused_and_recorded(
    table: Stage, changes: dict[str, object], code: RefusalCode
) -> None:
    """It was used once, is of another table, or nobody gave it: the record has why (DURABILITY 9)."""
    approval = _opening(table).approval
    assert approval is not None
    assert _ask(table, "close", CloseTable(), FLOOR) is None
    changed = replace(approval, **changes)  # type: ignore[arg-type]  # the case names a field and its type
    assert code is _ask(table, "again", OpenTable(approval=changed))
    last = _records(table)[-1].content
    assert [code] == [note.code for note in last.notes if isinstance(note, CommandRefused)]
    assert () == last.events
    assert Phase.CLOSED is table.world.state.phase


def test_an_approval_of_the_past_is_not_freed_by_a_restart(table: Stage) -> None:
    """What was used up stands in the record (DURABILITY 9, V12)."""
    approval = _opening(table).approval
    _ask(table, "close", CloseTable(), FLOOR)
    table.restart()
    code = _ask(table, "again", OpenTable(approval=approval))
    assert RefusalCode.APPROVAL_MISMATCH is code
    assert Phase.CLOSED is table.world.state.phase


def test_a_wrong_pin_and_an_unknown_badge_end_alike(table: Stage) -> None:
    """The same refusal, the same note, nothing changed (issue 6, bad input)."""
    before = table.world.state
    wrong = (Credential(badge=FLOOR.badge, pin="00000000"), Credential(badge="NOBODY", pin=FLOOR.pin))
    codes = [_ask(table, one.badge, CloseTable(), one) for one in wrong]
    assert [RefusalCode.WRONG_CREDENTIAL] * 2 == codes
    kinds = [[type(note) for note in record.content.notes] for record in _records(table)[-2:]]
    assert [[AuthFailed, CommandRefused]] * 2 == kinds
    assert before == table.world.state


def test_a_ruling_illegal_in_this_phase_is_refused_with_its_approval_unused(table: Stage) -> None:
    """There is nothing to go on from where no hold is (G9.2)."""
    used = table.world.state.staff.approvals
    assert RefusalCode.NOT_HELD is _ask(table, "resume", Resume(), FLOOR)
    assert used == table.world.state.staff.approvals
    assert any(isinstance(note, AuthOk) for note in _records(table)[-1].content.notes)
    assert _ask(table, "close", CloseTable(), FLOOR) is None


def test_the_record_names_who_approved_each_act(table: Stage) -> None:
    """Person, role and command stand in an event of the same record (DURABILITY 9, R6)."""
    used = [
        event
        for record in _records(table)
        for event in record.content.events
        if event.kind == "approval_used"
    ]
    assert [(1, "F1", Role.FLOOR, "open_table")] == [
        (one.number, one.person, one.role, one.command) for one in used
    ]


def test_what_the_dealer_does_is_recorded_under_who_signed_on(table: Stage) -> None:
    """Badge and PIN of a house dealer; the screen names the person, the record the id (G11.5)."""
    assert _ask(table, "relief", SignOnDealer(), VIRTUAL_DEALER) is None
    newest = table.world.picture.newest
    assert newest is not None
    assert "Dealer" == newest.dealer
    _ask(table, "call", CallFloor())
    assert "dealer:D1" == _records(table)[-1].content.actor
    table.restart()
    assert "D1" == table.world.state.staff.dealer
