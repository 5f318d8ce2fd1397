"""The shift report adds up to the cent with the record (G11, issue 6)."""

import csv
import re
from collections import Counter
from itertools import count
from pathlib import Path

import pytest

from controller.cli.main import main
from controller.cli.simulated import VIRTUAL_DEALER
from controller.engine.actors import Role
from controller.engine.commands import Ask
from controller.engine.coverage import Contribution, LayerResult
from controller.engine.events import Event, RoundSettled
from controller.engine.house import Moment
from controller.engine.ids import CommandId, RoundNo, SeatNo
from controller.engine.ledger_events import FeeWaived
from controller.engine.life_commands import CountTray, CreditTray, FillTray, VoidSlip
from controller.engine.prompt import PromptCode
from controller.engine.ruleset import FeePayer
from controller.engine.ruleset_policy import Irregular, Ruling
from controller.engine.ruling_commands import Rule
from controller.engine.ruling_events import SettlementRepeated, SettlementReversed
from controller.engine.state import Phase
from controller.history.record import RoundRecord
from controller.history.sections import Per, Section, as_rows, as_text, sections_of
from controller.history.shift import figures_of
from controller.journal.journal import Journal
from controller.table.envelope import Credential, Envelope
from tests.faults.kit import config_at
from tests.sim.stage import FLOOR, SHIFT, Stage, stage

_IDS = count(1)


def _ask(table: Stage, command: Ask, first: Credential, second: Credential | None = None) -> None:
    outcome = table.world.ask(
        Envelope(
            command_id=CommandId(f"asked-{next(_IDS)}"),
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


def _before_wagers(table: Stage) -> None:
    table.dealer.play_until(lambda: table.world.prompt.code is PromptCode.OFFER_BANK, "an offer of the bank")


def _played(table: Stage) -> Stage:
    """Play a scripted day: opener, two rounds, a fill, a wrong one, a credit; a second shift of one round.

    A seat of the second round is settled again before its deck went back.
    """
    _before_wagers(table)
    _ask(table, CountTray(moment=Moment.OPENER, chips_1=500), VIRTUAL_DEALER, FLOOR)
    _ask(table, FillTray(chips_2=10, requester="floor"), FLOOR)
    _ask(table, FillTray(chips_2=99, requester="floor"), FLOOR)
    _ask(table, VoidSlip(slip=2, reason="wrong amount"), FLOOR)
    _ask(table, CreditTray(chips_1=50, requester="dealer"), FLOOR)
    table.dealer.play_rounds(1)
    table.dealer.play_until(lambda: table.world.state.phase is Phase.COLLECT, "a settled round")
    current = table.world.state.round
    assert current is not None
    seat = current.entitled[0]
    again = Rule(code=Irregular.I27, ruling=Ruling.REVERSE_SETTLEMENT, reason="other", seat=seat)
    _ask(table, again, FLOOR, SHIFT)
    _before_wagers(table)
    _ask(table, CountTray(moment=Moment.OPENER, chips_1=500), VIRTUAL_DEALER, FLOOR)
    table.dealer.play_rounds(1)
    return table


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Play the day on real files."""
    return _played(stage(seed=11, files=config_at(tmp_path_factory.mktemp("day"))))


def _mirror(table: Stage) -> str:
    assert table.setting.files is not None
    assert table.setting.files.file is not None
    return str(table.setting.files.file.with_name("table.db.bb"))


@pytest.fixture(scope="module")
def events() -> tuple[Event, ...]:
    """Give the events of the same day, kept in memory."""
    _, records, _ = Journal.in_memory((day := _played(stage(seed=11))).medium, day.clock.now)
    return tuple(event for record in records for event in record.content.events)


@pytest.fixture(scope="module")
def shifts() -> tuple[Section, ...]:
    """Cut the same day into its shifts."""
    _, records, _ = Journal.in_memory((day := _played(stage(seed=11))).medium, day.clock.now)
    return sections_of(records, Per.SHIFT)


def _words(text: str) -> str:
    """Leave out what only spaces words: a reader of pages has its own idea of it."""
    return re.sub(r"\s", "", text)


def _figures(section: Section) -> dict[tuple[str, str], int]:
    return {(one.part, one.name): one.amount for one in section.figures}


def test_a_scripted_day_adds_up_to_the_cent(shifts: tuple[Section, ...], events: tuple[Event, ...]) -> None:
    """Paid, collected and each bank are the record's over both shifts; a void slip is nothing (G11.3)."""
    both = Counter[tuple[str, str]]()
    for section in shifts:
        both.update(_figures(section))
    assert [1, 2] == [one.shift for one in shifts]
    settled = [event for event in events if isinstance(event, RoundSettled)]
    moved = [event for event in events if isinstance(event, SettlementReversed | SettlementRepeated)]
    signs = [-1 if isinstance(event, SettlementReversed) else 1 for event in moved]
    assert len(settled) == both["Play", "rounds settled"] == 3
    paid = sum(one.paid for one in settled) + sum(s * one.paid for s, one in zip(signs, moved, strict=True))
    assert paid == both["Play", "paid to bettors"]
    taken = sum(s * one.collected for s, one in zip(signs, moved, strict=True))
    collected = sum(one.collected for one in settled) + taken
    assert collected == both["Play", "collected from bettors"]
    won = sum(amount for (part, _), amount in both.items() if part == "Player-dealers")
    assert collected - paid == won
    assert 1 <= both["Play", "steps reversed after their round"] == sum(s < 0 for s in signs)
    assert (5_000, 5_000) == (both["Tray", "fills together"], both["Tray", "credits together"])
    assert 1 == both["Approvals", "void_slip by F1"]
    assert 1 == both["Rulings", "I27 reverse_settlement"]


def test_each_shift_has_its_own_figures(shifts: tuple[Section, ...]) -> None:
    """The tray is handed over between them (G11.1): slips before it, one round after it."""
    first, second = map(_figures, shifts)
    assert (2, 1) == (first["Play", "rounds settled"], second["Play", "rounds settled"])
    assert 50_000 == first["Tray", "opener by D1+F1"] == second["Tray", "opener by D1+F1"]
    assert 49_500 == first["Tray", "slip 2: fill void"]
    assert (5_000, 0) == (first["Tray", "fills together"], second["Tray", "fills together"])
    assert shifts[0].until_us <= shifts[1].from_us


def test_text_and_csv_are_the_same_figures(shifts: tuple[Section, ...]) -> None:
    """Each line of the one is a line of the other; CSV has cents (G11)."""
    rows = list(csv.DictReader(as_rows(shifts)))
    told = [one for section in shifts for one in section.figures]
    assert [(one.part, one.name, str(one.amount)) for one in told] == [
        (row["part"], row["name"], row["amount"]) for row in rows
    ]
    assert {"1", "2"} == {row["shift"] for row in rows}
    lines = [line for line in as_text(shifts) if line.startswith("    ")]
    assert len(rows) == len(lines)


def test_the_pdf_opens_and_has_the_same_figures(
    table: Stage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A reader that is not Qt finds a title a shift and every line of the text (issue 6)."""
    pypdf = pytest.importorskip("pypdf", reason="this environment is older than the PDF report")
    paper = tmp_path / "day.pdf"
    assert 0 == main(["report", _mirror(table), "--per", "shift", "--pdf", str(paper)])
    printed = capsys.readouterr().out
    assert paper.read_bytes().startswith(b"%PDF-1.")
    pages = [_words(page.extract_text()) for page in pypdf.PdfReader(paper).pages]
    assert 2 <= len(pages)
    assert [1, 1] == [sum(f"shift{n}" in page for page in pages) for n in (1, 2)]
    read = "".join(pages)
    lines = [line for line in printed.splitlines() if line.startswith("    ")]
    assert lines
    assert [] == [line for line in lines if _words(line) not in read]


def test_any_name_can_be_printed(tmp_path: Path) -> None:
    """Spanish and Chinese names, and signs that markup would eat, come out as they are (TOUCHSCREEN 11)."""
    pypdf = pytest.importorskip("pypdf", reason="this environment is older than the PDF report")
    from controller.history.shift import Figure  # noqa: PLC0415 - with the screen's fonts only
    from ui.paper import write_report  # noqa: PLC0415 - as above

    names = ("Núñez & Söhne <A>", "李小龍", "crupier señor")
    figures = tuple(Figure(part="Dealers", name=name, amount=1, is_money=False) for name in names)
    section = Section(table="桌一", gaming_day="2026-12-01", shift=0, from_us=0, until_us=0, figures=figures)
    write_report(tmp_path / "names.pdf", (section,))
    text = _words(pypdf.PdfReader(tmp_path / "names.pdf").pages[0].extract_text())
    assert [] == [name for name in (*names, "桌一") if _words(name) not in text]


def test_what_cannot_be_read_or_written_is_named(
    table: Stage, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, with file or option (issue 2, bad input)."""
    assert 2 == main(["report", "/nonexistent/T1.bb"])
    assert 2 == main(["report", _mirror(table), "--pdf", str(tmp_path / "none" / "x.pdf")])
    assert "--pdf" in capsys.readouterr().err


def test_a_shared_bank_is_told_by_contributor() -> None:
    """Two persons of one layer, one of them with the second: each has a part of the net (G8.8, G11.2)."""
    first = LayerResult(
        cents=6_000,
        paid=4_000,
        collected=0,
        shares=(
            Contribution(contributor="seat-1", cents=-2_667),
            Contribution(contributor="seat-3", cents=-1_333),
        ),
    )
    second = LayerResult(
        cents=6_000, paid=0, collected=2_500, shares=(Contribution(contributor="seat-1", cents=2_500),)
    )
    one = RoundRecord(
        number=RoundNo(1),
        deck="A",
        player_dealer=SeatNo(1),
        paid=4_000,
        collected=2_500,
        layers=(first, second),
        is_over=True,
    )
    won = {told.name: told.amount for told in figures_of((), (one,), ()) if told.part == "Player-dealers"}
    assert {"seat 1 won": -167, "seat 3 won": -1_333} == won


def test_fees_that_the_floor_waived_are_added_up() -> None:
    """Beside what went to the drop, so that both together are what the schedule asked for (G8.6)."""
    waived = (
        FeeWaived(
            payer=payer,
            seat=SeatNo(1),
            bettor=0,
            wager=None,
            amount=cents,
            reason="courtesy",
            approved_by="F1",
        )
        for payer, cents in ((FeePayer.PLAYER_DEALER, 300), (FeePayer.BETTOR, 50))
    )
    figures = {one.name: one.amount for one in figures_of(tuple(waived), (), ())}
    assert 350 == figures["waived by the floor"]
