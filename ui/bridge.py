"""The one crossing from the table thread to the screen (ARCHITECTURE 4, TOUCHSCREEN 9)."""

import threading
from collections import deque

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from controller.engine.copying import replace
from controller.table.envelope import Publication
from ui.viewmodels.table import TableViewModel

TICK_MS = 200


class Bridge(QObject):
    """Bring publications to the Qt main thread, and look at the clock there.

    Signal `published()` says that a Publication waits, `failed(str)` why something broke, `badged()` that a
    badge was read; all are queued. Of publications that wait together only the newest is drawn, with all
    answers: a burst costs one frame. `publish`, `fail` and `badge` may be called from any thread, everything
    else belongs to the main thread.
    """

    published = Signal()
    failed = Signal(str)
    badged = Signal()

    def __init__(self, table: TableViewModel, parent: QObject) -> None:
        super().__init__(parent)
        self._table = table
        self._waiting: deque[Publication] = deque()
        self._badges: deque[str] = deque()
        self._thread = threading.get_ident()
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self.tick)
        self.published.connect(self.receive, Qt.ConnectionType.QueuedConnection)
        self.failed.connect(self.receive_fault, Qt.ConnectionType.QueuedConnection)
        self.badged.connect(self.receive_badge, Qt.ConnectionType.QueuedConnection)

    def publish(self, publication: Publication) -> None:
        """Hand over what the table published; from any thread, never blocks."""
        self._waiting.append(publication)
        self.published.emit()

    def fail(self, reason: str) -> None:
        """Show the fault page; from any thread."""
        self.failed.emit(reason)

    def badge(self, code: str) -> None:
        """Hand over a badge that a reader read; from any thread."""
        self._badges.append(code)
        self.badged.emit()

    def start(self) -> None:
        """Begin to look at the clock: silence of the table and lapsed approvals."""
        self._timer.start()

    def stop(self) -> None:
        """Stop listening and looking."""
        self._timer.stop()
        self.published.disconnect(self.receive)
        self.failed.disconnect(self.receive_fault)
        self.badged.disconnect(self.receive_badge)

    @Slot()
    def receive(self) -> None:
        """Render the newest of those that wait, on the main thread; a call that finds none does nothing."""
        assert threading.get_ident() == self._thread, "the crossing must be queued"
        waiting = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if waiting:
            outcomes = tuple(outcome for one in waiting for outcome in one.outcomes)
            effects = tuple(effect for one in waiting for effect in one.effects)
            self._table.render(replace(waiting[-1], outcomes=outcomes, effects=effects))

    @Slot(str)
    def receive_fault(self, reason: str) -> None:
        """Show the fault page, on the main thread."""
        self._table.fail(reason)

    @Slot()
    def receive_badge(self) -> None:
        """Take the badges that wait, on the main thread."""
        for code in [self._badges.popleft() for _ in range(len(self._badges))]:
            self._table.badge(code)

    @Slot()
    def tick(self) -> None:
        """Look at the clock."""
        self._table.tick()
