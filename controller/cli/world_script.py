"""Draw what goes wrong in a soak: lines of a fault script, from one seed (CDP1 12, 13).

A script is endless and drawn second by second, so that its beginning never depends on how long a run lasts.
Verbs are the simulator's; `crash host`, `weather LEVEL` and `attend` are the soak's own.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

DEVICES: Final = ("shuffler", "shoe")
OUT_MS: Final = (50, 1_500)
"""How long a cable is out (CDP1 13)."""

CRASH: Final = "crash host"
WEATHER: Final = "weather"
ATTEND: Final = "attend"
ATTEND_S: Final = 10
"""How often somebody looks whether a device is dark."""

SECOND_MS: Final = 1_000

_PLAIN: Final = (
    ("misread",),
    ("noread",),
    ("double",),
    ("other",),
    ("pushback",),
    ("read reversed",),
    ("read face-up",),
    ("read low-confidence 40",),
    ("read wrong-back 3",),
    ("slip joker",),
    ("slip cut",),
    ("slip blank",),
    ("slip extra",),
    ("short",),
    ("twin A",),
    ("twin B",),
    ("retain 3",),
)
"""What happens to cards; each is one act, which fails quietly where there is no card for it."""

_MECHANICS: Final = (
    ("jam infeed",),
    ("jam transport",),
    ("jam output",),
    ("jamafter jam-transport 20",),
    ("open door",),
    ("open lid",),
    ("bounce shuffler 3",),
    ("lie sorts on", "lie sorts off"),
    ("lie stall on", "lie stall off", "power shuffler"),
    ("off shoe", "on shoe"),
    ("off shuffler", "on shuffler"),
    ("cut shuffler after 3", "on shuffler"),
    ("cut shoe before 4", "on shoe"),
    ("midcard", "on shoe"),
    ("forget shuffler",),
    ("forget shoe",),
)
"""What happens to the machines: an act, and the one that ends it some seconds later."""

_LINES: Final = (
    ("noise shuffler 200",),
    ("noise shoe 200",),
    ("mute shuffler 3",),
    ("mute shoe 3",),
    ("old shuffler out 6",),
    ("old shoe in 6",),
    ("banner shuffler out",),
    ("modem shoe in",),
    ("overlong shoe out",),
    ("overlong shuffler in",),
    ("block shoe out beat", "block shoe out"),
    ("block shuffler in beat", "block shuffler in"),
    ("again shuffler op-done",),
    ("flood shoe 30",),
)
"""What happens on the lines beside what each frame risks, and devices that talk too much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Hold how rough a soak is; rates are acts a second.

    storm, lull: the simulator's levels for the lines (CDP1 13); storm_s, lull_s: how long each lasts;
    unplug, power: of each device; crash: of the host; odd: of cards, machines and lines; lag_ms: the most a
    slow record makes a report wait.
    """

    storm: str = "clean"
    lull: str = "clean"
    storm_s: int = 1
    lull_s: int = 0
    unplug: float = 0
    power: float = 0
    crash: float = 0
    odd: float = 0
    lag_ms: int = 0


LEVELS: Final = {
    "calm": Level(),
    "rough": Level(
        storm="rough", lull="noisy", storm_s=20, lull_s=20, unplug=0.05, power=0.015, crash=0.02, lag_ms=60
    ),
    "hostile": Level(
        storm="hell",
        lull="noisy",
        storm_s=15,
        lull_s=30,
        unplug=0.08,
        power=0.03,
        crash=0.03,
        odd=0.12,
        lag_ms=200,
    ),
}
"""Rates are ours, lower than CDP1 13's: at those no round of cards would ever come to its end."""


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """Hold one line of a script: when, in milliseconds from the start, and what."""

    at_ms: int
    text: str

    def __str__(self) -> str:
        return f"at {self.at_ms // SECOND_MS}.{self.at_ms % SECOND_MS:03}s {self.text}"


@dataclass(slots=True)
class Script:
    """Draw the lines of a level; `due` gives them in their time."""

    seed: int
    level: Level
    _drawn_s: int = 0
    _waiting: list[Line] = field(default_factory=list)
    _rng: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._rng = random.Random(f"{self.seed}/script")  # noqa: S311 - a seeded script is the point

    def due(self, now_ms: int) -> tuple[Line, ...]:
        """Give the lines up to now that were not given yet."""
        while self._drawn_s * SECOND_MS <= now_ms:
            self._waiting += self._draw_second(self._drawn_s)
            self._drawn_s += 1
            self._waiting.sort()
        due = tuple(line for line in self._waiting if line.at_ms <= now_ms)
        del self._waiting[: len(due)]
        return due

    def _draw_second(self, second: int) -> Iterator[Line]:
        level, rng, start_ms = self.level, self._rng, second * SECOND_MS
        phase = second % (level.storm_s + level.lull_s)
        if phase in {0, level.storm_s}:
            yield Line(start_ms, f"{WEATHER} {level.storm if phase == 0 else level.lull}")
        if level.odd and second % ATTEND_S == 0:
            yield Line(start_ms, ATTEND)
        for device in DEVICES:
            if rng.random() < level.unplug:
                out_ms = start_ms + rng.randrange(SECOND_MS)
                yield Line(out_ms, f"unplug {device}")
                yield Line(out_ms + rng.randrange(*OUT_MS), f"plug {device}")
            if rng.random() < level.power:
                yield Line(start_ms + rng.randrange(SECOND_MS), f"power {device}")
        if rng.random() < level.crash:
            yield Line(start_ms + rng.randrange(SECOND_MS), CRASH)
        if rng.random() < level.odd:
            at_ms = start_ms + rng.randrange(SECOND_MS)
            for text in rng.choice(rng.choice((_PLAIN, _MECHANICS, _LINES))):
                yield Line(at_ms, text)
                at_ms += rng.randrange(SECOND_MS, 5 * SECOND_MS)
