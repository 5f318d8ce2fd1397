"""A port: one device, one link, and the one thread that owns both (ARCHITECTURE 4; CDP1 9).

Stop is a flag, a farewell, join, close - in this order, because closing under a reading thread makes
pyserial raise nonsense (CDP1 10). Nobody but the port thread touches the link; others may only wake its read.
"""

import random
import threading
import time
from collections.abc import Callable, Mapping

from drivers.cdp.session_numbers import RandomSource
from drivers.errors import DriverConfigError, LinkError, LocalProtocolError
from drivers.events import LinkStatistics
from drivers.link import Link
from drivers.orders import Ack, DeviceOrder
from drivers.port_core import PortCore, PortSettings, ReportSink, never
from drivers.trace import Trace

FAREWELL_S = 0.4
"""Longest wait for the answer to BYE."""
JOIN_S = 4.0
"""Longest wait of `stop`: a full inbox, a write, a farewell."""
_IDLE_S = 0.05
"""Longest sleep while the link is closed, so that orders are answered soon."""


class DevicePort:
    """Run one device's port in its own thread, named `port-` and the device's name.

    settings: who is expected; make_link: builds the closed link, afresh for each attempt; inbox: takes
    reports; resume: last durable event of each (serial, epoch) in the journal; clock: seconds, monotonic;
    random: session numbers and nonces; may_reset: says whether no card is out.
    """

    def __init__(
        self,
        *,
        settings: PortSettings,
        make_link: Callable[[], Link],
        inbox: ReportSink,
        resume: Mapping[tuple[str, int], int],
        clock: Callable[[], float] = time.monotonic,
        random: RandomSource | None = None,
        trace: Trace | None = None,
        may_reset: Callable[[], bool] = never,
    ) -> None:
        self._clock = clock
        self._core = PortCore(
            settings=settings,
            make_link=make_link,
            inbox=inbox,
            resume=resume,
            clock=clock,
            random=random or _system_random(),
            trace=trace,
            may_reset=may_reset,
        )
        self._stopping = threading.Event()
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"port-{settings.device}", daemon=True)

    def start(self) -> None:
        """Start the thread; the first HELLO goes out after the quiet time."""
        self._thread.start()

    def submit(self, item: DeviceOrder | Ack, link: int | None = None) -> bool:
        """Queue an order or acknowledgement, from any thread; False if the outbox is full.

        link: the one that an order was made for; it is lost when another is up by then.
        """
        taken = self._core.submit(item, link)
        self._wake.set()
        self._core.wake()
        return taken

    def ack(self, serial: str, epoch: int, number: int) -> bool:
        """Tell the device that its event `number` and all before it are durable."""
        return self.submit(Ack(serial=serial, epoch=epoch, number=number))

    @property
    def trouble(self) -> LinkError | DriverConfigError | None:
        """Give why the link is not open, None while it is or before the first try; from any thread."""
        return self._core.trouble

    def statistics(self) -> LinkStatistics:
        """Give the counters of the link, from any thread."""
        return self._core.statistics()

    def stop(self) -> None:
        """Say BYE, end the thread, close the link; raises LocalProtocolError if the thread hangs."""
        self._stopping.set()
        self._wake.set()
        self._core.wake()
        if self._thread.is_alive():
            self._thread.join(JOIN_S)
        if self._thread.is_alive():
            raise LocalProtocolError(f"{self._thread.name} did not end within {JOIN_S} s")

    def _run(self) -> None:
        while not self._stopping.is_set():
            now = self._clock()
            self._core.turn(now)
            if not self._core.is_open:
                self._wake.wait(min(_IDLE_S, max(0.001, self._core.next_try - now)))
                self._wake.clear()
        self._say_goodbye()

    def _say_goodbye(self) -> None:
        """Wait shortly for the answer to BYE, then close: only this thread touches the link."""
        deadline = self._clock() + FAREWELL_S
        try:
            self._core.farewell(self._clock())
            while self._core.is_live and self._clock() < deadline:
                self._core.turn(self._clock())
        finally:
            self._core.close()


def _system_random() -> RandomSource:
    return random.SystemRandom()
