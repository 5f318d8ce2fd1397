"""One round of a port's loop, without a thread (CDP1 9).

Everything a link, a library or our own code may raise ends here: it becomes a report, the link is closed,
and opened anew after the back-off. The device keeps its log meanwhile, so nothing is lost.
"""

import logging
import queue
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from drivers.backoff import PATIENT_AFTER, POLL_S, Backoff
from drivers.cdp.answers import bare_answer, lost_answer
from drivers.cdp.identity import Expected
from drivers.cdp.link_state import RESTART_QUIET_S, LinkState, SessionSettings
from drivers.cdp.positions import Positions
from drivers.cdp.session import HostSession
from drivers.cdp.session_numbers import RandomSource
from drivers.errors import (
    DriverConfigError,
    LinkAmbiguous,
    LinkBusy,
    LinkDenied,
    LinkError,
    LinkMissing,
    LinkTimeout,
    LocalProtocolError,
)
from drivers.events import (
    DeviceClass,
    DeviceEvent,
    DeviceReport,
    DownReason,
    LinkNoticed,
    LinkStatistics,
    NoticeCode,
    ProtocolBroken,
    Status,
    Stopped,
    StopReason,
)
from drivers.link import Link, Resettable, Wakeable
from drivers.orders import Ack, DeviceOrder, PortOrder, Reconnect, Refuse
from drivers.shoe import Shoe
from drivers.shuffler import Shuffler
from drivers.trace import Trace
from drivers.typed_device import TypedDevice

OUTBOX_SLOTS = 32
ACK_SLOTS = 256
INBOX_WAIT_S = 1.0

_HANDSHAKE = frozenset({LinkState.HELLO, LinkState.AUTH, LinkState.RESUME})
_log = logging.getLogger(__name__)
_CLASSES: Mapping[str, type[TypedDevice]] = {"shuffler": Shuffler, "shoe": Shoe}
_STOPS: Mapping[type[Exception], StopReason] = {
    LinkBusy: StopReason.BUSY,
    LinkDenied: StopReason.DENIED,
    LinkAmbiguous: StopReason.DUPLICATE_SERIAL,
    DriverConfigError: StopReason.LIBRARY_MISSING,
}
_LOOK_AT = "no answer after ten tries; check power, cable, plugs and the address in the table file"


class ReportSink(Protocol):
    """Take reports for the table; `put` waits at most `timeout_s` for room and says whether it took one."""

    def put(self, report: DeviceReport, timeout_s: float) -> bool:
        """Queue one report."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PortSettings:
    """Say which device a port serves.

    device: name in the table file; device_class: "shuffler" or "shoe"; serial: its serial number;
    model, digest: None accepts any; needs: mask of `Capability`; quiet_s: wait before the first HELLO.
    """

    device: str
    device_class: str
    serial: str
    model: str | None = None
    digest: bytes | None = None
    needs: int = 0
    auth_key: bytes | None = field(default=None, repr=False)
    host_name: str = "dealer-assist"
    quiet_s: float = RESTART_QUIET_S

    def for_session(self) -> SessionSettings:
        """Give the part that the wire session needs; raises DriverConfigError for an unknown class."""
        if self.device_class not in _CLASSES:
            raise DriverConfigError("class", self.device_class, " or ".join(sorted(_CLASSES)))
        expected = Expected(
            device_class=DeviceClass[self.device_class.upper()],
            serial=self.serial,
            model=self.model,
            digest=self.digest,
            needs=self.needs,
        )
        return SessionSettings(
            device=self.device,
            expected=expected,
            host_name=self.host_name,
            auth_key=self.auth_key,
            quiet_s=self.quiet_s,
        )


def never() -> bool:
    """Allow nothing; the default of `may_reset`."""
    return False


class PortCore:
    """Serve one device. All methods belong to one thread, but `submit`, `wake` and `statistics` to any.

    may_reset: says whether no card is out, so that a device that never answers may be reset over its bus.
    """

    def __init__(
        self,
        *,
        settings: PortSettings,
        make_link: Callable[[], Link],
        inbox: ReportSink,
        clock: Callable[[], float],
        random: RandomSource,
        resume: Mapping[tuple[str, int], int],
        trace: Trace | None = None,
        may_reset: Callable[[], bool] = never,
    ) -> None:
        self._settings = settings
        self._make_link = make_link
        self._inbox = inbox
        self._clock = clock
        self._may_reset = may_reset
        self._session = HostSession(settings.for_session(), Positions(resume), random, trace)
        self._device = _CLASSES[settings.device_class]()
        self._orders: queue.SimpleQueue[tuple[DeviceOrder, int | None]] = queue.SimpleQueue()
        self._acks: queue.SimpleQueue[Ack | Refuse] = queue.SimpleQueue()
        self._overflow = False
        self._owed: list[DeviceReport] = []
        self._backoff = Backoff()
        self._link: Link | None = None
        self._next_try = 0.0
        self._stopped: StopReason | None = None
        self._patience_told = False
        self.trouble: LinkError | DriverConfigError | None = None
        """Why the link is not open, None while it is or before the first try."""

    # ---- other threads --------------------------------------------------------------------------

    def submit(self, item: DeviceOrder | Ack, link: int | None = None) -> bool:
        """Queue an order or acknowledgement; False if all slots are taken, and the link will be dropped.

        link: `LinkUp.link` that an order was made for; it is lost when another one is up by then.
        """
        full = self._acks.qsize() >= ACK_SLOTS or self._orders.qsize() >= OUTBOX_SLOTS
        if full:
            self._overflow = True
        elif isinstance(item, Ack | Refuse):
            self._acks.put(item)
        else:
            self._orders.put((item, link))
        return not full

    def wake(self) -> None:
        """End a wait in the link's `read`, where the link can."""
        link = self._link
        if link is not None and isinstance(link, Wakeable):
            link.wake()

    def statistics(self) -> LinkStatistics:
        """Give the counters of the link."""
        return replace(self._session.statistics(), op_done_repeated=self._device.ops.done_repeated)

    # ---- the loop -------------------------------------------------------------------------------

    @property
    def state(self) -> LinkState:
        """Give the state of the wire session."""
        return self._session.state

    @property
    def is_live(self) -> bool:
        """Tell whether a wire session runs or is being set up."""
        return self._session.is_live

    @property
    def is_open(self) -> bool:
        """Tell whether the link is open; if not, a turn returns at once."""
        return self._link is not None

    @property
    def next_try(self) -> float:
        """Give the time of the next attempt to open the link."""
        return self._next_try

    def turn(self, now: float) -> None:
        """Do one round: outbox, read, feed, report, tick, write. Never raises."""
        try:
            self._turn(now)
        except (LinkError, DriverConfigError) as error:
            self._fail(error, now)
        except Exception as error:  # noqa: BLE001 - the loop outlives everything (CDP1 9)
            _log.exception("port_turn_failed", extra={"device": self._settings.device})
            self._drop(DownReason.PROTOCOL, f"{type(error).__name__} in the port", now)

    def farewell(self, now: float) -> None:
        """Begin to say BYE; the session is DOWN when it is said, or given up."""
        self._report(self._session.goodbye(now))

    def close(self) -> None:
        """Close the link; the last reports go out if there is room for them."""
        self._drop(DownReason.ENDED, "stopped", self._clock())
        self._send_owed()

    def _turn(self, now: float) -> None:
        self._send_owed()
        if self._overflow:
            self._overflow = False
            self._drop(DownReason.OUTBOX_FULL, "orders came faster than the device takes them", now)
        if self._session.state is LinkState.DOWN and not self._owed and now >= self._next_try:
            self._open(now)
        if self._link is None:
            self._take_outbox(now)
        else:
            self._exchange(self._link, now)

    def _open(self, now: float) -> None:
        if self._link is None:
            link = self._make_link()
            link.open()
            self._link = link
            self.trouble = None
            _log.debug("link_opened", extra={"device": self._settings.device})
        self._session.open(now)

    def _exchange(self, link: Link, now: float) -> None:
        """Read, then take the outbox: what ends a read early goes out in the same turn."""
        resting = self._session.state is LinkState.DOWN
        data = link.read()
        now = max(now, self._clock())
        self._take_outbox(now)
        if not self._holds(link):
            return
        self._report(self._session.feed(data, now))
        self._report(self._session.tick(now))
        for overdue in self._device.tick(now, is_up=self._session.state is LinkState.UP):
            self._tell(overdue)
        if not self._holds(link):
            return
        if out := self._session.take():
            link.write(out)
        if self._session.state is LinkState.UP:
            self._came_up()
        elif self._session.state is LinkState.DOWN and not resting:
            self._rest(link, now)

    def _holds(self, link: Link) -> bool:
        """Tell whether a link is still the one in use: an order or a full inbox may have closed it."""
        return self._link is link

    def _take_outbox(self, now: float) -> None:
        """Give the session all acknowledgements, and orders one at a time: it stops and waits.

        A Refuse goes with the acknowledgements: a device that is not trusted is not waited for.
        An order that comes during a handshake was meant for the session before: it is lost, never sent late.
        """
        while not self._acks.empty():  # nobody else takes from either queue
            self._take_ack(self._acks.get_nowait(), now)
        while self._session.ready or self._session.state in _HANDSHAKE:
            if self._orders.empty():
                return
            self._order(*self._orders.get_nowait(), now)

    def _take_ack(self, item: Ack | Refuse, now: float) -> None:
        if isinstance(item, Ack):
            self._session.ack(item)
        else:
            self._order(item, None, now)

    def _order(self, order: DeviceOrder, link: int | None, now: float) -> None:
        if link not in {None, self._session.link} and not isinstance(order, PortOrder):
            self._tell(lost_answer(order))
            return
        self._device.ordered(order)
        try:
            self._report(self._session.submit(order, now))
        except LocalProtocolError as error:
            self._tell(ProtocolBroken(text=str(error)))
            if not isinstance(order, PortOrder):
                self._tell(bare_answer(order, status=Status.BAD_PARAM))
        if isinstance(order, Reconnect) and self._session.state is LinkState.DOWN:
            self._close_link()
            self._stopped = None
            self._next_try = now

    # ---- going up and down ----------------------------------------------------------------------

    def _came_up(self) -> None:
        self._backoff.reset()
        self._stopped = None
        self._patience_told = False

    def _rest(self, link: Link, now: float) -> None:
        """Wait before the next session; only a session the device has forgotten leaves the link open."""
        due = self._backoff.failures == PATIENT_AFTER
        if due and isinstance(link, Resettable) and self._may_reset():
            link.reset()
        if self._session.down_reason is not DownReason.BAD_SESSION:
            self._close_link()
        self._wait(self._backoff.fail(), now)

    def _fail(self, error: LinkError | DriverConfigError, now: float) -> None:
        """Close the link after an error; what a person must mend is told once."""
        self.trouble = error
        reason = _STOPS.get(type(error))
        if reason is not None and reason is not self._stopped:
            self._stopped = reason
            self._tell(Stopped(reason=reason, text=str(error)))
        down = DownReason.WRITE_TIMEOUT if isinstance(error, LinkTimeout) else DownReason.LOST
        self._drop(down, str(error), now)
        if isinstance(error, LinkMissing):
            self._next_try = now + POLL_S

    def _drop(self, reason: DownReason, detail: str, now: float) -> None:
        """Close the link and end its session."""
        self._close_link()
        self._owed += self._session.lost(reason, detail)
        self._wait(self._backoff.fail(), now)

    def _wait(self, delay_s: float, now: float) -> None:
        self._next_try = now + delay_s
        if self._backoff.is_patient and not self._patience_told:
            self._patience_told = True
            self._tell(LinkNoticed(notice=NoticeCode.RECONNECT_FAILING, text=_LOOK_AT))

    def _close_link(self) -> None:
        link, self._link = self._link, None
        if link is None:
            return
        try:
            link.close()
        except Exception:  # noqa: BLE001 - as in `turn`
            _log.exception("link_close_failed", extra={"device": self._settings.device})
        _log.debug("link_closed", extra={"device": self._settings.device})

    # ---- reports --------------------------------------------------------------------------------

    def _tell(self, event: DeviceEvent) -> None:
        """Report what the port itself has to say."""
        self._owed.append(
            DeviceReport(device=self._settings.device, serial="", epoch=0, number=0, event=event)
        )

    def _report(self, reports: list[DeviceReport]) -> None:
        self._owed += reports
        self._send_owed()

    def _send_owed(self) -> None:
        """Hand reports to the table in order; the typed device follows what was really handed over."""
        while self._owed:
            report = self._owed[0]
            if not self._inbox.put(report, INBOX_WAIT_S):
                self._inbox_refused()
                return
            del self._owed[0]
            broken = self._device.saw(report.event)
            self._owed[:0] = [replace(report, number=0, event=event) for event in broken]

    def _inbox_refused(self) -> None:
        """Take events back, the device will send them again; all other reports stay owed."""
        for report in self._owed:
            if report.number:
                self._session.undeliver(report)
        self._owed = [report for report in self._owed if not report.number]
        if self._link is not None:
            self._drop(DownReason.INBOX_FULL, "the table takes no reports", self._clock())
