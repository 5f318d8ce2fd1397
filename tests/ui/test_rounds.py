"""Whole rounds by real taps over the real engine, drivers and simulator (TOUCHSCREEN 8, issue 2)."""

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.played import play

SCREENS = {"D0", "D1-offer", "D1-wagers", "D3", "D4", "D5", "D6", "D7"}


@pytest.mark.parametrize("dealing", ["stacks", "shoe"])
def test_whole_rounds_are_played_by_taps_alone(dealing: str, qtbot: QtBot) -> None:
    """A finger on the glass is all that a round needs beside the cards (P1, section 8)."""
    del qtbot
    table = play(seed=3, dealing=dealing)
    table.play_rounds(2)
    refused = [one.refused for one in table.table.world.picture.outcomes if one.refused is not None]
    table.app.stop()
    assert [] == refused
    assert set(table.screens) >= SCREENS - {"D5"}
