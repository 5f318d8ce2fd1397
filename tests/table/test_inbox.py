"""The queue into the table thread: bounded lane by lane, first come first served (ARCHITECTURE 4)."""

import threading

from controller.engine.actors import Role
from controller.engine.commands import CallFloor
from controller.engine.ids import CommandId
from controller.table.envelope import Envelope
from controller.table.inbox import ENVELOPE_SLOTS, REPORT_SLOTS, Closed, Inbox
from drivers.events import DeviceReport, OneWayLossEnded


def _report(number: int = 0) -> DeviceReport:
    return DeviceReport(device="shoe", serial="SE-1", epoch=1, number=number, event=OneWayLossEnded())


def _envelope(name: str, source: str = "ui") -> Envelope:
    return Envelope(
        command_id=CommandId(name),
        token=None,
        command=CallFloor(),
        actor="dealer:1",
        role=Role.DEALER,
        source=source,
    )


def test_what_came_first_is_handled_first_whatever_its_lane() -> None:
    """A tap and a card keep the order they came in (ARCHITECTURE 4)."""
    inbox = Inbox()
    items: list[DeviceReport | Envelope] = [_report(1), _envelope("a"), _report(2)]
    for item in items:
        assert inbox.submit(item) if isinstance(item, Envelope) else inbox.put(item)
    assert items == [inbox.get(0.0) for _ in items]


def test_reports_have_256_slots() -> None:
    """The 257th report finds no slot and its port is told so (ARCHITECTURE 4)."""
    inbox = Inbox()
    assert [True] * REPORT_SLOTS == [inbox.put(_report(n)) for n in range(REPORT_SLOTS)]
    assert not inbox.put(_report(999))
    inbox.get(0.0)
    assert inbox.put(_report(999))


def test_each_front_end_has_16_slots_of_its_own() -> None:
    """A full lane of the console takes no tap away from the touchscreen (ARCHITECTURE 4)."""
    inbox = Inbox()
    filled = [inbox.submit(_envelope(f"c{n}", "console")) for n in range(ENVELOPE_SLOTS + 1)]
    assert [True] * ENVELOPE_SLOTS + [False] == filled
    assert inbox.submit(_envelope("tap", "ui"))


def test_a_port_may_wait_for_a_slot() -> None:
    """A report that waits goes in as soon as the table takes one out (ARCHITECTURE 4)."""
    inbox = Inbox(report_slots=1)
    inbox.put(_report(1))
    accepted: list[bool] = []
    waiter = threading.Thread(target=lambda: accepted.append(inbox.put(_report(2), timeout_s=10.0)))
    waiter.start()
    first = inbox.get(1.0)
    waiter.join(10.0)
    assert (_report(1), [True], _report(2)) == (first, accepted, inbox.get(1.0))


def test_nothing_gives_none_after_the_wait() -> None:
    """The table wakes up for its deadline although nobody asked for anything."""
    assert Inbox().get(0.0) is None


def test_a_closed_inbox_hands_out_what_waits_and_then_says_closed() -> None:
    """What was accepted before the stop is still handled (ARCHITECTURE 4, stop)."""
    inbox = Inbox()
    inbox.put(_report(1))
    inbox.close()
    inbox.close()
    assert not inbox.put(_report(2))
    assert not inbox.submit(_envelope("late"))
    assert [_report(1), Closed.CLOSED, Closed.CLOSED] == [inbox.get(0.0) for _ in range(3)]


def test_closing_wakes_whoever_waits() -> None:
    """A stop is not delayed by an idle table."""
    inbox = Inbox()
    seen: list[object] = []
    waiter = threading.Thread(target=lambda: seen.append(inbox.get(10.0)))
    waiter.start()
    inbox.close()
    waiter.join(10.0)
    assert [Closed.CLOSED] == seen
