"""The soak: days with faults hold every rule, replay exactly, and catch planted bugs (issue 4, item 5)."""

import pytest

from controller.cli import soak
from controller.cli.main import main
from controller.cli.world_script import LEVELS, Line, Script
from controller.cli.world_soak import Day, DaySetting, Failure, Report, first_difference
from controller.cli.world_watch import Violation, Watch
from controller.engine.cards import Card, Hidden
from hw_fixtures.fault_script import LEVELS as WIRE_LEVELS
from hw_fixtures.fault_script import FaultScript
from tests.sim.stage import stage

OWN_VERBS = ("weather", "crash", "attend")


def _day(level: str, seed: int, rounds: int = 2, dealing: str | None = None) -> Report:
    return Day(DaySetting(seed=seed, level=level, rounds=rounds, dealing=dealing)).play()


@pytest.mark.parametrize("dealing", ["stacks", "shoe"])
def test_a_calm_day_has_no_hold_and_no_void(dealing: str) -> None:
    """Without faults every round comes to its result and each device is met once (ARCHITECTURE 9)."""
    report = _day("calm", 1, dealing=dealing)

    assert (2, 0, 0, 2) == (report.rounds, report.voids, sum(report.holds.values()), report.reconnects)


@pytest.mark.parametrize("dealing", ["stacks", "shoe"])
@pytest.mark.parametrize("level", ["rough", "hostile"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_day_with_faults_holds_every_rule(level: str, seed: int, dealing: str) -> None:
    """Nothing is lost or doubled, every rule holds, and once the faults stop a round is settled (CDP1 13)."""
    report = _day(level, seed, dealing=dealing)

    assert 2 == report.rounds + report.voids


@pytest.mark.full
@pytest.mark.parametrize("level", list(LEVELS))
@pytest.mark.parametrize("seed", range(100, 160))
def test_many_days_hold_every_rule(level: str, seed: int) -> None:
    """Sixty seeds a level (CDP1 13)."""
    report = _day(level, seed, rounds=5)

    assert 5 == report.rounds + report.voids


def test_a_seed_replays_exactly() -> None:
    """The same seed gives the same day to the last record (issue 4, item 5)."""
    setting = DaySetting(seed=5, level="hostile", rounds=2)
    days = [Day(setting), Day(setting)]
    first, second = (day.play() for day in days)

    assert first == second
    assert [one.h for one in days[0]._lives.medium.records] == [
        one.h for one in days[1]._lives.medium.records
    ]


def test_a_script_never_depends_on_how_long_it_is_read() -> None:
    """Its beginning is the same whether it is drawn at once or second by second."""
    at_once = Script(7, LEVELS["hostile"]).due(60_000)
    script = Script(7, LEVELS["hostile"])
    step_by_step = tuple(line for now_ms in range(0, 60_001, 20) for line in script.due(now_ms))

    assert at_once == step_by_step


@pytest.mark.parametrize("level", list(LEVELS))
def test_every_line_of_a_script_is_a_verb_of_the_simulator(level: str) -> None:
    """What the soak draws can be played from a file as well (issue 4, item 4)."""
    lines = Script(1, LEVELS[level]).due(600_000)
    acts = [line for line in lines if line.text.split()[0] not in OWN_VERBS]

    assert len(acts) == len(FaultScript.parse("\n".join(map(str, acts))).acts)
    assert {LEVELS[level].storm, LEVELS[level].lull} <= set(WIRE_LEVELS)


def test_a_line_reads_as_a_script_has_it() -> None:
    """Seconds from the start, then the act."""
    assert "at 12.500s unplug shoe" == str(Line(12_500, "unplug shoe"))
    assert "at 1206.132s power shoe" == str(Line(1_206_132, "power shoe"))


# -- the command ------------------------------------------------------------------------------


def test_the_command_sums_up_and_ends_with_nought(capsys: pytest.CaptureFixture[str]) -> None:
    """A clean run prints counts and gives exit code 0; no bar where no terminal is."""
    code = main(["soak", "--rounds", "2", "--jobs", "1", "--dealing", "shoe"])
    said = capsys.readouterr()

    assert 0 == code
    assert "2: 2 settled, 0 void" in said.out
    assert "" == said.err


def test_the_command_ends_with_one_and_says_how_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first violation ends the run with its seed and script (issue 4, item 5)."""
    setting = DaySetting(seed=8, level="rough", rounds=10)
    broken = Failure(
        setting=setting, what="V1: off", at_ms=1_500, script="at 1s unplug shoe", report=Report()
    )

    def fail(_: Day) -> Report:
        raise broken

    monkeypatch.setattr(Day, "play", fail)
    code = main(["soak", "--rounds", "10", "--seed", "8", "--level", "rough", "--jobs", "1"])
    said = capsys.readouterr().out

    assert 1 == code
    assert "VIOLATION: seed 8, level rough, at 1.5 s: V1: off" in said
    assert "at 1s unplug shoe" in said
    assert "again: dealer-assist soak --rounds 10 --day 10 --seed 8 --level rough" in said


def test_days_are_cut_from_the_rounds_with_a_seed_each() -> None:
    """The last day takes what is left."""
    days = soak.days_of(25, 10, seed=4, level="calm")

    assert [(4, 10), (5, 10), (6, 5)] == [(day.seed, day.rounds) for day in days]


@pytest.mark.parametrize("words", [["--rounds", "0"], ["--level", "wild"], ["--jobs", "-1"]])
def test_the_command_refuses_wrong_words(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong argument ends with the usage."""
    with pytest.raises(SystemExit) as caught:
        main(["soak", *words])

    assert 2 == caught.value.code
    assert "allowed" in capsys.readouterr().err or words[0] == "--level"


class Terminal:
    """Be a terminal that keeps what is written."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        """Say yes."""
        return True

    def write(self, text: str) -> int:
        """Keep it."""
        self.text += text
        return len(text)

    def flush(self) -> None:
        """Do nothing."""


def test_a_terminal_sees_a_bar() -> None:
    """It shows how far the run is and how fast."""
    terminal = Terminal()
    bar = soak.Bar(10, terminal)  # type: ignore[arg-type]  # all of a stream that a bar uses
    bar.show(5, 2.0)
    bar.end()

    assert "\r[###############...............] 5 of 10 rounds, 2.5 a second \n" == terminal.text


# -- the watch itself ---------------------------------------------------------------------------


def test_a_closed_card_equals_its_open_self() -> None:
    """A dead hand comes back closed after a restart; anything else that differs is named (DURABILITY 7.1)."""
    held = Hidden(ordinal=3, card=Card.SQ, salt=bytes(16))

    assert "" == first_difference((held,), (held.closed(),))
    assert "state[0]" == first_difference((held,), (Hidden(ordinal=4),))


def test_a_chain_that_breaks_is_seen() -> None:
    """A record that does not follow the one before is a violation (INV3)."""
    medium = stage(seed=1).medium
    medium.records[1] = medium.records[1]._replace(body=medium.records[1].body + b" ")
    watch = Watch(medium, lambda *_: None)

    with pytest.raises(Violation, match="INV3"):
        watch.appended(None, ())
