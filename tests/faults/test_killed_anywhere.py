"""Killed before and after every step of its work, a table loses nothing it had answered (F1, F21)."""

import random
from pathlib import Path

import pytest

from controller.engine.events import Event, RoundSettled
from controller.engine.faults import TableFault
from controller.journal.journal import Journal
from controller.journal.notes import CommandRefused
from controller.journal.pair import PairStore
from controller.journal.record import Head, StoredRecord
from controller.table.clock import ManualClock
from controller.verify.findings import Verdict
from controller.verify.verification import Request, verify
from tests.cli.killed_play import Steady
from tests.faults.kit import NAMES, RARE, Killer, MortalTable, config_at, killer, mortal
from tests.sim.reading import money_of
from tests.sim.stage import stage

LONGEST_STEPS = 400_000
RESPITE = 25
KILLS_EACH_PUSH = 24
KILLS = 200


def _play(table: MortalTable, killer: Killer, kills: int, seed: int) -> None:
    """Play, dying every few steps, until there were enough kills and one at every point; then end a round."""
    chance = random.Random(seed)
    for turn in range(LONGEST_STEPS):
        if turn % RESPITE == 0 and _is_over(killer, kills, chance):
            break
        table.step()
    killer.due.clear()
    rounds = table.table.world.state.rounds + 1
    for _ in range(LONGEST_STEPS):
        if table.table.world.state.rounds >= rounds:
            return
        table.step()
    raise AssertionError(f"stuck at {table.table.world.prompt.code}")


def _is_over(killer: Killer, kills: int, chance: random.Random) -> bool:
    """Lay kills at each rare point that had none and at one of the others; tell whether all is done."""
    missing = [name for name in NAMES if not killer.kills[name]]
    if not missing and killer.kills.total() >= kills:
        return True
    for name in missing:
        if name.split()[1] in RARE:
            killer.at(name, 1)
    often = [name for name in missing or NAMES if name.split()[1] not in RARE]
    if often:
        killer.at(chance.choice(often), chance.randint(1, 5))
    return False


def _check(folder: Path, dealing: str, kills: int, seed: int) -> None:
    with killer() as deadly:
        table = mortal(folder, deadly, seed=seed, dealing=dealing, strategy=Steady(seed))
        _play(table, deadly, kills, seed)
        assert table.lives == deadly.kills.total() + 1
    journal, records, _ = Journal.open(config_at(folder), ManualClock().now)
    read = tuple(records)
    journal.close()
    events = [event for one in read for event in one.content.events]
    _check_answers(table, {one.content.cmd: one.seq for one in read if one.content.cmd is not None})
    refused = [note.code for one in read for note in one.content.notes if isinstance(note, CommandRefused)]
    assert {"stale"} >= set(refused)
    _check_money(events, seed, dealing)
    report = verify(Request(files=[folder / "table.db"], mirrors=[folder / "table.db.bb"]))
    assert Verdict.INCOMPLETE is report.verdict


def _check_answers(table: MortalTable, recorded: dict[str, int]) -> None:
    """Find every command that was answered with yes in the record, at the number that was told (INV1)."""
    assert table.accepted
    told = {name: outcome.seq for name, outcome in table.accepted.items()}
    assert told.items() <= recorded.items()


def _check_money(events: list[Event], seed: int, dealing: str) -> None:
    """Compare each round with the same one of a table that nobody killed."""
    killed = [(one.paid, one.collected, one.net) for one in events if isinstance(one, RoundSettled)]
    whole = stage(seed=seed, dealing=dealing, strategy=Steady(seed))
    whole.dealer.play_rounds(len(killed))
    assert killed == money_of(whole)[: len(killed)]


@pytest.mark.parametrize(("dealing", "seed"), [("stacks", 41), ("shoe", 42)])
def test_a_table_killed_at_any_step_goes_on_where_it_was(dealing: str, seed: int, tmp_path: Path) -> None:
    """Before and after each write, key, signature, approval, order, answer and picture (F1, F21)."""
    _check(tmp_path, dealing, KILLS_EACH_PUSH, seed)


@pytest.mark.full
@pytest.mark.parametrize(("dealing", "seed"), [("stacks", 43), ("shoe", 44)])
def test_two_hundred_kills_lose_nothing(dealing: str, seed: int, tmp_path: Path) -> None:
    """The same for two hundred kills (DURABILITY 16, F1)."""
    _check(tmp_path, dealing, KILLS, seed)


def test_control_a_record_that_is_written_late_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that calls a record durable and writes it with the next one loses what was answered."""
    append, late = PairStore.append, dict[int, StoredRecord]()

    def planted(store: PairStore, record: StoredRecord) -> None:
        if id(store) in late:
            append(store, late.pop(id(store)))
        late[id(store)] = record
        store._head = Head(seq=record.seq, h=record.h)

    monkeypatch.setattr(PairStore, "append", planted)
    with pytest.raises((AssertionError, TableFault)):
        _check(tmp_path, "stacks", KILLS_EACH_PUSH, 41)
