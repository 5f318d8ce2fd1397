"""Whole rounds by real taps over the real engine, drivers and simulator (TOUCHSCREEN 8, issue 2)."""

import pytest
from pytestqt.qtbot import QtBot

from controller.engine.prompt import OfferCode
from controller.engine.state import Phase
from tests.ui.played import PlayedTable, play

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


def test_an_irregularity_is_reported_and_the_round_voided_by_taps(qtbot: QtBot) -> None:
    """A reason stops the table, the floor is called, a void is approved by badge and PIN (D9, D10, S0)."""
    del qtbot
    table = play(seed=4)
    table.play_until(lambda: table.table.world.state.phase is Phase.HOLE)
    table.show()
    table.fingers.tap("sheet", "irregularity")
    table.fingers.tap("offer", token=_reason(table))
    table.fingers.answered()
    assert table.table.world.state.hold is not None
    table.play_until(lambda: table.table.world.state.hold is None)
    table.show()
    result = table.table.world.state.last_result
    table.app.stop()
    assert result is not None
    assert result.is_void
    assert "D10" in table.screens


def _reason(table: PlayedTable) -> str:
    """Give the token of the first reason that is offered."""
    offers = table.table.world.prompt.offers
    return next(offer.token for offer in offers if offer.code is OfferCode.REPORT_IRREGULARITY)
