"""Hand counts: at least every fifth round where the shuffler does not count, never where it does (G10.3)."""

import pytest

from controller.engine.commands import OpenTable, RecordCount, ReplaceDeck
from controller.engine.deck_order import COUNTS_INSIDE
from controller.engine.prompt import OfferCode, TaskKind
from controller.engine.refusals import RefusalCode
from controller.engine.state import DealingMode, DeckState, Phase
from tests.engine.given import FLOOR, Felt
from tests.engine.piles import EVERY_BIT
from tests.engine.robot import play_until_round, step
from tests.engine.stages import at

MODES = pytest.mark.parametrize("mode", list(DealingMode))
BLIND_COUNT = EVERY_BIT & ~(1 << COUNTS_INSIDE)
"""A shuffler that cannot count the cards inside."""
WHOLE = RecordCount(count=52)


def fifth(mode: DealingMode, **changes: object) -> Felt:
    """Play four rounds beside a shuffler that does not count, and the fifth until its count is due."""
    felt = Felt(mode=mode, capabilities=BLIND_COUNT, **changes)  # type: ignore[arg-type]
    felt.link()
    felt.ask(OpenTable(approval=FLOOR))
    play_until_round(felt, 5)
    while felt.prompt.primary is None or felt.prompt.primary.code is not OfferCode.RECORD_COUNT:
        assert step(felt), felt.prompt
    return felt


def rounds(felt: Felt) -> int:
    """Give the number of the present round, asked anew each time."""
    return felt.state.rounds


@MODES
def test_the_fifth_round_without_a_count_does_not_end_before_it(mode: DealingMode) -> None:
    """The used deck stays out of the shuffler until its 52 are entered; then the round ends (G10.3)."""
    felt = fifth(mode)
    assert (5, Phase.COLLECT) == (rounds(felt), felt.phase())
    while felt.prompt.tasks:
        assert TaskKind.LOAD_INFEED is not felt.prompt.tasks[0].kind
        assert step(felt)
    felt.ask(WHOLE)
    play_until_round(felt, 6)
    assert 0 == felt.state.uncounted


@MODES
def test_a_deck_put_away_uncounted_still_holds_the_round(mode: DealingMode) -> None:
    """Hands may be quicker than the screen: the count is due all the same (G10.3)."""
    felt = fifth(mode)
    while felt.prompt.tasks:
        assert step(felt)
    felt.load(felt.current().deck)
    assert (5, Phase.COLLECT) == (rounds(felt), felt.phase())
    primary = felt.prompt.primary
    assert primary is not None
    assert (OfferCode.RECORD_COUNT, True) == (primary.code, primary.enabled)
    felt.ask(WHOLE)
    assert 6 == rounds(felt)


def test_a_count_between_begins_the_five_rounds_anew() -> None:
    """It is offered after each round and due after five without one (G10.3)."""
    felt = Felt(mode=DealingMode.STACKS, capabilities=BLIND_COUNT)
    felt.link()
    felt.ask(OpenTable(approval=FLOOR))
    seen = []
    for number in range(2, 6):
        while felt.phase() is not Phase.COLLECT:
            assert step(felt)
        if number == 3:
            felt.ask(WHOLE)
        play_until_round(felt, number)
        seen.append(felt.state.uncounted)
    assert [1, 0, 1, 2] == seen


def test_a_restart_forgets_no_round_that_was_not_counted() -> None:
    """The four rounds are in the record (G10.3, V12)."""
    felt = fifth(DealingMode.STACKS)
    felt.restart()
    felt.link()
    assert 4 == felt.state.uncounted
    assert felt.replayed() == felt.state


def test_a_wrong_count_ends_the_wait_and_the_deck() -> None:
    """51 takes the deck off the table (G10.3, SH20)."""
    felt = fifth(DealingMode.STACKS)
    used = felt.current().deck
    felt.ask(RecordCount(count=51))
    deck = felt.state.deck(used)
    assert (DeckState.QUARANTINED, "51 cards counted by hand") == (deck.state, deck.problem)
    primary = felt.prompt.primary
    assert primary is None or primary.code is not OfferCode.RECORD_COUNT


@MODES
def test_beside_a_shuffler_that_counts_no_hand_count_is_taken(mode: DealingMode) -> None:
    """Its own count decides, and a person's cannot contradict it unseen (G10.3)."""
    felt = at(Phase.COLLECT, mode)
    assert RefusalCode.MACHINE_COUNTS is felt.refused(WHOLE)
    play_until_round(felt, 7)
    assert 0 == felt.state.uncounted


def test_what_a_replaced_deck_left_in_the_shuffler_comes_out_first() -> None:
    """A machine that cannot eject is emptied by hand, even if the new deck is there already (G10.4)."""
    felt = Felt(mode=DealingMode.STACKS, capabilities=EVERY_BIT & ~(1 << 4))
    felt.link()
    felt.ask(OpenTable(approval=FLOOR))
    felt.load("A", keep_back=1)
    felt.ask(ReplaceDeck(deck="A", approval=FLOOR))
    assert [TaskKind.TAKE_FROM_CHAMBER] == [task.kind for task in felt.prompt.tasks]
    felt.table.take_from_chamber()
    felt.table.put_down()
    felt.then()
    felt.load("A")
    assert DeckState.READY is felt.state.deck("A").state
