"""One look at a device from outside a table: who answers, how it is, how good its line is (`devices`).

It says HELLO, proves a key where one is configured, asks, and says BYE. It never sends RESUME, so no event
is taken or acknowledged: the table finds everything as it left it. It ends a session that another program
holds, but a link in use does not open twice.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from drivers import orders as od
from drivers.cdp.answers import Answer, read_answer
from drivers.cdp.commands import Command, encode_order
from drivers.cdp.handshake import GiveUp, Handshake, Send, Step, Stop
from drivers.cdp.identity import Expected, Identity
from drivers.cdp.link_state import RESTART_QUIET_S
from drivers.cdp.message_ids import Cmd
from drivers.cdp.pending import Purpose
from drivers.cdp.positions import Positions
from drivers.cdp.session_numbers import RandomSource
from drivers.conformance.probe import Deviation, Probe
from drivers.errors import RemoteProtocolError
from drivers.events import CountersAnswer, Status, StatusAnswer
from drivers.link import Link
from drivers.orders import WireOrder

PINGS = 5
TRIES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """Hold what one look found.

    identity: None if nobody answered HELLO; refusal: why a table would not use the device; status and
    counters: None where the device did not answer them; round_trips_ms: one for each PING that came back;
    unanswered: tries without a response; bad_frames: dropped, whatever the defect; breaches: answers that
    are not as the paper says.
    """

    identity: Identity | None
    refusal: Stop | None = None
    status: StatusAnswer | None = None
    counters: CountersAnswer | None = None
    round_trips_ms: tuple[float, ...] = ()
    unanswered: int = 0
    bad_frames: int = 0
    breaches: tuple[str, ...] = ()


def look_at(
    link: Link,
    clock: Callable[[], float],
    random: RandomSource,
    *,
    expected: Expected | None = None,
    auth_key: bytes | None = None,
    quiet_s: float = RESTART_QUIET_S,
) -> Sight:
    """Open the link, keep quiet as a restarted host must, ask, close; raises LinkError (CDP1 3, 5.2).

    expected: who should answer, None for anybody; clock: seconds, monotonic.
    """
    link.open()
    try:
        probe = Probe(link, clock, random)
        probe.run(quiet_s)
        return _Look(probe, _handshake(expected, auth_key, random)).take()
    finally:
        link.close()


def _handshake(expected: Expected | None, auth_key: bytes | None, random: RandomSource) -> Handshake:
    return Handshake(
        expected=expected,
        host_name="dealer-assist devices",
        auth_key=auth_key,
        positions=Positions({}),
        random=random,
    )


class _Look:
    """Ask one device over an open link; what it does not answer is counted, and the rest still asked."""

    def __init__(self, probe: Probe, handshake: Handshake) -> None:
        self._probe = probe
        self._handshake = handshake
        self._unanswered = 0
        self._breaches: list[str] = []

    def take(self) -> Sight:
        """Say HELLO, ask everything, say BYE."""
        step = self._greet()
        if isinstance(step, GiveUp):
            self._breaches.append(step.text)
        identity = self._handshake.identity
        round_trips: list[float] = []
        answers: list[Answer] = []
        if identity is not None:
            round_trips = [trip for _ in range(PINGS) if (trip := self._ping()) is not None]
            answers = [
                answer
                for order in (od.GetStatus(), od.GetCounters())
                if (answer := self._question(order, identity)) is not None
            ]
            with suppress(Deviation):
                self._probe.ask(Cmd.BYE)
        return Sight(
            identity=identity,
            refusal=step if isinstance(step, Stop) else None,
            status=next((answer for answer in answers if isinstance(answer, StatusAnswer)), None),
            counters=next((answer for answer in answers if isinstance(answer, CountersAnswer)), None),
            round_trips_ms=tuple(round_trips),
            unanswered=self._unanswered,
            bad_frames=self._probe.bad_frames,
            breaches=tuple(self._breaches),
        )

    def _greet(self) -> Step | None:
        """Walk through HELLO and AUTH; None if nobody answers."""
        step: Step = self._handshake.begin(self._probe.begin_session())
        while isinstance(step, Send) and step.purpose is not Purpose.RESUME:
            answer = self._ask(step.command)
            if answer is None:
                return None
            step = self._handshake.answered(step.purpose, answer)
        return step

    def _ask(self, command: Command) -> bytes | None:
        """Send a command up to three times under one id; None if it is never answered."""
        asked = self._probe.send_command(command.type, command.payload)
        for _ in range(TRIES):
            try:
                return self._probe.answer_to(asked).payload
            except Deviation:
                self._unanswered += 1
                self._probe.send(asked)
        return None

    def _ping(self) -> float | None:
        """Measure one round trip in milliseconds."""
        start = self._probe.now
        try:
            self._probe.ask(Cmd.PING, b"devices")
        except Deviation:
            self._unanswered += 1
            return None
        return (self._probe.now - start) * 1000

    def _question(self, order: WireOrder, identity: Identity) -> Answer | None:
        """Ask one question; None if it is not answered, refused, or answered in another layout."""
        payload = self._ask(encode_order(order, identity.device_class))
        if payload is None:
            return None
        try:
            answer = read_answer(order, payload)
        except RemoteProtocolError as error:
            self._breaches.append(str(error))
            return None
        return answer if answer.status == Status.OK else None
