"""Delivery of events, and the sessions they come in (CDP1 3, 4), with the directed tests of 13."""

import pytest

from drivers.cdp.link_state import LinkState
from drivers.cdp.session_numbers import SessionNumbers
from drivers.events import (
    DownReason,
    LinkNoticed,
    NoticeCode,
    Status,
    Stopped,
    StopReason,
)
from drivers.orders import Ack
from tests.drivers.script import EPOCH, OK, SERIAL, Script, ack, eacks, hello_ok, u32

# ---- events -----------------------------------------------------------------------------------------


def test_events_are_handed_over_in_order_once() -> None:
    """Repeats and events ahead never reach the table (CDP1 4)."""
    script = Script()
    session = script.up()
    for number in (1, 3, 2, 2, 1, 3, 3):
        script.say(script.evt(session, number))

    assert [1, 2, 3] == script.numbers()


def test_eack_waits_for_the_table() -> None:
    """No EACK goes out in the turn that received an event; it follows the Ack (CDP1 4, 13.6)."""
    script = Script()
    session = script.up()
    received = script.say(script.evt(session, 1))
    ack(script, 1)

    assert [] == eacks(received)
    assert [1] == eacks(script.turn())


def test_one_eack_per_turn_for_many_acks() -> None:
    """Many Acks in one turn give one EACK, for the highest (CDP1 4)."""
    script = Script()
    session = script.up()
    script.say(*(script.evt(session, number) for number in range(1, 6)))
    for number in range(1, 6):
        ack(script, number)

    assert [5] == eacks(script.turn())


def test_repeat_of_a_durable_event_is_answered() -> None:
    """A number up to `durable` comes again: the EACK was lost, say it again (CDP1 4)."""
    script = Script()
    session = script.up()
    script.say(script.evt(session, 1), script.evt(session, 2))
    ack(script, 1)
    script.turn()

    assert [1] == eacks(script.say(script.evt(session, 1)))


def test_repeat_of_an_event_not_yet_durable_is_not_answered() -> None:
    """A number above `durable`, up to `received`: count, do not answer (CDP1 4, 13.7)."""
    script = Script()
    session = script.up()
    script.say(script.evt(session, 1), script.evt(session, 2))
    ack(script, 1)
    script.turn()

    assert [] == eacks(script.say(script.evt(session, 2)))
    assert 1 == script.session.statistics().events_repeated


def test_event_ahead_is_answered_with_the_last_durable() -> None:
    """A number above `received + 1` is never delivered, and answered (CDP1 4)."""
    script = Script()
    session = script.up()

    assert [0] == eacks(script.say(script.evt(session, 5)))
    assert [] == script.numbers()


def test_beat_that_knows_more_is_answered() -> None:
    """A BEAT with a higher last number and no event in the same read is answered (CDP1 4, 13.5)."""
    script = Script()
    session = script.up()
    alone = script.say(script.beat(session, last=3))
    with_event = script.say(script.beat(session, last=3), script.evt(session, 1))

    assert [0] == eacks(alone)
    assert [] == eacks(with_event)


def test_unknown_event_does_not_stop_the_stream() -> None:
    """An unknown type is handed over raw, and the next event follows (CDP1 4, 13.8)."""
    script = Script()
    session = script.up()
    script.say(script.evt(session, 1, 0xEE, b"??"), script.evt(session, 2))
    ack(script, 2)

    assert ["unknown_event", "card_read"] == [r.event.kind for r in script.reports if r.number]
    assert [2] == eacks(script.turn())


def test_events_before_resume_are_ignored() -> None:
    """EVT counts only after RESUME was answered OK (CDP1 3)."""
    script = Script()
    hello = script.open()
    script.say(script.evt(hello.session, 1))
    (resume,) = script.say(script.rsp(hello, hello_ok()))
    script.say(script.evt(hello.session, 1))
    script.say(script.rsp(resume, bytes((OK,)) + u32(1) + u32(2)))
    script.say(script.evt(hello.session, 1))

    assert [1] == script.numbers()


def test_received_survives_a_reconnect() -> None:
    """What was handed over is not handed over again, though RESUME names the last durable (CDP1 4)."""
    script = Script()
    session = script.up()
    script.say(*(script.evt(session, number) for number in range(1, 5)))
    ack(script, 2)
    script.wait(2.0)
    hello = script.open()
    (resume,) = script.say(script.rsp(hello, hello_ok(following=6)))
    script.say(script.rsp(resume, bytes((OK,)) + u32(1) + u32(6)))
    script.say(*(script.evt(hello.session, number) for number in range(3, 6)))

    assert u32(EPOCH) + u32(2) == resume.payload
    assert [1, 2, 3, 4, 5] == script.numbers()


def test_ack_of_another_numbering_changes_nothing() -> None:
    """Acks for numbers never handed over, or of another epoch, confirm nothing (CDP1 4)."""
    script = Script()
    session = script.up()
    script.say(script.evt(session, 1))
    for odd in (Ack(serial=SERIAL, epoch=5, number=1), Ack(serial=SERIAL, epoch=EPOCH, number=9)):
        script.session.ack(odd)

    assert [0] == eacks(script.turn())


def test_ack_without_a_session_is_kept_for_the_next_resume() -> None:
    """An Ack while the link is down moves `durable`, and RESUME carries it (CDP1 4)."""
    script = Script()
    session = script.up()
    script.say(script.evt(session, 1))
    script.reports += script.session.lost(DownReason.LOST, "unplugged")
    ack(script, 1)
    (resume,) = script.say(script.rsp(script.open(), hello_ok(following=2)))

    assert u32(EPOCH) + u32(1) == resume.payload


def test_only_what_was_handed_over_can_be_taken_back() -> None:
    """Undo of an unknown numbering, or of a durable event, changes nothing (CDP1 4)."""
    script = Script(resume={(SERIAL, EPOCH): 5})
    script.positions.undo(SERIAL, EPOCH, 5)
    script.positions.undo("OTHER", EPOCH, 1)
    position = script.positions.find(SERIAL, EPOCH)

    assert position is not None
    assert (5, 5) == (position.received, position.durable)


def test_jump_of_the_devices_clock_is_noticed() -> None:
    """A beat whose uptime jumps ahead is a notice, the session goes on (CDP1 4)."""
    script = Script()
    session = script.up()
    for ahead_ms in [0] * 12 + [500]:
        script.wait(0.25)
        beat = script.beat(session, echo=script.beat_no // 2, uptime_ms=round(script.now * 1000) + ahead_ms)
        script.say(beat)
    (notice,) = script.of("link_noticed")

    assert isinstance(notice, LinkNoticed)
    assert NoticeCode.CLOCK_JUMP == notice.notice
    assert LinkState.UP is script.session.state


def test_refused_event_comes_again() -> None:
    """An event the inbox refused is taken back, and only a fresh sending hands it over (CDP1 4)."""
    script = Script()
    session = script.up()
    script.say(script.evt(session, 1), script.evt(session, 2))
    refused = script.reports.pop()
    script.session.undeliver(refused)
    script.say(script.evt(session, 2))

    assert [1, 2] == script.numbers()


# ---- sessions ---------------------------------------------------------------------------------------


def test_frames_of_an_old_session_are_ignored() -> None:
    """Neither a late HELLO response nor a fitting event of an old session counts (CDP1 13.1)."""
    script = Script()
    old = script.up()
    script.wait(2.0)
    hello = script.open()
    late = script.rsp(hello, hello_ok(following=9), session=old)
    assert [] == script.say(late)
    assert LinkState.HELLO is script.session.state
    (resume,) = script.say(script.rsp(hello, hello_ok()))
    script.say(script.rsp(resume, bytes((OK,)) + u32(1) + u32(1)))
    script.say(script.evt(old, 1))

    assert [] == script.numbers()
    assert 2 == script.session.statistics().stale_session


def test_old_hello_that_overtakes_costs_one_session() -> None:
    """BAD_SESSION on RESUME is not fatal: a further session comes up (CDP1 3, 13.2)."""
    script = Script()
    script.open()
    hello = script.open()
    (resume,) = script.say(script.rsp(hello, hello_ok()))
    script.say(script.rsp(resume, bytes((Status.BAD_SESSION,))))

    assert LinkState.DOWN is script.session.state
    assert DownReason.BAD_SESSION is script.session.down_reason
    script.up()
    assert 3 == script.session.statistics().sessions


def _bad_session(script: Script, boot: int) -> None:
    hello = script.open()
    (resume,) = script.say(script.rsp(hello, hello_ok(boot=boot)))
    script.say(script.rsp(resume, bytes((Status.BAD_SESSION,))))


def test_second_host_is_found() -> None:
    """BAD_SESSION three times in 10 s with one boot: another program talks to the device (CDP1 3)."""
    script = Script()
    for _ in range(3):
        _bad_session(script, 1)
    (stop,) = script.of("stopped")

    assert isinstance(stop, Stopped)
    assert StopReason.SECOND_HOST == stop.reason
    assert LinkState.STOPPED is script.session.state


@pytest.mark.parametrize("cause", ["reboots", "slow", "link loss"])
def test_other_reasons_for_bad_session_are_no_second_host(cause: str) -> None:
    """Reboots, link losses or long pauses between them explain it (CDP1 3)."""
    script = Script()
    for count in range(5):
        _bad_session(script, count if cause == "reboots" else 1)
        if cause == "slow":
            script.wait(6.0)
        if cause == "link loss":
            script.session.lost(DownReason.LOST, "unplugged")

    assert [] == script.of("stopped")


def test_session_numbers_do_not_come_back_soon() -> None:
    """None of the last sixteen numbers is drawn again (CDP1 2)."""

    class Stubborn:
        """Repeat each draw three times."""

        drawn = -1

        def randrange(self, start: int, stop: int) -> int:
            """Count up slowly within the range."""
            self.drawn += 1
            return min(start + self.drawn // 3, stop - 1)

        def randbytes(self, n: int) -> bytes:
            """Give zeros."""
            return bytes(n)

    numbers = SessionNumbers(Stubborn())

    assert list(range(1, 21)) == [numbers.draw() for _ in range(20)]
