"""Closed days are copied, verified, and deleted only when their copies hold (DURABILITY 13, issue 7)."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from controller.cli.archive import KEEP_DAYS
from controller.cli.main import main
from controller.config import example_config
from controller.journal.journal import Journal
from controller.journal.places import JournalConfig
from tests.journal.table import TickingClock, note_card
from tests.journal.test_rollover import Days

OLD = (datetime.now(UTC).date() - timedelta(days=KEEP_DAYS + 10)).isoformat()
NEXT = (date.fromisoformat(OLD) + timedelta(days=1)).isoformat()


@pytest.fixture
def table_file(tmp_path: Path) -> Path:
    """Give a table file whose record has one closed day and one in play."""
    day = OLD
    config = JournalConfig(
        table_id="T1",
        folder=tmp_path / "a",
        mirror_folder=tmp_path / "b",
        key_file=tmp_path / "a" / "root.key",
        gaming_day=OLD,
        allow_single_medium=True,
        day_of=lambda _utc_us: day,
        ballast_bytes=0,
    )
    clock = TickingClock()
    journal, _, report = Journal.open(config, clock)
    journal.power_up(report, clock(), software="test")
    journal.open_round(1, clock())
    note_card(journal, clock, 0)
    day = NEXT
    Days.end_round(Days(clock=clock), journal)
    journal.close()
    return _written(tmp_path)


def _written(folder: Path) -> Path:
    values = {
        "id": "T1",
        "folder": folder / "a",
        "mirror_folder": folder / "b",
        "key_file": folder / "a" / "root.key",
    }
    lines = []
    for line in example_config().splitlines():
        name = line.lstrip("# ").split(" ")[0]
        if name in values:
            line = f'{name} = "{values.pop(name)}"'  # noqa: PLW2901 - one value is put in
        elif name == "allow_single_medium":
            line = "allow_single_medium = true"  # noqa: PLW2901 - as above
        lines.append(line)
    path = folder / "table.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _archive(table_file: Path, *words: str) -> int:
    return main(["archive", "--config", str(table_file), "--to", str(table_file.parent / "archive"), *words])


def test_a_closed_day_is_copied_verified_and_noted(
    table_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 0 of `verify` on the copy; the day in play is left alone."""
    assert 0 == _archive(table_file)
    assert f"T1-{OLD}: copied" in capsys.readouterr().out
    names = sorted(path.name for path in (table_file.parent / "archive").iterdir())
    assert [f"T1-{OLD}.bb", f"T1-{OLD}.db", f"T1-{OLD}.seal"] == names
    assert (table_file.parent / "a" / f"T1-{OLD}.archived").exists()
    assert 0 == _archive(table_file)
    assert "copied" not in capsys.readouterr().out


def test_an_old_day_goes_when_its_archive_verifies(table_file: Path) -> None:
    """Ninety days and more, archived, verified once more: then the table lets it go."""
    assert 0 == _archive(table_file, "--prune")
    assert not (table_file.parent / "a" / f"T1-{OLD}.db").exists()
    assert (table_file.parent / "a" / f"T1-{NEXT}.db").exists()


def test_a_spoilt_archive_keeps_the_day(table_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One flipped bit in the copy, and nothing is deleted."""
    assert 0 == _archive(table_file)
    copy = table_file.parent / "archive" / f"T1-{OLD}.bb"
    data = bytearray(copy.read_bytes())
    data[200] ^= 1
    copy.write_bytes(data)
    assert 1 == _archive(table_file, "--prune")
    assert "kept" in capsys.readouterr().out
    assert (table_file.parent / "a" / f"T1-{OLD}.db").exists()


def test_the_day_in_play_is_backed_up_from_its_mirror(
    table_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The primary of a running table is opened by nobody else (DURABILITY 3.1)."""
    assert 0 == _archive(table_file, "--live")
    assert "still open" in capsys.readouterr().out
    archive = table_file.parent / "archive"
    assert (archive / f"T1-{NEXT}.bb").exists()
    assert not (archive / f"T1-{NEXT}.db").exists()


def test_one_closed_day_is_looked_at_again(table_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The hourly check finds a bit that flipped since (R4)."""
    assert 0 == main(["archive", "--config", str(table_file), "--recheck"])
    primary = table_file.parent / "b" / f"T1-{OLD}.bb"
    primary.chmod(0o600)
    data = bytearray(primary.read_bytes())
    data[-20] ^= 1
    primary.write_bytes(data)
    assert 1 == main(["archive", "--config", str(table_file), "--recheck"])
    assert f"T1-{OLD}: verify" in capsys.readouterr().out


def test_fewer_days_than_the_rule_asks_are_refused(table_file: Path) -> None:
    """A table keeps ninety days (DURABILITY 13)."""
    assert 2 == _archive(table_file, "--prune", "--keep-days", "3")
    assert 2 == main(["archive", "--config", str(table_file)])
