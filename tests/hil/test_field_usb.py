"""Field cases of group 5, USB devices, and what of group 8 the wire itself decides."""

import logging
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from drivers.address import SerialAddress, UsbAddress
from drivers.backoff import PATIENT_AFTER
from drivers.cdp.device_events import read_event
from drivers.cdp.link_state import LinkState
from drivers.errors import DriverConfigError, LinkMissing
from drivers.events import CardRead, DeviceClass, LinkNoticed, NoticeCode, Stopped, StopReason
from drivers.link import Link
from drivers.port_core import PortCore, PortSettings
from drivers.serial_link import SerialLink
from drivers.usb_link import PRODUCT, VENDOR, UsbLink, bundled_backend
from hw_fixtures.firmware.deck import PhysicalCard
from hw_fixtures.firmware.machine import ShoeMachine, plain_shoe
from hw_fixtures.peer.codec import encode
from hw_fixtures.peer.codes import Back
from tests.drivers.lab import Lab, ManualClock, PipeLink, Sink, open_descriptors
from tests.drivers.script import Script, card
from tests.drivers.test_usb_link import Bus, make_bus
from tests.hil.rig import WIRES, Rig, Table

SHOE = PortSettings(device="shoe", device_class="shoe", serial="SHOE-0001", quiet_s=0.0)
ADDRESS = UsbAddress(vendor=VENDOR, product=PRODUCT, serial="SHOE-0001")
REAL_OR_NOT = WIRES[2:]
"""The stand-in for libusb, and libusb itself where it can run."""


@pytest.fixture
def bus() -> Iterator[Bus]:
    """Give each test a simulated bus of its own, in virtual time."""
    with make_bus() as made:
        yield made


def _stops(table: Table | Sink) -> list[Stopped]:
    return [report.event for report in table.reports if isinstance(report.event, Stopped)]


def _core(link: Callable[[], Link], clock: ManualClock, sink: Sink, *, may_reset: bool = False) -> PortCore:
    return PortCore(
        settings=SHOE,
        make_link=link,
        inbox=sink,
        clock=clock,
        random=Lab(ShoeMachine(plain_shoe(seed=1))).rng,
        resume={},
        may_reset=lambda: may_reset,
    )


@pytest.mark.parametrize("wire", REAL_OR_NOT)
def test_us01_kernel_driver_is_detached_and_the_shoe_comes_up(wire: str, tmp_path: Path) -> None:
    """US01: a driver of the system holds the interface; it gives way, also under real libusb."""
    rig = Rig("shoe", wire, tmp_path)
    faults = rig.simulation.usb_ports["shoe"].faults
    faults.kernel_driver = True
    with rig:
        assert rig.table.wait_for("link_up", 1)

    assert not faults.kernel_driver


@pytest.mark.parametrize("wire", REAL_OR_NOT)
def test_us01_shoe_held_by_another_program_is_said_and_tried_again(wire: str, tmp_path: Path) -> None:
    """US01: still busy: one message in words, retries, and up by itself once it is free."""
    rig = Rig("shoe", wire, tmp_path)
    faults = rig.simulation.usb_ports["shoe"].faults
    faults.busy = True
    with rig:
        assert rig.table.wait_for("stopped", 1)
        rig.table.wait(lambda: False, 0.5)
        faults.busy = False
        assert rig.table.wait_for("link_up", 1)
        (stop,) = _stops(rig.table)

    assert StopReason.BUSY == stop.reason
    assert "Another program holds usb:1209:cd01:SHOE-0001" in stop.text


def test_us03_replugged_shoe_is_found_under_its_new_address(tmp_path: Path) -> None:
    """US03: the old object is dead, a new one is used within 2 s; the card of that moment comes once."""
    with Rig("shoe", "usb", tmp_path) as rig:
        assert rig.table.wait_for("link_up", 1)
        nodes = [rig.simulation.usb_ports["shoe"].node]
        rig.simulation.unplug("shoe")
        rig.act()
        assert rig.table.wait_for("link_down", 1)
        plugged = time.monotonic()
        rig.simulation.plug("shoe")
        assert rig.table.wait_for("link_up", 2)
        assert rig.is_complete()
        nodes.append(rig.simulation.usb_ports["shoe"].node)

    assert 2 == len({node.address for node in nodes if node is not None})
    assert rig.table.last_time("link_up") - plugged < 2.0
    assert 1 == rig.table.kinds["card_read"]


@pytest.mark.parametrize("hides", ["wheel", "find"])
def test_us05_missing_libusb_is_a_plain_message(hides: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """US05: no library: a message with the package, no traceback; a port on a serial line is not touched."""
    if hides == "wheel":
        monkeypatch.setattr("libusb_package.get_libusb1_backend", lambda: None)
    clock, sink = ManualClock(), Sink()
    source = bundled_backend if hides == "wheel" else _no_backend
    core = _core(partial(UsbLink, ADDRESS, backend=source), clock, sink)
    _run(core, clock, 5.0)
    (stop,) = _stops(sink)

    assert StopReason.LIBRARY_MISSING == stop.reason
    assert "libusb not found, install libusb-package" in stop.text
    with pytest.raises(LinkMissing):
        SerialLink(SerialAddress(path="/dev/does-not-exist")).open()


def _no_backend() -> object:
    raise DriverConfigError("usb", "libusb", "libusb not found, install libusb-package")


def _run(core: PortCore, clock: ManualClock, seconds: float) -> None:
    end = clock.now + seconds
    while clock.now < end:
        core.turn(clock.now)
        clock.now += 0.02


@pytest.mark.parametrize("rest_comes", [True, False])
def test_us06_timeout_in_the_middle_of_an_event_skips_nothing(rest_comes: bool) -> None:  # noqa: FBT001
    """US06: half of event 40, a timeout, then its rest or never: it is rebuilt or sent again, in order."""
    script = Script()
    session = script.up()
    for number in range(1, 101):
        wire = encode(script.evt(session, number))
        half = len(wire) // 2 if number == 40 else len(wire)
        script.reports += script.session.feed(wire[:half], script.now)
        script.reports += script.session.feed(b"", script.now)
        if rest_comes:
            script.reports += script.session.feed(wire[half:], script.now)
        script.turn()
    for number in range(len(script.numbers()) + 1, 101):
        script.say(script.evt(session, number))

    assert list(range(1, 101)) == script.numbers()
    assert list(range(100)) == [e.index for e in script.of("card_read") if isinstance(e, CardRead)]


def test_us08_overflow_then_stall_costs_one_clear_halt(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    """US08: errno 75, then 32 until the halt is cleared: cleared once, and reads are normal again."""
    cleared = _spy(bus, "clear_halt", monkeypatch)
    bus.link.open()
    bus.faults.overflows, bus.faults.stalls = 1, 1
    answers = [bus.link.read(), bus.link.read()]
    bus.send(b"on\x00")

    assert ([b"", b""], b"on\x00") == (answers, bus.link.read())
    assert 1 == len(cleared)


@pytest.mark.parametrize("level", [logging.INFO])
def test_us08_stall_that_stays_is_one_message_and_little_log(
    bus: Bus, level: int, caplog: pytest.LogCaptureFixture
) -> None:
    """US08: errno 32 for ever: re-open with back-off, one message after ten failures, under 20 log lines."""
    caplog.set_level(level)
    sink = Sink()
    bus.faults.halt_stays, bus.faults.stalls = True, 1_000_000
    _run(_core(lambda: bus.link, bus.clock, sink), bus.clock, 60.0)
    notices = [report.event for report in sink.reports if isinstance(report.event, LinkNoticed)]

    assert [NoticeCode.RECONNECT_FAILING] == [notice.notice for notice in notices]
    assert len(caplog.records) < 20


def _spy(bus: Bus, name: str, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Note each call of a function of the backend."""
    calls: list[object] = []
    true = getattr(bus.simulation.usb, name)

    def noted(*arguments: object) -> object:
        calls.append(arguments)
        return true(*arguments)

    monkeypatch.setattr(bus.simulation.usb, name, noted)
    return calls


@pytest.mark.parametrize("wire", REAL_OR_NOT)
def test_us10_stop_during_a_blocked_read_takes_no_time(wire: str, tmp_path: Path) -> None:
    """US10: one thread owns the handle, reads are short: stopped in less than 2 s, nothing left open."""
    with Rig("shoe", wire, tmp_path) as rig:
        assert rig.table.wait_for("link_up", 1)
        start = time.monotonic()
        rig.port.stop()
        stopped_s = time.monotonic() - start

    assert stopped_s < 2.0


def test_us11_every_other_transfer_is_eight_bytes_short() -> None:
    """US11: the missing bytes head the next transfer; framing puts them together, no card is dropped."""
    script = Script()
    session = script.up()
    stream = b"".join(encode(script.evt(session, number)) for number in range(1, 41))
    size = len(encode(script.evt(session, 1)))
    at, transfers = 0, 0
    while at < len(stream):
        length = size - 8 if transfers % 2 else size + 8
        script.reports += script.session.feed(stream[at : at + length], script.now)
        at, transfers = at + length, transfers + 1

    assert list(range(1, 41)) == script.numbers()
    assert () == script.session.statistics().bad_frames


@pytest.mark.parametrize("polls", [300, pytest.param(5_000, marks=pytest.mark.full)])
def test_us15_looking_for_an_absent_shoe_uses_no_handles_up(polls: int) -> None:
    """US15: real libusb is asked again and again for what is not there; descriptors stay as they are."""
    link = UsbLink(ADDRESS)
    for _ in range(2):
        with pytest.raises(LinkMissing):
            link.open()
    before = open_descriptors()
    for _ in range(polls):
        with pytest.raises(LinkMissing):
            link.open()

    assert abs(open_descriptors() - before) <= 2


def test_us16_denied_shoe_names_rule_and_device_and_comes_up_after_the_fix(tmp_path: Path) -> None:
    """US16: errno 13: what to install and for which device, nothing about root; no restart needed."""
    rig = Rig("shoe", "usb", tmp_path)
    faults = rig.simulation.usb_ports["shoe"].faults
    faults.denied = True
    with rig:
        assert rig.table.wait_for("stopped", 1)
        faults.denied = False
        assert rig.table.wait_for("link_up", 1)
        (stop,) = _stops(rig.table)

    assert StopReason.DENIED == stop.reason
    assert all(
        word in stop.text for word in ("70-dealer-assist.rules", "usb:1209:cd01:SHOE-0001", "table-dev")
    )
    assert not any(word in stop.text for word in ("root", "sudo"))


class Sulking(PipeLink):
    """A shoe that opens and says nothing until its bus is reset."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab.cable)
        self._lab = lab

    def reset(self) -> None:
        """Wake up."""
        self._lab.cable.mute_to_host = False


@pytest.mark.parametrize("may_reset", [True, False])
def test_us18_shoe_silent_after_a_cold_boot_is_reset_once(may_reset: bool) -> None:  # noqa: FBT001
    """US18: opens and gives nothing: one reset if no card is out, and it works; else a message, never up."""
    lab = Lab(ShoeMachine(plain_shoe(seed=1)))
    lab.cable.mute_to_host = True
    lab.port = _core(lambda: Sulking(lab), lab.clock, lab.sink, may_reset=may_reset)
    lab.run(60.0)
    (notice,) = [report.event for report in lab.sink.reports if isinstance(report.event, LinkNoticed)]

    assert may_reset == (LinkState.UP is lab.port.state)
    assert NoticeCode.RECONNECT_FAILING == notice.notice
    assert "check power, cable, plugs" in notice.text


@pytest.mark.parametrize("may_reset", [True, False])
def test_us20_reset_is_the_last_step_and_never_with_cards_out(
    may_reset: bool,  # noqa: FBT001
    bus: Bus,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """US20: retry, clear the halt, open again, ten times; only then one reset, and only with no card out."""
    steps: list[str] = []
    for name in ("clear_halt", "open_device", "reset_device"):
        true = getattr(bus.simulation.usb, name)
        monkeypatch.setattr(bus.simulation.usb, name, partial(_noted, steps, name, true))
    bus.faults.stalls = 1
    with bus.simulation.runtime.moment():
        bus.simulation.cables["shoe"].to_host.muted_until_ms = 10**9
    _run(_core(lambda: bus.link, bus.clock, Sink(), may_reset=may_reset), bus.clock, 60.0)
    resets = [at for at, step in enumerate(steps) if step == "reset_device"]

    assert int(may_reset) == len(resets)
    assert steps.index("open_device") < steps.index("clear_halt")
    assert all(PATIENT_AFTER <= steps[:at].count("open_device") for at in resets)


def _noted(steps: list[str], name: str, true: Callable[..., object], *arguments: object) -> object:
    steps.append(name)
    return true(*arguments)


def test_us21_table_that_takes_nothing_for_three_seconds_gets_every_card() -> None:
    """US21: 18 cards at five a second while nobody takes a report: all 18 in order afterwards, once."""
    lab = Lab(ShoeMachine(plain_shoe(seed=1)))
    lab.acks = True
    lab.run(1.0)
    lab.sink.full = True
    for count in range(18):
        lab.machine.pass_card(PhysicalCard(count, Back.BLUE), round(lab.clock.now * 1000))  # type: ignore[attr-defined]
        lab.sink.full = count < 15
        lab.run(0.2)
    lab.run(5.0)
    numbers = [number for number, _ in lab.sink.numbered()]

    assert 18 == len(lab.sink.of("card_read"))
    assert list(range(1, len(numbers) + 1)) == numbers


def test_sh18_card_event_sent_twice_is_one_card() -> None:
    """SH18: the same event twice, in one session or after a reconnect: one card (CDP1 4)."""
    script = Script()
    session = script.up()
    script.say(script.evt(session, 1), script.evt(session, 1))
    script.say(script.evt(session, 1))

    assert [1] == script.numbers()


def test_sh18_unknown_card_code_is_never_mapped_to_a_face() -> None:
    """SH18: code C8 comes out as C8; nothing near it is taken for it."""
    payload = bytearray(card(0))
    payload[10] = 0xC8
    event = read_event(0xC0, bytes(payload), DeviceClass.SHOE)

    assert isinstance(event, CardRead)
    assert 0xC8 == event.card
