"""The five rule sets and what their files may say (G7.1)."""

from pathlib import Path

import pytest

from controller.engine.faults import ConfigFault
from controller.engine.money import Odds, Rounding
from controller.engine.ruleset import (
    SETTLED_WAGERS,
    AnteRefundPass,
    BadBeatRequires,
    Burn,
    CapScope,
    Category,
    CommunityDeal,
    Coverage,
    Decks,
    FeePayer,
    FoldCollection,
    Limit,
    OnFold,
    OverMax,
    PayTable,
    ProgressiveHand,
    RotationName,
    RuleSet,
    SettleDirection,
    SideMax,
    TurnOrder,
    UnderMin,
    WithinSeat,
)
from controller.rulesets.load import BUILT_IN, UnknownRuleSet, load_ruleset

SETS = {name: load_ruleset(name) for name in BUILT_IN}
CALIFORNIA = SETS["california-bad-beat"]
OWN = 'extends = "california-bad-beat"\nname = "friday"\nversion = "2"\n'


def own(tmp_path: Path, text: str = "", head: str = OWN) -> RuleSet:
    """Load a card room's own file."""
    file = tmp_path / "friday.toml"
    file.write_text(head + text, encoding="utf-8")
    return load_ruleset(str(file))


def column(name: str) -> dict[str, object]:
    """Give the settings of G7.1 in which the five sets differ."""
    rules = SETS[name]
    return {
        "banking": rules.banking.value,
        "seats": (rules.positions, rules.max_occupied),
        "tables": (
            rules.trips_table and rules.trips_table.name,
            rules.blind_table.name,
            rules.bad_beat_table and rules.bad_beat_table.name,
        ),
        "refund": rules.ante_refund_pass,
        "side_max": rules.side_max,
        "direction": rules.settle_direction,
        "community": rules.community_deal,
        "rotation": rules.rotation.name,
        "over_under": (rules.over_max, rules.under_min),
        "cap": rules.aggregate_cap and (rules.aggregate_cap.cents, rules.aggregate_cap.scope),
        "back_line": rules.back_line,
        "progressive": rules.progressive is not None,
        "coverage": rules.profile.coverage,
        "bank_min": rules.bank_min,
    }


HOUSE = {
    "banking": "house",
    "seats": (8, 7),
    "tables": ("trips-T3", "blind-A", None),
    "refund": AnteRefundPass.NONE,
    "side_max": SideMax.OWN,
    "direction": SettleDirection.CLOCKWISE,
    "community": CommunityDeal.AS_EXPOSED,
    "rotation": RotationName.HOUSE,
    "over_under": (OverMax.REJECT, UnderMin.REJECT),
    "cap": None,
    "back_line": False,
    "progressive": False,
    "coverage": Coverage.UNLIMITED,
    "bank_min": 0,
}
PLAYER = {
    **HOUSE,
    "banking": "player_dealer",
    "seats": (8, 8),
    "tables": ("trips-T4", "blind-A", "badbeat-A"),
    "side_max": SideMax.ANTE,
    "community": CommunityDeal.AFTER_PREFLOP,
    "rotation": RotationName.TWO_HANDS,
    "back_line": True,
    "coverage": Coverage.GROSS_POOL,
    "bank_min": 100,
}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("california-bad-beat", PLAYER),
        ("gega-004210", {**PLAYER, "seats": (8, 7), "community": CommunityDeal.AFTER_HANDS}),
        (
            "house-limits",
            {
                **HOUSE,
                "over_under": (OverMax.CAP, UnderMin.HONOUR_ONCE),
                "cap": (2_000_000, CapScope.BETTOR),
            },
        ),
        (
            "dealing-procedure",
            {
                **HOUSE,
                "direction": SettleDirection.COUNTER_CLOCKWISE,
                "refund": AnteRefundPass.BEFORE_HANDS,
            },
        ),
        ("house-progressive", {**HOUSE, "cap": (3_500_000, CapScope.BETTOR), "progressive": True}),
    ],
)
def test_each_set_has_its_column_of_settings(name: str, expected: dict[str, object]) -> None:
    """The files say what the table of G7.1 says."""
    assert expected == column(name)


def test_what_all_five_sets_share() -> None:
    """Multiples, rounding, steps, folds, burns and turns are the same everywhere (G7.1)."""
    for rules in SETS.values():
        multiples = rules.play_multiples
        assert ((3, 4), (2,), (1,)) == (multiples.preflop, multiples.flop, multiples.river)
        assert (Rounding.EXACT, 1, 100) == (rules.rounding, rules.chip, rules.ante_step)
        assert (OnFold.BOARD_ONLY, Burn.NONE) == (rules.trips_on_fold, rules.burn)
        assert (TurnOrder.FLAG, Decks.TWO_ALTERNATING) == (rules.turn_order, rules.decks)
        profile = rules.profile
        assert (FoldCollection.IN_TURN, WithinSeat.BETTOR_MAJOR) == (
            profile.fold_collection,
            profile.within_seat,
        )
        assert (SETTLED_WAGERS,) == profile.passes
        assert (False, ()) == (rules.require_full_cover, rules.fees)


def test_the_bad_beat_needs_trips_only_at_gega() -> None:
    """Text 001 asks for the Trips beside it, text 000 does not (G7.1 row 10)."""
    assert BadBeatRequires.ANTE_BLIND is CALIFORNIA.bad_beat_requires
    assert BadBeatRequires.ANTE_BLIND_TRIPS is SETS["gega-004210"].bad_beat_requires


def test_the_limits_are_those_of_the_table() -> None:
    """House-limits has its own, the others equal the test configurations (G7.1 row 13)."""
    million, four = Limit(minimum=100, maximum=1_000_000), Limit(minimum=100, maximum=4_000_000)
    assert (million, million, four, million, million) == tuple(map(CALIFORNIA.limits.of, SETTLED_WAGERS))
    house = SETS["house-limits"].limits
    assert (Limit(minimum=300, maximum=2500), None) == (house.trips, house.bad_beat)
    assert Limit(minimum=500, maximum=400_000) == house.play


def table_of(table: PayTable | None) -> list[str]:
    """Write a pay table shortly, best hand first."""
    assert table is not None
    return [str(row.odds) for row in table.rows]


def test_the_pay_tables_are_those_of_g5_1(tmp_path: Path) -> None:
    """Every named table has the printed odds, all of them `to` (G5.1)."""
    trips = {
        "trips-T1": [50, 40, 30, 9, 7, 4, 3],
        "trips-T2": [50, 40, 30, 8, 6, 5, 3],
        "trips-T3": [50, 40, 30, 8, 7, 4, 3],
        "trips-T4": [50, 40, 20, 7, 6, 5, 3],
    }
    for name, pays in trips.items():
        rules = own(tmp_path, f'trips_table = "{name}"')
        assert [f"{pay}:1 to" for pay in pays] == table_of(rules.trips_table)
    beats = {"badbeat-A": [7500, 500, 50, 30, 20, 9], "badbeat-B": [10000, 500, 40, 25, 20, 9]}
    for name, pays in beats.items():
        rules = own(tmp_path, f'bad_beat_table = "{name}"')
        assert [f"{pay}:1 to" for pay in pays] == table_of(rules.bad_beat_table)
    blind = ["500:1 to", "50:1 to", "10:1 to", "3:1 to", "3:2 to"]
    assert [*blind, "1:1 to"] == table_of(CALIFORNIA.blind_table)
    assert [*blind, "None"] == table_of(own(tmp_path, 'blind_table = "blind-B"').blind_table)


def test_a_category_without_a_row_has_no_odds() -> None:
    """It pushes the Blind and loses every other wager (G4.7)."""
    assert CALIFORNIA.blind_table.odds(Category.THREE_OF_A_KIND) is None
    assert CALIFORNIA.bad_beat_table is not None
    assert CALIFORNIA.bad_beat_table.odds(Category.ROYAL_FLUSH) is None
    assert Odds(numerator=3, denominator=2) == CALIFORNIA.blind_table.odds(Category.FLUSH)


def test_the_progressive_pays_the_meter_or_for_one() -> None:
    """Text 004's rows: two shares of the meter, four fixed pays whose stake is used up (G5.7)."""
    progressive = SETS["house-progressive"].progressive
    assert progressive is not None
    assert [
        (ProgressiveHand.ROYAL_HOLE_AND_FLOP, 100, None),
        (ProgressiveHand.ROYAL_WITH_HOLE, 5, None),
        (ProgressiveHand.ROYAL_ON_BOARD, None, "3000:1 for"),
        (ProgressiveHand.STRAIGHT_FLUSH, None, "250:1 for"),
        (ProgressiveHand.FOUR_OF_A_KIND, None, "100:1 for"),
        (ProgressiveHand.FULL_HOUSE, None, "10:1 for"),
    ] == [(row.hand, row.meter_percent, row.odds and str(row.odds)) for row in progressive.rows]


def test_an_own_file_extends_one_of_the_five(tmp_path: Path) -> None:
    """What it does not say it takes over; its name, version and digest are its own (G7.1)."""
    rules = own(tmp_path, "bank_min = 5000\n[limits]\ntrips = [500, 50_000]\n")
    assert ("friday", "2", 5000) == (rules.name, rules.version, rules.bank_min)
    assert Limit(minimum=500, maximum=50_000) == rules.limits.trips
    assert CALIFORNIA.limits.ante == rules.limits.ante
    assert CALIFORNIA.digest != rules.digest


def test_an_own_file_brings_its_own_pay_table(tmp_path: Path) -> None:
    """A table under [pay_tables] may be named like a shipped one (G5.1)."""
    rows = "".join(
        f'{row} = "{pay} to 1"\n'
        for row, pay in zip(
            ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight"),
            (100, 50, 40, 9, 6, 4),
            strict=True,
        )
    )
    text = 'trips_table = "ours"\n[pay_tables.ours]\n' + rows
    assert "100:1 to" == table_of(own(tmp_path, text + 'three_of_a_kind = "2 to 1"\n').trips_table)[0]
    with pytest.raises(ConfigFault, match=r"pay_tables\.ours\.three_of_a_kind = '\(missing\)'"):
        own(tmp_path, text)


def test_a_file_may_extend_another_file_beside_it(tmp_path: Path) -> None:
    """`extends` takes a path from the file's own folder, and never goes in a circle (G7.1)."""
    (tmp_path / "base.toml").write_text(OWN + "chip = 100\n", encoding="utf-8")
    head = 'extends = "base.toml"\nname = "late"\nversion = "1"\n'
    assert 100 == own(tmp_path, "", head).chip
    (tmp_path / "base.toml").write_text(OWN.replace("california-bad-beat", "friday.toml"), encoding="utf-8")
    with pytest.raises(ConfigFault, match="extends"):
        own(tmp_path, "", head)


def test_the_digest_follows_the_settings_and_not_the_writing(tmp_path: Path) -> None:
    """Comments and order change nothing, one setting changes it (G7.1)."""
    plain = own(tmp_path, "chip = 5\nante_step = 50\n")
    assert plain.digest == own(tmp_path, "# posted\nante_step = 50\nchip = 5\n").digest
    assert plain.digest != own(tmp_path, "chip = 5\nante_step = 100\n").digest
    assert 64 == len(plain.digest)


def test_a_name_may_ask_for_a_version() -> None:
    """Another version than the file's is refused (G13.2)."""
    assert CALIFORNIA == load_ruleset("california-bad-beat@1")
    with pytest.raises(UnknownRuleSet, match="california-bad-beat@1"):
        load_ruleset("california-bad-beat@2")


@pytest.mark.parametrize("name", ["nothing", "", "nothing.toml", "policies/standard"])
def test_a_rule_set_that_is_not_there_is_named(name: str) -> None:
    """The fault names it and what there is (ARCHITECTURE 5)."""
    with pytest.raises(UnknownRuleSet):
        load_ruleset(name)


def test_a_file_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    """The fault names the file and where it breaks (ARCHITECTURE 5)."""
    with pytest.raises(ConfigFault, match=r"friday\.toml: cannot be used, .*line 1"):
        own(tmp_path, "", "name = = 5\n")


@pytest.mark.parametrize("missing", ["name", "version"])
def test_an_own_file_has_a_name_and_version_of_its_own(missing: str, tmp_path: Path) -> None:
    """They go into every round, so they are not inherited (G7.1)."""
    head = "\n".join(line for line in OWN.splitlines() if not line.startswith(missing)) + "\n"
    with pytest.raises(ConfigFault, match=rf"{missing} = '\(missing\)'"):
        own(tmp_path, "", head)


def test_a_fee_schedule_is_read_in_bands(tmp_path: Path) -> None:
    """Rows by payer and basis, with bands that do not overlap (G8.6)."""
    rows = [("bettor", "limit_band", 0, "500", 50), ("bettor", "limit_band", 501, '"none"', 100)]
    text = "".join(
        f'[[fees]]\npayer = "{payer}"\nbasis = "{basis}"\namount = {amount}\n'
        f"from_cents = {low}\nto_cents = {high}\n"
        for payer, basis, low, high, amount in rows
    )
    flat = '[[fees]]\npayer = "player_dealer"\nbasis = "flat"\namount = 200\n'
    fees = own(tmp_path, text + flat).fees
    assert [(0, 500, 50), (501, None, 100), (0, None, 200)] == [
        (row.from_cents, row.to_cents, row.amount) for row in fees
    ]
    assert FeePayer.PLAYER_DEALER is fees[2].payer
