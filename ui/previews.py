"""What the table says a command would do, for the form and for the approval alike (S0; no Qt here)."""

from collections.abc import Iterable

from controller.engine.commands import Ask
from controller.engine.ids import CommandId, Token
from controller.engine.preview_types import Effect
from controller.engine.prompt import Offer
from controller.table.envelope import Envelope
from ui.options import ScreenOptions
from ui.post import Submit


class Previews:
    """Ask the table what one command would do, once for each state of the table; Qt main thread only."""

    def __init__(self, options: ScreenOptions, submit: Submit) -> None:
        self._options = options
        self._submit = submit
        self._about: tuple[Token, Ask] | None = None
        self._seq = -1
        self._number = 0
        self._effect: Effect | None = None

    def effect(self, offer: Offer, command: Ask, seq: int) -> Effect | None:
        """Give what a command would do, None until the table has told it; seq: of the table's last record.

        After another record it is asked anew; what it said before stands until the answer is there.
        """
        about = (offer.token, command)
        if about != self._about:
            self._effect = None
        if (about, seq) != (self._about, self._seq):
            self._number += 1
            taken = self._submit(self._envelope(offer, command))
            self._about, self._seq = about, seq if taken else -1
        return self._effect

    def hear(self, effects: Iterable[tuple[CommandId, Effect]]) -> None:
        """Take the answer to what was asked last; one to anything before is outdated."""
        self._effect = next((effect for name, effect in effects if name == self._name), self._effect)

    @property
    def _name(self) -> CommandId:
        return CommandId(f"{self._options.boot}-preview-{self._number}")

    def _envelope(self, offer: Offer, command: Ask) -> Envelope:
        return Envelope(
            command_id=self._name,
            token=offer.token,
            command=command,
            actor=self._options.actor,
            role=self._options.role,
            source="ui",
            is_preview=True,
        )
