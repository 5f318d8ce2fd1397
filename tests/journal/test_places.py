"""Which files of a folder are a table's record (DURABILITY 3.7)."""

from dataclasses import replace
from pathlib import Path

from controller.journal.files import OsFiles
from controller.journal.places import JournalConfig, places_of, stems_of
from tests.journal.table import CONFIG


def _config(folder: Path, *names: str) -> JournalConfig:
    """Put files with these names into both folders of a table."""
    for name in names:
        (folder / name).touch()
    return replace(CONFIG, folder=folder, mirror_folder=folder)


def test_the_newest_day_on_either_medium_goes_on(tmp_path: Path) -> None:
    """A day that only the black box still has is the table's newest all the same."""
    config = _config(tmp_path, "T1-2026-12-01.db", "T1-2026-12-02.bb")
    assert tmp_path / "T1-2026-12-02.db" == places_of(config, OsFiles()).primary


def test_a_copy_that_somebody_made_is_no_day(tmp_path: Path) -> None:
    """A file manager's copy sorts behind its original; the record must not go on in it."""
    strays = ("T1-2026-12-01 (copy).db", "T1-x.db", "T1-2026-12-01-old.bb", "T1-2-2026-12-05.db")
    config = _config(tmp_path, "T1-2026-12-01.db", *strays)
    assert ("T1-2026-12-01",) == stems_of(config, OsFiles())
