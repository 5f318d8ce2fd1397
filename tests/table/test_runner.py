"""The table thread: start, deadlines, heartbeat, last words (ARCHITECTURE 4)."""

import threading

import pytest

from controller.engine.actors import Role
from controller.engine.commands import CallFloor
from controller.engine.ids import CommandId
from controller.table.clock import ManualClock, SystemClock
from controller.table.envelope import Envelope
from controller.table.inbox import Inbox, InboxItem
from controller.table.runner import TableThread

WAIT_S = 10.0

pytestmark = pytest.mark.logs("table_priority_refused")


class _Table:
    """Be a table that only notes what it was told."""

    def __init__(self, clock: ManualClock, deadline_us: int | None = None) -> None:
        self.calls: list[str] = []
        self.deadline_us = deadline_us
        self.fails_at: str | None = None
        self.published = threading.Semaphore(0)
        self.is_closed = False
        self._clock = clock

    def handle(self, item: InboxItem) -> None:
        self._note(f"handle {item.command_id}" if isinstance(item, Envelope) else "report")

    def pass_time(self) -> None:
        self.deadline_us = None
        self._note("pass_time")

    def next_deadline_us(self) -> int | None:
        return self.deadline_us

    def publish(self) -> None:
        self._note("publish")
        self.published.release()

    def last_words(self, reason: str) -> None:
        self._note(f"last words: {reason}")

    def close(self) -> None:
        self.is_closed = True

    def _note(self, call: str) -> None:
        if call == self.fails_at:
            raise RuntimeError("the disk is gone")
        self.calls.append(call)


def _envelope(name: str) -> Envelope:
    return Envelope(
        command_id=CommandId(name),
        token=None,
        command=CallFloor(),
        actor="dealer:1",
        role=Role.DEALER,
        source="ui",
    )


def _thread(table: _Table, inbox: Inbox, clock: ManualClock, faults: list[str]) -> TableThread:
    return TableThread(boot=lambda: table, inbox=inbox, clock=clock, on_fault=faults.append)


def test_what_waits_at_a_stop_is_handled_and_the_record_closed() -> None:
    """The table drains its inbox before it closes the record (ARCHITECTURE 4, stop)."""
    clock, inbox, faults = ManualClock(), Inbox(), list[str]()
    table = _Table(clock)
    inbox.submit(_envelope("a"))
    inbox.submit(_envelope("b"))
    thread = _thread(table, inbox, clock, faults)
    thread.start()
    assert thread.wait_ready(WAIT_S)
    assert thread.stop(WAIT_S)
    assert ["publish", "handle a", "handle b"] == table.calls
    assert table.is_closed
    assert [] == faults


def test_a_due_deadline_passes_time() -> None:
    """A deadline becomes a command of the state, never a thread's own act (ARCHITECTURE 4)."""
    clock, inbox = ManualClock(), Inbox()
    table = _Table(clock, deadline_us=clock.now().boot_us)
    inbox.submit(_envelope("a"))
    thread = _thread(table, inbox, clock, [])
    thread.start()
    assert thread.stop(WAIT_S)
    assert ["publish", "handle a", "pass_time"] == table.calls


def test_an_idle_table_publishes_once_a_second() -> None:
    """The screen knows from it that the table is alive (ARCHITECTURE 4)."""
    table = _Table(ManualClock())
    thread = TableThread(boot=lambda: table, inbox=Inbox(), clock=SystemClock(), on_fault=lambda _: None)
    thread.start()
    seen = [table.published.acquire(timeout=WAIT_S) for _ in range(2)]
    thread.stop(WAIT_S)
    assert [True, True] == seen


@pytest.mark.logs("table_stopped", "table_priority_refused")
def test_a_dying_table_says_why_and_takes_nothing_more() -> None:
    """The last publication carries the fault; the door is shut (ARCHITECTURE 4)."""
    clock, inbox, faults = ManualClock(), Inbox(), list[str]()
    table = _Table(clock)
    table.fails_at = "handle a"
    inbox.submit(_envelope("a"))
    thread = _thread(table, inbox, clock, faults)
    thread.start()
    assert thread.stop(WAIT_S)
    assert ["publish", "last words: RuntimeError: the disk is gone"] == table.calls
    assert ["RuntimeError: the disk is gone"] == faults
    assert not inbox.submit(_envelope("late"))
    assert isinstance(thread.fault, RuntimeError)
    assert not table.is_closed


@pytest.mark.logs("table_stopped", "table_priority_refused")
def test_a_start_that_fails_is_not_ready() -> None:
    """No port is opened after a recovery that did not come to its end (ARCHITECTURE 4, start)."""
    faults: list[str] = []

    def boot() -> _Table:
        raise OSError("no disk")

    thread = TableThread(boot=boot, inbox=Inbox(), clock=ManualClock(), on_fault=faults.append)
    thread.start()
    assert not thread.wait_ready(WAIT_S)
    assert thread.stop(WAIT_S)
    assert ["OSError: no disk"] == faults


def test_a_thread_never_started_stops_at_once() -> None:
    """A program that fails before its start ends in order."""
    clock = ManualClock()
    assert _thread(_Table(clock), Inbox(), clock, []).stop(WAIT_S)


@pytest.mark.parametrize("count", [1, 3])
def test_the_thread_is_gone_after_a_stop(count: int) -> None:
    """No thread outlives its table."""
    clock = ManualClock()
    for _ in range(count):
        thread = _thread(_Table(clock), Inbox(), clock, [])
        thread.start()
        thread.stop(WAIT_S)
    assert [] == [one.name for one in threading.enumerate() if one.name == "table"]
