"""Limits change with effective time, between rounds, by the floor (G11.4, G2.5)."""

from dataclasses import replace

import pytest

from controller.engine.actors import Role
from controller.engine.commands import PlaceWager, SeatPlayer
from controller.engine.fact_commands import PassTime, ShiftClock
from controller.engine.ids import SeatNo
from controller.engine.life_commands import ChangeLimits
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


def _limit(felt: Felt, wager: Wager = Wager.ANTE) -> tuple[int, int]:
    limit = felt.state.ruleset.limits.of(wager)
    assert limit is not None
    return limit.minimum, limit.maximum


def test_where_nobody_has_wagered_they_hold_at_once() -> None:
    """The plan and the change are two events; the Blind is the Ante, a Play up to four of it (G2.1)."""
    felt = at(Phase.OFFER)
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
    felt = at(Phase.OFFER)
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
    felt = at(Phase.OFFER)
    felt.ask(replace(ANTE, minutes=1))
    felt.now_us = MINUTE_US
    felt.give(PassTime(now_us=felt.now_us))
    assert (2_500, 50_000) == _limit(felt)
    assert view(felt.state, felt.prompt).limits == felt.state.ruleset.limits


def test_a_restart_of_the_machine_keeps_what_is_left_of_the_time() -> None:
    """The clock counts from another start; the change comes no earlier and no later (DURABILITY 11)."""
    felt = at(Phase.OFFER)
    felt.ask(replace(ANTE, minutes=10))
    felt.give(ShiftClock(by_us=-4 * MINUTE_US))
    assert [6 * MINUTE_US] == [one.at_us for one in felt.state.posted.due]


def test_a_later_word_takes_the_place_of_the_first() -> None:
    """One plan for each wager; the other wagers keep theirs."""
    felt = at(Phase.OFFER)
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
    assert ["wager", "minimum", "maximum", "minutes"] == [field.value for field in offer.open_fields]
    assert ("ante", "trips", "bad_beat") == offer.choices[0].values
