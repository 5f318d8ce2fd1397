"""Show 100,000 events in a process of its own and say what it holds: `python -m tests.bench.soak_screen`."""

import argparse
import sys
import threading
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from controller.table.envelope import Envelope
from tests.drivers.lab import open_descriptors
from ui import scenes
from ui.app import TouchscreenApp
from ui.display import give_back
from ui.options import ScreenOptions
from ui.scenes.samples import LIMITS

EVENTS = 100_000
SHOWN = ("D1-wagers", "D2-hole", "D3-preflop", "D4-flop", "D5-river", "D6-reveal", "D7-settle", "D8-collect")
SHEETS = ("history", "floor", "devices")
"""One of them is opened and closed again whenever the screen changes."""
STAYS = 40
"""So many events of each screen follow one another; each changes the record's number."""
BURST = 10
"""Events that a device reports together; the screen draws the newest of them."""
WARM_UP, WARM_AT_LEAST = 0.1, 6_000
"""Share of the events after which the memory must stay where it is, and how many those are at least."""


def memory_mb(what: str = "VmRSS") -> float:
    """Give what the process holds now, or has held at most (`VmHWM`), in megabytes."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    found = next(line for line in lines if line.startswith(f"{what}:"))
    return int(found.split()[1]) / 1024


def soak(events: int) -> dict[str, float]:
    """Show so many events, and give memory in MB, objects, threads and descriptors, early and at the end."""
    app = TouchscreenApp(ScreenOptions(limits=LIMITS), _taken, offscreen=True)
    app.start()
    pictures = [scenes.publication(name) for name in SHOWN]
    found: dict[str, float] = {}
    warm = max(int(events * WARM_UP), min(WARM_AT_LEAST, events // 2))
    for number in range(1, events + 1):
        picture = pictures[number // STAYS % len(pictures)]
        app.publish(replace(picture, seq=number))
        if number % STAYS == 0:
            _leaf(app, SHEETS[number // STAYS % len(SHEETS)])
        if number % BURST == 0:
            app.process()
        if number in {warm, events}:
            give_back()
            when = "end" if number == events else "early"
            found[f"{when} memory"] = memory_mb()
            app.publish(replace(pictures[0], seq=number))
            app.process()
            found[f"{when} objects"] = len(app.window.findChildren(QObject))
            found[f"{when} threads"] = threading.active_count()
            found[f"{when} descriptors"] = open_descriptors()
    found["peak memory"] = memory_mb("VmHWM")
    app.stop()
    return found


def _leaf(app: TouchscreenApp, sheet: str) -> None:
    """Open a sheet, let it be drawn, and close it."""
    for wanted in (sheet, ""):
        app.desk.sheet = wanted
        app.table.draw()
        app.process()


def main(argv: list[str] | None = None) -> int:
    """Print one figure a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=EVENTS, help=f"events to show (default {EVENTS})")
    for name, figure in soak(parser.parse_args(argv).events).items():
        sys.stdout.write(f"{name} {figure:.1f}\n")
    return 0


def _taken(_envelope: Envelope) -> bool:
    """Take a command that goes nowhere."""
    return True


if __name__ == "__main__":
    sys.exit(main())
