"""Field cases of form: strict numbers, misspelt settings, values a log cannot hold (group 7)."""

import io
import json
from decimal import Decimal
from enum import Enum
from importlib.resources import files
from pathlib import Path

import pytest
import structlog
from PySide6.QtCore import QObject

from controller.cli.console_json import AskLine, LineRefused, read_line
from controller.engine.commands import PlaceWager
from controller.engine.faults import ConfigFault
from controller.logs import start_logs
from controller.rulesets.load import load_ruleset

LINE = '{"id":"c1","command":"place_wager","seat":2,"bettor":0,"ante":%s,"blind":1000,"trips":0,"bad_beat":0}'


def test_a_whole_number_of_cents_is_an_amount() -> None:
    """JR13: the one form of an amount is taken."""
    line = read_line(LINE % "1000", 1)
    assert isinstance(line, AskLine)
    assert isinstance(line.command, PlaceWager)
    assert 1_000 == line.command.ante


@pytest.mark.parametrize("ante", ["true", '"1000"', "1000.0", "1e3", "null", "NaN", "[1000]"])
def test_nothing_else_is_an_amount(ante: str) -> None:
    """JR13: a boolean, a text, a fraction, no number: each is refused before anything is decided."""
    with pytest.raises(LineRefused):
        read_line(LINE % ante, 1)


def test_a_misspelt_rule_stops_the_start_by_its_name(tmp_path: Path) -> None:
    """JR15: a key that nobody reads would have no effect; the start names it instead."""
    text = files("controller.rulesets").joinpath("california-bad-beat.toml").read_text(encoding="utf-8")
    house = tmp_path / "house.toml"
    house.write_text(text.replace("trips_on_fold =", "trips_on_flod ="), encoding="utf-8")
    with pytest.raises(ConfigFault) as caught:
        load_ruleset(str(house))
    assert "trips_on_flod" in caught.value.key


class Word(Enum):
    """Stand for any closed list of words."""

    ONE = "one"


@pytest.mark.parametrize(
    "value", [b"\xff", {1, 2}, Decimal("1.5"), Word.ONE, QObject()], ids=lambda value: type(value).__name__
)
@pytest.mark.logs("odd_value")
def test_a_value_that_is_no_json_loses_no_line(value: object) -> None:
    """JR18: the line is there, with the error it came with, and the program goes on."""
    sink = io.StringIO()
    run = start_logs(sink)
    logger = structlog.stdlib.get_logger("controller.probe")
    logger.warning("odd_value", reason=value, exc_info=ValueError(value))
    run.stop()
    (line,) = [json.loads(one) for one in sink.getvalue().splitlines()]
    assert ("odd_value", 0) == (line["event"], run.dropped)
