"""Both decks: letter, colour and place (P10)."""

from dataclasses import dataclass

from controller.engine.view_types import DeckView, TableView
from ui.options import Wording
from ui.viewmodels.base import FixedRows


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRow:
    """Hold one deck. back: its colour's name; square: deck A's frame; ready: it may be dealt."""

    letter: str = ""
    back: str = "unknown"
    square: bool = True
    titleText: str = ""
    colourText: str = ""
    stateText: str = ""
    placeText: str = ""
    countText: str = ""
    dueText: str = ""
    problemText: str = ""
    ready: bool = False


class DecksModel(FixedRows[DeckRow]):
    """Show deck A and deck B."""

    ROW = DeckRow


def deck_rows(view: TableView, words: Wording) -> tuple[DeckRow, ...]:
    """Draw both decks; a deck that is not known yet stays an empty row."""
    rows = [_row(deck, words) for deck in view.decks[:2]]
    return (*rows, *(DeckRow(),) * (2 - len(rows)))


def _row(deck: DeckView, words: Wording) -> DeckRow:
    say = words.say
    return DeckRow(
        letter=deck.letter,
        back=deck.back,
        square=deck.letter == "A",
        titleText=say("deck.title", letter=deck.letter),
        colourText=say(f"colour.{deck.back}"),
        stateText=say(f"deck.{deck.state}"),
        placeText=say(f"deck.{deck.place}"),
        countText=_count(deck, words),
        dueText=say("deck.due") if deck.is_due else "",
        problemText=say("deck.problem", problem=deck.problem) if deck.problem else "",
        ready=deck.state in {"ready", "in_play"} and not deck.problem,
    )


def _count(deck: DeckView, words: Wording) -> str:
    if deck.count is None:
        return words.say("deck.count_unknown")
    return words.say("deck.count_only" if deck.count_only else "deck.count", count=deck.count)
