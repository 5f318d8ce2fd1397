"""A day with rulings in it verifies: originals stay, corrections net right, an entered card stays sealed."""

from itertools import count
from pathlib import Path

import pytest

from controller.engine.actors import Role
from controller.engine.cards import Card
from controller.engine.commands import Ask
from controller.engine.ids import CommandId, SeatNo
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset_policy import Irregular, Ruling
from controller.engine.ruling_commands import Rule
from controller.engine.state import Phase
from controller.table.envelope import Envelope
from controller.verify.verification import Report, Request, verify
from tests.sim.stage import FLOOR, SHIFT, Stage, stage
from tests.verify.kit import Day, mirror_of, places

_IDS = count(1)


def floor_asks(table: Stage, command: Ask, *, alone: bool = False) -> Refused | None:
    """Give a command with the badges of the floor and the shift manager; alone: of the floor only."""
    envelope = Envelope(
        command_id=CommandId(f"floor-{next(_IDS)}"),
        token=None,
        command=command,
        actor="dealer:robot",
        role=Role.DEALER,
        source="test",
        credential=FLOOR,
        second=None if alone else SHIFT,
    )
    return table.world.ask(envelope).refused


def rule(code: str, ruling: Ruling, **fields: object) -> Rule:
    """Give a ruling."""
    return Rule(code=Irregular(code), ruling=ruling, reason="other", **fields)  # type: ignore[arg-type]


def first_seat(table: Stage) -> SeatNo:
    """Give the seat that was dealt first."""
    current = table.world.state.round
    assert current is not None
    return current.entitled[0]


def at_phase(table: Stage, phase: Phase) -> None:
    """Deal until a phase."""
    table.dealer.play_until(lambda: table.world.state.phase is phase, phase.value)


def verified(table: Stage, folder: Path) -> Report:
    """Check the record with the independent verifier."""
    record = Day(header=table.medium.header, records=tuple(table.medium.records))
    return verify(Request(files=[mirror_of(record, folder / "x.bb")]))


def enter_any(table: Stage, place: str) -> Card:
    """Enter the first card that lies nowhere else, as two persons read it from the felt."""
    for card in Card:
        refused = floor_asks(table, rule("I26", Ruling.ENTER_CARD, place=place, card=card))
        if refused is None:
            return card
        assert (RefusalCode.CARD_NOT_POSSIBLE, "", "") == (refused.code, refused.value, refused.allowed)
    raise AssertionError("no card is left")


@pytest.mark.parametrize("dealing", ["shoe", "stacks"])
def test_a_day_with_rulings_verifies(tmp_path: Path, dealing: str) -> None:
    """A card entered by two, a decision corrected after its step, a dead hand, a void: all is honest."""
    table = stage(seed=3, dealing=dealing)
    at_phase(table, Phase.PREFLOP)
    seat = first_seat(table)
    enter_any(table, f"seat {seat} card 1")
    at_phase(table, Phase.SETTLE)
    table.dealer.step()
    decided = table.world.state.seat(seat).decision
    assert decided is not None
    other = "fold" if decided.multiple else "play 1"
    assert floor_asks(table, rule("I24", Ruling.DECISION_RESTORED, seat=seat, decision=other)) is None
    table.dealer.play_until(lambda: table.world.state.rounds == 2, "round 2")
    at_phase(table, Phase.PREFLOP)
    assert floor_asks(table, rule("I14", Ruling.DEAD, seat=first_seat(table))) is None
    table.dealer.play_until(lambda: table.world.state.rounds == 3, "round 3")
    at_phase(table, Phase.RIVER)
    assert floor_asks(table, rule("I4", Ruling.VOID)) is None
    table.dealer.play_until(lambda: table.world.state.rounds == 4, "round 4")
    report = verified(table, tmp_path)
    assert [] == places(report)
    assert {True} == {one.balances for one in report.files[0].rounds if one.ending in {"settled", "void"}}
    assert report.files[0].counts.overrides >= 3


def test_an_entered_card_stands_nowhere_in_plain(tmp_path: Path) -> None:
    """Neither the two entries nor their refusals say which card it was (DURABILITY 7.1, I26)."""
    table = stage(seed=4, dealing="shoe")
    at_phase(table, Phase.PREFLOP)
    before = len(table.medium.records)
    card = enter_any(table, f"seat {first_seat(table)} card 1")
    written = b"".join(record.body for record in table.medium.records[before:])
    assert b'"card_corrected"' in written
    assert f'"{card.value}"'.encode() not in written
    assert [] == places(verified(table, tmp_path))


def test_a_reversed_settlement_is_there_after_a_restart(tmp_path: Path) -> None:
    """The state after a replay is the one before it, and the record verifies (I27, V12)."""
    table = stage(seed=5, dealing="shoe")
    at_phase(table, Phase.SETTLE)
    table.dealer.step()
    seat = first_seat(table)
    assert floor_asks(table, rule("I27", Ruling.REVERSE_SETTLEMENT, seat=seat)) is None
    state = table.world.state
    table.restart()
    assert (state.seats, state.previous, state.ledgers) == (
        table.world.state.seats,
        table.world.state.previous,
        table.world.state.ledgers,
    )
    assert [] == places(verified(table, tmp_path))
