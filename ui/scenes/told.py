"""Rounds of the past that a ruling changed."""

from controller.engine.copying import replace
from controller.history.record import RoundRecord
from ui.scenes import samples as s


def corrected_history() -> tuple[RoundRecord, ...]:
    """Tell a round in which a seat was settled as a fold, and again as the winner it was (I24)."""
    was, now = s.told(1283, (s.folded_lines(5),)), s.told(1283, (s.winning_lines(5), s.folded_lines(8)))
    return (replace(now, undone=was.seats), *s.HISTORY[1:])
