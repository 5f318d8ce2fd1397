"""Links that break every promise: the loop outlives them, the table is told (CDP1 9, 11)."""

from collections.abc import Callable

import pytest

from drivers.backoff import PATIENT_S, POLL_S, Backoff
from drivers.cdp.link_state import LinkState
from drivers.errors import (
    DriverConfigError,
    LinkAmbiguous,
    LinkBusy,
    LinkDenied,
    LinkLost,
    LinkMissing,
    LinkTimeout,
)
from drivers.events import (
    LinkNoticed,
    NoticeCode,
    Stopped,
    StopReason,
)
from drivers.link import Link
from drivers.port_core import PortCore, PortSettings
from hw_fixtures.firmware.machine import ShoeMachine, plain_shoe
from tests.drivers.lab import Lab, ManualClock, Sink


class Broken:
    """A link that fails as told."""

    address = "pipe:broken"

    def __init__(self, fail_open: Callable[[], None], fail_read: Callable[[], None] = lambda: None) -> None:
        self.fail_open = fail_open
        self.fail_read = fail_read
        self.closed = 0
        self.resets = 0

    def open(self) -> None:
        """Fail, or not."""
        self.fail_open()

    def read(self) -> bytes:
        """Fail, or give nothing."""
        self.fail_read()
        return b""

    def write(self, data: bytes) -> None:
        """Swallow."""
        assert data

    def close(self) -> None:
        """Count."""
        self.closed += 1

    def reset(self) -> None:
        """Count."""
        self.resets += 1


def _raiser(error: Exception) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


def _core(
    link: Link, clock: ManualClock, sink: Sink, *, may_reset: Callable[[], bool] = lambda: False
) -> PortCore:
    settings = PortSettings(device="shoe", device_class="shoe", serial="SHOE-0001", quiet_s=0.0)
    return PortCore(
        settings=settings,
        make_link=lambda: link,
        inbox=sink,
        clock=clock,
        random=Lab(ShoeMachine(plain_shoe(seed=1))).rng,
        resume={},
        may_reset=may_reset,
    )


def _run(core: PortCore, clock: ManualClock, seconds: float) -> None:
    end = clock.now + seconds
    while clock.now < end:
        core.turn(clock.now)
        clock.now += 0.02


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (LinkBusy("pipe:x", "held"), StopReason.BUSY),
        (LinkDenied("pipe:x", "errno 13"), StopReason.DENIED),
        (LinkAmbiguous("pipe:x", "2 devices"), StopReason.DUPLICATE_SERIAL),
        (DriverConfigError("usb", "libusb", "install libusb-package"), StopReason.LIBRARY_MISSING),
    ],
)
def test_what_a_person_must_mend_is_told_once(error: Exception, reason: StopReason) -> None:
    """Busy, denied, twin or missing library: one Stopped with what to do, and the port goes on trying."""
    clock, sink = ManualClock(), Sink()
    core = _core(Broken(_raiser(error)), clock, sink)
    _run(core, clock, 30.0)
    (stop,) = [report.event for report in sink.of("stopped")]

    assert isinstance(stop, Stopped)
    assert (reason, str(error)) == (stop.reason, stop.text)
    assert 1 == len(sink.of("link_noticed"))


def test_denied_says_what_to_install() -> None:
    """The text of LinkDenied and LinkBusy names rule, group and suspects (CDP1 11)."""
    assert "drivers/udev/70-dealer-assist.rules" in str(LinkDenied("serial:/dev/x", "13"))
    assert "group table-dev" in str(LinkDenied("serial:/dev/x", "13"))
    assert "ModemManager" in str(LinkBusy("serial:/dev/x", "11"))


def test_missing_device_is_polled() -> None:
    """Nothing there: a look every 0.5 s, and a notice after ten (CDP1 11)."""
    clock, sink = ManualClock(), Sink()
    looks: list[float] = []

    def missing() -> None:
        looks.append(clock.now)
        raise LinkMissing("pipe:x", "nothing")

    core = _core(Broken(missing), clock, sink)
    _run(core, clock, 10.0)
    notices = [report.event for report in sink.of("link_noticed")]

    assert 18 <= len(looks) <= 20
    assert [NoticeCode.RECONNECT_FAILING] == [n.notice for n in notices if isinstance(n, LinkNoticed)]
    assert [] == sink.of("stopped")


@pytest.mark.parametrize(
    "error",
    [
        LinkLost("pipe:x", "gone"),
        LinkTimeout("pipe:x", "write"),
        OSError(5, "EIO"),
        TypeError("closed under a read"),
        ValueError("file descriptor"),
        MemoryError(),
        RuntimeError("a library's own"),
        AssertionError("our own"),
    ],
)
@pytest.mark.logs("port_turn_failed")
def test_no_exception_ends_the_loop(error: Exception) -> None:
    """Whatever a read raises, the link is closed and opened anew (ARCHITECTURE 5)."""
    clock, sink = ManualClock(), Sink()
    opened: list[float] = []
    link = Broken(lambda: opened.append(clock.now), _raiser(error))
    core = _core(link, clock, sink)
    _run(core, clock, 2.0)

    assert len(opened) >= 5
    assert len(opened) == link.closed


def test_back_off_doubles_and_becomes_patient() -> None:
    """20 ms doubling to 300 ms, after ten failures 2 s; reset when up (CDP1 3)."""
    backoff = Backoff()
    waits = [backoff.fail() for _ in range(11)]
    backoff.reset()

    assert [0.02, 0.04, 0.08, 0.16, 0.3, 0.3] == waits[:6]
    assert PATIENT_S == waits[-1]
    assert 0.02 == backoff.fail()
    assert POLL_S == 0.5


@pytest.mark.parametrize("allowed", [True, False])
def test_silent_usb_device_is_reset_once_and_only_with_no_card_out(allowed: bool) -> None:  # noqa: FBT001
    """After ten failed reconnects one bus reset, if the table allows it (CDP1 11)."""
    clock, sink = ManualClock(), Sink()
    link = Broken(lambda: None)
    core = _core(link, clock, sink, may_reset=lambda: allowed)
    _run(core, clock, 100.0)

    assert int(allowed) == link.resets


@pytest.mark.logs("port_turn_failed", "link_close_failed")
def test_even_a_close_that_raises_ends_nothing() -> None:
    """A link that breaks its promise at close does not end the loop (ARCHITECTURE 5)."""
    clock, sink = ManualClock(), Sink()
    link = Broken(lambda: None, _raiser(RuntimeError("read")))
    setattr(link, "close", _raiser(RuntimeError("close")))  # noqa: B010 - a method replaced on purpose
    core = _core(link, clock, sink)
    _run(core, clock, 1.0)

    assert LinkState.UP is not core.state
    assert not core.is_open


def test_why_a_link_is_not_open_is_known_until_it_is() -> None:
    """Whoever started the program is told what is missing, not only that a device is silent (issue 4)."""
    lab = Lab(ShoeMachine(plain_shoe(seed=1)))
    before = lab.port.trouble
    lab.cable.plugged = False
    lab.run(0.5)
    missing = lab.port.trouble
    lab.cable.plugged = True
    lab.run(1.0)

    assert (None, LinkMissing, None) == (before, type(missing), lab.port.trouble)
