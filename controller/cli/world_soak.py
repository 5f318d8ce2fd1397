"""Play one day of a soak: a table in virtual time, faults by a script, every invariant at every step.

A day is made from its seed alone: dealing mode, players, cards and faults. Whatever breaks a rule ends it as
`Failure`, which names the seed and the script so far.
"""

import dataclasses
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from controller.cli.compose import WorldDealer, compose_world, soak_side
from controller.cli.simulated import (
    VIRTUAL_FLOOR,
    VIRTUAL_SHIFT,
    WorldSetting,
    fresh_medium,
    virtual_people,
)
from controller.cli.world import Stuck, World
from controller.cli.world_rules import Rules
from controller.cli.world_script import ATTEND, CRASH, LEVELS, WEATHER, Line, Script
from controller.cli.world_secrecy import Secrecy
from controller.cli.world_watch import Violation, Watch
from controller.engine.advance import advance
from controller.engine.cards import Exposed, Hidden
from controller.engine.copying import replace
from controller.engine.device_events import DeviceLinked, DeviceRefused
from controller.engine.events import BettingClosed, Event
from controller.engine.faults import TableFault
from controller.engine.ids import DeviceName
from controller.engine.queries import CARDS_IN_DECK
from controller.engine.state import Cardholding, TableState
from controller.table.clock import ManualClock
from controller.table.envelope import Publication

DEVICES: Final[tuple[DeviceName, DeviceName]] = ("shuffler", "shoe")
DECKS: Final = ("A", "B")
MODES: Final = ("stacks", "shoe")
PATIENCE_MS: Final = 900_000
"""A table that ends no round for so long has no way out."""

CLEARED_MS: Final = 15_000
"""How far ahead a script is read for what ends a fault that has begun."""

CRASH_US: Final = 2_000_000
"""How long a program that died stays away."""

_LIFE: Final = 1_000_003

_BOARD: Final = "board"
_BURN: Final = "burn"
_BANKER: Final = "player-dealer"
_FALSE_CARDS: Final = frozenset(
    {"misread", "noread", "double", "other", "pushback", "read", "slip", "short", "twin", "retain", "again"}
)
"""Acts after which the felt may differ from an honest record until a round is over in which none waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DaySetting:
    """Say what a day is: seed, the level's name, rounds to end, rule set; dealing None draws the mode."""

    seed: int
    level: str
    rounds: int
    dealing: str | None = None
    rules: str = "california-bad-beat"

    @property
    def mode(self) -> str:
        """Give the dealing mode, drawn from the seed unless it is set."""
        draw = random.Random(f"{self.seed}/mode")  # noqa: S311 - a seeded world is the point
        return self.dealing or draw.choice(MODES)


@dataclass(slots=True, kw_only=True)
class Report:
    """Count what a day saw; virtual_ms: how long it lasted at the table."""

    rounds: int = 0
    voids: int = 0
    holds: Counter[str] = field(default_factory=Counter)
    quarantines: int = 0
    events: int = 0
    records: int = 0
    reconnects: int = 0
    crashes: int = 0
    acts: int = 0
    virtual_ms: int = 0

    def add(self, other: "Report") -> None:
        """Take another day's counts in."""
        for one in dataclasses.fields(self):
            mine, its = getattr(self, one.name), getattr(other, one.name)
            setattr(self, one.name, mine + its)


class Failure(Exception):
    """Say what broke on which day; script: the lines played until then; report: what was counted."""

    def __init__(self, *, setting: DaySetting, what: str, at_ms: int, script: str, report: Report) -> None:
        self.setting = setting
        self.what = what
        self.at_ms = at_ms
        self.script = script
        self.report = report
        super().__init__(f"seed {setting.seed}, level {setting.level}, at {at_ms / 1000:g} s: {what}")


class Lives:
    """Start the program that runs the table, again and again over one record and the same devices."""

    def __init__(self, setting: DaySetting, clock: ManualClock) -> None:
        self.medium = fresh_medium(setting.seed.to_bytes(16, "big"))
        self._clock = clock
        self._setting = WorldSetting(
            seed=setting.seed,
            dealing=setting.mode,
            rules=setting.rules,
            lag_ms=LEVELS[setting.level].lag_ms,
            medium=self.medium,
            people=virtual_people(),
        )
        self.side = soak_side(self._setting, clock)
        self._lives = 0

    def start(self, watch: Watch) -> tuple[World, WorldDealer]:
        """Start the next life; what was asked before keeps its number."""
        self._lives += 1
        setting = replace(self._setting, seed=self._setting.seed + self._lives * _LIFE)
        simulation = self.side.simulation
        world, _ = compose_world(setting, clock=self._clock, simulation=simulation, watch=watch)
        dealer = WorldDealer(world, self.side.robot, simulation.runtime, VIRTUAL_FLOOR, VIRTUAL_SHIFT)
        return world, dealer

    def end(self) -> None:
        """Let the program die."""
        self._clock.advance(CRASH_US)
        self.side.host_died()


class Day:
    """Play one day; use once."""

    def __init__(self, setting: DaySetting) -> None:
        self._setting = setting
        self._level = LEVELS[setting.level]
        self._script = Script(setting.seed, self._level)
        self._played: list[Line] = []
        self._clock = ManualClock()
        self._lives = Lives(setting, self._clock)
        self._side = self._lives.side
        self._report = Report()
        self._secrecy = Secrecy()
        self._heard: list[Event] = []
        self._rules: Rules | None = None
        self._watch = Watch(self._lives.medium, self._hear)
        self._is_false = False
        self._checked_rounds = 0
        self._start_us = self._clock.now().boot_us
        self._world, self._dealer = self._begin()

    def play(self, ended: Callable[[int], None] = lambda _: None) -> Report:
        """Play until so many rounds ended, then in calm until one more is settled; raise Failure.

        That last round shows that the table came through; it is not among those counted.
        """
        try:
            self._until(lambda: self._ended >= self._setting.rounds, ended)
            played = (self._known_rules.tally.rounds, self._known_rules.tally.voids)
            self._calm_down()
        except (Violation, TableFault, Stuck, AssertionError, LookupError, TypeError, ValueError) as wrong:
            raise self._failure(wrong) from wrong
        report = self._count()
        report.rounds, report.voids = played
        return report

    # -- the day ------------------------------------------------------------------------------

    @property
    def now_ms(self) -> int:
        """Give the time since the day began."""
        return (self._clock.now().boot_us - self._start_us) // 1_000

    @property
    def _ended(self) -> int:
        tally = self._known_rules.tally
        return tally.rounds + tally.voids

    @property
    def _known_rules(self) -> Rules:
        assert self._rules is not None
        return self._rules

    def _until(self, holds: Callable[[], bool], ended: Callable[[int], None], *, calm: bool = False) -> None:
        since_ms, known = self.now_ms, self._ended
        while not holds():
            if not calm:
                for line in self._script.due(self.now_ms):
                    self._act(line)
            self._step()
            if self._ended != known:
                since_ms, known = self.now_ms, self._ended
                ended(known)
            if self.now_ms - since_ms > PATIENCE_MS:
                raise Stuck(what="the end of a round", waited_ms=PATIENCE_MS, prompt=self._world.prompt)

    def _calm_down(self) -> None:
        """Let the faults stop: a round must come to its result, and nothing may be missing at the end."""
        for line in self._script.due(self.now_ms + CLEARED_MS):
            if line.text.startswith(("plug", "on ", "lie", "power", "block")) and not line.text.endswith(
                " on"
            ):
                self._act(line)
        self._side.attend()
        self._side.weather("clean")
        settled = self._known_rules.tally.rounds
        self._until(lambda: self._known_rules.tally.rounds > settled, lambda _: None, calm=True)
        self._world.run(5_000)
        for device in DEVICES:
            self._watch.complete(self._side.truth.log_end(device))
        counts = tuple(self._side.truth.cards_of(letter) for letter in DECKS)
        if not self._level.odd and counts != (CARDS_IN_DECK, CARDS_IN_DECK):
            raise Violation("C7", f"{counts} cards of decks A and B are at the table")

    def _act(self, line: Line) -> None:
        self._played.append(line)
        self._report.acts += 1
        verb, _, rest = line.text.partition(" ")
        if line.text == CRASH:
            self._crash()
        elif verb == WEATHER:
            self._side.weather(rest)
        elif verb == ATTEND:
            self._side.attend()
        else:
            self._is_false = self._is_false or verb in _FALSE_CARDS
            self._side.act(line.text)

    def _step(self) -> None:
        before = self._world.state
        outcome = self._dealer.step()
        if outcome is not None and outcome.refused is not None and self._world.state is not before:
            raise Violation("V13", f"a refused command ({outcome.refused.code.value}) changed the state")
        for device in DEVICES:
            self._watch.heard(self._side.truth.log_end(device))
        if any(isinstance(event, BettingClosed) for event in self._heard) and not self._level.odd:
            self._deal_begins()
        self._count_links()
        if self._ended != self._checked_rounds:
            self._checked_rounds = self._ended
            self._round_ended()

    # -- checks -------------------------------------------------------------------------------

    def _hear(self, events: tuple[Event, ...], body: bytes) -> None:
        self._heard += events
        refused = next((event for event in events if isinstance(event, DeviceRefused)), None)
        if refused is not None and not self._level.odd:
            raise Violation("CDP1 9", f"an honest {refused.device} is refused: {refused.text}")
        if self._rules is not None:
            self._rules.hear(events, body)

    def _look(self, publication: Publication) -> None:
        self._watch.shown(publication.seq)
        self._secrecy.look(publication.view, self._world.state)

    def _round_ended(self) -> None:
        """Compare the record of a round with the cards on the felt, and the orders with what was done."""
        for device in DEVICES:
            for op_id, times in self._side.truth.started(device).items():
                self._watch.began(device, op_id, times)
        current = self._world.state.round
        if current is not None and not current.is_void and not self._is_false:
            self._compare_felt(self._world.state)
        self._is_false = self._side.truth.will_misread

    def _deal_begins(self) -> None:
        """Check that the deck to be dealt is whole and the one that is due (C9, C10, G3.4)."""
        cards = self._side.truth.deck_to_come()
        backs = {back for _, back in cards}
        current = self._world.state.round
        due = None if current is None else self._world.state.deck(current.deck).back.value
        if len({face for face, _ in cards}) != CARDS_IN_DECK or len(cards) != CARDS_IN_DECK or backs != {due}:
            raise Violation("C9", f"a deal begins with {len(cards)} cards that are not the whole deck due")

    def _compare_felt(self, state: TableState) -> None:
        """Check that each place of the felt has the very cards that its record says (INV5, G3.3)."""
        current = state.round
        assert current is not None
        places = {f"seat {number}": state.seat(number).cards for number in current.entitled}
        places |= {_BANKER: current.dealer_cards, _BOARD: current.board, _BURN: current.burned}
        for place, cards in places.items():
            lying = self._side.truth.cards_at(place)
            if len(lying) != len(cards) or not all(map(_is_same_card, cards, lying)):
                raise Violation("INV5", f"what lies at {place} is not what the record says")

    # -- the host's lives -----------------------------------------------------------------------

    def _begin(self) -> tuple[World, WorldDealer]:
        world, dealer = self._lives.start(self._watch)
        if self._rules is None:
            self._rules = Rules(world.state.ruleset)
        world.picture.look = self._look
        self._world = world
        return world, dealer

    def _crash(self) -> None:
        """Kill the program and start it again over its record; the devices never stop (INV8, V12)."""
        self._report.crashes += 1
        before, asked = self._world.state, self._dealer.asked
        self._count_links()
        self._lives.end()
        self._world, self._dealer = self._begin()
        self._dealer.asked = asked
        expected = advance(before, tuple(self._heard))
        difference = first_difference(expected, self._world.state)
        if difference:
            raise Violation("V12", f"after a restart {difference} is another")
        self._count_links()

    # -- results --------------------------------------------------------------------------------

    def _count_links(self) -> None:
        self._report.reconnects += sum(isinstance(event, DeviceLinked) for event in self._heard)
        self._heard.clear()

    def _count(self) -> Report:
        self._count_links()
        report, tally = self._report, self._known_rules.tally
        report.rounds, report.voids = tally.rounds, tally.voids
        report.holds, report.quarantines = tally.holds, tally.quarantines
        report.events = self._watch.events
        report.records = len(self._lives.medium.records)
        report.virtual_ms = self.now_ms
        return report

    def _failure(self, wrong: Exception) -> Failure:
        what = (
            str(wrong)
            if isinstance(wrong, Violation | TableFault | Stuck)
            else f"{type(wrong).__name__}: {wrong}"
        )
        return Failure(
            setting=self._setting,
            what=what,
            at_ms=self.now_ms,
            script="\n".join(map(str, self._played)),
            report=self._count(),
        )


def first_difference(one: object, other: object, path: str = "state") -> str:
    """Name the first field in which two states differ, empty if none; a closed card equals its open self."""
    if isinstance(one, Hidden) and isinstance(other, Hidden):
        closed = one.card is None or other.card is None
        return "" if one == other or (closed and one.ordinal == other.ordinal) else path
    if one == other:
        return ""
    if type(one) is type(other) and dataclasses.is_dataclass(one):
        names = [item.name for item in dataclasses.fields(one)]
        found = (first_difference(getattr(one, n), getattr(other, n), f"{path}.{n}") for n in names)
        return next((path for path in found if path), "")
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        found = (first_difference(a, b, f"{path}[{n}]") for n, (a, b) in pairs)
        return next((path for path in found if path), "")
    return path


def _is_same_card(held: Cardholding, lying: str) -> bool:
    """Compare a card of the record with one of the felt; a closed one tells nothing."""
    if isinstance(held, Exposed):
        return held.card.value == lying
    return held.card is None or held.card.value == lying
