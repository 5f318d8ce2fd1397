"""Each of the five rule sets plays a demo round by real taps, without a display (G7.1)."""

from pathlib import Path

import pytest

from controller.cli.main import main

RULES = ("california-bad-beat", "gega-004210", "house-limits", "dealing-procedure", "house-progressive")


@pytest.mark.parametrize("rules", RULES)
def test_a_rule_set_plays_a_demo_round(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The screen's amounts are the record's, both copies agree (G7.1)."""
    given = ["--rounds", "1", "--seed", "3", "--players", "3", "--rules", rules]
    status = main(["demo", "--headless", *given, "--screenshots", str(tmp_path / "pictures")])
    assert 0 == status
    assert "record verified" in capsys.readouterr().out
