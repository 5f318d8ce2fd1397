"""`dealer-assist settle`: its answers, its options and its exit status (G13)."""

import argparse
import copy
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli import settle
from controller.cli.main import main
from tests.cli.settle_kit import (
    BEHIND,
    BETTOR,
    CONFIGS,
    HOUSE,
    LINE,
    VECTORS,
    answer,
    changed,
    configured,
    with_stakes,
)


def test_a_line_is_answered_in_the_form_of_g13_4() -> None:
    """Seats in settlement order, wagers in fixed order, zero stakes left out (G13.4)."""
    got = answer(LINE)
    assert {"hand": "pair", "qualifies": True} == got["dealer"]
    assert [
        {"position": 2, "folded": False, "hand": "pair", "trips_hand": "pair", "compare": "win"},
        {"position": 5, "folded": True, "hand": None, "trips_hand": "high_card", "compare": "fold"},
    ] == got["seats"]
    assert [
        ("p2", "ante"),
        ("p2", "blind"),
        ("p2", "play"),
        ("p2", "trips"),
        ("b2", "ante"),
        ("b2", "blind"),
        ("b2", "play"),
        ("p5", "ante"),
        ("p5", "blind"),
        ("p5", "bad_beat"),
    ] == [(line["bettor"], line["wager"]) for line in got["wagers"]]
    assert {"p2": 4500, "b2": 1000, "p5": -900} == got["bettor_net"]
    assert {"paid": 6000, "collected": 1400, "net": -4600} == got["player_dealer"]


def test_what_a_vector_line_carries_beside_its_input_is_ignored() -> None:
    """A vector row can be piped as it is (G13.2)."""
    line = {**LINE, "covers": [], "notes": "", "interpretation": "", "expected": 1, "expected_by_profile": 2}
    assert answer(LINE) == answer(line)


@pytest.mark.parametrize("name", ["california-bad-beat", "california-bad-beat@1"])
def test_a_rule_set_may_be_named(name: str) -> None:
    """A name, optionally with its version, stands for a config (G13.2)."""
    line = changed("config", ...)
    line["ruleset"] = name
    assert 4500 == answer(line)["bettor_net"]["p2"]


@pytest.mark.parametrize("name", ["california", "california-bad-beat@9", "../x.toml", "/etc/x", 5, ""])
def test_a_rule_set_that_is_not_there_is_unknown(name: object) -> None:
    """Only names are looked up, never paths (G13.5)."""
    line = changed("config", ...)
    line["ruleset"] = name
    assert "unknown_ruleset" == answer(line)["error"]["code"]


def test_a_rule_set_without_back_line_refuses_one() -> None:
    """The house's sets have no back line (G7.1)."""
    line = changed("config", ...)
    line["ruleset"] = "house-progressive"
    line["input"]["player_dealer"]["wager"] = None
    assert "bad_role" == answer(line)["error"]["code"]


def test_a_back_line_bettor_without_a_play_folds_alone() -> None:
    """The seat plays 4x, the bettor behind it has no Play on the felt (G8.7)."""
    got = answer(changed(f"{BEHIND}/play", 0))
    assert {"p2": 4500, "b2": -400, "p5": -900} == got["bettor_net"]


def test_the_house_may_stand_anywhere_or_nowhere() -> None:
    """Position 0 starts at seat 1, another left of it (G7.3, G13.3)."""
    line = copy.deepcopy(HOUSE)
    line["input"]["player_dealer"]["wager"] = None
    line["input"]["seats"][1]["bettors"][0].pop("bad_beat")
    orders = []
    for position in (0, 2, 3, 5):
        line["input"]["player_dealer"]["position"] = position
        orders.append([seat["position"] for seat in answer(line)["seats"]])
    assert [[2, 5], [5, 2], [5, 2], [2, 5]] == orders


def test_a_cap_returns_the_overage() -> None:
    """Trips above 2,500 play to the maximum; the rest is returned (G2.5)."""
    line = changed("config", "house_002")
    line["input"]["player_dealer"]["wager"] = None
    line["input"]["seats"] = line["input"]["seats"][:1]
    with_stakes(BETTOR, ante=4000, blind=4000, play=16000, trips=4000)(line)
    with_stakes(BEHIND, ante=500, blind=500, play=2000)(line)
    (trips,) = [one for one in answer(line)["wagers"] if one["wager"] == "trips"]
    assert (2500, 1500, 2500, 1500) == tuple(
        trips[key] for key in ("stake", "over_limit_returned", "collected", "returned")
    )


def test_a_side_wager_over_the_ante_is_capped_where_the_rules_cap() -> None:
    """The ceiling is the smaller of the maximum and the Ante as placed (G13.4)."""
    line = configured(over_max="cap")
    with_stakes(BETTOR, trips=1300)(line)
    trips = answer(line)["wagers"][3]
    assert (1000, 300) == (trips["stake"], trips["over_limit_returned"])


def run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, *options: str
) -> tuple[int, list[str]]:
    """Run the subcommand on a file and give its exit status and lines."""
    file = tmp_path / "rows.jsonl"
    file.write_text(text, encoding="utf-8")
    status = main(["settle", str(file), *options])
    return status, capsys.readouterr().out.splitlines()


def test_every_line_is_answered_in_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Blank lines are skipped, a wrong one is answered too and sets the exit status (G13.1, G13.6)."""
    good = json.dumps(LINE)
    status, lines = run(capsys, tmp_path, f"{good}\n\n  \n{{}}\n{good}\n", "--configs", str(CONFIGS))
    assert (1, 3) == (status, len(lines))
    assert 4 == json.loads(lines[1])["line"]
    assert lines[0] == lines[2]
    status, lines = run(capsys, tmp_path, good, "--configs", str(CONFIGS))
    assert (0, 1) == (status, len(lines))


@pytest.mark.parametrize(
    "options",
    [
        ["no-such-file.jsonl"],
        ["--configs", "no-such-file.json"],
        ["--configs", str(VECTORS / "README.md")],
        ["--configs", str(VECTORS / "array.json")],
        ["--rules", "no-such-folder"],
    ],
)
def test_what_cannot_be_read_exits_with_2(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """An unreadable file leaves standard output empty (G13.6)."""
    status = main(["settle", *options])
    assert (2, "") == (status, capsys.readouterr().out)


@pytest.mark.parametrize("text", ["[]", '{"configs": []}', "{}", "{"])
def test_a_configs_file_of_another_shape_exits_with_2(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It must be an object with `configs` (G13.6)."""
    file = tmp_path / "configs.json"
    file.write_text(text, encoding="utf-8")
    status = main(["settle", "--configs", str(file)])
    assert (2, "") == (status, capsys.readouterr().out)


def test_configs_that_are_nested_too_deeply_exit_with_2_and_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is named, no answer is printed (G13.6)."""
    file = tmp_path / "configs.json"
    file.write_text('{"configs":' + "[" * 100_000 + "]" * 100_000 + "}", encoding="utf-8")
    status = main(["settle", "--configs", str(file)])
    printed = capsys.readouterr()
    assert (2, "") == (status, printed.out)
    assert str(file) in printed.err
    assert "nested" in printed.err
    assert "Traceback" not in printed.err


def test_a_line_of_any_depth_becomes_an_error_object(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Too deep to read, or to be shown: `bad_json`, and the next line is answered (G13.5)."""
    depths = [*range(900, 1_010), 100_000]
    deep = ['{"id":"deep","input":' + "[" * depth + "]" * depth + "}" for depth in depths]
    status, lines = run(capsys, tmp_path, "\n".join([*deep, json.dumps(LINE)]), "--configs", str(CONFIGS))
    answers = [json.loads(line) for line in lines]
    assert {"bad_json"} == {answer["error"]["code"] for answer in answers[:-1]}
    assert (1, LINE["id"]) == (status, answers[-1]["id"])
    assert "error" not in answers[-1]


def test_settle_reads_standard_input_without_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same answers as from a file (G13.1)."""
    raw = (json.dumps(LINE) + "\n").encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    assert 0 == main(["settle", "--configs", str(CONFIGS)])
    assert "r1" == json.loads(capsys.readouterr().out)["id"]


def test_an_amount_below_the_minimum_plays_once_where_the_rules_honour_it() -> None:
    """House-limits honours the first time; `settle` knows no second (G2.5)."""
    line = changed("config", ...)
    line["ruleset"] = "house-limits"
    line["input"]["player_dealer"]["wager"] = None
    line["input"]["seats"] = line["input"]["seats"][:1]
    del line["input"]["seats"][0]["bettors"][1]
    with_stakes(BETTOR, ante=400, blind=400, play=1600, trips=0)(line)
    assert 2000 == answer(line)["bettor_net"]["p2"]


def test_a_bad_option_exits_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    """The parser refuses it (G13.6)."""
    with pytest.raises(SystemExit) as left:
        main(["settle", "--rounds", "5"])
    assert (2, "") == (left.value.code, capsys.readouterr().out)


def test_own_rule_files_are_found(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`--rules` is looked in first; a file that is wrong is `bad_config` for its lines alone (G13.1)."""
    rules = tmp_path / "rules"
    rules.mkdir()
    text = 'extends = "california-bad-beat"\nname = "friday"\nversion = "3"\n'
    (rules / "friday.toml").write_text(text + 'trips_table = "trips-T1"\n', encoding="utf-8")
    (rules / "broken.toml").write_text(text + "chips = 5\n", encoding="utf-8")
    lines = [{**changed("config", ...), "ruleset": name} for name in ("friday@3", "broken", "friday@4")]
    rows = "\n".join(map(json.dumps, lines))
    status, answers = run(capsys, tmp_path, rows, "--rules", str(rules))
    codes = [json.loads(one).get("error", {}).get("code") for one in answers]
    assert (1, [None, "bad_config", "unknown_ruleset"]) == (status, codes)


def test_settle_runs_as_a_process_on_standard_input() -> None:
    """The command reads standard input and flushes each answer (G13.1)."""
    command = [sys.executable, "-m", "controller.cli.main", "settle", "--configs", str(CONFIGS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(LINE) + "\n")
        process.stdin.flush()
        assert "r1" == json.loads(process.stdout.readline())["id"]
        process.stdin.write(json.dumps({**LINE, "id": "r2"}))
        process.stdin.close()
        assert "r2" == json.loads(process.stdout.readline())["id"]
        assert 0 == process.wait(timeout=20)


def test_a_number_too_long_to_be_written_stops_no_other_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Stakes of 4,300 digits that a config lets stand win more digits than can be written (G13.5)."""
    line = configured(over_max="stand", banking="house")
    line["input"]["player_dealer"]["wager"] = None
    line["input"]["seats"] = line["input"]["seats"][:1]
    line["input"]["seats"][0]["action"] = {"type": "play", "street": "river", "multiple": 1}
    del line["input"]["seats"][0]["bettors"][1]
    huge = 9 * 10**4299
    with_stakes(BETTOR, ante=huge, blind=huge, play=huge, trips=0)(line)
    rows = f"{json.dumps(line)}\n{json.dumps(LINE)}"
    status, answers = run(capsys, tmp_path, rows, "--configs", str(CONFIGS))
    codes = [json.loads(one).get("error", {}).get("code") for one in answers]
    assert (1, ["internal", None]) == (status, codes)


def test_a_reader_that_goes_away_is_no_unreadable_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails on the way out is not blamed on the input (G13.6)."""

    def gone(*_: object) -> int:
        raise BrokenPipeError

    monkeypatch.setattr("controller.cli.settle.answer_all", gone)
    with pytest.raises(BrokenPipeError):
        settle.run(argparse.Namespace(file=str(CONFIGS), rules=None, configs=None))


def test_a_fault_of_ours_is_answered_and_the_next_line_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """`internal` stands for what should not happen (G13.5)."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("controller.cli.settle.settle", broken)
    assert "internal" == answer(LINE)["error"]["code"]
