"""A tiny CDP/1 host on the peer codec, to talk to simulated devices in virtual time."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from hw_fixtures.peer.codec import TO_HOST, Decoder, encode
from hw_fixtures.peer.codes import Kind, Message, OpState, Status
from hw_fixtures.peer.frames import Frame

STEP_MS = 10


class Wired(Protocol):
    """What the host is plugged into."""

    def feed(self, data: bytes, now_ms: int) -> None:
        """Take bytes."""
        ...

    def tick(self, now_ms: int) -> None:
        """Let time pass."""
        ...

    def take(self) -> bytes:
        """Give bytes."""
        ...


@dataclass(slots=True)
class VirtualClock:
    """Milliseconds that pass only when told."""

    now_ms: int = 0


class MiniHost:
    """Drive one device; frames, events and responses are kept for the test to look at."""

    def __init__(
        self,
        device: Wired,
        *,
        session: int = 0x1234,
        clock: VirtualClock | None = None,
        world_tick: Callable[[int], None] | None = None,
    ) -> None:
        self.device = device
        self.session = session
        self.clock = clock or VirtualClock()
        self.frames: list[Frame] = []
        self.events: dict[int, tuple[int, bytes]] = {}
        self.decoder = Decoder(accepts=TO_HOST)
        self.beats = True
        self.acks = True
        self.peers: list[MiniHost] = []
        self._world_tick = world_tick or device.tick
        self._id = 0
        self._op = 70_000
        self._beat = 0
        self._echo = 0
        self._acked = 0
        self._next_beat_ms = 0

    @property
    def now_ms(self) -> int:
        """Give the present time."""
        return self.clock.now_ms

    def send(self, frame: Frame) -> None:
        """Put a frame on the wire."""
        self.device.feed(encode(frame), self.now_ms)
        self.collect()

    def collect(self) -> list[Frame]:
        """Take what the device sent."""
        fresh = [item for item in self.decoder.feed(self.device.take()) if isinstance(item, Frame)]
        self.frames += fresh
        for frame in fresh:
            if frame.kind is Kind.EVT:
                self.events.setdefault(frame.seq, (frame.message, frame.payload))
            elif frame.kind is Kind.BEAT:
                self._echo = max(self._echo, frame.seq)
        return fresh

    def run(self, ms: int) -> None:
        """Let time pass."""
        until = self.now_ms + ms
        while self.now_ms < until:
            self.clock.now_ms += STEP_MS
            self._world_tick(self.now_ms)
            self.turn()
            for peer in self.peers:
                peer.turn()

    def turn(self) -> None:
        """Read, beat and acknowledge once."""
        self.collect()
        if self.beats and self.now_ms >= self._next_beat_ms:
            self._next_beat_ms = self.now_ms + 500
            self.beat()
        contiguous = self._acked
        while contiguous + 1 in self.events:
            contiguous += 1
        if self.acks and contiguous > self._acked:
            self._acked = contiguous
            self.eack(contiguous)

    def beat(self) -> None:
        """Send a BEAT."""
        self._beat += 1
        payload = self._echo.to_bytes(4, "little")
        self.send(Frame(kind=Kind.BEAT, session=self.session, seq=self._beat, payload=payload))

    def eack(self, seq: int) -> None:
        """Acknowledge."""
        self.send(Frame(kind=Kind.EACK, session=self.session, seq=seq))

    def raw_command(self, command_id: int, message: int, payload: bytes) -> Frame:
        """Send a command under a given id and give its response."""
        at = len(self.frames)
        frame = Frame(kind=Kind.CMD, session=self.session, seq=command_id, message=message, payload=payload)
        self.send(frame)
        return next(f for f in self.frames[at:] if f.kind is Kind.RSP and f.seq == command_id)

    def command(self, message: int, payload: bytes = b"") -> bytes:
        """Send the next command and give the response payload."""
        self._id += 1
        return self.raw_command(self._id, message, payload).payload

    def hello(self, session: int | None = None, payload: bytes = b"\x01\x00\x00table-7") -> bytes:
        """Open a session."""
        self.session = session if session is not None else self.session
        self._id = self._beat = self._echo = 0
        self._next_beat_ms = self.now_ms + 500
        return self.command(Message.HELLO, payload)

    def resume(self, epoch: int, last: int = 0) -> bytes:
        """Ask for events after `last`."""
        self._acked = last
        return self.command(Message.RESUME, epoch.to_bytes(4, "little") + last.to_bytes(4, "little"))

    def up(self, last: int = 0) -> None:
        """Go through the handshake."""
        response = self.hello()
        assert Status.OK == response[0]
        assert Status.OK == self.resume(int.from_bytes(response[7:11], "little"), last)[0]

    def op(self, message: int, params: bytes = b"") -> tuple[int, bytes]:
        """Order an operation under a new op id."""
        self._op += 1
        return self._op, self.command(message, self._op.to_bytes(4, "little") + params)

    def do(self, message: int, params: bytes = b"", *, within_ms: int = 20_000) -> bytes:
        """Order an operation, wait for its end and give the OP_DONE payload behind the op id."""
        op_id, response = self.op(message, params)
        assert bytes((Status.ACCEPTED, OpState.RUNNING, Status.OK)) == response
        until = self.now_ms + within_ms
        while self.now_ms < until:
            for payload in self.payloads(Message.OP_DONE):
                if payload[4:8] == op_id.to_bytes(4, "little"):
                    return payload[8:]
            self.run(STEP_MS)
        raise AssertionError(f"{Message(message).name} did not end within {within_ms} ms")

    def payloads(self, message: int) -> list[bytes]:
        """Give the payloads of all events of one type, in order."""
        return [payload for _, (kind, payload) in sorted(self.events.items()) if kind == message]

    def names(self) -> list[str]:
        """Give the names of all events in order."""
        return [Message(kind).name for _, (kind, _) in sorted(self.events.items())]


def u16(data: bytes, at: int = 0) -> int:
    """Read two bytes, low first."""
    return int.from_bytes(data[at : at + 2], "little")


def u32(data: bytes, at: int = 0) -> int:
    """Read four bytes, low first."""
    return int.from_bytes(data[at : at + 4], "little")
