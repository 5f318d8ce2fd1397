"""`dealer-assist report FILE...`: shifts in figures out of a record, as text, CSV or PDF (G11).

Each file of a record is one gaming day; no seal is opened. A mirror may be read while its table runs.
"""

import argparse
import sys
from itertools import chain
from pathlib import Path

from controller.cli.history import records_of
from controller.engine.faults import ConfigFault
from controller.history.lines import printable
from controller.history.sections import Per, as_rows, as_text, sections_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a .bb or .db file of a day")
    parser.add_argument("--format", choices=("text", "csv"), default="text", help="text (default) or csv")
    parser.add_argument(
        "--per",
        choices=tuple(Per),
        default=Per.DAY.value,
        help="a report a day (default), a shift (it begins with an opener's count), or all files together",
    )
    parser.add_argument("--pdf", type=Path, metavar="FILE", help="write the same figures as a PDF, too")


def run(args: argparse.Namespace) -> int:
    """Print the figures; give 0. Raise Damaged or ConfigFault for a file that does not read or write."""
    sections = sections_of(chain.from_iterable(map(records_of, args.files)), Per(args.per))
    if args.pdf is not None:
        from ui.paper import write_report  # noqa: PLC0415 - contract 5; Qt only where paper is wanted

        try:
            write_report(args.pdf, sections)
        except OSError as fault:
            allowed = f"a file that can be written: {fault.strerror}"
            raise ConfigFault(
                file="command line", key="--pdf", value=str(args.pdf), allowed=allowed
            ) from fault
    for line in (as_rows if args.format == "csv" else as_text)(sections):
        sys.stdout.write(printable(line) + "\n")
    return 0
