"""A rule set is fixed while its table is open: what a start checks before it replays (GAME G7.1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from controller.engine.events import PhaseEntered, RoundOpened, TableOpened
from controller.engine.faults import ConfigFault
from controller.engine.ruleset import RuleSet
from controller.engine.state import Phase
from controller.journal.codec import TableRecord
from controller.journal.notes import Snapshot
from controller.journal.replay import Replay

TABLE_FILE: Final = "table file"
_SHOWN: Final = 12


@dataclass(slots=True)
class _InForce:
    """Follow which rules a record is under, and whether its table is open."""

    name: str = ""
    digest: str = ""
    phase: str = Phase.CLOSED

    def take(self, records: Iterable[TableRecord]) -> None:
        for record in records:
            for note in record.content.notes:
                if isinstance(note, Snapshot):
                    self._rules(note.rule_set.hex())
                    self.phase = str(note.state.get("phase"))
            for event in record.content.events:
                if isinstance(event, TableOpened | RoundOpened):
                    self._rules(event.digest, event.ruleset)
                elif isinstance(event, PhaseEntered):
                    self.phase = event.phase

    def _rules(self, digest: str, name: str = "") -> None:
        self.name = name or (self.name if digest == self.digest else "")
        self.digest = digest


def check_rules(records: Replay, ruleset: RuleSet) -> None:
    """Refuse to go on under other rules than those an open table was opened under (G7.1, ST38).

    Raises ConfigFault with the rules that the table file must name until the table is closed.
    """
    found = _InForce()
    found.take(records.rounds_before_snapshot(1))
    found.take(records.since_snapshot())
    if found.phase == Phase.CLOSED or found.digest in {"", ruleset.digest}:
        return
    raise ConfigFault(
        file=TABLE_FILE,
        key="table.rules",
        value=f"{ruleset.name}, digest {ruleset.digest[:_SHOWN]}",
        allowed=f"{found.name or 'the rules'}, digest {found.digest[:_SHOWN]}, until the table is closed: "
        "it was open under them when the program stopped",
    )
