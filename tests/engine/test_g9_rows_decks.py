"""Rows I29 to I35: machines, decks, relief and disputes, each to its final money and decks (G9.1)."""

import pytest

from controller.engine.cards import Card
from controller.engine.commands import CloseBetting, RecordCount, ReplaceDeck, Resume, SettleSeat
from controller.engine.deck_order import COUNTS_INSIDE
from controller.engine.ids import DeckLetter
from controller.engine.prompt import TaskKind
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset_policy import Ruling
from controller.engine.ruling_commands import OpenDispute, QuarantineDeck, RestoreDevice, SuspendDevice
from controller.engine.state import DealingMode, DeckPlace, DeckState, HoldCode, Phase
from tests.engine.given import FLOOR, mixed
from tests.engine.piles import EVERY_BIT, JAM_OUTPUT
from tests.engine.robot import play_until_round
from tests.engine.ruling_kit import finish, give_ruling, nets, refused_ruling, rule, ruled, voided
from tests.engine.stages import TWO, at, seated
from tests.engine.test_g9_rows_cards import BACK, dealt, finish_of

MODES = pytest.mark.parametrize("mode", list(DealingMode))


@MODES
def test_i29_a_jam_goes_on_unseen_once_it_is_cleared_or_voids(mode: DealingMode) -> None:
    """The dealer may not clear it; the same cards in the same order go on (I29)."""
    felt = seated(mode, cards=mixed("2h 7c 3h 8c Ah Kd As 9d 4s 5s 6c"))
    device = felt.table.shuffler if mode is DealingMode.STACKS else felt.table.shoe
    felt.ask(CloseBetting())
    felt.table.raise_fault(device, JAM_OUTPUT)
    felt.then()
    command = rule("I29", Ruling.GO_ON_UNSEEN)
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(command)
    assert RefusalCode.CAUSE_REMAINS is refused_ruling(felt, command)
    felt.table.clear_faults(device)
    felt.then()
    give_ruling(felt, command)
    assert finish_of(mode) == finish(felt)


@MODES
def test_i29_a_stack_half_out_after_power_was_lost_can_only_be_voided(mode: DealingMode) -> None:
    """Nobody knows where the card is: not the same cards in the same order (I29, C13)."""
    felt = seated(mode)
    if mode is DealingMode.SHOE:
        felt.ask(CloseBetting())
        felt.draw()
        device = felt.table.shoe
    else:
        felt.table.shuffler.slow = True
        felt.ask(CloseBetting())
        device = felt.table.shuffler
    felt.table.power_cut(device)
    felt.unplug(device.name)
    felt.plug(device.name)
    device.slow = False
    assert RefusalCode.MUST_BE_VOIDED is refused_ruling(felt, rule("I29", Ruling.GO_ON_UNSEEN))
    give_ruling(felt, rule("I29", Ruling.VOID))
    assert BACK == voided(felt)


def test_i10_a_deck_that_lies_in_the_shoe_already_is_taken_out_and_counted_again() -> None:
    """A ruling moves no cards: the dealer is told to take it out first (I10, G10.3)."""
    felt = at(Phase.COLLECT)
    felt.to_shoe()
    give_ruling(felt, rule("I10", Ruling.RESULT_STANDS))
    recalled = felt.state.deck("B")
    assert (DeckState.NEW, DeckPlace.SHOE) == (recalled.state, recalled.place)
    assert TaskKind.UNLOAD_SHOE is felt.prompt.tasks[0].kind
    felt.unload()
    assert DeckPlace.RACK is felt.state.deck("B").place
    play_until_round(felt, 2)
    assert DeckState.QUARANTINED not in {deck.state for deck in felt.state.decks}


@MODES
def test_i30_a_lost_link_goes_on_by_number_and_the_dealer_rules(mode: DealingMode) -> None:
    """No approval: what was missed is replayed by its number (I30)."""
    felt = seated(mode, cards=mixed("2h 7c 3h 8c Ah Kd As 9d 4s 5s 6c"))
    felt.table.shuffler.slow = mode is DealingMode.STACKS
    felt.ask(CloseBetting())
    felt.unplug("shoe")
    assert HoldCode.LINK_LOST is felt.held()
    command = rule("I30", Ruling.RESUME_BY_NUMBER)
    assert RefusalCode.CAUSE_REMAINS is felt.refused(command)
    felt.plug("shoe")
    felt.ask(command)
    if mode is DealingMode.STACKS:
        felt.table.shuffler.slow = False
        felt.table.finish(felt.table.shuffler)
        felt.then()
    assert finish_of(mode) == finish(felt)


@MODES
def test_i31_no_round_is_dealt_from_a_deck_that_is_not_whole(mode: DealingMode) -> None:
    """Before the deal: the deck is off the table, wagers go back, the other deck is next (I31)."""
    felt = seated(mode)
    give_ruling(felt, rule("I31", Ruling.NO_ROUND))
    assert (BACK, DeckState.QUARANTINED) == (voided(felt), felt.state.deck("A").state)
    play_until_round(felt, 2)
    assert "B" == felt.current().deck


@MODES
def test_i32_a_wrong_count_voids_in_the_round_and_stands_after_it(mode: DealingMode) -> None:
    """In the round all goes back; after SETTLE the result stands; the deck is off the table (I32)."""
    felt = dealt(mode)
    give_ruling(felt, rule("I32", Ruling.VOID))
    assert (BACK, DeckState.QUARANTINED) == (voided(felt), felt.state.deck("A").state)
    # A hand count is taken only beside a shuffler that does not count (G10.3).
    felt = dealt(mode, capabilities=EVERY_BIT & ~(1 << COUNTS_INSIDE))
    assert RefusalCode.RULING_NOT_NOW is refused_ruling(felt, rule("I32", Ruling.RESULT_STANDS))
    finish(felt)
    felt.ask(RecordCount(count=51))
    give_ruling(felt, rule("I32", Ruling.RESULT_STANDS))
    assert felt.state.last_result is not None
    assert (6000, DeckState.QUARANTINED) == (felt.state.last_result.net, felt.state.deck("A").state)


def test_i33_cards_in_sequence_take_deck_and_shuffler_out_of_service() -> None:
    """Found by the first five reads; no round starts until the shuffler is back (I33, G10.5)."""
    felt = seated(DealingMode.SHOE, cards=[*Card])
    felt.table.in_shoe = [("A", Card(face)) for face in ("2c", "3c", "4c", "5c", "6c", "7c", "8d")]
    felt.ask(CloseBetting())
    felt.hands()
    assert HoldCode.NOT_SHUFFLED is felt.held()
    give_ruling(felt, rule("I33", Ruling.VOID))
    assert (BACK, DeckState.QUARANTINED) == (voided(felt), felt.state.deck("A").state)
    assert felt.state.shuffler.suspended
    felt.ask(RestoreDevice(device="shuffler", approval=FLOOR))
    play_until_round(felt, 2)
    assert not felt.state.shuffler.suspended


@MODES
def test_i34_relief_in_a_round_is_refused_or_an_emergency(mode: DealingMode) -> None:
    """Both go on record with who allowed it; money and decks are untouched (I34)."""
    felt = dealt(mode)
    give_ruling(felt, rule("I34", Ruling.REFUSED))
    give_ruling(felt, rule("I34", Ruling.EMERGENCY_RELIEF))
    assert ("emergency_relief", "floor-1") == (ruled(felt).ruling, ruled(felt).approved_by)
    assert finish_of(mode) == finish(felt)


@MODES
def test_i35_a_dispute_freezes_the_layout_and_ends_by_a_ruling(mode: DealingMode) -> None:
    """No seat is closed, nobody just goes on; then the settlement is what it was (I35, G11.7)."""
    felt = at(Phase.SETTLE, mode)
    seat = felt.prompt.seat
    assert seat is not None
    felt.ask(OpenDispute(reason="pot"))
    assert HoldCode.DISPUTE is felt.held()
    assert RefusalCode.WRONG_PHASE is felt.refused(SettleSeat(seat=seat))
    assert RefusalCode.MUST_BE_VOIDED is felt.refused(Resume(approval=FLOOR))
    give_ruling(felt, rule("I35", Ruling.RULED))
    felt.settle()
    assert {"seat-2": -2000, "seat-3": -2000, "bank": 4000} == nets(felt)


@MODES
def test_after_a_void_no_card_and_no_decision_counts_until_the_next_offer(mode: DealingMode) -> None:
    """Nothing more is taken from the round that is gone (G9.2)."""
    felt = dealt(mode)
    give_ruling(felt, rule("I4", Ruling.VOID))
    command = rule("I24", Ruling.DECISION_RESTORED, seat=TWO, decision="play 4")
    assert RefusalCode.RULING_NOT_IN_PHASE is refused_ruling(felt, command)
    play_until_round(felt, 3)
    assert 1 == len([event for event in felt.events if event.kind == "round_settled"])


@pytest.mark.parametrize("letter", ["A", "B"])
def test_the_floor_takes_a_deck_off_the_table_between_rounds(letter: DeckLetter) -> None:
    """It stays off until a replacement passed the same check (G10.4, G11.6)."""
    felt = at(Phase.OFFER)
    felt.ask(QuarantineDeck(deck=letter, reason="worn", approval=FLOOR))
    assert ("worn", DeckState.QUARANTINED) == (
        felt.state.deck(letter).problem,
        felt.state.deck(letter).state,
    )
    assert RefusalCode.DECK_IN_USE is felt.refused(
        QuarantineDeck(deck=letter, reason="again", approval=FLOOR)
    )
    felt.ask(ReplaceDeck(deck=letter, approval=FLOOR))
    assert DeckState.QUARANTINED is not felt.state.deck(letter).state


@MODES
def test_no_round_starts_while_a_device_is_out_of_service(mode: DealingMode) -> None:
    """The round in play ends; the next one waits for the floor (G11.6)."""
    felt = seated(mode)
    felt.ask(SuspendDevice(device="shoe", reason="dirty", approval=FLOOR))
    assert RefusalCode.DEVICE_SUSPENDED is felt.refused(CloseBetting())
    assert RefusalCode.DEVICE_SUSPENDED is felt.refused(
        SuspendDevice(device="shoe", reason="dirty", approval=FLOOR)
    )
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(RestoreDevice(device="shoe"))
    felt.ask(RestoreDevice(device="shoe", approval=FLOOR))
    felt.ask(CloseBetting())
    assert Phase.HOLE is felt.phase()
