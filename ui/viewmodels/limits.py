"""What a limit makes of a seat's wagers, in few words on its tile (G2.5)."""

from controller.engine.view_types import SeatView
from ui.options import Wording


def limit_note(seat: SeatView, words: Wording) -> str:
    """Say the worst that a limit makes of one of the seat's bettors; empty where all keep to theirs."""
    standing = [bettor for bettor in seat.bettors if bettor.is_in]
    below = max((bettor.below for bettor in standing if bettor.below is not None), default=None)
    if below is not None:
        return words.say(f"seat.below_{below}")
    over = sum(bettor.over for bettor in standing)
    return words.say("seat.over_max", amount=words.money.short(over)) if over else ""
