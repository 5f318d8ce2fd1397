"""`dealer-assist history FILE...`: rounds out of a record, as JSON Lines, CSV or text; no seal is opened.

A mirror (`.bb`) may be read while its table runs: then its last record is left out, since it may not be
acknowledged yet. A primary (`.db`) is copied first, with its `-wal`, and the copy is read (DURABILITY 3.1).
"""

import argparse
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Final

from controller.cli.run import say_on_stderr
from controller.engine.cards import Card
from controller.engine.faults import ConfigFault
from controller.history.events import as_event_rows
from controller.history.export import (
    ToldRound,
    as_json_lines,
    as_places,
    as_rack,
    as_wager_rows,
    told_rounds,
)
from controller.history.lines import printable
from controller.history.replay import as_replay
from controller.history.text import as_text
from controller.journal.codec import TableRecord
from controller.journal.reading import read_copy

_RANGE: Final = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9})?)?")
_EVENTS: Final = "csv-events"
_FORMATS: Final[Mapping[str, Callable[[Iterable[ToldRound]], Iterator[str]]]] = {
    "jsonl": as_json_lines,
    "csv": as_wager_rows,
    "text": as_text,
    "rack": as_rack,
    "replay": as_replay,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a .bb or .db file; days in order"
    )
    parser.add_argument(
        "--format",
        choices=(*_FORMATS, _EVENTS),
        default="text",
        help="text (default), jsonl: an object a round, csv: a line a wager, csv-events: a line an event, "
        "also of rounds that are not over and of what stands beside them, "
        "rack: the cards in the order of the discard rack, replay: a JSON object an event with what a value "
        "was before and after it",
    )
    parser.add_argument("--rounds", metavar="FROM[-TO]", help="only these rounds: 7, 7-9 or 7-")
    parser.add_argument(
        "--card", metavar="CARD", help="only where this card was turned up, the last place first"
    )
    parser.add_argument("--day", metavar="YYYY-MM-DD", help="only rounds of this gaming day")


def run(args: argparse.Namespace) -> int:
    """Print the rounds; give 0. Raise Damaged for a file that does not read, ConfigFault for a wrong word."""
    low, high = _range_of(args.rounds)
    records = chain.from_iterable(map(records_of, args.files))
    if args.format == _EVENTS and args.card is None:
        _write(as_event_rows(records, low, high, args.day))
        return 0
    numbers: list[int] = []
    rounds = (
        told
        for told in _noted(told_rounds(records), numbers)
        if low <= told.record.number <= high and args.day in (None, told.gaming_day)
    )
    lines = _FORMATS[args.format](rounds) if args.card is None else as_places(rounds, _card_of(args.card))
    _write(lines)
    if not any(low <= number <= high for number in numbers):
        over = f"rounds {min(numbers)} to {max(numbers)} are" if numbers else "no round is"
        say_on_stderr(f"{over} over in this record; --format csv-events tells what else happened")
    return 0


def _write(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(printable(line) + "\n")


def _noted(rounds: Iterable[ToldRound], numbers: list[int]) -> Iterator[ToldRound]:
    """Give the rounds, and keep their numbers."""
    for told in rounds:
        numbers.append(told.record.number)
        yield told


def records_of(path: Path) -> Iterator[TableRecord]:
    """Read one file; what is still open may be written to, so its last record is left out."""
    if not path.is_file():
        raise ConfigFault(file="command line", key="FILE", value=str(path), allowed="a .bb or .db file")
    if path.suffix != ".db":
        yield from read_copy(path)
        return
    with tempfile.TemporaryDirectory(prefix="dealer-assist-") as folder:
        copy = Path(folder) / path.name
        for ending in ("", "-wal"):
            source = path.with_name(path.name + ending)
            if source.exists():
                shutil.copyfile(source, copy.with_name(copy.name + ending))
        yield from read_copy(copy)


def _card_of(text: str) -> Card:
    try:
        return Card(text)
    except ValueError as fault:
        raise ConfigFault(
            file="command line", key="--card", value=text, allowed="a card such as 6d or Th"
        ) from fault


def _range_of(text: str | None) -> tuple[int, int]:
    """Read which rounds are wanted."""
    if text is None:
        return 0, sys.maxsize
    found = _RANGE.fullmatch(text)
    if found is None:
        raise ConfigFault(file="command line", key="--rounds", value=text, allowed="7, 7-9 or 7-")
    low = int(found[1])
    if "-" not in text:
        return low, low
    return low, int(found[2]) if found[2] else sys.maxsize
