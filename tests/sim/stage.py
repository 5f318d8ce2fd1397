"""A whole table in virtual time with a robot dealer, for the tests of this folder."""

from dataclasses import dataclass, replace

from controller.cli.compose import WorldDealer, compose_world
from controller.cli.simulated import (
    VIRTUAL_FLOOR,
    VIRTUAL_SHIFT,
    WorldSetting,
    fresh_medium,
    virtual_people,
)
from controller.cli.world import World
from controller.journal.memory import MemoryMedium
from controller.journal.places import JournalConfig
from controller.table.clock import ManualClock
from hw_fixtures.dealer import RobotDealer, SeededStrategy, Strategy
from hw_fixtures.simulation import Simulation

FLOOR = VIRTUAL_FLOOR
SHIFT = VIRTUAL_SHIFT


@dataclass(slots=True, kw_only=True)
class Stage:
    """Hold a world, its devices, its dealer, and what a restart needs."""

    setting: WorldSetting
    medium: MemoryMedium
    clock: ManualClock
    simulation: Simulation
    world: World
    dealer: WorldDealer
    robot: RobotDealer

    def restart(self) -> None:
        """Let the program die and start again over the same record; the devices never stop."""
        self.clock.advance(2_000_000)
        with self.simulation.runtime.moment():
            for cable in self.simulation.cables.values():
                cable.restart_stream(ends_session=False)
        setting = replace(self.setting, medium=self.medium, seed=self.setting.seed + 1_000)
        self.world, _ = compose_world(setting, clock=self.clock, simulation=self.simulation)
        self.dealer = WorldDealer(self.world, self.robot, self.simulation.runtime, FLOOR, SHIFT)


def stage(
    *,
    seed: int = 1,
    dealing: str = "stacks",
    strategy: Strategy | None = None,
    rules: str = "california-bad-beat",
    stub_through_reader: bool = False,
    files: JournalConfig | None = None,
) -> Stage:
    """Set up a table whose two devices are switched on and about to be met; files: a record on real media."""
    clock = ManualClock()
    medium = fresh_medium(seed.to_bytes(16, "big"))
    setting = WorldSetting(
        seed=seed,
        dealing=dealing,
        rules=rules,
        stub_through_reader=stub_through_reader,
        medium=medium,
        files=files,
        people=virtual_people(),
    )
    world, simulation = compose_world(setting, clock=clock)
    robot = RobotDealer(
        simulation.world, strategy or SeededStrategy(seed), restart=simulation.switch_off_and_on
    )
    return Stage(
        setting=setting,
        medium=medium,
        clock=clock,
        simulation=simulation,
        world=world,
        dealer=WorldDealer(world, robot, simulation.runtime, FLOOR, SHIFT),
        robot=robot,
    )
