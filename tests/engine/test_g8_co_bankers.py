"""Who holds a part of the bank does not wager against it (G2.8, G8.8)."""

import pytest

from controller.engine.bank_commands import BankPart, ShareBank
from controller.engine.bank_events import BankShared
from controller.engine.commands import (
    Exposure,
    PlaceWager,
    PostBank,
    RemoveWager,
    RepeatWagers,
    SeatPlayer,
    VacateSeat,
)
from controller.engine.coverage import BankLayer, Contribution
from controller.engine.decide.betting import decide_close_betting
from controller.engine.evolve.banking import evolve_bank
from controller.engine.ids import SeatNo
from controller.engine.life_commands import MoveSeat
from controller.engine.preview import effect_of
from controller.engine.prompt import OfferCode
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import Phase
from tests.engine.given import Felt
from tests.engine.stages import seated

FOUR = SeatNo(4)


def parts(*given: tuple[int, str, int]) -> ShareBank:
    """Make the command from layers, names and cents."""
    return ShareBank(parts=tuple(BankPart(layer=n, contributor=who, cents=cents) for n, who, cents in given))


WITH_FOUR = parts((1, "seat-1", 50_000), (1, "seat-4", 50_000))


def held() -> Felt:
    """Seat 1 banks and seat 4 holds half of it; seats 2 and 3 wager."""
    felt = seated()
    felt.ask(SeatPlayer(seat=FOUR))
    felt.ask(WITH_FOUR)
    return felt


def stakes(seat: int, bettor: int = 0) -> PlaceWager:
    """Make the command of plain stakes."""
    return PlaceWager(seat=SeatNo(seat), bettor=bettor, ante=1000, blind=1000, trips=0, bad_beat=0)


@pytest.mark.parametrize("bettor", [0, 1])
def test_a_seat_that_holds_a_part_takes_no_wager(bettor: int) -> None:
    """Neither its player's nor those that its player would act for (G2.8, G8.7, G8.8)."""
    felt = held()
    before = felt.state
    refused = felt.give(stakes(4, bettor))
    assert isinstance(refused, Refused)
    assert (RefusalCode.CO_BANKER, "seat", "4", FOUR) == (
        refused.code,
        refused.field,
        refused.value,
        refused.seat,
    )
    assert before == felt.state


def test_its_offer_is_closed_and_says_why() -> None:
    """The screen and the console show the reason before anybody tries (G2.8)."""
    felt = held()
    offers = [one for one in felt.offers if one.code is OfferCode.PLACE_WAGER and one.seat == FOUR]
    assert [RefusalCode.CO_BANKER] == [one.why_not for one in offers]


def test_a_seat_with_wagers_holds_no_part() -> None:
    """First the chips go back, then the seat may bank; the stakes stay off the felt (G2.8, G8.8)."""
    felt = seated()
    command = parts((1, "seat-1", 50_000), (1, "seat-2", 50_000))
    assert RefusalCode.CO_BANKER is felt.refused(command)
    felt.ask(RemoveWager(seat=SeatNo(2), bettor=0))
    felt.ask(command)
    assert RefusalCode.CO_BANKER is felt.refused(RepeatWagers(seat=SeatNo(2)))
    felt.ask(PostBank(amount=100_000))
    felt.ask(RepeatWagers(seat=SeatNo(2)))
    assert felt.state.seat(SeatNo(2)).bettors[0].is_in


def test_no_card_is_dealt_to_a_co_banker() -> None:
    """The round goes on without the seat, also when the bank is proposed again (G3.1, G3.5)."""
    felt = held()
    felt.deal()
    assert (2, 3) == felt.current().entitled
    felt.play(2, 4)
    felt.play(3, 4)
    felt.board()
    felt.expose(Exposure.PLAYER_DEALER)
    felt.settle()
    felt.collect()
    assert Phase.WAGERS is felt.phase()
    assert ["seat-1", "seat-4"] == [one.contributor for one in felt.current().layers[0].contributors]
    assert RefusalCode.CO_BANKER is felt.refused(stakes(4))


@pytest.mark.parametrize("command", [VacateSeat(seat=FOUR), MoveSeat(seat=FOUR, to=SeatNo(7))])
def test_a_co_banker_keeps_the_seat(command: VacateSeat | MoveSeat) -> None:
    """Until the bank is posted without that part: else it would be paid to an empty seat (G8.8, G11.5)."""
    felt = held()
    felt.ask(RemoveWager(seat=SeatNo(2), bettor=0))
    felt.ask(RemoveWager(seat=SeatNo(3), bettor=0))
    assert RefusalCode.BANKS_NOW is felt.refused(command)
    felt.ask(PostBank(amount=100_000))
    felt.ask(command)
    assert not felt.state.seat(FOUR).is_taken


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("seat-7", "seat-1, seat-2, seat-3"),
        ("seat-9", "seat-1, seat-2, seat-3"),
        ("Seat 2", "seat-1, seat-2, seat-3"),
        ("seat-02", "seat-1, seat-2, seat-3"),
        ("seat_1", "seat-1, seat-2, seat-3"),
    ],
)
def test_a_part_names_a_seat_that_is_there(name: str, allowed: str) -> None:
    """An empty seat, none, or one spelt so that nobody would know it again (G8.8)."""
    refused = seated().give(parts((1, "seat-1", 50_000), (2, name, 50_000)))
    assert isinstance(refused, Refused)
    assert (RefusalCode.BAD_BANK_PARTS, name, allowed) == (refused.code, refused.value, refused.allowed)


@pytest.mark.parametrize(
    ("command", "value", "allowed"),
    [
        (parts((1, "anna", 500), (1, "anna", 500)), "anna", "each name once in a layer"),
        (parts((1, "anna", 500), (1, "bo", 500)), "anna, bo", "seat-1 in layer 1"),
        (parts((1, "anna", 500), (2, "seat-1", 500)), "anna", "seat-1 in layer 1"),
        (parts((1, "seat-1", 500), (3, "bo", 500)), "1, 3", "layers 1 to 3 in order, none left out"),
    ],
)
def test_a_refused_bank_names_what_was_given(command: ShareBank, value: str, allowed: str) -> None:
    """The value is what stood in the command, not what should have (G13.5 in spirit, G8.8)."""
    refused = seated().give(command)
    assert isinstance(refused, Refused)
    assert (RefusalCode.BAD_BANK_PARTS, value, allowed) == (refused.code, refused.value, refused.allowed)


def test_the_effect_of_sharing_names_the_bank_before_and_after() -> None:
    """The parts' sum takes the place of what was posted: no surprise after the tap (G1, G8.8)."""
    felt = held()
    effect = effect_of(felt.state, parts((1, "seat-1", 50_000), (2, "backer", 500_000)))
    assert (100_000, 550_000) == (effect.bank_before, effect.bank_after)


def test_a_record_that_let_both_stand_is_stopped_before_the_deal() -> None:
    """A table opened on an older record may hold such a bank: no more bets names the seat (G3.4)."""
    felt = seated()
    both = tuple(Contribution(contributor=who, cents=50_000) for who in ("seat-1", "seat-2"))
    event = BankShared(seat=SeatNo(1), layers=(BankLayer(cents=100_000, contributors=both),))
    refused = decide_close_betting(evolve_bank(felt.state, event), 0)
    assert isinstance(refused, Refused)
    assert (RefusalCode.CO_BANKER, SeatNo(2)) == (refused.code, refused.seat)
