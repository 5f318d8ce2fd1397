"""HELLO, AUTH, RESUME and the floor's decisions (CDP1 3)."""

import random
from dataclasses import replace

import pytest

from drivers.cdp.identity import Expected
from drivers.cdp.link_state import LinkState, SessionSettings
from drivers.cdp.session import HostSession
from drivers.errors import RemoteProtocolError
from drivers.events import Capability, DeviceClass, DownReason, LinkUp, Status, Stopped, StopReason
from drivers.orders import GetStatus, Lock, Ping, Rebase, Reconnect
from hw_fixtures.peer.codes import FrameFlag, Kind, Message
from tests.drivers.script import EPOCH, OK, SERIAL, Script, ack, hello_ok, tlvs, u32

KEY = bytes(range(32))


def _resume_rsp(status: int, first: int, following: int) -> bytes:
    return bytes((status,)) + u32(first) + u32(following)


def _stop(script: Script) -> Stopped:
    event = script.of("stopped")[-1]
    assert isinstance(event, Stopped)
    assert script.session.state is LinkState.STOPPED
    return event


def test_hello_has_id_1_and_names_the_host() -> None:
    """The first command of a session is HELLO 1.0 with id 1 (CDP1 3)."""
    hello = Script().open()

    assert (Kind.CMD, 1, Message.HELLO, b"\x01\x00\x00dealer-assist") == (
        hello.kind,
        hello.seq,
        hello.message,
        hello.payload,
    )
    assert 0 < hello.session < 0x10000


def test_first_hello_waits_out_an_old_session() -> None:
    """A restarted host is silent for 1.6 s after its first opening, later ones are not (CDP1 3)."""
    script = Script()
    script.session._quiet_s = 1.6
    script.session.open(script.now)

    assert [] == script.wait(1.55)
    assert [Message.HELLO] == [frame.message for frame in script.wait(0.1)]
    script.session.open(script.now)
    assert [Message.HELLO] == [frame.message for frame in script.turn()]


def test_first_contact_takes_what_the_device_still_has() -> None:
    """A serial never met resumes at its oldest event, and what is below next_seq is history (CDP1 3)."""
    script = Script()
    hello = script.open()
    (resume,) = script.say(script.rsp(hello, hello_ok(first=5, following=9)))
    script.say(script.rsp(resume, _resume_rsp(OK, 5, 9)))
    (up,) = script.of("link_up")

    assert u32(EPOCH) + u32(4) == resume.payload
    assert isinstance(up, LinkUp)
    assert (True, 4, 9, SERIAL) == (up.first_contact, up.resumed_after, up.next_seq, up.serial)


def test_known_device_resumes_after_the_last_durable_event() -> None:
    """RESUME carries the last durable event of this serial and epoch (CDP1 3)."""
    script = Script(resume={(SERIAL, 77): 12, (SERIAL, EPOCH): 1026})
    hello = script.open()
    (resume,) = script.say(script.rsp(hello, hello_ok(following=1027)))
    script.say(script.rsp(resume, _resume_rsp(OK, 1, 1027)))
    (up,) = script.of("link_up")

    assert u32(EPOCH) + u32(1026) == resume.payload
    assert isinstance(up, LinkUp)
    assert (False, 1026) == (up.first_contact, up.resumed_after)


@pytest.mark.parametrize(
    ("payload", "reason", "word"),
    [
        (bytes((0x10, 2, 0, 3)), StopReason.VERSION, "2.0 to 2.3"),
        (bytes((0x10,)), StopReason.VERSION, "does not speak"),
        (bytes((0x14,)), StopReason.REFUSED, "0x14"),
        (hello_ok()[:20], StopReason.HELLO_MALFORMED, "20|19"),
        (hello_ok(minor=1), StopReason.VERSION, "1.1"),
        (hello_ok(device_class=1), StopReason.DEVICE_CLASS, "class 1"),
        (hello_ok(tags=tlvs(t1=b"SHOE-0002")), StopReason.SERIAL, "SHOE-0002"),
        (hello_ok(tags=tlvs(t6=None)), StopReason.HELLO_MALFORMED, "tag 6 is missing"),
        (hello_ok(tags=tlvs(t7=b"")), StopReason.HELLO_MALFORMED, "tag 7 has a wrong length"),
        (hello_ok(tags=tlvs(t8=b"\x01")), StopReason.HELLO_MALFORMED, "tag 8 has a wrong length"),
        (hello_ok(tags=tlvs(t2=b"\xff\xfe")), StopReason.HELLO_MALFORMED, "no UTF-8"),
        (hello_ok(tags={9: u32(0), 1: b"X"}), StopReason.HELLO_MALFORMED, "tags must rise"),
        (hello_ok()[:-1], StopReason.HELLO_MALFORMED, "cut off"),
        (hello_ok(tags=tlvs(t6=u32(1))), StopReason.AUTH_FAILED, "auth_key_file"),
    ],
)
def test_unusable_hello_stops(payload: bytes, reason: StopReason, word: str) -> None:
    """What does not fit stops the port with its reason, and nothing is sent again (CDP1 3)."""
    script = Script()
    script.say(script.rsp(script.open(), payload))
    stop = _stop(script)

    assert reason == stop.reason
    assert any(part in stop.text for part in word.split("|"))
    assert [] == script.wait(5.0)


def test_unknown_tags_are_skipped() -> None:
    """A later minor version may add tags (CDP1 3)."""
    script = Script()
    answers = script.say(script.rsp(script.open(), hello_ok(tags=tlvs() | {10: b"new"})))

    assert [Message.RESUME] == [frame.message for frame in answers]


@pytest.mark.parametrize(
    ("expected", "reason"),
    [
        (Expected(device_class=2, serial=SERIAL, model="S2"), StopReason.MODEL),
        (Expected(device_class=2, serial=SERIAL, digest=bytes(32)), StopReason.FIRMWARE),
        (
            Expected(device_class=2, serial=SERIAL, needs=Capability.DISPENSE | Capability.READS_FACES),
            StopReason.CAPABILITY,
        ),
    ],
)
def test_other_model_firmware_or_capability_stops(expected: Expected, reason: StopReason) -> None:
    """Model, digest and needed capabilities must agree with the table file (CDP1 3, 6)."""
    script = Script(expected=expected)
    script.say(script.rsp(script.open(), hello_ok()))

    assert reason == _stop(script).reason


def _stopped_at_resume(status: Status, *, resume: dict[tuple[str, int], int]) -> tuple[Script, int]:
    script = Script(resume=resume)
    hello = script.open()
    (asked,) = script.say(script.rsp(hello, hello_ok(first=40, following=60)))
    script.say(script.rsp(asked, _resume_rsp(status, 40, 60)))
    return script, hello.session


def test_new_epoch_is_a_decision_of_the_floor() -> None:
    """EPOCH stops the port, keeps the session alive, and goes on only under a ruling (CDP1 3)."""
    script, session = _stopped_at_resume(Status.EPOCH, resume={(SERIAL, 77): 12})
    stop = _stop(script)
    beats = [frame for frame in script.wait(1.2) if frame.kind is Kind.BEAT]
    script.reports += script.session.submit(Rebase(epoch=EPOCH), script.now)
    (resume,) = script.turn()
    script.say(script.rsp(resume, _resume_rsp(OK, 40, 60)))
    script.say(script.evt(session, 40))

    assert (StopReason.EPOCH, EPOCH, 40, 60) == (stop.reason, stop.epoch, stop.first_seq, stop.next_seq)
    assert 2 == len(beats)
    assert u32(EPOCH) + u32(39) == resume.payload
    assert [40] == script.numbers()


def test_unknown_epoch_of_a_known_serial_asks_for_the_old_one() -> None:
    """The device itself must say EPOCH; the host never skips by itself (CDP1 3)."""
    script = Script(resume={(SERIAL, 77): 12})
    (resume,) = script.say(script.rsp(script.open(), hello_ok()))

    assert u32(77) + u32(12) == resume.payload


def test_gap_is_a_decision_of_the_floor() -> None:
    """GAP stops the port; after Rebase the stream goes on at the oldest kept event (CDP1 3)."""
    script, session = _stopped_at_resume(Status.GAP, resume={(SERIAL, EPOCH): 12})
    script.reports += script.session.submit(Rebase(epoch=EPOCH), script.now)
    (resume,) = script.turn()
    script.say(script.rsp(resume, _resume_rsp(OK, 40, 60)))
    script.say(script.evt(session, 40))

    assert u32(EPOCH) + u32(39) == resume.payload
    assert [40] == script.numbers()


def test_rebase_of_another_epoch_changes_nothing() -> None:
    """A ruling for an epoch the device does not have leaves the port stopped, and says so again."""
    script, _ = _stopped_at_resume(Status.EPOCH, resume={(SERIAL, 77): 12})
    script.reports += script.session.submit(Rebase(epoch=5), script.now)

    assert [] == script.turn()
    assert 2 == len(script.of("stopped"))
    assert LinkState.STOPPED is script.session.state


def test_ruling_outlives_the_session() -> None:
    """A ruling given while the link is down is used at the next HELLO (CDP1 3)."""
    script, _ = _stopped_at_resume(Status.EPOCH, resume={(SERIAL, 77): 12})
    script.wait(2.0)
    script.reports += script.session.submit(Rebase(epoch=EPOCH), script.now)
    (resume,) = script.say(script.rsp(script.open(), hello_ok(first=41, following=60)))

    assert u32(EPOCH) + u32(40) == resume.payload


@pytest.mark.parametrize("gone", [False, True])
def test_a_ruling_without_a_gap_changes_nothing(gone: bool) -> None:  # noqa: FBT001 - a parameter
    """A ruling for a stream that needs none, up or down, repeats no event (CDP1 3)."""
    script = Script()
    session = script.up()
    script.say(script.evt(session, 1))
    ack(script, 1)
    if gone:
        script.reports += script.session.lost(DownReason.LOST, "unplugged")
    script.reports += script.session.submit(Rebase(epoch=EPOCH), script.now)
    (resume,) = script.say(script.rsp(script.open(), hello_ok(following=2)))

    assert u32(EPOCH) + u32(1) == resume.payload


def test_long_host_name_is_cut_between_letters() -> None:
    """At most 32 bytes of whole letters (CDP1 3)."""
    script = Script()
    settings = SessionSettings(
        device="shoe",
        expected=Expected(device_class=2, serial=SERIAL),
        host_name="é" * 20 + "x" * 9,
        quiet_s=0.0,
    )
    session = HostSession(settings, script.positions, random.Random(1))
    named = HostSession(replace(settings, host_name="x" + "é" * 20), script.positions, random.Random(1))

    assert ("é" * 16).encode() == session._handshake._host_name
    assert ("x" + "é" * 15).encode() == named._handshake._host_name


def test_a_ruling_is_used_once() -> None:
    """A second gap, after the stream went on, needs its own ruling (CDP1 3)."""
    script, _ = _stopped_at_resume(Status.GAP, resume={(SERIAL, EPOCH): 12})
    script.reports += script.session.submit(Rebase(epoch=EPOCH), script.now)
    (resume,) = script.turn()
    script.say(script.rsp(resume, _resume_rsp(OK, 40, 70)))
    script.reports += script.session.lost(DownReason.LOST, "unplugged")
    (again,) = script.say(script.rsp(script.open(), hello_ok(first=45, following=70)))
    script.say(script.rsp(again, _resume_rsp(Status.GAP, 45, 70)))

    assert u32(EPOCH) + u32(39) == again.payload
    assert [40, 45] == [event.first_seq for event in script.of("stopped") if isinstance(event, Stopped)]


@pytest.mark.parametrize(("grown", "told"), [(8, 1), (9, 2)])
def test_a_gap_that_grew_while_the_floor_ruled_needs_no_second_ruling(grown: int, told: int) -> None:
    """A full log loses an event for each new one; tries are bounded (CDP1 3, 4)."""
    script, _ = _stopped_at_resume(Status.GAP, resume={(SERIAL, EPOCH): 12})
    script.reports += script.session.submit(Rebase(epoch=EPOCH), script.now)
    asked = script.turn()
    for first in range(41, 41 + grown):
        asked = script.say(script.rsp(asked[0], _resume_rsp(Status.GAP, first, 70)))

    assert told == len(script.of("stopped"))
    assert [u32(EPOCH) + u32(40 + grown - 1)] * (told == 1) == [frame.payload for frame in asked]


def test_lost_tail_is_refused() -> None:
    """BAD_PARAM at RESUME: the device has lost events that are recorded here (CDP1 3)."""
    script, _ = _stopped_at_resume(Status.BAD_PARAM, resume={(SERIAL, EPOCH): 99})

    assert StopReason.TAIL_LOST == _stop(script).reason


def test_lost_tail_shows_in_what_was_handed_over_too() -> None:
    """Events handed over but not durable that the device no longer has: their numbers must not come twice."""
    script = Script()
    session = script.up()
    script.say(*(script.evt(session, number) for number in range(1, 4)))
    script.wait(2.0)
    hello = script.open()
    (resume,) = script.say(script.rsp(hello, hello_ok(following=3)))
    script.say(script.rsp(resume, _resume_rsp(OK, 1, 3)))

    assert u32(EPOCH) + u32(0) == resume.payload
    assert StopReason.TAIL_LOST == _stop(script).reason


def test_stopped_for_the_floor_still_answers_questions() -> None:
    """Before RESUME the device may be asked and found, but not set (CDP1 3)."""
    script, _ = _stopped_at_resume(Status.GAP, resume={(SERIAL, EPOCH): 12})
    script.reports += script.session.submit(Lock(on=True), script.now)
    script.reports += script.session.submit(GetStatus(), script.now)
    (asked,) = script.turn()

    assert Message.GET_STATUS == asked.message
    assert [True] == [report.event.lost for report in script.reports if report.event.kind == "order_answer"]


def test_a_question_in_flight_delays_the_ruling() -> None:
    """One command at a time: Rebase waits for the answer before it (CDP1 4)."""
    script, _ = _stopped_at_resume(Status.GAP, resume={(SERIAL, EPOCH): 12})
    script.reports += script.session.submit(Ping(), script.now)
    (ping,) = script.turn()
    script.reports += script.session.submit(Rebase(epoch=EPOCH), script.now)
    assert [] == script.turn()
    (resume,) = script.say(script.rsp(ping, bytes((OK,))))

    assert Message.RESUME == resume.message


@pytest.mark.parametrize("payload", [b"", bytes((OK,)), _resume_rsp(Status.WRONG_STATE, 1, 2)])
def test_senseless_resume_answer_starts_over(payload: bytes) -> None:
    """A RESUME answer that says nothing ends the session; the next one asks again."""
    script = Script()
    (resume,) = script.say(script.rsp(script.open(), hello_ok()))
    script.say(script.rsp(resume, payload))

    assert LinkState.DOWN is script.session.state


def test_resumed_epoch_must_be_the_one_of_hello() -> None:
    """A device that resumes another epoch than it named is not believed."""
    script = Script(resume={(SERIAL, 77): 12})
    (resume,) = script.say(script.rsp(script.open(), hello_ok()))
    script.say(script.rsp(resume, _resume_rsp(OK, 1, 20)))

    assert LinkState.DOWN is script.session.state
    assert [] == script.of("link_up")


def test_unchanged_stop_is_told_once() -> None:
    """After each reconnect to the same wrong device nothing new is said; after Reconnect it is."""
    script = Script()
    for _ in range(3):
        script.say(script.rsp(script.open(), hello_ok(device_class=1)))
    assert 1 == len(script.of("stopped"))
    script.reports += script.session.submit(Reconnect(), script.now)
    assert LinkState.DOWN is script.session.state
    script.say(script.rsp(script.open(), hello_ok(device_class=1)))

    assert 2 == len(script.of("stopped"))


def test_retried_hello_keeps_session_and_id() -> None:
    """HELLO is tried at 0, 300, 900 and 1800 ms with RETX, then the session is given up (CDP1 4)."""
    script = Script()
    hello = script.open()
    again = script.wait(3.2)

    assert [hello.session] * 3 == [frame.session for frame in again]
    assert [(1, FrameFlag.RETX)] * 3 == [(frame.seq, frame.flags) for frame in again]
    assert LinkState.DOWN is script.session.state


def test_class_names_are_the_papers() -> None:
    """Class 1 is the shuffler, class 2 the shoe (CDP1, head)."""
    assert (1, 2) == (DeviceClass.SHUFFLER, DeviceClass.SHOE)


def test_remote_error_carries_its_answer() -> None:
    """What the table is told travels in the error (ARCHITECTURE 5)."""
    assert "no status" == RemoteProtocolError("no status").answer
