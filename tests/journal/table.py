"""What the tests of the record share: a clock, a config, cards, and journals over simulated media."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from controller.engine.actors import Source
from controller.engine.cards import Back, Card, Hidden
from controller.engine.device_words import Reading
from controller.engine.fact_commands import ReportCardRead
from controller.journal.codec import TableRecord
from controller.journal.journal import Journal
from controller.journal.places import JournalConfig
from controller.journal.record import Stamp
from controller.journal.recover import RecoveryReport
from controller.journal.sqlite_store import read_primary
from controller.journal.store import CopyReading
from tests.journal.sim_disk import SimDisk, SimFiles
from tests.journal.sim_vfs import SIM_VFS, VFS_NAME

START_US = 1_700_000_000_000_000
CONFIG = JournalConfig(
    table_id="T1",
    folder=Path("/a"),
    mirror_folder=Path("/b"),
    key_file=Path("/k/table.root"),
    gaming_day="2026-12-01",
    ballast_bytes=0,
    wal_room_bytes=64 * 1024,
)
PRIMARY = "/a/T1-2026-12-01.db"
MIRROR = "/b/T1-2026-12-01.bb"
HEAD = 7
"""Last record of `SimTable.played`: file_opened, power_up, checkpoint, round_key and three cards."""


@dataclass
class TickingClock:
    """Give moments one millisecond apart; `skew_us` moves UTC against boot time."""

    ticks: int = 0
    boot: str = "boot-1"
    skew_us: int = 0

    def __call__(self) -> Stamp:
        """Give the next moment."""
        self.ticks += 1
        boot_us = self.ticks * 1_000
        return Stamp(utc_us=START_US + boot_us + self.skew_us, boot_us=boot_us, boot=self.boot)


def seeded(seed: int) -> Callable[[int], bytes]:
    """Give random bytes that are the same in every run."""
    return random.Random(seed).randbytes


@dataclass
class SimTable:
    """Run a table's record on simulated media, stop it like a killed process, start it again."""

    disk: SimDisk = field(default_factory=SimDisk)
    clock: TickingClock = field(default_factory=TickingClock)
    config: JournalConfig = CONFIG
    entropy: Callable[[int], bytes] = field(default_factory=lambda: seeded(1))

    def start(self) -> tuple[Journal, tuple[TableRecord, ...], RecoveryReport]:
        """Open the record as a new process, and replay it."""
        SIM_VFS.disk = self.disk
        self.disk.held.clear()
        journal, replay, report = Journal.open(
            self.config, self.clock, files=SimFiles(self.disk), vfs=VFS_NAME, entropy=self.entropy
        )
        return journal, tuple(replay), report

    def played(self, cards: int = 3) -> Journal:
        """Start, open round 1 and note some hidden cards."""
        journal, _, report = self.start()
        journal.power_up(report, self.clock(), software="test")
        journal.open_round(1, self.clock())
        for ordinal in range(cards):
            note_card(journal, self.clock, ordinal)
        return journal


def primary_alone(disk: SimDisk) -> CopyReading:
    """Read the primary as if its WAL had never been."""
    alone = SimDisk(names={PRIMARY: 1}, data={1: bytearray(disk.contents(PRIMARY))})
    SIM_VFS.disk, before = alone, SIM_VFS.disk
    try:
        return read_primary(Path(PRIMARY), files=SimFiles(alone), vfs=VFS_NAME)
    finally:
        SIM_VFS.disk = before


def hidden(ordinal: int) -> Hidden:
    """Give a hidden card, another one for each ordinal up to 51."""
    return Hidden(ordinal=ordinal, card=tuple(Card)[ordinal], salt=bytes([ordinal]) * 16)


def card_read(ordinal: int) -> ReportCardRead:
    """Give the report of one card that left the shoe."""
    return ReportCardRead(
        source=Source(device="shoe", serial="S1", epoch=9, number=ordinal + 1),
        index=ordinal,
        shoe_id=5,
        reading=Reading.FACE,
        card=hidden(ordinal),
        back=Back.RED,
        confidence=99,
        flags=(),
        t_ms=1_000 + ordinal,
    )


def note_card(journal: Journal, clock: TickingClock, ordinal: int) -> int:
    """Append the record of one card."""
    return journal.append(
        cause=card_read(ordinal),
        events=(),
        stamp=clock(),
        round_no=1,
        actor="device:S1",
        src="port:shoe",
    )
