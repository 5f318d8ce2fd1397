"""When the community cards come, by the rule set's choice, and what that makes of phases (G3.1, G3.2)."""

from typing import assert_never

from controller.engine.queries import BOARD_CARDS, FLOP_CARDS
from controller.engine.ruleset import CommunityDeal
from controller.engine.state import Phase, Round, TableState

PLAYED = frozenset({CommunityDeal.AFTER_PREFLOP, CommunityDeal.AFTER_HANDS, CommunityDeal.AS_EXPOSED})
"""Choices that the engine can deal; a table under another one does not open."""


def as_exposed(state: TableState) -> bool:
    """Tell whether each community card is turned up when it is dealt."""
    return state.ruleset.community_deal is CommunityDeal.AS_EXPOSED


def board_first(state: TableState) -> bool:
    """Tell whether the board is dealt before anybody acts."""
    return state.ruleset.community_deal is CommunityDeal.AFTER_HANDS


def after_hands_phase(state: TableState) -> Phase:
    """Give the phase that follows the last hand."""
    return Phase.COMMUNITY if board_first(state) else Phase.PREFLOP


def after_board_phase(state: TableState) -> Phase:
    """Give the phase that follows COMMUNITY."""
    return Phase.PREFLOP if board_first(state) else Phase.FLOP


def cards_of_street(state: TableState, current: Round) -> int:
    """Give how many community cards the board has once the present window is dealt (G3.2).

    Five at once; with `as_exposed` three for the flop, then five.
    """
    flop_first = as_exposed(state) and len(current.board) < FLOP_CARDS
    return FLOP_CARDS if flop_first else BOARD_CARDS


def may_deal_board(state: TableState, *, by_machine: bool) -> bool:
    """Tell whether the next community cards may come now; by_machine: the shuffler deals them.

    A machine waits for the end of the street; from the shoe the first card is that end (G3.5).
    """
    match state.ruleset.community_deal:
        case CommunityDeal.AS_EXPOSED:
            return _next_street_is_open(state) or (
                not by_machine and state.phase in {Phase.PREFLOP, Phase.FLOP}
            )
        case CommunityDeal.AFTER_PREFLOP:
            return state.phase is Phase.COMMUNITY or (not by_machine and state.phase is Phase.PREFLOP)
        case CommunityDeal.AFTER_HANDS | CommunityDeal.BEFORE_HANDS:
            return state.phase is Phase.COMMUNITY
        case _ as unreachable:
            assert_never(unreachable)


def _next_street_is_open(state: TableState) -> bool:
    current = state.round
    if current is None:
        return False
    flop = state.phase is Phase.FLOP and len(current.board) < FLOP_CARDS
    return flop or (state.phase is Phase.RIVER and len(current.board) < BOARD_CARDS)


def closes_by_card(state: TableState) -> bool:
    """Tell whether the next community card, or the deal key, ends the present street (G3.5)."""
    if state.phase is Phase.PREFLOP:
        return not board_first(state)
    flop_is_up = state.round is not None and state.round.flop_up
    return state.phase is Phase.FLOP and as_exposed(state) and flop_is_up
