"""Fail every call to the system once, in turn, and start again (DURABILITY 4.3, 15, F6)."""

import errno
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from controller.engine.faults import ConfigFault, TableFault
from controller.journal.faults import WriteFailed
from controller.journal.journal import Journal
from tests.journal.sim_disk import Rehearsal, allow
from tests.journal.table import MIRROR, PRIMARY, SimTable, note_card

CARDS = 2
WRITES = {"pwrite", "xWrite"}
CHANGES = WRITES | {"truncate", "fdatasync", "fsync", "xTruncate", "xSync"}


@dataclass
class Saboteur:
    """Count calls, fail one of them, and remember every call after that.

    index: which call fails, counted from 0; code: its error; short: count writes only, and cut one short.
    """

    index: int
    code: int
    short: bool = False
    count: int = 0
    victim: tuple[str, str] | None = None
    after: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, call: str, path: str) -> int | None:
        """Let a call happen, or not."""
        if self.victim is not None:
            self.after.append((call, path))
            return None
        if self.short and call not in WRITES:
            return None
        self.count += 1
        if self.count <= self.index:
            return None
        self.victim = (call, path)
        if self.short:
            return 1
        raise OSError(self.code, "injected")


@dataclass
class Run:
    """Play a short script on a table, remembering what was acknowledged."""

    table: SimTable = field(default_factory=SimTable)
    acked: int = 0

    def play(self, rehearsal: Rehearsal) -> None:
        """Start, play two short rounds and stop, until a fault stops the table."""
        self.table.disk.rehearse = rehearsal
        try:
            self._script()
        except (TableFault, ConfigFault):
            return
        finally:
            self.table.disk.rehearse = allow

    def _script(self) -> None:
        journal, _, report = self.table.start()
        self._ack(journal)
        journal.power_up(report, self.table.clock(), software="test")
        self._ack(journal)
        for round_no in (1, 2):
            if journal.degraded is not None:
                break
            journal.open_round(round_no, self.table.clock())
            self._ack(journal)
            for ordinal in range(CARDS):
                note_card(journal, self.table.clock, ordinal)
                self._ack(journal)
        journal.close()

    def _ack(self, journal: Journal) -> None:
        self.acked = journal.head.seq


def started(*, prepared: bool) -> Run:
    """Give a run over an empty table, or over one that was killed in a round."""
    run = Run()
    if prepared:
        run.table.played()
        run.acked = 6
    return run


def wal_lost(run: Run) -> None:
    """Give the next start something to mend: the primary lost its WAL, the mirror its end."""
    del run.table.disk.names[f"{PRIMARY}-wal"]
    del run.table.disk.contents(MIRROR)[-10:]
    run.acked = 5


def sabotage(run: Run, saboteur: Saboteur) -> None:
    """Run with one failing call, and check that a healthy start has everything acknowledged."""
    run.play(saboteur)
    assert saboteur.victim is not None
    refuse_repeats(saboteur)
    journal, replayed, _ = run.table.start()
    assert run.acked <= len(replayed) <= run.acked + 2, saboteur.victim
    assert journal.degraded is None, saboteur.victim
    assert sum(record.unopened for record in replayed if record.content.round_no == 2) == 0
    journal.close()


def refuse_repeats(saboteur: Saboteur) -> None:
    """Check that a copy that failed was not written or synced again in that run."""
    call, path = saboteur.victim or ("", "")
    if call in CHANGES and path in (MIRROR, PRIMARY, f"{PRIMARY}-wal"):
        copy = MIRROR if path == MIRROR else PRIMARY
        again = [one for one in saboteur.after if one[0] in CHANGES and one[1].startswith(copy)]
        assert again == [], saboteur.victim


def mended() -> Run:
    """Give a table whose next start has both copies to mend."""
    run = started(prepared=True)
    wal_lost(run)
    return run


MAKES: dict[str, Callable[[], Run]] = {
    "new": lambda: started(prepared=False),
    "killed": lambda: started(prepared=True),
    "mended": mended,
}


def total(name: str, *, short: bool) -> int:
    """Count the calls of an undisturbed run of this kind."""
    counter = Saboteur(index=10**9, code=errno.EIO, short=short)
    MAKES[name]().play(counter)
    return counter.count


@pytest.mark.parametrize("name", MAKES)
@pytest.mark.parametrize("late", [False, True], ids=["flushed-first", "flushed-last"])
@pytest.mark.parametrize(
    ("code", "short"),
    [
        pytest.param(errno.EIO, False, id="EIO"),
        pytest.param(errno.EIO, True, id="short"),
        pytest.param(errno.ENOSPC, False, id="ENOSPC", marks=pytest.mark.full),
        pytest.param(errno.EROFS, False, id="EROFS", marks=pytest.mark.full),
    ],
)
def test_no_single_failing_call_loses_a_record_or_is_repeated(
    name: str, code: int, *, short: bool, late: bool
) -> None:
    """Whichever call fails, the next start has every acknowledged record (DURABILITY 4.3, F5 to F7).

    The mirror's medium may be done before SQLite begins, or only when SQLite is done.
    """
    calls = total(name, short=short)
    assert calls > 15
    for index in range(calls):
        run = MAKES[name]()
        run.table.disk.late_syncs = late
        sabotage(run, Saboteur(index=index, code=code, short=short))


def test_the_table_stops_while_no_copy_can_be_written() -> None:
    """With both media failing nothing is acknowledged any more (J-WRITE)."""
    table = SimTable()
    journal = table.played()

    def broken(call: str, _path: str) -> None:
        if call in ("pwrite", "xWrite"):
            raise OSError(errno.EIO, "injected")

    table.disk.rehearse = broken
    with pytest.raises(WriteFailed) as caught:
        note_card(journal, table.clock, 3)
    assert ("mirror", "primary") == caught.value.copies
