"""Limits change with effective time, between rounds, by the floor (G11.4, G2.5)."""

from dataclasses import replace

import pytest

from controller.engine.actors import Role
from controller.engine.commands import PlaceWager, SeatPlayer, VacateSeat
from controller.engine.fact_commands import PassTime, ShiftClock
from controller.engine.ids import SeatNo
from controller.engine.life_commands import ChangeLimits, MoveSeat
from controller.engine.posted import MINUTE_US, Posted
from controller.engine.prompt import OfferCode
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import Limit, Wager
from controller.engine.state import Phase
from controller.engine.views import view
from controller.journal.codec import state_json, state_of
from controller.rulesets.load import load_ruleset
from tests.engine.given import CALIFORNIA, FLOOR, Felt
from tests.engine.ruling_kit import finish
from tests.engine.stages import TWO, at, seated

HOUSE = load_ruleset("house-limits")
ANTE = ChangeLimits(wager=Wager.ANTE, minimum=2_500, maximum=50_000, approval=FLOOR)
BET = PlaceWager(seat=TWO, bettor=0, ante=1_000, blind=1_000, trips=0, bad_beat=0)


FREE = replace(CALIFORNIA, notice_min=0)
"""A card room that may change limits from one round to the next."""


def _free() -> Felt:
    """Give two seated players before a round, without a notice that is due to them."""
    felt = Felt(rules=FREE)
    felt.prepare()
    felt.ask(SeatPlayer(seat=SeatNo(1)))
    felt.ask(SeatPlayer(seat=TWO))
    return felt


def _limit(felt: Felt, wager: Wager = Wager.ANTE) -> tuple[int, int]:
    limit = felt.state.ruleset.limits.of(wager)
    assert limit is not None
    return limit.minimum, limit.maximum


def test_where_nobody_has_wagered_they_hold_at_once() -> None:
    """The plan and the change are two events; the Blind is the Ante, a Play up to four of it (G2.1)."""
    felt = _free()
    kinds = [event.kind for event in felt.ask(ANTE) if event.kind.startswith("limits")]
    assert ["limits_planned", "limits_changed"] == kinds
    assert (2_500, 50_000) == _limit(felt) == _limit(felt, Wager.BLIND)
    assert (2_500, 200_000) == _limit(felt, Wager.PLAY)
    felt.seat_bank(100_000, 2)
    assert RefusalCode.BELOW_MINIMUM is felt.refused(BET)
    felt.ask(replace(BET, ante=2_500, blind=2_500))
    assert felt.replayed() == felt.state


def test_in_a_round_nobody_changes_them() -> None:
    """Fixed while chips are out (G7.1, G11.5): with a wager on the felt it is refused."""
    felt = seated()
    assert RefusalCode.IN_ROUND is felt.refused(ANTE)
    felt.deal()
    assert RefusalCode.WRONG_PHASE is felt.refused(ANTE)


def test_a_given_time_is_waited_for_and_then_the_next_round() -> None:
    """Ten minutes from now they would hold, but a round is played: after it they do (G11.4)."""
    felt = _free()
    felt.ask(replace(ANTE, minutes=10))
    assert (100, 1_000_000) == _limit(felt)
    assert [10 * MINUTE_US] == [one.at_us for one in view(felt.state, felt.prompt).limits_due]
    felt.seat_bank(100_000, 2)
    felt.ask(BET)
    felt.now_us = 11 * MINUTE_US
    felt.give(PassTime(now_us=felt.now_us))
    assert (100, 1_000_000) == _limit(felt)
    felt.deal()
    finish(felt)
    felt.collect()
    assert Phase.COLLECT is not felt.phase()
    assert (2_500, 50_000) == _limit(felt)
    assert Posted(limits=felt.state.posted.limits) == felt.state.posted


def test_the_clock_alone_makes_them_hold() -> None:
    """Nobody has to touch anything: the moment is a deadline of the table (G11.4)."""
    felt = _free()
    felt.ask(replace(ANTE, minutes=1))
    felt.now_us = MINUTE_US
    felt.give(PassTime(now_us=felt.now_us))
    assert (2_500, 50_000) == _limit(felt)
    assert view(felt.state, felt.prompt).limits == felt.state.ruleset.limits


def test_a_restart_of_the_machine_keeps_what_is_left_of_the_time() -> None:
    """The clock counts from another start; the change comes no earlier and no later (DURABILITY 11)."""
    felt = _free()
    felt.ask(replace(ANTE, minutes=10))
    felt.give(ShiftClock(by_us=-4 * MINUTE_US))
    assert [6 * MINUTE_US] == [one.at_us for one in felt.state.posted.due]


def test_a_later_word_takes_the_place_of_the_first() -> None:
    """One plan for each wager; the other wagers keep theirs."""
    felt = _free()
    felt.ask(replace(ANTE, minutes=10))
    felt.ask(replace(ANTE, wager=Wager.TRIPS, minutes=10))
    felt.ask(replace(ANTE, minimum=1_000, minutes=20))
    assert {Wager.TRIPS: 2_500, Wager.ANTE: 1_000} == {
        one.wager: one.minimum for one in felt.state.posted.due
    }


def test_a_snapshot_keeps_them_under_the_rules_of_the_file() -> None:
    """The rules are not in a snapshot; what was posted is (DURABILITY 3.7)."""
    felt = at(Phase.CLOSED)
    felt.ask(ANTE)
    again = state_of(state_json(felt.state), felt.start.ruleset)
    assert felt.state == again
    assert Limit(minimum=2_500, maximum=50_000) == again.ruleset.limits.ante


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"wager": Wager.PLAY}, RefusalCode.BAD_AMOUNT),
        ({"wager": Wager.BAD_BEAT}, RefusalCode.BAD_AMOUNT),
        ({"minimum": 0}, RefusalCode.BAD_AMOUNT),
        ({"minimum": 150}, RefusalCode.BAD_AMOUNT),
        ({"maximum": 2_400}, RefusalCode.BAD_AMOUNT),
        ({"minutes": -1}, RefusalCode.BAD_COUNT),
        ({"minutes": 1_441}, RefusalCode.BAD_COUNT),
        ({"minimum": HOUSE.limits.ante.minimum, "maximum": HOUSE.limits.ante.maximum}, RefusalCode.NO_CHANGE),
        ({"approval": None}, RefusalCode.NEEDS_APPROVAL),
        ({"approval": replace(FLOOR, role=Role.TECHNICIAN)}, RefusalCode.NEEDS_ROLE),
    ],
)
def test_what_are_no_limits_is_refused(changes: dict[str, object], code: RefusalCode) -> None:
    """Names field and value; a wager of another's size, a step, an order, a time (G2.5, G2.6)."""
    felt = Felt(rules=HOUSE)
    felt.link()
    assert code is felt.refused(replace(ANTE, **changes))  # type: ignore[arg-type]  # the case names the field


def test_it_is_offered_to_the_floor_with_the_wagers_of_the_game() -> None:
    """In the floor's menu, the Ante's limits proposed (ARCHITECTURE 11)."""
    felt = Felt(rules=CALIFORNIA)
    felt.prepare()
    felt.ask(SeatPlayer(seat=SeatNo(1)))
    offer = felt.offer_code(OfferCode.CHANGE_LIMITS)
    assert ["wager", "minimum", "maximum", "minutes", "keeps"] == [field.value for field in offer.open_fields]
    assert ("ante", "trips", "bad_beat") == offer.choices[0].values


def test_players_who_sit_get_their_notice() -> None:
    """Thirty minutes before they hold, unless the table is closed or nobody sits (G11.4, MD21)."""
    felt = at(Phase.OFFER)
    assert 30 == felt.state.ruleset.notice_min
    assert RefusalCode.NOTICE_TOO_SHORT is felt.refused(ANTE)
    assert RefusalCode.NOTICE_TOO_SHORT is felt.refused(replace(ANTE, minutes=29))
    felt.ask(replace(ANTE, minutes=30))
    felt.now_us = 30 * MINUTE_US - 1
    felt.give(PassTime(now_us=felt.now_us))
    assert (100, 1_000_000) == _limit(felt)
    felt.now_us += 1
    felt.give(PassTime(now_us=felt.now_us))
    assert (2_500, 50_000) == _limit(felt)
    empty = Felt()
    empty.prepare()
    empty.ask(ANTE)
    assert (2_500, 50_000) == _limit(empty)


def test_a_plan_is_taken_back_without_a_notice() -> None:
    """Who sits down finds the limits as they were (G11.4)."""
    felt = at(Phase.OFFER)
    felt.ask(replace(ANTE, minutes=30))
    felt.ask(replace(ANTE, minimum=100, maximum=1_000_000, minutes=0))
    assert ((100, 1_000_000), ()) == (_limit(felt), felt.state.posted.due)


def test_a_seated_player_keeps_the_limits_of_before() -> None:
    """At once for whoever sits down from now on; the seats that keep theirs need no notice (OH, G11.4)."""
    felt = at(Phase.OFFER)
    felt.ask(replace(ANTE, keeps="seated"))
    assert (2_500, 50_000) == _limit(felt)
    felt.seat_bank(100_000, 2, 3)
    felt.ask(BET)
    assert RefusalCode.BELOW_MINIMUM is felt.refused(replace(BET, seat=SeatNo(3)))
    felt.ask(replace(BET, seat=SeatNo(3), ante=2_500, blind=2_500))
    shown = view(felt.state, felt.prompt).seats
    assert [1, 2] == [seat.number for seat in shown if seat.limits is not None]
    felt.deal()
    felt.play(2, 4)
    finish(felt)
    felt.collect()
    assert (1, 2) == tuple(seat.number for seat in felt.state.seats if seat.kept_limits)
    assert felt.replayed() == felt.state
    assert felt.state == state_of(state_json(felt.state), felt.start.ruleset)


def test_one_seat_may_keep_them_and_the_others_get_notice() -> None:
    """Seat by seat: who keeps nothing has the right to a notice (G11.4)."""
    felt = at(Phase.OFFER)
    assert RefusalCode.NOTICE_TOO_SHORT is felt.refused(replace(ANTE, keeps="2"))
    felt.ask(replace(ANTE, keeps="2", minutes=30))
    felt.now_us = 30 * MINUTE_US
    felt.give(PassTime(now_us=felt.now_us))
    assert [2] == [seat.number for seat in felt.state.seats if seat.kept_limits]


def test_what_a_player_keeps_goes_along_and_leaves_with_the_player() -> None:
    """Moved to another seat it stays the player's; whoever takes the old seat has the new limits (G11.5)."""
    felt = at(Phase.OFFER)
    felt.ask(replace(ANTE, keeps="seated", minutes=10))
    felt.ask(MoveSeat(seat=TWO, to=SeatNo(5)))
    felt.ask(SeatPlayer(seat=TWO))
    assert [(SeatNo(1), SeatNo(5))] == [one.keeps for one in felt.state.posted.due]
    felt.now_us = 10 * MINUTE_US
    felt.give(PassTime(now_us=felt.now_us))
    assert [1, 5] == [seat.number for seat in felt.state.seats if seat.kept_limits]
    felt.ask(MoveSeat(seat=SeatNo(5), to=SeatNo(6)))
    assert [1, 6] == [seat.number for seat in felt.state.seats if seat.kept_limits]
    felt.ask(VacateSeat(seat=SeatNo(6)))
    felt.ask(SeatPlayer(seat=SeatNo(6)))
    assert [1] == [seat.number for seat in felt.state.seats if seat.kept_limits]


def test_a_later_change_ends_what_was_kept_unless_it_is_kept_again() -> None:
    """The first limits stay with a seat that keeps them twice (G11.4)."""
    felt = _free()
    felt.ask(replace(ANTE, keeps="seated"))
    felt.ask(replace(ANTE, minimum=5_000, keeps="2"))
    assert [(2, 100)] == [
        (seat.number, seat.kept_limits[0].minimum) for seat in felt.state.seats if seat.kept_limits
    ]


@pytest.mark.parametrize("keeps", ["", "all", "9", "3", "2 2", "1,2", "none 2"])
def test_who_keeps_must_sit_there(keeps: str) -> None:
    """Names the field and what it may be (G2.6)."""
    assert RefusalCode.BAD_KEEPER is at(Phase.OFFER).refused(replace(ANTE, keeps=keeps, minutes=30))
