"""The exact figures of a rule set (G5)."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from controller.cli.main import main
from controller.engine.ruleset import PlayMultiples
from controller.odds.counts import (
    BAD_BEAT_A_WITH_FOLDS,
    BEATEN,
    FIVE_CARDS,
    HEADS_UP_DEALS,
    OPTIMAL_DEALS,
    SEVEN_CARD_HANDS,
)
from controller.odds.edges import bad_beat, base_game, progressive, qualifying_rate, trips, worst_case
from controller.odds.report import NOT_DERIVED, decimal, percent, rows
from controller.rulesets.load import load_ruleset

CALIFORNIA = load_ruleset("california-bad-beat")
HOUSE = load_ruleset("house-progressive")


def with_tables(tmp_path: Path, **tables: str) -> Path:
    """Write a rule file with other pay tables."""
    text = "".join(f'{key} = "{name}"\n' for key, name in tables.items())
    file = tmp_path / "own.toml"
    head = 'extends = "california-bad-beat"\nname = "own"\nversion = "1"\n'
    file.write_text(head + text, encoding="utf-8")
    return file


def test_the_counts_are_complete() -> None:
    """Every deal is counted once (G5.4, G5.5, G5.8)."""
    assert 2_598_960 == sum(FIVE_CARDS.values())
    assert 133_784_560 == SEVEN_CARD_HANDS
    assert 2_781_381_002_400 == HEADS_UP_DEALS == 2_598_960 * 1081 * 990
    assert 27_813_810_024_000 == OPTIMAL_DEALS == 1326 * 2_118_760 * 990 * 10


def test_the_dealer_side_qualifies() -> None:
    """A pair or higher in 82.588080 % (G5.4)."""
    assert Fraction(789215, 955604) == qualifying_rate()
    assert "82.588080" == percent(qualifying_rate())


@pytest.mark.parametrize(
    ("table", "edge", "text"),
    [
        ("trips-T1", Fraction(-301629, 33446140), "-0.901835"),
        ("trips-T2", Fraction(-48987, 2572780), "-1.904049"),
        ("trips-T3", Fraction(-233985, 6689228), "-3.497937"),
        ("trips-T4", Fraction(-22717, 367540), "-6.180824"),
    ],
)
def test_trips_has_its_edge(table: str, edge: Fraction, text: str, tmp_path: Path) -> None:
    """By the counts of seven cards, for each named table (G5.1)."""
    rules = load_ruleset(str(with_tables(tmp_path, trips_table=table)))
    assert rules.trips_table is not None
    figure = trips(rules.trips_table)
    assert (edge, Fraction(60085, 393484)) == (figure.edge, figure.hit_rate)
    assert text == percent(figure.edge)


@pytest.mark.parametrize(
    ("table", "edge", "text"),
    [
        ("badbeat-A", Fraction(-12852431056, 86918156325), "-14.786820"),
        ("badbeat-B", Fraction(-460267541, 2257614450), "-20.387340"),
    ],
)
def test_the_bad_beat_has_its_edge(table: str, edge: Fraction, text: str, tmp_path: Path) -> None:
    """By the counts of beaten hands, nobody folding (G5.1, G5.5)."""
    rules = load_ruleset(str(with_tables(tmp_path, bad_beat_table=table)))
    assert rules.bad_beat_table is not None
    figure = bad_beat(rules.bad_beat_table)
    assert edge == figure.edge
    assert (text, "3.979017") == (percent(figure.edge), percent(figure.hit_rate))


def test_the_base_game_has_its_edge() -> None:
    """The weights of optimal play give the total and its three parts (G5.3, G5.8)."""
    game = base_game(CALIFORNIA)
    assert game is not None
    assert Fraction(-50643648973, 2317817502000) == game.total
    assert ["-0.16577030", "-0.31469527", "0.45861586"] == [
        f"{float(figure.edge):.8f}" for figure in (game.ante, game.blind, game.play)
    ]
    assert ["37.707391", "21.284622", "21.822149", "19.185839"] == list(map(percent, game.actions.values()))
    assert ("4.152210", "-0.526219") == (decimal(game.wagered, 6), percent(game.total / game.wagered))


def test_another_game_has_no_figures_of_optimal_play() -> None:
    """Other multiples or Blind pays were not counted (G5.9)."""
    only_4x = PlayMultiples(preflop=(4,), flop=(2,), river=(1,))
    assert base_game(replace(CALIFORNIA, play_multiples=only_4x)) is None


def test_the_progressive_has_its_return() -> None:
    """Fixed rows, what a meter adds, and where it breaks even (G5.7)."""
    assert HOUSE.progressive is not None
    figure = progressive(HOUSE.progressive)
    assert Fraction(510919, 1017926) == figure.fixed_return
    assert Fraction(195, 64_974_000) == figure.per_meter_stake
    assert "165,959.74" == decimal(figure.break_even_stakes, 2)


def test_the_worst_case_is_505_50_and_7500() -> None:
    """With blind-A, 4x and badbeat-A (G6.7)."""
    worst = worst_case(CALIFORNIA)
    assert ((505, 50, 7500), (6, 1, 1)) == (tuple(map(int, worst.pays)), tuple(map(int, worst.collects)))
    assert 20_137_500 == sum(2500 * one for one in worst.pays)
    house = worst_case(HOUSE)
    assert ((505, 50, 0), (6, 1, 0)) == (tuple(map(int, house.pays)), tuple(map(int, house.collects)))


def test_a_beaten_royal_is_not_counted() -> None:
    """Two royals share the board (G4.5)."""
    assert 0 == list(BEATEN.values())[-1]


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(1, 8), 1, "12.5"),
        (Fraction(-1, 3), 6, "-33.333333"),
        (Fraction(5, 10**9), 6, "0.000000"),
        (Fraction(15, 10**9), 6, "0.000002"),
        (Fraction(0), 6, "0.000000"),
    ],
)
def test_per_cent_is_rounded_half_to_even_once(value: Fraction, digits: int, text: str) -> None:
    """The exact fraction is written with its digits and no float between (G5.9)."""
    assert text == percent(value, digits=digits)


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("california-bad-beat", ["82.588080", "-6.180824", "-14.786820", "-19.3397", "-2.184971"]),
        ("gega-004210", ["82.588080", "-6.180824", "-14.786820", "-19.3397", "-2.184971"]),
        ("house-limits", ["82.588080", "-3.497937", "-2.184971", "2000000 cents per bettor"]),
        ("house-progressive", ["82.588080", "-3.497937", "-49.807845", "165,959.74"]),
        ("dealing-procedure", ["82.588080", "-3.497937"]),
    ],
)
def test_the_command_prints_the_figures(
    name: str, figures: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """As a table and inside the JSON (G5.9)."""
    assert 0 == main(["odds", name])
    table = capsys.readouterr().out
    assert [] == [figure for figure in figures if figure not in table]
    assert 0 == main(["odds", name, "--json"])
    document = json.loads(capsys.readouterr().out)
    assert name == document["ruleset"]["name"]
    assert "505" == document["exposure"]["pays_per_unit"]["ante"]
    written = {
        part["percent"]
        for figure in document["figures"]
        for part in (figure["edge"], figure["rate"])
        if part is not None
    }
    assert {"82.588080", "-2.184971"} <= written


def test_what_was_not_counted_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Optimal play with other tables is printed as not derived, the rest is computed (G5.9)."""
    file = with_tables(tmp_path, blind_table="blind-B", bad_beat_table="badbeat-B")
    basis = {row.key: row.basis for row in rows(load_ruleset(str(file)))}
    assert (NOT_DERIVED, NOT_DERIVED) == (basis["base_game"], basis["bad_beat_with_folds"])
    assert 0 == main(["odds", str(file)])
    assert "-20.387340" in capsys.readouterr().out


def test_an_unknown_rule_set_exits_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    """The message names it and what there is (ARCHITECTURE 5)."""
    assert 2 == main(["odds", "casino"])
    captured = capsys.readouterr()
    assert ("", True) == (captured.out, "california-bad-beat" in captured.err)


def test_the_quoted_edge_with_folds_is_the_printed_one() -> None:
    """-19.339662 %, which is -19.3397 to four digits (G5.6)."""
    assert ("-19.339662", "-19.3397") == (
        percent(BAD_BEAT_A_WITH_FOLDS),
        percent(BAD_BEAT_A_WITH_FOLDS, digits=4),
    )
