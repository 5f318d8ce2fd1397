"""S6 reads the mirror in a child and writes a round in one step; what fails is said (S6, DURABILITY 3.1)."""

import re
import threading
from pathlib import Path

import pytest

from controller.cli.main import main
from controller.cli.replay_reader import RecordReader
from controller.history.replay import SEALED, ReplayHeard
from tests.faults.kit import config_at
from tests.sim.stage import Stage, stage


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Play one round on real files and leave the table running."""
    played = stage(seed=9, files=config_at(tmp_path_factory.mktemp("read")))
    played.dealer.play_rounds(1)
    return played


def reader_of(table: Stage) -> RecordReader:
    """Give a reader of the table's record."""
    assert table.setting.files is not None
    return RecordReader(table.setting.files, lambda _: True)


def heard(reader: RecordReader) -> ReplayHeard:
    """Wait for the workers and give the one thing that came."""
    for thread in threading.enumerate():
        if thread.name == "replay":
            thread.join()
    [one] = reader.heard()
    return one


def test_a_round_is_read_while_its_table_runs(table: Stage) -> None:
    """Every event of it, and each dealt card sealed (P9)."""
    reader = reader_of(table)
    reader.read(1)
    one = heard(reader)
    assert (1, "") == (one.round, one.fault)
    assert one.lines
    dealt = {line.after for line in one.lines if line.text.startswith("dealt: ")}
    assert {SEALED} == dealt
    assert () == reader.heard()


def test_the_file_holds_the_round_as_history_tells_it(
    table: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whole or not at all, beside the mirror, under the table's name; a second time it is replaced."""
    reader = reader_of(table)
    files = table.setting.files
    assert files is not None
    assert files.file is not None
    name = f"{files.table_id}-round-1.txt"
    for _ in range(2):
        reader.write(1)
        assert ReplayHeard(round=1, file=name) == heard(reader)
    mirror = files.file.with_name(files.file.name + ".bb")
    main(["history", str(mirror), "--rounds", "1"])
    assert capsys.readouterr().out == (mirror.parent / name).read_text(encoding="utf-8")
    assert [] == list(mirror.parent.glob("*.new"))


def test_a_round_that_is_not_there_is_no_fault_to_read_and_one_to_write(table: Stage) -> None:
    """The page says so; no empty file is left (S6)."""
    reader = reader_of(table)
    reader.read(77)
    assert ReplayHeard(round=77, lines=()) == heard(reader)
    reader.write(77)
    assert ReplayHeard(round=77, fault="round 77 is not in the record") == heard(reader)


def test_a_mirror_that_does_not_read_is_said_in_its_own_words(tmp_path: Path) -> None:
    """The table goes on; the page names the file and why."""
    files = config_at(tmp_path)
    assert files.file is not None
    files.file.with_name(files.file.name + ".bb").write_bytes(b"no record")
    reader = RecordReader(files, lambda _: True)
    reader.read(1)
    one = heard(reader)
    assert one.lines is None
    assert re.search(r"\.bb", one.fault)
