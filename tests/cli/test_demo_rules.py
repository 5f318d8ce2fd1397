"""Each of the five rule sets plays a demo round by real taps, its own name on the screen (G7.1)."""

from pathlib import Path

import pytest

from controller.cli import demo_headless
from controller.cli.demo_headless import Pictures, play
from controller.cli.interrupts import Held
from controller.cli.simulated import DemoSetting
from controller.engine.state import Phase
from controller.engine.view_types import TableView
from controller.rulesets.load import BUILT_IN, load_ruleset
from ui.app import walk
from ui.formatting import rules_text

SIZE = (1280, 800)
SHUFFLE_MS = 200


@pytest.mark.parametrize("rules", BUILT_IN)
def test_a_rule_set_plays_a_demo_round_under_its_own_name(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Name, version and hash stand on the glass; the round's amounts are the record's (G7.1, G3.9)."""
    seen: set[str] = set()

    def look(self: Pictures, view: TableView) -> None:
        """Read the glass before the table is open, instead of drawing it into a file."""
        if view.phase is Phase.CLOSED:
            items = (item for item in walk(self.app.window.contentItem()) if item.isVisible())
            seen.update(str(item.property("text")) for item in items if item.property("text"))

    monkeypatch.setattr(demo_headless.Pictures, "look", look)
    setting = DemoSetting(seed=3, folder=tmp_path, rules=rules, shuffle_ms=SHUFFLE_MS, quiet_s=0.0, players=3)
    assert 0 == play(setting, SIZE, Held(), rounds=1, screenshots=None)
    assert "record verified" in capsys.readouterr().out
    loaded = load_ruleset(rules)
    assert {rules_text(loaded.name), f"{loaded.version}, {loaded.digest[:16]}"} <= seen
    assert seen.isdisjoint(rules_text(other) for other in BUILT_IN if other != rules)
