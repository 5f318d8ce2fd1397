"""Tables whose rules order the settlement's walk in another way (G6.6)."""

from dataclasses import replace

from controller.engine.commands import Exposure
from controller.engine.ruleset import FoldCollection, RuleSet, Wager, WithinSeat
from controller.engine.state import Phase
from tests.engine.given import CALIFORNIA, Felt
from tests.engine.stages import seated

TWO_PASSES = ((Wager.ANTE, Wager.BLIND, Wager.PLAY), (Wager.TRIPS, Wager.BAD_BEAT))


def walked(
    *,
    folds: FoldCollection = FoldCollection.IN_TURN,
    within: WithinSeat = WithinSeat.BETTOR_MAJOR,
    passes: tuple[tuple[Wager, ...], ...] = CALIFORNIA.profile.passes,
    rules: RuleSet = CALIFORNIA,
) -> RuleSet:
    """Give rules whose flows go in another order."""
    profile = replace(rules.profile, fold_collection=folds, within_seat=within, passes=passes)
    return replace(rules, profile=profile)


AT_FOLD = walked(folds=FoldCollection.AT_FOLD)


def at_river(rules: RuleSet = AT_FOLD, *bettors: int, bank: int = 100_000) -> Felt:
    """Give a table whose seats 2 and 3, or these, must play or fold; 10.00 Antes with 5.00 Trips."""
    felt = seated(bank=bank, rules=rules)
    for number in bettors or (2, 3):
        felt.wager(number, 1000, trips=500)
    felt.deal()
    felt.board()
    turn_board(felt)
    assert Phase.RIVER is felt.phase()
    return felt


def turn_board(felt: Felt) -> None:
    """Turn the flop up, then turn and river."""
    felt.expose(Exposure.FLOP)
    felt.expose(Exposure.TURN_RIVER)


def folded_first() -> Felt:
    """Give a table at REVEAL on which seat 2's folded wagers are not taken yet."""
    felt = at_river()
    felt.fold(2)
    felt.play(3, 1)
    assert Phase.REVEAL is felt.phase()
    return felt
