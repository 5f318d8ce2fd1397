"""Single-rule mistakes about rounding, limits, caps, what the wager covers and in which order (G2, G6)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from controller.cli import settle_input
from controller.engine import coverage, settlement
from controller.engine.coverage import LayerState
from controller.engine.money import Cents, Rounding
from controller.engine.ruleset import (
    SETTLED_WAGERS,
    Coverage,
    CoverageProfile,
    FoldCollection,
    RuleSet,
    SettleDirection,
    Wager,
    WithinSeat,
)
from controller.engine.settlement_types import SeatEntry, Showdown, Stakes
from tests.cli.planting import Plant, instead, table, with_rules, with_showdown

BLIND_FIRST = (Wager.BLIND, Wager.ANTE, Wager.PLAY, Wager.TRIPS, Wager.BAD_BEAT)


def _rounds(rounding: Rounding, change: Callable[[RuleSet], RuleSet]) -> Plant:
    """Change the rules of the configurations that round so."""
    return with_rules(lambda rules: change(rules) if rules.rounding is rounding else rules)


def _reads(reading: Coverage, *reach: int) -> Plant:
    """Let one reading of the wager count otherwise what was paid and collected."""
    return lambda patch: patch.setitem(coverage._REACH, reading, reach)


def _walks(change: Callable[[CoverageProfile], CoverageProfile]) -> Plant:
    return with_rules(lambda rules: replace(rules, profile=change(rules.profile)))


def _cap_off(rules: RuleSet) -> RuleSet:
    return replace(rules, aggregate_cap=None)


def _cap_a_cent_low(rules: RuleSet) -> RuleSet:
    cap = rules.aggregate_cap
    return rules if cap is None else replace(rules, aggregate_cap=replace(cap, cents=cap.cents - 1))


def _pays_the_last_winner_whole(state: LayerState, due: Cents) -> Cents:
    moved = due if state.to_pay() != 0 else 0
    state.paid += moved
    return moved


def _covers_all_or_nothing(state: LayerState, stake: Cents) -> Cents:
    room = state.to_collect()
    moved = stake if room is None or stake <= room else 0
    state.collected += moved
    return moved


def _never_closes(patch: pytest.MonkeyPatch) -> None:
    right = LayerState.__init__

    def init(state: LayerState, reading: Coverage, cents: Cents) -> None:
        right(state, reading, cents)
        state._closes = False

    patch.setattr(LayerState, "__init__", init)


def _seated_alone(shown: Showdown) -> Showdown:
    """Forget who stands behind a seat."""
    seats = tuple(replace(seat, bettors=seat.bettors[:1]) for seat in shown.seats)
    return replace(shown, seats=seats)


def _play_of_one_ante(shown: Showdown) -> Showdown:
    """Take every Play for one Ante."""

    def bettor(stakes: Stakes) -> Stakes:
        return replace(stakes, play=stakes.ante if stakes.play else 0)

    def seat(entry: SeatEntry) -> SeatEntry:
        return replace(entry, bettors=tuple(map(bettor, entry.bettors)))

    return replace(shown, seats=tuple(map(seat, shown.seats)))


BANK_MISTAKES = table(
    {
        "rounding_down_is_exact": (
            "G2.7",
            _rounds(Rounding.DOWN, lambda rules: replace(rules, rounding=Rounding.EXACT)),
        ),
        "rounding_down_goes_up": (
            "G2.7",
            _rounds(Rounding.DOWN, lambda rules: replace(rules, rounding=Rounding.UP)),
        ),
        "rounding_up_goes_down": (
            "G2.7",
            _rounds(Rounding.UP, lambda rules: replace(rules, rounding=Rounding.DOWN)),
        ),
        "winnings_are_rounded_to_another_chip": (
            "G2.7",
            _rounds(Rounding.UP, lambda rules: replace(rules, chip=500)),
        ),
        "what_is_over_the_maximum_is_kept": (
            "G2.5",
            instead(settle_input, "cut_to_limits", lambda _: lambda _rules, stakes: stakes),
        ),
        "every_play_is_settled_at_one_ante": ("G2.1", with_showdown(_play_of_one_ante)),
        "no_cap_is_applied": ("G6.5", with_rules(_cap_off)),
        "the_cap_is_a_cent_too_low": ("G6.5", with_rules(_cap_a_cent_low)),
        "the_pool_forgets_what_was_collected": ("G6.1", _reads(Coverage.GROSS_POOL, -1, 0, -1, -1)),
        "the_pool_forgets_what_was_paid": ("G6.1", _reads(Coverage.GROSS_POOL, -1, -1, 0, -1)),
        "two_sides_share_one_pool": ("G6.1", _reads(Coverage.GROSS_TWO_SIDED, -1, -1, -1, -1)),
        "the_net_does_not_add_what_was_won": ("G6.1", _reads(Coverage.NET_ABSORBING, -1, 0, 1, -1)),
        "the_running_net_does_not_add_what_was_paid": ("G6.1", _reads(Coverage.NET_RUNNING, -1, 1, 0, -1)),
        "a_bank_that_ended_goes_on": ("G6.1", _never_closes),
        "the_last_winner_is_paid_whole": (
            "G6.4",
            instead(LayerState, "pay", lambda _: _pays_the_last_winner_whole),
        ),
        "a_loser_is_covered_whole_or_not_at_all": (
            "G6.4",
            instead(LayerState, "collect", lambda _: _covers_all_or_nothing),
        ),
        "folds_wait_for_their_seat_where_they_go_first": (
            "G6.6",
            _walks(lambda profile: replace(profile, fold_collection=FoldCollection.IN_TURN)),
        ),
        "folds_go_first_where_they_wait": (
            "G6.6",
            _walks(lambda profile: replace(profile, fold_collection=FoldCollection.AT_FOLD)),
        ),
        "every_seat_is_settled_bettor_by_bettor": (
            "G6.6",
            _walks(lambda profile: replace(profile, within_seat=WithinSeat.BETTOR_MAJOR)),
        ),
        "every_seat_is_settled_wager_by_wager": (
            "G6.6",
            _walks(lambda profile: replace(profile, within_seat=WithinSeat.WAGER_MAJOR)),
        ),
        "bonuses_wait_for_no_second_pass": (
            "G6.6",
            _walks(lambda profile: replace(profile, passes=(SETTLED_WAGERS,))),
        ),
        "the_blind_goes_before_the_ante": (
            "G6.6",
            _walks(lambda profile: replace(profile, passes=(BLIND_FIRST,))),
        ),
        "the_walk_goes_the_other_way": (
            "G7.3",
            with_rules(lambda rules: replace(rules, settle_direction=SettleDirection.COUNTER_CLOCKWISE)),
        ),
        "the_walk_starts_at_seat_1": (
            "G7.3",
            instead(settlement, "settlement_order", lambda right: lambda rules, _: right(rules, None)),
        ),
        "a_bettor_behind_a_seat_is_forgotten": ("G8.7", with_showdown(_seated_alone)),
    }
)
