"""`run --check-disk`: fit media, slow ones, and those that answer before they wrote (4.2)."""

from pathlib import Path

import pytest

from controller.cli import check_disk as module
from controller.cli.main import main
from controller.config import example_config

APPENDS = 130


@pytest.fixture(autouse=True)
def few_and_gentle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write less, and leave this program's priority as it is."""
    monkeypatch.setattr(module, "APPENDS", APPENDS)
    monkeypatch.setattr(module, "raise_priority", lambda: None)


def table_file(folder: Path) -> Path:
    """Write a table file with both copies below one folder."""
    text = example_config()
    places = {"folder": folder / "a", "mirror_folder": folder / "b", "key_file": folder / "root.key"}
    lines = []
    for line in text.splitlines():
        name = line.split("=")[0].strip()
        value = places.pop(name, None)
        lines.append(line if value is None else f'{name} = "{value}"')
    path = folder / "table.toml"
    text = "\n".join(lines).replace("allow_single_medium = false", "allow_single_medium = true")
    path.write_text(text, encoding="utf-8")
    assert not places
    return path


def took(monkeypatch: pytest.MonkeyPatch, *, sync_ms: float, append_ms: float) -> None:
    """Let every write and every append take so long, whatever this machine is doing."""

    def timed(act: object) -> float:
        act()  # type: ignore[operator]  # what the program hands over
        return sync_ms if getattr(act, "__name__", "") == "write" else append_ms

    monkeypatch.setattr(module, "_timed", timed)


def test_fit_media_are_told_with_their_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both media and the record have a line of figures, exit code 0, and nothing is left behind."""
    took(monkeypatch, sync_ms=0.5, append_ms=2.0)
    assert 0 == main(["run", "--config", str(table_file(tmp_path)), "--check-disk"])
    said = capsys.readouterr().out.splitlines()
    assert [
        f"primary {tmp_path / 'a'}: {APPENDS} syncs, p50 0.50 ms, p99 0.50 ms, 2,000 a second",
        f"black box {tmp_path / 'b'}: {APPENDS} syncs, p50 0.50 ms, p99 0.50 ms, 2,000 a second",
        f"record: {APPENDS} appends, p50 2.00 ms, p99 2.00 ms",
        "both media are fit",
    ] == said
    assert [] == [*(tmp_path / "a").iterdir(), *(tmp_path / "b").iterdir()]
    assert not (tmp_path / "root.key").exists()


def test_a_slow_record_is_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A p99 above 20 ms is refused at installation (DURABILITY 4.2)."""
    took(monkeypatch, sync_ms=9.0, append_ms=20.5)
    assert 1 == main(["run", "--config", str(table_file(tmp_path)), "--check-disk"])
    assert "not fit: record: p99 20.50 ms, allowed are 20 ms" in capsys.readouterr().out


def test_a_medium_that_is_too_quick_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Above 20,000 syncs a second nothing was written when it was said to be (DURABILITY 4.2, F4)."""
    took(monkeypatch, sync_ms=0.04, append_ms=0.2)
    assert 1 == main(["run", "--config", str(table_file(tmp_path)), "--check-disk"])
    said = capsys.readouterr().out
    assert 2 == said.count("25,000 syncs a second, allowed are 20,000; it answers before it has written")


def test_a_medium_that_fails_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error of the medium is a sentence and exit code 1, and what was written is removed."""

    def fails(_folder: Path) -> module.Times:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(module, "syncs_on", fails)
    assert 1 == main(["run", "--config", str(table_file(tmp_path)), "--check-disk"])
    assert "not fit: a medium fails: Input/output error" in capsys.readouterr().out
    assert [] == [*(tmp_path / "a").iterdir()]


def test_what_a_check_left_behind_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder of the same name is never taken for one of ours and removed."""
    path = table_file(tmp_path)
    kept = tmp_path / "a" / module.FOLDERS[0]
    kept.mkdir(parents=True)
    (kept / "mine").touch()
    assert 2 == main(["run", "--config", str(path), "--check-disk"])
    said = capsys.readouterr().err
    assert "journal.folder" in said
    assert str(kept) in said
    assert (kept / "mine").exists()
