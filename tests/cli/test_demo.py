"""`dealer-assist demo` as a process: rounds by itself, pictures, a checked record (TOUCHSCREEN 14)."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from controller.cli.demo_report import check_record, write_report
from controller.cli.main import main
from controller.cli.simulated import WorldSetting, world_config
from controller.engine.view_types import ResultView
from controller.journal.places import JournalConfig

TIMEOUT_S = 110
PNG = b"\x89PNG"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Play one round headless and give the folder and what was printed."""
    folder = tmp_path_factory.mktemp("demo") / "pictures"
    command = [sys.executable, "-m", "controller.cli.main", "demo", "--headless", "--rounds", "1"]
    done = subprocess.run(
        [*command, "--seed", "4", "--screenshots", str(folder), "--trace"],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert 0 == done.returncode, done.stderr
    return folder, done.stdout + done.stderr


def test_the_demo_plays_by_itself_and_tells_the_result(played: tuple[Path, str]) -> None:
    """Each round's result and the bank's movement are printed, exit code 0 (issue 2)."""
    _, said = played
    assert "seed 4" in said
    assert "round 1: bank" in said
    assert "record verified" in said


def test_every_step_has_a_picture(played: tuple[Path, str]) -> None:
    """One PNG a step, numbered, named by screen and prompt (TOUCHSCREEN 14)."""
    folder, _ = played
    pictures = sorted(folder.glob("*.png"))
    names = {path.stem.split("-")[-1] for path in pictures}
    assert {"open_table", "take_wagers", "deal_stack", "ask_preflop", "settle_seat", "collect_cards"} <= names
    assert [f"{n:03}" for n in range(1, len(pictures) + 1)] == [path.name[:3] for path in pictures]
    assert all(PNG == path.read_bytes()[:4] for path in pictures)


def test_rounds_txt_has_seat_lines_and_amounts(played: tuple[Path, str]) -> None:
    """The text says what every seat won and lost, and how many taps it took (TOUCHSCREEN 14)."""
    text = (played[0] / "rounds.txt").read_text(encoding="utf-8")
    assert all(f"seat {seat}:" in text for seat in range(2, 9))
    assert "taps" in text


def test_the_trace_shows_frames_on_both_wires(played: tuple[Path, str]) -> None:
    """Cards really travel over pyserial and usb.core (issue 2)."""
    _, said = played
    assert " shoe < EVT " in said
    assert " shuffler > CMD " in said
    assert " CARD 19" in said


def test_the_record_may_be_read_again_at_any_time(played: tuple[Path, str], tmp_path: Path) -> None:
    """The check that ends the demo finds the same again, and finds a wrong amount (TOUCHSCREEN 14)."""
    folder, _ = played
    journal = JournalConfig.at_file(folder / "table.db", table_id="DEMO", gaming_day="2026-12-01")
    config = world_config(WorldSetting(seed=4), table_id="DEMO")
    checked = check_record(config, journal, [])
    assert () == checked.complaints
    [one] = checked.rounds
    shown = ResultView(
        round=one.number, paid=one.paid + 1, collected=one.collected, net=one.net, is_void=False
    )
    assert 1 == len(check_record(config, journal, [shown]).complaints)
    write_report(tmp_path / "again.txt", checked, [30], first=1)
    assert "30 taps" in (tmp_path / "again.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "options",
    [["--rounds", "0"], ["--size", "big"], ["--rules", "no-such-rules"]],
)
def test_a_wrong_option_ends_with_2(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence names the option, its value and what is allowed (issue 2, bad input)."""
    assert 2 == main(["demo", "--headless", *options])
    assert "allowed" in capsys.readouterr().err


def test_an_older_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Simulated cards begin anew, so an older record cannot go on with them."""
    file = tmp_path / "table.db"
    file.write_bytes(b"")
    assert 2 == main(["demo", "--headless", "--journal", str(file)])
    assert "not there yet" in capsys.readouterr().err


def test_pictures_go_to_a_folder_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file in the place of the folder is a wrong option, no fault of the program (issue 2)."""
    file = tmp_path / "pictures"
    file.write_bytes(b"")
    assert 2 == main(["demo", "--headless", "--screenshots", str(file)])
    assert "a folder that can be written" in capsys.readouterr().err


def test_a_refused_play_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what was played is kept for whoever did not say where."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert 2 == main(["demo", "--headless", "--rules", "no-such-rules"])
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("players", ["1", "9"])
def test_a_table_has_two_to_eight_players(players: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody banks, and somebody plays against the bank (G1)."""
    assert 2 == main(["demo", "--headless", "--players", players])
    assert "2 to 8" in capsys.readouterr().err
