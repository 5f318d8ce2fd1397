"""Beats both ways, bytes on the wire, the device's clock (CDP1 2, 3, 4)."""

import struct

import pytest

from drivers import orders as od
from drivers.cdp.link_state import LinkState
from drivers.events import (
    DownReason,
    LinkNoticed,
    NoticeCode,
    OneWayLoss,
)
from hw_fixtures.peer.codes import Kind
from hw_fixtures.peer.frames import Frame
from tests.drivers.script import OK, Script, ack, down, hello_ok, order, u32

# ---- beats ------------------------------------------------------------------------------------------


def test_beats_go_out_every_half_second() -> None:
    """From HELLO OK on a BEAT each 500 ms, numbered from 1, echoing the newest of the device (CDP1 4)."""
    script = Script()
    hello = script.open()
    script.say(script.rsp(hello, hello_ok()))
    first = [frame for frame in script.wait(0.45) if frame.kind is Kind.BEAT]
    script.say(script.beat(hello.session))
    beats = [frame for frame in script.wait(1.05, step=0.01) if frame.kind is Kind.BEAT]

    assert [] == first
    assert [(1, u32(1)), (2, u32(1))] == [(beat.seq, beat.payload) for beat in beats[:2]]


def test_silence_ends_the_session() -> None:
    """1.5 s without a valid frame: DOWN (CDP1 3)."""
    script = Script()
    script.up()
    script.wait(1.45)
    assert LinkState.UP is script.session.state
    script.wait(0.1)

    assert DownReason.SILENT == down(script).reason


def _hear_without_echo(script: Script, session: int, seconds: float) -> None:
    end = script.now + seconds
    while script.now < end:
        script.wait(0.25)
        script.say(script.beat(session))


def test_one_way_loss_is_told_and_ends_the_session() -> None:
    """No growing echo for 1.5 s is reported, for 3 s ends the session (CDP1 4)."""
    script = Script()
    session = script.up()
    _hear_without_echo(script, session, 1.6)
    told = script.of("one_way_loss")
    _hear_without_echo(script, session, 1.6)

    assert isinstance(told[0], OneWayLoss)
    assert 1 == len(script.of("one_way_loss"))
    assert DownReason.NO_ECHO == down(script).reason


def test_an_echo_ends_one_way_loss() -> None:
    """An echo that grows again ends the report; one of a beat never sent does not (CDP1 4)."""
    script = Script()
    session = script.up()
    _hear_without_echo(script, session, 2.0)
    script.say(script.beat(session, echo=999))
    assert [] == script.of("one_way_loss_ended")
    script.say(script.beat(session, echo=1))

    assert 1 == len(script.of("one_way_loss_ended"))


def test_a_response_counts_as_an_echo() -> None:
    """For the host any response proves that it is heard (CDP1 4)."""
    script = Script()
    session = script.up()
    for _ in range(5):
        _hear_without_echo(script, session, 1.0)
        ping = order(script, od.Ping())
        script.say(script.rsp(ping, bytes((OK,))))

    assert [] == script.of("one_way_loss")
    assert LinkState.UP is script.session.state


@pytest.mark.parametrize("own", [True, False])
def test_lnak_keeps_only_its_own_session_alive(own: bool) -> None:  # noqa: FBT001 - a parameter
    """An LNAK of the session counts as a frame, one with session 0 never does (CDP1 2)."""
    script = Script()
    session = script.up()
    for _ in range(4):
        script.wait(0.6)
        lnak = Frame(kind=Kind.LNAK, session=session if own else 0, seq=0, payload=b"\x03")
        script.say(lnak)

    assert own == (script.session.state is LinkState.UP)


def test_short_beat_is_dropped_and_keeps_nothing_alive() -> None:
    """A short BEAT counts as `length` and is no valid frame (CDP1 2)."""
    script = Script()
    session = script.up()
    for _ in range(4):
        script.wait(0.5)
        script.say(Frame(kind=Kind.BEAT, session=session, seq=1, payload=bytes(18)))

    assert LinkState.DOWN is script.session.state
    assert ("length", 4) in script.session.statistics().bad_frames or ("length", 3) in (
        script.session.statistics().bad_frames
    )


# ---- bytes and clock --------------------------------------------------------------------------------


def test_zero_leads_the_first_frame_and_frames_after_a_pause() -> None:
    """One extra zero after opening and after 50 ms without sending (CDP1 2)."""
    script = Script()
    script.session.open(script.now)
    script.session.tick(script.now)
    first = script.session.take()
    script.reports += script.session.lost(DownReason.LOST, "")
    script.session.open(script.now)
    script.session.tick(script.now)

    assert (0, False) == (first[0], first[1] == 0)
    assert 0 == script.session.take()[0]


def test_frames_of_one_turn_share_one_zero() -> None:
    """Within 50 ms no extra zero is needed (CDP1 2)."""
    script = Script()
    script.up()
    script.session.submit(od.Ping(), script.now)
    soon = script.session.take()
    script.now += 0.06
    ack(script, 0)
    script.session.tick(script.now)
    late = script.session.take()

    assert soon[0] != 0
    assert 0 == late[0]


def test_noise_is_noticed_by_its_rate() -> None:
    """More than 1 % bad frames in 10 s is a notice, a few are not (CDP1 6)."""
    script = Script()
    session = script.up()

    def live(seconds: float, noise: bytes) -> None:
        end = script.now + seconds
        while script.now < end:
            script.wait(0.5)
            script.reports += script.session.feed(noise, script.now)
            script.say(script.beat(session, echo=script.beat_no))

    live(12.0, b"")
    script.reports += script.session.feed(b"AT\r\n\x00", script.now)
    live(12.0, b"")
    assert [] == script.of("link_noticed")
    live(21.0, b"\x55\x55\x00")
    (notice, *_) = script.of("link_noticed")

    assert isinstance(notice, LinkNoticed)
    assert NoticeCode.BAD_FRAMES == notice.notice


def test_flood_of_garbage_brings_no_event() -> None:
    """Zeros, AT commands and random bytes between frames: no event, and the session stays (CDP1 12)."""
    script = Script()
    session = script.up()
    for chunk in (bytes(100_000), b"AT+CGMI\r" * 10_000, struct.pack("<I", 0xDEADBEEF) * 25_000):
        script.reports += script.session.feed(chunk, script.now)
    script.say(script.evt(session, 1, payload=None), Frame(kind=Kind.LNAK, session=session, seq=0))
    script.say(script.evt(session, 1))

    assert [1] == script.numbers()
    assert script.session._decoder.held <= 213
