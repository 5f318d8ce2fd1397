"""Starts that must not happen: an older record, a second program, a changed program (F9, F20, F26)."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from controller.cli.manifest import SoftwareChanged, checked, differing, listing, manifest_of
from controller.cli.running import RunningTable, Setting
from controller.cli.simulated import WorldSetting, enrol_demo_staff, world_config
from controller.engine.faults import ConfigFault, TableFault
from controller.journal.anchor import Anchor
from controller.journal.faults import RolledBack
from controller.journal.journal import Journal
from controller.journal.places import JournalConfig
from controller.rulesets.load import load_ruleset
from drivers.errors import LinkMissing
from tests.journal.table import TickingClock, note_card

HOLD = """
import sys, time
from pathlib import Path
from controller.journal.journal import Journal
from controller.journal.places import JournalConfig
from tests.journal.table import TickingClock
config = JournalConfig.at_file(Path(sys.argv[1]), table_id="T1", gaming_day="2026-12-01")
try:
    journal = Journal.open(config, TickingClock())[0]
except Exception as fault:
    print(fault.code, flush=True)
else:
    print("open", flush=True)
    sys.stdin.read()
"""


class NoLink:
    """Be a link whose device is never there, and count who asks for it."""

    asked = 0

    def __init__(self) -> None:
        NoLink.asked += 1
        raise LinkMissing("serial:/nowhere", "no device")


def _setting(folder: Path) -> Setting:
    config = world_config(WorldSetting(seed=1), table_id="T1")
    journal = JournalConfig.at_file(folder / "table.db", table_id="T1", gaming_day="2026-12-01")
    if not journal.key_file.exists():
        enrol_demo_staff(journal.key_file)
    links = {"shuffler": NoLink, "shoe": NoLink}
    return Setting(config=config, ruleset=load_ruleset("california-bad-beat"), journal=journal, links=links)  # type: ignore[arg-type]  # never a link


def _run(setting: Setting) -> None:
    """Start a table and stop it again; raise what stopped the start."""
    running = RunningTable(setting, publish=lambda _: None, on_fault=lambda _: None)
    running.start()
    assert running.stop()


@pytest.mark.logs("table_stopped", "table_priority_refused")
def test_a_head_that_is_not_in_the_record_locks_before_any_port_opens(tmp_path: Path) -> None:
    """The floor types the printed head; the record is older, so nothing is opened (F9, J-ROLLBACK)."""
    setting = _setting(tmp_path)
    _run(setting)
    journal, _, _ = Journal.open(setting.journal, TickingClock())
    head = journal.head
    journal.close()
    _run(replace(setting, anchors=(Anchor.of(head),)))
    NoLink.asked = 0
    later = replace(setting, anchors=(Anchor(seq=head.seq + 1_000, digits="0" * 16),))
    for _ in range(2):
        with pytest.raises(RolledBack, match=str(head.seq + 1_000)):
            _run(later)
    assert 0 == NoLink.asked


def test_a_second_process_is_refused_by_the_locks(tmp_path: Path) -> None:
    """One program writes a record; the first one is not disturbed (F20, DURABILITY 3.1)."""
    command = [sys.executable, "-c", HOLD, str(tmp_path / "table.db")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path.cwd()
    ) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        assert "open\n" == first.stdout.readline()
        second = subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
        assert "J-LOCKED\n" == second.stdout
        first.stdin.close()
    third = subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    assert "open\n" == third.stdout, "control: without the first one it starts"


@pytest.mark.logs("table_stopped", "table_priority_refused")
def test_a_changed_program_file_locks_the_table_until_it_is_right_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A flipped digit in the list stands for a flipped byte of a file; a power cycle frees nothing (F26)."""
    setting = _setting(tmp_path)
    manifest = manifest_of(setting.journal.key_file)
    whole = "0" * 64 + "  ours/a.py\n" + "1" * 64 + "  ours/b.py\n"
    monkeypatch.setattr(
        "controller.cli.manifest._measured",
        lambda: (line.split("  ")[::-1] for line in whole.splitlines()),
    )
    manifest.write_text(whole.replace("1" * 64, "1" * 63 + "2"), encoding="utf-8")
    for _ in range(2):
        with pytest.raises(SoftwareChanged, match=r"SW-HASH: ours/b\.py") as caught:
            _run(setting)
        assert isinstance(caught.value, TableFault)
    manifest.write_text(whole, encoding="utf-8")
    _run(setting)


def test_the_list_covers_every_module_and_wheel_and_finds_a_changed_file(tmp_path: Path) -> None:
    """Ours, the wheels, the interpreter; a file more, less or other is named (R10)."""
    lines = listing().splitlines()
    names = {line.split("  ", 1)[1] for line in lines}
    assert {"python", "controller/engine/advance.py", "ui/app.py"} <= names
    assert any(name.startswith("cryptography/") for name in names)
    path = tmp_path / "list"
    path.write_text("\n".join([*lines[1:], "0" * 64 + "  controller/more.py"]) + "\n", encoding="utf-8")
    missing = lines[0].split("  ", 1)[1]
    assert tuple(sorted(("controller/more.py", missing))) == differing(path)


def test_without_a_list_nothing_is_checked_and_a_broken_one_is_a_wrong_file(tmp_path: Path) -> None:
    """A demo has none; a list that cannot be read is no permission (R10)."""
    assert checked(tmp_path / "none") is None
    broken = tmp_path / "broken"
    broken.write_text("not a list\n", encoding="utf-8")
    with pytest.raises(ConfigFault, match="line 1"):
        checked(broken)


def test_an_appended_head_is_the_one_that_is_printed(tmp_path: Path) -> None:
    """The head on a slip is that of the last record, in the form that is typed in again (DURABILITY 3.5)."""
    config = JournalConfig.at_file(tmp_path / "t.db", table_id="T1", gaming_day="2026-12-01")
    clock = TickingClock()
    journal, _, report = Journal.open(config, clock)
    journal.power_up(report, clock(), software="test")
    journal.open_round(1, clock())
    note_card(journal, clock, 0)
    typed = Anchor.typed(str(Anchor.of(journal.head)))
    journal.check_anchor(typed)
    assert journal.head.h.hex().startswith(typed.digits)
    journal.close()
