"""Which identities a round knows already, wherever their cards lie (V7, G9.1 I9)."""

from controller.engine.cards import Hidden
from controller.engine.state import TableState


def was_read(state: TableState, card: Hidden, *, besides: Hidden | None = None) -> bool:
    """Tell whether an identity was read before: at a place, out of its turn, or ruled dead (V7, I9).

    besides: the card out of its turn that this one is, or takes the place of; its own read does not count.
    """
    current = state.round
    if current is None or card.card is None:
        return False
    sought = card.card
    # Plain loops: every card that is dealt asks this of all the others.
    for seat in state.seats:
        for held in seat.cards:
            if held.card is sought:
                return True
    for cards in (current.dealer_cards, current.board, current.burned):
        for held in cards:
            if held.card is sought:
                return True
    return any(one.card is sought for one in current.loose if one is not besides)
