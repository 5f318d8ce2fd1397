"""What a limit makes of a wager, in plain words at the tile and under the prompt (G2.5)."""

from dataclasses import replace

from controller.engine.money import Odds
from controller.engine.ruleset_names import Wager
from controller.engine.settlement_types import Outcome, Reason
from tests.ui.screen import Screen
from ui.options import ScreenOptions, wording_of
from ui.scenes import samples as s
from ui.viewmodels.settlement import cell

WORDS = wording_of(ScreenOptions(), "en")


def test_the_tiles_and_the_worst_one_under_the_prompt(screen: Screen) -> None:
    """Over the maximum, under the minimum once, and again (G2.5)."""
    screen.show("D1-limits")
    notes = {row.seat: row.noteText for row in screen.app.table.seat_rows()}
    assert ("$405 over max", "under min", "give back") == (notes[2], notes[5], notes[6])
    said = "Seat 6 is below the minimum again: no hand. Give the chips back."
    assert said == screen.app.table.shown.detail


def test_one_over_the_maximum_says_what_goes_back(screen: Screen) -> None:
    """It does not play (G2.5)."""
    screen.show("D1-over-max")
    said = "Seat 2: $405.00 is over the maximum. It does not play and goes back at the end."
    assert said == screen.app.table.shown.detail


def test_the_stop_says_what_was_over_the_maximum() -> None:
    """The overage is part of what is returned, and is named (G3.9)."""
    lost = s.line(2, Wager.TRIPS, 2_500, Outcome.LOSE, reason=Reason.NO_PAY_ROW, collected=2_500)
    shown = cell(replace(lost, over_limit_returned=500), WORDS)
    assert ("TAKE", "$25.00", "$5 over") == (shown.word, shown.amount, shown.ofAmount)


def test_a_capped_win_says_what_it_was() -> None:
    """ST33: the cap counts winnings; the uncapped figure stands beside (G6.5)."""
    won = s.line(
        2, Wager.BLIND, 5_000, Outcome.WIN, reason=Reason.PAY_ROW, odds=Odds(numerator=500), paid=1_995_000
    )
    shown = cell(replace(won, due=2_500_000), WORDS)
    assert ("PAY", "$19,950.00", "was $25,000") == (shown.word, shown.amount, shown.ofAmount)
