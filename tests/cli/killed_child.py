"""What the killed controller does: the program's own table and console, over one wire to the test."""

import os
import resource
import sys
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

from controller.cli.console import Console, Mailbox
from controller.cli.hardening import keep_memory_private
from controller.cli.links import links_of
from controller.cli.running import RunningTable, Setting
from controller.cli.simulated import WorldSetting, world_config
from controller.journal.places import JournalConfig
from controller.logs import start_logs
from controller.rulesets.load import load_ruleset
from drivers.trace import RotatingLines
from tests.secrecy.truth import AUDIT_PUBLIC

QUIET_S = 0.05
TABLE_ID = "KILLED"
DAY = "2026-12-01"
RULES = "california-bad-beat"


def journal_at(folder: Path) -> JournalConfig:
    """Give the record of a killed table; the auditors can open all of it."""
    plain = JournalConfig.at_file(folder / "table.db", table_id=TABLE_ID, gaming_day=DAY)
    return replace(plain, audit_public_key=AUDIT_PUBLIC)


def live(wire: Connection, folder: Path, dealing: str, addresses: tuple[str, str]) -> None:
    """Run a table until the wire's input ends or somebody kills this process."""
    _write_everything_to(folder)
    keep_memory_private(lock=False)
    trace = RotatingLines(folder / f"trace-{os.getpid()}")
    config = world_config(WorldSetting(seed=1, dealing=dealing), table_id=TABLE_ID, addresses=addresses)
    mailbox = Mailbox()
    running = RunningTable(
        Setting(
            config=config,
            ruleset=load_ruleset(RULES),
            journal=journal_at(folder),
            links=links_of(config),
            trace=trace.add,
            quiet_s=QUIET_S,
        ),
        publish=mailbox.publish,
        on_fault=mailbox.fault,
    )
    running.start()
    with (
        os.fdopen(os.dup(wire.fileno()), "rb", buffering=0) as source,
        os.fdopen(os.dup(wire.fileno()), "w", encoding="utf-8") as sink,
    ):
        Console(
            desk=running,
            mailbox=mailbox,
            source=source,
            sink=sink,
            actor="dealer:test",
        ).run()
        running.stop()


def _write_everything_to(folder: Path) -> None:
    """Send log, errors and last words of this process to the folder, and let it leave a core file there."""
    os.chdir(folder)
    resource.setrlimit(resource.RLIMIT_CORE, (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2)
    errors = (folder / "stderr").open("a", encoding="utf-8", buffering=1)
    os.dup2(errors.fileno(), sys.stderr.fileno())
    start_logs(errors, level="debug")
