"""The frame log, and the device's clock on the host's (CDP1 4, 9)."""

from pathlib import Path

import pytest

from drivers.cdp.device_clock import DeviceClock
from drivers.cdp.frames import Flag, Frame, FrameKind
from drivers.cdp.message_ids import Cmd, Evt
from drivers.cdp.noise import NoiseWatch
from drivers.events import NoticeCode
from drivers.orders import OpenShoe
from drivers.trace import FrameTrace, RecentLines, RotatingLines
from hw_fixtures.firmware.deck import PhysicalCard
from hw_fixtures.firmware.machine import ShoeMachine, plain_shoe
from hw_fixtures.peer.codes import Back
from tests.drivers.lab import Lab

BOOT = 7


def _frame(kind: FrameKind, seq: int, message: int = 0, payload: bytes = b"", flags: int = 0) -> Frame:
    return Frame(kind=kind, session=1, seq=seq, type=message, payload=payload, flags=flags)


@pytest.mark.parametrize(
    ("frame", "line"),
    [
        (_frame(FrameKind.EVT, 1027, Evt.CARD, bytes(19)), "   812.412377 shoe < EVT  1027 CARD 19"),
        (_frame(FrameKind.EVT, 9, 0xEE, b"x"), "   812.412377 shoe < EVT  9 EE 1"),
        (_frame(FrameKind.RSP, 3, Cmd.ARM, bytes(3)), "   812.412377 shoe < RSP  3 ARM 3"),
        (_frame(FrameKind.RSP, 3, 0x77, b""), "   812.412377 shoe < RSP  3 77 0"),
        (_frame(FrameKind.BEAT, 4, 0, bytes(19)), "   812.412377 shoe < BEAT 4 - 19"),
    ],
)
def test_line_of_a_frame(frame: Frame, line: str) -> None:
    """Time, device, direction, kind, number, type, length (CDP1 9)."""
    lines = RecentLines()
    FrameTrace("shoe", lines.add).frame_in(frame, 812.412377)

    assert (line,) == lines.lines()


def test_line_of_a_retry() -> None:
    """A retry says so (CDP1 9)."""
    lines = RecentLines()
    retry = _frame(FrameKind.CMD, 4, Cmd.MARK, bytes(9), Flag.RETX)
    FrameTrace("shoe", lines.add).frame_out(retry, 813.30058)

    assert ("   813.300580 shoe > CMD  4 MARK 9 again",) == lines.lines()


def test_trace_never_tells_a_card() -> None:
    """Two runs that differ in the faces of the cards alone have equal traces (CDP1 9)."""

    def trace_of(codes: list[int]) -> tuple[str, ...]:
        machine = ShoeMachine(plain_shoe(seed=1))
        lab = Lab(machine)
        lines = RecentLines(10_000)
        trace = FrameTrace("shoe", lines.add)
        lab.port._session._trace = trace
        lab.port._session._outgoing._trace = trace
        lab.acks = True
        lab.run(0.5)
        lab.port.submit(OpenShoe(op_id=1, shoe_id=9, back=2))
        lab.run(0.5)
        for code in codes:
            machine.pass_card(PhysicalCard(code, Back.BLUE), round(lab.clock.now * 1000))
            lab.run(0.2)
        assert codes == [event.card for _, event in lab.sink.numbered() if event.kind == "card_read"]
        return lines.lines()

    first = trace_of([0, 1, 2])

    assert first == trace_of([51, 30, 17])
    assert 0 < len([line for line in first if " CARD " in line])


def test_rotating_lines_are_bounded(tmp_path: Path) -> None:
    """Two files of bounded length: the present one and the one before."""
    path = tmp_path / "shoe.trace"
    lines = RotatingLines(path, lines_a_file=3)
    for number in range(8):
        lines.add(str(number))
    lines.close()

    assert "6\n7\n" == path.read_text()
    assert "3\n4\n5\n" == path.with_name("shoe.trace.1").read_text()


# ---- clock ------------------------------------------------------------------------------------------


def _beats(clock: DeviceClock, seconds: range, *, ppm: float = 0.0, late_s: float = 0.0) -> list[NoticeCode]:
    notices = []
    for second in seconds:
        uptime = round(second * 1000 * (1 + ppm / 1e6)) % (1 << 32)
        if (notice := clock.sample(BOOT, uptime, second + 50.0 + late_s)) is not None:
            notices.append(notice)
    return notices


def test_offset_is_the_least_delayed_beat() -> None:
    """Host monotonic minus uptime, the smallest of the last 120 (CDP1 4)."""
    clock = DeviceClock()
    assert clock.offset_ms is None
    for delay in (0.03, 0.0, 0.2):
        clock.sample(BOOT, 1000, 51.0 + delay)

    assert 50_000.0 == clock.offset_ms


def test_new_boot_starts_a_new_offset() -> None:
    """The offset is new at each boot_id (CDP1 4)."""
    clock = DeviceClock()
    _beats(clock, range(30))

    assert clock.sample(BOOT + 1, 0, 100.0) is None
    assert 100_000.0 == clock.offset_ms


def test_wrap_of_the_uptime_is_no_news() -> None:
    """u32 wraps after 49.7 days; the offset goes on (CDP1 4)."""
    clock = DeviceClock()
    notices = _beats(clock, range(4_294_900, 4_295_100))

    assert [] == notices
    assert 50_000.0 == pytest.approx(clock.offset_ms, abs=1.0)


def test_old_beat_that_comes_late_stays_old() -> None:
    """A beat overtaken by a newer one is no wrap (CDP1 4)."""
    clock = DeviceClock()
    clock.sample(BOOT, 2000, 52.0)
    clock.sample(BOOT, 1500, 52.1)

    assert 50_000.0 == clock.offset_ms


@pytest.mark.parametrize(("ppm", "told"), [(0, 0), (150, 0), (-150, 0), (260, 1), (-260, 1)])
def test_drift_above_200_ppm_is_noticed(ppm: float, told: int) -> None:
    """More than 200 ppm over ten minutes is a notice, less is not (CDP1 4)."""
    notices = _beats(DeviceClock(), range(900), ppm=ppm)

    assert [NoticeCode.CLOCK_DRIFT] * told == notices


@pytest.mark.parametrize(("jump_ms", "told"), [(0, 0), (-30, 0), (30, 0), (-200, 1), (200, 1)])
def test_jump_above_50_ms_is_noticed(jump_ms: int, told: int) -> None:
    """A clock that jumps ahead or back by more than 50 ms is noticed once (CDP1 4)."""
    clock = DeviceClock()
    _beats(clock, range(60))
    notices = [clock.sample(BOOT, second * 1000 + jump_ms, second + 50.0) for second in range(60, 120)]

    assert [NoticeCode.CLOCK_JUMP] * told == [notice for notice in notices if notice is not None]


def test_delays_of_the_link_are_no_jump() -> None:
    """Single beats that come late say nothing about the clock (CDP1 4)."""
    clock = DeviceClock()
    _beats(clock, range(60))
    notices = [
        clock.sample(BOOT, second * 1000, second + 50.0 + (0.4 if second % 3 else 0.0))
        for second in range(60, 160)
    ]

    assert [None] * 100 == notices


# ---- noise ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "good", "told"), [(2, 10, False), (3, 10, True), (3, 1000, False), (0, 0, False)]
)
def test_noise_is_a_rate(bad: int, good: int, told: bool) -> None:  # noqa: FBT001 - a parameter
    """Above 1 % bad frames in 10 s, and at least three (CDP1 6)."""
    watch = NoiseWatch()
    watch.look(0, 0, 0.0)
    early = watch.look(bad, good, 5.0)
    text = watch.look(bad, good, 10.0)

    assert early is None
    assert told == int(text is not None)
