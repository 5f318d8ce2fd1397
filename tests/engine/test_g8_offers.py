"""The offer of the bank and its rotation (G2.8, G8.1, G8.2)."""

from dataclasses import replace

import pytest

from controller.engine.commands import (
    Answer,
    AnswerOffer,
    CloseTable,
    Exposure,
    OpenTable,
    PostBank,
    SeatPlayer,
    VacateSeat,
)
from controller.engine.ids import SeatNo
from controller.engine.prompt import OfferCode, PromptCode
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import AllDeclined, RuleSet
from controller.engine.state import DealingMode, Phase
from tests.engine.given import CALIFORNIA, FLOOR, Felt, mixed
from tests.engine.stages import TWO, at, seated

ROYAL = mixed("Ah Kh Qs Qc Qh Jh Th 2c 3d")
FOUR, SIX, EIGHT = SeatNo(4), SeatNo(6), SeatNo(8)


def offered(*numbers: int, rules: RuleSet = CALIFORNIA) -> Felt:
    """Give a table that offers the bank to the first of these seats."""
    felt = Felt(rules=rules)
    felt.prepare()
    for number in numbers:
        felt.ask(SeatPlayer(seat=SeatNo(number)))
    return felt


def answer(felt: Felt, given: Answer, bank: int | None = None) -> SeatNo:
    """Let the seat that is asked answer; give its number."""
    asked = felt.state.banking.asking
    assert asked is not None
    felt.ask(AnswerOffer(seat=asked, answer=given, bank=bank))
    return asked


def whole_round(felt: Felt) -> None:
    """Play one round in which all fold."""
    felt.deal()
    felt.board()
    while felt.phase() is not Phase.COLLECT:
        for seat in felt.prompt.open_seats if felt.phase() is Phase.RIVER else ():
            felt.fold(seat)
        primary = felt.prompt.primary
        assert primary is not None
        felt.ask(primary.command)
    felt.collect()


def test_the_first_offer_starts_at_the_lowest_seat_and_goes_clockwise() -> None:
    """Nobody is skipped (G8.1)."""
    felt = offered(6, 4, 8)
    assert [FOUR, SIX, EIGHT] == [answer(felt, Answer.DECLINED) for _ in range(3)]
    answers = [(event.seat, event.answer) for event in felt.events if event.kind == "offer_answered"]
    assert [(seat, Answer.DECLINED) for seat in (FOUR, SIX, EIGHT)] == answers


def test_one_player_is_no_round() -> None:
    """The bank is offered once a second seat is taken (PB20)."""
    felt = offered(4)
    assert PromptCode.NOBODY_BANKS is felt.prompt.code
    felt.ask(SeatPlayer(seat=SIX))
    assert (PromptCode.OFFER_BANK, FOUR) == (felt.prompt.code, felt.prompt.seat)


def test_an_acceptance_with_a_bank_opens_the_wagers() -> None:
    """Accepted and posted leads to WAGERS (G3.1)."""
    felt = offered(4, 6)
    answer(felt, Answer.ACCEPTED, bank=5000)
    assert (Phase.WAGERS, FOUR, 5000) == (felt.phase(), felt.current().player_dealer, felt.current().bank)


def test_an_acceptance_without_a_bank_waits_for_it() -> None:
    """Both are needed (G2.8)."""
    felt = offered(4, 6)
    answer(felt, Answer.ACCEPTED)
    assert Phase.OFFER is felt.phase()
    assert OfferCode.POST_BANK is felt.offers[0].code
    felt.ask(PostBank(amount=5000))
    assert Phase.WAGERS is felt.phase()


@pytest.mark.parametrize(
    ("bank", "top", "code"),
    [
        (99, None, RefusalCode.BANK_TOO_SMALL),
        (0, None, RefusalCode.BANK_TOO_SMALL),
        (True, None, RefusalCode.BAD_AMOUNT),
        (50_001, 50_000, RefusalCode.BANK_TOO_LARGE),
    ],
)
def test_a_bank_outside_its_limits_is_refused(bank: int, top: int | None, code: RefusalCode) -> None:
    """bank_min and bank_max (G2.8, G7.1)."""
    felt = offered(4, 6, rules=replace(CALIFORNIA, bank_min=100, bank_max=top))
    assert code is felt.refused(AnswerOffer(seat=FOUR, answer=Answer.ACCEPTED, bank=bank))


def test_a_seat_that_is_not_asked_cannot_answer() -> None:
    """Nor can the offer be answered twice (G8.1, PB06)."""
    felt = offered(4, 6)
    assert RefusalCode.NOT_ASKED is felt.refused(AnswerOffer(seat=SIX, answer=Answer.ACCEPTED, bank=5000))
    assert RefusalCode.NO_BANK is felt.refused(PostBank(amount=5000))
    assert RefusalCode.NOT_ASKED is felt.refused(VacateSeat(seat=FOUR))


def test_when_all_decline_and_nobody_holds_it_any_seat_may_volunteer() -> None:
    """No round until somebody banks (G8.2)."""
    felt = offered(4, 6)
    answer(felt, Answer.DECLINED)
    answer(felt, Answer.ABSENT)
    assert PromptCode.NOBODY_BANKS is felt.prompt.code
    assert RefusalCode.NOT_ASKED is felt.refused(AnswerOffer(seat=SIX, answer=Answer.DECLINED))
    felt.ask(AnswerOffer(seat=SIX, answer=Answer.ACCEPTED, bank=5000))
    assert SIX == felt.current().player_dealer


def test_pb05_two_rounds_then_the_bank_is_offered_clockwise() -> None:
    """Blocked until an offer is accepted, also after a restart (G8.2, PB05)."""
    felt = seated(DealingMode.SHOE, 4, 6)
    whole_round(felt)
    assert (Phase.WAGERS, SeatNo(1)) == (felt.phase(), felt.current().player_dealer)
    whole_round(felt)
    assert (Phase.OFFER, FOUR) == (felt.phase(), felt.prompt.seat)
    felt.restart()
    felt.link()
    assert (Phase.OFFER, FOUR) == (felt.phase(), felt.prompt.seat)
    assert FOUR == answer(felt, Answer.DECLINED)
    assert SIX == answer(felt, Answer.ACCEPTED, bank=20_000)
    assert (Phase.WAGERS, SIX) == (felt.phase(), felt.current().player_dealer)


def test_when_all_decline_the_player_dealer_goes_on_and_the_count_restarts() -> None:
    """all_declined = keep; the holder is asked last (G8.1, G8.2)."""
    felt = seated(DealingMode.SHOE, 4, 6)
    whole_round(felt)
    whole_round(felt)
    assert [FOUR, SIX, 1] == [answer(felt, Answer.DECLINED) for _ in range(3)]
    assert (Phase.WAGERS, SeatNo(1)) == (felt.phase(), felt.current().player_dealer)
    assert 0 == felt.state.banking.counted


def test_an_absent_player_dealer_does_not_go_on() -> None:
    """Then nobody banks (G8.2)."""
    felt = seated(DealingMode.SHOE, 4, 6)
    whole_round(felt)
    whole_round(felt)
    for given in (Answer.DECLINED, Answer.DECLINED, Answer.ABSENT):
        answer(felt, given)
    assert PromptCode.NOBODY_BANKS is felt.prompt.code


def test_no_round_where_the_rules_say_so() -> None:
    """all_declined = no_round (G8.2)."""
    rotation = replace(CALIFORNIA.rotation, all_declined=AllDeclined.NO_ROUND)
    felt = seated(DealingMode.SHOE, 4, 6, rules=replace(CALIFORNIA, rotation=rotation))
    whole_round(felt)
    whole_round(felt)
    for _ in range(3):
        answer(felt, Answer.DECLINED)
    assert PromptCode.NOBODY_BANKS is felt.prompt.code


def test_another_must_bank_between_where_the_rules_say_so() -> None:
    """intervening_required leaves the holder out of the offer (G8.2)."""
    rotation = replace(CALIFORNIA.rotation, intervening_required=True)
    felt = seated(DealingMode.SHOE, 4, 6, rules=replace(CALIFORNIA, rotation=rotation))
    whole_round(felt)
    whole_round(felt)
    for _ in range(2):
        answer(felt, Answer.DECLINED)
    assert PromptCode.NOBODY_BANKS is felt.prompt.code
    refused = felt.refused(AnswerOffer(seat=SeatNo(1), answer=Answer.ACCEPTED, bank=5000))
    assert RefusalCode.NOT_ASKED is refused


def test_the_bank_goes_round_the_table_for_many_rounds() -> None:
    """Each seat in turn, two rounds each (G8.2)."""
    felt = seated(DealingMode.SHOE, 4, 6)
    holders = []
    for _ in range(8):
        if felt.phase() is Phase.OFFER:
            answer(felt, Answer.ACCEPTED, bank=20_000)
        for number in (1, 4, 6):
            if number != felt.current().player_dealer:
                felt.wager(number, 1000)
        holders.append(felt.current().player_dealer)
        whole_round(felt)
    assert [1, 1, 4, 4, 6, 6, 1, 1] == holders


def test_a_void_does_not_count() -> None:
    """The same player-dealer again, with the same count (G8.1, G9.1)."""
    felt = at(Phase.PREFLOP)
    felt.report()
    felt.void()
    felt.collect()
    assert (SeatNo(1), 0) == (felt.current().player_dealer, felt.state.banking.counted)


def test_the_bank_of_the_round_before_is_proposed_again() -> None:
    """Repeated, shown, open to change (G3.5)."""
    felt = seated(DealingMode.SHOE, 4, 6)
    whole_round(felt)
    assert 100_000 == felt.current().bank
    felt.ask(PostBank(amount=70_000))
    assert 70_000 == felt.current().bank


def test_pb08_an_exhausted_player_dealer_posts_again_or_gives_the_bank_up() -> None:
    """What is left is below the minimum: the next round waits (G2.8, PB08)."""
    felt = seated(DealingMode.SHOE, 2, bank=3000, cards=ROYAL)
    felt.deal()
    felt.play(2, 4)
    felt.board()
    felt.expose(Exposure.PLAYER_DEALER)
    felt.settle()
    felt.collect()
    assert felt.state.last_result is not None
    assert -3000 == felt.state.last_result.net
    assert (Phase.OFFER, SeatNo(1), 0) == (felt.phase(), felt.current().player_dealer, felt.current().bank)
    assert OfferCode.POST_BANK is felt.offers[0].code
    felt.ask(AnswerOffer(seat=SeatNo(1), answer=Answer.DECLINED))
    assert (PromptCode.OFFER_BANK, TWO) == (felt.prompt.code, felt.prompt.seat)


def test_a_player_dealer_who_leaves_before_the_deal_opens_the_offer() -> None:
    """The seat empties, the bank goes back and is offered on (G8.1, G11.5)."""
    felt = seated(DealingMode.SHOE, 4, 6)
    felt.ask(VacateSeat(seat=SeatNo(1)))
    assert (Phase.OFFER, FOUR) == (felt.phase(), felt.prompt.seat)
    answer(felt, Answer.ACCEPTED, bank=20_000)
    assert (Phase.WAGERS, FOUR, (SIX,)) == (
        felt.phase(),
        felt.current().player_dealer,
        tuple(s.number for s in felt.state.seats if any(b.is_in for b in s.bettors)),
    )


def test_seats_are_taken_and_left_by_name() -> None:
    """One player a seat, up to the rule set's number (G7.1)."""
    felt = offered(4, 6, rules=replace(CALIFORNIA, max_occupied=2))
    assert RefusalCode.SEAT_TAKEN is felt.refused(SeatPlayer(seat=FOUR))
    assert RefusalCode.TABLE_FULL is felt.refused(SeatPlayer(seat=EIGHT))
    assert RefusalCode.SEAT_EMPTY is felt.refused(VacateSeat(seat=EIGHT))
    assert RefusalCode.BAD_SEAT is felt.refused(SeatPlayer(seat=SeatNo(0)))
    assert RefusalCode.BAD_SEAT is felt.refused(VacateSeat(seat=SeatNo(9)))
    felt.ask(VacateSeat(seat=SIX))
    assert not felt.state.seat(SIX).is_taken


@pytest.mark.parametrize("mode", list(DealingMode))
def test_a_table_closed_between_rounds_opens_with_the_same_deck_due(mode: DealingMode) -> None:
    """Decks alternate through the night; the shoe is closed meanwhile (G10.1, V15)."""
    felt = at(Phase.COLLECT, mode)
    felt.collect()
    felt.ask(CloseTable(approval=FLOOR))
    assert (Phase.CLOSED, None) == (felt.phase(), felt.table.index)
    felt.ask(OpenTable(approval=FLOOR))
    assert "B" == felt.current().deck
    answer(felt, Answer.ACCEPTED, bank=50_000)
    felt.deal()
    assert Phase.PREFLOP is felt.phase()
