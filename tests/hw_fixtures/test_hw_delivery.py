"""Ids, window, retransmission, beats and the end of a session (CDP1 3, 4)."""

from hw_fixtures.firmware.machine import ShoeMachine, ShufflerMachine, plain_shoe, plain_shuffler
from hw_fixtures.peer.codec import encode
from hw_fixtures.peer.codes import (
    Button,
    FrameFlag,
    Kind,
    Message,
    Status,
)
from hw_fixtures.peer.frames import Frame
from tests.hw_fixtures.minihost import MiniHost, u32


def shoe() -> ShoeMachine:
    """Power up a plain shoe."""
    machine = ShoeMachine(plain_shoe(seed=1))
    machine.power_on(0)
    return machine


def shuffler() -> ShufflerMachine:
    """Power up a plain shuffler."""
    machine = ShufflerMachine(plain_shuffler(seed=1))
    machine.power_on(0)
    return machine


def press(machine: ShoeMachine | ShufflerMachine, host: MiniHost, times: int) -> None:
    """Make 2 * times events."""
    for _ in range(times):
        machine.press(Button.DEAL, host.now_ms)
    host.collect()


def test_kept_response_is_given_again_without_a_second_action() -> None:
    """The last eight responses stand with their own type, older ids are stale (CDP1 4, directed test 4)."""
    machine = shoe()
    host = MiniHost(machine)
    host.up()
    host.raw_command(3, Message.SET_CONFIG, b"\x02\x10")
    written = machine.nv.next_seq
    again = host.raw_command(3, Message.PING, b"other bytes")
    assert (Message.SET_CONFIG, b"\0", written) == (again.message, again.payload, machine.nv.next_seq)
    for command_id in range(4, 16):
        host.raw_command(command_id, Message.PING, b"")
    assert bytes((Status.STALE_ID,)) == host.raw_command(3, Message.SET_CONFIG, b"\x02\x11").payload
    assert machine.nv.config[2] == b"\x10"


def test_window_is_eight_events_and_moves_with_eack() -> None:
    """At most eight events are under way (CDP1 4)."""
    machine = shoe()
    host = MiniHost(machine)
    host.acks = False
    host.up()
    press(machine, host, 10)
    assert list(range(1, 9)) == sorted(host.events)
    host.eack(3)
    assert list(range(1, 12)) == sorted(host.events)


def test_unacknowledged_events_are_sent_again_with_doubling_pause() -> None:
    """The first repetition comes after at least 250 ms, the next after 500 more, flagged RETX (CDP1 4)."""
    machine = shoe()
    host = MiniHost(machine)
    host.acks = False
    host.up()
    host.events.clear()
    # Powered-up numbers 1 and 2 are out; go on until they come again.
    at = len(host.frames)
    host.run(260)
    again = [frame for frame in host.frames[at:] if frame.kind is Kind.EVT]
    assert again
    assert all(frame.flags & FrameFlag.RETX for frame in again)


def test_two_equal_eacks_go_back_once_four_do_not_go_back_twice() -> None:
    """The count of equal EACKs becomes 2 once and stays (CDP1 4, directed test 9)."""
    machine = shoe()
    host = MiniHost(machine)
    host.acks = False
    host.up()
    press(machine, host, 1)
    host.eack(1)
    at = len(host.frames)
    for _ in range(4):
        host.eack(1)
    again = [frame.seq for frame in host.frames[at:] if frame.kind is Kind.EVT]
    assert sorted(set(again)) == again


def test_resume_replays_with_the_replay_flag() -> None:
    """Events older than RESUME carry REPLAY, later ones do not (CDP1 2)."""
    machine = shoe()
    host = MiniHost(machine)
    host.up()
    old = machine.nv.next_seq
    press(machine, host, 1)
    flags = {frame.seq: frame.flags & FrameFlag.REPLAY for frame in host.frames if frame.kind is Kind.EVT}
    assert {seq: FrameFlag.REPLAY if seq < old else 0 for seq in flags} == flags


def test_beats_come_every_half_second_and_carry_the_echo() -> None:
    """First beat 500 ms after HELLO OK; echo is the newest host beat (CDP1 4)."""
    host = MiniHost(shoe())
    host.up()
    host.run(2000)
    beats = [frame for frame in host.frames if frame.kind is Kind.BEAT]
    assert [1, 2, 3, 4] == [frame.seq for frame in beats]
    assert {19} == {len(frame.payload) for frame in beats}
    assert u32(beats[-1].payload, 15) >= 2


def test_silence_of_one_and_a_half_seconds_ends_the_session() -> None:
    """Without a valid frame the device gives the session up (CDP1 3)."""
    machine = shoe()
    host = MiniHost(machine)
    host.up()
    host.beats = False
    host.acks = False
    host.run(1600)
    assert machine.firmware is not None
    assert machine.firmware.session.number == 0
    assert bytes((Status.BAD_SESSION,)) == host.command(Message.PING)


def test_three_seconds_without_echo_end_the_session() -> None:
    """Frames that never echo our beats show a one-way line (CDP1 4)."""
    machine = shoe()
    host = MiniHost(machine)
    host.up()
    host.beats = False
    for _ in range(40):
        host.run(100)
        host.send(Frame(kind=Kind.BEAT, session=host.session, seq=1, payload=bytes(4)))
    assert machine.firmware is not None
    assert machine.firmware.session.number == 0


def test_lnak_names_the_fault_and_keeps_its_pace() -> None:
    """A bad frame is complained of at most once per 100 ms (CDP1 2)."""
    host = MiniHost(shoe())
    host.up()
    spoilt = bytearray(encode(Frame(kind=Kind.EACK, session=0x1234, seq=1)))
    spoilt[-2] ^= 0x01
    at = len(host.frames)
    for _ in range(3):
        host.device.feed(bytes(spoilt), host.now_ms)
    host.collect()
    complaints = [frame.payload for frame in host.frames[at:] if frame.kind is Kind.LNAK]
    assert [bytes((3,))] == complaints


def test_bye_is_answered_and_ends_the_session() -> None:
    """After BYE the device has no session (CDP1 3)."""
    host = MiniHost(shoe())
    host.up()
    assert bytes((Status.OK,)) == host.command(Message.BYE)
    assert bytes((Status.BAD_SESSION,)) == host.command(Message.PING)


def test_extra_zero_leads_after_a_pause_only() -> None:
    """One 00 before the first frame and after 50 ms without sending (CDP1 2)."""
    machine = shoe()
    ping = Frame(kind=Kind.CMD, session=9, seq=1, message=Message.PING)
    machine.feed(encode(ping), 1000)
    first = machine.take()
    machine.feed(encode(ping), 1020)
    second = machine.take()
    machine.feed(encode(ping), 1080)
    assert [True, False, True] == [data.startswith(b"\0") for data in (first, second, machine.take())]
