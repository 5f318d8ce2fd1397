"""The demo's table with real threads: cards travel over pyserial and usb.core, cables come out (issue 2)."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from controller.cli.demo_report import check_record
from controller.cli.running import RunningTable
from controller.engine.faults import ConfigFault
from controller.engine.ids import DeviceName
from controller.engine.prompt import PromptCode
from controller.engine.view_types import TableView
from controller.rulesets.load import load_ruleset
from tests.cli.live import LiveTable, live_table

ONE_SECOND = 1.0
STOPS = {PromptCode.HOLD, PromptCode.WAIT_FOR_DEVICE}

pytestmark = pytest.mark.logs("table_priority_refused")


@contextmanager
def _running(folder: Path, dealing: str) -> Iterator[LiveTable]:
    table = live_table(folder, dealing=dealing)
    table.demo.start()
    try:
        yield table
    finally:
        table.demo.stop()


def _half_a_stack(view: TableView) -> bool:
    """Tell whether one card of a stack was read and its fellow was not."""
    cards = sum(len(seat.cards) for seat in view.seats)
    return view.prompt.code is PromptCode.DEAL_STACK and cards % 2 == 1


def _round_is_over(view: TableView) -> bool:
    return view.last_result is not None and view.round != view.last_result.round


@pytest.mark.parametrize(
    ("dealing", "device"),
    [("stacks", "shuffler"), ("stacks", "shoe"), ("shoe", "shoe")],
)
def test_a_pulled_cable_holds_the_table_within_a_second(
    dealing: str, device: DeviceName, tmp_path: Path
) -> None:
    """Cut in the middle of a stack: held within 1 s, resumed after the replug, no card lost (issue 2)."""
    with _running(tmp_path, dealing) as table:
        table.deal_until(_half_a_stack)
        table.demo.simulation.unplug(device)
        held_s = table.watch_until(lambda view: view.prompt.code in STOPS)
        table.demo.simulation.plug(device)
        table.deal_until(_round_is_over)
        assert table.view is not None
        result = table.view.last_result
    assert held_s <= ONE_SECOND
    assert result is not None
    assert not result.is_void
    checked = check_record(table.demo.config, table.demo.journal, [result])
    assert () == checked.complaints
    assert [False] == [one.void_reason != "" for one in checked.rounds]


def test_frames_travel_over_both_wires_and_are_traced_without_payload(tmp_path: Path) -> None:
    """A trace shows kind, number, type and length of every frame, never what a card is (issue 2)."""
    with _running(tmp_path, "stacks") as table:
        table.deal_until(lambda view: view.prompt.code is PromptCode.ASK_PREFLOP)
    cards = [line for line in table.lines if " CARD " in line]
    stacks = [line for line in table.lines if " DISPENSE " in line]
    assert len(cards) >= 16
    assert len(stacks) >= 8
    assert {"shoe"} == {line.split()[1] for line in cards}
    assert {"shuffler"} == {line.split()[1] for line in stacks}
    assert {"19"} == {line.split()[6] for line in cards}


def test_no_thread_outlives_the_table(tmp_path: Path) -> None:
    """Ports, table and devices end in order, and none is left (ARCHITECTURE 4)."""
    before = {thread.name for thread in threading.enumerate()}
    with _running(tmp_path, "stacks") as table:
        table.deal_until(lambda view: view.prompt.code is PromptCode.TAKE_WAGERS)
        running = {thread.name for thread in threading.enumerate()} - before
    assert {"table", "port-shuffler", "port-shoe", "sim"} <= running
    assert before == {thread.name for thread in threading.enumerate()}


@pytest.mark.logs("table_stopped", "table_priority_refused")
def test_a_second_program_on_one_record_is_refused(tmp_path: Path) -> None:
    """Only one may write a table's record (DURABILITY 3.1)."""
    with _running(tmp_path, "stacks") as table:
        setting = table.demo.running._setting
        second = RunningTable(setting, publish=lambda _: None, on_fault=lambda _: None)
        with pytest.raises(Exception, match="held by another process"):
            second.start()


@pytest.mark.logs("table_stopped", "table_priority_refused")
def test_a_round_is_not_gone_on_with_under_other_rules(tmp_path: Path) -> None:
    """Stopped with cards out, the table starts again only under the rules of that round (G7.1, ST38)."""
    with _running(tmp_path, "stacks") as table:
        table.deal_until(lambda view: view.prompt.code is PromptCode.ASK_PREFLOP)
        setting = table.demo.running._setting
    other = replace(setting, ruleset=load_ruleset("gega-004210"))
    second = RunningTable(other, publish=lambda _: None, on_fault=lambda _: None)
    with pytest.raises(ConfigFault, match="until the table is closed"):
        second.start()
    second.stop()
