"""The same round twice, with other cards face down: all that leaves the table is compared (DURABILITY 8).

Whatever way a face could be written, as a word, a number, an order, a length or a moment, one of the two runs
writes it differently.
"""

import io
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from controller.cli.console_json import device_line, view_line
from controller.cli.world_secrecy import walk
from controller.engine.cards import Exposed
from controller.engine.events import CardDealt
from controller.engine.state import Phase
from controller.journal.codec import table_codec
from controller.journal.record import StoredRecord
from controller.logs import start_logs
from controller.table.envelope import Publication
from hw_fixtures.dealer import SeededStrategy
from hw_fixtures.fault_verbs import FaultConsole
from hw_fixtures.firmware.deck import PhysicalCard
from hw_fixtures.peer.codes import Slot
from tests.sim.stage import Stage, stage

DECK = 52
MASKED = frozenset({"sealed", "commit", "sig", "h", "prev_h"})
"""What seals and hashes are made of: as random as the key, the same length whatever is inside."""

Permute = Callable[[list[PhysicalCard]], None]
"""Puts other cards at the first places of a deck that is about to be dealt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """Say what is played twice.

    faults: verbs of the simulator, each done at a turn of the round;
    sides: stakes of the side wagers, in cents, which keep a folded hand alive (G3.8).
    """

    seed: int
    dealing: str
    faults: tuple[tuple[int, str], ...] = ()
    sides: tuple[int, ...] = (0, 500, 1_000)


@dataclass(slots=True, kw_only=True)
class Seen:
    """Hold all that left the table, in order.

    bodies: of the record, what is sealed masked; folded: places in the deck of cards that never turned up.
    """

    console: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    to_devices: dict[str, list[bytes]] = field(default_factory=dict)
    sizes: list[int] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)
    folded: list[int] = field(default_factory=list)

    def differences(self, other: "Seen") -> list[str]:
        """Name the ways out on which the two runs differ."""
        names = ("console", "log", "to_devices", "sizes", "bodies")
        return [name for name in names if getattr(self, name) != getattr(other, name)]


def scripts(count: int) -> tuple[Script, ...]:
    """Draw scripts: both ways of dealing, every third one with a fault of the shoe or its cable."""
    chance = random.Random("two runs")
    faults = ("unplug shoe", "unplug shuffler", "noread", "pushback")
    return tuple(
        Script(
            seed=1_000 + number,
            dealing=("stacks", "shoe")[number % 2],
            faults=((chance.randrange(40, 400), chance.choice(faults)),) if number % 3 == 2 else (),
        )
        for number in range(count)
    )


def until_the_reveal(script: Script, permute: Permute) -> Seen:
    """Play until the first hand may turn up, and give all that left the table before."""
    return _played(
        script, permute, lambda table: table.world.state.phase is Phase.REVEAL or table.world.state.rounds > 1
    )


def until_the_end(script: Script, permute: Permute) -> Seen:
    """Play the whole round, what follows the settlement included."""
    return _played(script, permute, lambda table: table.world.state.rounds > 1)


def turned_round(count: int) -> Permute:
    """Let the first cards lie the other way round."""

    def permute(pile: list[PhysicalCard]) -> None:
        pile[:count] = pile[:count][::-1]

    return permute


def turned_at(places: list[int]) -> Permute:
    """Let the cards at some places lie the other way round, and no other."""

    def permute(pile: list[PhysicalCard]) -> None:
        cards = [pile[place] for place in reversed(places)]
        for place, card in zip(places, cards, strict=True):
            pile[place] = card

    return permute


def as_it_lies(_pile: list[PhysicalCard]) -> None:
    """Leave the deck alone."""


def _played(script: Script, permute: Permute, is_over: Callable[[Stage], bool]) -> Seen:
    seen, sink = Seen(), io.StringIO()
    log = start_logs(sink, level="debug")
    try:
        players = SeededStrategy(script.seed, sides=script.sides)
        table = stage(seed=script.seed, dealing=script.dealing, strategy=players)
        _listen(table, seen)
        table.dealer.play_until(lambda: table.world.state.phase is Phase.HOLE, "the deal")
        permute(_deck(table))
        start = len(table.medium.records)
        _play(table, script, is_over)
    finally:
        log.stop()
    seen.log = [_without_time(line) for line in sink.getvalue().splitlines()]
    records = table.medium.records[start:]
    seen.sizes = [len(record.body) for record in records]
    seen.bodies = [_masked(record) for record in records]
    seen.folded = _folded(records)
    return seen


def _play(table: Stage, script: Script, is_over: Callable[[Stage], bool]) -> None:
    """Play on with the script's faults; a cable that is out goes in again a little later."""
    turn, waiting, faults = 0, dict(script.faults), FaultConsole(table.simulation)
    while not is_over(table):
        turn += 1
        assert turn < 60_000, f"stuck at {table.world.prompt.code}"
        verb = waiting.pop(turn, None)
        if verb is not None:
            faults.do(verb)
            if verb.startswith("unplug"):
                waiting[turn + 25] = verb.removeprefix("un")
        table.dealer.step()


def _deck(table: Stage) -> list[PhysicalCard]:
    """Find the deck that is about to be dealt."""
    world = table.simulation.world
    piles = (world.shuffler.hw.slots[Slot.CHAMBER], world.shoe.hw.inside)
    return next(pile for pile in piles if len(pile) == DECK)


def _listen(table: Stage, seen: Seen) -> None:
    """Keep what goes to the console and to the devices."""
    shown: dict[str, object] = {}

    def look(publication: Publication) -> None:
        for device in publication.view.devices:
            if shown.get(device.name) != device:
                shown[device.name] = device
                seen.console.append(device_line(device, device.problem))
        seen.console.append(view_line(publication.view, seq=publication.seq, head=""))

    table.world.picture.look = look
    for name, cable in table.simulation.cables.items():
        sent = seen.to_devices.setdefault(name, [])
        push = cable.to_device.push

        def note(
            data: bytes, now_ms: int, sent: list[bytes] = sent, push: Callable[..., None] = push
        ) -> None:
            sent.append(data)
            push(data, now_ms)

        cable.to_device.push = note  # type: ignore[method-assign]  # a tap on the line


def _folded(records: list[StoredRecord]) -> list[int]:
    """Give the places in the deck of the dealt cards that no record turned up."""
    dealt: dict[int, int] = {}
    for record in records:
        for value in walk(table_codec().decode(record, key=None).content.events):
            if isinstance(value, CardDealt):
                dealt[value.card.ordinal] = value.index
            elif isinstance(value, Exposed):
                dealt.pop(value.ordinal, None)
    return sorted(dealt.values())


def _masked(record: StoredRecord) -> str:
    """Give a body without what is sealed or hashed."""

    def mask(value: object) -> object:
        if isinstance(value, dict):
            return {name: len(str(one)) if name in MASKED else mask(one) for name, one in value.items()}
        return [mask(one) for one in value] if isinstance(value, list) else value

    return json.dumps(mask(json.loads(record.body)))


def _without_time(line: str) -> str:
    told = json.loads(line)
    del told["utc"]
    return json.dumps(told)
