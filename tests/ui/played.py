"""A whole table in virtual time under the real screen: every command goes through a finger."""

from collections.abc import Callable
from dataclasses import dataclass, field

from controller.engine.commands import AnswerOffer, PlaceWager, PostBank
from controller.engine.ids import SeatNo
from controller.table.envelope import Envelope
from hw_fixtures.dealer import Strategy, Take
from tests.sim.stage import FLOOR, Stage, stage
from tests.ui.screen import HandClock
from ui.app import TouchscreenApp
from ui.fingers import Fingers
from ui.options import ScreenOptions

FRAME_S = 0.05


@dataclass(slots=True, kw_only=True)
class PlayedTable:
    """Hold the table, its screen and the fingers; taps: by round and screen, those the dealer made."""

    table: Stage
    app: TouchscreenApp
    clock: HandClock
    fingers: Fingers
    screens: list[str] = field(default_factory=list)
    taps: dict[tuple[int, str], int] = field(default_factory=dict)

    def play_rounds(self, rounds: int, turns: int = 200_000) -> None:
        """Play so many rounds by taps; fails where that takes too many turns."""
        wanted = max(1, self.table.world.state.rounds) + rounds
        self.play_until(lambda: self.table.world.state.rounds >= wanted, turns)

    def play_until(self, holds: Callable[[], bool], turns: int = 200_000) -> None:
        """Play until something holds."""
        for _ in range(turns):
            if holds():
                return
            self.step()
        raise AssertionError(f"stuck at {self.table.world.prompt.code}")

    def step(self) -> None:
        """Do the robot's next thing, by hand on the devices or by finger on the glass."""
        world = self.table.world
        with self.table.simulation.runtime.moment():
            step = self.table.robot.step(self.fingers.left(world.prompt))
        if not isinstance(step, Take):
            world.step()
            self.clock.now += FRAME_S
            return
        self.show()
        before = self.fingers.taps
        number, screen = world.state.rounds, self.app.table.shown.screen
        match step.command:
            case PlaceWager():
                self.fingers.wager(step.command)
            case PostBank():
                self.fingers.bank(SeatNo(step.offer.seat or 0), step.command.amount)
            case AnswerOffer(bank=amount) if amount is not None and amount != self.app.desk.bank():
                self.fingers.bank(step.command.seat, amount)
                self.fingers.take(step.offer)
            case _:
                self.fingers.take(step.offer, FLOOR)
        where = (number, screen)
        self.taps[where] = self.taps.get(where, 0) + self.fingers.taps - before
        self.screens.append(screen)

    def show(self) -> None:
        """Bring the newest picture to the glass and let it be heard."""
        newest = self.table.world.picture.newest
        if newest is not None:
            self.app.publish(newest)
        self.app.process()
        self.app.table.drawn()
        self.clock.now += 0.5


def play(
    seed: int = 1,
    dealing: str = "stacks",
    options: ScreenOptions | None = None,
    strategy: Strategy | None = None,
) -> PlayedTable:
    """Set a table under a screen."""
    table = stage(seed=seed, dealing=dealing, strategy=strategy)
    clock = HandClock()

    def submit(envelope: Envelope) -> bool:
        table.world.ask(envelope)
        newest = table.world.picture.newest
        if newest is not None:
            app.publish(newest)
        return True

    def passing() -> float:
        """Let the clock run a little with each look, as a real one does."""
        clock.now += 0.01
        return clock.now

    app = TouchscreenApp(options or ScreenOptions(), submit, offscreen=True, clock=passing)
    app.start()
    return PlayedTable(table=table, app=app, clock=clock, fingers=Fingers(app=app))
