"""`dealer-assist screenshots`: pictures of the screens for documents (TOUCHSCREEN 11)."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from controller.cli.main import main
from ui.scenes.studio import STATES, looks


def test_every_state_of_a_screen_is_written_for_both_hands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], qtbot: QtBot
) -> None:
    """One file a state and hand, named by both."""
    del qtbot
    folder = tmp_path / "pictures"
    words = ["--screen", "X", "--size", "1280x800", "--language", "en", "--theme", "day"]
    assert 0 == main(["screenshots", str(folder), *words])
    names = sorted(path.name for path in folder.iterdir())
    states = [state for state in STATES if state.startswith("X")]
    assert {"X-copy-failed", "X-floor-called", "X-silent", "X-stopped"} <= set(states)
    assert sorted(f"{state}-1280x800-en-day{hand}.png" for state in states for hand in ("-left", "")) == names
    assert f"{2 * len(states)} pictures" in capsys.readouterr().out


def test_a_screen_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """The sentence names what is there."""
    assert 2 == main(["screenshots", str(tmp_path), "--screen", "Z9"])


def test_every_size_language_brightness_and_hand_is_a_look() -> None:
    """Nothing is left out of the full set."""
    assert 2 * 3 * 3 * 2 == len({look.name for look in looks()})
    assert {"D0", "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D10", "D13"} <= {
        state.split("-")[0] for state in STATES
    }
