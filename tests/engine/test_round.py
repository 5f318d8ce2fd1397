"""One whole round in both dealing modes (G3, CDP1 7)."""

import pytest

from controller.engine.commands import Exposure
from controller.engine.state import DealingMode, Phase
from tests.engine.given import Felt

MODES = pytest.mark.parametrize("mode", list(DealingMode))


def ready(mode: DealingMode, **changes: object) -> Felt:
    """Give a table with seat 1 as player-dealer, seats 2 and 3 with wagers."""
    felt = Felt(mode=mode, **changes)  # type: ignore[arg-type]
    felt.prepare()
    felt.seat_bank(100_000, 2, 3)
    felt.wager(2, 1000, 500, 500)
    felt.wager(3, 2000)
    return felt


@MODES
def test_a_round_goes_from_the_offer_to_the_swap_of_decks(mode: DealingMode) -> None:
    """A round without irregularity walks every phase of G3.1 and swaps the decks (G10.1)."""
    felt = ready(mode)
    felt.deal()
    assert felt.phase() is Phase.PREFLOP
    felt.play(2, 4)
    felt.board()
    assert felt.phase() is Phase.FLOP
    felt.expose(Exposure.FLOP)
    felt.expose(Exposure.TURN_RIVER)
    assert felt.phase() is Phase.RIVER
    felt.fold(3)
    assert felt.phase() is Phase.REVEAL
    felt.expose(Exposure.PLAYER_DEALER)
    felt.settle()
    assert felt.phase() is Phase.COLLECT
    felt.collect()
    assert felt.phase() is Phase.WAGERS
    assert felt.state.round is not None
    assert felt.state.round.deck == "B"
    assert felt.state.rounds == 2
    assert felt.replayed() == felt.state


@MODES
def test_with_every_seat_bound_one_exposure_turns_all_that_is_left(mode: DealingMode) -> None:
    """When no seat is open any more, one Expose turns board and player-dealer (G3.5)."""
    felt = ready(mode)
    felt.deal()
    felt.play(2, 4)
    felt.play(3, 3)
    felt.board()
    felt.expose(Exposure.PLAYER_DEALER)
    assert felt.phase() is Phase.SETTLE
