"""The floor's hand in the offer of the bank: a seat chosen, seats skipped, the game ended (G8.1, G11.6)."""

from dataclasses import replace

import pytest

from controller.engine.commands import Answer, AnswerOffer, OpenTable
from controller.engine.ids import SeatNo
from controller.engine.prompt import OfferCode, OpenField, PromptCode
from controller.engine.refusals import RefusalCode
from controller.engine.rotation import GameEnd, PassedOver
from controller.engine.rotation_commands import EndGame, FlagThirdParty, ForceOffer
from controller.engine.ruleset import AllDeclined
from controller.engine.state import Phase
from controller.rulesets.load import load_ruleset
from tests.engine.given import CALIFORNIA, FLOOR, Felt
from tests.engine.stages import TWO
from tests.engine.test_g8_offers import EIGHT, FOUR, SIX, answer, offered, whole_round

HOUSE = load_ruleset("house-limits")
STRICT = replace(CALIFORNIA, rotation=replace(CALIFORNIA.rotation, intervening_required=True))


def force(seat: int, reason: str = "seat_away") -> ForceOffer:
    """Have the bank offered to this seat next, with the floor's approval."""
    return ForceOffer(seat=SeatNo(seat), reason=reason, approval=FLOOR)


def skipped(felt: Felt) -> list[tuple[int, PassedOver, str]]:
    """Give who was passed over, why, and in which words."""
    return [(e.seat, e.why, e.reason) for e in felt.events if e.kind == "seat_passed_over"]


def test_the_dealer_cannot_skip_a_seat_and_the_floor_can_with_a_reason() -> None:
    """Each skipped seat has its own event (G8.1)."""
    felt = offered(2, 4, 6, 8)
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(ForceOffer(seat=SIX, reason="seat_away"))
    assert RefusalCode.BAD_REASON is felt.refused(force(6, ""))
    felt.ask(force(6))
    assert (PromptCode.OFFER_BANK, SIX) == (felt.prompt.code, felt.prompt.seat)
    both = [(2, PassedOver.SKIPPED, "seat_away"), (4, PassedOver.SKIPPED, "seat_away")]
    assert both == skipped(felt)
    assert SIX == answer(felt, Answer.DECLINED)
    assert EIGHT == answer(felt, Answer.DECLINED)
    assert PromptCode.NOBODY_BANKS is felt.prompt.code


def test_a_seat_that_declined_may_be_asked_once_more() -> None:
    """The floor chooses any seat (G8.1)."""
    felt = offered(2, 4, 6)
    answer(felt, Answer.DECLINED)
    felt.ask(force(2))
    assert TWO == felt.prompt.seat
    assert [] == skipped(felt)
    answer(felt, Answer.ACCEPTED, bank=5_000)
    assert (Phase.WAGERS, TWO) == (felt.phase(), felt.current().player_dealer)


def test_a_rotation_is_forced_before_the_first_card() -> None:
    """From WAGERS back to OFFER; if the seat declines the walk goes on (G11.6)."""
    felt = offered(2, 4, 6)
    answer(felt, Answer.ACCEPTED, bank=5_000)
    felt.wager(4, 1000)
    felt.ask(force(6, "house_order"))
    assert (Phase.OFFER, SIX, None) == (felt.phase(), felt.prompt.seat, felt.current().player_dealer)
    assert [] == skipped(felt)
    answer(felt, Answer.DECLINED)
    assert FOUR == felt.prompt.seat
    answer(felt, Answer.ACCEPTED, bank=5_000)
    assert (Phase.WAGERS, FOUR) == (felt.phase(), felt.current().player_dealer)
    assert felt.replayed() == felt.state


@pytest.mark.parametrize(
    ("seat", "code"),
    [(2, RefusalCode.ALREADY_ASKED), (5, RefusalCode.SEAT_EMPTY), (9, RefusalCode.BAD_SEAT)],
)
def test_a_seat_that_cannot_be_chosen_is_refused(seat: int, code: RefusalCode) -> None:
    """Asked already, empty, or no seat (G8.1)."""
    felt = offered(2, 4)
    assert code is felt.refused(force(seat))


def test_nobody_is_offered_the_house_s_bank() -> None:
    """`house`: no offers (G8.5)."""
    felt = Felt(rules=HOUSE)
    felt.prepare()
    assert RefusalCode.NOT_FORCED is felt.refused(force(4))
    codes = {offer.code for offer in felt.offers}
    assert {OfferCode.FORCE_OFFER, OfferCode.END_GAME} & codes == {OfferCode.END_GAME}


def test_intervening_required_names_the_seat_that_may_not_bank_again() -> None:
    """It is logged as ineligible with its reason, and cannot be forced (G8.1, G8.2)."""
    felt = offered(2, 4, rules=STRICT)
    answer(felt, Answer.ACCEPTED, bank=50_000)
    felt.wager(4, 1000)
    whole_round(felt)
    whole_round(felt)
    assert FOUR == answer(felt, Answer.DECLINED)
    assert [(2, PassedOver.BANKED_LAST, "")] == skipped(felt)
    assert RefusalCode.INELIGIBLE is felt.refused(force(2))
    assert PromptCode.NOBODY_BANKS is felt.prompt.code


def test_no_round_waits_for_a_volunteer_after_all_declined() -> None:
    """The other choice than keep (G8.2, all_declined)."""
    rules = replace(CALIFORNIA, rotation=replace(CALIFORNIA.rotation, all_declined=AllDeclined.NO_ROUND))
    felt = offered(2, 4, rules=rules)
    answer(felt, Answer.ACCEPTED, bank=50_000)
    felt.wager(4, 1000)
    whole_round(felt)
    whole_round(felt)
    assert [FOUR, TWO] == [answer(felt, Answer.DECLINED) for _ in range(2)]
    assert PromptCode.NOBODY_BANKS is felt.prompt.code
    felt.ask(AnswerOffer(seat=TWO, answer=Answer.ACCEPTED, bank=50_000))
    assert (Phase.WAGERS, 0) == (felt.phase(), felt.state.banking.counted)


def test_the_floor_s_acts_can_be_filled_by_any_screen() -> None:
    """Seats and reasons to choose from stand in the offer (G11.6)."""
    felt = offered(2, 4, 6)
    offer = felt.offer_code(OfferCode.FORCE_OFFER)
    seats = offer.choice(OpenField.SEAT)
    assert seats is not None
    assert (4, 6) == seats.values
    end = felt.offer_code(OfferCode.END_GAME)
    assert (OpenField.REASON,) == end.open_fields
    assert end.needs is not None


def test_the_game_ends_and_another_begins_at_the_lowest_seat() -> None:
    """A new game knows nothing of the old one's bank (G8.1)."""
    felt = offered(2, 4)
    answer(felt, Answer.DECLINED)
    felt.ask(EndGame(reason="too few players", approval=FLOOR))
    ended = [event for event in felt.events if event.kind == "game_ended"]
    assert [(GameEnd.FLOOR, "too few players")] == [(event.why, event.reason) for event in ended]
    felt.ask(OpenTable(approval=FLOOR))
    assert TWO == felt.prompt.seat
    assert None is felt.state.rotation.ended


def test_without_the_rule_there_is_no_third_party_provider() -> None:
    """The flag belongs to every_hand_2026 (G8.3)."""
    felt = offered(2, 4)
    flag = FlagThirdParty(seat=TWO, is_third_party=True, approval=FLOOR)
    assert RefusalCode.NO_THIRD_PARTY is felt.refused(flag)
