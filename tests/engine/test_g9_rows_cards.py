"""Rows I1 to I14, I25, I26, I28: cards and hands, each played to its final money and decks (G9.1)."""

import pytest

from controller.engine.cards import Back, Card, Exposed, Hidden
from controller.engine.commands import CloseBetting, Exposure, SettleSeat
from controller.engine.device_words import CardFlag, Reading
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset_policy import Ruling
from controller.engine.ruling_commands import OpenDispute
from controller.engine.state import DealingMode, DeckState, HoldCode, Phase
from tests.engine.given import Felt, mixed
from tests.engine.piles import EVERY_BIT
from tests.engine.robot import play_until_round
from tests.engine.ruling_kit import (
    by,
    entered,
    finish,
    give_ruling,
    nets,
    refused_ruling,
    rule,
    ruled,
    voided,
)
from tests.engine.stages import THREE, TWO, at, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))
BACK = {"seat-2": 2000, "seat-3": 2000}
DECK = "2h 7c 3h 8c Ah Kd As 9d 4s 5s 6c"
"""Seats 2 and 3, the player-dealer, the board: a pair of aces for the bank, nothing for the others."""


def dealt(mode: DealingMode, cards: str = DECK, capabilities: int = EVERY_BIT) -> Felt:
    """Give a table whose hands come from a known deck, at PREFLOP."""
    felt = seated(mode, cards=mixed(cards), capabilities=capabilities)
    felt.deal()
    assert Phase.PREFLOP is felt.phase()
    return felt


def begun(mode: DealingMode, cards: str = DECK) -> Felt:
    """Give a table with the betting closed and no card taken, whatever the machine sends out by itself."""
    return seated(mode, cards=mixed(cards))


def close(felt: Felt) -> None:
    """Close the betting; in shoe mode the first card is drawn as well."""
    felt.ask(CloseBetting())
    if felt.mode is DealingMode.SHOE:
        felt.draw()


def goes_on(felt: Felt) -> list[DeckState]:
    """Play until round 3 has begun, and give both decks' states then: none is off the table."""
    play_until_round(felt, 3)
    return [deck.state for deck in felt.state.decks if deck.state is DeckState.QUARANTINED]


@MODES
def test_i1_a_hand_without_two_cards_voids_the_round(mode: DealingMode) -> None:
    """The reads of a stack do not come: found by the devices, all stakes go back (I1)."""
    felt = begun(mode)
    felt.ask(CloseBetting())
    if mode is DealingMode.SHOE:
        felt.draw(2)
        felt.table.in_shoe = felt.table.in_shoe[:1]
        felt.draw(2)
    else:
        felt.table.chamber = felt.table.chamber[:1]
        felt.clear_tray()
    assert felt.held() is not None
    give_ruling(felt, rule("I1", Ruling.VOID))
    assert (BACK, "round", False) == (voided(felt), ruled(felt).scope, ruled(felt).counts)
    assert Phase.COLLECT is felt.phase()


def finish_of(mode: DealingMode) -> dict[str, int]:
    """Give the money of the same round without any irregularity."""
    felt = dealt(mode)
    return finish(felt)


def test_i2_a_sixth_board_card_is_recorded_and_dead() -> None:
    """Drawn before the stub left the shoe: held, ruled dead, and the deck still counts to 52 (I2, G10.3)."""
    felt = dealt(DealingMode.SHOE)
    felt.draw(5)
    felt.table.shoe.locked = False
    felt.draw()
    assert felt.held() in {HoldCode.EXTRA_CARD, HoldCode.DRAWN_EARLY}
    give_ruling(felt, rule("I2", Ruling.CARD_DEAD))
    assert (None, 5, 1) == (felt.held(), len(felt.current().board), felt.current().ruled.dead)
    felt.unload()
    assert finish_of(DealingMode.SHOE) == finish(felt)
    assert [] == goes_on(felt)


@MODES
def test_i3_a_face_shown_in_the_deal_voids_or_play_goes_on(mode: DealingMode) -> None:
    """Only people see it; the floor may let it stand (I3)."""
    felt = begun(mode)
    close(felt)
    felt.report()
    give_ruling(felt, rule("I3", Ruling.VOID))
    assert BACK == voided(felt)
    felt = begun(mode)
    close(felt)
    felt.report()
    give_ruling(felt, rule("I3", Ruling.PLAY_ON))
    assert finish_of(mode) == finish(felt)


@MODES
def test_i4_a_seen_card_of_the_player_dealer_ends_all_play(mode: DealingMode) -> None:
    """Who has played stays in with it; the others go on with Ante and Blind alone (I4)."""
    felt = dealt(mode)
    felt.play(2, 4)
    give_ruling(felt, rule("I4", Ruling.NO_FURTHER_PLAY))
    felt.board()
    felt.expose(Exposure.PLAYER_DEALER)
    felt.settle()
    assert {"seat-2": -6000, "seat-3": -2000, "bank": 8000} == nets(felt)


@MODES
def test_i5_a_community_card_seen_early_bars_play_or_voids(mode: DealingMode) -> None:
    """An open seat could see it: void is preselected, finishing without Play is allowed (I5)."""
    felt = dealt(mode)
    felt.board()
    give_ruling(felt, rule("I5", Ruling.NO_FURTHER_PLAY))
    felt.expose(Exposure.PLAYER_DEALER)
    felt.settle()
    assert {"seat-2": -2000, "seat-3": -2000, "bank": 4000} == nets(felt)


@MODES
def test_i6_an_exposed_stub_is_reshuffled_only_before_the_community_lies(mode: DealingMode) -> None:
    """The rest is shuffled again and dealt on; with five cards down it is refused (I6)."""
    felt = dealt(mode)
    give_ruling(felt, rule("I6", Ruling.RESHUFFLE_REST))
    assert finish_of(mode) == finish(felt)
    felt = at(Phase.COMMUNITY, mode)
    if len(felt.current().board) == 5:
        assert RefusalCode.RULING_NOT_NOW is refused_ruling(felt, rule("I6", Ruling.RESHUFFLE_REST))


@MODES
def test_i7_the_first_boxed_card_is_dead_and_the_second_voids(mode: DealingMode) -> None:
    """The next card takes its place; the second one of the round preselects a void (I7)."""
    felt = begun(mode, "Qs " + DECK)
    felt.table.flags = (CardFlag.FACE_UP,)
    close(felt)
    assert HoldCode.BOXED is felt.held()
    give_ruling(felt, rule("I7", Ruling.CARD_DEAD))
    felt.hands()
    assert finish_of(mode) == finish(felt)
    assert [] == goes_on(felt)


@MODES
def test_i8_an_unread_card_is_entered_by_two_persons(mode: DealingMode) -> None:
    """Its seal is new, its face is told to nobody, and the money is that of the card (I8, Dual)."""
    felt = begun(mode)
    felt.table.reading = Reading.UNREADABLE
    close(felt)
    assert HoldCode.UNREAD is felt.held()
    give_ruling(felt, rule("I8", Ruling.ENTER_CARD, card=entered(felt, "2h")))
    assert isinstance(felt.state.seat(TWO).cards[0], Hidden)
    felt.hands()
    assert finish_of(mode) == finish(felt)
    assert [] == goes_on(felt)


@MODES
def test_no_card_is_entered_before_the_betting_is_closed(mode: DealingMode) -> None:
    """No hand waits for a card in WAGERS: none is offered to be entered, and none is taken (G3.1, I30)."""
    felt = begun(mode)
    felt.ask(OpenDispute(reason="card_exposed"))
    assert [] == [one for one in felt.offers if getattr(one.command, "ruling", None) is Ruling.ENTER_CARD]
    command = rule("I30", Ruling.ENTER_CARD, card=entered(felt, "2h"))
    assert RefusalCode.RULING_NOT_NOW is refused_ruling(felt, command)


def test_i8_an_unread_card_is_read_again() -> None:
    """It passes the reader once more; the deck still counts to 52 (I8)."""
    felt = begun(DealingMode.SHOE)
    felt.table.reading = Reading.UNREADABLE
    close(felt)
    give_ruling(felt, rule("I8", Ruling.READ_AGAIN))
    felt.table.in_shoe.insert(0, felt.table.felt.pop())
    felt.hands()
    assert finish_of(DealingMode.SHOE) == finish(felt)
    assert [] == goes_on(felt)


@MODES
def test_i8_a_card_that_lies_somewhere_else_cannot_be_entered(mode: DealingMode) -> None:
    """Not possible: void? The answer names neither place nor face (I8, S2)."""
    felt = begun(mode, "2h 7c 3h 8c Ah Kd As 9d 4s 5s 6c")
    felt.ask(CloseBetting())
    if mode is DealingMode.SHOE:
        felt.draw(2)
    else:
        felt.clear_tray()
    felt.report()
    command = rule("I26", Ruling.ENTER_CARD, place="seat 2 card 1", card=entered(felt, "7c"))
    assert RefusalCode.CARD_NOT_POSSIBLE is refused_ruling(felt, command)


@MODES
def test_i9_a_duplicate_voids_and_takes_the_deck_off_the_table(mode: DealingMode) -> None:
    """Both reads are named by place; the other deck is next (I9, G10.4)."""
    felt = begun(mode, "2h 7c")
    felt.ask(CloseBetting())
    if mode is DealingMode.SHOE:
        felt.draw()
        felt.table.in_shoe[0] = ("A", Card("2h"))
        felt.draw()
    else:
        felt.table.chamber[0] = ("A", Card("2h"))
        felt.clear_tray()
    assert HoldCode.DUPLICATE is felt.held()
    give_ruling(felt, rule("I9", Ruling.VOID))
    assert (BACK, DeckState.QUARANTINED) == (voided(felt), felt.state.deck("A").state)


@MODES
def test_i10_a_wrong_back_voids_and_both_decks_are_counted_again(mode: DealingMode) -> None:
    """The deck that waits was ready; it is shuffled and counted before it is dealt (I10)."""
    felt = begun(mode)
    felt.load("B")
    if mode is DealingMode.SHOE:
        felt.ask(CloseBetting())
        felt.table.in_shoe[0] = ("B", Card("2h"))
        felt.draw()
    else:
        felt.table.chamber[0] = ("B", Card("2h"))
        felt.ask(CloseBetting())
    assert HoldCode.WRONG_BACK is felt.held()
    give_ruling(felt, rule("I10", Ruling.VOID))
    assert (BACK, "both_recounted") == (voided(felt), ruled(felt).decks)
    assert DeckState.READY is not felt.state.deck("B").state or mode is DealingMode.STACKS


def test_i10_a_settled_round_may_be_reversed_until_the_next_first_card() -> None:
    """All that moved goes back, once; the books follow, and later the result stands (I10)."""
    felt = dealt(DealingMode.SHOE)
    finish(felt)
    bank = felt.state.ledgers.player_dealers
    assert 0 != bank
    give_ruling(felt, rule("I10", Ruling.REVERSE_SETTLEMENT))
    assert felt.state.last_result is not None
    assert (0, 0, 0) == (
        felt.state.last_result.net,
        felt.state.ledgers.player_dealers,
        felt.state.ledgers.bettors,
    )
    assert RefusalCode.RULING_NOT_NOW is refused_ruling(felt, rule("I10", Ruling.REVERSE_SETTLEMENT))


def test_i11_a_card_drawn_early_is_the_next_card() -> None:
    """The third card of a hand, drawn too early, goes to the next hand; the dealer rules (I11)."""
    felt = begun(DealingMode.SHOE)
    felt.ask(CloseBetting())
    felt.answers = False
    felt.table.draw()
    felt.table.draw()
    felt.table.draw()
    felt.answers = True
    felt.pump()
    assert HoldCode.DRAWN_EARLY is felt.held()
    give_ruling(felt, rule("I11", Ruling.NEXT_CARD))
    assert (None, 1) == (felt.held(), len(felt.state.seat(THREE).cards))
    felt.hands()
    assert finish_of(DealingMode.SHOE) == finish(felt)
    assert [] == goes_on(felt)


@MODES
def test_i12_a_stack_to_a_wrong_seat_is_moved_only_at_once(mode: DealingMode) -> None:
    """The record has it where it belongs; once a card was dealt since, only a void is left (I12)."""
    felt = begun(mode)
    felt.ask(CloseBetting())
    if mode is DealingMode.SHOE:
        felt.draw(2)
    give_ruling(felt, rule("I12", Ruling.MOVE_STACK, seat=TWO))
    assert RefusalCode.BAD_PLACE is refused_ruling(felt, rule("I12", Ruling.MOVE_STACK, seat=THREE))
    felt.hands()
    assert finish_of(mode) == finish(felt)


@MODES
def test_i13_a_hand_dealt_without_wagers_is_dead(mode: DealingMode) -> None:
    """What the record had there goes back; the others play on (I13)."""
    felt = dealt(mode)
    give_ruling(felt, rule("I13", Ruling.HAND_DEAD, seat=TWO))
    assert {"seat-3": -3000, "bank": 3000} == finish(felt)


@MODES
def test_i14_a_card_off_the_table_kills_the_hand(mode: DealingMode) -> None:
    """DEAD gives the stakes back, or they are lost to the bank; the others play on (I14)."""
    felt = dealt(mode)
    felt.play(2, 4)
    give_ruling(felt, rule("I14", Ruling.DEAD, seat=TWO))
    killed = next(event for event in felt.events if event.kind == "seat_killed")
    assert (((0, 6000),), 6000) == (killed.returned, killed.total)
    assert {"seat-3": -3000, "bank": 3000} == finish(felt)
    felt = dealt(mode)
    felt.play(2, 4)
    give_ruling(felt, rule("I14", Ruling.DEAD_LOST, seat=TWO))
    assert {"seat-2": -6000, "seat-3": -3000, "bank": 9000} == finish(felt)


def test_i25_the_dealt_record_decides() -> None:
    """Cards that lie in other places at pay time change nothing (I25, G3.3)."""
    felt = dealt(DealingMode.SHOE)
    felt.board()
    felt.expose(Exposure.FLOP)
    felt.expose(Exposure.TURN_RIVER)
    felt.play(2, 1)
    felt.play(3, 1)
    felt.expose(Exposure.PLAYER_DEALER)
    give_ruling(
        felt, rule("I25", Ruling.DEALT_RECORD_DECIDES, place="board card 5", other_place="seat 3 card 2")
    )
    assert (THREE, "board card 5, seat 3 card 2") == (ruled(felt).seat, ruled(felt).place)
    assert "board card 5 6c, seat 3 card 2" == ruled(felt).after
    felt.settle()
    assert finish_of(DealingMode.SHOE) == nets(felt)


@pytest.mark.parametrize(
    ("first", "second", "field"),
    [
        ("", "board card 5", "place"),
        ("board card 5", "", "other_place"),
        ("board card 5", "board card 5", "other_place"),
        ("board card 6", "seat 2 card 1", "place"),
    ],
)
def test_i25_names_two_places_that_hold_a_card(first: str, second: str, field: str) -> None:
    """One card alone cannot change places (I25)."""
    felt = at(Phase.SETTLE)
    command = rule("I25", Ruling.DEALT_RECORD_DECIDES, place=first, other_place=second)
    refused = felt.decided(by(felt, command))
    assert isinstance(refused, Refused)
    assert (RefusalCode.BAD_PLACE, field) == (refused.code, refused.field)


@MODES
def test_i26_the_true_card_is_entered_and_the_lines_follow(mode: DealingMode) -> None:
    """Seat 2 holds 4h, not 2h: a pair of fours, still below the bank's aces; then aces up (I26, Dual)."""
    felt = dealt(mode)
    give_ruling(felt, rule("I26", Ruling.ENTER_CARD, place="seat 2 card 1", card=entered(felt, "Ac")))
    give_ruling(felt, rule("I26", Ruling.ENTER_CARD, place="seat 2 card 2", card=entered(felt, "Ad")))
    won = finish(felt)
    assert 0 < won["seat-2"]
    assert 2 == len([event for event in felt.events if event.kind == "card_corrected"])


def test_i26_a_closed_step_is_reversed_and_settled_again() -> None:
    """Found after seat 2 was paid: one reversal, one new entry, the totals follow (I26, V14)."""
    felt = dealt(DealingMode.SHOE)
    felt.board()
    felt.expose(Exposure.FLOP)
    felt.expose(Exposure.TURN_RIVER)
    felt.play(2, 1)
    felt.play(3, 1)
    felt.expose(Exposure.PLAYER_DEALER)
    felt.ask(SettleSeat(seat=TWO))
    place = rule("I26", Ruling.ENTER_CARD, place="seat 2 card 1", card=entered(felt, "8h"))
    events = give_ruling(felt, place)
    assert ["settlement_reversed", "settlement_repeated"] == [
        event.kind for event in events if event.kind.startswith("settlement_")
    ]
    assert all(isinstance(card, Exposed) for card in felt.state.seat(TWO).cards)
    felt.settle()
    assert {"seat-3": -3000} == {who: won for who, won in nets(felt).items() if who == "seat-3"}
    assert 0 == felt.state.ledgers.balance


def test_i28_a_doubled_burn_is_dead() -> None:
    """A burn too many is put away; a forgotten one changes nothing (I28)."""
    felt = dealt(DealingMode.SHOE)
    felt.draw(5)
    felt.table.shoe.locked = False
    felt.draw()
    give_ruling(felt, rule("I28", Ruling.CARD_DEAD))
    felt.unload()
    give_ruling(felt, rule("I28", Ruling.PLAY_ON))
    assert finish_of(DealingMode.SHOE) == finish(felt)


def test_the_other_deck_has_the_other_back() -> None:
    """What the tests above take for granted (G10.1)."""
    assert (Back.BLUE, Back.ORANGE) == tuple(deck.back for deck in at(Phase.CLOSED).state.decks)
