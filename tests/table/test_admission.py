"""Reading the record on the screen takes a badge of the floor, and is recorded (S6, DURABILITY 9)."""

from pathlib import Path

import pytest

from controller.cli.main import main
from controller.cli.simulated import VIRTUAL_DEALER
from controller.engine.ids import CommandId
from controller.engine.refusals import RefusalCode
from controller.journal.codec import TableRecord
from controller.journal.journal import Journal
from controller.journal.notes import AuthFailed, AuthOk, CommandRefused
from controller.table.authority import BADGE_FREE_TRIES
from controller.table.envelope import Admission, Credential
from tests.faults.kit import config_at
from tests.sim.stage import FLOOR, SHIFT, Stage, stage

WRONG = Credential(badge=FLOOR.badge, pin="00000000")


def _admit(table: Stage, credential: Credential, name: str = "read") -> RefusalCode | None:
    outcome = table.world.ask(Admission(command_id=CommandId(name), source="ui", credential=credential))
    assert name == outcome.command_id
    return outcome.refused.code if outcome.refused is not None else None


def _records(table: Stage) -> tuple[TableRecord, ...]:
    _, records, _ = Journal.in_memory(table.medium, table.clock.now)
    return tuple(records)


@pytest.mark.parametrize("credential", [FLOOR, SHIFT], ids=["floor", "shift"])
def test_the_floor_may_read_and_the_record_says_who_did(credential: Credential) -> None:
    """One record with the person and no event; nothing of the table changes (S6)."""
    table = stage(seed=3)
    table.dealer.play_rounds(1)
    before = table.world.state
    assert _admit(table, credential) is None
    assert before == table.world.state
    last = _records(table)[-1].content
    assert [AuthOk] == [type(note) for note in last.notes]
    assert ((), "ui") == (last.events, last.src)


@pytest.mark.parametrize(
    ("credential", "code", "note"),
    [
        (VIRTUAL_DEALER, RefusalCode.NEEDS_ROLE, AuthOk),
        (WRONG, RefusalCode.WRONG_CREDENTIAL, AuthFailed),
        (Credential(badge="NOBODY", pin=FLOOR.pin), RefusalCode.WRONG_CREDENTIAL, AuthFailed),
    ],
    ids=["dealer", "wrong PIN", "unknown badge"],
)
def test_nobody_else_may_and_that_is_recorded(credential: Credential, code: RefusalCode, note: type) -> None:
    """A house dealer proves who they are and may not; a wrong PIN and an unknown badge end alike."""
    table = stage(seed=3)
    before = table.world.state
    assert code is _admit(table, credential)
    assert [note, CommandRefused] == [type(one) for one in _records(table)[-1].content.notes]
    assert before == table.world.state


def test_guessing_is_as_slow_as_for_an_approval_and_a_restart_frees_nobody() -> None:
    """The same throttle counts, and its notes stand in the record (DURABILITY 9)."""
    table = stage(seed=3)
    codes = [_admit(table, WRONG, f"try {number}") for number in range(BADGE_FREE_TRIES)]
    assert {RefusalCode.WRONG_CREDENTIAL} == set(codes)
    assert RefusalCode.THROTTLED is _admit(table, FLOOR, "waits")
    table.restart()
    assert RefusalCode.THROTTLED is _admit(table, FLOOR, "waits still")


def test_a_record_in_which_somebody_read_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The verifier finds it whole, 10 for want of an anchor and a key, admitted or not (V12)."""
    table = stage(seed=3, files=config_at(tmp_path))
    table.dealer.play_rounds(1)
    _admit(table, FLOOR)
    _admit(table, VIRTUAL_DEALER, "dealer")
    _admit(table, WRONG, "wrong")
    table.world.table.close()
    assert table.setting.files is not None
    assert table.setting.files.file is not None
    assert 10 == main(["verify", str(table.setting.files.file)]), capsys.readouterr()
