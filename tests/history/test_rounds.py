"""Rounds as the record tells them (ARCHITECTURE 2, history)."""

import pytest

from controller.engine.events import (
    BettingClosed,
    Event,
    RoundOpened,
    RoundSettled,
    RoundVoided,
    SeatSettled,
    SeatTurnedUp,
)
from controller.engine.ids import RoundNo, SeatNo
from controller.history.rounds import rounds_of
from tests.sim.reading import events_of, money_of
from tests.sim.stage import stage

OPENED = RoundOpened(round=RoundNo(4), deck="B", ruleset="r", digest="0" * 64)
CLOSED = BettingClosed(player_dealer=SeatNo(1), bank=50_000, entitled=(SeatNo(2),), stakes=())
UP = SeatTurnedUp(seat=SeatNo(2), step=0, cards=(), lines=())
DONE = SeatSettled(seat=SeatNo(2), step=0, paid=300, collected=200)
SETTLED = RoundSettled(paid=300, collected=200, net=-100)
VOID = RoundVoided(reason="jam", approved_by="F1", returned=(), total=0)


def test_a_settled_round_is_told_with_bank_seats_and_money() -> None:
    """Everything comes from the events, nothing is computed anew."""
    [one] = rounds_of([OPENED, CLOSED, UP, DONE, SETTLED])
    assert (4, "B", 1, 50_000) == (one.number, one.deck, one.player_dealer, one.bank)
    assert [(2, 300, 200)] == [(seat.seat, seat.paid, seat.collected) for seat in one.seats]
    assert (300, 200, -100, True, "") == (one.paid, one.collected, one.net, one.balances, one.void_reason)


def test_a_round_whose_seats_do_not_add_up_does_not_balance() -> None:
    """The demo refuses such a record (V1)."""
    [one] = rounds_of([OPENED, CLOSED, UP, SETTLED])
    assert not one.balances


def test_a_void_round_is_told_with_its_reason() -> None:
    """It moved nothing, so it balances."""
    [one] = rounds_of([OPENED, CLOSED, VOID])
    assert ("jam", True, True) == (one.void_reason, one.is_over, one.balances)


@pytest.mark.parametrize("events", [[], [OPENED], [OPENED, CLOSED, UP], [SETTLED]])
def test_a_round_that_is_not_over_is_not_told(events: list[Event]) -> None:
    """Only finished rounds are history."""
    assert [] == list(rounds_of(events))


def test_played_rounds_are_told_as_they_were_played() -> None:
    """The projection of a whole table's record gives each round's money."""
    table = stage(seed=9)
    table.dealer.play_rounds(2)
    told = list(rounds_of(events_of(table)))
    assert money_of(table) == [(one.paid, one.collected, one.net) for one in told]
    assert [True, True] == [one.balances for one in told]
    assert [7, 7] == [len({seat.seat for seat in one.seats}) for one in told]
