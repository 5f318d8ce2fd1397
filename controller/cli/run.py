"""`dealer-assist run`: the touchscreen of a real table.

Start: table file, rule set, window with a static page, table thread with recovery, ports, first screen. Stop:
the window is closed; then ports, table thread with the record, and last the screen (ARCHITECTURE 4).
"""

import argparse
import os
import re
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from controller.cli.check_disk import check_disk
from controller.cli.device_watch import DeviceWatch, addresses_of
from controller.cli.hardening import keep_memory_private
from controller.cli.interrupts import LOOK_MS, Held
from controller.cli.replay_reader import RecordReader
from controller.cli.running import RunningTable, Setting, journal_of, wanted_people
from controller.cli.systemd import Watchdog
from controller.config import TableConfig, example_config, load_config
from controller.engine.faults import ConfigFault
from controller.engine.ruleset import RuleSet
from controller.journal.anchor import Anchor
from controller.logs import start_logs
from controller.rulesets.load import load_ruleset
from controller.table.clock import SystemClock
from controller.table.envelope import Publication
from drivers.badge import BadgePort

if TYPE_CHECKING:
    from ui.app import TouchscreenApp

DEFAULT_SIZE: Final = "1280x800"
NO_BADGE: Final = "none"
SMALLEST: Final = (1024, 600)
LARGEST: Final = (3840, 2160)
PULSE_MS: Final = 500
"""So often the screen's loop tells that it turns, in milliseconds."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--config", type=Path, help="table file")
    parser.add_argument(
        "--print-config", action="store_true", help="print a commented table file with every key, and stop"
    )
    parser.add_argument(
        "--check-disk",
        action="store_true",
        help="measure both media of the record and say if they are fit",
    )
    add_anchors(parser)
    parser.add_argument("--kiosk", action="store_true", help="cover the whole screen, without a pointer")
    parser.add_argument("--size", default=DEFAULT_SIZE, help=f"window in pixels (default {DEFAULT_SIZE})")


def add_anchors(parser: argparse.ArgumentParser) -> None:
    """Declare the option for heads that were seen elsewhere."""
    parser.add_argument(
        "--anchor",
        action="append",
        default=[],
        metavar="SEQ:HEX",
        help="head of the record from a slip or the floor; a table that does not hold it stays locked",
    )


def run(args: argparse.Namespace) -> int:
    """Run the table until its window is closed; give 0, or 3 where the table had stopped."""
    if args.print_config:
        sys.stdout.write(example_config())
        return 0
    if args.config is None:
        raise ConfigFault(
            file="command line", key="--config", value=None, allowed="a table file; see --print-config"
        )
    config = load_config(args.config)
    if args.check_disk:
        with logging_of(config):
            return check_disk(config, args.config)
    ruleset = load_ruleset(config.table.rules)
    _want_display()
    wanted_people(config.journal.key_file)
    with logging_of(config), Held() as held:
        keep_memory_private(lock=args.kiosk)
        return _run(config, ruleset, args, held)


def _want_display() -> None:
    """Refuse where nothing names a display: Qt would end the program by a signal (TOUCHSCREEN 13)."""
    if not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        raise ConfigFault(
            file="environment",
            key="DISPLAY",
            value=None,
            allowed="a display, such as :0; `dealer-assist console` runs the table without a screen",
        )


def _run(config: TableConfig, ruleset: RuleSet, args: argparse.Namespace, held: Held) -> int:
    """Hold window and table together."""
    from controller.cli.screen import screen_options  # noqa: PLC0415 - contract 5
    from ui.app import TouchscreenApp  # noqa: PLC0415 - contract 5

    pulse = Pulse(Watchdog())
    clock = SystemClock()

    def publish(publication: Publication) -> None:
        pulse.published()
        app.publish(publication)
        watch.look(publication.view, clock.now().boot_us)

    def on_fault(reason: str) -> None:
        app.fail(reason)

    setting = real_setting(config, ruleset, args)
    running = RunningTable(setting, publish=publish, on_fault=on_fault)
    watch = DeviceWatch(addresses_of(config), say_on_stderr, running.trouble)
    options = screen_options(config, ruleset, size_of(args.size), kiosk=args.kiosk)
    reader = RecordReader(setting.journal, running.admit)
    app = TouchscreenApp(options, running.submit, reader=reader)
    badges = BadgePort(config.screen.badge, app.badge) if config.screen.badge != NO_BADGE else None
    app.start()
    app.every(PULSE_MS, pulse.turn)
    app.every(LOOK_MS, held.look)
    if badges is not None:
        app.every(LOOK_MS, partial(look_at_reader, badges, app))
    try:
        if badges is not None:
            badges.start()
        app.step("record")
        running.start()
        held.check()
        held.ends(app.quit)
        code = app.run()
    finally:
        if badges is not None:
            badges.stop()
        running.stop()
        app.stop()
    if running.fault is not None:
        raise running.fault
    return code


def look_at_reader(port: BadgePort, app: "TouchscreenApp") -> None:
    """Tell the screen whether the badge reader is there, and how many of its reads were no badge (S5)."""
    app.reader(is_there=port.is_read, dropped=port.dropped)


class Pulse:
    """Tell systemd that screen and table both turn: `turn` on the main thread, `published` on the table's."""

    def __init__(self, watchdog: Watchdog) -> None:
        self._watchdog = watchdog
        self._last_view_s: float | None = None

    def published(self) -> None:
        """Note that the table lives."""
        self._last_view_s = time.monotonic()

    def turn(self) -> None:
        """Note that the screen lives, and pass both on."""
        self._watchdog.turn(time.monotonic(), self._last_view_s)


def real_setting(config: TableConfig, ruleset: RuleSet, args: argparse.Namespace) -> Setting:
    """Say what a table of this file is made from: its own record, its own devices.

    args: with `config`, the file itself, and `anchor`, heads that were seen elsewhere.
    """
    from controller.cli.links import links_of  # noqa: PLC0415 - the drivers load only here

    return Setting(
        config=config,
        ruleset=ruleset,
        journal=journal_of(config, args.config),
        anchors=tuple(map(Anchor.typed, args.anchor)),
        links=links_of(config),
        random_bytes=secrets.token_bytes,
    )


@contextmanager
def logging_of(config: TableConfig) -> Iterator[None]:
    """Write the log to the file of the table's settings, or to standard error."""
    if config.log.file is None:
        run = start_logs(sys.stderr, level=config.log.level)
        try:
            yield
        finally:
            run.stop()
        return
    with _log_sink(config.log.file) as sink:
        run = start_logs(sink, level=config.log.level)
        try:
            yield
        finally:
            run.stop()


def _log_sink(path: Path) -> TextIO:
    """Open the log to be added to, or say why it cannot be."""
    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise ConfigFault(
            file=str(path), key="log.file", value=error.strerror, allowed="a file that can be written"
        ) from error


def size_of(text: str) -> tuple[int, int]:
    """Read a window's size such as `1280x800`; raise ConfigFault for anything else."""
    found = re.fullmatch(r"([0-9]{3,4})x([0-9]{3,4})", text)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(low <= one <= high for low, one, high in zip(SMALLEST, size, LARGEST, strict=True)):
        raise ConfigFault(
            file="command line", key="--size", value=text, allowed="WIDTHxHEIGHT, 1024x600 to 3840x2160"
        )
    return size


def say_on_stderr(sentence: str) -> None:
    """Write one sentence for whoever started the program."""
    sys.stderr.write(f"dealer-assist: {sentence}\n")
