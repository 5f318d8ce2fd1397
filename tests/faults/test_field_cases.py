"""Field cases of the record: readers beside the writer, replays, rebuilt copies (group 7)."""

from pathlib import Path

from controller.cli.main import main
from controller.cli.running import first_state
from controller.cli.simulated import world_config
from controller.engine.state import TableState
from controller.history.rounds import rounds_of
from controller.journal.journal import Journal
from controller.rulesets.load import load_ruleset
from controller.table.recovery import replay
from controller.verify.findings import Verdict
from controller.verify.verification import Request, verify
from tests.faults.kit import config_at
from tests.sim.stage import Stage, stage

READS = 20
READ_EACH = 12


def _replayed(table: Stage) -> TableState:
    """Read the record of a table in memory into a state that had none."""
    _, records, _ = Journal.in_memory(table.medium, table.clock.now)
    start = first_state(world_config(table.setting), load_ruleset(table.setting.rules))
    return replay(start, records).state


def test_five_replays_lead_to_one_state_and_move_nothing() -> None:
    """JR10, JR20: a replay is pure; money and state are the same each time, and no device hears of it."""
    table = stage(seed=14)
    table.dealer.play_rounds(2)
    records = list(table.medium.records)
    asked: list[bytes] = []

    def tap(data: bytes, now_ms: int) -> None:
        del now_ms
        asked.append(data)

    for cable in table.simulation.cables.values():
        cable.to_device.push = tap  # type: ignore[method-assign]  # a tap on the line
    states = [_replayed(table) for _ in range(5)]
    assert [states[0]] * 5 == states
    assert [] == asked
    assert records == table.medium.records


def test_readers_beside_a_running_table_lose_and_lock_nothing(tmp_path: Path) -> None:
    """JR01, JR21: history and verify read the mirror in play; all that was answered is there."""
    table = stage(seed=15, files=config_at(tmp_path))
    mirror, accepted, reads, turns = tmp_path / "table.db.bb", dict[str, int](), 0, 0
    while reads < READS:
        outcome = table.dealer.step()
        if outcome is not None and outcome.refused is None:
            accepted[outcome.command_id] = outcome.seq
        turns += 1
        if turns % READ_EACH == 0:
            reads += 1
            if reads % 10 == 0:
                assert 0 == main(["history", str(mirror)])
            else:
                found = verify(Request(files=[mirror]))
                assert Verdict.INCOMPLETE is found.verdict
    journal = table.world.table._around.record
    assert isinstance(journal, Journal)
    journal._parts.store.close()
    journal._parts.release()
    again, records, _ = Journal.open(config_at(tmp_path), table.clock.now)
    read = tuple(records)
    again.close()
    recorded = {one.content.cmd: one.seq for one in read if one.content.cmd is not None}
    assert accepted.items() <= recorded.items()
    assert all(one.balances for one in rounds_of(event for one in read for event in one.content.events))
