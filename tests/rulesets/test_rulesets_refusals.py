"""What a rule file may not say: each refusal names file, key, value and what is allowed (G7.1)."""

import os
from pathlib import Path

import pytest

from controller.engine.faults import ConfigFault
from controller.rulesets.load import load_ruleset


def fault(tmp_path: Path, text: str, base: str = "california-bad-beat") -> ConfigFault:
    """Load an own file that must be refused."""
    file = tmp_path / "friday.toml"
    head = f'extends = "{base}"\nname = "friday"\nversion = "2"\n'
    file.write_text(head + text, encoding="utf-8")
    with pytest.raises(ConfigFault) as caught:
        load_ruleset(str(file))
    assert str(file) == caught.value.file
    return caught.value


WRONG = [
    ("chips = 5", "chips", 5, "one of the keys name"),
    ("chip = 0", "chip", 0, "from 1"),
    ("chip = true", "chip", True, "from 1"),
    ('chip = "5"', "chip", "5", "from 1"),
    ("chip = 1.0", "chip", 1.0, "from 1"),
    ('banking = "casino"', "banking", "casino", "one of player_dealer, house"),
    ('rounding = "near"', "rounding", "near", "one of exact, down, up"),
    ('trips_on_fold = "wins"', "trips_on_fold", "wins", "board_only, seven_cards, loses"),
    ('blind_on_tie = "lose"', "blind_on_tie", "lose", "one of push"),
    ("positions = 9", "positions", 9, "2 to 8"),
    ("back_line = 1", "back_line", 1, "true or false"),
    ("notice_min = 1441", "notice_min", 1441, "whole minutes from 0 to 1440"),
    ('bank_max = "all"', "bank_max", "all", '"none"'),
    ("bank_min = -1", "bank_min", -1, '"table_minimum"'),
    ('trips_table = "trips-T9"', "trips_table", "trips-T9", "trips-T4"),
    ('blind_table = "none"', "blind_table", "none", "blind-A"),
    ("limits = 5", "limits", 5, "a table of its settings"),
    ("[limits]\nante = [100]", "limits.ante entry 2", "(missing)", "two whole numbers"),
    ("[limits]\nside = [1, 2]", "limits.side", [1, 2], "ante, blind, play, trips, bad_beat"),
    ('[limits]\ntrips = "any"', "limits.trips", "any", '"none"'),
    ('[settlement]\ncoverage = "net"', "settlement.coverage", "net", "gross_pool"),
    ("[rotation]\nrounds = 0", "rotation.rounds", 0, "1 to 100"),
    ("[aggregate_cap]\ncents = 5", "aggregate_cap.scope", "(missing)", "one of bettor, table"),
    ("[play_multiples]\nriver = []", "play_multiples.river", [], "at least one"),
    ("when = 2020-01-01", "when", "2020-01-01", "one of the keys"),
]


@pytest.mark.parametrize(("text", "key", "value", "allowed"), WRONG)
def test_a_wrong_setting_is_named(text: str, key: str, value: object, allowed: str, tmp_path: Path) -> None:
    """Unknown keys, wrong types and words outside the list are refused (G7.1)."""
    found = fault(tmp_path, text)
    assert (key, str(value)) == (found.key, str(found.value))
    assert allowed in found.allowed
    assert str(found).startswith(f"{found.file}: {key} = ")


LIMITS = "[limits]\nante = [100, 1000]\nblind = [100, 1000]\nplay = [100, 4000]\n"
FLAT = '[[fees]]\npayer = "bettor"\nbasis = "flat"\namount = 100\n'
IMPOSSIBLE = [
    ("[limits]\nante = [500, 100]", "limits.ante"),
    ("[limits]\ntrips = [0, 100]", "limits.trips"),
    ("[limits]\nblind = [100, 900]", "limits.blind"),
    ("[limits]\nante = [150, 1000]\nblind = [150, 1000]", "limits.ante"),
    (LIMITS.replace("[100, 4000]", "[100, 900]"), "limits.play"),
    (LIMITS.replace("[100, 4000]", "[200, 4000]"), "limits.play"),
    ("[play_multiples]\npreflop = [4, 3]", "play_multiples.preflop"),
    ("[play_multiples]\npreflop = [4, 4]", "play_multiples.preflop"),
    ("positions = 6\nmax_occupied = 7", "max_occupied"),
    ("max_occupied = 1", "max_occupied"),
    ('banking = "house"', "settlement.coverage"),
    ('[settlement]\ncoverage = "unlimited"', "settlement.coverage"),
    ('[rotation]\nname = "house"', "rotation.name"),
    ('[aggregate_cap]\ncents = 5\nscope = "bettor"\nexclude = []', "aggregate_cap"),
    ("bank_min = 0", "bank_min"),
    ("bank_min = 500\nbank_max = 400", "bank_max"),
    ('bad_beat_table = "none"', "limits.bad_beat"),
    ('[limits]\ntrips = "none"', "limits.trips"),
    (LIMITS + "trips = [2000, 3000]", "limits.trips"),
    (
        'trips_table = "none"\nbad_beat_requires = "ante_blind_trips"\n[limits]\ntrips = "none"',
        "bad_beat_requires",
    ),
    ('[settlement]\npasses = [["ante", "blind"]]', "settlement.passes"),
    ('[settlement]\npasses = [["ante", "blind", "play", "trips", "bad_beat", "ante"]]', "settlement.passes"),
    (FLAT + FLAT, "fees row 2, from_cents"),
    (FLAT + "from_cents = 500\nto_cents = 400", "fees row 1, to_cents"),
    (FLAT * 6, "fees"),
    ('[rotation]\nname = "every_hand_2026"\nrounds = 2', "rotation.rounds"),
    ("[rotation]\nwarn_minutes = [35, 30]", "rotation.warn_minutes"),
    ("[rotation]\nwarn_minutes = [40]", "rotation.warn_minutes"),
]


@pytest.mark.parametrize(("text", "key"), IMPOSSIBLE)
def test_an_impossible_combination_is_named(text: str, key: str, tmp_path: Path) -> None:
    """Limits that cannot be kept, wagers without a table, bands that overlap (G7.1)."""
    assert key == fault(tmp_path, text).key


def test_a_house_set_has_no_fee_of_a_player_dealer(tmp_path: Path) -> None:
    """Nobody holds that place there (G8.6)."""
    text = FLAT.replace('"bettor"', '"player_dealer"')
    assert "fees row 1, payer" == fault(tmp_path, text, base="house-limits").key


@pytest.mark.parametrize(
    ("text", "key"), [("back_line = true", "back_line"), ("[progressive]\nstake = 0", "progressive.stake")]
)
def test_a_progressive_that_cannot_be_is_named(text: str, key: str, tmp_path: Path) -> None:
    """It has a stake, and one hand can take the meter once (G5.7, G12 V10)."""
    assert key == fault(tmp_path, text, base="house-progressive").key


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("flush", "3:2"),
        ("flush", "0 to 1"),
        ("flush", "3 for 1"),
        ("flush", "push"),
        ("two_pair", "1 to 1"),
    ],
)
def test_a_pay_row_that_cannot_be_is_named(row: str, text: str, tmp_path: Path) -> None:
    """Trips is paid `to`, never pushes and has no row below three of a kind (G4.4, G5.1)."""
    found = fault(tmp_path, f'[pay_tables.trips-T4]\n{row} = "{text}"')
    assert (f"pay_tables.trips-T4.{row}", text) == (found.key, found.value)


@pytest.mark.parametrize("text", ["10 to 1", "0 % of the meter", "101 % of the meter", "all"])
def test_a_progressive_row_that_cannot_be_is_named(text: str, tmp_path: Path) -> None:
    """It is a share of the meter or odds `for` (G5.7)."""
    found = fault(tmp_path, f'[progressive.rows]\nfull_house = "{text}"', base="house-progressive")
    assert ("progressive.rows.full_house", text) == (found.key, found.value)


def test_a_progressive_needs_every_row(tmp_path: Path) -> None:
    """A missing pay row is refused (G7.1)."""
    settings = '[progressive]\nstake = 100\nseed = 0\nshare_percent = 0\non_fold = "loses"\nrows = {}\n'
    found = fault(tmp_path, settings, base="house-limits")
    assert "progressive.rows.royal_hole_and_flop" == found.key


UNREADABLE = {
    "deep lists": "chip = " + "[" * 3000 + "]" * 3000,
    "deep tables": "[" + ".".join(["a"] * 3000) + "]\nb = 1",
    "endless number": "bank_min = " + "9" * 5000,
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_that_breaks_its_reader_is_refused_by_name(name: str, tmp_path: Path) -> None:
    """Too deep or too long for any reader: a fault of the file, never of the program (G7.1)."""
    assert "file" == fault(tmp_path, UNREADABLE[name]).key


def test_a_file_below_that_no_system_can_name_is_refused(tmp_path: Path) -> None:
    """A NUL in the path of what it extends (G7.1)."""
    file = tmp_path / "friday.toml"
    file.write_text('extends = "a\\u0000b.toml"\nname = "friday"\nversion = "2"\n', encoding="utf-8")
    with pytest.raises(ConfigFault) as caught:
        load_ruleset(str(file))
    assert "file" == caught.value.key


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    """A rule set is read from a regular file, or the table would wait for a writer for ever (G7.1)."""
    pipe = tmp_path / "friday.toml"
    os.mkfifo(pipe)
    with pytest.raises(ConfigFault) as caught:
        load_ruleset(str(pipe))
    assert "no regular file" == caught.value.value


def test_an_unknown_set_below_is_a_fault_of_the_file_that_names_it(tmp_path: Path) -> None:
    """File and key are those that must be mended (G7.1)."""
    refused = fault(tmp_path, "", base="california-badbeat")
    assert ("extends", "california-badbeat") == (refused.key, refused.value)
    assert "california-bad-beat" in refused.allowed
