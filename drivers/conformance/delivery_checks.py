"""Checks of commands, events and operations (CDP1 4, 5)."""

import itertools
import struct

from drivers import orders as od
from drivers.cdp.answers import read_answer
from drivers.cdp.commands import encode_order
from drivers.cdp.device_events import read_event
from drivers.cdp.frames import Frame, FrameKind
from drivers.cdp.identity import Identity
from drivers.cdp.message_ids import Cmd, Evt
from drivers.conformance.probe import Deviation, Probe
from drivers.errors import RemoteProtocolError
from drivers.events import DeviceClass, OpState, Status, UnknownEvent
from drivers.orders import ConfigKey, WireOrder

WINDOW = 8
PROMPT_S = 0.2
_SLACK_S = 0.1
_OP_S = 125.0
_FOREIGN = {DeviceClass.SHUFFLER: Cmd.ARM, DeviceClass.SHOE: Cmd.DISPENSE}


def stored_response(probe: Probe) -> None:
    """An id that was answered gives the same response again, whatever type and bytes come with it."""
    probe.resume()
    first = probe.answer_to(probe.send_command(Cmd.PING, b"one", seq=40))
    again = probe.answer_to(probe.send_command(Cmd.PING, b"two", seq=40))
    other = probe.answer_to(probe.send_command(Cmd.GET_STATUS, seq=40))
    for answer in (again, other):
        if (answer.type, answer.payload) != (first.type, first.payload):
            raise Deviation("a repeated command id gets another response than the stored one")


def stale_id(probe: Probe) -> None:
    """After 15 commands the third id is no longer stored, and too old to act on."""
    probe.resume()
    for _ in range(15):
        probe.expect(Status.OK, Cmd.PING)
    probe.expect(Status.STALE_ID, Cmd.PING, seq=3)


def wrong_commands(probe: Probe) -> None:
    """Unknown types, the other class's commands, wrong lengths and op_id 0 have their status."""
    identity = probe.hello()
    probe.resume()
    probe.expect(Status.UNKNOWN_TYPE, 0x7E)
    probe.expect(Status.UNKNOWN_TYPE, _FOREIGN[DeviceClass(identity.device_class)], bytes(8))
    probe.expect(Status.BAD_LENGTH, Cmd.GET_STATUS, b"\x00")
    probe.expect(Status.BAD_LENGTH, Cmd.PING, bytes(65))
    probe.expect(Status.BAD_LENGTH, Cmd.OP_STATUS, b"\x00")
    probe.expect(Status.BAD_PARAM, Cmd.CLEAR_FAULT, struct.pack("<IH", 0, 0x0305))


def queries(probe: Probe) -> None:
    """PING, GET_STATUS, GET_COUNTERS, OP_STATUS and GET_LOG have the layout of the paper."""
    identity = probe.hello()
    probe.resume()
    first = identity.first_seq
    asked: tuple[WireOrder, ...] = (
        od.Ping(data=bytes(range(64))),
        od.GetStatus(),
        od.GetCounters(),
        od.OpStatus(op_id=0xFFFFFFF0),
        od.GetLog(first=first, count=4),
        od.GetLog(first=first, count=0),
    )
    for order in asked:
        command = encode_order(order, identity.device_class)
        payload = probe.expect(Status.OK, command.type, command.payload)
        try:
            read_answer(order, payload)
        except RemoteProtocolError as error:
            raise Deviation(str(error)) from error


def config(probe: Probe) -> None:
    """A key reads back, the same value emits nothing, unknown keys and wrong lengths are refused."""
    probe.resume()
    lamp = probe.expect(Status.OK, Cmd.GET_CONFIG, bytes([ConfigKey.LAMP]))[1:]
    probe.run(0.3)
    heard = len(probe.heard)
    probe.expect(Status.OK, Cmd.SET_CONFIG, bytes([ConfigKey.LAMP]) + lamp)
    probe.run(0.3)
    if any(
        frame.type == Evt.CONFIG_CHANGED for _, frame in probe.heard[heard:] if frame.kind is FrameKind.EVT
    ):
        raise Deviation("setting the same value emits CONFIG_CHANGED")
    probe.expect(Status.BAD_PARAM, Cmd.SET_CONFIG, b"\xee\x00")
    probe.expect(Status.BAD_PARAM, Cmd.SET_CONFIG, bytes([ConfigKey.LAMP, 101]))
    probe.expect(Status.BAD_LENGTH, Cmd.SET_CONFIG, bytes([ConfigKey.LAMP]))


def window(probe: Probe) -> None:
    """From the oldest event on numbers rise by one, eight are unacknowledged at most, all are readable."""
    identity = _replay(probe)
    events = _events(probe.run(0.2), probe)
    _in_order(events, identity.first_seq)
    if len(events) > WINDOW:
        raise Deviation(f"{len(events)} events came without an acknowledgement, {WINDOW} are allowed")
    for event in events:
        if isinstance(read_event(event.type, event.payload, identity.device_class), UnknownEvent):
            raise Deviation(f"event {event.seq} of type {event.type:02X} cannot be read")
    if events:
        probe.eack(events[-1].seq)
        _in_order(_events(probe.run(0.2), probe), events[-1].seq + 1)


def retransmit(probe: Probe) -> None:
    """Without an acknowledgement the window comes again after 250 ms, then 500 ms."""
    identity = _replay(probe)
    first = [at for at, frame in _timed(probe, 1.2) if frame.seq == identity.first_seq]
    if len(first) < 3:
        raise Deviation(f"the first event came {len(first)} times in 1.2 s, expected at 0, 250 and 750 ms")
    gaps = [later - earlier for earlier, later in itertools.pairwise(first)]
    if abs(gaps[0] - 0.25) > _SLACK_S or abs(gaps[1] - 0.5) > _SLACK_S:
        raise Deviation(f"repeats after {gaps[0]:.2f} and {gaps[1]:.2f} s, expected 0.25 and 0.50")


def equal_eacks(probe: Probe) -> None:
    """Of four equal acknowledgements the second makes the device go back, once."""
    identity = _replay(probe)
    probe.run(0.05)
    start = len(probe.heard)
    for _ in range(4):
        probe.eack(identity.first_seq - 1)
    probe.run(0.12)
    repeats = [f for _, f in probe.heard[start:] if f.kind is FrameKind.EVT and f.seq == identity.first_seq]
    if len(repeats) != 1:
        raise Deviation(f"four equal EACKs gave {len(repeats)} repeats of the window, expected 1")


def operation_once(probe: Probe) -> None:
    """A self-test is accepted, starts and ends once; the same id never acts again, other bytes conflict."""
    probe.resume()
    op_id = 1 + int(probe.now * 1000) % 0xFFFFFFF0
    command = struct.pack("<I", op_id)
    answer = probe.expect(Status.ACCEPTED, Cmd.SELF_TEST, command)
    if answer[1:2] != bytes([OpState.RUNNING]):
        raise Deviation("the first answer to an operation is not `running`")
    started = len(_collect(probe, Evt.OP_STARTED, command, until=Evt.OP_DONE))
    if started != 1:
        raise Deviation(f"OP_STARTED came for {started} events, expected 1")
    again = probe.expect(Status.ACCEPTED, Cmd.SELF_TEST, command)
    if again[1:2] == bytes([OpState.RUNNING]):
        raise Deviation("an operation that has ended runs again under the same id")
    probe.expect(Status.OP_CONFLICT, Cmd.CLEAR_FAULT, command + struct.pack("<H", 0x0305))
    state = probe.expect(Status.OK, Cmd.OP_STATUS, command)
    if state[1:2] == bytes([OpState.UNKNOWN]):
        raise Deviation("OP_STATUS does not know an operation that has just ended")


def promptness(probe: Probe) -> None:
    """No response of this run took longer than 200 ms."""
    if not probe.slowest_s:
        raise Deviation("no response came in this run")
    if probe.slowest_s > PROMPT_S:
        raise Deviation(f"the slowest response took {probe.slowest_s * 1000:.0f} ms")


def _replay(probe: Probe) -> Identity:
    identity = probe.hello()
    if identity.next_seq == identity.first_seq:
        raise Deviation("the device keeps no event; press a key on it and check again")
    probe.resume(identity.first_seq - 1)
    return identity


def _timed(probe: Probe, seconds: float) -> list[tuple[float, Frame]]:
    """Give the session's events with their times, from RESUME on."""
    probe.run(seconds)
    return [
        (at, frame)
        for at, frame in probe.heard
        if frame.kind is FrameKind.EVT and frame.session == probe.session
    ]


def _events(_frames: list[Frame], probe: Probe) -> list[Frame]:
    """Give each event of this session once, in the order it came first."""
    seen: dict[int, Frame] = {}
    for _, frame in probe.heard:
        if frame.kind is FrameKind.EVT and frame.session == probe.session:
            seen.setdefault(frame.seq, frame)
    return list(seen.values())


def _in_order(events: list[Frame], first: int) -> None:
    numbers = [event.seq for event in events if event.seq >= first]
    if numbers != list(range(first, first + len(numbers))):
        raise Deviation(f"events came as {numbers}")


def _collect(probe: Probe, wanted: Evt, op: bytes, *, until: Evt) -> list[Frame]:
    """Acknowledge events as they come until one ends the operation; give those of a type, each once."""
    found: dict[int, Frame] = {}
    end = probe.now + _OP_S
    while probe.now < end:
        for frame in probe.run(0.1):
            if frame.kind is not FrameKind.EVT or frame.session != probe.session:
                continue
            probe.eack(frame.seq)
            if frame.payload[4:8] == op and frame.type == wanted:
                found[frame.seq] = frame
            if frame.payload[4:8] == op and frame.type == until:
                return list(found.values())
    raise Deviation("the self-test did not end within its deadline")
