"""`dealer-assist console` plays a whole round from a script, twice alike (issue 2)."""

import dataclasses
import json
import secrets
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import pytest

from controller.engine.device_events import (
    DeckAnnounced,
    DeckChecked,
    DeckLoaded,
    DeckMadeReady,
    DeckRemoved,
    DeviceOrderIssued,
    OrderAnswered,
    TrayChanged,
)
from controller.engine.events import CardDealt, DecksSwapped, Event, RoundSettled
from controller.journal.journal import Journal
from controller.journal.places import JournalConfig
from controller.table.clock import SystemClock
from tests.cli.script import PIN, as_text, round_script

TIMEOUT_S = 90
LEAST_IN_ORDER = 5
MASKED = frozenset(
    {
        "t_ms",
        "boot_id",
        "op_id",
        "asked_op_id",
        "due_us",
        "reads_due_us",
        "salt",
        "shuffler_op_id",
        "shoe_op_id",
    }
)
OF_THE_SHUFFLER = (DeckAnnounced, DeckChecked, DeckLoaded, DeckMadeReady, DeckRemoved, TrayChanged)


def _start(journal: Path, dealing: str) -> "subprocess.Popen[str]":
    """Run the console as a process over the script."""
    script = journal.with_suffix(".jsonl")
    script.write_text(as_text(round_script()), encoding="utf-8")
    command = [sys.executable, "-m", "controller.cli.main", "console", "--seed", "7"]
    options = ["--journal", str(journal), "--floor-pin", PIN, "--dealing", dealing]
    with script.open("rb") as source:
        return subprocess.Popen(
            [*command, *options],
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def _finish(process: "subprocess.Popen[str]") -> list[dict[str, object]]:
    """Wait for a console and give what it wrote."""
    with process:
        out, errors = process.communicate(timeout=TIMEOUT_S)
    assert 0 == process.returncode, errors
    return [json.loads(line) for line in out.splitlines()]


def _events(journal: Path) -> list[Event]:
    """Read the events of the round from the record, up to the swap of decks."""
    config = JournalConfig.at_file(journal, table_id="DEMO", gaming_day="2026-12-01")
    record, stream, _ = Journal.open(config, SystemClock().now, entropy=secrets.token_bytes)
    events = [event for one in stream for event in one.content.events]
    record.close()
    end = next(n for n, event in enumerate(events) if isinstance(event, DecksSwapped))
    return events[: end + 1]


def _order_of(event: Event) -> str:
    """Say in whose order an event stands: a device's reports, the orders to it, or the table's own."""
    if isinstance(event, CardDealt):
        return "shoe"
    if isinstance(event, OF_THE_SHUFFLER):
        return "shuffler"
    device = getattr(event, "device", None)
    if device is None:
        return "table"
    return f"orders to the {device}" if isinstance(event, DeviceOrderIssued | OrderAnswered) else str(device)


def _masked(value: object) -> object:
    """Give a value without times, ids and random bytes."""
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value):
        fields = ((one.name, getattr(value, one.name)) for one in dataclasses.fields(value))
        return {name: "masked" if name in MASKED else _masked(inner) for name, inner in fields}
    if isinstance(value, tuple | list):
        return [_masked(inner) for inner in value]
    return value


def _by_order(events: list[Event]) -> dict[str, list[str]]:
    """Give the events of each order as bytes; between two devices there is no order (CDP1 4)."""
    split: dict[str, list[str]] = {}
    for event in events:
        split.setdefault(_order_of(event), []).append(json.dumps(_masked(event), sort_keys=True))
    return split


def _refusals(written: list[dict[str, object]]) -> Iterator[dict[str, object]]:
    return (line for line in written if "refused" in line)


@pytest.mark.parametrize("dealing", ["stacks", "shoe"])
def test_a_seven_player_round_from_a_script_goes_the_same_way_twice(dealing: str, tmp_path: Path) -> None:
    """Every line is accepted; both runs leave equal events, each device's in its own order (issue 2)."""
    journals = [tmp_path / name / "table.db" for name in ("first", "second")]
    for journal in journals:
        journal.parent.mkdir()
    processes = [_start(journal, dealing) for journal in journals]
    for written in [_finish(process) for process in processes]:
        assert [] == list(_refusals(written))
        accepted = [line["accepted"] for line in written if "accepted" in line]
        assert [line["id"] for line in round_script()] == accepted
    runs = [_events(journal) for journal in journals]
    first, second = (_by_order(events) for events in runs)
    assert {"table", "shuffler", "shoe"} < set(first)
    assert set(first) == set(second)
    assert first["table"] == second["table"]
    for order, events in first.items():
        # The swap cuts a device's events where it happened to be: one list is the other's beginning.
        common = min(len(events), len(second[order]))
        assert events[:common] == second[order][:common]
        assert common > LEAST_IN_ORDER
    assert 1 == sum(isinstance(event, RoundSettled) for event in runs[0])


def test_the_console_loads_no_qt(tmp_path: Path) -> None:
    """The program that a cage runs without a screen has no Qt in it (issue 2)."""
    program = (
        "import sys\nfrom controller.cli.main import main\n"
        f"sys.argv = ['dealer-assist', 'console', '--journal', {str(tmp_path / 'table.db')!r}]\n"
        "code = main()\n"
        "assert not [name for name in sys.modules if name.startswith('PySide6')]\n"
        "sys.exit(code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input="not json\n",
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert 0 == done.returncode, done.stderr
    assert '"line":1' in done.stdout
