"""Put together the simulated side of a soak: devices, hands, faults, the truth (ARCHITECTURE 9)."""

from hw_fixtures.dealer import RobotDealer, SeededStrategy
from hw_fixtures.fault_script import LEVELS, set_level
from hw_fixtures.fault_verbs import FaultConsole
from hw_fixtures.simulation import WHICH, Simulation
from hw_fixtures.truth import Truth


class SoakSide:
    """Hold what outlives the program that runs the table.

    simulation: devices and cards; robot: the house dealer's hands and choices; truth: what really happened.
    """

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.robot = RobotDealer(
            simulation.world, SeededStrategy(simulation.seed), restart=simulation.switch_off_and_on
        )
        self.truth = Truth(simulation)
        self._console = FaultConsole(simulation)

    def act(self, text: str) -> str:
        """Carry out one line of a fault script and say what came of it."""
        return self._console.do(text)

    def weather(self, level: str) -> None:
        """Put the odds of a level on every line, from now on."""
        set_level(self.simulation, LEVELS[level])

    def attend(self) -> None:
        """Switch on what lost its power, as somebody at the table would."""
        for which in WHICH:
            if not self.simulation.machine(which).is_on:
                self.act(f"on {which}")

    def host_died(self) -> None:
        """Let the devices find their lines open but nobody behind them."""
        with self.simulation.runtime.moment():
            for cable in self.simulation.cables.values():
                cable.restart_stream(ends_session=False)
