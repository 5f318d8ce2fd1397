"""In which order the cards come, by the rule set's choice, and what that makes of phases (G3.1, G3.2)."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, assert_never

from controller.engine.device_words import Place, Target
from controller.engine.ids import SeatNo
from controller.engine.queries import (
    BOARD_CARDS,
    FLOP_CARDS,
    HAND_CARDS,
    awaits_card,
    board_is_down,
    cards_read,
    hands_are_dealt,
    round_of,
    targets_of,
)
from controller.engine.remembering import of_last_state
from controller.engine.ruleset import Burn, CommunityDeal
from controller.engine.state import Phase, TableState

_AS_EXPOSED: Final = CommunityDeal.AS_EXPOSED
_BOARD = Target(place=Place.BOARD, seat=None)
_BURN = Target(place=Place.BURN, seat=None)
_BEFORE_ACTION = frozenset({CommunityDeal.AFTER_HANDS, CommunityDeal.BEFORE_HANDS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Portion:
    """Hold cards that come in one go: whose they are and how many."""

    target: Target
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Hold every portion of a round before the stub, in the order the deck gives them, and their cards."""

    portions: tuple[Portion, ...]
    count: int


def deal_plan(state: TableState) -> Plan:
    """Give what the deck gives before the stub (G3.1, G3.2)."""
    current, rules = round_of(state), state.ruleset
    return _plan(current.entitled, current.player_dealer, rules.community_deal, rules.burn)


@lru_cache(maxsize=64)
def _plan(
    entitled: tuple[SeatNo, ...], player_dealer: SeatNo | None, deal: CommunityDeal, burn: Burn
) -> Plan:
    """Give the plan of a round, which stays the same from "no more bets" on."""
    hands = tuple(Portion(target=one, count=HAND_CARDS) for one in targets_of(entitled, player_dealer))
    community = _community(deal, burn)
    before = deal is CommunityDeal.BEFORE_HANDS
    portions = (*community, *hands) if before else (*hands, *community)
    return Plan(portions=portions, count=sum(portion.count for portion in portions))


def _community(deal: CommunityDeal, burn: Burn) -> tuple[Portion, ...]:
    """Give the board in one part or two, with the cards that are burned before them (G3.2, G7.1 burn)."""
    whole = deal is not CommunityDeal.AS_EXPOSED and burn is not Burn.BEFORE_FLOP_AND_RIVER
    flop = Portion(target=_BOARD, count=BOARD_CARDS if whole else FLOP_CARDS)
    first = (flop,) if burn is Burn.NONE else (Portion(target=_BURN, count=1), flop)
    if whole:
        return first
    rest = Portion(target=_BOARD, count=BOARD_CARDS - FLOP_CARDS)
    again = (Portion(target=_BURN, count=1), rest) if burn is Burn.BEFORE_FLOP_AND_RIVER else (rest,)
    return (*first, *again)


def dealt_cards(state: TableState) -> int:
    """Give how many cards leave the deck before the stub, burned ones among them (G10.3)."""
    return deal_plan(state).count


def next_portion(state: TableState) -> Portion | None:
    """Give the portion whose cards are read now or come next; None once all of them were read."""
    coming = coming_portion(state)
    return None if coming is None else coming[0]


@of_last_state
def coming_portion(state: TableState) -> tuple[Portion, int] | None:
    """Give the next portion and how many cards it still lacks; a ruling may have laid some (G9)."""
    read = cards_read(state)
    for portion in deal_plan(state).portions:
        if read < portion.count:
            return portion, portion.count - read
        read -= portion.count
    return None


def all_is_dealt(state: TableState) -> bool:
    """Tell whether every card before the stub was read."""
    return not awaits_card(state) and cards_read(state) >= deal_plan(state).count


def as_exposed(state: TableState) -> bool:
    """Tell whether each community card is turned up when it is dealt."""
    return state.ruleset.community_deal is _AS_EXPOSED


def community_first(state: TableState) -> bool:
    """Tell whether the board is dealt before any hand."""
    return state.ruleset.community_deal is CommunityDeal.BEFORE_HANDS


def board_first(state: TableState) -> bool:
    """Tell whether the board is dealt before anybody acts."""
    return state.ruleset.community_deal in _BEFORE_ACTION


def first_deal_phase(state: TableState) -> Phase:
    """Give the phase that follows "no more bets"."""
    return Phase.COMMUNITY if community_first(state) else Phase.HOLE


def after_hands_phase(state: TableState) -> Phase:
    """Give the phase that follows the last hand; with the board down already only the stub is left."""
    return Phase.COMMUNITY if board_first(state) else Phase.PREFLOP


def after_board_phase(state: TableState) -> Phase:
    """Give the phase that follows COMMUNITY once the stub is gone."""
    return Phase.PREFLOP if board_first(state) else Phase.FLOP


def hands_may_come(state: TableState) -> bool:
    """Tell whether COMMUNITY leads to HOLE: the board lies, and the hands are still to come (G3.2)."""
    return community_first(state) and not hands_are_dealt(state) and board_is_down(state)


def may_deal_board(state: TableState, *, by_machine: bool) -> bool:
    """Tell whether the next community cards, or the burn before them, may come now.

    by_machine: the shuffler deals them. It waits for the end of the street; from the shoe the first card is
    that end (G3.5).
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
    """Tell whether the next card, be it burned or of the board, or the deal key, ends the street (G3.5)."""
    if state.phase is Phase.PREFLOP:
        return not board_first(state)
    flop_is_up = state.round is not None and state.round.flop_up
    return state.phase is Phase.FLOP and as_exposed(state) and flop_is_up


def spent_cards(state: TableState) -> int:
    """Give how many cards of the deck are not in the stub: those dealt, and those ruled dead (G10.3)."""
    return dealt_cards(state) + round_of(state).ruled.dead
