"""Make the golden files of catalogue 1: `python -m tests.golden.generate FOLDER` (DURABILITY 3.8).

They are frozen at the first release; until then a change of the catalogue makes them anew. Everything is
seeded, so that two runs of one program give the same records.
"""

import hashlib
import json
import sys
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, Union, cast, get_args, get_origin, get_type_hints

from controller.cli.compose import WorldDealer, compose_world
from controller.cli.running import first_state
from controller.cli.simulated import WorldSetting, virtual_people, world_config
from controller.cli.world_watch import Watch
from controller.engine.cards import Card, Exposed, Hidden, HiddenBytes
from controller.engine.commands import Command
from controller.engine.events import Event, RoundSettled
from controller.engine.state import TableState
from controller.journal.codec import Content, TableContent, state_json, table_codec
from controller.journal.files import OsFiles
from controller.journal.journal import Journal
from controller.journal.mark import TableMark, write_mark
from controller.journal.notes import Note
from controller.journal.places import JournalConfig, places_of
from controller.journal.record import JsonObject, Stamp, canonical, parse
from controller.rulesets.load import load_ruleset
from controller.table.clock import ManualClock
from controller.table.gates import DeviceGate
from controller.table.recording import Record
from controller.table.recovery import replay, standing
from hw_fixtures.dealer import RobotDealer, SeededStrategy
from tests.journal.table import seeded
from tests.sim.stage import FLOOR, SHIFT

TABLE: Final = "T1"
DAY: Final = "2026-12-01"
ROUNDS: Final = 2
SEED: Final = 2_026
SUMS: Final = "SHA256SUMS"
STAMP: Final = Stamp(utc_us=1_700_000_000_000_000, boot_us=5_000_000, boot="golden")


@dataclass(frozen=True)
class OnDisk:
    """Put a real record in the place of a world's own, as a watch does."""

    journal: Journal

    def record(self, _record: Record) -> Record:
        """Give the record on disk."""
        return self.journal

    def gate(self, gate: DeviceGate) -> DeviceGate:
        """Leave the ports as they are."""
        return gate


def config_in(folder: Path) -> JournalConfig:
    """Give the settings of the golden table in a folder of its own."""
    return JournalConfig(
        table_id=TABLE,
        folder=folder / "a",
        mirror_folder=folder / "b",
        key_file=folder / "k" / "root",
        gaming_day=DAY,
        allow_single_medium=True,
        ballast_bytes=0,
    )


def play(config: JournalConfig, rounds: int = ROUNDS) -> TableState:
    """Play whole rounds over a record on disk, and give the state at the end."""
    clock, entropy = ManualClock(), seeded(SEED)
    for path in (config.folder, config.mirror_folder):
        path.mkdir()
    mark = TableMark(table_id=TABLE, chain_nonce=bytes(range(16)), opened=False)
    write_mark(places_of(config, OsFiles()).marks, mark, OsFiles())
    setting = WorldSetting(seed=SEED, people=virtual_people())
    start = first_state(world_config(setting), load_ruleset(setting.rules))
    journal, replayed, report = Journal.open(config, clock.now, entropy=entropy)
    journal.append(
        cause=None,
        events=(),
        notes=(standing(replay(start, replayed)),),
        stamp=clock.now(),
        round_no=None,
        actor="table",
        src="recovery",
    )
    journal.power_up(report, clock.now(), software="golden")
    world, simulation = compose_world(setting, clock=clock, watch=cast("Watch", OnDisk(journal)))
    robot = RobotDealer(simulation.world, SeededStrategy(SEED))
    WorldDealer(world, robot, simulation.runtime, FLOOR, SHIFT).play_rounds(rounds)
    state = world.state
    journal.close()
    return state


def generate(folder: Path) -> None:
    """Write the golden files into an empty folder."""
    with TemporaryDirectory() as scratch:
        work = Path(scratch)
        state = play(config_in(work))
        places = places_of(config_in(work), OsFiles())
        primary = places.primary.read_bytes()
        mirror = places.mirror.read_bytes()
        public = (work / "k" / "root.sign.pub").read_bytes()
        journal, replayed, _ = Journal.open(config_in(work), ManualClock().now)
        records, head = tuple(replayed), journal.head
        journal.close()
    settled = [
        event for record in records for event in record.content.events if isinstance(event, RoundSettled)
    ]
    expect = {
        "head": {"seq": head.seq, "h": head.h.hex()},
        "records": len(records),
        "state": state_digest(state),
        "rules": state.ruleset.name,
        "rules_digest": state.ruleset.digest,
        "money": [{"paid": one.paid, "collected": one.collected, "net": one.net} for one in settled],
    }
    (folder / f"{TABLE}-{DAY}.db").write_bytes(primary)
    (folder / f"{TABLE}-{DAY}.bb").write_bytes(mirror)
    (folder / "checkpoints.pub").write_bytes(public + b"\n")
    (folder / "expect.json").write_text(json.dumps(expect, indent=2, sort_keys=True) + "\n")
    (folder / "kinds.jsonl").write_bytes(b"".join(canonical(line) + b"\n" for line in lines()))
    (folder / SUMS).write_text("".join(f"{digest}  {name}\n" for name, digest in sums(folder).items()))


def state_digest(state: TableState) -> str:
    """Give the SHA-256 of a state between two rounds."""
    return hashlib.sha256(canonical(cast("JsonObject", state_json(state)))).hexdigest()


def sums(folder: Path) -> dict[str, str]:
    """Give the SHA-256 of each golden file but the list of them."""
    names = sorted(path.name for path in folder.iterdir() if path.name != SUMS)
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}


def lines() -> Iterator[JsonObject]:
    """Give one item of every kind as it stands in a body, with the group it belongs to."""
    for group, union in (("cause", Command), ("events", Event), ("notes", Note)):
        for kind in get_args(union):
            yield {"group": group, "item": item_of(group, sample(kind))}


def item_of(group: str, value: object) -> JsonObject:
    """Give a command, event or note as it stands in a body."""
    content: TableContent = Content(
        cause=cast("Command", value) if group == "cause" else None,
        events=(cast("Event", value),) if group == "events" else (),
        notes=(cast("Note", value),) if group == "notes" else (),
        stamp=STAMP,
        round_no=1,
        actor="table",
        src="golden",
        cmd=None,
    )
    held = parse(table_codec().encode(content, key=None, entropy=bytes))[group]
    return cast("JsonObject", held[0] if isinstance(held, list) else held)


def sample(hint: Any) -> Any:  # noqa: ANN401  # any type in, a value of that type out
    """Give a value of a type of the catalogue; hidden cards are closed, options are filled."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if hasattr(hint, "__supertype__"):
        return sample(hint.__supertype__)
    if origin is Literal:
        return args[0]
    if origin in (Union, types.UnionType):
        return sample(next(arg for arg in args if arg is not type(None)))
    if origin is tuple:
        return tuple(sample(arg) for arg in args if arg is not Ellipsis)
    if origin is frozenset:
        return frozenset({sample(args[0])})
    if origin in (dict, Mapping):
        return {"x": [1]} if args[1] is object else {sample(args[0]): sample(args[1])}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    assert isinstance(hint, type), hint
    assert is_dataclass(hint), hint
    hints = get_type_hints(hint)
    return hint(**{one.name: sample(hints[one.name]) for one in fields(hint)})


_PLAIN: Final[dict[Any, Any]] = {
    int: 1,
    str: "x",
    bool: True,
    bytes: b"\x01" * 32,
    Hidden: Hidden(ordinal=0, card=None, salt=None),
    HiddenBytes: HiddenBytes(ordinal=1, data=None),
    Exposed: Exposed(ordinal=2, card=Card("Ah"), salt=bytes(range(16))),
}


if __name__ == "__main__":
    generate(Path(sys.argv[1]))
