"""The command line's front door: it loads one subcommand and turns faults into sentences and exit codes."""

import argparse
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli import main as front
from controller.engine.faults import ConfigFault, InvariantFault
from controller.journal.faults import Emptied

ROOT = Path(__file__).parents[2]


class Fake:
    """Stand for a subcommand's module."""

    def __init__(self, outcome: int | BaseException) -> None:
        self.outcome = outcome

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare one option."""
        parser.add_argument("--seed", type=int, default=0)

    def run(self, args: argparse.Namespace) -> int:
        """Give the outcome plus the option, or raise it."""
        if isinstance(self.outcome, BaseException):
            raise self.outcome
        return self.outcome + int(args.seed)


def _main(monkeypatch: pytest.MonkeyPatch, outcome: int | BaseException, *words: str) -> int:
    """Run the front door over a fake subcommand named `demo`."""
    monkeypatch.setattr(front, "_load", lambda _name: Fake(outcome))
    return front.main(["demo", *words])


def test_exit_code_is_the_subcommands(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a subcommand returns is what the process ends with; its options are its own."""
    assert 5 == _main(monkeypatch, 1, "--seed", "4")


@pytest.mark.parametrize(
    ("raised", "code", "sentence"),
    [
        (
            ConfigFault(file="t.toml", key="table.id", value=7, allowed="text"),
            2,
            "dealer-assist: t.toml: table.id = 7 is not allowed; allowed: text\n",
        ),
        (
            InvariantFault("V7", "two"),
            3,
            "dealer-assist: the table stopped: invariant V7 does not hold: two\n",
        ),
        (
            Emptied("T1"),
            3,
            f"dealer-assist: the table stopped: J-EMPTY: {Emptied('T1')}\n",
        ),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_fault_becomes_a_sentence_and_an_exit_code(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    raised: BaseException,
    code: int,
    sentence: str,
) -> None:
    """A wrong file ends with 2, a stopped table with 3, neither with a traceback (ARCHITECTURE 5)."""
    assert code == _main(monkeypatch, raised)
    assert sentence == capsys.readouterr().err


def test_mistake_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception outside the families keeps its traceback."""
    with pytest.raises(ZeroDivisionError):
        _main(monkeypatch, ZeroDivisionError())


@pytest.mark.parametrize("words", [[], ["deal"], ["--config", "x"]])
def test_unknown_words_are_refused_with_the_names_there_are(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a known subcommand the usage is shown and the exit code is 2."""
    with pytest.raises(SystemExit) as caught:
        front.main(words)

    assert 2 == caught.value.code
    assert "usage: dealer-assist" in capsys.readouterr().err


def test_help_names_every_subcommand(capsys: pytest.CaptureFixture[str]) -> None:
    """`--help` lists each subcommand with its one line."""
    with pytest.raises(SystemExit) as caught:
        front.main(["--help"])

    text = capsys.readouterr().out
    assert 0 == caught.value.code
    assert all(name in text for name in front.COMMANDS)


@pytest.mark.parametrize("name", front.COMMANDS)
def test_every_subcommand_is_a_module_with_both_functions(name: str) -> None:
    """What the help offers is there: `add_arguments` and `run`."""
    module = importlib.import_module(f"controller.cli.{name}")

    module.add_arguments(argparse.ArgumentParser())
    assert callable(module.run)


def _in_a_process(code: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the repository's folder."""
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )


def test_version_is_the_packages() -> None:
    """`--version` prints name and version and ends with 0."""
    done = _in_a_process("from controller.cli.main import main; main(['--version'])")

    assert (0, "dealer-assist") == (done.returncode, done.stdout.split()[0])


def test_front_door_loads_no_qt_no_device_and_no_pydantic() -> None:
    """Asking for the version costs none of the heavy packages (ARCHITECTURE 2, contract 5)."""
    heavy = {"PySide6", "serial", "usb", "pydantic", "apsw", "cryptography", "hw_fixtures", "ui", "drivers"}

    done = _in_a_process(
        "import controller.cli.main, sys; print(*{name.split('.')[0] for name in sys.modules})"
    )

    assert set() == heavy & set(done.stdout.split())


def test_reader_that_goes_away_is_no_traceback() -> None:
    """`dealer-assist ... | head -1` ends quietly with 141."""
    code = (
        "import sys, controller.cli.main as front\n"
        "class Loud:\n"
        "    def add_arguments(self, parser): pass\n"
        "    def run(self, args):\n"
        "        while True: print('line')\n"
        "front._load = lambda name: Loud()\n"
        "sys.exit(front.main(['demo']))\n"
    )
    loud = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert loud.stdout is not None
    assert loud.stderr is not None
    loud.stdout.readline()
    loud.stdout.close()

    assert (141, "") == (loud.wait(30), loud.stderr.read())
    loud.stderr.close()
