"""`kill -9` at random moments of rounds: nothing acknowledged is lost, the money is the same (issue 2)."""

import random
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from controller.cli.running import first_state
from controller.cli.simulated import WorldSetting, world_config
from controller.engine.commands import Act
from controller.engine.events import CardDealt, RoundSettled
from controller.engine.ids import SeatNo
from controller.engine.prompt import Offer
from controller.engine.ruleset import Street
from controller.engine.state import TableState
from controller.engine.view_types import TableView
from controller.history.rounds import rounds_of
from controller.journal.codec import TableRecord
from controller.journal.journal import Journal
from controller.rulesets.load import load_ruleset
from controller.table.clock import SystemClock
from controller.table.envelope import Credential
from controller.table.recovery import replay
from hw_fixtures.dealer import RobotDealer, SeededStrategy, Take, Wagers
from hw_fixtures.firmware.machine import plain_shuffler
from hw_fixtures.simulation import Simulation
from tests.cli.killed import Child, Place, start
from tests.cli.killed_child import TABLE_ID
from tests.sim.reading import money_of
from tests.sim.stage import stage

EACH_PUSH = 16
ALL = 100
LONGEST_LIFE_S = 2.0
SHUFFLE_MS = 400
MOST_S = 240.0
CARDS_OF_EIGHT = 21


@dataclass(slots=True, kw_only=True)
class Played:
    """Hold a table that is played over many lives of its controller."""

    place: Place
    strategy: SeededStrategy
    robot: RobotDealer
    simulation: Simulation
    floor: Credential
    asked: int = 0
    accepted: dict[str, int] = field(default_factory=dict)


class _Steady(SeededStrategy):
    """Choose by seat and street alone, so that a command lost in a kill is asked again as it was."""

    def wagers(self, seat: SeatNo) -> Wagers | None:
        """Give every seat its own amounts, the same each round."""
        return Wagers(ante=1_000 + 500 * (seat % 3), trips=500 * (seat % 2), bad_beat=500)

    def choose(self, seat: SeatNo, street: Street, offers: Sequence[Offer]) -> Offer:
        """Choose by seat and street."""
        return offers[(seat + len(street.value)) % len(offers)]


def _played(folder: Path, dealing: str, seed: int) -> Played:
    """Switch the devices on in this process, on pseudo-terminals."""
    shuffler = plain_shuffler(seed=seed)
    shuffler.timing.shuffle_ms = SHUFFLE_MS
    simulation = Simulation(seed=seed, shuffler=shuffler)
    addresses = (
        simulation.serve_pty("shuffler", folder / "shuffler"),
        simulation.serve_pty("shoe", folder / "shoe"),
    )
    place = Place(folder=folder, dealing=dealing, addresses=addresses)
    simulation.start()
    strategy = _Steady(seed)
    robot = RobotDealer(simulation.world, strategy)
    return Played(place=place, strategy=strategy, robot=robot, simulation=simulation, floor=place.enrol())


def _deal(table: Played, child: Child, until: float, rounds: int) -> bool:
    """Play until a moment or until so many rounds are over; tell whether they are.

    The dealer begins without a memory: what was asked in the life before may have been lost.
    """
    table.robot = RobotDealer(table.simulation.world, table.strategy)
    pending: str | None = None
    while time.monotonic() < until:
        child.listen(0.02)
        if child.view is None:
            continue
        result = child.view.last_result
        if result is not None and result.round >= rounds and child.view.round != result.round:
            return True
        if pending in child.accepted or pending in child.refused:
            pending = None
        if pending is None:
            pending = _step(table, child, child.view)
    return False


def _step(table: Played, child: Child, view: TableView) -> str | None:
    """Do the robot's next thing; give the id of the command it asks."""
    with table.simulation.runtime.moment():
        step = table.robot.step(view.prompt)
    if not isinstance(step, Take):
        return None
    table.asked += 1
    name = f"c{table.asked}"
    needs = step.offer.needs is not None
    child.ask(name, step.command, step.offer.token, table.floor if needs else None)
    return name


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
    """Compare the first picture of a new life with the record of the one before."""
    until = time.monotonic() + MOST_S
    while child.view is None and time.monotonic() < until:
        child.listen(0.1)
    view = child.view
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
        _deal(table, child, time.monotonic() + chance.uniform(0.0, LONGEST_LIFE_S), rounds=10**6)
        child.kill()
        state = _check_life(table, child)
    assert state is not None
    return max(1, state.rounds)


def _finish(table: Played, rounds: int) -> list[tuple[int, int]]:
    """Play the last life to the end of a round, stop in order, and give each round's money."""
    child = start(table.place)
    assert _deal(table, child, time.monotonic() + MOST_S, rounds)
    assert 0 == child.end()
    events = [event for one in _record(table.place) for event in one.content.events]
    indexes = [event.index for event in events if isinstance(event, CardDealt)]
    assert list(range(CARDS_OF_EIGHT)) * rounds == indexes[: CARDS_OF_EIGHT * rounds]
    assert all(one.balances for one in rounds_of(events))
    money = [(event.paid, event.collected) for event in events if isinstance(event, RoundSettled)]
    return money[:rounds]


def _whole(dealing: str, seed: int, rounds: int) -> list[tuple[int, int]]:
    """Play the same rounds without a kill, in virtual time."""
    table = stage(seed=seed, dealing=dealing, strategy=_Steady(seed))
    table.dealer.play_rounds(rounds)
    return [(paid, collected) for paid, collected, _ in money_of(table)]


def _check_kills(folder: Path, dealing: str, kills: int, seed: int) -> None:
    """Kill again and again, then compare with the uninterrupted run."""
    table = _played(folder, dealing, seed)
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
