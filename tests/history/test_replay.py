"""Each event of a round with what it changed, and no card that stayed closed (S6, G3.8, G11.7)."""

import re
from pathlib import Path

import pytest

from controller.cli.main import main
from controller.engine.commands import Act
from controller.engine.events import (
    CardDealt,
    CardsExposed,
    DecisionMade,
    DecisionUndone,
    Event,
    SeatTurnedUp,
    WagerPlaced,
)
from controller.engine.ids import RoundNo, SeatNo
from controller.engine.life_events import LimitsChanged
from controller.engine.ruleset import Wager
from controller.engine.ruleset_names import Street
from controller.engine.ruling_events import BankCorrected, CardCorrected
from controller.history.export import ToldRound
from controller.history.record import RoundRecord
from controller.history.replay import SEALED, ReplayLine, read_replay, replay_of
from tests.faults.kit import config_at
from tests.golden.generate import sample
from tests.history.test_story import record
from tests.sim.stage import Stage, stage

FACE = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Play two rounds on real files."""
    played = stage(seed=7, files=config_at(tmp_path_factory.mktemp("replayed")))
    played.dealer.play_rounds(2)
    return played


def lines_of(table: Stage, capsys: pytest.CaptureFixture[str], number: int) -> tuple[ReplayLine, ...]:
    """Read one round as the screen does."""
    assert table.setting.files is not None
    assert table.setting.files.file is not None
    mirror: Path = table.setting.files.file.with_name("table.db.bb")
    assert 0 == main(["history", str(mirror), "--rounds", str(number), "--format", "replay"])
    return read_replay(capsys.readouterr().out)


def changes(*events: Event) -> list[tuple[str, str]]:
    """Give before and after of these events, as they follow each other in one round."""
    one = ToldRound(
        table="T1",
        gaming_day="2026-12-01",
        record=RoundRecord(number=RoundNo(1), deck="A"),
        before=(),
        inside=tuple(record(event) for event in events),
    )
    return [(line.before, line.after) for line in replay_of(one)]


def test_every_event_has_number_time_and_actor_in_the_order_of_the_record(
    table: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    """The order is the record's, and both ends of the round are in it (S6)."""
    lines = lines_of(table, capsys, 2)
    assert {2} == {line.round for line in lines}
    assert [line.seq for line in lines] == sorted(line.seq for line in lines)
    assert all(line.utc_us > 0 and line.actor and line.text for line in lines)
    assert any(line.text.startswith("round 2 begins") for line in lines)
    assert any(line.text.startswith("the round is settled") for line in lines)


def test_a_face_stands_only_where_it_was_turned_up(table: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    """Every dealt card is sealed, and what is named later was exposed in this round (G3.8)."""
    lines = lines_of(table, capsys, 1)
    dealt = [line for line in lines if line.text.startswith("dealt: ")]
    assert len(dealt) >= 9
    assert {("", SEALED)} == {(line.before, line.after) for line in dealt}
    up = {
        face for line in lines if "turned up" in line.text or ", step " in line.text for face in named(line)
    }
    assert up
    assert up == {face for line in lines for face in named(line)}


def named(line: ReplayLine) -> set[str]:
    """Give the faces that a line names."""
    return set(FACE.findall(f"{line.text} {line.before} {line.after}"))


def test_a_value_that_changes_has_a_before_and_an_after() -> None:
    """A wager, a decision, the bank and a limit, each by its own owner (S6)."""
    seat = SeatNo(2)
    placed = WagerPlaced(seat=seat, bettor=0, ante=1000, blind=1000, trips=0, bad_beat=0)
    more = WagerPlaced(seat=seat, bettor=0, ante=2000, blind=2000, trips=500, bad_beat=0)
    other = WagerPlaced(seat=SeatNo(3), bettor=0, ante=1500, blind=1500, trips=0, bad_beat=0)
    assert [
        ("nothing", "Ante 10.00, Blind 10.00"),
        ("nothing", "Ante 15.00, Blind 15.00"),
        ("Ante 10.00, Blind 10.00", "Ante 20.00, Blind 20.00, Trips 5.00"),
    ] == changes(placed, other, more)
    play = DecisionMade(
        seat=seat, act=Act.PLAY, street=Street.PREFLOP, multiple=4, plays=((0, 4000),), out_of_turn=False
    )
    assert [("no decision", "play 4x"), ("play 4x", "no decision")] == changes(
        play, DecisionUndone(seat=seat)
    )
    low = LimitsChanged(wager=Wager.ANTE, minimum=1000, maximum=30000)
    high = LimitsChanged(wager=Wager.ANTE, minimum=2500, maximum=50000)
    assert [("", "10.00 to 300.00"), ("10.00 to 300.00", "25.00 to 500.00")] == changes(low, high)
    assert [("500.00", "450.00")] == changes(BankCorrected(seat=seat, before=50000, after=45000))


def test_cards_go_from_sealed_to_their_face_and_a_hidden_correction_stays_sealed() -> None:
    """A correction under a face-down card tells neither the old nor the new one (I26, G9)."""
    dealt, exposed, corrected = (sample(one) for one in (CardDealt, CardsExposed, CardCorrected))
    assert [("", SEALED)] == changes(dealt)
    faces = " ".join(one.card.value for one in exposed.cards)
    assert (SEALED, faces) == changes(exposed)[0]
    [(before, _)] = changes(corrected)
    assert SEALED == before
    assert FACE.search(changes(sample(SeatTurnedUp))[0][1])


def test_a_line_that_is_none_is_an_error_and_no_other_one() -> None:
    """The screen says that it could not read; it never shows half a line."""
    with pytest.raises(ValueError, match="replay line"):
        read_replay('{"round": 1}')
    with pytest.raises(ValueError, match="Expecting"):
        read_replay("no json")
