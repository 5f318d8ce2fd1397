"""Replay faults by a script in virtual or real time, and name script and seed when a run fails (CDP1 12).

A script has one act a line, such as `at 12.5s unplug shoe`; blank lines and `#` comments are free.
"""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

from hw_fixtures.fault_verbs import FAULT_VERBS, FaultConsole
from hw_fixtures.simulation import WHICH, Simulation
from hw_fixtures.verbs import find_verb
from hw_fixtures.wires.lane import CLEAN, Odds
from hw_fixtures.world import Impossible

_LINE: Final = re.compile(r"at\s+(?P<seconds>\d+(?:\.\d{1,3})?)s\s+(?P<act>\S.*)")


class ScriptError(ValueError):
    """Say which line of a fault script is wrong and what is allowed."""


@dataclass(frozen=True, slots=True)
class Act:
    """Hold one line: when, in ms from the start of the script, and what."""

    at_ms: int
    text: str

    def __str__(self) -> str:
        return f"at {self.at_ms / 1000:.10g}s {self.text}"


@dataclass(frozen=True, slots=True)
class FaultScript:
    """Hold acts in the order of their time."""

    acts: tuple[Act, ...]

    @classmethod
    def parse(cls, text: str) -> "FaultScript":
        """Read a script; raise ScriptError with the line's number."""
        acts = []
        for number, line in enumerate(text.splitlines(), 1):
            bare = line.split("#", 1)[0].strip()
            if bare:
                acts.append(_parse_line(number, bare))
        return cls(tuple(sorted(acts, key=lambda act: act.at_ms)))

    def __str__(self) -> str:
        return "\n".join(map(str, self.acts))


def _parse_line(number: int, line: str) -> Act:
    match = _LINE.fullmatch(line)
    if match is None:
        raise ScriptError(f"line {number}: {line!r}, allowed is `at SECONDSs VERB ..`")
    act = Act(round(float(match["seconds"]) * 1000), match["act"])
    try:
        find_verb(FAULT_VERBS, act.text.split()[0])
    except Impossible as wrong:
        raise ScriptError(f"line {number}: {wrong}") from None
    return act


class ScriptPlayer:
    """Play a script on a simulation, each act at its own moment of the simulation's time.

    said: what each act answered, with its time in ms since the start.
    """

    def __init__(self, simulation: Simulation, script: FaultScript) -> None:
        self.said: list[tuple[int, str]] = []
        self._console = FaultConsole(simulation)
        self._world = simulation.world
        with simulation.runtime.moment() as now_ms:
            for act in script.acts:
                self._world.later(now_ms + act.at_ms, partial(self.play, act))

    def play(self, act: Act) -> None:
        """Do one act and note the answer."""
        self.said.append((act.at_ms, self._console.do(act.text)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Hold the odds of one level of the soak (CDP1 13): by frame, and by tick of 5 ms."""

    odds: Odds = CLEAN
    unplug: float = 0
    power: float = 0


NOISY: Final = Odds(drop=0.05, double=0.05, reorder=0.10, truncate=0.03, flip=0.05, noise=0.05, delay=0.05)
ROUGH: Final = Odds(drop=0.10, double=0.05, reorder=0.10, truncate=0.03, flip=0.05, noise=0.05, delay=0.05)
HELL: Final = Odds(drop=0.25, double=0.15, reorder=0.30, truncate=0.10, flip=0.15, noise=0.15, delay=0.15)
LEVELS: Final = {
    "clean": Level(),
    "noisy": Level(odds=NOISY),
    "rough": Level(odds=ROUGH, unplug=0.0005, power=0.0003),
    "hell": Level(odds=HELL, unplug=0.002, power=0.001),
}
TICK_MS: Final = 5
OUT_MS: Final = (50, 1_500)


def random_script(seed: int, level: Level, duration_ms: int) -> FaultScript:
    """Draw unplugs and power cuts for a run; the same seed gives the same script."""
    rng = random.Random(f"{seed}/script")
    acts = []
    for at_ms in range(0, duration_ms, TICK_MS):
        for which in WHICH:
            if rng.random() < level.unplug:
                back_ms = at_ms + rng.randrange(*OUT_MS)
                acts += [Act(at_ms, f"unplug {which}"), Act(back_ms, f"plug {which}")]
            if rng.random() < level.power:
                acts.append(Act(at_ms, f"power {which}"))
    return FaultScript(tuple(sorted(acts, key=lambda act: act.at_ms)))


def set_level(simulation: Simulation, level: Level) -> None:
    """Put a level's odds on every line."""
    with simulation.runtime.moment():
        for cable in simulation.cables.values():
            cable.to_device.odds = cable.to_host.odds = level.odds


@contextmanager
def replayable(seed: int, script: FaultScript | None = None) -> Iterator[None]:
    """Let a failing run name its seed and its script, so that it can be replayed."""
    try:
        yield
    except BaseException as failure:
        failure.add_note(f"seed {seed}" + (f"; fault script:\n{script}" if script and script.acts else ""))
        raise
