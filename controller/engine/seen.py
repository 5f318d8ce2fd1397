"""Which identities a round knows already, wherever their cards lie (V7, G9.1 I9)."""

from controller.engine.cards import Hidden
from controller.engine.queries import cards_of_round, face
from controller.engine.state import TableState


def was_read(state: TableState, card: Hidden, *, besides: Hidden | None = None) -> bool:
    """Tell whether an identity was read before: at a place, out of its turn, or ruled dead (V7, I9).

    besides: the card out of its turn that this one is, or takes the place of; its own read does not count.
    """
    if state.round is None or card.card is None:
        return False
    known = cards_of_round(state)
    known += [one for one in state.round.loose if one is not besides]
    return card.card in [face(one) for one in known]
