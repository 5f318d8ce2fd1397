"""Limits at entry, as the rule set says: reject, cap, stand, honour once (G2.5)."""

from dataclasses import replace

import pytest

from controller.engine.bank_events import BelowMinimumReturned, MinimumHonoured
from controller.engine.commands import CloseBetting, Exposure, PlaceWager, RemoveWager, VacateSeat
from controller.engine.ids import SeatNo
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import OverMax, RuleSet, UnderMin, Wager
from controller.engine.state import Phase
from controller.engine.view_types import Below
from controller.engine.views import view
from controller.rulesets.load import load_ruleset
from tests.engine.given import CALIFORNIA, Felt
from tests.engine.stages import THREE, TWO, seated

HOUSE = load_ruleset("house-limits")
STANDS = replace(CALIFORNIA, over_max=OverMax.STAND, under_min=UnderMin.STAND)


def house(*wagers: tuple[int, int, int], rules: RuleSet = HOUSE) -> Felt:
    """Give a house-banked table with these seats, Antes and Trips on the felt."""
    felt = Felt(rules=rules)
    felt.prepare()
    for seat, ante, trips in wagers:
        felt.wager(seat, ante, trips=trips)
    return felt


def played(felt: Felt, *plays: tuple[int, int]) -> Felt:
    """Deal, decide before the flop with these multiples, and turn everything up."""
    felt.deal()
    for seat, multiple in plays:
        felt.play(seat, multiple)
    felt.draw(5)
    felt.expose(Exposure.PLAYER_DEALER)
    return felt


def placed(seat: int, ante: int, trips: int = 0) -> PlaceWager:
    """Make one bettor's stakes."""
    return PlaceWager(seat=SeatNo(seat), bettor=0, ante=ante, blind=ante, trips=trips, bad_beat=0)


def test_a_wager_over_the_maximum_is_honoured_up_to_it_and_the_rest_returned() -> None:
    """T2: over_max = cap. What was placed stays in the record; the overage never plays (G2.5)."""
    felt = house((2, 150_000, 5_000))
    shown = view(felt.state, felt.prompt).seats[1].bettors[0]
    assert 2 * 50_000 + 2_500 == shown.over
    played(felt, (2, 4))
    settlement = felt.current().settlement
    assert settlement is not None
    lines = {line.wager: (line.stake, line.over_limit_returned) for line in settlement.lines}
    assert {
        Wager.ANTE: (100_000, 50_000),
        Wager.BLIND: (100_000, 50_000),
        Wager.PLAY: (400_000, 0),
        Wager.TRIPS: (2_500, 2_500),
    } == lines
    for line in settlement.lines:
        assert line.collected + line.returned == line.stake + line.over_limit_returned


def test_the_play_is_a_multiple_of_the_ante_that_is_honoured() -> None:
    """Chips over the maximum never play, so they are not multiplied either (G2.2, G2.5)."""
    felt = house((2, 150_000, 0))
    felt.deal()
    felt.play(2, 3)
    assert 300_000 == felt.state.seat(TWO).bettors[0].play


def test_a_side_wager_over_the_ante_is_capped_where_the_rules_cap() -> None:
    """With side_max = ante the ceiling is the smaller of maximum and Ante as placed (G13.4)."""
    felt = seated(rules=replace(CALIFORNIA, over_max=OverMax.CAP))
    felt.wager(2, 1000, trips=1500)
    assert 500 == view(felt.state, felt.prompt).seats[1].bettors[0].over


def test_an_accepted_wager_over_the_maximum_stands_whole() -> None:
    """over_max = stand: paid or lost whole (G2.5)."""
    felt = seated(rules=STANDS, bank=10_000_000)
    felt.wager(2, 1_500_000)
    assert 0 == view(felt.state, felt.prompt).seats[1].bettors[0].over
    felt.deal()
    felt.play(2, 4)
    assert 6_000_000 == felt.state.seat(TWO).bettors[0].play


def test_a_wager_under_the_minimum_stands_where_the_rules_say_so() -> None:
    """under_min = stand: no word, no refusal, again and again (G2.5)."""
    rules = replace(HOUSE, under_min=UnderMin.STAND)
    felt = house((2, 200, 0), rules=rules)
    felt.ask(CloseBetting())
    assert [] == [event for event in felt.events if isinstance(event, MinimumHonoured)]
    assert Phase.HOLE is felt.phase()


@pytest.mark.parametrize(
    ("ante", "code"), [(200, RefusalCode.BELOW_MINIMUM), (150_000, RefusalCode.ABOVE_MAXIMUM)]
)
def test_the_default_refuses_both_ends(ante: int, code: RefusalCode) -> None:
    """Reject / reject: nothing changes, the refusal names what is allowed (G2.5)."""
    rules = replace(HOUSE, over_max=OverMax.REJECT, under_min=UnderMin.REJECT)
    felt = house((3, 1000, 0), rules=rules)
    assert code is felt.refused(placed(2, ante))


def test_the_first_wager_under_the_minimum_plays_and_the_floor_is_told() -> None:
    """T2: honour_once, the first time (G2.5)."""
    felt = house((2, 200, 0), (3, 1000, 0))
    assert Below.FIRST is view(felt.state, felt.prompt).seats[1].bettors[0].below
    closed = felt.ask(CloseBetting())
    assert MinimumHonoured(seat=TWO, bettor=0, wager=Wager.ANTE, amount=200, minimum=500) == closed[0]
    assert "floor_called" in [event.kind for event in closed]
    assert felt.state.floor_called
    assert (TWO, THREE) == felt.current().entitled


def test_the_second_time_that_hand_is_dead_and_returned() -> None:
    """The same person at that seat: the wagers go back and no cards come (G2.5)."""
    felt = house((2, 200, 0), (3, 1000, 0))
    played(felt, (2, 4), (3, 4))
    felt.settle()
    felt.collect()
    assert Below.AGAIN is view(felt.state, felt.prompt).seats[1].bettors[0].below
    closed = felt.ask(CloseBetting())
    expected = BelowMinimumReturned(seat=TWO, bettor=0, wager=Wager.ANTE, amount=200, minimum=500, total=400)
    assert expected == closed[0]
    assert (THREE,) == felt.current().entitled
    assert felt.replayed() == felt.state


def test_a_hand_that_will_be_dead_is_no_entitled_seat() -> None:
    """Betting cannot close on it alone (G3.4)."""
    felt = house((2, 200, 0), (3, 1000, 0))
    played(felt, (2, 4), (3, 4))
    felt.settle()
    felt.collect()
    felt.ask(RemoveWager(seat=THREE, bettor=0))
    assert RefusalCode.NO_ENTITLED_SEAT is felt.refused(CloseBetting())
    felt.wager(2, 500)
    felt.ask(CloseBetting())
    assert (TWO,) == felt.current().entitled


def test_another_person_at_the_seat_is_honoured_anew() -> None:
    """The first time is the person's, not the chair's (G2.5)."""
    felt = house((2, 200, 0), (3, 1000, 0))
    played(felt, (2, 4), (3, 4))
    felt.settle()
    felt.collect()
    felt.ask(RemoveWager(seat=TWO, bettor=0))
    felt.ask(VacateSeat(seat=TWO))
    felt.wager(2, 200)
    assert Below.FIRST is view(felt.state, felt.prompt).seats[1].bettors[0].below


def test_a_side_wager_under_its_minimum_is_told_by_name() -> None:
    """T2 has 3.00 to 25.00 on Trips (G2.5)."""
    felt = house((2, 1000, 100))
    closed = felt.ask(CloseBetting())
    assert MinimumHonoured(seat=TWO, bettor=0, wager=Wager.TRIPS, amount=100, minimum=300) == closed[0]


def test_a_short_play_of_an_honoured_ante_is_taken() -> None:
    """The Play of 200 at 1x is below the Play's own minimum and follows the Ante (G2.5)."""
    felt = house((2, 200, 0))
    felt.deal()
    felt.draw(5)
    felt.play(2, 1)
    assert 200 == felt.state.seat(TWO).bettors[0].play


def test_an_ante_off_its_step_is_refused() -> None:
    """Ante and Blind are multiples of `ante_step`, whatever the limits do (G2.5)."""
    assert RefusalCode.OFF_STEP is house().refused(placed(2, 1_050))


def test_nobody_stands_behind_a_seat_where_the_rules_have_no_back_line() -> None:
    """T2 has no side bets, read so (G7.1, G8.7)."""
    felt = house((2, 1000, 0))
    behind = PlaceWager(seat=TWO, bettor=1, ante=1000, blind=1000, trips=0, bad_beat=0)
    assert RefusalCode.NO_BACK_LINE is felt.refused(behind)
