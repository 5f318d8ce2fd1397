"""The record on the real file system and between real processes (DURABILITY 3.1)."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from controller.engine.faults import ConfigFault
from controller.journal.custody import load_table_root
from controller.journal.faults import Locked
from controller.journal.files import OsFiles
from controller.journal.journal import Journal
from controller.journal.places import JournalConfig
from controller.journal.reading import read_history
from tests.journal.table import TickingClock, note_card, seeded


@pytest.fixture
def on_disk(tmp_path: Path) -> JournalConfig:
    """Give a record on the real file system, both copies beside one file."""
    return JournalConfig.at_file(tmp_path / "play.db", table_id="T1", gaming_day="2026-12-01")


def opened(config: JournalConfig) -> tuple[Journal, int]:
    """Open a real record and give it with the number of records it holds."""
    journal, replay, _ = Journal.open(config, TickingClock())
    return journal, len(tuple(replay))


def test_a_real_file_is_opened_again(on_disk: JournalConfig) -> None:
    """Write, close, open: the same records, and secrets only their owner may read (DURABILITY 5)."""
    journal, held = opened(on_disk)
    clock = TickingClock()
    journal.open_round(1, clock())
    for ordinal in range(5):
        note_card(journal, clock, ordinal)
    journal.close()
    assert held == 0
    journal, held = opened(on_disk)
    journal.close()
    assert held == 8
    folder = on_disk.folder
    assert {0o600} == {path.stat().st_mode & 0o777 for path in folder.iterdir() if path.suffix == ".key"}
    assert len(tuple(read_history(folder / "play.db.bb", live=False))) == 8


def test_the_second_of_two_processes_is_refused(on_disk: JournalConfig) -> None:
    """Both locks hold between processes (DURABILITY 3.1, F20)."""
    journal, _ = opened(on_disk)
    with pytest.raises(Locked):
        opened(on_disk)
    script = (
        "import sys; from pathlib import Path; from controller.journal.files import OsFiles\n"
        "OsFiles().lock(Path(sys.argv[1]))"
    )
    lock = str(on_disk.folder / "play.db.lock")
    command = [sys.executable, "-c", script, lock]
    held = subprocess.run(command, capture_output=True, text=True, check=False)  # our own script
    journal.close()
    free = subprocess.run(command, capture_output=True, text=True, check=False)  # as above
    assert "Locked" in held.stderr
    assert (1, 0) == (held.returncode, free.returncode)


def test_the_standard_library_brings_no_second_sqlite(on_disk: JournalConfig) -> None:
    """Two SQLite copies in one process do not see each other's locks (DURABILITY 3.1)."""
    script = (
        "import sys, json; from pathlib import Path\n"
        "from controller.journal.journal import Journal\n"
        "from controller.journal.places import JournalConfig\n"
        "from controller.journal.record import Stamp\n"
        "config = JournalConfig.at_file(Path(sys.argv[1]), table_id='T1', gaming_day='2026-12-01')\n"
        "journal, _, _ = Journal.open(config, lambda: Stamp(utc_us=1, boot_us=1, boot='b'))\n"
        "journal.close(); print(json.dumps('sqlite3' in sys.modules))"
    )
    done = subprocess.run(  # our own script
        [sys.executable, "-c", script, str(on_disk.file)], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) is False


def test_a_missing_file_or_folder_is_told(tmp_path: Path) -> None:
    """The calls to the system answer as the simulated ones do (DURABILITY 15)."""
    files = OsFiles()
    assert files.names(tmp_path / "none") == ()
    assert files.size(tmp_path / "none") is None
    assert files.device(tmp_path / "none") is None
    files.unlink(tmp_path / "none")
    files.make_folder(tmp_path / "a" / "b")
    files.remove_folder(tmp_path / "a" / "b")
    assert files.names(tmp_path / "a") == ()
    assert files.device(tmp_path) == tmp_path.stat().st_dev


def test_a_key_file_of_another_size_is_refused(tmp_path: Path) -> None:
    """`table_root` has 32 bytes (DURABILITY 7.3)."""
    key = tmp_path / "key"
    key.write_bytes(b"x" * 31)
    with pytest.raises(ConfigFault, match="31 bytes"):
        load_table_root(key, OsFiles(), seeded(1), create=True)


def test_a_torn_tail_is_cut_on_a_real_disk(on_disk: JournalConfig) -> None:
    """The last, torn record is cut off the mirror and comes back from the primary (DURABILITY 5)."""
    journal, _ = opened(on_disk)
    journal.close()
    mirror = on_disk.folder / "play.db.bb"
    whole = mirror.read_bytes()
    mirror.write_bytes(whole[:-3])
    journal, held = opened(on_disk)
    journal.close()
    assert 2 == held
    assert whole == mirror.read_bytes()


WRITER = """
import itertools, sys
from pathlib import Path
from controller.journal.journal import Journal
from controller.journal.notes import Reconciled
from controller.journal.places import JournalConfig
from controller.journal.record import Stamp

ticks = itertools.count(1)
clock = lambda: Stamp(utc_us=next(ticks), boot_us=0, boot="b")
config = JournalConfig.at_file(Path(sys.argv[1]), table_id="T1", gaming_day="2026-12-01")
journal, _, report = Journal.open(config, clock)
journal.power_up(report, clock(), software="test")
while True:
    for round_no in range(4):
        journal.open_round(journal.head.seq, clock())
        for _ in range(5):
            seq = journal.append(cause=None, events=(), notes=(Reconciled(),), stamp=clock(), round_no=1,
                                 actor="table", src="test")
            print(seq, flush=True)
"""


@pytest.mark.parametrize(
    "kills", [pytest.param(4, id="push"), pytest.param(100, id="full", marks=pytest.mark.full)]
)
def test_a_killed_process_loses_nothing_it_acknowledged(on_disk: JournalConfig, kills: int) -> None:
    """`kill -9` anywhere: the next start has every acknowledged record (F1)."""
    chance = random.Random(5)
    for _ in range(kills):
        with subprocess.Popen(  # our own interpreter and script
            [sys.executable, "-c", WRITER, str(on_disk.file)], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            for _ in range(chance.randrange(1, 60)):
                acked = int(writer.stdout.readline())
            writer.kill()
            acked = max([acked, *map(int, writer.stdout.read().split())])
        journal, held = opened(on_disk)
        journal.close()
        assert acked <= held <= acked + 2
