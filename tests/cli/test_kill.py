"""`kill -9` at random moments of rounds: nothing acknowledged is lost, the money is the same (issue 2)."""

import random
import secrets
import time
from pathlib import Path

import pytest

from controller.cli.running import first_state
from controller.cli.simulated import WorldSetting, world_config
from controller.engine.commands import Act
from controller.engine.events import CardDealt, RoundSettled
from controller.engine.state import TableState
from controller.history.rounds import rounds_of
from controller.journal.codec import TableRecord
from controller.journal.journal import Journal
from controller.rulesets.load import load_ruleset
from controller.table.clock import SystemClock
from controller.table.recovery import replay
from tests.cli.killed import Child, Place, start
from tests.cli.killed_child import TABLE_ID
from tests.cli.killed_play import Played, Steady, deal, switched_on
from tests.sim.reading import money_of
from tests.sim.stage import stage

EACH_PUSH = 16
ALL = 100
LONGEST_LIFE_S = 2.0
MOST_S = 240.0
CARDS_OF_EIGHT = 21


def _record(place: Place) -> tuple[TableRecord, ...]:
    """Read the record between two lives."""
    journal, stream, _ = Journal.open(place.journal, SystemClock().now, entropy=secrets.token_bytes)
    records = tuple(stream)
    journal.close()
    return records


def _state(place: Place, records: tuple[TableRecord, ...]) -> TableState:
    config = world_config(WorldSetting(seed=1, dealing=place.dealing), table_id=TABLE_ID)
    return replay(first_state(config, load_ruleset("california-bad-beat")), records).state


def _check_life(table: Played, child: Child) -> TableState:
    """Find every acknowledged command in the record, and give the state it tells."""
    table.accepted |= child.accepted
    records = _record(table.place)
    recorded = {one.content.cmd: one.seq for one in records if one.content.cmd is not None}
    assert table.accepted.items() <= recorded.items()
    return _state(table.place, records)


def _check_restored(state: TableState, child: Child) -> None:
    """Compare the first picture of a new life with the record of the one before.

    On a busy machine the devices are back, and the round goes on, before anybody has read it.
    """
    until = time.monotonic() + MOST_S
    while child.first is None and time.monotonic() < until:
        child.listen(0.1)
    view = child.first
    assert view is not None
    number = None if state.round is None else state.round.number
    assert (state.phase, number) == (view.phase, view.round)
    assert [seat.is_settled for seat in state.seats] == [seat.is_settled for seat in view.seats]
    decided = [seat.decision.act if seat.decision is not None else None for seat in state.seats]
    assert decided == [seat.act if seat.act is not Act.CHECK else None for seat in view.seats]


def _play_killed(table: Played, kills: int, seed: int) -> int:
    """Play on, killing the controller so often at random moments; give how many rounds were begun."""
    chance = random.Random(seed)
    state: TableState | None = None
    for _ in range(kills):
        child = start(table.place)
        if state is not None:
            _check_restored(state, child)
        deal(table, child, time.monotonic() + chance.uniform(0.0, LONGEST_LIFE_S), rounds=10**6)
        child.kill()
        state = _check_life(table, child)
    assert state is not None
    return max(1, state.rounds)


def _finish(table: Played, rounds: int) -> list[tuple[int, int]]:
    """Play the last life to the end of a round, stop in order, and give each round's money."""
    child = start(table.place)
    assert deal(table, child, time.monotonic() + MOST_S, rounds)
    assert 0 == child.end()
    events = [event for one in _record(table.place) for event in one.content.events]
    indexes = [event.index for event in events if isinstance(event, CardDealt)]
    assert list(range(CARDS_OF_EIGHT)) * rounds == indexes[: CARDS_OF_EIGHT * rounds]
    assert all(one.balances for one in rounds_of(events))
    money = [(event.paid, event.collected) for event in events if isinstance(event, RoundSettled)]
    return money[:rounds]


def _whole(dealing: str, seed: int, rounds: int) -> list[tuple[int, int]]:
    """Play the same rounds without a kill, in virtual time."""
    table = stage(seed=seed, dealing=dealing, strategy=Steady(seed))
    table.dealer.play_rounds(rounds)
    return [(paid, collected) for paid, collected, _ in money_of(table)]


def _check_kills(folder: Path, dealing: str, kills: int, seed: int) -> None:
    """Kill again and again, then compare with the uninterrupted run."""
    table = switched_on(folder, dealing, seed)
    try:
        rounds = _play_killed(table, kills, seed)
        money = _finish(table, rounds)
    finally:
        table.simulation.stop()
    assert money == _whole(dealing, seed, rounds)


@pytest.mark.parametrize(("dealing", "seed"), [("stacks", 11), ("shoe", 12)])
def test_kills_lose_nothing_that_was_acknowledged(dealing: str, seed: int, tmp_path: Path) -> None:
    """After each kill: every accepted command is there, same phase, same decisions, same money (issue 2)."""
    _check_kills(tmp_path, dealing, EACH_PUSH // 2, seed)


@pytest.mark.full
@pytest.mark.parametrize(("dealing", "seed"), [("stacks", 21), ("shoe", 22)])
def test_a_hundred_kills_lose_nothing(dealing: str, seed: int, tmp_path: Path) -> None:
    """The same for a hundred kills (issue 2)."""
    _check_kills(tmp_path, dealing, ALL // 2, seed)
