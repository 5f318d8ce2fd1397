"""Serve simulated devices on pseudo-terminals: `python -m hw_fixtures` (CDP1 12).

Prints the device sections for a table file, then takes bench verbs and faults as lines on standard input.
The end of the input, or `quit`, stops it.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TextIO

from hw_fixtures.fault_script import FaultScript, ScriptError, ScriptPlayer
from hw_fixtures.fault_verbs import FaultConsole
from hw_fixtures.firmware.machine import plain_shoe, plain_shuffler
from hw_fixtures.simulation import WHICH, Simulation

EXIT_BAD_INPUT = 2


def main(arguments: Sequence[str] | None = None, lines: Iterable[str] | None = None) -> int:
    """Run the command; give its exit code: 0, or 2 for a wrong script."""
    options = _parser().parse_args(arguments)
    try:
        script = FaultScript.parse(options.script.read_text(encoding="utf-8")) if options.script else None
    except (ScriptError, OSError) as wrong:
        print(f"{options.script}: {wrong}", file=sys.stderr)
        return EXIT_BAD_INPUT
    shuffler, shoe = plain_shuffler(seed=options.seed), plain_shoe(seed=options.seed)
    shuffler.timing.shuffle_ms = round(options.shuffle_seconds * 1000)
    simulation = Simulation(
        seed=options.seed, shuffler=shuffler, shoe=shoe, stub_through_reader=options.stub_through_reader
    )
    with tempfile.TemporaryDirectory(prefix="dealer-assist-") as folder, simulation:
        _print_addresses(simulation, options.directory or Path(folder))
        player = ScriptPlayer(simulation, script) if script else None
        _take_verbs(FaultConsole(simulation), sys.stdin if lines is None else lines)
        for at_ms, answer in player.said if player else ():
            print(f"at {at_ms / 1000:g}s: {answer}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m hw_fixtures", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="seed of everything random (default 1)")
    parser.add_argument(
        "--directory", type=Path, help="where the device links appear (default: a new folder)"
    )
    parser.add_argument(
        "--script", type=Path, help="fault script to play, lines such as `at 12.5s unplug shoe`"
    )
    parser.add_argument(
        "--shuffle-seconds", type=float, default=8.0, help="how long a shuffle takes (default 8)"
    )
    parser.add_argument(
        "--stub-through-reader", action="store_true", help="ejected cards pass the shoe's reader"
    )
    return parser


def _print_addresses(simulation: Simulation, directory: Path) -> None:
    print(f"# simulated devices, seed {simulation.seed}; the lines for a table file:")
    for which in WHICH:
        address = simulation.serve_pty(which, directory / which)
        print(f"[devices.{which}]")
        print(f'address = "{address}"')
        print(f'serial = "{simulation.cables[which].identity.serial}"')
        print(f'class = "{which}"')
    print("# verbs, one a line; `help` lists them, `quit` ends", flush=True)


def _take_verbs(console: FaultConsole, lines: Iterable[str] | TextIO) -> None:
    for line in lines:
        if line.strip() == "quit":
            return
        if line.strip():
            print(console.do(line), flush=True)


if __name__ == "__main__":
    sys.exit(main())
