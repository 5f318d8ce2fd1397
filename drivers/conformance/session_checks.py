"""Checks of handshake, beats, frames and the end of a session (CDP1 2, 3, 4)."""

import itertools
import struct

from drivers.cdp.codec import ZERO, encode
from drivers.cdp.frames import MAX_PAYLOAD, Frame, FrameKind
from drivers.cdp.message_ids import Cmd
from drivers.conformance.probe import Deviation, Probe
from drivers.events import Status

_HELLO_PAYLOAD = b"\x01\x00\x00conformance"
_BEAT_S = 0.5
_BEAT_SLACK_S = 0.15


def hello(probe: Probe) -> None:
    """HELLO is answered with a readable identity; a second session begins as well as the first."""
    first, second = probe.hello(), probe.hello()
    if (first.serial, first.boot_id, first.epoch) != (second.serial, second.boot_id, second.epoch):
        raise Deviation("serial, boot or epoch changed between two HELLOs without a restart")
    if first.next_seq < first.first_seq:
        raise Deviation(f"next number {first.next_seq} lies below the first kept {first.first_seq}")


def hello_again(probe: Probe) -> None:
    """A second HELLO of the running session changes nothing."""
    probe.resume()
    probe.expect(Status.OK, Cmd.HELLO, _HELLO_PAYLOAD)
    probe.expect(Status.WRONG_STATE, Cmd.RESUME, struct.pack("<II", _epoch(probe), 0))


def wrong_hello(probe: Probe) -> None:
    """Session 0, a short payload, a long name, a foreign version and bad UTF-8 are refused."""
    probe.hello()
    probe.expect(Status.BAD_PARAM, Cmd.HELLO, _HELLO_PAYLOAD, session=0, seq=1)
    other = probe.session % 0xFFFF + 1
    probe.expect(Status.BAD_LENGTH, Cmd.HELLO, b"\x01\x00", session=other, seq=1)
    probe.expect(Status.BAD_LENGTH, Cmd.HELLO, b"\x01\x00\x00" + b"x" * 33, session=other, seq=2)
    answer = probe.expect(Status.BAD_VERSION, Cmd.HELLO, b"\x02\x00\x00", session=other, seq=3)
    if len(answer) < 4:
        raise Deviation("BAD_VERSION does not name the device's versions")
    probe.expect(Status.BAD_PARAM, Cmd.HELLO, b"\x01\x00\x00\xff\xfe", session=other, seq=4)
    probe.expect(Status.OK, Cmd.PING)


def foreign_session(probe: Probe) -> None:
    """A command of another session gets BAD_SESSION under its own session, id and type."""
    probe.hello()
    asked = probe.send_command(Cmd.GET_STATUS, session=probe.session % 0xFFFF + 1, seq=77)
    answer = probe.answer_to(asked)
    if answer.payload[0] != Status.BAD_SESSION or answer.type != Cmd.GET_STATUS:
        raise Deviation(f"answer is type {answer.type:02X}, status {answer.payload[0]:02X}")
    probe.expect(Status.OK, Cmd.PING)


def before_resume(probe: Probe) -> None:
    """Questions are answered before RESUME, settings are WRONG_STATE, and no event comes."""
    identity = probe.hello()
    for question in (Cmd.PING, Cmd.GET_STATUS, Cmd.GET_COUNTERS):
        probe.expect(Status.OK, question)
    probe.expect(Status.OK, Cmd.OP_STATUS, struct.pack("<I", 1))
    lock = Cmd.SHUFFLER_LOCK if identity.device_class == 1 else Cmd.SHOE_LOCK
    probe.expect(Status.WRONG_STATE, lock, b"\x00")
    if any(frame.kind is FrameKind.EVT for frame in probe.run(0.3)):
        raise Deviation("an event came before RESUME")


def resume(probe: Probe) -> None:
    """Another epoch, a number beyond the end, and a second RESUME are refused in this order."""
    identity = probe.hello()
    ahead = struct.pack("<II", identity.epoch, identity.next_seq + 100)
    probe.expect(Status.EPOCH, Cmd.RESUME, struct.pack("<II", identity.epoch ^ 1, identity.next_seq + 100))
    probe.expect(Status.BAD_PARAM, Cmd.RESUME, ahead)
    if identity.first_seq > 1:
        gap = struct.pack("<II", identity.epoch, identity.first_seq - 2)
        probe.expect(Status.GAP, Cmd.RESUME, gap)
    probe.expect(Status.OK, Cmd.RESUME, struct.pack("<II", identity.epoch, identity.next_seq - 1))
    probe.expect(Status.WRONG_STATE, Cmd.RESUME, ahead)


def beats(probe: Probe) -> None:
    """Beats come every 500 ms, numbered from 1, and their echo follows ours."""
    probe.resume()
    probe.run(3.2)
    seen = probe.device_beats()
    if not seen:
        raise Deviation("no beat came in 3.2 s, expected one each 0.50 s")
    numbers = [number for _, number, _ in seen]
    if numbers != list(range(1, len(numbers) + 1)):
        raise Deviation(f"beats are numbered {numbers}")
    gaps = [later[0] - earlier[0] for earlier, later in itertools.pairwise(seen)]
    if len(seen) < 5 or any(abs(gap - _BEAT_S) > _BEAT_SLACK_S for gap in gaps):
        raise Deviation(f"gaps between beats: {', '.join(f'{gap:.2f}' for gap in gaps)} s, expected 0.50")
    if seen[-1][2].echo < 3:
        raise Deviation(f"after 3 s the device echoes our beat {seen[-1][2].echo}")


def silence(probe: Probe) -> None:
    """1.5 s without a frame of ours ends the session, 1.2 s do not."""
    probe.resume()
    probe.beats = False
    probe.run(1.2)
    probe.expect(Status.OK, Cmd.PING)
    probe.run(1.8)
    probe.expect(Status.BAD_SESSION, Cmd.PING)


def no_echo(probe: Probe) -> None:
    """A host whose echo does not grow for 3 s loses the session, though it sends."""
    probe.resume()
    probe.echoes = False
    probe.run(2.5)
    probe.expect(Status.OK, Cmd.PING)
    probe.run(1.0)
    probe.expect(Status.BAD_SESSION, Cmd.PING)


def bye(probe: Probe) -> None:
    """After BYE the session is gone."""
    probe.resume()
    probe.expect(Status.OK, Cmd.BYE)
    probe.beats = False
    probe.expect(Status.BAD_SESSION, Cmd.PING)


def garbage(probe: Probe) -> None:
    """Noise, overlong runs, bad frames and any cut of a frame leave the next frame readable."""
    probe.resume()
    good = Frame(kind=FrameKind.CMD, session=probe.session, seq=50, type=Cmd.PING, payload=b"ok")
    broken = bytearray(encode(good))
    broken[3] ^= 0x10
    spoilt = (
        b"\x55" * 300 + b"\x55" * 700 + ZERO,
        b"AT+GCAP\r\nU-Boot\r\n" + ZERO,
        bytes(broken),
        encode(good)[:-5] + ZERO,
        ZERO * 20,
    )
    for number, noise in enumerate(spoilt, start=20):
        probe.send_raw(noise)
        probe.expect(Status.OK, Cmd.PING, b"ok", seq=number)
    for byte in encode(good):
        probe.send_raw(bytes([byte]))
    probe.answer_to(good)
    longest = Frame(
        kind=FrameKind.CMD, session=probe.session, seq=51, type=Cmd.PING, payload=bytes(MAX_PAYLOAD)
    )
    probe.send(longest)
    if probe.answer_to(longest).payload[0] != Status.BAD_LENGTH:
        raise Deviation("a PING of 200 bytes is not BAD_LENGTH")


def lnak_rate(probe: Probe) -> None:
    """A device that complains does so at most ten times a second, and never about an LNAK."""
    probe.resume()
    start = probe.now
    while probe.now < start + 1.0:
        probe.send_raw(b"\x05\x55" + ZERO)
        probe.run(0.02)
    lnaks = [at for at, frame in probe.heard if frame.kind is FrameKind.LNAK and at >= start]
    if len(lnaks) > 12:
        raise Deviation(f"{len(lnaks)} LNAKs in a second, ten are allowed")


def flags(probe: Probe) -> None:
    """RETX, REPLAY and reserved bits change nothing."""
    probe.resume()
    for number, bits in enumerate((1, 2, 0x80, 0xFF), start=30):
        probe.expect(Status.OK, Cmd.PING, b"f", flags=bits, seq=number)


def _epoch(probe: Probe) -> int:
    assert probe.identity is not None
    return probe.identity.epoch
