"""Records of catalogue 1 stay readable for ever (DURABILITY 3.8, F25)."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

import pytest

from controller.cli.running import first_state
from controller.cli.simulated import WorldSetting, world_config
from controller.engine.commands import Command
from controller.engine.events import Event, RoundSettled, SeatTaken
from controller.engine.ids import SeatNo
from controller.journal.blackbox import read_mirror
from controller.journal.codec import RecordCodec, TableRecord, table_codec
from controller.journal.faults import UnknownCatalogue
from controller.journal.files import OsFiles
from controller.journal.notes import Note
from controller.journal.reading import read_history
from controller.journal.record import JsonObject, StoredRecord, canonical, parse
from controller.journal.replay import Replay
from controller.journal.sqlite_store import read_primary
from controller.rulesets.load import load_ruleset
from controller.table.recovery import replay, resume
from controller.verify.checkpoints import load_key
from controller.verify.verification import Anchor, Request, verify
from tests.golden.generate import DAY, ROUNDS, SEED, SUMS, TABLE, item_of, lines, sample, state_digest, sums

V1: Final = Path(__file__).parent / "v1"
MIRROR: Final = V1 / f"{TABLE}-{DAY}.bb"
PRIMARY: Final = V1 / f"{TABLE}-{DAY}.db"
EXPECT: Final[dict[str, Any]] = json.loads((V1 / "expect.json").read_text())
KINDS: Final[list[JsonObject]] = [parse(line) for line in (V1 / "kinds.jsonl").read_bytes().splitlines()]


@pytest.fixture(scope="module")
def stored() -> tuple[StoredRecord, ...]:
    """Give the golden records as they are stored."""
    return read_mirror(MIRROR, OsFiles()).records


@pytest.fixture(scope="module")
def records() -> tuple[TableRecord, ...]:
    """Give the golden records, read by today's program, cards closed."""
    return tuple(read_history(MIRROR, live=False))


def test_golden_files_are_what_they_were() -> None:
    """Once released they are never edited (DURABILITY 3.8)."""
    pairs = (line.split("  ") for line in (V1 / SUMS).read_text().splitlines())
    listed = {name: digest for digest, name in pairs}
    assert listed == sums(V1)


def test_both_copies_of_a_day_read_alike(stored: tuple[StoredRecord, ...], tmp_path: Path) -> None:
    """Head, number of records and every byte (DURABILITY 3.2, 3.3)."""
    shutil.copy(PRIMARY, tmp_path / "copy.db")
    primary = read_primary(tmp_path / "copy.db", files=OsFiles(), vfs=None)
    assert ("clean", stored) == (primary.state, primary.records)
    assert EXPECT["head"] == {"seq": stored[-1].seq, "h": stored[-1].h.hex()}
    assert EXPECT["records"] == len(stored)


def test_a_day_leads_to_the_same_state_and_money(
    stored: tuple[StoredRecord, ...], records: tuple[TableRecord, ...]
) -> None:
    """A whole replay and one from the last snapshot end where they ended then (DURABILITY 3.6, 3.7)."""
    ruleset = load_ruleset(EXPECT["rules"])
    start = first_state(world_config(WorldSetting(seed=SEED)), ruleset)
    assert EXPECT["rules_digest"] == ruleset.digest
    assert EXPECT["state"] == state_digest(replay(start, records).state)
    assert EXPECT["state"] == state_digest(resume(start, Replay(stored, None)).state)
    events = (event for record in records for event in record.content.events)
    settled = [event for event in events if isinstance(event, RoundSettled)]
    money = [{"paid": one.paid, "collected": one.collected, "net": one.net} for one in settled]
    assert ROUNDS == len(money)
    assert EXPECT["money"] == money


def test_a_day_is_verified_by_the_other_program(tmp_path: Path) -> None:
    """The verifier shares no code with the writer and finds the record whole and signed (DURABILITY 14)."""
    for path in (PRIMARY, MIRROR):
        shutil.copy(path, tmp_path)
    key = load_key(V1 / "checkpoints.pub")
    head = Anchor(seq=EXPECT["head"]["seq"], digits=EXPECT["head"]["h"][:16])
    found = verify(
        Request(
            files=(tmp_path / PRIMARY.name,), mirrors=(tmp_path / MIRROR.name,), keys=(key,), anchors=(head,)
        )
    )
    assert max(finding.verdict for report in found.files for finding in report.findings) <= 10


@pytest.mark.parametrize("line", KINDS, ids=lambda line: f"{line['group']}-{line['item']['kind']}")
def test_every_kind_is_still_read(line: JsonObject) -> None:
    """Each command, event and note of catalogue 1 reads, and is written as it was (DURABILITY 3.8)."""
    group, item = str(line["group"]), cast("JsonObject", line["item"])
    union = {"cause": Command, "events": Event, "notes": Note}[group]
    kind = next(one for one in get_args(union) if one.__dataclass_fields__["kind"].default == item["kind"])
    written = item_of(group, sample(kind))
    assert item == written
    assert canonical(item) == canonical(written)


def test_every_kind_of_today_has_a_line() -> None:
    """A new kind gets its line before it is released (DURABILITY 3.8)."""
    known = [(line["group"], cast("JsonObject", line["item"])["kind"]) for line in lines()]
    assert known == [(line["group"], cast("JsonObject", line["item"])["kind"]) for line in KINDS]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTakenV2:
    """Be `seat_taken` of a catalogue that calls its seat a position."""

    kind: Literal["seat_taken"] = "seat_taken"
    position: SeatNo


def lift_seat(kind: str, raw: JsonObject) -> JsonObject:
    """Rename the field, as `upcasts` would."""
    if kind != "seat_taken" or "seat" not in raw:
        return raw
    return {("position" if name == "seat" else name): value for name, value in raw.items()}


def second_catalogue() -> RecordCodec[Command, Any]:
    """Give a codec of a catalogue 2 that renames one field of one event."""
    kept = tuple(kind for kind in get_args(Event) if kind is not SeatTaken)
    union: Any = SeatTakenV2
    for kind in kept:
        union |= kind
    return RecordCodec(commands=Command, events=union, steps={1: lift_seat}, version=2)


def test_a_later_catalogue_reads_the_first(stored: tuple[StoredRecord, ...]) -> None:
    """Old bytes are lifted as they are read, and never rewritten (DURABILITY 3.8)."""
    codec = second_catalogue()
    lifted = [event for record in stored for event in codec.decode(record, key=None).content.events]
    asis = [event for record in stored for event in table_codec().decode(record, key=None).content.events]
    seats = [one.seat for one in asis if isinstance(one, SeatTaken)]
    assert seats
    assert seats == [one.position for one in lifted if isinstance(one, SeatTakenV2)]
    assert [one for one in asis if not isinstance(one, SeatTaken)] == [
        one for one in lifted if not isinstance(one, SeatTakenV2)
    ]


def test_this_program_refuses_a_later_catalogue(stored: tuple[StoredRecord, ...]) -> None:
    """JR16: A downgrade over newer files is refused by the version (DURABILITY 3.8, F25)."""
    newer = {**parse(stored[-1].body), "v": 2}
    record = StoredRecord(seq=1, body=canonical(newer), h=bytes(32))
    with pytest.raises(UnknownCatalogue, match="2"):
        table_codec().decode(record, key=None)
