"""Delivery, commands, beats and the end of a session (CDP1 3, 4), and the directed tests of 13."""

import struct

import pytest

from drivers import orders as od
from drivers.cdp.link_state import LinkState
from drivers.cdp.session_numbers import SessionNumbers
from drivers.errors import LocalProtocolError
from drivers.events import (
    ArmAnswer,
    DownReason,
    LinkDown,
    LinkNoticed,
    NoticeCode,
    OneWayLoss,
    OpAnswer,
    PingAnswer,
    Status,
    Stopped,
    StopReason,
)
from drivers.orders import Ack
from hw_fixtures.peer.codes import FrameFlag, Kind, Message
from hw_fixtures.peer.frames import Frame
from tests.drivers.script import EPOCH, OK, SERIAL, Script, hello_ok, u16, u32


def _eacks(frames: list[Frame]) -> list[int]:
    return [frame.seq for frame in frames if frame.kind is Kind.EACK]


def _ack(script: Script, number: int) -> None:
    script.session.ack(Ack(serial=SERIAL, epoch=EPOCH, number=number))


def _down(script: Script) -> LinkDown:
    (event,) = script.of("link_down")
    assert isinstance(event, LinkDown)
    return event


def _order(script: Script, order: od.WireOrder) -> Frame:
    script.reports += script.session.submit(order, script.now)
    (frame,) = script.turn()
    return frame


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
    _ack(script, 1)

    assert [] == _eacks(received)
    assert [1] == _eacks(script.turn())


def test_one_eack_per_turn_for_many_acks() -> None:
    """Many Acks in one turn give one EACK, for the highest (CDP1 4)."""
    script = Script()
    session = script.up()
    script.say(*(script.evt(session, number) for number in range(1, 6)))
    for number in range(1, 6):
        _ack(script, number)

    assert [5] == _eacks(script.turn())


def test_repeat_of_a_durable_event_is_answered() -> None:
    """A number up to `durable` comes again: the EACK was lost, say it again (CDP1 4)."""
    script = Script()
    session = script.up()
    script.say(script.evt(session, 1), script.evt(session, 2))
    _ack(script, 1)
    script.turn()

    assert [1] == _eacks(script.say(script.evt(session, 1)))


def test_repeat_of_an_event_not_yet_durable_is_not_answered() -> None:
    """A number above `durable`, up to `received`: count, do not answer (CDP1 4, 13.7)."""
    script = Script()
    session = script.up()
    script.say(script.evt(session, 1), script.evt(session, 2))
    _ack(script, 1)
    script.turn()

    assert [] == _eacks(script.say(script.evt(session, 2)))
    assert 1 == script.session.statistics().events_repeated


def test_event_ahead_is_answered_with_the_last_durable() -> None:
    """A number above `received + 1` is never delivered, and answered (CDP1 4)."""
    script = Script()
    session = script.up()

    assert [0] == _eacks(script.say(script.evt(session, 5)))
    assert [] == script.numbers()


def test_beat_that_knows_more_is_answered() -> None:
    """A BEAT with a higher last number and no event in the same read is answered (CDP1 4, 13.5)."""
    script = Script()
    session = script.up()
    alone = script.say(script.beat(session, last=3))
    with_event = script.say(script.beat(session, last=3), script.evt(session, 1))

    assert [0] == _eacks(alone)
    assert [] == _eacks(with_event)


def test_unknown_event_does_not_stop_the_stream() -> None:
    """An unknown type is handed over raw, and the next event follows (CDP1 4, 13.8)."""
    script = Script()
    session = script.up()
    script.say(script.evt(session, 1, 0xEE, b"??"), script.evt(session, 2))
    _ack(script, 2)

    assert ["unknown_event", "card_read"] == [r.event.kind for r in script.reports if r.number]
    assert [2] == _eacks(script.turn())


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
    _ack(script, 2)
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
    for ack in (Ack(serial=SERIAL, epoch=5, number=1), Ack(serial=SERIAL, epoch=EPOCH, number=9)):
        script.session.ack(ack)

    assert [0] == _eacks(script.turn())


def test_ack_without_a_session_is_kept_for_the_next_resume() -> None:
    """An Ack while the link is down moves `durable`, and RESUME carries it (CDP1 4)."""
    script = Script()
    session = script.up()
    script.say(script.evt(session, 1))
    script.reports += script.session.lost(DownReason.LOST, "unplugged")
    _ack(script, 1)
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

    assert DownReason.SILENT == _down(script).reason


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
    assert DownReason.NO_ECHO == _down(script).reason


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
        ping = _order(script, od.Ping())
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


# ---- commands ---------------------------------------------------------------------------------------


def test_commands_stop_and_wait() -> None:
    """One command at a time, ids rising by one (CDP1 4)."""
    script = Script()
    script.up()
    script.reports += script.session.submit(od.GetStatus(), script.now)
    script.reports += script.session.submit(od.Arm(round_no=1, first=0, count=2), script.now)
    (first,) = script.turn()
    (second,) = script.say(script.rsp(first, bytes((Status.FAULTED,))))
    script.say(script.rsp(second, bytes((OK,)) + u16(0)))
    (answer,) = script.of("arm_answer")

    assert (3, 4) == (first.seq, second.seq)
    assert ArmAnswer(order="arm", status=OK, next_index=0, round_no=1, first=0) == answer


def test_retry_keeps_id_type_and_bytes() -> None:
    """Retries 300, 600 and 900 ms apart differ in the RETX flag only (CDP1 4)."""
    script = Script()
    session = script.up()
    first = _order(script, od.CloseShoe(op_id=7))
    again = []
    for _ in range(8):
        again += [frame for frame in script.wait(0.25) if frame.kind is Kind.CMD]
        script.say(script.beat(session, echo=99))

    assert [FrameFlag.RETX] * 3 == [frame.flags for frame in again]
    assert {(first.seq, first.message, first.payload)} == {(f.seq, f.message, f.payload) for f in again}


def test_unanswered_command_is_lost_and_ends_the_session() -> None:
    """1200 ms after the fourth try the order is answered `lost`, and nothing is sent again (CDP1 4)."""
    script = Script()
    session = script.up()
    _order(script, od.CloseShoe(op_id=7))
    for _ in range(14):
        script.wait(0.25)
        script.say(script.beat(session, echo=script.beat_no // 2))
    (answer,) = script.of("op_answer")

    assert OpAnswer(op_id=7, order="close_shoe", status=OK, lost=True) == answer
    assert DownReason.UNANSWERED == _down(script).reason
    assert [] == [frame for frame in script.wait(3.0) if frame.kind is Kind.CMD]


@pytest.mark.parametrize("wrong", [{"seq": 99}, {"message": int(Message.PING)}, {"session": 1}])
def test_foreign_response_is_ignored(wrong: dict[str, int]) -> None:
    """A response must match session, id and type (CDP1 4)."""
    script = Script()
    script.up()
    asked = _order(script, od.GetStatus())
    script.say(script.rsp(asked, bytes((Status.FAULTED,)), **wrong))

    assert [] == script.of("status_answer")
    script.say(script.rsp(asked, bytes((Status.FAULTED,))))
    assert 1 == len(script.of("status_answer"))


def test_response_that_comes_twice_counts_once() -> None:
    """The second copy is stale (CDP1 4)."""
    script = Script()
    script.up()
    answer = script.rsp(_order(script, od.GetStatus()), bytes((Status.FAULTED,)))
    script.say(answer, answer)

    assert 1 == len(script.of("status_answer"))
    assert 1 == script.session.statistics().stale_rsp


def test_orders_are_lost_with_the_link() -> None:
    """In flight or waiting, every order is answered `lost`, after LinkDown, and none twice (CDP1 4)."""
    script = Script()
    script.up()
    for op_id in (1, 2, 3):
        script.reports += script.session.submit(od.CloseShoe(op_id=op_id), script.now)
    script.reports += script.session.lost(DownReason.LOST, "unplugged")
    kinds = [report.event.kind for report in script.reports][-4:]

    assert ["link_down", "op_answer", "op_answer", "op_answer"] == kinds


def test_order_without_a_link_is_lost_at_once() -> None:
    """Nothing is kept for later: a late order acts on a table that has moved on (CDP1 4)."""
    script = Script()
    script.reports += script.session.submit(od.CloseShoe(op_id=1), script.now)

    assert [True] == [answer.lost for answer in script.of("op_answer") if isinstance(answer, OpAnswer)]


def test_order_of_the_other_class_is_our_fault() -> None:
    """A shoe is never asked to dispense (CDP1 4, UNKNOWN_TYPE)."""
    script = Script()
    script.up()

    with pytest.raises(LocalProtocolError, match="dispense"):
        script.session.submit(od.Dispense(op_id=1, count=2), script.now)


def test_bad_session_answers_the_order_lost() -> None:
    """An order that meets a forgotten session is lost, the session ends (CDP1 3)."""
    script = Script()
    script.up()
    asked = _order(script, od.CloseShoe(op_id=1))
    script.say(script.rsp(asked, bytes((Status.BAD_SESSION,))))

    assert DownReason.BAD_SESSION == _down(script).reason
    assert [True] == [answer.lost for answer in script.of("op_answer") if isinstance(answer, OpAnswer)]


def test_short_response_is_told() -> None:
    """A response that cannot be read is answered `lost` beside a report of the breach."""
    script = Script()
    script.up()
    script.say(script.rsp(_order(script, od.CloseShoe(op_id=1)), bytes((Status.ACCEPTED,))))

    assert ["protocol_broken", "op_answer"] == [report.event.kind for report in script.reports[-2:]]


def test_ping_measures_the_round_trip() -> None:
    """PING comes back with its bytes and the time it took (CDP1 5.2)."""
    script = Script()
    script.up()
    asked = _order(script, od.Ping(data=b"x"))
    script.wait(0.1)
    script.say(script.rsp(asked, bytes((OK,)) + b"x"))
    (answer,) = script.of("ping_answer")

    assert isinstance(answer, PingAnswer)
    assert answer.round_trip_ms == pytest.approx(100)


# ---- the end ----------------------------------------------------------------------------------------


def test_bye_ends_the_session() -> None:
    """BYE is said once the port stops, and its answer ends the session (CDP1 3)."""
    script = Script()
    script.up()
    script.reports += script.session.submit(od.CloseShoe(op_id=1), script.now)
    script.reports += script.session.goodbye(script.now)
    bye = script.turn()[-1]
    script.say(script.rsp(bye, bytes((OK,))))

    assert Message.BYE == bye.message
    assert DownReason.ENDED == _down(script).reason
    assert 1 == len(script.of("op_answer"))


def test_bad_session_to_a_retried_bye_means_done() -> None:
    """The first BYE was heard, only its answer was lost (CDP1 3)."""
    script = Script()
    script.up()
    script.reports += script.session.goodbye(script.now)
    bye = script.turn()[-1]
    script.say(script.rsp(bye, bytes((Status.BAD_SESSION,))))

    assert DownReason.ENDED == _down(script).reason


def test_unanswered_bye_is_given_up() -> None:
    """Nobody there to say goodbye to: the session ends all the same."""
    script = Script()
    session = script.up()
    script.reports += script.session.goodbye(script.now)
    for _ in range(14):
        script.wait(0.25)
        script.say(script.beat(session, echo=script.beat_no // 2))

    assert DownReason.ENDED == _down(script).reason


def test_goodbye_without_a_session_is_done_at_once() -> None:
    """There is nobody to say BYE to."""
    script = Script()
    script.reports += script.session.goodbye(script.now)

    assert [] == script.turn()
    assert LinkState.DOWN is script.session.state


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
    _ack(script, 0)
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
