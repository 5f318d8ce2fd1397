"""Which offer stands on the primary button: at most one under each prompt (TOUCHSCREEN P2)."""

from controller.engine.commands import Resume
from controller.engine.decide.betting import decide_close_betting
from controller.engine.decide.dealing import stack_to_take
from controller.engine.decide.people import needs
from controller.engine.decide.rulings import may_resume
from controller.engine.deck_order import hand_count_is_next
from controller.engine.fees import fees_are_taken
from controller.engine.prompt import OfferCode, PromptCode
from controller.engine.queries import round_of, waits_for_ruling
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import TableState
from controller.engine.streets import as_exposed, board_first

_PRIMARY = {
    PromptCode.OPEN_TABLE: OfferCode.OPEN_TABLE,
    PromptCode.OFFER_BANK: OfferCode.ACCEPT_BANK,
    PromptCode.OFFER_TO_ALL: OfferCode.DECLINE_ALL,
    PromptCode.GAME_OVER: OfferCode.END_GAME,
    PromptCode.TAKE_WAGERS: OfferCode.CLOSE_BETTING,
    PromptCode.DEAL_STACK: OfferCode.TAKE_STACK,
    PromptCode.ASK_PREFLOP: OfferCode.CLOSE_STREET,
    PromptCode.BURN_CARD: OfferCode.TAKE_STACK,
    PromptCode.DEAL_BOARD: OfferCode.TAKE_STACK,
    PromptCode.STUB_TO_RACK: OfferCode.EXPOSE,
    PromptCode.EXPOSE_FLOP: OfferCode.EXPOSE,
    PromptCode.ASK_FLOP: OfferCode.EXPOSE,
    PromptCode.ASK_RIVER: OfferCode.EXPOSE,
    PromptCode.REVEAL_PLAYER_DEALER: OfferCode.EXPOSE,
    PromptCode.SETTLE_SEAT: OfferCode.SETTLE_SEAT,
    PromptCode.CONFIRM_FELT: OfferCode.CONFIRM_FELT,
}
"""The offer that stands on the primary button under each prompt."""


def primary_code(state: TableState, prompt: PromptCode) -> OfferCode | None:
    """Give what the primary button asks under a prompt, None where it waits."""
    if prompt is not PromptCode.HOLD:
        if prompt is PromptCode.OFFER_BANK and round_of(state).player_dealer is not None:
            return OfferCode.POST_BANK
        if prompt is PromptCode.TAKE_WAGERS and fees_are_next(state):
            return OfferCode.RECORD_FEE
        return _street_code(state, prompt)
    assert state.hold is not None
    if not state.hold.floor_called and needs(state, Resume()) is not None:
        return OfferCode.CALL_FLOOR
    if waits_for_ruling(state.shuffler) or waits_for_ruling(state.shoe):
        return OfferCode.ACCEPT_NUMBERING
    return OfferCode.RESUME if may_resume(state) else None


def fees_are_next(state: TableState) -> bool:
    """Tell whether nothing of G3.4 is missing before the fees, so that "Fees taken" is the one tap due."""
    if fees_are_taken(state):
        return False
    refused = decide_close_betting(state, 0)
    return isinstance(refused, Refused) and refused.code is RefusalCode.FEES_DUE


def _street_code(state: TableState, prompt: PromptCode) -> OfferCode | None:
    """Give the primary of a prompt, where rules and sensors change it (G3.2, G3.5, CDP1 7)."""
    if prompt is PromptCode.COLLECT_CARDS and hand_count_is_next(state):
        return OfferCode.RECORD_COUNT
    asks = prompt in {PromptCode.ASK_PREFLOP, PromptCode.ASK_FLOP}
    if asks and stack_to_take(state) is not None:
        return OfferCode.TAKE_STACK
    if prompt is PromptCode.ASK_PREFLOP and board_first(state):
        return OfferCode.EXPOSE
    if prompt is PromptCode.ASK_FLOP and as_exposed(state):
        return OfferCode.CLOSE_STREET
    return _PRIMARY.get(prompt)
