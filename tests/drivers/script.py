"""A scripted device: the test says each of its frames, in virtual time, and sees each frame of the host."""

import random
import struct

from drivers.cdp.identity import Expected
from drivers.cdp.link_state import LinkState, SessionSettings
from drivers.cdp.positions import Positions
from drivers.cdp.session import HostSession
from drivers.events import DeviceClass, DeviceEvent, DeviceReport, LinkDown
from drivers.orders import Ack, WireOrder
from hw_fixtures.peer.codec import TO_DEVICE, Decoder, encode
from hw_fixtures.peer.codes import Kind, Message
from hw_fixtures.peer.frames import Frame

SERIAL = "SHOE-0001"
EPOCH = 0x0E0C0001
BOOT = 0xA1B2C3D4
OK = 0


def u16(value: int) -> bytes:
    """Lay out two bytes."""
    return struct.pack("<H", value)


def u32(value: int) -> bytes:
    """Lay out four bytes."""
    return struct.pack("<I", value)


def tlvs(**changes: bytes | None) -> dict[int, bytes]:
    """Give the tags of a HELLO response, changed by `t1=...`; None leaves one out."""
    tags: dict[int, bytes | None] = {
        1: SERIAL.encode(),
        2: b"SimCo",
        3: b"S1",
        4: bytes((1, 0, 0)),
        6: u32(0x0706),
        7: bytes((4,)),
        9: u32(0x7F274995),
    }
    tags.update({int(name[1:]): value for name, value in changes.items()})
    return {tag: value for tag, value in sorted(tags.items()) if value is not None}


def hello_ok(
    *,
    device_class: int = DeviceClass.SHOE,
    epoch: int = EPOCH,
    first: int = 1,
    following: int = 1,
    boot: int = BOOT,
    uptime_ms: int = 0,
    minor: int = 0,
    tags: dict[int, bytes] | None = None,
) -> bytes:
    """Build the payload of a HELLO response."""
    head = bytes((OK, minor, device_class)) + struct.pack("<IIIII", boot, epoch, first, following, uptime_ms)
    fields = tlvs() if tags is None else tags
    return head + b"".join(bytes((tag, len(value))) + value for tag, value in fields.items())


def card(index: int) -> bytes:
    """Build the payload of a CARD event."""
    return struct.pack("<IHIBBBHI", 1000 + index, index, 9012, index % 52, 2, 99, 0, 0)


class Script:
    """Hold a session and its clock; `say` feeds a frame, `heard` gives the frames the host sent since."""

    def __init__(
        self,
        *,
        resume: dict[tuple[str, int], int] | None = None,
        auth_key: bytes | None = None,
        expected: Expected | None = None,
        seed: int = 7,
    ) -> None:
        wanted = expected or Expected(device_class=DeviceClass.SHOE, serial=SERIAL)
        settings = SessionSettings(device="shoe", expected=wanted, auth_key=auth_key, quiet_s=0.0)
        self.positions = Positions(resume or {})
        self.session = HostSession(settings, self.positions, random.Random(seed))
        self.now = 50.0
        self.reports: list[DeviceReport] = []
        self.beat_no = 0
        self._decoder = Decoder(accepts=TO_DEVICE)

    # ---- time and wire --------------------------------------------------------------------------

    def open(self) -> Frame:
        """Open the link; give the host's HELLO."""
        self.session.open(self.now)
        (hello,) = self.turn()
        return hello

    def turn(self) -> list[Frame]:
        """Let the session do one turn; give what it sends."""
        self.reports += self.session.tick(self.now)
        return self.heard()

    def heard(self) -> list[Frame]:
        """Give what the host sends now."""
        return [frame for frame in self._decoder.feed(self.session.take()) if isinstance(frame, Frame)]

    def wait(self, seconds: float, *, step: float = 0.05) -> list[Frame]:
        """Let time pass; give all that the host sends meanwhile."""
        end = self.now + seconds
        frames = []
        while self.now < end - 1e-9:
            self.now = min(end, self.now + step)
            frames += self.turn()
        return frames

    def say(self, *frames: Frame) -> list[Frame]:
        """Feed frames of the device in one read; give what the host sends in that turn."""
        self.reports += self.session.feed(b"".join(map(encode, frames)), self.now)
        return self.turn()

    # ---- frames of the device -------------------------------------------------------------------

    def rsp(self, asked: Frame, payload: bytes, **changes: int) -> Frame:
        """Build the response to a command."""
        values = {"session": asked.session, "seq": asked.seq, "message": asked.message} | changes
        return Frame(kind=Kind.RSP, payload=payload, **values)

    def evt(self, session: int, seq: int, message: int = Message.CARD, payload: bytes | None = None) -> Frame:
        """Build an event, by default the card of index seq - 1."""
        body = card(seq - 1) if payload is None else payload
        return Frame(kind=Kind.EVT, session=session, seq=seq, message=message, payload=body)

    def beat(self, session: int, *, last: int = 0, echo: int = 0, uptime_ms: int | None = None) -> Frame:
        """Build the device's next beat."""
        self.beat_no += 1
        uptime = round(self.now * 1000) if uptime_ms is None else uptime_ms
        payload = struct.pack("<IIBHII", last, uptime, 4, 0, 0, echo)
        return Frame(kind=Kind.BEAT, session=session, seq=self.beat_no, payload=payload)

    # ---- shortcuts ------------------------------------------------------------------------------

    def up(self, *, following: int = 1, epoch: int = EPOCH) -> int:
        """Walk through the handshake; give the session number."""
        hello = self.open()
        (resume,) = self.say(
            self.rsp(hello, hello_ok(epoch=epoch, following=following, uptime_ms=round(self.now * 1000)))
        )
        self.say(self.rsp(resume, bytes((OK,)) + u32(1) + u32(following)))
        assert self.session.state is LinkState.UP
        return hello.session

    def of(self, kind: str) -> list[DeviceEvent]:
        """Give the events of one kind that were reported."""
        return [report.event for report in self.reports if report.event.kind == kind]

    def numbers(self) -> list[int]:
        """Give the numbers of the events handed over."""
        return [report.number for report in self.reports if report.number]


def eacks(frames: list[Frame]) -> list[int]:
    """Give the numbers that the host acknowledged."""
    return [frame.seq for frame in frames if frame.kind is Kind.EACK]


def ack(script: Script, number: int) -> None:
    """Let the table call an event durable."""
    script.session.ack(Ack(serial=SERIAL, epoch=EPOCH, number=number))


def down(script: Script) -> LinkDown:
    """Give the one LinkDown that was reported."""
    (event,) = script.of("link_down")
    assert isinstance(event, LinkDown)
    return event


def order(script: Script, what: WireOrder) -> Frame:
    """Order something; give the command that goes out."""
    script.reports += script.session.submit(what, script.now)
    (frame,) = script.turn()
    return frame
