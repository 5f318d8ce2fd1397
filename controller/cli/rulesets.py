"""`dealer-assist rulesets check FILE...`: whether a rule file can be loaded, and what it comes to (G7.1)."""

import argparse
import sys
from pathlib import Path

from controller.engine.faults import ConfigFault
from controller.rulesets.explain import as_lines, explain
from controller.rulesets.load import BUILT_IN

WRONG_EXIT = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `rulesets`."""
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
    check = acts.add_parser("check", help="say whether each rule file can be loaded, and what it changes")
    check.add_argument(
        "files", nargs="+", metavar="FILE", help="a .toml file, or a name: " + ", ".join(BUILT_IN)
    )
    check.add_argument("--rules", type=Path, metavar="DIR", help="folder of own rule files, looked in first")
    check.add_argument("--all", action="store_true", help="print every setting, not only what differs")


def run(args: argparse.Namespace) -> int:
    """Check each file; give 0, or 2 if one cannot be loaded: why stands on standard error."""
    folders = (args.rules,) if args.rules else ()
    wrong = 0
    for file in args.files:
        try:
            lines = list(as_lines(explain(file, folders=folders), every=args.all))
        except ConfigFault as fault:
            print(f"dealer-assist: {fault}", file=sys.stderr)
            wrong = WRONG_EXIT
            continue
        print("\n".join(lines))
    return wrong
