"""A record told to other programs and to people, without a seal being opened (DURABILITY 14, issue 7)."""

import csv
import json
from pathlib import Path

import pytest

from controller.cli.main import main
from controller.journal.journal import Journal
from tests.faults.kit import config_at
from tests.secrecy.needles import card_words
from tests.sim.stage import Stage, stage


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Play two rounds on real files and leave the table in the third."""
    played = stage(seed=5, files=config_at(tmp_path_factory.mktemp("played")))
    played.dealer.play_rounds(2)
    played.dealer.play_until(lambda: any(seat.cards for seat in played.world.state.seats), "a third deal")
    return played


def _mirror(table: Stage) -> Path:
    assert table.setting.files is not None
    assert table.setting.files.file is not None
    return table.setting.files.file.with_name("table.db.bb")


def _printed(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert 0 == main(["history", *words])
    return capsys.readouterr().out.splitlines()


def test_json_lines_tell_each_round_with_every_event(
    table: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    """One object a round; money as the table settled it; the table runs on meanwhile (DURABILITY 3.1)."""
    rounds = [json.loads(line) for line in _printed(capsys, str(_mirror(table)), "--format", "jsonl")]
    assert [1, 2] == [one["round"] for one in rounds]
    last = table.world.picture.newest
    assert last is not None
    told = [(one.number, one.paid, one.collected) for one in reversed(last.history)]
    assert told == [(one["round"], one["paid_cents"], one["collected_cents"]) for one in rounds]
    kinds = {event["kind"] for one in rounds for event in one["events"]}
    assert {"round_opened", "card_dealt", "seat_turned_up", "round_settled"} <= kinds
    assert rounds[0]["before"]
    seqs = [event["seq"] for event in rounds[0]["events"]]
    assert sorted(seqs) == seqs


def test_no_card_that_lay_face_down_is_told(table: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    """A dealt card has its ordinal; faces stand in the events that turned them up only (G3.8)."""
    for line in _printed(capsys, str(_mirror(table)), "--format", "jsonl"):
        one = json.loads(line)
        dealt = [event for event in one["events"] if event["kind"] == "card_dealt"]
        assert dealt
        assert {True} == {event["card"]["closed"] for event in dealt}
        assert set() == card_words(json.dumps(dealt).encode())


def test_csv_has_a_line_for_each_wager_that_adds_up(table: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    """What the bank paid and took is the sum of its lines (V1)."""
    rows = list(csv.DictReader(_printed(capsys, str(_mirror(table)), "--format", "csv")))
    settled = [json.loads(line) for line in _printed(capsys, str(_mirror(table)), "--format", "jsonl")]
    for one in settled:
        mine = [row for row in rows if row["round"] == str(one["round"])]
        assert one["paid_cents"] == sum(int(row["paid_cents"]) for row in mine)
        assert one["collected_cents"] == sum(int(row["collected_cents"]) for row in mine)


def test_any_event_has_a_line_though_nobody_taught_the_export_about_it(
    table: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    """The fields are written out as JSON, whatever they are."""
    rows = list(csv.DictReader(_printed(capsys, str(_mirror(table)), "--format", "csv-events")))
    assert "round_settled" in {row["kind"] for row in rows}
    assert all(isinstance(json.loads(row["fields"]), dict) for row in rows)


def test_rounds_and_days_can_be_picked(table: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    """`7`, `7-9`, `7-`, and a gaming day."""
    mirror = str(_mirror(table))
    numbers = {
        words: [json.loads(line)["round"] for line in _printed(capsys, mirror, "--format", "jsonl", *words)]
        for words in (("--rounds", "2"), ("--rounds", "1-1"), ("--rounds", "2-"), ("--day", "2026-12-02"))
    }
    assert [[2], [1], [2], []] == list(numbers.values())
    assert 2 == main(["history", mirror, "--rounds", "two"])
    assert "7-9" in capsys.readouterr().err


def test_text_is_for_people(table: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    """Seats, wagers, results and the bank in plain words."""
    text = "\n".join(_printed(capsys, str(_mirror(table)), "--rounds", "1"))
    assert text.startswith("Round 1, table WORLD, gaming day 2026-12-01")
    assert "bank paid " in text
    assert "seat 2" in text


def test_a_closed_primary_tells_the_same_as_its_mirror(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is copied first, and the file itself is left as it was (DURABILITY 3.1)."""
    config = config_at(tmp_path)
    played = stage(seed=6, files=config)
    played.dealer.play_rounds(1)
    journal = played.world.table._around.record
    assert isinstance(journal, Journal)
    journal.close()
    primary = tmp_path / "table.db"
    before = primary.read_bytes()
    assert _printed(capsys, f"{primary}.bb") == _printed(capsys, str(primary))
    assert before == primary.read_bytes()


def test_a_damaged_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is told out of a record that does not hold."""
    broken = tmp_path / "broken.bb"
    broken.write_bytes(b"no mirror" * 20)
    assert 3 == main(["history", str(broken)])
    assert "broken.bb" in capsys.readouterr().err
    assert 2 == main(["history", str(tmp_path / "none.bb")])
