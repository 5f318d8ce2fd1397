"""What the rows of G9.1 allow besides, and field cases of people and machines, to final money or decks."""

from dataclasses import replace

import pytest

from controller.engine.approvals import approved
from controller.engine.bank_events import BankSettled
from controller.engine.commands import CloseBetting, Exposure, ReplaceDeck, SettleSeat
from controller.engine.device_words import CardFlag, Reading
from controller.engine.life_commands import SignOnDealer
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import Burn, Wager
from controller.engine.ruleset_policy import Irregular, Ruling
from controller.engine.ruling_commands import OpenDispute, QuarantineDeck, RestoreDevice
from controller.engine.state import DealingMode, DeckState, HoldCode, Phase
from tests.engine.approving import DEALER, SIGNED
from tests.engine.given import CALIFORNIA, FLOOR, mixed
from tests.engine.piles import JAM_OUTPUT
from tests.engine.robot import play_until_round
from tests.engine.ruling_kit import entered, finish, give_ruling, nets, refused_ruling, rule, ruled, voided
from tests.engine.stages import TWO, at, seated
from tests.engine.test_g8_shared_bank import TWO_LAYERS
from tests.engine.test_g9_rows_cards import BACK, DECK, begun, close, dealt, finish_of
from tests.engine.test_g9_rows_wagers import LOST, river, sided

MODES = pytest.mark.parametrize("mode", list(DealingMode))


@MODES
@pytest.mark.parametrize("code", ["I2", "I4", "I5", "I6", "I7", "I8", "I12", "I29"])
def test_a_void_of_any_row_returns_every_stake_and_recounts_the_deck(code: str, mode: DealingMode) -> None:
    """I2, I4, I5, I6, I7, I8, I12, I29: all goes back, the round does not count, the other deck is next."""
    felt = dealt(mode) if code not in {"I12", "I7"} else begun(mode)
    if felt.phase() is Phase.WAGERS:
        close(felt)
    if code == "I5":
        felt.board()
    felt.report()
    give_ruling(felt, rule(code, Ruling.VOID))
    assert (BACK, Irregular(code), False) == (voided(felt), ruled(felt).code, ruled(felt).counts)
    assert 0 == felt.state.ledgers.balance
    play_until_round(felt, 2)
    assert (0, "B") == (felt.state.banking.counted, felt.current().deck)


@MODES
def test_i5_a_community_card_that_no_open_seat_saw_changes_nothing(mode: DealingMode) -> None:
    """Nobody may decide any more: play on (I5)."""
    felt = dealt(mode)
    felt.play(2, 4)
    felt.play(3, 4)
    felt.board()
    felt.report()
    give_ruling(felt, rule("I5", Ruling.PLAY_ON))
    felt.expose(Exposure.PLAYER_DEALER)
    felt.settle()
    assert {"seat-2": -6000, "seat-3": -6000, "bank": 12_000} == nets(felt)


@MODES
def test_i6_an_exposed_stub_ends_all_play(mode: DealingMode) -> None:
    """No Play is accepted from now; Ante and Blind are settled by the cards (I6)."""
    felt = dealt(mode)
    felt.report()
    give_ruling(felt, rule("I6", Ruling.NO_FURTHER_PLAY))
    felt.board()
    felt.expose(Exposure.PLAYER_DEALER)
    felt.settle()
    assert {"seat-2": -2000, "seat-3": -2000, "bank": 4000} == nets(felt)


@MODES
def test_i7_a_second_boxed_card_preselects_the_void(mode: DealingMode) -> None:
    """The first is dead, the second one ends the round (I7, SH10)."""
    felt = begun(mode, "Qs Qd " + DECK)
    felt.table.flags = (CardFlag.FACE_UP,)
    close(felt)
    give_ruling(felt, rule("I7", Ruling.CARD_DEAD))
    felt.table.flags = (CardFlag.FACE_UP,)
    felt.hands()
    assert HoldCode.BOXED is felt.held()
    first = next(one.command for one in felt.offers if getattr(one.command, "code", None) is Irregular.I7)
    assert Ruling.VOID is getattr(first, "ruling", None)
    give_ruling(felt, rule("I7", Ruling.VOID))
    assert BACK == voided(felt)


@MODES
def test_i20_a_side_wager_that_stands_is_settled(mode: DealingMode) -> None:
    """The floor may let it stand (I20): Trips and Bad Beat are lost with the rest."""
    felt = sided(mode)
    felt.report()
    give_ruling(felt, rule("I20", Ruling.STANDS, seat=TWO))
    assert -4000 == finish(felt)["seat-2"]


@MODES
def test_i20_a_side_wager_that_a_correction_makes_too_high_is_named_first(mode: DealingMode) -> None:
    """Ante and Blind at 4.00 leave Trips of 5.00 above the Ante: refused until those go back (I19, I20)."""
    felt = seated(mode, cards=mixed(DECK))
    felt.wager(2, 1000, trips=500)
    felt.deal()
    felt.report()
    smaller = rule("I19", Ruling.SMALLER_COUNTS, seat=TWO, amount=400)
    assert RefusalCode.SIDE_OVER_ANTE is refused_ruling(felt, smaller)
    give_ruling(felt, rule("I20", Ruling.SIDE_WAGER_RETURNED, seat=TWO, wager=Wager.TRIPS))
    felt.report()
    give_ruling(felt, smaller)
    assert -1200 == finish(felt)["seat-2"]


@MODES
def test_i22_a_shared_bank_is_corrected_from_its_last_layer(mode: DealingMode) -> None:
    """5,200.00 in two layers, 250.00 are there: the backer's part is what is missing (I22, G8.8)."""
    felt = seated(mode, cards=mixed(DECK))
    felt.ask(TWO_LAYERS)
    felt.deal()
    felt.report()
    give_ruling(felt, rule("I22", Ruling.BANK_CORRECTED, amount=25_000))
    assert [20_000, 5_000] == [layer.cents for layer in felt.current().layers]
    assert 25_000 == felt.current().bank
    assert LOST == finish(felt)
    moved = next(event for event in felt.events if isinstance(event, BankSettled))
    assert [20_000, 5_000] == [layer.cents for layer in moved.layers]


@pytest.mark.parametrize(
    ("amount", "layers"), [(10_000, [10_000]), (20_000, [20_000]), (530_000, [30_000, 500_000])]
)
def test_i22_the_layers_always_add_up_to_the_bank(amount: int, layers: list[int]) -> None:
    """A layer without a chip is gone; what is more lies in the player-dealer's own part (I22, G8.8)."""
    felt = seated(DealingMode.SHOE, cards=mixed(DECK))
    felt.ask(TWO_LAYERS)
    felt.deal()
    felt.report()
    give_ruling(felt, rule("I22", Ruling.BANK_CORRECTED, amount=amount))
    assert layers == [layer.cents for layer in felt.current().layers]
    assert amount == felt.current().bank == sum(layers)
    assert LOST == finish(felt)


def test_i10_a_round_undone_whole_is_never_reversed_once_more() -> None:
    """A stake ruled void afterwards moves nothing: nothing of that round stands any more (I10, I17, V14)."""
    felt = dealt(DealingMode.SHOE)
    finish(felt)
    give_ruling(felt, rule("I10", Ruling.REVERSE_SETTLEMENT))
    give_ruling(felt, rule("I17", Ruling.STAKE_VOID, seat=TWO, wager=Wager.ANTE))
    assert felt.state.last_result is not None
    assert (0, 0, 0) == (
        felt.state.last_result.net,
        felt.state.ledgers.player_dealers,
        felt.state.ledgers.bettors,
    )


def test_i28_where_burns_are_set_a_doubled_one_is_dead() -> None:
    """One card is burned before the flop; a second one is put away, and all 52 come back (I28, G10.3)."""
    felt = seated(DealingMode.SHOE, cards=mixed(DECK), rules=replace(CALIFORNIA, burn=Burn.BEFORE_FLOP))
    felt.deal()
    felt.draw(6)
    felt.table.shoe.locked = False
    felt.draw()
    assert felt.held() is not None
    give_ruling(felt, rule("I28", Ruling.CARD_DEAD))
    assert (1, 5, 1) == (len(felt.current().burned), len(felt.current().board), felt.current().ruled.dead)
    felt.unload()
    give_ruling(felt, rule("I28", Ruling.PLAY_ON))
    finish(felt)
    play_until_round(felt, 2)
    assert DeckState.QUARANTINED not in {deck.state for deck in felt.state.decks}


def test_i30_a_card_that_passed_meanwhile_is_read_again() -> None:
    """The link is back, a card was not read: it passes once more, the money is that of the cards (I30)."""
    felt = begun(DealingMode.SHOE)
    felt.table.reading = Reading.UNREADABLE
    close(felt)
    give_ruling(felt, rule("I8", Ruling.READ_AGAIN))
    felt.table.in_shoe.insert(0, felt.table.felt.pop())
    felt.unplug("shoe")
    felt.plug("shoe")
    give_ruling(felt, rule("I30", Ruling.READ_AGAIN))
    felt.hands()
    assert finish_of(DealingMode.SHOE) == finish(felt)


def test_i30_a_card_nobody_read_is_entered_by_two() -> None:
    """The dealer rules that row, but never an identity (I30, DURABILITY 9)."""
    felt = begun(DealingMode.SHOE)
    felt.table.reading = Reading.UNREADABLE
    close(felt)
    command = rule("I30", Ruling.ENTER_CARD, card=entered(felt, "2h"))
    assert RefusalCode.NEEDS_SECOND is felt.refused(replace(command, approval=FLOOR))
    give_ruling(felt, command)
    give_ruling(felt, rule("I8", Ruling.READ_AGAIN))
    felt.hands()
    assert finish_of(DealingMode.SHOE) == finish(felt)


def test_i33_before_any_card_no_round_is_dealt_from_it() -> None:
    """Deck and shuffler are out of service, nobody's chips moved (I33, G10.5)."""
    felt = at(Phase.OFFER)
    felt.report()
    give_ruling(felt, rule("I33", Ruling.NO_ROUND, deck="A"))
    assert (DeckState.QUARANTINED, True) == (felt.state.deck("A").state, bool(felt.state.shuffler.suspended))
    assert 0 == felt.state.ledgers.balance
    felt.ask(RestoreDevice(device="shuffler", approval=FLOOR))
    play_until_round(felt, 2)


@MODES
def test_i34_a_relief_that_was_ruled_takes_the_new_dealers_badge(mode: DealingMode) -> None:
    """The ruling says that it may be; the new dealer signs for himself, beside a supervisor (I34, G11.5)."""
    felt = dealt(mode)
    assert RefusalCode.RELIEF_IN_ROUND is felt.refused(approved(SignOnDealer(), DEALER))
    give_ruling(felt, rule("I34", Ruling.EMERGENCY_RELIEF))
    felt.ask(approved(SignOnDealer(emergency=True), SIGNED))
    assert "dealer-7" == felt.state.staff.dealer
    assert finish_of(mode) == finish(felt)


def test_st26_a_dispute_on_a_seat_keeps_every_step_open() -> None:
    """No seat is closed while it lasts; the correction is a new event, and the money follows (I35, ST26)."""
    felt = river(dealt(DealingMode.SHOE), settle=True)
    felt.ask(OpenDispute(reason="pot"))
    assert RefusalCode.WRONG_PHASE is felt.refused(SettleSeat(seat=TWO))
    give_ruling(felt, rule("I24", Ruling.DECISION_RESTORED, seat=TWO, decision="fold"))
    felt.settle()
    assert {"seat-2": -2000, "seat-3": -3000, "bank": 5000} == nets(felt)
    assert 1 == sum(event.kind == "decision_corrected" for event in felt.events)


def test_sh05_a_damaged_card_takes_the_deck_out_until_it_is_whole() -> None:
    """Nobody starts a round from it, the floor neither; a checked 52 brings it back (SH05, G10.4)."""
    felt = seated(DealingMode.STACKS)
    felt.ask(QuarantineDeck(deck="A", reason="seven of hearts torn", approval=FLOOR))
    assert RefusalCode.DECK_QUARANTINED is felt.refused(CloseBetting())
    felt.ask(ReplaceDeck(deck="A", approval=FLOOR))
    play_until_round(felt, 2)
    assert DeckState.QUARANTINED not in {deck.state for deck in felt.state.decks}


@pytest.mark.parametrize("harmed", [False, True])
def test_sh15_a_jam_goes_on_with_the_same_cards_or_returns_the_wagers(*, harmed: bool) -> None:
    """The floor decides by who was harmed (SH15, I29)."""
    felt = begun(DealingMode.SHOE)
    felt.ask(CloseBetting())
    felt.draw(2)
    felt.table.raise_fault(felt.table.shoe, JAM_OUTPUT)
    felt.then()
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(rule("I29", Ruling.GO_ON_UNSEEN))
    felt.table.clear_faults(felt.table.shoe)
    felt.then()
    give_ruling(felt, rule("I29", Ruling.VOID if harmed else Ruling.GO_ON_UNSEEN))
    if harmed:
        assert BACK == voided(felt)
    else:
        felt.hands()
        assert finish_of(DealingMode.SHOE) == finish(felt)


def test_sh23_a_foreign_card_found_later_stops_reversing_at_the_next_first_card() -> None:
    """Before it the whole round may be undone, after it the result stands as an incident (SH23, I10)."""
    felt = river(dealt(DealingMode.SHOE), settle=True)
    assert RefusalCode.RULING_NOT_NOW is refused_ruling(felt, rule("I10", Ruling.REVERSE_SETTLEMENT))
    felt.settle()
    play_until_round(felt, 2)
    while felt.phase() is not Phase.HOLE:
        assert felt.prompt.primary is not None
        felt.ask(felt.prompt.primary.command)
    felt.draw()
    felt.report()
    assert RefusalCode.RULING_NOT_NOW is refused_ruling(felt, rule("I10", Ruling.REVERSE_SETTLEMENT))
    give_ruling(felt, rule("I10", Ruling.VOID))
    assert felt.state.previous is not None
    assert frozenset() == felt.state.previous.undone


def test_sh25_a_third_card_of_an_earlier_round_fouls_the_deck() -> None:
    """Where it lay face up last says the record; the deck had 51: void, off the table (SH25, I32)."""
    felt = dealt(DealingMode.SHOE)
    felt.report()
    give_ruling(felt, rule("I32", Ruling.VOID))
    assert (BACK, DeckState.QUARANTINED) == (voided(felt), felt.state.deck("A").state)


def test_i26_a_card_already_seen_is_refused_by_no_name() -> None:
    """Neither the place nor the face stands in the refusal (I26, S2)."""
    felt = dealt(DealingMode.SHOE)
    felt.report()
    command = rule("I26", Ruling.ENTER_CARD, place="seat 2 card 1", card=entered(felt, "8c"))
    assert RefusalCode.CARD_NOT_POSSIBLE is refused_ruling(felt, command)
