"""What the table thread keeps beside the state: device cursors and answers given (ARCHITECTURE 3)."""

from collections import OrderedDict
from collections.abc import Mapping
from enum import Enum
from typing import Final

from controller.engine.actors import Source
from controller.engine.fact_commands import ReportLinked
from controller.engine.ids import CommandId
from controller.table.envelope import Outcome
from controller.table.faults import NumberGap

KEPT_ANSWERS: Final = 256


class Place(Enum):
    """Say where a number stands against the cursor."""

    NEXT = "next"
    REPEATED = "repeated"


class Cursors:
    """Hold the last journaled event number of each serial number and epoch. Table thread only."""

    def __init__(self, positions: Mapping[tuple[str, int], int] | None = None) -> None:
        self._last = dict(positions or {})

    def last(self, serial: str, epoch: int) -> int | None:
        """Give the last journaled number, None before the first contact."""
        return self._last.get((serial, epoch))

    def positions(self) -> dict[tuple[str, int], int]:
        """Give the last journaled number of each (serial, epoch), from which a port resumes."""
        return dict(self._last)

    def place(self, source: Source) -> Place:
        """Say whether an event is the next one or was journaled before; raise NumberGap for a hole."""
        last = self._last.get((source.serial, source.epoch), 0)
        if source.number <= last:
            return Place.REPEATED
        if source.number > last + 1:
            raise NumberGap(
                device=source.device,
                serial=source.serial,
                epoch=source.epoch,
                number=source.number,
                expected=last + 1,
            )
        return Place.NEXT

    def note(self, fact: object) -> None:
        """Move on with a fact that is journaled, live or replayed.

        A link that came up says where its events go on: the floor may have ruled a loss away (CDP1 3).
        """
        source = getattr(fact, "source", None)
        if not isinstance(source, Source):
            return
        key = (source.serial, source.epoch)
        number = fact.resumed_from if isinstance(fact, ReportLinked) else source.number
        last = max(number, self._last.pop(key, 0))
        self._last[key] = last


class Answers:
    """Hold the answers to the last commands of people, so that a repeated one acts once (G3.10)."""

    def __init__(self) -> None:
        self._outcomes: OrderedDict[CommandId, Outcome] = OrderedDict()

    def find(self, command_id: CommandId) -> Outcome | None:
        """Give the first answer to a command, None if it is new or long ago."""
        return self._outcomes.get(command_id)

    def outcomes(self) -> tuple[Outcome, ...]:
        """Give all answers that are kept, the newest last."""
        return tuple(self._outcomes.values())

    def note(self, outcome: Outcome) -> None:
        """Keep an answer, and forget the oldest beyond the limit."""
        self._outcomes[outcome.command_id] = outcome
        if len(self._outcomes) > KEPT_ANSWERS:
            self._outcomes.popitem(last=False)
