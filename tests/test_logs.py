"""The log: it never blocks, never raises, and never shows a card (DURABILITY 12)."""

import contextlib
import io
import json
import logging
import os
import threading
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, TextIO

import pytest
import structlog

from controller.engine.cards import Card, Exposed, Hidden
from controller.engine.faults import InvariantFault
from controller.logs import LONGEST_TEXT, LogRun, start_logs

Lines = list[dict[str, Any]]
pytestmark = pytest.mark.logs("link_lost", "loud", "failed")
LOG = structlog.stdlib.get_logger("controller.test")


class Sink(io.StringIO):
    """Take lines and give them back parsed."""

    def lines(self) -> Lines:
        """Give every line as what it says."""
        return [json.loads(line) for line in self.getvalue().splitlines()]


class Gate(Sink):
    """Hold every write until opened, as a pipe does whose reader has stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = threading.Event()
        self.waiting = threading.Event()

    def write(self, text: str) -> int:
        """Wait for the gate, then take the text."""
        self.waiting.set()
        self.opened.wait(10)
        return super().write(text)


class Broken(Sink):
    """Refuse every write, as a pipe does whose reader is gone."""

    def write(self, _text: str) -> int:
        """Fail as the system does."""
        raise BrokenPipeError


@pytest.fixture
def runs() -> Iterator[Callable[..., LogRun]]:
    """Start logs that are stopped when the test is over."""
    started: list[LogRun] = []

    def start(sink: TextIO, **options: Any) -> LogRun:  # noqa: ANN401 - passed on as they are
        started.append(start_logs(sink, **options))
        return started[-1]

    yield start
    for run in started:
        run.stop()


def _logged(*values: object, **fields: object) -> tuple[Lines, LogRun]:
    """Log one event with these fields and give what was written."""
    sink = Sink()
    run = start_logs(sink)
    LOG.info("probe", *values, **fields)
    run.stop()
    return sink.lines(), run


def test_line_holds_time_level_logger_event_and_fields() -> None:
    """A line says when, how grave, where from, what, and the values of that one message."""
    (line,), run = _logged(round=7, seq=812, path=Path("/x"))

    assert ("info", "controller.test", "probe") == (line["level"], line["logger"], line["event"])
    assert (7, 812, "/x") == (line["round"], line["seq"], line["path"])
    assert line["utc"].endswith("+00:00")
    assert (0, 0) == (run.dropped, run.withheld)


def test_drivers_write_into_the_same_sink(runs: Callable[..., LogRun]) -> None:
    """The standard library's loggers lead to the same lines, `extra` as their fields."""
    sink = Sink()
    run = runs(sink)

    logging.getLogger("drivers.port").warning("link_lost", extra={"address": "serial:/dev/ttyUSB0"})
    run.stop()

    assert [("link_lost", "serial:/dev/ttyUSB0")] == [(one["event"], one["address"]) for one in sink.lines()]


@pytest.mark.parametrize(
    "value",
    [
        Card.HA,
        Hidden(ordinal=3, card=Card.HA, salt=bytes(16)),
        Exposed(ordinal=3, card=Card.HA, salt=bytes(16)),
        (Card.HA, Card.DK),
        [Hidden(ordinal=3)],
        ((1, Card.HA),),
    ],
)
def test_card_is_withheld_and_counted(value: object) -> None:
    """No card passes under any key, alone or in a list (DURABILITY 7.5)."""
    (line,), run = _logged(state=value, seat=3)

    assert "state" not in line
    assert (3, 1) == (line["seat"], line["withheld"])
    assert 1 == run.withheld


def test_unknown_key_is_left_out_and_counted() -> None:
    """Only keys of the list pass: a PIN under a new name does not reach the log."""
    (line,), run = _logged(pin="123456", badge="B-7", seat=3)

    assert {"utc", "level", "logger", "event", "seat", "withheld"} == set(line)
    assert 2 == run.withheld


class Colour(StrEnum):
    """Stand for any closed list of words."""

    RED = "red"


class Unprintable:
    """Raise whenever somebody wants to see it."""

    def __repr__(self) -> str:
        raise RuntimeError

    __str__ = __repr__


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Unprintable(), "Unprintable"),
        (object(), "object"),
        ({"a": 1}, "dict"),
        (b"\x00", "bytes"),
        (Colour.RED, "red"),
        ("x" * (LONGEST_TEXT + 1), "x" * LONGEST_TEXT),
        ("\ud800", "?"),
        ((1, None, True), [1, None, True]),
    ],
)
def test_what_json_cannot_hold_becomes_the_name_of_its_type(value: object, written: object) -> None:
    """Logging never raises because of a value, nor writes more of it than a line can bear."""
    (line,), run = _logged(reason=value)

    assert written == line["reason"]
    assert 0 == run.dropped


def test_event_that_is_a_sentence_is_not_written() -> None:
    """An event is a name; a sentence could carry anything, so it is not shown."""
    sink = Sink()
    run = start_logs(sink)
    LOG.info("card Ah at seat 3")
    run.stop()

    assert ["unnamed_event"] == [line["event"] for line in sink.lines()]


def test_text_of_other_libraries_comes_without_its_arguments() -> None:
    """Another library's message is kept as its template."""
    sink = Sink()
    run = start_logs(sink)
    logging.getLogger("elsewhere").info("got %s", Card.HA)
    run.stop()

    assert ["got %s"] == [line["event"] for line in sink.lines()]


def _raised(error: Exception) -> dict[str, Any]:
    """Log an exception that was raised, and give the line."""

    def fail() -> None:
        raise error

    sink = Sink()
    run = start_logs(sink)
    try:
        fail()
    except Exception:
        LOG.exception("failed", seq=1)
    run.stop()
    return sink.lines()[0]


def test_exception_of_ours_is_told_with_type_place_and_text() -> None:
    """A fault's own sentence is made without cards, so it may be read."""
    line = _raised(InvariantFault("V7", "two prompts"))

    assert ("error", "InvariantFault") == (line["level"], line["error"])
    assert "invariant V7 does not hold: two prompts" == line["reason"]
    assert line["where"][-1].startswith("test_logs.py:")


def test_exception_of_others_is_told_without_its_text() -> None:
    """Any other exception's text may quote what it choked on."""
    line = _raised(ValueError("bad card Ah"))

    assert "ValueError" == line["error"]
    assert "Ah" not in json.dumps({key: value for key, value in line.items() if key != "where"})


def test_weight_below_the_level_is_not_written() -> None:
    """The table file's `log.level` is the least weight that is written."""
    sink = Sink()
    run = start_logs(sink, level="warning")
    LOG.info("quiet")
    LOG.warning("loud")
    run.stop()

    assert ["loud"] == [line["event"] for line in sink.lines()]


def test_blocked_sink_never_delays_who_logs(runs: Callable[..., LogRun]) -> None:
    """With a sink that hangs, logging goes on at once; what does not fit is dropped, counted and told."""
    sink = Gate()
    run = runs(sink, capacity=10)
    LOG.info("first")
    assert sink.waiting.wait(5)

    for number in range(100):
        LOG.info("more", number=number)
    assert 90 == run.dropped
    sink.opened.set()
    run.stop()

    lines = sink.lines()
    assert 90 == sum(line["count"] for line in lines if line["event"] == "log_lines_dropped")
    assert [*range(10)] == [line["number"] for line in lines if line["event"] == "more"]


def test_blocked_pipe_never_delays_who_logs(runs: Callable[..., LogRun]) -> None:
    """The same over a real pipe that nobody reads: thousands of lines, no wait."""
    reader, writer = os.pipe()
    sink = os.fdopen(writer, "w", encoding="utf-8")
    run = runs(sink, capacity=100)

    for number in range(5_000):
        LOG.info("more", number=number, reason="x" * 100)

    assert run.dropped > 0
    os.close(reader)
    run.stop()
    with contextlib.suppress(BrokenPipeError):  # what the pipe never took is still in the stream's buffer
        sink.close()


def test_sink_that_refuses_costs_lines_only(runs: Callable[..., LogRun]) -> None:
    """A reader that went away is counted, and nothing is raised."""
    run = runs(Broken())

    LOG.info("probe")
    run.stop()

    assert run.dropped >= 1


def test_value_that_breaks_the_rendering_costs_its_line_only() -> None:
    """Even a record that is broken itself cannot make logging raise."""
    sink = Sink()
    run = start_logs(sink)
    logging.getLogger("controller.test").handle(
        logging.makeLogRecord({"levelno": logging.INFO, "created": "never"})
    )
    LOG.info("after")
    run.stop()

    assert ["after"] == [line["event"] for line in sink.lines() if line["event"] == "after"]
    assert 1 == run.dropped


def test_stop_gives_the_loggers_back() -> None:
    """After the stop nothing of the log is left on the root logger."""
    before = (list(logging.root.handlers), logging.root.level)

    start_logs(Sink()).stop()

    assert before == (logging.root.handlers, logging.root.level)
