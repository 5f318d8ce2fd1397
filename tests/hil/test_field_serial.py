"""Field cases of group 4, serial devices: what others met, and what must be seen here."""

import os
import random
import termios
import time
from functools import partial
from pathlib import Path

import pytest
import serial

from drivers.address import SerialAddress
from drivers.cdp.codec import Decoder
from drivers.cdp.frames import MAX_WIRE, Defect
from drivers.cdp.link_state import LinkState
from drivers.errors import LinkLost, LinkTimeout
from drivers.events import DownReason, LinkDown, OpAnswer, OpState, OpStatusAnswer, Stopped, StopReason
from drivers.orders import Expect, GetCounters, OpStatus, SelfTest, StartShuffle
from drivers.port import DevicePort
from drivers.port_core import PortCore, PortSettings
from drivers.serial_link import SerialLink
from hw_fixtures.fault_verbs import FaultConsole
from hw_fixtures.firmware.machine import ShoeMachine, plain_shoe
from hw_fixtures.peer.codec import encode
from hw_fixtures.peer.codes import Kind, Message
from hw_fixtures.peer.frames import Frame
from tests.drivers.lab import Lab, PipeLink, Sink, open_descriptors
from tests.drivers.script import Script
from tests.hil.rig import Rig, Table

SHOE = PortSettings(device="shoe", device_class="shoe", serial="SHOE-0001", quiet_s=0.0)
DRIVERS = Path(__file__).parents[2] / "drivers"


def test_se01_unplug_is_one_clean_loss_without_a_busy_loop(tmp_path: Path) -> None:
    """SE01: readable without data is device loss within 2 s, waiting costs no CPU, a replug comes back."""
    with Rig("shuffler", "pty", tmp_path) as rig:
        assert rig.table.wait_for("link_up", 1)
        pulled = time.monotonic()
        rig.simulation.unplug("shuffler")
        assert rig.table.wait_for("link_down", 1)
        seen_s = rig.table.last_time("link_down") - pulled
        busy_s = time.process_time()
        rig.table.wait(lambda: False, 1.0)
        busy_s = time.process_time() - busy_s
        rig.simulation.plug("shuffler")
        assert rig.table.wait_for("link_up", 2)

    assert seen_s < 2.0
    assert busy_s < 0.25, "port and simulator together"


def test_se03_port_that_comes_back_under_another_name_is_found(tmp_path: Path) -> None:
    """SE03: the configured link leads to a second terminal; same identity is met again within 5 s."""
    with Rig("shuffler", "pty", tmp_path) as rig:
        assert rig.table.wait_for("link_up", 1)
        name = tmp_path / "shuffler"
        first = name.readlink()
        rig.simulation.unplug("shuffler")
        taken = os.openpty()
        plugged = time.monotonic()
        rig.simulation.plug("shuffler")
        assert rig.table.wait_for("link_up", 2)
        second = name.readlink()
        for end in taken:
            os.close(end)

    assert first != second
    assert rig.table.last_time("link_up") - plugged < 5.0


def test_se03_another_device_under_the_same_name_is_refused(tmp_path: Path) -> None:
    """SE03: with a different identity behind the link the floor is asked."""
    with Rig("shuffler", "pty", tmp_path) as rig:
        assert rig.table.wait_for("link_up", 1)
        rig.simulation.change_identity("shuffler", serial="SHUF-0002")
        assert rig.table.wait_for("stopped", 1)
        (stop,) = [report.event for report in rig.table.reports if isinstance(report.event, Stopped)]

    assert StopReason.SERIAL == stop.reason
    assert "SHUF-0002 answers, SHUF-0001 is configured" == stop.text


def test_se05_write_that_nobody_takes_fails_within_a_second(tmp_path: Path) -> None:
    """SE05: the far end stops reading until its buffer is full; the write ends by itself."""
    master, slave = os.openpty()
    link = SerialLink(SerialAddress(path=os.ttyname(slave)))
    link.open()
    start = time.monotonic()
    with pytest.raises(LinkTimeout, match="write"):
        link.write(bytes(200_000))
    waited_s = time.monotonic() - start
    link.close()
    os.close(slave)
    os.close(master)

    assert waited_s < 1.0
    assert not list(tmp_path.iterdir())


def test_se05_write_timeout_takes_the_link_into_recovery() -> None:
    """SE05: the port tells why, opens afresh and goes on."""
    lab, fail = _failing_lab("write")
    fail.append(LinkTimeout("pipe:lab", "write timeout"))
    lab.port.submit(GetCounters())
    lab.run(3.0)
    (down,) = [report.event for report in lab.sink.of("link_down")]

    assert isinstance(down, LinkDown)
    assert (DownReason.WRITE_TIMEOUT, LinkState.UP) == (down.reason, lab.port.state)


def _failing_lab(call: str) -> tuple[Lab, list[Exception]]:
    """Give a lab that is up, and a list: an exception put there is raised by the link's next call."""
    lab = Lab(ShoeMachine(plain_shoe(seed=1)))
    fail: list[Exception] = []

    class Failing(PipeLink):
        def read(self) -> bytes:
            if call == "read" and fail:
                raise fail.pop()
            return super().read()

        def write(self, data: bytes) -> None:
            if call == "write" and fail:
                raise fail.pop()
            super().write(data)

    lab.port = PortCore(
        settings=SHOE,
        make_link=lambda: Failing(lab.cable),
        inbox=lab.sink,
        clock=lab.clock,
        random=lab.rng,
        resume={},
    )
    lab.acks = True
    lab.run(1.0)
    assert LinkState.UP is lab.port.state
    return lab, fail


@pytest.mark.parametrize("step", ["half", "byte"])
def test_se06_half_a_frame_is_never_dispatched(step: str) -> None:
    """SE06: half a CARD, a pause of 0.5 s, the rest; or a byte each 20 ms: exactly one card."""
    script = Script()
    wire = encode(script.evt(script.up(), 1))
    at = len(wire) // 2
    parts = [wire[:at], wire[at:]] if step == "half" else [bytes([byte]) for byte in wire]
    seen = []
    for part in parts:
        script.reports += script.session.feed(part, script.now)
        seen.append(len(script.of("card_read")))
        script.wait(0.5 if step == "half" else 0.02)

    assert [0] * (len(parts) - 1) + [1] == seen


@pytest.mark.parametrize("times", [60, pytest.param(500, marks=pytest.mark.full)])
def test_se08_close_while_reading_leaks_nothing(times: int) -> None:
    """SE08: open, start to read, close from another thread, again and again: each in 200 ms, nothing left."""
    master, slave = os.openpty()
    address = SerialAddress(path=os.ttyname(slave))
    before = open_descriptors()
    slowest = 0.0
    for _ in range(times):
        port = DevicePort(settings=SHOE, make_link=partial(SerialLink, address), inbox=Sink(), resume={})
        port.start()
        start = time.process_time(), time.monotonic()
        port.stop()
        slowest = max(slowest, min(time.process_time() - start[0], time.monotonic() - start[1]))
    after = open_descriptors()
    os.close(slave)
    os.close(master)

    assert before == after
    assert slowest < 0.2


def test_se10_device_that_only_complains_gets_four_tries_and_shuffles_once(tmp_path: Path) -> None:
    """SE10: every try is answered by LNAK: DOWN after four, a fifth would pass; in the end one shuffle."""
    with Rig("shuffler", "pty", tmp_path) as rig:
        console = FaultConsole(rig.simulation)
        rig.simulation.machine("shuffler").build.timing.shuffle_ms = 200
        assert rig.table.wait_for("link_up", 1)
        console.do("load A")
        rig.port.submit(Expect(deck_id=1, back=1))
        assert rig.table.wait_for("order_answer", 1)
        console.do("spoil shuffler in wrong-crc cmd 4")
        rig.port.submit(StartShuffle(op_id=5))
        assert rig.table.wait_for("link_down", 1)
        assert rig.table.wait_for("link_up", 2)
        (lost,) = [report.event for report in rig.table.reports if isinstance(report.event, OpAnswer)]
        rig.port.submit(OpStatus(op_id=5))
        assert rig.table.wait_for("op_status_answer", 1)
        (status,) = [r.event for r in rig.table.reports if isinstance(r.event, OpStatusAnswer)]
        rig.port.submit(StartShuffle(op_id=5))
        assert rig.table.wait_for("op_done", 1)

    assert (True, OpState.UNKNOWN) == (lost.lost, status.op_state)
    assert 1 == rig.table.kinds["op_started"]


def test_se11_device_that_stops_answering_is_down_within_three_beats() -> None:
    """SE11: the port stays open, nothing comes: DOWN 1.5 s after the last frame, not at a reload."""
    lab = Lab(ShoeMachine(plain_shoe(seed=1)))
    lab.run(1.0)
    before = lab.port.state
    lab.cable.mute_to_host = True
    lab.run(1.52)

    assert (LinkState.UP, 1) == (before, len(lab.sink.of("link_down")))


@pytest.mark.parametrize(("border", "at_once"), [(b"\x00", True), (b"", False)])
def test_se13_stray_header_does_not_hang_the_parser(border: bytes, at_once: bool) -> None:  # noqa: FBT001
    """SE13: a false header and junk cost themselves alone, or the one frame they merge with."""
    script = Script()
    frame = script.evt(script.up(), 1)
    junk = b"\xff\xff\x10" + random.Random(13).randbytes(10).replace(b"\x00", b"\x01")
    script.reports += script.session.feed(junk + border + encode(frame), script.now)
    first = script.numbers()
    script.say(frame)

    assert [1] * at_once == first
    assert [1] == script.numbers()
    assert 1 == sum(count for _, count in script.session.statistics().bad_frames)


@pytest.mark.parametrize(
    "error",
    [
        OSError(5, "EIO"),
        OSError(9, "EBADF"),
        termios.error(5),
        serial.SerialException("gone"),
        TypeError("gone"),
    ],
    ids=lambda error: f"{type(error).__name__}{getattr(error, 'errno', '') or ''}",
)
def test_se15_every_error_of_a_read_is_the_same_loss(error: Exception) -> None:
    """SE15: whatever class of error a read raises, the port loses the link once and recovers."""
    lab, fail = _failing_lab("read")
    fail.append(_by_serial_link(error))
    lab.run(1.0)
    (down,) = [report.event for report in lab.sink.of("link_down")]

    assert isinstance(down, LinkDown)
    assert (DownReason.LOST, LinkState.UP) == (down.reason, lab.port.state)


def _by_serial_link(error: Exception) -> Exception:
    """Give what SerialLink makes of an error of pyserial."""

    class Port:
        in_waiting = 0

        def read(self, _size: int, /) -> bytes:
            raise error

        def write(self, data: bytes, /) -> int:
            return len(data)

        def close(self) -> None:
            """Close."""

    link = SerialLink(SerialAddress(path="/dev/x"), opener=lambda _path, _baud: Port())
    link.open()
    try:
        link.read()
    except LinkLost as lost:
        return lost
    raise AssertionError("the error was swallowed")


def test_se16_foreign_device_under_our_name_hears_nothing_but_hello(tmp_path: Path) -> None:
    """SE16: two adapters share a name; garbage answers, and no command ever goes to the stranger."""
    master, slave = os.openpty()
    os.set_blocking(master, False)
    alias = tmp_path / "by-id"
    alias.symlink_to(os.ttyname(slave))
    table = Table()
    settings = PortSettings(device="shuffler", device_class="shuffler", serial="SHUF-0001", quiet_s=0.0)
    link = SerialAddress(path=str(alias))
    port = DevicePort(settings=settings, make_link=lambda: SerialLink(link), inbox=table, resume={})
    port.start()
    heard = b""
    end = time.monotonic() + 1.0
    while time.monotonic() < end:
        if not heard:
            port.submit(SelfTest(op_id=1))
        heard += _answer_garbage(master)
        table.wait(lambda: False, 0.02)
    port.stop()
    os.close(slave)
    os.close(master)
    frames = [run for run in heard.split(b"\x00") if run]

    assert not table.kinds["link_up"]
    assert frames
    assert {Message.HELLO} == {_message(run) for run in frames}


def _answer_garbage(master: int) -> bytes:
    """Read what the host sent, and answer it with noise."""
    try:
        data = os.read(master, 4096)
    except BlockingIOError:
        return b""
    os.write(master, b"\x07garbage\x00" + data[::-1])
    return data


def _message(run: bytes) -> int:
    """Give the type of a frame of the host; its first bytes hold no zero but the session's."""
    from hw_fixtures.peer.codec import TO_DEVICE  # noqa: PLC0415 - this reader alone
    from hw_fixtures.peer.codec import Decoder as DeviceDecoder  # noqa: PLC0415

    (frame,) = DeviceDecoder(accepts=TO_DEVICE).feed(run + b"\x00")
    assert isinstance(frame, Frame)
    assert Kind.CMD is frame.kind
    return frame.message


def test_se18_only_traffic_decides_whether_a_port_lives(tmp_path: Path) -> None:
    """SE18: no code asks pyserial's open flag; a terminal that closes while idle is lost within a beat."""
    asked = [path.name for path in DRIVERS.rglob("*.py") if "port.is_open" in path.read_text("utf-8")]
    with Rig("shoe", "pty", tmp_path) as rig:
        assert rig.table.wait_for("link_up", 1)
        pulled = time.monotonic()
        rig.simulation.unplug("shoe")
        assert rig.table.wait_for("link_down", 1)
        seen_s = rig.table.last_time("link_down") - pulled

    assert [] == asked
    assert seen_s < 0.5


def test_se20_resynchronisation_is_linear_and_holds_213_bytes(caplog: pytest.LogCaptureFixture) -> None:
    """SE20: 64 KiB without a zero, then a frame: one count, no log line; the cost grows with the bytes."""
    script = Script()
    frame = script.evt(script.up(), 1)
    script.reports += script.session.feed(b"\x55" * 65_536 + b"\x00" + encode(frame), script.now)
    times = [_seconds_for(size) for size in (65_536, 655_360)]

    assert [1] == script.numbers()
    assert ((Defect.OVERLONG.value, 1),) == script.session.statistics().bad_frames
    assert [] == caplog.records
    assert times[1] < 40 * max(times[0], 0.000_2)


def _seconds_for(size: int) -> float:
    """Feed a run in pieces of 64 bytes, as a slow line would; give the CPU time."""
    decoder = Decoder()
    start = time.process_time()
    for _ in range(size // 64):
        decoder.feed(b"\x55" * 64)
        assert decoder.held <= MAX_WIRE
    return time.process_time() - start
