"""Invariants that hold after every event, in production too (G12); a breach stops the table."""

from collections import Counter

from controller.engine.cards import Exposed, Hidden
from controller.engine.coverage import BankLayer
from controller.engine.decide.limits import honoured
from controller.engine.faults import InvariantFault
from controller.engine.kept_limits import rules_at
from controller.engine.queries import face, placed_cards
from controller.engine.rotation import offers_every_hand
from controller.engine.ruleset import Burn, CommunityDeal, Coverage
from controller.engine.settlement_types import Outcome, Settlement, StepKind
from controller.engine.showdown import layers_of
from controller.engine.state import IN_ROUND, Phase, Round, TableState

_MOST_HAND = 2
_MOST_BOARD = 5
_MOST_BURNED = {Burn.NONE: 0, Burn.BEFORE_FLOP: 1, Burn.BEFORE_FLOP_AND_RIVER: 2}


def check(state: TableState) -> None:
    """Raise InvariantFault naming the rule that does not hold, without any hidden card."""
    if state.ledgers.balance:
        raise InvariantFault("V1", f"the books are {state.ledgers.balance} cents apart")
    if state.round is None:
        if state.phase not in {Phase.CLOSED, Phase.COLLECT}:
            raise InvariantFault("V8", f"phase {state.phase.value} without a round")
        return
    _cards(state, state.round)
    _exposures(state, state.round)
    _decisions(state, state.round)
    _turns(state, state.round)
    if state.round.settlement is not None:
        check_settlement(state.round.settlement, state.round.bank, state.ruleset.profile.coverage)
        check_contributors(state.round.settlement, layers_of(state))


def _cards(state: TableState, current: Round) -> None:
    """Check that no identity lies at two places and no place holds too many cards (V7)."""
    placed = placed_cards(state)
    known = [card for card in (face(holding) for _, holding in placed) if card is not None]
    if len(set(known)) != len(known):
        raise InvariantFault("V7", "an identity lies at two places")
    ordinals = [holding.ordinal for _, holding in placed]
    if len(set(ordinals)) != len(ordinals):
        raise InvariantFault("V7", "a seal belongs to two places")
    if len(current.board) > _MOST_BOARD or len(current.dealer_cards) > _MOST_HAND:
        raise InvariantFault("V7", "too many cards on the board or in the banker's hand")
    if len(current.burned) > _MOST_BURNED[state.ruleset.burn]:
        raise InvariantFault("V7", f"{len(current.burned)} cards are burned")
    for seat in state.seats:
        if len(seat.cards) > _MOST_HAND:
            raise InvariantFault("V7", f"seat {seat.number} has {len(seat.cards)} cards")
        if seat.cards and seat.number not in current.entitled:
            raise InvariantFault("V8", f"seat {seat.number} has cards but no right to any")


def _exposures(state: TableState, current: Round) -> None:
    """Check that faces are up only where an exposure turned them up (V9)."""
    up = sum(isinstance(card, Exposed) for card in current.board)
    expected = _MOST_BOARD if current.turn_river_up else 3 if current.flop_up else 0
    one_by_one = state.ruleset.community_deal is CommunityDeal.AS_EXPOSED and up >= expected
    if up != expected and not one_by_one:
        raise InvariantFault("V9", f"{up} board cards are up where {expected} should be")
    if current.dealer_up and any(isinstance(card, Hidden) for card in current.dealer_cards):
        raise InvariantFault("V9", "the banker's hand is up and has a hidden card")
    if state.phase is not Phase.SETTLE and state.phase is not Phase.COLLECT:
        for seat in state.seats:
            if seat.number in current.ruled.opened:  # two persons did, in a dispute (I35)
                continue
            if any(isinstance(card, Exposed) for card in seat.cards):
                raise InvariantFault("V9", f"seat {seat.number} shows a card before its step")


def _turns(state: TableState, current: Round) -> None:
    """Check that the deck alternates, and that no round was dealt past a due offer (V15, V16)."""
    if state.phase not in IN_ROUND or state.phase is Phase.SETTLE:
        return
    if current.deck == state.used_deck:
        raise InvariantFault("V15", f"deck {current.deck} is dealt twice running")
    if state.ruleset.house_banked:
        return
    rotation, banking = state.ruleset.rotation, state.banking
    if offers_every_hand(rotation) and not current.offered:
        raise InvariantFault("V16", "a round is dealt without an offer to every seat")
    third = state.rotation.third_party
    if state.rotation.third_party_banked and third == current.player_dealer and third is not None:
        raise InvariantFault("V16", "the third-party provider banks twice running")
    if banking.player_dealer is not None and banking.counted >= rotation.rounds:
        raise InvariantFault("V16", f"a round is dealt after {banking.counted} of one player-dealer")


def _decisions(state: TableState, current: Round) -> None:
    """Check that only entitled seats are bound, and Play follows from the decision (V8)."""
    for seat in state.seats:
        if seat.decision is not None and seat.number not in current.entitled:
            raise InvariantFault("V8", f"seat {seat.number} decided without cards")
        for bettor in seat.bettors:
            multiple = 0 if seat.decision is None else seat.decision.multiple
            if bettor.play not in {0, multiple * honoured(rules_at(state, seat), bettor.stakes).ante}:
                raise InvariantFault("V8", f"seat {seat.number} has a Play of another amount")


def check_settlement(settlement: Settlement, bank: int, coverage: Coverage) -> None:
    """Check the money of a settled round: zero sum, one outcome each, the bank's reach (V1 to V5)."""
    nets = sum(net.net for net in settlement.bettors)
    if nets + settlement.dealer_net != 0:
        raise InvariantFault("V1", f"bettors {nets} and bank {settlement.dealer_net} do not cancel")
    walked = Counter(
        (line.position, line.bettor, line.wager) for step in settlement.steps for line in step.lines
    )
    for line in settlement.lines:
        if walked[(line.position, line.bettor, line.wager)] != 1:
            raise InvariantFault("V2", f"seat {line.position} {line.wager.value} is not walked once")
        if line.collected + line.returned != line.stake + line.over_limit_returned:
            raise InvariantFault("V3", f"seat {line.position} {line.wager.value} does not add up")
        if line.outcome is Outcome.WIN and line.collected:
            raise InvariantFault("V4", f"seat {line.position} {line.wager.value} won and was taken")
    _check_reach(settlement, bank, coverage)


def check_contributors(settlement: Settlement, layers: tuple[BankLayer, ...]) -> None:
    """Check each layer against its contributors: zero sum, and nobody beyond the own part (V1, V5, G8.8)."""
    if sum(result.net for result in settlement.layers) != settlement.dealer_net and layers:
        raise InvariantFault("V1", "the layers of the bank do not add up to what it moved")
    for number, (layer, result) in enumerate(zip(layers, settlement.layers, strict=True), start=1):
        if sum(share.cents for share in result.shares) != result.net:
            raise InvariantFault("V1", f"layer {number}: the contributors' parts are not its net")
        if not -layer.cents <= result.net <= layer.cents:
            raise InvariantFault("V5", f"layer {number}: net {result.net} with {layer.cents} in it")
        for own, share in zip(layer.contributors, result.shares, strict=True):
            if own.contributor != share.contributor or abs(share.cents) > own.cents:
                raise InvariantFault("V5", f"layer {number}: a part of {share.cents} of {own.cents}")


def _check_reach(settlement: Settlement, bank: int, coverage: Coverage) -> None:
    if coverage is Coverage.UNLIMITED or not settlement.layers:
        return
    if not -bank <= settlement.dealer_net <= bank:
        raise InvariantFault("V5", f"net {settlement.dealer_net} is outside the wager of {bank}")
    moved = settlement.dealer_paid + settlement.dealer_collected
    if coverage is Coverage.GROSS_POOL and moved > bank:
        raise InvariantFault("V5", f"{moved} moved with a wager of {bank}")
    sides = max(settlement.dealer_paid, settlement.dealer_collected)
    if coverage is Coverage.GROSS_TWO_SIDED and sides > bank:
        raise InvariantFault("V5", f"{sides} moved on one side with a wager of {bank}")


def seat_steps(settlement: Settlement) -> int:
    """Give how many steps of the walk turn a hand up."""
    return sum(step.kind is StepKind.SEAT for step in settlement.steps)
