"""What an act will do, in words and amounts, before anyone shows a badge (TOUCHSCREEN 6, S0)."""

from controller.engine.commands import Ask
from controller.engine.prompt import Offer
from controller.engine.view_types import TableView
from ui.options import Wording


def effect_text(offer: Offer, command: Ask, view: TableView, words: Wording) -> str:
    """Say what a command does, its open fields filled; the view holds the amounts."""
    key = f"approve.effect_{offer.code}"
    hold = view.hold
    return words.say(
        key if key in words.say else "approve.effect_other",
        round=view.round or "",
        deck=getattr(command, "deck", view.deck) or "",
        amount=words.money.exact(hold.void_total if hold is not None else 0),
    )
