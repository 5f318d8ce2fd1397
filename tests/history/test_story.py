"""A round in text is the story of it, with what everybody saw and nothing more (G11.7, G3.8)."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from controller.cli.history import records_of
from controller.cli.main import main
from controller.engine.commands import Command, PlaceWager
from controller.engine.events import CardDealt, DecisionMade, Event
from controller.engine.ids import SeatNo
from controller.engine.refusals import RefusalCode
from controller.history.export import told_rounds
from controller.history.story import _TALK, story_of
from controller.history.text import as_text
from controller.journal.codec import Content, Decoded, TableRecord
from controller.journal.notes import CommandRefused, Note
from hw_fixtures.dealer.strategy import SeededStrategy
from tests.faults.kit import config_at
from tests.golden.generate import STAMP, sample
from tests.secrecy.needles import card_words
from tests.sim.stage import Stage, stage

FRIDAY = Path(__file__).parents[1] / "rulesets" / "examples" / "friday-fees.toml"


def record(*events: Event, cause: Command | None = None, notes: tuple[Note, ...] = ()) -> TableRecord:
    """Give one record as it is read back."""
    content: Content[Command, Event] = Content(
        cause=cause,
        events=events,
        notes=notes,
        stamp=STAMP,
        round_no=1,
        actor="dealer:1",
        src="test",
        cmd=None,
    )
    return Decoded(seq=7, h=b"", content=content)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Play two rounds with fees and a bank that several hold, and leave the table in the third."""
    files = config_at(tmp_path_factory.mktemp("told"))
    players = SeededStrategy(11, seats=(1, 2, 3), partners=3, behind=1)
    played = stage(seed=11, files=files, strategy=players, rules=str(FRIDAY))
    played.dealer.play_rounds(2)
    played.dealer.play_until(lambda: any(seat.cards for seat in played.world.state.seats), "a third deal")
    return played


def mirror(table: Stage) -> Path:
    """Give the file that may be read while the table runs."""
    assert table.setting.files is not None
    assert table.setting.files.file is not None
    return table.setting.files.file.with_name("table.db.bb")


def told(table: Stage) -> list[str]:
    """Give the text of the rounds that are over."""
    return list(as_text(told_rounds(records_of(mirror(table)))))


def test_every_decision_and_exposure_is_told_with_its_number_and_time(table: Stage) -> None:
    """Who did what when, in the order of the record (G11.7, G11.8)."""
    lines = told(table)
    for one in told_rounds(records_of(mirror(table))):
        for kept in one.inside:
            for event in kept.content.events:
                if isinstance(event, DecisionMade):
                    said = f"#{kept.seq} dealer:robot: seat {event.seat} {event.street.value}: {event.act}"
                    assert any(said in line for line in lines), said
    numbers = [int(found[1]) for line in lines if (found := re.match(r"    [0-9:.]{12} #([0-9]+) ", line))]
    assert sorted(numbers) == numbers


def test_fees_and_who_holds_the_bank_are_told(table: Stage) -> None:
    """Layers with their contributors as they were recorded, and what each won or lost (G8.6, G8.8)."""
    text = "\n".join(told(table))
    assert "the bank is shared: layer 1 of " in text
    assert re.search(r"  shared: layer 1 of .* paid .*, took .*: seat-\d -?\d", text)
    assert "fees of " in text
    assert "go to the drop: player dealer seat " in text


def test_cards_are_told_by_place_until_they_are_turned_up(table: Stage) -> None:
    """A face stands only in what an event turned up; a dealt card is a place (G3.8, G3.9)."""
    for one in told_rounds(records_of(mirror(table))):
        shown = {card for seat in one.record.seats for card in seat.cards}
        shown |= {*one.record.board, *one.record.bank_cards}
        lines = "\n".join(as_text([one]))
        assert card_words(lines.encode()) <= {card.value for card in shown}
        dealt = [line for line in lines.splitlines() if ": dealt: " in line]
        assert set() == card_words("\n".join(dealt).encode())
        assert len(dealt) >= 1


def test_a_line_says_what_went_back_and_why_less_was_paid(table: Stage) -> None:
    """Paid, taken and back of each wager, as the settlement has them (G6.4)."""
    for one in told_rounds(records_of(mirror(table))):
        lines = list(as_text([one]))
        for seat in one.record.seats:
            for wager in seat.lines:
                found = next(
                    line for line in lines if line.startswith(f"    {wager.bettor} {wager.wager.value} ")
                )
                assert bool(wager.returned) == (" back" in found)


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: str(kind.__name__))
def test_every_event_has_a_sentence_or_is_talk_with_a_device(kind: Any) -> None:  # noqa: ANN401  # any event
    """Also those this page was never taught: by their fields, and never by a sealed face (G3.8)."""
    event = sample(kind)
    lines = list(story_of([record(event)]))
    assert (0 if event.kind in _TALK else 1) == len(lines)
    assert not any("closed" in line and "ordinal" in line for line in lines)
    if isinstance(event, CardDealt):
        assert set() == card_words(lines[0].encode())


def test_a_refused_command_is_part_of_the_story() -> None:
    """What was asked, what was wrong, what would have been allowed (G2.8)."""
    asked = PlaceWager(seat=SeatNo(2), bettor=0, ante=50, blind=50, trips=0, bad_beat=0)
    note = CommandRefused(
        code=RefusalCode.BELOW_MINIMUM, field="ante", value="50", allowed="100 to 1000000", seat=2
    )
    (line,) = story_of([record(cause=asked, notes=(note,))])
    expected = "refused: place_wager, ante 50 (below_minimum, allowed 100 to 1000000)"
    assert expected == line.split(": ", 1)[1]


def _kinds(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        cells = line.split(",")
        yield cells[2], cells[7]


def test_csv_events_tell_what_is_not_part_of_a_finished_round(
    table: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    """Opening and seats before the first round, people, and the round that is played now (DURABILITY 14)."""
    assert 0 == main(["history", str(mirror(table)), "--format", "csv-events"])
    rows = list(_kinds(capsys.readouterr().out.splitlines()[1:]))
    wanted = {("1", "seat_taken"), ("1", "table_opened"), ("1", "file_opened"), ("3", "round_opened")}
    assert set() == wanted - {*rows}


def test_before_the_first_round_nothing_is_silently_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The events are there; rounds that are not are said to be missing (DURABILITY 14)."""
    played = stage(seed=12, files=config_at(tmp_path))
    played.dealer.play_until(lambda: played.world.state.seats[1].is_taken, "two players")
    file = str(mirror(played))
    assert 0 == main(["history", file, "--format", "csv-events"])
    assert ("", "seat_taken") in {*_kinds(capsys.readouterr().out.splitlines()[1:])}
    for form in ("text", "jsonl", "csv", "rack"):
        assert 0 == main(["history", file, "--format", form])
        assert "no round is over in this record" in capsys.readouterr().err


def test_rounds_that_are_not_there_are_said_to_be_missing(
    table: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    """And which ones are."""
    assert 0 == main(["history", str(mirror(table)), "--rounds", "40-"])
    assert "rounds 1 to 2 are over in this record" in capsys.readouterr().err
