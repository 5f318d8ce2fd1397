"""A raw host: it sends what a check tells it to, right or wrong, and shows every frame that comes back."""

import struct
from collections.abc import Callable

from drivers.cdp.auth import NONCE_BYTES, Challenge
from drivers.cdp.codec import ZERO, Decoder, encode
from drivers.cdp.frames import Frame, FrameKind
from drivers.cdp.heartbeat import DeviceBeat, read_beat
from drivers.cdp.identity import Identity, read_hello
from drivers.cdp.message_ids import Cmd
from drivers.cdp.session_numbers import RandomSource, SessionNumbers
from drivers.errors import DriverError, RemoteProtocolError
from drivers.events import Status
from drivers.link import Link

ANSWER_S = 1.5
"""Longest wait for a response; the paper allows 200 ms, which its own check measures."""
BEAT_S = 0.5
_PAUSE_S = 0.05


class Deviation(DriverError):
    """Report that the device does not do what CDP/1 says."""


class Probe:
    """Talk CDP/1 frame by frame over an open link; one thread, real time or a clock of a test.

    beats, echoes: whether the probe keeps the session alive; slowest_s: longest wait for a response so far;
    auth_key: the device's key, proved in each session.
    """

    def __init__(
        self, link: Link, clock: Callable[[], float], random: RandomSource, auth_key: bytes | None = None
    ) -> None:
        self.beats = True
        self.echoes = True
        self.slowest_s = 0.0
        self.session = 0
        self.identity: Identity | None = None
        self.heard: list[tuple[float, Frame]] = []
        self._link = link
        self._clock = clock
        self._random = random
        self._auth_key = auth_key
        self._numbers = SessionNumbers(random)
        self._decoder = Decoder()
        self._next_id = 1
        self._beat_no = 0
        self._beat_at = 0.0
        self._peer_beat = 0
        self._sent_at = -1.0

    @property
    def now(self) -> float:
        """Give the present time in seconds."""
        return self._clock()

    @property
    def bad_frames(self) -> int:
        """Give how many frames from the device were dropped, whatever their defect."""
        return self._decoder.defects.total()

    # ---- sending --------------------------------------------------------------------------------

    def send_raw(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._sent_at = self.now
        self._link.write(data)

    def send(self, frame: Frame) -> None:
        """Send a frame, with the zero that a pause asks for."""
        paused = self.now - self._sent_at >= _PAUSE_S
        self.send_raw((ZERO if paused else b"") + encode(frame))

    def send_command(self, message: int, payload: bytes = b"", **changes: int) -> Frame:
        """Send a command under the next id, or as changed; give the frame."""
        values = {"session": self.session, "seq": self._next_id, "flags": 0} | changes
        frame = Frame(kind=FrameKind.CMD, type=message, payload=payload, **values)
        if "seq" not in changes:
            self._next_id += 1
        self.send(frame)
        return frame

    def eack(self, number: int) -> None:
        """Acknowledge events up to a number."""
        self.send(Frame(kind=FrameKind.EACK, session=self.session, seq=number))

    # ---- receiving ------------------------------------------------------------------------------

    def run(self, seconds: float) -> list[Frame]:
        """Let time pass; give what came meanwhile."""
        start = len(self.heard)
        end = self.now + seconds
        while self.now < end:
            self._turn()
        return [frame for _, frame in self.heard[start:]]

    def wait_for(self, wanted: Callable[[Frame], bool], seconds: float = ANSWER_S) -> Frame | None:
        """Wait for a frame; None if it does not come in time. Frames heard before do not count."""
        at = len(self.heard)
        end = self.now + seconds
        while self.now < end:
            self._turn()
            for _, frame in self.heard[at:]:
                at += 1
                if wanted(frame):
                    return frame
        return None

    def answer_to(self, asked: Frame) -> Frame:
        """Wait for the response to a command; raises Deviation if none comes."""
        sent = self.now
        key = (asked.session, asked.seq)
        answer = self.wait_for(lambda f: f.kind is FrameKind.RSP and (f.session, f.seq) == key)
        if answer is None:
            raise Deviation(f"no response to command {asked.type:02X} within {ANSWER_S} s")
        self.slowest_s = max(self.slowest_s, self.now - sent)
        if not answer.payload:
            raise Deviation(f"response to command {asked.type:02X} has no status")
        return answer

    def ask(self, message: int, payload: bytes = b"", **changes: int) -> bytes:
        """Send a command and give the payload of its response."""
        return self.answer_to(self.send_command(message, payload, **changes)).payload

    def expect(self, status: Status, message: int, payload: bytes = b"", **changes: int) -> bytes:
        """Ask, and raise Deviation unless the status is this one."""
        answer = self.ask(message, payload, **changes)
        if answer[0] != status:
            text = f"command {message:02X} gives status {answer[0]:02X}, expected {status:02X} {status.name}"
            raise Deviation(text)
        return answer

    def no_answer(self, asked: Frame, seconds: float = 0.5) -> None:
        """Raise Deviation if a response to this command comes."""
        key = (asked.session, asked.seq)
        if self.wait_for(lambda f: f.kind is FrameKind.RSP and (f.session, f.seq) == key, seconds):
            raise Deviation(f"command {asked.type:02X} was answered and must not be")

    # ---- steps ----------------------------------------------------------------------------------

    def begin_session(self) -> int:
        """Take a new session number and start counting afresh; nothing is sent."""
        self.session = self._numbers.draw()
        self._next_id = 1
        self._beat_no = self._peer_beat = 0
        self.beats = self.echoes = True
        self._beat_at = self.now + BEAT_S
        return self.session

    def hello(self) -> Identity:
        """Begin a new session; raises Deviation if HELLO is not answered as it should."""
        self.begin_session()
        answer = self.expect(Status.OK, Cmd.HELLO, b"\x01\x00\x00conformance")
        try:
            self.identity = read_hello(answer[1:])
        except RemoteProtocolError as error:
            raise Deviation(str(error)) from error
        if self._auth_key is not None:
            self._authenticate(self._auth_key, self.identity)
        return self.identity

    def _authenticate(self, key: bytes, identity: Identity) -> None:
        """Have the device prove that it holds the key, and prove it in turn (CDP1 3, AUTH)."""
        nonce = self._random.randbytes(NONCE_BYTES)
        answer = self.expect(Status.OK, Cmd.AUTH, b"\x01" + nonce)
        challenge = Challenge(
            key=key,
            host_nonce=nonce,
            device_nonce=answer[1 : 1 + NONCE_BYTES],
            serial=identity.serial,
            boot_id=identity.boot_id,
            session=self.session,
        )
        if not challenge.device_is_genuine(answer[1 + NONCE_BYTES : 1 + 2 * NONCE_BYTES]):
            raise Deviation("the device does not prove that it holds this key")
        self.expect(Status.OK, Cmd.AUTH, b"\x02" + challenge.host_mac())

    def resume(self, last: int | None = None) -> tuple[int, int]:
        """Begin a session and resume, at the live end if not told otherwise; give first and next number."""
        identity = self.hello()
        at = identity.next_seq - 1 if last is None else last
        answer = self.expect(Status.OK, Cmd.RESUME, struct.pack("<II", identity.epoch, at))
        if len(answer) < 9:
            raise Deviation(f"RESUME OK has {len(answer)} bytes, 9 are needed")
        first, following = struct.unpack_from("<II", answer, 1)
        return first, following

    def device_beats(self) -> list[tuple[float, int, DeviceBeat]]:
        """Give time, number and contents of the device's beats of this session."""
        beats = []
        for at, frame in self.heard:
            if frame.kind is FrameKind.BEAT and frame.session == self.session:
                beat = read_beat(frame.payload)
                if beat is None:
                    raise Deviation(f"a BEAT has {len(frame.payload)} bytes, 19 are needed")
                beats.append((at, frame.seq, beat))
        return beats

    def _turn(self) -> None:
        now = self.now
        if self.beats and self.session and now >= self._beat_at:
            self._beat_at = now + BEAT_S
            self._beat_no += 1
            echo = struct.pack("<I", self._peer_beat if self.echoes else 0)
            self.send(Frame(kind=FrameKind.BEAT, session=self.session, seq=self._beat_no, payload=echo))
        for frame in self._decoder.feed(self._link.read()):
            self.heard.append((self.now, frame))
            if frame.kind is FrameKind.BEAT and frame.session == self.session:
                self._peer_beat = max(self._peer_beat, frame.seq)
