"""Whole rounds by real taps over the real engine, drivers and simulator (TOUCHSCREEN 8, issue 2)."""

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.played import play

IN_HAND = {"D1-wagers", "D3", "D2-board", "D4", "D5", "D6", "D7"}
SCREENS = {"D0", "D1-offer", "D1-wagers", "D3", "D4", "D5", "D6", "D7"}


@pytest.mark.parametrize("dealing", ["stacks", "shoe"])
def test_whole_rounds_are_played_by_taps_alone(dealing: str, qtbot: QtBot) -> None:
    """A finger on the glass is all that a round needs beside the cards (P1, section 8).

    The second round repeats its wagers, so it costs 2N + 2 to 2N + 4 taps (G3.5).
    """
    del qtbot
    table = play(seed=3, dealing=dealing)
    table.play_rounds(2)
    seats = 7
    in_hand = sum(taps for (number, screen), taps in table.taps.items() if number == 2 and screen in IN_HAND)
    refused = [one.refused for one in table.table.world.picture.outcomes if one.refused is not None]
    table.app.stop()
    assert [] == refused
    assert 2 * seats + 2 <= in_hand <= 2 * seats + 4
    assert set(table.screens) >= SCREENS - {"D5"}
