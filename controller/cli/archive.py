"""`dealer-assist archive`: closed days copied away and verified, and only then let go (DURABILITY 13).

    archive --config table.toml --to DIR             copy each closed day that is not archived, verify it
    archive --config table.toml --to DIR --live      also the mirror of the day in play, as a back-up
    archive --config table.toml --to DIR --prune     delete days older than 90 days whose archive verifies now
    archive --config table.toml --recheck            verify the closed day that was looked at longest ago

A copy counts once `verify` gives 0 for it: whole, signed, both copies equal, ending as its seal says. It is
noted beside the record in `<day>.archived`. The day in play is read from its mirror only.
"""

import argparse
import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

from controller.cli.running import journal_of
from controller.config import load_config
from controller.engine.faults import ConfigFault
from controller.journal.files import OsFiles
from controller.journal.places import JournalConfig, places_at, stems_of
from controller.verify.checkpoints import load_key
from controller.verify.findings import Verdict
from controller.verify.verification import Anchor, Request, verify

KEEP_DAYS: Final = 90
FAILED_EXIT: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """Hold the files of one gaming day: both copies, the seal that says how they end, and the note beside."""

    stem: str
    primary: Path
    mirror: Path
    seal: Path
    note: Path

    @property
    def is_closed(self) -> bool:
        """Tell whether the day is over: only then there is a seal."""
        return self.seal.exists()

    @property
    def gaming_day(self) -> date:
        """Give the day it is named by."""
        return date.fromisoformat(self.stem[-10:])

    def in_folder(self, folder: Path) -> "Day":
        """Give the same files under a folder of copies."""
        places = {name: folder / getattr(self, name).name for name in ("primary", "mirror", "seal", "note")}
        return Day(stem=self.stem, **places)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--config", type=Path, required=True, help="table file")
    parser.add_argument("--to", type=Path, metavar="DIR", help="folder of the archive")
    parser.add_argument("--live", action="store_true", help="also copy the mirror of the day in play")
    parser.add_argument("--prune", action="store_true", help="delete old days whose archive verifies")
    parser.add_argument(
        "--keep-days", type=int, default=KEEP_DAYS, help=f"how long a table keeps a day (default {KEEP_DAYS})"
    )
    parser.add_argument("--recheck", action="store_true", help="verify one closed day of the table itself")


def run(args: argparse.Namespace) -> int:
    """Do what was asked; give 0, or 1 where a copy did not verify. Raise ConfigFault for wrong words."""
    config = load_config(args.config)
    journal = journal_of(config, args.config)
    days = tuple(_days(journal))
    if args.recheck:
        return _recheck(journal, days)
    if args.to is None:
        raise ConfigFault(file="command line", key="--to", value=None, allowed="a folder for the copies")
    if args.keep_days < KEEP_DAYS:
        raise ConfigFault(
            file="command line", key="--keep-days", value=args.keep_days, allowed=f"{KEEP_DAYS} or more"
        )
    args.to.mkdir(parents=True, exist_ok=True)
    closed = [day for day in days if day.is_closed]
    ends = [_archive(journal, day, args.to) for day in closed if not day.note.exists()]
    if args.live:
        ends += [_back_up(day, args.to) for day in days if not day.is_closed and day.mirror.exists()]
    if args.prune:
        before = datetime.now(UTC).date() - timedelta(days=args.keep_days)
        ends += [_prune(journal, day, args.to) for day in closed if day.gaming_day < before]
    return 0 if all(ends) else FAILED_EXIT


def _days(journal: JournalConfig) -> Iterator[Day]:
    """Give the table's days, the oldest first."""
    for stem in reversed(stems_of(journal, OsFiles())):
        places = places_at(journal, stem)
        note = places.primary.with_suffix(".archived")
        yield Day(stem=stem, primary=places.primary, mirror=places.mirror, seal=places.seals[0], note=note)


def _verified(journal: JournalConfig, day: Day) -> Verdict:
    """Verify one closed day against the table's key and the head that its seal names."""
    seal = json.loads(day.seal.read_bytes())
    anchor = Anchor(seq=int(seal["last_seq"]), digits=str(seal["h"]))
    public = journal.signing_file.with_name(journal.signing_file.name + ".pub")
    request = Request(
        files=[day.primary],
        mirrors=[day.mirror],
        keys=[load_key(public)],
        anchors=[anchor],
        table_id=journal.table_id,
    )
    return verify(request).verdict


def _archive(journal: JournalConfig, day: Day, folder: Path) -> bool:
    """Copy one day, verify the copy, and note it beside the record; tell whether it verified."""
    copy = day.in_folder(folder)
    for source, target in ((day.primary, copy.primary), (day.mirror, copy.mirror), (day.seal, copy.seal)):
        _copy(source, target)
    verdict = _verified(journal, copy)
    if verdict is Verdict.WHOLE:
        note = {
            "archive": str(folder),
            "mirror": _digest(copy.mirror),
            "primary": _digest(copy.primary),
            "utc": datetime.now(UTC).isoformat(timespec="seconds"),
            "verdict": verdict.value,
        }
        day.note.write_text(json.dumps(note, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{day.stem}: copied to {folder}, verify {verdict.value}")
    return verdict is Verdict.WHOLE


def _back_up(day: Day, folder: Path) -> bool:
    """Copy the mirror of the day in play; its last record may be cut, which recovery and history bear."""
    copy = day.in_folder(folder)
    _copy(day.mirror, copy.mirror)
    verdict = verify(Request(files=[copy.mirror])).verdict
    print(f"{day.stem}: still open, mirror copied to {folder}, verify {verdict.value}")
    return verdict in {Verdict.INCOMPLETE, Verdict.TORN}


def _prune(journal: JournalConfig, day: Day, folder: Path) -> bool:
    """Delete one day if its archive is noted, still the same, and verifies now; tell whether it was."""
    copy = day.in_folder(folder)
    if not day.note.exists() or not copy.seal.exists():
        print(f"{day.stem}: kept, it is not archived in {folder}")
        return False
    noted = json.loads(day.note.read_text(encoding="utf-8"))
    same = (noted["primary"], noted["mirror"]) == (_digest(copy.primary), _digest(copy.mirror))
    verdict = _verified(journal, copy)
    if not same or verdict is not Verdict.WHOLE:
        print(f"{day.stem}: kept, its archive does not verify any more ({verdict.value})")
        return False
    for path in (day.primary, day.primary.with_name(day.primary.name + "-wal"), day.mirror):
        path.unlink(missing_ok=True)
    print(f"{day.stem}: deleted here, archived in {folder}")
    return True


def _recheck(journal: JournalConfig, days: tuple[Day, ...]) -> int:
    """Verify the closed day that was looked at longest ago, as a unit of low priority does each hour (R4)."""
    waiting = [day for day in days if day.is_closed and day.primary.exists()]
    if not waiting:
        print("no closed day to look at")
        return 0
    day = min(waiting, key=_looked_at)
    verdict = _verified(journal, day)
    _looked(day).touch()
    print(f"{day.stem}: verify {verdict.value}")
    return 0 if verdict is Verdict.WHOLE else FAILED_EXIT


def _looked(day: Day) -> Path:
    """Name the file whose time says when a day was looked at."""
    return day.primary.with_suffix(".checked")


def _looked_at(day: Day) -> float:
    path = _looked(day)
    return path.stat().st_mtime if path.exists() else 0.0


def _copy(source: Path, target: Path) -> None:
    """Copy a file and wait for the medium."""
    shutil.copyfile(source, target)
    with target.open("rb") as file:
        os.fsync(file.fileno())


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
