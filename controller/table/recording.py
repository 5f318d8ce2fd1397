"""The record as the table uses it (ARCHITECTURE 3, step 6)."""

from typing import Protocol

from controller.engine.commands import Command
from controller.engine.events import Event
from controller.journal.notes import Note
from controller.journal.pair import Degraded
from controller.journal.record import Head, Stamp
from controller.journal.space import Medium


class Record(Protocol):
    """Be the journal as the table uses it; every append is durable when it returns."""

    @property
    def head(self) -> Head:
        """Give the last record's number and hash."""

    @property
    def degraded(self) -> Degraded | None:
        """Tell which copy is out of use."""

    @property
    def refusal(self) -> str | None:
        """Tell why no cards of a new round may be dealt, None where they may."""

    @property
    def media(self) -> tuple[Medium, ...]:
        """Give the room on each medium in use."""

    def append(
        self,
        *,
        cause: Command | None,
        events: tuple[Event, ...],
        notes: tuple[Note, ...] = (),
        stamp: Stamp,
        round_no: int | None,
        actor: str,
        src: str,
        cmd: str | None = None,
    ) -> int:
        """Append one record and give its number; raise a JournalFault, CodecFault or SealFault."""

    def open_round(self, round_no: int, stamp: Stamp) -> int:
        """Make the key of a new round."""

    def sign_if_due(self, stamp: Stamp) -> None:
        """Sign what has stood unsigned for too long."""

    def close(self) -> None:
        """Release the record."""
