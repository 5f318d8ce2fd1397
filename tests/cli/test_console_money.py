"""The console plays fees, shared banks, missing Plays, progressive and offers to all (G5.7, G8)."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import pytest

from tests.cli.money_scripts import (
    EVERY_HAND,
    FRIDAY,
    PIN,
    Line,
    every_hand,
    fees_and_shared_bank,
    progressive,
)
from tests.cli.script import as_text

TIMEOUT_S = 110
SCRIPTS: dict[str, tuple[str, Callable[[str], Iterable[Line]]]] = {
    "fees": (str(FRIDAY), lambda _: fees_and_shared_bank()),
    "progressive": ("house-progressive", progressive),
    "every_hand": (str(EVERY_HAND), lambda _: every_hand()),
}
LONG = ("progressive", "every_hand")
"""Played on request: a console plays in real time."""
FULL = pytest.mark.full
Written = list[dict[str, Any]]


def _start(rules: str, script: Callable[[str], Iterable[Line]]) -> "subprocess.Popen[str]":
    """Run the console over a script; the shift manager's new PIN is on its standard error."""
    command = [sys.executable, "-m", "controller.cli.main", "console", "--seed", "7"]
    process = subprocess.Popen(
        [*command, "--floor-pin", PIN, "--rules", rules],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    pins = re.findall(r"PIN (\d+)", process.stderr.readline())
    lines = [{"id": f"s{number}", **line} for number, line in enumerate(script(pins[1]), start=1)]
    assert process.stdin is not None
    process.stdin.write(as_text(lines))
    process.stdin.flush()
    return process


@cache
def played(name: str) -> Written:
    """Play one of the scripts, once."""
    with _start(*SCRIPTS[name]) as process:
        out, errors = process.communicate(timeout=TIMEOUT_S)
    assert 0 == process.returncode, errors
    return [json.loads(line) for line in out.splitlines()]


def last_view(written: Written) -> dict[str, Any]:
    """Give the last picture."""
    view: dict[str, Any] = [line["view"] for line in written if "view" in line][-1]
    return view


@pytest.mark.parametrize("name", ["fees", *(pytest.param(name, marks=FULL) for name in LONG)])
def test_every_line_of_a_money_script_is_accepted(name: str) -> None:
    """No command is refused, and no prompt that is waited for stays away (issue 3)."""
    assert [] == [line for line in played(name) if "refused" in line or "error" in line]


def test_fees_go_to_the_drop_less_what_was_waived() -> None:
    """1.00 of the player-dealer, three bettors at 1.00, two side wagers at 0.50, 0.60 let off (G8.6)."""
    books = last_view(played("fees"))["ledgers"]
    assert 100 + 3 * 100 + 2 * 50 - 60 == books["drop"]
    assert 0 == books["bettors"] + books["player_dealers"] + books["house_tray"] + books["drop"]


def test_each_contributor_s_result_is_in_the_picture() -> None:
    """Both layers, every part named, and their sum is what the bank won (G8.8)."""
    view = last_view(played("fees"))
    layers = view["bank"]["layers"]
    assert ["seat-1", "anna", "backer"] == [one["contributor"] for layer in layers for one in layer["shares"]]
    shared = sum(one["cents"] for layer in layers for one in layer["shares"])
    assert view["last_result"]["net"] == shared


@FULL
def test_the_meter_grows_by_its_share_of_the_stake() -> None:
    """20,000.00 by two persons, then 30 % of 1.00 (G5.7)."""
    view = last_view(played("progressive"))
    assert (100, 2_000_030) == (view["progressive"]["stake"], view["progressive"]["meter"])


@FULL
def test_every_answer_to_the_offer_is_in_the_log_and_the_clock_runs() -> None:
    """Away, declined twice, then accepted; forty minutes from the first dealt round (G8.1, G8.3)."""
    written = played("every_hand")
    (log,) = [line["log"] for line in written if "log" in line]
    assert [(6, "absent"), (1, "declined"), (4, "declined"), (4, "accepted")] == [
        (one["seat"], one["word"]) for one in log
    ]
    clocks = {line["view"]["rotation"]["minutes_left"] for line in written if "view" in line}
    assert 40 in clocks
    assert "offered" in last_view(written)["rotation"]["notice"]
