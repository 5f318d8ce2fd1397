"""`dealer-assist`: find the subcommand, load only its module, turn what went wrong into an exit code.

    0   done                          4    our output cannot be written
    1   what the subcommand says      130  interrupted from the keyboard
    2   wrong arguments or files      141  the reader of our output went away
    3   the table stopped (TableFault)

Each subcommand is a module `controller.cli.NAME` with `add_arguments(parser)` and `run(args) -> int`. It
is imported only when asked for, so that `settle` and `odds` start without Qt (ARCHITECTURE 2, contract 5).
"""

import argparse
import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Protocol, cast

from controller.cli.interrupts import Held
from controller.cli.streams import with_all_streams
from controller.engine.faults import ConfigFault, TableFault, told
from controller.history.lines import printable

COMMANDS: Mapping[str, str] = {
    "demo": "play on the touchscreen with simulated devices, or by itself with --headless",
    "run": "run a table with real devices",
    "console": "run a table from JSON lines on standard input",
    "supervisors": "enrol the people who may approve, or list them with their rights",
    "settle": "settle recorded rounds: JSON lines in, JSON lines out",
    "odds": "print the exact figures of a rule set",
    "rulesets": "check rule files before a table loads them, and say what they come to",
    "archive": "copy closed days away, verify the copies, let old days go; back-up of a running table",
    "install": "put units, rules and folders of the host in place, or say what would be done",
    "history": "print the rounds of a record as text, JSON Lines or CSV; no sealed card is opened",
    "report": "print a shift in figures out of its record: play, banks, fees, slips, counts, approvals",
    "manifest": "list every file of the program with its digest, or compare with such a list",
    "verify": "check a table's record with code of its own",
    "devices": "list shufflers and shoes with what to do about each; `devices check LINK` tests one",
    "screenshots": "draw every screen in every state, size, language and hand as a PNG",
    "soak": "play rounds by the thousand in virtual time, with faults, and check every rule",
}

USAGE_EXIT = 2
TABLE_FAULT_EXIT = 3
OUTPUT_EXIT = 4
INTERRUPTED_EXIT = 130
BROKEN_PIPE_EXIT = 141


class Subcommand(Protocol):
    """Name what `main` asks of a subcommand's module."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""

    def run(self, args: argparse.Namespace) -> int:
        """Do the work and give the exit code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and give the exit code; argparse's own refusals leave by SystemExit(2)."""
    if not with_all_streams():
        return _refuse("standard output is closed", OUTPUT_EXIT)
    words = list(sys.argv[1:] if argv is None else argv)
    chosen = words[0] if words and words[0] in COMMANDS else None
    try:
        with Held() as held:
            subcommand = _load(chosen) if chosen else None
            held.check()
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT
    args = _parser(chosen, subcommand).parse_args(words)
    return _guarded(cast("Subcommand", subcommand), args)


def _load(name: str) -> Subcommand:
    """Import the module of one subcommand."""
    return cast("Subcommand", importlib.import_module(f"controller.cli.{name}"))


def _parser(chosen: str | None, subcommand: Subcommand | None) -> argparse.ArgumentParser:
    """Build the parser: every name with its one line, the options of the chosen one only."""
    parser = argparse.ArgumentParser(
        prog="dealer-assist", description="Dealer-assist table controller for Ultimate Texas Hold'em."
    )
    parser.add_argument("--version", action="version", version=f"dealer-assist {version('dealer-assist')}")
    names = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, line in COMMANDS.items():
        inner = names.add_parser(name, help=line, description=f"{line[0].upper()}{line[1:]}.")
        if subcommand is not None and name == chosen:
            subcommand.add_arguments(inner)
    return parser


def _guarded(subcommand: Subcommand, args: argparse.Namespace) -> int:
    """Run it; faults of files and of the table become a sentence and an exit code, anything else is a bug."""
    try:
        code = subcommand.run(args)
        sys.stdout.flush()
    except ConfigFault as fault:
        return _refuse(str(fault), USAGE_EXIT)
    except TableFault as fault:
        return _refuse(f"the table stopped: {told(fault)}", TABLE_FAULT_EXIT)
    except BrokenPipeError:
        _close_output()
        return BROKEN_PIPE_EXIT
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT
    except OSError as error:
        return _unusable(error)
    return code


def _unusable(error: OSError) -> int:
    """Tell a file that cannot be used from an output that takes no more, as a full disk does."""
    reason = error.strerror or type(error).__name__
    if error.filename is not None:
        return _refuse(f"{error.filename}: {reason}; allowed: a file or folder that can be used", USAGE_EXIT)
    _close_output()
    return _refuse(f"the output cannot be written: {reason}", OUTPUT_EXIT)


def _refuse(sentence: str, code: int) -> int:
    """Say what is wrong on standard error; signs that would steer the terminal stand escaped."""
    print(f"dealer-assist: {printable(sentence)}", file=sys.stderr)
    return code


def _close_output() -> None:
    """Point standard output at nothing, so that the interpreter's last flush cannot fail again."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)


if __name__ == "__main__":
    sys.exit(main())
