"""The table a console works: that of a table file, or a simulated one whose cards move by themselves."""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from controller.cli.compose import DemoTable
from controller.cli.hands import AutoHands
from controller.cli.hardening import keep_memory_private
from controller.cli.run import logging_of, real_setting, say_on_stderr
from controller.cli.running import RunningTable, wanted_people
from controller.cli.simulated import DemoSetting
from controller.config import TableConfig, load_config
from controller.engine.view_types import TableView
from controller.logs import start_logs
from controller.rulesets.load import load_ruleset
from controller.table.envelope import Publication


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsoleTable:
    """Hold a running table for a console; on_view: shows simulated hands each new picture."""

    running: RunningTable
    config: TableConfig
    on_view: Callable[[TableView], None]


@contextmanager
def compose_table(
    args: argparse.Namespace,
    *,
    publish: Callable[[Publication], None],
    on_fault: Callable[[str], None],
) -> Iterator[ConsoleTable]:
    """Run a table for a console: the one of `--config`, or a simulated one whose cards move by themselves."""
    if args.config is not None:
        config = load_config(args.config)
        wanted_people(config.journal.key_file)
        setting = real_setting(config, load_ruleset(config.table.rules), args)
        running = RunningTable(setting, publish=publish, on_fault=on_fault)
        with logging_of(config), _started(running.start, running.stop):
            keep_memory_private(lock=False)
            yield ConsoleTable(running=running, config=config, on_view=_nothing)
        return
    with tempfile.TemporaryDirectory(prefix="dealer-assist-") as folder:
        demo = DemoTable(
            DemoSetting(
                seed=args.seed,
                folder=Path(folder),
                journal=args.journal,
                dealing=args.dealing,
                rules=args.rules,
                floor_pin=args.floor_pin,
            ),
            publish=publish,
            on_fault=on_fault,
        )
        hands = AutoHands(demo.hands)
        say_on_stderr(
            f"simulated devices, seed {args.seed}; badge {demo.floor.badge}, PIN {demo.floor.pin}; "
            f"badge {demo.shift.badge}, PIN {demo.shift.pin}"
        )
        log = start_logs(sys.stderr, level="error")
        with (
            _started(_nothing_to_start, log.stop),
            _started(demo.start, demo.stop),
            _started(hands.start, hands.stop),
        ):
            yield ConsoleTable(
                running=demo.running, config=demo.config, on_view=lambda view: hands.look(view.prompt)
            )


@contextmanager
def _started(start: Callable[[], object], stop: Callable[[], object]) -> Iterator[None]:
    """Start something, and stop it in any case."""
    try:
        start()
        yield
    finally:
        stop()


def _nothing_to_start() -> None:
    """Stand for a start that was made already."""


def _nothing(view: TableView) -> None:
    """Leave a picture to the hands of real people."""
    del view
