"""Play rounds at a controller that may be killed at any moment; devices and dealer live in this process."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from controller.engine.ids import SeatNo
from controller.engine.prompt import Offer
from controller.engine.ruleset import Street
from controller.engine.view_types import TableView
from controller.table.envelope import Credential
from hw_fixtures.dealer import RobotDealer, SeededStrategy, Take, Wagers
from hw_fixtures.firmware.machine import plain_shuffler
from hw_fixtures.simulation import Simulation
from tests.cli.killed import Child, Place

SHUFFLE_MS = 400


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


class Steady(SeededStrategy):
    """Choose by seat and street alone, so that a command lost in a kill is asked again as it was."""

    def wagers(self, seat: SeatNo) -> Wagers | None:
        """Give every seat its own amounts, the same each round."""
        return Wagers(ante=1_000 + 500 * (seat % 3), trips=500 * (seat % 2), bad_beat=500)

    def choose(self, seat: SeatNo, street: Street, offers: Sequence[Offer]) -> Offer:
        """Choose by seat and street."""
        return offers[(seat + len(street.value)) % len(offers)]


def switched_on(folder: Path, dealing: str, seed: int) -> Played:
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
    strategy = Steady(seed)
    robot = RobotDealer(simulation.world, strategy)
    return Played(place=place, strategy=strategy, robot=robot, simulation=simulation, floor=place.enrol())


def deal(table: Played, child: Child, until: float, rounds: int) -> bool:
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
