"""Field cases of shufflers and shoes that end in a ruling, named after their ids (group 8)."""

import pytest

from controller.engine.commands import Act, CloseBetting, Decide, ReplaceDeck
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset_policy import Ruling
from controller.engine.ruling_commands import QuarantineDeck
from controller.engine.state import DealingMode, DeckState, HoldCode, Phase
from tests.engine.given import FLOOR, mixed
from tests.engine.piles import JAM_OUTPUT
from tests.engine.robot import play_until_round
from tests.engine.ruling_kit import finish, give_ruling, refused_ruling, rule, voided
from tests.engine.stages import TWO, at, seated
from tests.engine.test_g9_rows_cards import BACK, DECK, dealt, finish_of

MODES = pytest.mark.parametrize("mode", list(DealingMode))


@MODES
def test_sh05_a_deck_with_a_damaged_card_is_out_until_it_is_whole(mode: DealingMode) -> None:
    """Nobody can start a round with it: no floor either, until another deck passed 52 of 52 (G10.4)."""
    felt = seated(mode)
    damaged = QuarantineDeck(deck="A", reason="damaged card", approval=FLOOR)
    felt.ask(damaged)

    deck = felt.state.deck("A")
    assert ("damaged card", DeckState.QUARANTINED) == (deck.problem, deck.state)
    assert RefusalCode.DECK_QUARANTINED is felt.refused(CloseBetting())
    assert RefusalCode.DECK_IN_USE is felt.refused(damaged)
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(ReplaceDeck(deck="A"))
    if mode is DealingMode.SHOE:
        felt.unload()
    felt.ask(ReplaceDeck(deck="A", approval=FLOOR))
    assert RefusalCode.DECK_NOT_READY is felt.refused(CloseBetting())
    assert DeckState.READY is not felt.state.deck("A").state
    play_until_round(felt, 2)
    checked = [event.count for event in felt.events if event.kind == "deck_checked"]
    assert {52} == set(checked)


@pytest.mark.parametrize("drawn", [1, 4, 5])
def test_sh15_a_machine_that_fails_in_the_deal_ends_by_what_the_floor_finds(drawn: int) -> None:
    """No harm: the same cards in the same order go on; harm, or a fault that stays: all stakes back (I29)."""
    for ruling in (Ruling.GO_ON_UNSEEN, Ruling.VOID):
        felt = seated(DealingMode.SHOE, cards=mixed(DECK))
        felt.ask(CloseBetting())
        felt.draw(drawn)
        felt.table.raise_fault(felt.table.shoe, JAM_OUTPUT)
        felt.then()
        assert HoldCode.DEVICE_FAULT is felt.held()
        if ruling is Ruling.VOID:
            give_ruling(felt, rule("I29", ruling))
            assert (BACK, Phase.COLLECT) == (voided(felt), felt.phase())
            continue
        assert RefusalCode.CAUSE_REMAINS is refused_ruling(felt, rule("I29", ruling))
        felt.table.clear_faults(felt.table.shoe)
        felt.then()
        give_ruling(felt, rule("I29", ruling))
        assert finish_of(DealingMode.SHOE) == finish(felt)


def test_sh23_a_foreign_river_before_the_pay_freezes_the_round() -> None:
    """Seen by its back as it is drawn: nothing is decided or paid until the ruling (I10)."""
    felt = at(Phase.PREFLOP)
    felt.draw(4)
    felt.table.in_shoe[0] = ("B", felt.table.in_shoe[0][1])
    felt.draw()

    assert (HoldCode.WRONG_BACK, 4) == (felt.held(), len(felt.current().board))
    assert RefusalCode.WRONG_PHASE is felt.refused(Decide(seat=TWO, act=Act.PLAY, multiple=4))
    give_ruling(felt, rule("I10", Ruling.VOID))
    assert BACK == voided(felt)


def test_sh23_a_foreign_river_after_the_pay_may_be_reversed_until_the_next_card() -> None:
    """Before the next first card the floor may reverse the whole; after it the result stands (I10)."""
    felt = dealt(DealingMode.SHOE)
    money = finish(felt)
    give_ruling(felt, rule("I10", Ruling.REVERSE_SETTLEMENT))
    reversed_to = felt.state.ledgers.player_dealers

    late = dealt(DealingMode.SHOE)
    assert money == finish(late)
    kept = late.state.ledgers.player_dealers
    play_until_round(late, 2)
    while late.phase() is not Phase.PREFLOP:
        late.ask(CloseBetting()) if late.phase() is Phase.WAGERS else late.draw()
    assert RefusalCode.RULING_NOT_NOW is refused_ruling(late, rule("I10", Ruling.REVERSE_SETTLEMENT))
    assert (0, True) == (reversed_to, kept == late.state.ledgers.player_dealers != 0)
