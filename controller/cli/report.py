"""`dealer-assist report FILE...`: a shift in figures out of its record, as text or CSV (G11).

Each file of a record is one gaming day; no seal is opened. A mirror may be read while its table runs.
"""

import argparse
import sys
from itertools import chain
from pathlib import Path

from controller.cli.history import records_of
from controller.history.shift import as_shift_rows, as_shift_text, shift_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a .bb or .db file of a day")
    parser.add_argument("--format", choices=("text", "csv"), default="text", help="text (default) or csv")


def run(args: argparse.Namespace) -> int:
    """Print the figures; give 0. Raise Damaged or ConfigFault for a file that does not read."""
    records = chain.from_iterable(map(records_of, args.files))
    figures = shift_of(event for record in records for event in record.content.events)
    write = as_shift_rows if args.format == "csv" else as_shift_text
    for line in write(figures):
        sys.stdout.write(line + "\n")
    return 0
