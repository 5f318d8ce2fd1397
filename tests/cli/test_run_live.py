"""`dealer-assist run` from its table file to the first usable screen and back (issue 2)."""

import io
from pathlib import Path

import pytest

from controller.cli.main import main
from controller.journal.notes import PersonChanged
from controller.journal.reading import read_history
from hw_fixtures.simulation import Simulation
from ui.app import TouchscreenApp

WAIT_S = 30.0
PIN = "13579024"

pytestmark = pytest.mark.logs("table_priority_refused")


def _table_file(folder: Path, shuffler: str, shoe: str) -> Path:
    """Write a table file for two simulated devices on pseudo-terminals."""
    path = folder / "table.toml"
    path.write_text(
        f"""
[table]
id = "T1"
name = "Table 1"
[journal]
folder = "{folder}/a"
mirror_folder = "{folder}/b"
key_file = "{folder}/root.key"
allow_single_medium = true
[devices.shuffler]
address = "{shuffler}"
serial = "SHUF-0001"
class = "shuffler"
[devices.shoe]
address = "{shoe}"
serial = "SHOE-0001"
class = "shoe"
[decks.A]
id = 1
back = "blue"
[decks.B]
id = 2
back = "orange"
[log]
file = "{folder}/table.log"
level = "error"
""",
        encoding="utf-8",
    )
    return path


def test_run_finds_both_devices_and_ends_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Window, record, ports, first screen; then everything back in order, exit code 0 (ARCHITECTURE 4).

    What `supervisors` did before stands in the record, once, however often the table starts (DURABILITY 9).
    """
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    seen: list[tuple[bool, ...]] = []

    def until_linked(app: TouchscreenApp) -> int:
        """Be the event loop: run until both devices answer."""

        def linked() -> bool:
            view = app.desk.view
            return view is not None and all(device.linked for device in view.devices)

        seen.append((app.wait_for(linked, WAIT_S),))
        return 0

    monkeypatch.setattr(TouchscreenApp, "run", until_linked)
    with Simulation(seed=1) as simulation:
        table_file = _table_file(
            tmp_path,
            simulation.serve_pty("shuffler", tmp_path / "shuffler"),
            simulation.serve_pty("shoe", tmp_path / "shoe"),
        )
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{PIN}\n{PIN}\n"))
        person = ["--id", "4471", "--name", "R. Diaz", "--role", "floor", "--badge", "BADGE-1"]
        assert 0 == main(["supervisors", "add", "--config", str(table_file), *person])
        for _ in range(2):
            assert 0 == main(["run", "--config", str(table_file)])
    assert [(True,)] * 2 == seen
    (mirror,) = (tmp_path / "b").glob("T1-*.bb")
    notes = [note for record in read_history(mirror, live=False) for note in record.content.notes]
    assert ["4471"] == [note.person for note in notes if isinstance(note, PersonChanged)]
    assert 1 == len(list((tmp_path / "a").glob("T1-*.db")))
    assert 1 == len(list((tmp_path / "b").glob("T1-*.bb")))
