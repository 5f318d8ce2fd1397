"""What S6 reads and writes, in a child of low priority: no table thread and no screen waits for a file.

The child is `dealer-assist history` on the mirror, which has no key, so no sealed card can come out of it.
"""

import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from controller.history.replay import ReplayHeard, read_replay
from controller.journal.files import OsFiles, replace_whole
from controller.journal.places import JournalConfig, places_at, places_of, stems_of
from controller.table.envelope import Admission

LOWEST: Final = 19
LONGEST_S: Final = 120.0


class RecordReader:
    """Read rounds of one table's mirror and write them out; main thread only, but for its own workers.

    journal: whose record; admit: asks the table whether a person may read.
    """

    def __init__(self, journal: JournalConfig, admit: Callable[[Admission], bool]) -> None:
        self._journal = journal
        self._admit = admit
        self._heard: deque[ReplayHeard] = deque()

    def admit(self, admission: Admission) -> bool:
        """Ask the table whether a person may read; False when its queue is full."""
        return self._admit(admission)

    def read(self, number: int) -> None:
        """Begin to read a round; it is heard of later."""
        self._begin(self._read, number)

    def write(self, number: int) -> None:
        """Begin to write a round as text beside the mirror; it is heard of later."""
        self._begin(self._write, number)

    def heard(self) -> tuple[ReplayHeard, ...]:
        """Give what came since the last call; never waits."""
        return tuple(self._heard.popleft() for _ in range(len(self._heard)))

    def _begin(self, act: Callable[[int], ReplayHeard], number: int) -> None:
        """Act on a thread of its own; whatever goes wrong there is said, and ends nothing else."""

        def work() -> None:
            try:
                self._heard.append(act(number))
            except (OSError, ValueError, subprocess.SubprocessError) as fault:
                self._heard.append(ReplayHeard(round=number, fault=str(fault)))

        threading.Thread(target=work, name="replay", daemon=True).start()

    def _read(self, number: int) -> ReplayHeard:
        return ReplayHeard(round=number, lines=read_replay(self._told(number, "replay")))

    def _write(self, number: int) -> ReplayHeard:
        """Write the story of a round in one step, so that no half of it is ever there."""
        text = self._told(number, "text")
        if not text:
            raise ValueError(f"round {number} is not in the record")
        folder = places_of(self._journal, OsFiles()).mirror.parent
        file = folder / f"{self._journal.table_id}-round-{number}.txt"
        replace_whole(OsFiles(), file, text.encode())
        return ReplayHeard(round=number, file=file.name)

    def _told(self, number: int, form: str) -> str:
        """Give a round out of the newest day that has it; empty where none has."""
        return next((text for file in self._mirrors() if (text := history_of(file, number, form))), "")

    def _mirrors(self) -> Iterable[Path]:
        """Give the mirrors of the table, the newest day first."""
        files = OsFiles()
        stems = stems_of(self._journal, files)
        places = [places_at(self._journal, stem) for stem in stems] or [places_of(self._journal, files)]
        return [one.mirror for one in places if one.mirror.is_file()]


def history_of(file: Path, number: int, form: str) -> str:
    """Give what `dealer-assist history` prints of a round; raise ValueError or TimeoutExpired."""
    words = ("history", str(file), "--rounds", str(number), "--format", form)
    child = subprocess.Popen(  # noqa: S603 - our own interpreter and program
        (sys.executable, "-m", "controller.cli.main", *words),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    os.setpriority(os.PRIO_PROCESS, child.pid, LOWEST)
    try:
        out, said = child.communicate(timeout=LONGEST_S)
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()
        raise
    if child.returncode:
        raise ValueError(said.strip() or f"exit code {child.returncode}")
    return out
