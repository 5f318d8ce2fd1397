"""The devices bench of the demo: a second window that drives simulated devices (TOUCHSCREEN 14).

The bench itself is injected; the screen knows it only by the protocol below.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import Property, QObject, QTimer, Slot

from ui.viewmodels.base import FixedRows, ViewModel, shows

ROWS = 40
REFRESH_MS = 300


class Bench(Protocol):
    """Drive the simulated devices of a demo; called on the Qt main thread, never blocks for long."""

    def do(self, text: str) -> str:
        """Do one verb such as `draw` or `jam infeed`, and say what happened."""

    def welcome(self) -> str:
        """Say how to begin, until a verb was done."""

    def verbs(self) -> Mapping[str, Sequence[str]]:
        """Give the verbs by group, in the order they are shown."""

    def hint(self) -> str:
        """Say what a dealer would do now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerbRow:
    """Hold one place of the bench: the head of a group, or a verb's key."""

    used: bool = False
    head: str = ""
    verb: str = ""


class VerbsModel(FixedRows[VerbRow]):
    """Show the verbs in their groups."""

    ROW = VerbRow


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchShown:
    """Hold the bench's own lines: what a dealer would do, and what the last verb did."""

    hint: str = ""
    said: str = ""


@shows(BenchShown)
class _BenchLines(ViewModel[BenchShown]):
    """Show the bench's lines."""


class BenchViewModel(_BenchLines):
    """Show the bench and hand its keys on; lives on the Qt main thread."""

    def __init__(self, bench: Bench, parent: QObject) -> None:
        super().__init__(BenchShown(said=bench.welcome()), parent)
        self._bench = bench
        self._verbs = VerbsModel(verb_rows(bench.verbs()), self)
        self._timer = QTimer(self)
        self._timer.setInterval(REFRESH_MS)
        self._timer.timeout.connect(self.refresh)
        self._timer.start()

    @Slot(str)
    def do(self, verb: str) -> None:
        """Do one verb of the bench."""
        said = self._bench.do(verb)
        self.show(BenchShown(hint=self._bench.hint(), said=said))

    @Slot()
    def refresh(self) -> None:
        """Ask for the hint again."""
        self.show(BenchShown(hint=self._bench.hint(), said=self.shown.said))

    def _rows(self) -> QObject:
        return self._verbs

    verbs = Property(QObject, _rows, constant=True)


def verb_rows(groups: Mapping[str, Sequence[str]]) -> tuple[VerbRow, ...]:
    """Lay the verbs out: a head, then its keys; places left over stay empty."""
    rows: list[VerbRow] = []
    for head, verbs in groups.items():
        rows.append(VerbRow(used=True, head=head))
        rows += [VerbRow(used=True, verb=verb) for verb in verbs]
    if len(rows) > ROWS:
        raise ValueError(f"bench of {len(rows)} rows; allowed: at most {ROWS}")
    return (*rows, *(VerbRow(),) * (ROWS - len(rows)))
