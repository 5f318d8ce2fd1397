"""Corrected rounds are told as corrected, with the original as original (G9.2, G11.7, V14, I26, I27)."""

import csv
from pathlib import Path

import pytest

from controller.cli.main import main
from controller.engine.cards import Card
from controller.engine.commands import SettleSeat
from controller.engine.ruleset import Wager
from controller.engine.ruleset_policy import Irregular, Ruling
from controller.engine.ruling_commands import Rule
from controller.engine.state import DealingMode, Phase
from controller.history.record import RoundRecord
from controller.history.rounds import History, rounds_of
from tests.engine.given import Felt
from tests.engine.robot import play_until_round
from tests.engine.ruling_kit import entered, give_ruling, nets, rule
from tests.engine.stages import TWO
from tests.engine.test_g9_rows_cards import dealt
from tests.engine.test_g9_rows_wagers import river
from tests.faults.kit import config_at
from tests.sim.stage import Stage, stage
from tests.verify.test_verify_rulings import at_phase, first_seat, floor_asks


def _paid(mode: DealingMode = DealingMode.SHOE) -> Felt:
    """Play to the settlement, seat 2 closed: it lost 30.00."""
    felt = river(dealt(mode), settle=True)
    felt.ask(SettleSeat(seat=TWO))
    return felt


def test_a_corrected_card_shows_the_lines_that_count_and_the_hand_that_was_named_first() -> None:
    """Seat 2 was paid as two different hands: what was reversed keeps its own (I26)."""
    felt = _paid()
    give_ruling(felt, rule("I26", Ruling.ENTER_CARD, place="seat 2 card 1", card=entered(felt, "8h")))
    felt.settle()
    [one] = rounds_of(felt.events)
    assert [2, 3] == [seat.seat for seat in one.seats]
    assert [2] == [seat.seat for seat in one.undone]
    assert one.seats[0].hand != one.undone[0].hand
    assert "8h" == one.seats[0].cards[0].value
    assert (one.balances, nets(felt)["bank"]) == (True, one.net)


def test_two_corrections_leave_both_originals_beside_what_counts() -> None:
    """4x, then 3x, then 4x again: one line counts, two are originals (V14)."""
    felt = dealt(DealingMode.SHOE)
    felt.play(2, 4)
    felt.play(3, 4)
    felt.board()
    assert felt.prompt.primary is not None
    felt.ask(felt.prompt.primary.command)
    felt.ask(SettleSeat(seat=TWO))
    for decision in ("play 3", "play 4"):
        give_ruling(felt, rule("I24", Ruling.DECISION_RESTORED, seat=TWO, decision=decision))
    felt.settle()
    [one] = rounds_of(felt.events)
    plays = [
        line.stake
        for seat in (*one.seats, *one.undone)
        if seat.seat == TWO
        for line in seat.lines
        if line.wager is Wager.PLAY
    ]
    assert [4000, 4000, 3000] == plays
    assert one.balances


def test_a_walk_that_starts_anew_tells_no_step_twice() -> None:
    """A dead hand after the first step changes the stops: all of it is walked again (G6.6, I14)."""
    felt = _paid()
    give_ruling(felt, rule("I14", Ruling.DEAD, seat=TWO))
    felt.settle()
    [one] = rounds_of(felt.events)
    assert len({seat.step for seat in one.seats}) == len(one.seats)
    assert (one.balances, nets(felt)["bank"]) == (True, one.net)


@pytest.mark.parametrize("mode", list(DealingMode))
def test_a_settled_round_that_is_opened_again_later_follows(mode: DealingMode) -> None:
    """While the next round is dealt, shift and floor settle seat 2 of round 1 again (I27)."""
    felt = _paid(mode)
    felt.settle()
    play_until_round(felt, 2)
    while felt.phase() is not Phase.HOLE:
        assert felt.prompt.primary is not None
        felt.ask(felt.prompt.primary.command)
    give_ruling(felt, rule("I27", Ruling.REVERSE_SETTLEMENT, seat=TWO))
    told = History().after(felt.events, 1).rounds
    assert [[2]] == [[seat.seat for seat in one.undone] for one in told]
    assert [one.undone for one in rounds_of(felt.events)] == [one.undone for one in told]
    assert felt.state.last_result is not None
    assert (True, felt.state.last_result.net) == (told[0].balances, told[0].net)


def test_a_round_undone_for_a_wrong_deck_moved_nothing() -> None:
    """All of it is reversed and nothing is settled again (I10)."""
    felt = _paid()
    felt.settle()
    give_ruling(felt, rule("I10", Ruling.REVERSE_SETTLEMENT))
    [one] = rounds_of(felt.events)
    assert (0, 0, (), 2) == (one.paid, one.collected, one.seats, len(one.undone))


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Stage, str]:
    """Play on real files; a seat of round 1 is settled again before its deck went back."""
    table = stage(seed=5, files=config_at(tmp_path_factory.mktemp("corrected")))
    at_phase(table, Phase.COLLECT)
    again = Rule(code=Irregular.I27, ruling=Ruling.REVERSE_SETTLEMENT, reason="other", seat=first_seat(table))
    assert floor_asks(table, again) is None
    table.dealer.play_rounds(1)
    assert table.setting.files is not None
    assert table.setting.files.file is not None
    return table, str(table.setting.files.file.with_name("table.db.bb"))


def test_the_export_tells_what_counts_and_what_was_reversed(
    told: tuple[Stage, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A column says which; those that count add up to what the round moved (V1)."""
    table, mirror = told
    assert 0 == main(["history", mirror, "--rounds", "1", "--format", "csv"])
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert {"counts", "reversed"} == {row["entry"] for row in rows}
    newest = table.world.picture.newest
    assert newest is not None
    one = newest.history[-1]
    counted = [row for row in rows if row["entry"] == "counts"]
    assert one.paid == sum(int(row["paid_cents"]) for row in counted)
    assert one.collected == sum(int(row["collected_cents"]) for row in counted)
    assert 0 == main(["history", mirror, "--rounds", "1"])
    assert "as it was, reversed by a ruling" in capsys.readouterr().out


def test_the_rack_backs_up_every_card_and_opens_no_fold(
    told: tuple[Stage, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """52 cards lie in it: the stub, each hand when its seat was settled, board, player-dealer (G11.7)."""
    table, mirror = told
    assert 0 == main(["history", mirror, "--rounds", "1", "--format", "rack"])
    lines = [line.split() for line in capsys.readouterr().out.splitlines()[1:] if line]
    assert [*range(1, len(lines) + 1)] == [int(words[0]) for words in lines]
    stub = int(next(words[2] for words in lines if "stub," in words[1]))
    assert 52 == len(lines) - 1 + stub
    assert ["player-dealer"] * 2 == [words[1] for words in lines[-2:]]
    assert ["board"] * 5 == [words[1] for words in lines[-7:-2]]
    newest = table.world.picture.newest
    assert newest is not None
    one = newest.history[-1]
    order = [int(words[2]) for words in lines if words[1] == "seat"]
    assert [seat.seat for seat in one.seats for _ in range(2)] == order
    up = {seat.seat: [card.value for card in seat.cards] for seat in one.seats}
    for seat, cards in up.items():
        said = [words[5] for words in lines if words[1:3] == ["seat", str(seat)]]
        assert (cards or ["sealed"] * 2) == said


def test_the_last_place_of_a_card_is_told_first(
    told: tuple[Stage, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Where it lay face up, in which round and at which seat; a fold tells nothing (G11.7, SH25)."""
    table, mirror = told
    newest = table.world.picture.newest
    assert newest is not None
    latest = newest.history[0]
    card = latest.board[2].value
    assert 0 == main(["history", mirror, "--card", card])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{card}: round {latest.number}, deck {latest.deck}, board card 3, dealt in #")
    numbers = [int(line.split("round ")[1].split(",")[0]) for line in lines]
    assert sorted(numbers, reverse=True) == numbers
    up = {one for told_round in newest.history for one in _faces(told_round)}
    closed = next(face.value for face in Card if face.value not in up)
    assert 0 == main(["history", mirror, "--card", closed])
    assert [f"{closed}: never turned up in these rounds"] == capsys.readouterr().out.splitlines()
    assert 2 == main(["history", mirror, "--card", "10h"])
    assert "6d or Th" in capsys.readouterr().err


def _faces(one: RoundRecord) -> set[str]:
    """Give every card that lay face up in a round."""
    cards = (
        *one.board,
        *one.bank_cards,
        *(card for seat in (*one.seats, *one.undone) for card in seat.cards),
    )
    return {card.value for card in cards}


def test_a_missing_file_of_a_rack_is_named(tmp_path: Path) -> None:
    """Exit code 2 (issue 6, bad input)."""
    assert 2 == main(["history", str(tmp_path / "none.bb"), "--format", "rack"])
