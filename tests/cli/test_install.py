"""The host's files are put in place, or only told (DURABILITY 10, issue 7)."""

from pathlib import Path

import pytest

from controller.cli.install import COMMANDS, FILES
from controller.cli.main import main
from controller.cli.manifest import manifest_of
from controller.config import EXAMPLES


def test_a_dry_run_tells_every_file_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each place with its mode, and what would be run afterwards."""
    assert 0 == main(["install", "--dry-run", "--root", str(tmp_path)])
    told = capsys.readouterr().out
    assert [True] * len(FILES) == [f"{tmp_path / one.place}" in told for one in FILES]
    assert "systemctl enable" in told
    assert [] == list(tmp_path.iterdir())


def test_files_are_put_under_a_root_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second time nothing changes; a file that somebody edited is replaced."""
    assert 0 == main(["install", "--root", str(tmp_path)])
    assert "new" in capsys.readouterr().out
    for one in FILES:
        assert one.data() == (tmp_path / one.place).read_bytes()
        assert one.mode == (tmp_path / one.place).stat().st_mode & 0o777
    (tmp_path / FILES[0].place).write_text("edited", encoding="utf-8")
    assert 0 == main(["install", "--root", str(tmp_path)])
    lines = capsys.readouterr().out.splitlines()[: len(FILES)]
    assert ["replaced", *["unchanged"] * (len(FILES) - 1)] == [line.split()[0] for line in lines]


def test_a_root_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file where a folder should be."""
    (tmp_path / "usr").write_text("no folder", encoding="utf-8")
    assert 2 == main(["install", "--root", str(tmp_path)])
    assert "--root" in capsys.readouterr().err


def test_the_list_of_the_program_is_put_where_a_start_looks_for_it() -> None:
    """Beside the key file that the printed table file names, else no start would compare it (SW-HASH)."""
    place = manifest_of(Path(str(EXAMPLES["journal.key_file"])))
    assert [True] == [f"> {place} " in one for one in COMMANDS if "manifest" in one]
