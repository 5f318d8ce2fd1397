"""Every script that CONSOLE.md prints plays as it stands there (issue 3)."""

import json
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from controller.cli import console_json

DOCUMENT = Path(console_json.__file__).with_name("CONSOLE.md")
ROOT = DOCUMENT.parents[2]
TIMEOUT_S = 90
TEXT = DOCUMENT.read_text("utf-8")
FENCES = re.findall(r"^```(?:json)?\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
COMMANDS = re.findall(r"`dealer-assist console( [^`]+)`:\n\n```", TEXT)


def start(arguments: str, script: str) -> "subprocess.Popen[str]":
    """Run the console with the document's own words over the document's own lines."""
    process = subprocess.Popen(
        [sys.executable, "-m", "controller.cli.main", "console", *shlex.split(arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert process.stdin is not None
    process.stdin.write(script)
    process.stdin.flush()
    return process


@cache
def played() -> list[list[dict[str, Any]]]:
    """Play all of them beside each other, since a console plays in real time."""
    running = [start(command, script) for command, script in zip(COMMANDS, FENCES, strict=True)]
    written = []
    for process in running:
        with process:
            out, errors = process.communicate(timeout=TIMEOUT_S)
        assert 0 == process.returncode, errors
        written.append([json.loads(line) for line in out.splitlines()])
    return written


def test_each_fence_is_a_script_with_its_command() -> None:
    """No example stands there that this test would not play."""
    assert 3 == len(FENCES) == len(COMMANDS)
    assert all("--floor-pin" in command for command in COMMANDS)


@pytest.mark.parametrize("number", range(len(FENCES)))
def test_a_printed_script_is_taken_line_by_line(number: int) -> None:
    """Each line is accepted or, for a preview, answered with an effect that refuses nothing."""
    asked = [json.loads(line)["id"] for line in FENCES[number].splitlines()]
    answers = [line for line in played()[number] if line.keys() & {"accepted", "refused", "effect"}]
    assert asked == [line.get("accepted") or line.get("of") or line.get("refused") for line in answers]
    assert [] == [line for line in answers if "refused" in line or line.get("effect", {}).get("refused")]


def test_the_fee_script_takes_what_is_left_of_the_fees() -> None:
    """100 for the bettor less 50 waived, 50 for the Trips, 100 for the player-dealer (G8.6)."""
    number = next(place for place, command in enumerate(COMMANDS) if "friday-fees" in command)
    views = [line["view"] for line in played()[number] if "view" in line]
    assert 200 == views[-1]["ledgers"]["drop"]
