"""Rounds as the record tells them (ARCHITECTURE 2, history)."""

from dataclasses import replace

import pytest

from controller.engine.commands import Irregularity
from controller.engine.events import (
    BettingClosed,
    Event,
    HoldCleared,
    HoldRaised,
    RoundOpened,
    RoundSettled,
    RoundVoided,
    SeatSettled,
    SeatTurnedUp,
)
from controller.engine.ids import RoundNo, SeatNo
from controller.engine.ruleset_policy import FeesOnVoid, Irregular, Ruling, RulingScope
from controller.engine.ruling_events import DecksAfter, Ruled, WagersAfter
from controller.engine.settlement_types import Reason
from controller.engine.state import HoldCode
from controller.history.rounds import KEPT, History, rounds_of
from controller.journal.journal import Journal
from controller.table.recovery import resume
from tests.sim.reading import events_of, money_of, records_of
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


def test_a_round_keeps_its_stops_its_rulings_and_what_went_back() -> None:
    """Why, who and how much, in order; that it went on is told once, by its ruling (G9.1, D11)."""
    seen = HoldRaised(code=HoldCode.REPORTED, device=None, places=(), reported=Irregularity.CARD_EXPOSED)
    ruled = Ruled(
        code=Irregular.I4,
        ruling=Ruling.PLAY_ON,
        scope=RulingScope.ROUND,
        seat=None,
        place="",
        wagers=WagersAfter.STAND,
        fees=FeesOnVoid.KEPT,
        counts=True,
        decks=DecksAfter.ALTERNATE,
        before="",
        after="",
        reason="card_exposed",
        approved_by="F1",
    )
    went_on, lost = (
        HoldCleared(approved_by="F1"),
        HoldRaised(code=HoldCode.LINK_LOST, device="shoe", places=(), reported=None),
    )
    back = RoundVoided(reason="jam", approved_by="F1", returned=((SeatNo(2), 0, 500),), total=500)
    events: list[Event] = [OPENED, CLOSED, seen, ruled, went_on, lost, went_on, back]
    [one] = rounds_of(events)
    assert (seen, ruled, lost, went_on, back) == one.told
    assert one.irregular


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


def test_the_last_twenty_rounds_are_kept_the_newest_first() -> None:
    """The screen looks back so far and no further (TOUCHSCREEN 6, D11)."""
    history = History()
    for number in range(1, KEPT + 4):
        history = history.after([replace(OPENED, round=RoundNo(number)), CLOSED, UP], number)
        history = history.after([DONE, SETTLED], number * 10)
    assert [*range(KEPT + 3, 3, -1)] == [one.number for one in history.rounds]
    assert [230, 220] == [one.ended_us for one in history.rounds[:2]]


def test_a_round_in_play_is_not_among_those_that_are_over() -> None:
    """It stays apart until it is settled or void."""
    history = History().after([OPENED, CLOSED, UP], 5)
    assert ((), 4) == (history.rounds, history.current.number if history.current else None)


def test_a_round_in_which_the_table_stood_still_is_marked() -> None:
    """A fault or an irregularity leaves a mark, also where the round was played out."""
    held = HoldRaised(code=HoldCode.LINK_LOST, device="shoe", places=(), reported=None)
    [one] = rounds_of([OPENED, CLOSED, held, UP, DONE, SETTLED])
    assert one.irregular


def test_hands_are_named_as_the_settlement_named_them_and_folded_ones_never() -> None:
    """Only cards that were turned up have a name; what was not turned up is not there (P9)."""
    table = stage(seed=9)
    table.dealer.play_rounds(3)
    history = History()
    for record in records_of(table):
        history = history.after(record.content.events, record.content.stamp.utc_us)
    folded = Reason.FOLDED
    seats = [seat for one in history.rounds for seat in one.seats]
    assert seats
    assert all((seat.hand is None) == any(line.reason is folded for line in seat.lines) for seat in seats)
    assert all(one.bank_hand is not None and len(one.board) == 5 for one in history.rounds)


def test_a_restart_still_knows_the_rounds_before_its_snapshot() -> None:
    """What the screen can look back to survives a restart of the program (D11)."""
    table = stage(seed=9)
    table.dealer.play_rounds(3)
    newest = table.world.picture.newest
    _, records, _ = Journal.in_memory(table.medium, table.clock.now)
    restored = resume(table.world.state, records)
    assert newest is not None
    assert [3, 2, 1] == [one.number for one in restored.history.rounds]
    assert newest.history == restored.history.rounds


def test_only_so_many_rounds_before_a_snapshot_are_read_again() -> None:
    """A long day is not decoded for the few rounds that are shown (DURABILITY 3.7)."""
    table = stage(seed=9)
    table.dealer.play_rounds(3)
    _, records, _ = Journal.in_memory(table.medium, table.clock.now)
    events = (event for record in records.rounds_before_snapshot(2) for event in record.content.events)
    assert [2, 3] == [one.number for one in rounds_of(events)]
