"""`dealer-assist screenshots DIR`: a PNG of every screen in every state, size, language, brightness and hand.

No table runs: the screens show hand-made publications, the same that the tests use (TOUCHSCREEN 11, 12).
"""

import argparse
from pathlib import Path

from controller.cli.run import size_of
from controller.engine.faults import ConfigFault

LANGUAGES = ("en", "es", "zh")
THEMES = ("day", "evening", "dim")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="folder for the pictures; made if need be")
    parser.add_argument("--size", action="append", help="only this size, such as 1280x800; repeatable")
    parser.add_argument(
        "--language", action="append", choices=LANGUAGES, help="only this language; repeatable"
    )
    parser.add_argument("--theme", action="append", choices=THEMES, help="only this brightness; repeatable")
    parser.add_argument("--screen", default="", help="only screens whose name starts so, such as D7")


def run(args: argparse.Namespace) -> int:
    """Draw them all; raise ConfigFault where no screen has such a name."""
    from ui.scenes.studio import SIZES, STATES, Studio, looks  # noqa: PLC0415 - contract 5

    states = [state for state in STATES if state.startswith(args.screen)]
    if not states:
        known = ", ".join(sorted({state.split("-")[0] for state in STATES}))
        raise ConfigFault(file="command line", key="--screen", value=args.screen, allowed=known)
    folder: Path = args.folder
    folder.mkdir(parents=True, exist_ok=True)
    sizes = tuple(size_of(size) for size in args.size) if args.size else SIZES
    written = 0
    for look in looks(sizes, tuple(args.language or LANGUAGES), tuple(args.theme or THEMES)):
        studio = Studio(look)
        for state in states:
            studio.draw(state, folder / f"{state}-{look.name}.png")
            written += 1
        studio.stop()
    print(f"{written} pictures in {folder}")
    return 0
