"""The five board cards, and the house's two where the house banks (TOUCHSCREEN 9)."""

from dataclasses import dataclass

from controller.engine.cards import Card
from controller.engine.device_words import Place
from controller.engine.prompt import PromptCode
from controller.engine.state import Phase
from controller.engine.view_types import CardView, TableView
from ui.formatting import card_text, hand_short
from ui.options import Wording
from ui.viewmodels.base import FixedRows
from ui.viewmodels.seats import card_key

BOARD_CARDS = 5
HOUSE_CARDS = 2
DEALING_PHASES = frozenset(
    {Phase.HOLE, Phase.PREFLOP, Phase.COMMUNITY, Phase.FLOP, Phase.RIVER, Phase.REVEAL}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRow:
    """Hold one card as it is drawn: empty, `back`, or a face such as `Kc`.

    plays: in the hand that is shown; counts: in that one or in the banker's; any other face steps back.
    """

    card: str = ""
    plays: bool = False
    counts: bool = False
    name: str = ""


class BoardModel(FixedRows[CardRow]):
    """Show five cards."""

    ROW = CardRow


class HouseHandModel(FixedRows[CardRow]):
    """Show the house's two cards, both empty where a player banks."""

    ROW = CardRow


def board_rows(view: TableView, words: Wording) -> tuple[CardRow, ...]:
    """Draw the board."""
    return _rows(view.board, BOARD_CARDS, words)


def house_rows(view: TableView, words: Wording) -> tuple[CardRow, ...]:
    """Draw the house's hand; a player-dealer's cards lie on its seat's tile."""
    cards = view.bank.cards if view.bank.seat is None else ()
    return _rows(cards, HOUSE_CARDS, words)


def house_hand_text(view: TableView, words: Wording) -> str:
    """Name the house's hand once it is up."""
    hand = view.bank.hand if view.bank.seat is None else None
    return hand_short(hand.category, hand.five, words.say) if hand is not None else ""


def house_tile(view: TableView, panel: str) -> bool:
    """Tell whether the house's hand has a tile: from the first stack on, while no panel takes its place."""
    return view.house_banked and view.phase in DEALING_PHASES and panel in {"", "deal"}


def house_moves(view: TableView) -> bool:
    """Tell whether the dealer's hands have something to do at the house's hand (P3)."""
    target = view.prompt.target
    for_house = target is not None and target.place is Place.PLAYER_DEALER and target.seat is None
    return view.prompt.code is PromptCode.DEAL_STACK and for_house and bool(view.prompt.tasks)


def _rows(cards: tuple[CardView, ...], count: int, words: Wording) -> tuple[CardRow, ...]:
    return tuple(_row(cards, place, words) for place in range(count))


def _row(cards: tuple[CardView, ...], place: int, words: Wording) -> CardRow:
    if place >= len(cards):
        return CardRow(name=_name(place, words.say("card.none"), words))
    shown: Card | None = cards[place].card
    said = words.say("card.back") if shown is None else card_text(shown, words.say)
    return CardRow(
        card=card_key(cards, place),
        plays=cards[place].plays,
        counts=cards[place].counts or cards[place].plays,
        name=_name(place, said, words),
    )


def _name(place: int, card: str, words: Wording) -> str:
    return words.say("access.board", number=place + 1, card=card)
