"""Commands on their way to the table thread, and which of them still wait for an answer (no Qt here)."""

from collections.abc import Callable
from dataclasses import dataclass

from controller.engine.commands import Ask
from controller.engine.ids import CommandId, SeatNo
from controller.engine.prompt import Offer
from controller.table.envelope import Credential, Envelope
from ui.options import ScreenOptions
from ui.taps import Clock

Submit = Callable[[Envelope], bool]
"""Hand a command to the table thread; False when its queue is full. Never blocks."""

ANSWER_S = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """Hold one command on its way. kind: what its answer concerns; at: clock time it was sent."""

    token: str
    kind: str
    seat: SeatNo | None
    at: float


class Post:
    """Send commands of offers; Qt main thread only.

    sent: those without an answer yet, by the id they carry.
    """

    def __init__(self, options: ScreenOptions, submit: Submit, clock: Clock) -> None:
        self.sent: dict[CommandId, Sent] = {}
        self._options = options
        self._submit = submit
        self._clock = clock

    def send(
        self, offer: Offer, command: Ask, *, press: int, kind: str, credential: Credential | None = None
    ) -> CommandId | None:
        """Send a command under the id of the press that made it; give the id where the queue was full."""
        command_id = CommandId(f"{self._options.boot}-{press}-{offer.code}")
        envelope = Envelope(
            command_id=command_id,
            token=offer.token,
            command=command,
            actor=self._options.actor,
            role=self._options.role,
            source="ui",
            credential=credential,
        )
        self.sent[command_id] = Sent(token=offer.token, kind=kind, seat=offer.seat, at=self._clock())
        return None if self._submit(envelope) else command_id

    def waits(self, kind: str) -> bool:
        """Tell whether a command of this kind has no answer yet."""
        return any(sent.kind == kind for sent in self.sent.values())

    def has(self, token: str) -> bool:
        """Tell whether a command of this offer has no answer yet."""
        return any(sent.token == token for sent in self.sent.values())

    def late(self) -> bool:
        """Tell whether an answer is overdue (TOUCHSCREEN 4, rule 6)."""
        now = self._clock()
        return any(now - sent.at >= ANSWER_S for sent in self.sent.values())
