"""The shift report adds up to the cent with the record (G11, issue 6)."""

from controller.cli.main import main
from controller.cli.simulated import VIRTUAL_DEALER
from controller.engine.actors import Role
from controller.engine.commands import Ask
from controller.engine.events import Event, RoundSettled
from controller.engine.house import Moment
from controller.engine.ids import CommandId
from controller.engine.life_commands import CountTray, CreditTray, FillTray, VoidSlip
from controller.engine.prompt import PromptCode
from controller.history.shift import as_shift_rows, as_shift_text, shift_of
from controller.journal.journal import Journal
from controller.table.envelope import Credential, Envelope
from tests.sim.stage import FLOOR, Stage, stage


def _ask(table: Stage, name: str, command: Ask, first: Credential, second: Credential | None = None) -> None:
    outcome = table.world.ask(
        Envelope(
            command_id=CommandId(name),
            token=None,
            command=command,
            actor="dealer:1",
            role=Role.DEALER,
            source="test",
            credential=first,
            second=second,
        )
    )
    assert outcome.refused is None, outcome


def _day() -> tuple[Event, ...]:
    """Play a scripted day: opener, two rounds, a fill, a wrong one, a credit."""
    table = stage(seed=11)
    table.dealer.play_until(lambda: table.world.prompt.code is PromptCode.OFFER_BANK, "an open table")
    _ask(table, "count", CountTray(moment=Moment.OPENER, chips_1=500), VIRTUAL_DEALER, FLOOR)
    _ask(table, "fill", FillTray(chips_2=10, requester="floor"), FLOOR)
    _ask(table, "wrong", FillTray(chips_2=99, requester="floor"), FLOOR)
    _ask(table, "void", VoidSlip(slip=2, reason="wrong amount"), FLOOR)
    _ask(table, "credit", CreditTray(chips_1=50, requester="dealer"), FLOOR)
    table.dealer.play_rounds(2)
    _, records, _ = Journal.in_memory(table.medium, table.clock.now)
    return tuple(event for record in records for event in record.content.events)


def test_a_scripted_day_adds_up_to_the_cent() -> None:
    """Paid, collected and every bank's result equal the record's; a void slip counts nothing (G11.3)."""
    events = _day()
    figures = {(one.part, one.name): one.amount for one in shift_of(events)}
    settled = [event for event in events if isinstance(event, RoundSettled)]
    assert len(settled) == figures["Play", "rounds settled"] > 0
    assert sum(one.paid for one in settled) == figures["Play", "paid to bettors"]
    assert sum(one.collected for one in settled) == figures["Play", "collected from bettors"]
    won = sum(
        amount for (part, name), amount in figures.items() if part == "Player-dealers" and "won" in name
    )
    assert sum(one.net for one in settled) == won
    assert (5_000, 5_000) == (figures["Tray", "fills together"], figures["Tray", "credits together"])
    assert 50_000 == figures["Tray", "opener by D1+F1"]
    assert 49_500 == figures["Tray", "slip 2: fill void"]
    assert 1 == figures["Approvals", "void_slip by F1"]
    assert ["part,name,amount,unit"] == [*as_shift_rows(shift_of(events))][:1]
    assert len(figures) + len({part for part, _ in figures}) <= len([*as_shift_text(shift_of(events))]) + 1


def test_a_file_that_is_not_there_is_named() -> None:
    """Exit code 2 (issue 2, bad input)."""
    assert 2 == main(["report", "/nonexistent/T1.bb"])
