"""Single-rule mistakes that no row of `settle` can know of, each with the test of the engine that fails.

G13.3 leaves fees, the progressive and layers out of `settle`, and a row is a round that was dealt and
decided already: what happens before its first card and between two rounds is not in it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from controller.engine import coverage, fees, settlement, settlement_progressive, showdown
from controller.engine.coverage import BankState
from controller.engine.decide import ledgers, minimums, offering
from controller.engine.faults import InvariantFault
from controller.engine.money import Cents
from controller.engine.ruleset import CapScope, FeePayer, OnFold, RuleSet
from controller.engine.settlement_types import Stakes
from tests.cli.planting import Plant, instead
from tests.engine import (
    test_g2_limits,
    test_g5_progressive,
    test_g8_back_line,
    test_g8_fees,
    test_g8_offers,
    test_g8_shared_bank,
    test_settlement_cases,
    test_settlement_order,
    test_settlement_progressive,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineMistake:
    """Hold one wrong rule and the test that fails under it.

    stops: what the engine itself raises under it, where its own invariants stop the table first.
    """

    name: str
    clause: str
    plant: Plant
    test: Callable[[], None]
    stops: tuple[type[Exception], ...] = (InvariantFault,)


def _settings(owner: Any, name: str, wrong: Callable[[RuleSet], RuleSet]) -> Plant:  # noqa: ANN401 - a module
    """Call a function whose first argument is the rules with other rules."""
    return instead(owner, name, lambda right: lambda rules, *args: right(wrong(rules), *args))


def _first_layer_alone(state: BankState, due: Cents) -> Cents:
    return state._first.pay(due)


def _floor_of_each(amount: Cents, weights: tuple[Cents, ...]) -> tuple[Cents, ...]:
    return tuple(amount * weight // sum(weights) for weight in weights)


def _never_folded(right: Callable[..., Stakes]) -> Callable[..., Stakes]:
    return lambda *args: replace(right(*args), folded=False)


def _table_cap_by_bettor(rules: RuleSet) -> RuleSet:
    cap = rules.aggregate_cap
    return rules if cap is None else replace(rules, aggregate_cap=replace(cap, scope=CapScope.BETTOR))


def _stake_back(right: Callable[..., tuple[Cents, Cents]]) -> Callable[..., tuple[Cents, Cents]]:
    def pays(settings: Any, row: Any, meter: Cents) -> tuple[Cents, Cents]:  # noqa: ANN401 - passed on
        from_meter, from_house = right(settings, row, meter)
        return from_meter, from_house + settings.stake if from_house else 0

    return pays


def _whole_meter_to_any_royal(
    right: Callable[..., tuple[Cents, Cents]],
) -> Callable[..., tuple[Cents, Cents]]:
    return lambda settings, row, meter: (meter, 0) if row.meter_percent else right(settings, row, meter)


def _st21_seven_cards() -> None:
    test_settlement_cases.test_st21_a_folded_trips_follows_the_house_rule(OnFold.SEVEN_CARDS, -5)


def _st21_loses() -> None:
    test_settlement_cases.test_st21_a_folded_trips_on_a_board_of_trips(OnFold.LOSES, -25)


def _side_wager_fees() -> None:
    expected = [("per_side_wager", 2, 0, "trips", 25), ("per_side_wager", 3, 1, "bad_beat", 25)]
    row = test_g8_fees.row(FeePayer.PER_SIDE_WAGER, 25)
    test_g8_fees.test_each_row_of_a_schedule_asks_its_payer_by_its_basis((row,), expected)


ENGINE_MISTAKES = (
    EngineMistake(
        name="a_waived_fee_is_taken",
        clause="G8.6",
        plant=instead(fees, "less", lambda _: lambda lines, _waived: lines),
        test=test_g8_fees.test_the_floor_waives_a_fee_in_whole_or_in_part,
    ),
    EngineMistake(
        name="the_fee_of_a_side_wager_is_forgotten",
        clause="G8.6",
        plant=instead(fees, "_side_lines", lambda _: lambda *_args: iter(())),
        test=_side_wager_fees,
    ),
    EngineMistake(
        name="cards_come_before_the_fees",
        clause="G3.4",
        plant=instead(ledgers, "fees_are_taken", lambda _: lambda _state: True),
        test=test_g8_fees.test_no_card_before_the_fees_are_taken_or_waived,
    ),
    EngineMistake(
        name="the_whole_progressive_stake_feeds_the_meter",
        clause="G5.7",
        plant=instead(settlement_progressive, "meter_share", lambda _: lambda settings: settings.stake),
        test=test_g5_progressive.test_every_stake_feeds_the_meter_with_its_share_and_the_house_with_the_rest,
    ),
    EngineMistake(
        name="a_progressive_row_gives_the_stake_back",
        clause="G2.6",
        plant=instead(settlement_progressive, "_pays", _stake_back),
        test=test_settlement_progressive.test_fixed_rows_are_paid_for_one_by_the_house,
    ),
    EngineMistake(
        name="any_royal_takes_the_whole_meter",
        clause="G5.7",
        plant=instead(settlement_progressive, "_pays", _whole_meter_to_any_royal),
        test=test_settlement_progressive.test_five_per_cent_leaves_the_rest_of_the_meter,
    ),
    EngineMistake(
        name="the_second_layer_of_a_shared_bank_pays_nothing",
        clause="G8.8",
        plant=lambda patch: patch.setattr(BankState, "pay", _first_layer_alone),
        test=test_g8_shared_bank.test_what_a_layer_cannot_move_goes_to_the_next,
    ),
    EngineMistake(
        name="left_over_cents_of_a_share_are_lost",
        clause="G8.8",
        plant=lambda patch: patch.setattr(coverage, "share_out", _floor_of_each),
        test=test_g8_shared_bank.test_three_contributors_share_a_round_to_the_cent,
    ),
    EngineMistake(
        name="a_bettor_behind_without_a_play_is_not_folded",
        clause="G8.7",
        plant=instead(showdown, "stakes_of", _never_folded),
        test=test_g8_back_line.test_one_without_a_play_is_settled_as_folded_alone,
    ),
    EngineMistake(
        name="no_ante_is_refunded_before_the_hands",
        clause="G7.2",
        plant=instead(settlement, "_refund_stops", lambda _: lambda _seats: []),
        test=test_settlement_order.test_text_003_refunds_antes_before_any_hand_is_turned_up,
    ),
    EngineMistake(
        name="a_cap_of_the_table_is_one_of_each_bettor",
        clause="G7.4",
        plant=_settings(settlement, "_cut_to_cap", _table_cap_by_bettor),
        test=test_settlement_order.test_a_table_cap_is_used_up_in_settlement_order,
    ),
    EngineMistake(
        name="folded_trips_never_go_by_seven_cards",
        clause="G4.4",
        plant=instead(
            settlement, "folded_category", lambda _: lambda _fold, dealer, _seat: dealer.board_category
        ),
        test=_st21_seven_cards,
    ),
    EngineMistake(
        name="folded_trips_that_lose_go_by_the_hand",
        clause="G4.4",
        plant=_settings(
            settlement, "verdicts_folded", lambda rules: replace(rules, trips_on_fold=OnFold.BOARD_ONLY)
        ),
        test=_st21_loses,
    ),
    EngineMistake(
        name="a_wager_over_the_maximum_is_honoured_whole",
        clause="G2.5",
        plant=instead(showdown, "cut_to_limits", lambda _: lambda _rules, placed: placed),
        test=test_g2_limits.test_a_wager_over_the_maximum_is_honoured_up_to_it_and_the_rest_returned,
    ),
    EngineMistake(
        name="a_wager_under_the_minimum_is_honoured_every_time",
        clause="G2.5",
        plant=instead(
            minimums,
            "_judged",
            lambda right: lambda seat, bettor, *args: right(seat, replace(bettor, is_warned=False), *args),
        ),
        test=test_g2_limits.test_the_second_time_that_hand_is_dead_and_returned,
    ),
    EngineMistake(
        name="one_player_dealer_keeps_the_bank_for_ever",
        clause="G8.2",
        plant=instead(offering, "_offer_is_due", lambda _: lambda state: state.banking.player_dealer is None),
        test=test_g8_offers.test_pb05_two_rounds_then_the_bank_is_offered_clockwise,
    ),
)
"""What `settle` leaves out (G13.3), what no public row has, and what happens before the cards."""
