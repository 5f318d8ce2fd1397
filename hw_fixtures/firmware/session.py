"""Run the device's side of one wire session: handshake, responses, beats, events (CDP1 3, 4)."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Protocol

from hw_fixtures.firmware import handshake
from hw_fixtures.firmware.delivery import Delivery
from hw_fixtures.firmware.event_log import EventLog
from hw_fixtures.firmware.identity import Identity
from hw_fixtures.firmware.nv import LogEntry, Nv
from hw_fixtures.firmware.outlet import Outlet
from hw_fixtures.peer.codec import Decoder
from hw_fixtures.peer.codes import FrameFlag, Kind, Message, Status
from hw_fixtures.peer.frames import Frame, Reason

BEAT_MS: Final = 500
SILENCE_MS: Final = 1_500
NO_ECHO_MS: Final = 3_000
LNAK_GAP_MS: Final = 100
KEPT_RESPONSES: Final = 8
_BEFORE_AUTH: Final = frozenset({Message.HELLO, Message.AUTH, Message.PING, Message.BYE})
_BEFORE_RESUME: Final = _BEFORE_AUTH | {
    Message.RESUME,
    Message.GET_STATUS,
    Message.GET_COUNTERS,
    Message.GET_CONFIG,
    Message.OP_STATUS,
    Message.GET_LOG,
    Message.LOCATE,
    Message.RESET,
}


class Device(Protocol):
    """What a session asks of the device round it."""

    identity: Identity
    nv: Nv
    log: EventLog
    boot_id: int

    def answer(self, message: int, payload: bytes) -> bytes:
        """Carry out a command past the session's own checks and give the response payload."""
        ...

    def hello_facts(self) -> bytes:
        """Give uptime and TLVs, the device's part of the HELLO response."""
        ...

    def beat_facts(self) -> bytes:
        """Give last number, uptime, state, worst fault and acknowledged number for a BEAT."""
        ...

    def new_nonce(self) -> bytes:
        """Give 16 fresh bytes for AUTH."""
        ...

    def resumed(self) -> None:
        """Learn that a RESUME was OK."""
        ...


@dataclass(slots=True, kw_only=True)
class Live:
    """Hold what exists only while a session does (CDP1 3).

    number: the session; highest_id: of its commands; responses: the last eight, by id.
    """

    number: int
    highest_id: int
    last_rx_ms: int
    last_echo_ms: int
    next_beat_ms: int
    responses: dict[int, tuple[int, bytes]] = field(default_factory=dict, repr=False)
    delivery: Delivery | None = None
    authenticated: bool = False
    nonces: tuple[bytes, bytes] | None = field(default=None, repr=False)
    beats_sent: int = 0
    best_echo: int = 0
    newest_host_beat: int = 0


class WireSession:
    """Answer one host over a byte stream (CDP1 2 to 4); at most one session lives, the newest HELLO wins.

    counts: stale frames and other quiet oddities, by name; decoder: holds the dropped frames' counts.
    """

    def __init__(self, device: Device, *, sends_lnak: bool = True) -> None:
        self.decoder = Decoder()
        self.counts: Counter[str] = Counter()
        self._device = device
        self._outlet = Outlet()
        self._live: Live | None = None
        self._sends_lnak = sends_lnak
        self._last_lnak_ms = -LNAK_GAP_MS
        self._now_ms = 0
        self._retransmits = 0

    @property
    def number(self) -> int:
        """Give the running session, 0 for none."""
        return self._live.number if self._live else 0

    @property
    def is_resumed(self) -> bool:
        """Tell whether events flow."""
        return self._live is not None and self._live.delivery is not None

    def line_counts(self) -> tuple[int, int, int]:
        """Count CRC errors, other bad frames and retransmitted events since power-up (CDP1 5.2)."""
        bad = self.decoder.counts
        live = self._live.delivery.retransmits if self._live and self._live.delivery else 0
        return bad[Reason.CRC], bad.total() - bad[Reason.CRC], self._retransmits + live

    def feed(self, data: bytes, now_ms: int) -> None:
        """Take bytes of the host."""
        self._now_ms = now_ms
        for item in self.decoder.feed(data):
            if isinstance(item, Reason):
                self._complain(item)
            else:
                self._receive(item)

    def tick(self, now_ms: int) -> None:
        """Do what time asks: beats, retransmission, the end of a silent session (CDP1 3, 4)."""
        self._now_ms = now_ms
        live = self._live
        if live is None:
            return
        if now_ms - live.last_rx_ms >= SILENCE_MS or now_ms - live.last_echo_ms >= NO_ECHO_MS:
            self.end()
            return
        if now_ms >= live.next_beat_ms:
            self._beat(live)
        if live.delivery and not live.delivery.tick(now_ms):
            self.end()

    def pump(self, now_ms: int) -> None:
        """Send events that were logged since."""
        self._now_ms = now_ms
        if self._live and self._live.delivery and not self._live.delivery.pump(now_ms):
            self.end()

    def take(self, now_ms: int) -> bytes:
        """Give the bytes that wait for the wire."""
        return self._outlet.take(now_ms)

    def end(self) -> None:
        """End the session; what was not sent of it is dropped (CDP1 3)."""
        self._close_live()
        self._outlet.clear()

    def restart_stream(self, *, ends_session: bool) -> None:
        """Drop unsent and half-received bytes after a cut or reset of the link (CDP1 1)."""
        if ends_session:
            self._close_live()
            self.decoder.reset()
        self._outlet.restart()

    def _close_live(self) -> None:
        if self._live and self._live.delivery:
            self._retransmits += self._live.delivery.retransmits
        self._live = None

    def _complain(self, reason: Reason) -> None:
        if self._sends_lnak and self._now_ms - self._last_lnak_ms >= LNAK_GAP_MS:
            self._last_lnak_ms = self._now_ms
            self._outlet.put(Frame(kind=Kind.LNAK, session=self.number, seq=0, payload=bytes((reason,))))

    def _receive(self, frame: Frame) -> None:
        live = self._live
        if frame.kind is Kind.CMD and frame.message == Message.HELLO:
            self._hello(frame)
        elif live is None or frame.session != live.number:
            self._receive_stale(frame)
        elif frame.kind is Kind.CMD:
            live.last_rx_ms = self._now_ms
            self._command(live, frame)
        else:
            self._control(live, frame)

    def _receive_stale(self, frame: Frame) -> None:
        self.counts["stale_session"] += 1
        if frame.kind is Kind.CMD:
            self._respond(frame, frame.message, bytes((Status.BAD_SESSION,)))

    def _control(self, live: Live, frame: Frame) -> None:
        if frame.kind is Kind.BEAT:
            if len(frame.payload) < 4:
                self.decoder.counts[Reason.LENGTH] += 1
                return
            self._hear_beat(live, frame)
        live.last_rx_ms = self._now_ms
        if frame.kind is Kind.EACK and live.delivery and not live.delivery.eack(frame.seq, self._now_ms):
            self.end()

    def _hear_beat(self, live: Live, frame: Frame) -> None:
        live.newest_host_beat = max(live.newest_host_beat, frame.seq)
        echo = int.from_bytes(frame.payload[:4], "little")
        if live.best_echo < echo <= live.beats_sent:
            live.best_echo = echo
            live.last_echo_ms = self._now_ms

    def _beat(self, live: Live) -> None:
        live.next_beat_ms += BEAT_MS
        if live.next_beat_ms <= self._now_ms:
            live.next_beat_ms = self._now_ms + BEAT_MS
        live.beats_sent += 1
        payload = self._device.beat_facts() + live.newest_host_beat.to_bytes(4, "little")
        self._outlet.put(Frame(kind=Kind.BEAT, session=live.number, seq=live.beats_sent, payload=payload))

    def _hello(self, frame: Frame) -> None:
        live = self._live
        same = live is not None and frame.session == live.number
        if live is not None and same:
            live.last_rx_ms = self._now_ms
        refusal = handshake.check_hello(self._device, frame.session, frame.payload)
        if refusal is not None:
            self._respond(frame, Message.HELLO, refusal)
            return
        response = handshake.hello_head(self._device, frame.payload) + self._device.hello_facts()
        if not same:
            self._open(frame, response)
        self._respond(frame, Message.HELLO, response)

    def _open(self, frame: Frame, response: bytes) -> None:
        self.end()
        now_ms = self._now_ms
        self._live = Live(
            number=frame.session,
            highest_id=frame.seq,
            last_rx_ms=now_ms,
            last_echo_ms=now_ms,
            next_beat_ms=now_ms + BEAT_MS,
            responses={frame.seq: (Message.HELLO, response)},
        )

    def _command(self, live: Live, frame: Frame) -> None:
        kept = live.responses.get(frame.seq)
        if kept is not None:
            self._respond(frame, kept[0], kept[1], flags=FrameFlag.RETX)
            return
        if frame.seq <= live.highest_id:
            self._respond(frame, frame.message, bytes((Status.STALE_ID,)))
            return
        live.highest_id = frame.seq
        response = self._answer(live, frame)
        live.responses[frame.seq] = (frame.message, response)
        if len(live.responses) > KEPT_RESPONSES:
            del live.responses[next(iter(live.responses))]
        self._respond(frame, frame.message, response)

    def _answer(self, live: Live, frame: Frame) -> bytes:
        refusal = self._out_of_order(live, frame.message)
        if refusal is not None:
            return bytes((refusal,))
        if frame.message == Message.AUTH:
            return handshake.authenticate(self._device, live, frame.payload)
        if frame.message == Message.RESUME:
            return self._resume(live, frame.payload)
        if frame.message == Message.BYE:
            return self._bye(frame.payload)
        return self._device.answer(frame.message, frame.payload)

    def _out_of_order(self, live: Live, message: int) -> Status | None:
        must_auth = handshake.needs_auth(self._device) and not live.authenticated
        if must_auth and message not in _BEFORE_AUTH:
            return Status.AUTH_REQUIRED
        # A second RESUME has its own, longer answer.
        if live.delivery is None and message not in _BEFORE_RESUME:
            return Status.WRONG_STATE
        return None

    def _resume(self, live: Live, payload: bytes) -> bytes:
        nv = self._device.nv
        status = handshake.check_resume(nv, payload, resumed=live.delivery is not None)
        if status is Status.BAD_LENGTH:
            return bytes((status,))
        response = bytes((status,)) + nv.first_seq.to_bytes(4, "little") + nv.next_seq.to_bytes(4, "little")
        if status is Status.OK:
            last = int.from_bytes(payload[4:8], "little")
            live.delivery = Delivery(nv, self._device.log, self._send_event, last=last, now_ms=self._now_ms)
            self._device.resumed()
        return response

    def _bye(self, payload: bytes) -> bytes:
        if payload:
            return bytes((Status.BAD_LENGTH,))
        self.end()
        return bytes((Status.OK,))

    def _send_event(self, seq: int, entry: LogEntry, flags: int) -> None:
        frame = Frame(
            kind=Kind.EVT,
            session=self.number,
            seq=seq,
            message=entry.message,
            payload=entry.payload,
            flags=flags,
        )
        self._outlet.put(frame)

    def _respond(self, asked: Frame, message: int, payload: bytes, *, flags: int = 0) -> None:
        self._outlet.put(
            Frame(
                kind=Kind.RSP,
                session=asked.session,
                seq=asked.seq,
                message=message,
                payload=payload,
                flags=flags,
            )
        )
