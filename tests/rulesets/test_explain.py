"""A rule file checked alone: what it comes to, and faults that a floor supervisor understands (G7.1)."""

from pathlib import Path

import pytest

from controller.cli.main import main
from controller.engine.faults import LONGEST_VALUE, ConfigFault
from controller.rulesets.explain import Difference, explain
from controller.rulesets.load import BUILT_IN, load_ruleset
from tests.rulesets.test_rulesets_refusals import fault

FRIDAY = """extends = "california-bad-beat"
name = "friday"
version = "3"
bank_min = 50_000

[limits]
trips = [500, 50_000]
"""
BANDS = """[[fees]]
payer = "bettor"
basis = "limit_band"
from_cents = 0
to_cents = 900
amount = 1
[[fees]]
payer = "bettor"
basis = "flat"
amount = 1
[[fees]]
payer = "bettor"
basis = "limit_band"
from_cents = 500
amount = 2
"""


def test_what_a_file_changes_is_told_setting_by_setting(tmp_path: Path) -> None:
    """Name, version and hash as the table has them; a table key by key, a list whole (G7.1)."""
    file = tmp_path / "friday.toml"
    file.write_text(FRIDAY, encoding="utf-8")
    told = explain(str(file))
    assert load_ruleset(str(file)) == told.rules
    assert ["california-bad-beat.toml"] == [path.name for path in told.extends]
    assert (
        Difference(key="bank_min", before='"table_minimum"', after="50000"),
        Difference(key="limits.trips", before="[100, 1000000]", after="[500, 50000]"),
    ) == told.differences


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_shipped_set_differs_only_from_what_it_extends(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two extend none; --all prints every setting."""
    told = explain(name)
    assert bool(told.extends) == bool(told.differences)
    assert 0 == main(["rulesets", "check", name, "--all"])
    printed = capsys.readouterr().out
    assert f"name {name}, version 1, hash {load_ruleset(name).digest}" in printed
    assert "    limits.ante = [" in printed


def test_files_are_checked_one_by_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong one is named on standard error and the others are still told; the exit code is 2."""
    right, wrong = tmp_path / "friday.toml", tmp_path / "wrong.toml"
    right.write_text(FRIDAY, encoding="utf-8")
    wrong.write_text(FRIDAY.replace("500, 50_000", "500, 50"), encoding="utf-8")
    assert 2 == main(["rulesets", "check", str(wrong), str(right), "friday", "--rules", str(tmp_path)])
    printed = capsys.readouterr()
    assert 2 == printed.out.count("name friday, version 3, hash ")
    assert 1 == printed.err.count("limits.trips = [500, 50] is not allowed")


def test_rules_of_one_deck_are_said_to_be_none_of_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`settle` and `odds` read them, a table refuses to open (G7.1, No. 3)."""
    file = tmp_path / "one.toml"
    file.write_text(FRIDAY.replace("bank_min", 'decks = "single"\nbank_min'), encoding="utf-8")
    assert 0 == main(["rulesets", "check", str(file)])
    assert "does not open under it" in capsys.readouterr().out


def test_an_inherited_value_names_the_file_it_stands_in(tmp_path: Path) -> None:
    """Whoever sets the Ante alone reads where the Blind comes from (G2.5)."""
    found = fault(tmp_path, "[limits]\nante = [500, 50_000]\n")
    assert "limits.blind" == found.key
    assert "inherited from " in found.allowed
    assert "california-bad-beat.toml: set limits.blind here too" in found.allowed


def test_a_value_of_the_file_itself_names_no_other(tmp_path: Path) -> None:
    """Nor does one that is missing everywhere."""
    assert "inherited" not in fault(tmp_path, "[limits]\nblind = [500, 50_000]\n").allowed


@pytest.mark.parametrize(
    ("text", "key", "allowed"),
    [
        ("trip_table = 'trips-T3'", "trip_table", "did you mean trips_table? one of the keys name, version"),
        ("trips_table = 'trips-T33'", "trips_table", "did you mean trips-T3? "),
        ("[limits]\nantes = [1, 2]", "limits.antes", "did you mean ante? one of the keys ante, blind"),
        ("zebra = 1", "zebra", "one of the keys name"),
        ("trips_table = 4", "trips_table", "text in quotes: the name of a pay table"),
        ("banking = 1", "banking", "text in quotes: one of player_dealer, house"),
        ('positions = "8"', "positions", "a whole number from 2 to 8, without quotes"),
        ('back_line = "true"', "back_line", "true or false, without quotes"),
        (
            "[[fees]]\npayer='bettor'\nbasis='flat'\namount=1\n[[fees]]\npayer='bettor'\nbasis='flat'\namount='1'",
            "fees row 2, amount",
            "whole cents from 0, without quotes",
        ),
        (
            BANDS,
            "fees row 3, from_cents",
            "above row 1 (0 to 900), which has the same payer bettor and basis limit_band",
        ),
        (
            "[limits]\nante = [100, 1000]\nblind = [100, 1000]\nplay = [100, 3999]",
            "limits.play",
            "a span that holds 100 to 4000: 1x the lowest and 4x the highest Ante",
        ),
    ],
)
def test_a_fault_says_what_was_meant(text: str, key: str, allowed: str, tmp_path: Path) -> None:
    """A misspelt key, quotes, the row of a schedule, the multiple that does not fit (G2.2, G7.1, G8.6)."""
    found = fault(tmp_path, text)
    assert key == found.key
    assert allowed in found.allowed


def test_a_version_without_quotes_is_told_to_have_them(tmp_path: Path) -> None:
    """`version = 1` is a number in TOML."""
    file = tmp_path / "friday.toml"
    file.write_text(FRIDAY.replace('"3"', "3"), encoding="utf-8")
    with pytest.raises(ConfigFault, match=r"version = 3 is not allowed; allowed: text in quotes: letters"):
        load_ruleset(str(file))


def test_a_long_value_is_cut(tmp_path: Path) -> None:
    """A sentence stays one that can be read."""
    found = fault(tmp_path, f'title = "{"x" * 5000}"')
    told = str(found).partition(" = ")[2].partition(" is not allowed")[0]
    assert LONGEST_VALUE == len(told)
    assert told.endswith("...")


def test_a_file_that_is_not_there_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    """In words, with its name."""
    assert 2 == main(["rulesets", "check", "nowhere.toml"])
    assert "nowhere.toml: cannot be used, No such file or directory" in capsys.readouterr().err
