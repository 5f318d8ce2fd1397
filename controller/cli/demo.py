"""`dealer-assist demo`: the touchscreen with simulated devices, or by itself with `--headless`.

The devices are simulated; all above their wires is the real program. Without a display it plays headless and
says so (TOUCHSCREEN 14).
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from controller.cli.interrupts import Held
from controller.cli.run import DEFAULT_SIZE, size_of
from controller.cli.simulated import DemoSetting
from controller.config import ScreenSection
from controller.engine.faults import ConfigFault

DEFAULT_ROUNDS: Final = 3
FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 8
LANGUAGES: Final = ("en", "es", "zh")
THEMES: Final = ("day", "evening", "dim")
MISSING_PART_EXIT: Final = 2
DEMO_LOG: Final = "demo.log"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--headless", action="store_true", help="play by itself, without a window")
    parser.add_argument(
        "--rounds", type=int, default=DEFAULT_ROUNDS, help="rounds to play headless (default 3)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of cards and players (default 1)")
    parser.add_argument(
        "--screenshots", type=Path, help="folder for a PNG of every step and rounds.txt (headless)"
    )
    parser.add_argument("--journal", type=Path, help="file of the record; FILE.bb is its black box")
    parser.add_argument("--dealing", choices=("stacks", "shoe"), default="stacks", help="way of dealing")
    parser.add_argument("--rules", default="california-bad-beat", help="rule set by name or file")
    parser.add_argument(
        "--players",
        type=int,
        default=MOST_PLAYERS,
        help="seats taken, the player-dealer's included (default 8)",
    )
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the screen")
    parser.add_argument("--theme", choices=THEMES, default="day", help="brightness of the screen")
    parser.add_argument("--left", action="store_true", help="bottom bar for the left hand")
    parser.add_argument("--size", default=DEFAULT_SIZE, help=f"window in pixels (default {DEFAULT_SIZE})")
    parser.add_argument(
        "--bench", choices=("window", "terminal"), default="window", help="where the devices are worked"
    )
    parser.add_argument(
        "--trace", action="store_true", help="print every CDP/1 frame: kind, number, type, length"
    )


def run(args: argparse.Namespace) -> int:
    """Play; give 0 only if everything checked out."""
    if args.rounds < 1:
        raise ConfigFault(file="command line", key="--rounds", value=args.rounds, allowed="1 or more")
    if not FEWEST_PLAYERS <= args.players <= MOST_PLAYERS:
        raise ConfigFault(file="command line", key="--players", value=args.players, allowed="2 to 8")
    size = size_of(args.size)
    with Held() as held:
        return _play(args, size, held)


def _play(args: argparse.Namespace, size: tuple[int, int], held: Held) -> int:
    """Look what this machine has, then play with or without windows."""
    missing = _missing_part()
    if missing:
        print(f"dealer-assist: {missing}", file=sys.stderr)
        return MISSING_PART_EXIT
    headless = args.headless or not _has_display()
    if headless and not args.headless:
        print("No display found, playing headless.")
    held.check()
    with _place(kept=headless and args.screenshots is None) as folder:
        pictures = args.screenshots or (folder if headless else None)
        setting = DemoSetting(
            seed=args.seed,
            folder=folder,
            journal=args.journal or _beside(pictures),
            dealing=args.dealing,
            rules=args.rules,
            trace=_print_frame if args.trace else None,
            players=args.players,
            screen=ScreenSection(language=args.language, theme=args.theme, left_handed=args.left),
        )
        if headless:
            from controller.cli.demo_headless import play  # noqa: PLC0415 - Qt loads only here

            return play(setting, size, held, rounds=args.rounds, screenshots=pictures)
        return _windows(setting, size, held, terminal=args.bench == "terminal")


@contextmanager
def _place(*, kept: bool) -> Iterator[Path]:
    """Give a folder of our own; it stays where it holds the only pictures and nothing was refused."""
    folder = Path(tempfile.mkdtemp(prefix="dealer-assist-"))
    played = False
    try:
        yield folder
        played = True
    finally:
        if not (kept and played):
            shutil.rmtree(folder, ignore_errors=True)


def _beside(screenshots: Path | None) -> Path | None:
    """Keep the record beside the pictures where nothing else is said; a folder is used for one play only."""
    return screenshots / "table.db" if screenshots is not None else None


def _windows(setting: DemoSetting, size: tuple[int, int], held: Held, *, terminal: bool) -> int:
    """Show the table and the devices bench until the table's window is closed."""
    from controller.cli.demo_windows import show  # noqa: PLC0415 - Qt loads only here

    return show(setting, size, held, terminal=terminal)


def _has_display() -> bool:
    """Ask a child process whether a window can be opened; Qt would abort this one."""
    from ui.display import has_display  # noqa: PLC0415 - contract 5

    return has_display()


def _missing_part() -> str:
    """Name what the screen needs and this machine lacks, empty if nothing."""
    try:
        import ui.app  # noqa: F401, PLC0415 - only to see whether it loads
    except ImportError as error:
        return f"the touchscreen cannot start: {error}; README.md names the system packages"
    return ""


def _print_frame(line: str) -> None:
    """Write one line of the trace; port threads share the stream, one line at a time."""
    sys.stderr.write(f"{line}\n")
