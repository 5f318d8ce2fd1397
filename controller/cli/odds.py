"""`dealer-assist odds RULESET`: the exact figures of a rule set, as a table or as JSON (G5.9)."""

import argparse
import json
from pathlib import Path

from controller.odds.report import as_json, as_table
from controller.rulesets.load import load_ruleset


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `odds`."""
    parser.add_argument("ruleset", metavar="RULESET", help="name, name@version or path of a rule set")
    parser.add_argument("--json", action="store_true", help="print one JSON object, fractions exact")
    parser.add_argument("--rules", type=Path, metavar="DIR", help="folder of own rule files, looked in first")


def run(args: argparse.Namespace) -> int:
    """Print the figures; an unknown or wrong rule set is a ConfigFault, exit status 2."""
    rules = load_ruleset(args.ruleset, folders=(args.rules,) if args.rules else ())
    if args.json:
        print(json.dumps(as_json(rules), indent=2))
    else:
        print(as_table(rules))
    return 0
