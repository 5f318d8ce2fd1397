"""`dealer-assist devices`: which shufflers and shoes are there, how they are, and what to do (issue 4).

    devices --config table.toml     the table's devices and what is found beside them; 1 if one cannot be used
    devices check LINK              the conformance kit on one device; 1 if it does something wrong

Nothing here takes part in a table: no event is acknowledged, no card moves. `check` reads the device's log
and runs its self-test, so use it out of play.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from controller.cli.devices_look import Reach, look_around
from controller.cli.devices_report import as_json, as_text, finding_json, finding_line
from controller.config import load_config
from controller.engine.faults import ConfigFault
from drivers.address import ALLOWED, LinkAddress, parse_address
from drivers.cdp.auth import KEY_BYTES
from drivers.conformance import CHECKS, Finding, Verdict, run_checks
from drivers.discovery import BAUD_RATES
from drivers.errors import DriverConfigError, DriverError
from drivers.serial_link import BAUD

UNUSABLE_EXIT = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="table file with the devices to expect")
    parser.add_argument(
        "--ask-all",
        action="store_true",
        help="say HELLO on every serial port, not on the configured ones only",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    tasks = parser.add_subparsers(dest="task", metavar="[check LINK]")
    check = tasks.add_parser(
        "check",
        help="run the protocol's tests against one device",
        description="Run the tests of CDP/1 against one device that claims to speak it. No card moves.",
    )
    check.add_argument("link", metavar="LINK", help=ALLOWED)
    check.add_argument(
        "--baud", type=int, choices=BAUD_RATES, default=BAUD, help=f"speed of a serial link (default {BAUD})"
    )
    check.add_argument("--key", type=Path, metavar="FILE", help="the device's key, where it asks for one")
    check.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """List the devices, or check one; give 0, or 1 where something is wrong."""
    reach = Reach()
    if args.task == "check":
        link = reach.make_link(_address(args.link), args.baud)
        checks = run_checks(link, reach.clock, reach.random, auth_key=_key(args.key))
        return check_device(args.link, checks, json_wanted=args.json)
    config = load_config(args.config) if args.config is not None else None
    found = look_around(config, reach, ask_all=args.ask_all)
    print(json.dumps({"devices": as_json(found)}, indent=2) if args.json else as_text(found))
    return 0 if all(one.is_usable for one in found) else UNUSABLE_EXIT


def check_device(address: str, checks: Iterable[Finding], *, json_wanted: bool) -> int:
    """Run the checks of one device and tell each finding as it comes; give 1 if anything is wrong."""
    findings: list[Finding] = []
    try:
        for finding in checks:
            findings.append(finding)
            if not json_wanted:
                print(finding_line(finding), flush=True)
    except DriverError as error:
        print(f"dealer-assist: {error}", file=sys.stderr)
        return UNUSABLE_EXIT
    verdicts = Counter(finding.verdict for finding in findings)
    if json_wanted:
        rows = [finding_json(finding) for finding in findings]
        print(json.dumps({"link": address, "findings": rows}, indent=2))
    else:
        print(f"{address}: {_summary(verdicts)}")
    return UNUSABLE_EXIT if verdicts[Verdict.FAILED] else 0


def _summary(verdicts: Counter[Verdict]) -> str:
    counted = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in Verdict)
    return f"{len(CHECKS)} checks: {counted}"


def _key(path: Path | None) -> bytes | None:
    """Read a device's key; raise ConfigFault for one that cannot be read or has another size (CDP1 3)."""
    if path is None:
        return None
    try:
        key = path.read_bytes()
    except OSError as error:
        raise _bad_key(path, error.strerror) from error
    if len(key) != KEY_BYTES:
        raise _bad_key(path, f"{len(key)} bytes")
    return key


def _bad_key(path: Path, value: object) -> ConfigFault:
    return ConfigFault(
        file=str(path), key="--key", value=value, allowed=f"a readable file of {KEY_BYTES} bytes"
    )


def _address(text: str) -> LinkAddress:
    try:
        return parse_address(text)
    except DriverConfigError as error:
        raise ConfigFault(
            file="command line", key="LINK", value=error.value, allowed=error.allowed
        ) from error
