"""Stop and wait: the one command in flight, its retries, and the orders behind it (CDP1 4)."""

from collections import Counter, deque
from dataclasses import dataclass
from enum import StrEnum

from drivers.cdp.commands import Command
from drivers.cdp.frames import Flag, Frame, FrameKind
from drivers.cdp.outgoing import Outgoing
from drivers.orders import WireOrder

RETRY_GAPS_S = (0.3, 0.6, 0.9, 1.2)
"""Wait after try 1, 2, 3 before the next; after try 4 before the command counts as lost."""


class Purpose(StrEnum):
    """Name what a command is for: a step of the handshake, an order of the table, or the farewell."""

    HELLO = "hello"
    AUTH_CHALLENGE = "auth_challenge"
    AUTH_PROOF = "auth_proof"
    RESUME = "resume"
    ORDER = "order"
    BYE = "bye"


@dataclass(slots=True, kw_only=True)
class Pending:
    """Hold a command until its response; a retry keeps id, type and payload."""

    purpose: Purpose
    command: Command
    session: int
    command_id: int
    sent_at: float
    order: WireOrder | None = None
    tries: int = 1

    @property
    def due_at(self) -> float:
        """Give the time of the next try, or of giving up."""
        return self.sent_at + sum(RETRY_GAPS_S[: self.tries])

    @property
    def exhausted(self) -> bool:
        """Tell whether the last try is out."""
        return self.tries == len(RETRY_GAPS_S)

    def frame(self) -> Frame:
        """Build the frame of the present try."""
        return Frame(
            kind=FrameKind.CMD,
            flags=Flag.RETX if self.tries > 1 else 0,
            session=self.session,
            seq=self.command_id,
            type=self.command.type,
            payload=self.command.payload,
        )

    def is_answered_by(self, frame: Frame) -> bool:
        """Tell whether a response is the one waited for: session, id and type."""
        return (frame.session, frame.seq, frame.type) == (self.session, self.command_id, self.command.type)


class CommandLine:
    """Send one command at a time; ids rise by one within a session."""

    def __init__(self, outgoing: Outgoing, counts: Counter[str]) -> None:
        self.pending: Pending | None = None
        self._outgoing = outgoing
        self._counts = counts
        self._session = 0
        self._next_id = 1
        self._waiting: deque[tuple[WireOrder, Command]] = deque()

    @property
    def is_idle(self) -> bool:
        """Tell whether nothing is in flight and nothing waits."""
        return self.pending is None and not self._waiting

    def begin(self, session: int) -> None:
        """Start the ids of a new session."""
        self.pending = None
        self._session = session
        self._next_id = 1

    def queue(self, order: WireOrder, command: Command) -> None:
        """Put an order behind those that wait."""
        self._waiting.append((order, command))

    def send_next(self, now: float) -> None:
        """Send the order that has waited longest, if any."""
        if self._waiting:
            order, command = self._waiting.popleft()
            self.send(Purpose.ORDER, command, now, order)

    def send(self, purpose: Purpose, command: Command, now: float, order: WireOrder | None = None) -> None:
        """Send a command at once."""
        self.pending = Pending(
            purpose=purpose,
            command=command,
            session=self._session,
            command_id=self._next_id,
            sent_at=now,
            order=order,
        )
        self._next_id += 1
        self._outgoing.put(self.pending.frame())

    def answered(self, frame: Frame) -> Pending | None:
        """Give the command that a response answers; any other response is counted and ignored."""
        pending = self.pending
        if pending is None or not pending.is_answered_by(frame):
            self._counts["stale_rsp"] += 1
            return None
        self.pending = None
        return pending

    def retry(self, now: float) -> Pending | None:
        """Repeat the command when due; give it once all its tries are used up."""
        pending = self.pending
        if pending is None or now < pending.due_at:
            return None
        if pending.exhausted:
            return pending
        pending.tries += 1
        self._counts["retries"] += 1
        self._outgoing.put(pending.frame())
        return None

    def drop_all(self) -> list[WireOrder]:
        """Forget everything; give the orders that will never be answered, oldest first."""
        in_flight = [self.pending.order] if self.pending is not None else []
        lost = [order for order in in_flight if order is not None]
        lost += [order for order, _ in self._waiting]
        self.pending = None
        self._waiting.clear()
        return lost
