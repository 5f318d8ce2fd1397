"""The table thread: the single writer of state and record (ARCHITECTURE 4).

Order of a start: `boot` opens the record, replays it and journals the start; `is_ready` is set; only then may
ports be opened. Order of a stop: ports first, then `stop`, which closes the inbox, lets the thread handle
what waits, close the record, and joins it. A thread that dies says why: `fault` and a last publication.
"""

import os
import threading
from collections.abc import Callable
from typing import Final, Protocol

import structlog

from controller.engine.faults import told
from controller.table.clock import Clock
from controller.table.inbox import Closed, Inbox, InboxItem

HEARTBEAT_US: Final = 1_000_000
"""The table publishes at least so often, in microseconds (ARCHITECTURE 4)."""

TABLE_NICENESS: Final = -15
JOIN_TIMEOUT_S: Final = 10.0

_SECOND_US: Final = 1_000_000

log = structlog.stdlib.get_logger(__name__)


class Handler(Protocol):
    """Be what the thread drives: the table."""

    def handle(self, item: InboxItem) -> None:
        """Carry one request through to its end."""

    def pass_time(self) -> None:
        """Tell the state that a deadline is due."""

    def next_deadline_us(self) -> int | None:
        """Give the boot time of the next deadline in microseconds, None while there is none."""

    def publish(self) -> None:
        """Publish the present picture."""

    def last_words(self, reason: str) -> None:
        """Publish the present picture with the reason why it is the last."""

    def close(self) -> None:
        """Close the record in order."""


class TableThread:
    """Run the table in a thread of its own.

    `start` and `stop` belong to the thread that composed the program. `boot` runs on the table thread, since
    whatever opens the record also uses and closes it there; `on_fault` is called there too, once, at the end.
    """

    def __init__(
        self, *, boot: Callable[[], Handler], inbox: Inbox, clock: Clock, on_fault: Callable[[str], None]
    ) -> None:
        self._boot = boot
        self._inbox = inbox
        self._clock = clock
        self._on_fault = on_fault
        self._thread = threading.Thread(target=self._run, name="table", daemon=False)
        self._ready = threading.Event()
        self._published_us = 0
        self.fault: BaseException | None = None

    def start(self) -> None:
        """Start the thread; it begins with recovery."""
        self._thread.start()

    def wait_ready(self, timeout_s: float) -> bool:
        """Wait until recovery is over; False if the thread died before, or after `timeout_s`."""
        self._ready.wait(timeout_s)
        return self._ready.is_set() and self.fault is None

    @property
    def is_alive(self) -> bool:
        """Tell whether the thread runs."""
        return self._thread.is_alive()

    def stop(self, timeout_s: float = JOIN_TIMEOUT_S) -> bool:
        """Let the thread finish what waits and end; tell whether it did."""
        self._inbox.close()
        if self._thread.ident is not None:
            self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        """Live from recovery to the last words."""
        raise_priority()
        table: Handler | None = None
        try:
            table = self._boot()
            self._ready.set()
            self._serve(table)
            table.close()
        except BaseException as error:  # noqa: BLE001 - whatever it is, the table must say that it stopped
            self._die(table, error)
        finally:
            self._ready.set()

    def _serve(self, table: Handler) -> None:
        """Handle requests until the inbox is closed and empty."""
        self._publish(table)
        while True:
            item = self._inbox.get(self._wait_s(table))
            if item is Closed.CLOSED:
                return
            if item is not None:
                table.handle(item)
                self._published_us = self._clock.now().boot_us
            self._look_at_the_clock(table)

    def _look_at_the_clock(self, table: Handler) -> None:
        """Let a due deadline pass, and keep the heartbeat."""
        now_us = self._clock.now().boot_us
        deadline_us = table.next_deadline_us()
        if deadline_us is not None and deadline_us <= now_us:
            table.pass_time()
            self._published_us = now_us
        elif now_us - self._published_us >= HEARTBEAT_US:
            self._publish(table)

    def _publish(self, table: Handler) -> None:
        table.publish()
        self._published_us = self._clock.now().boot_us

    def _wait_s(self, table: Handler) -> float:
        """Give how long to wait for a request: until the heartbeat or the next deadline."""
        now_us = self._clock.now().boot_us
        until_us = self._published_us + HEARTBEAT_US
        deadline_us = table.next_deadline_us()
        if deadline_us is not None:
            until_us = min(until_us, deadline_us)
        return max(0, until_us - now_us) / _SECOND_US

    def _die(self, table: Handler | None, error: BaseException) -> None:
        """Close the door, keep the fault, say why."""
        self.fault = error
        self._inbox.close()
        reason = told(error)
        log.critical("table_stopped", reason=reason)
        try:
            if table is not None:
                table.last_words(reason)
        finally:
            self._on_fault(reason)


def raise_priority() -> None:
    """Run before everything else of this process where the system allows it (DURABILITY 4.2)."""
    try:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), TABLE_NICENESS)
    except OSError as error:
        log.warning("table_priority_refused", reason=error.strerror)
