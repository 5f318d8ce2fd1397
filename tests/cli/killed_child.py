"""What the killed controller does: the program's own table and console, over one wire to the test."""

import os
import sys
from multiprocessing.connection import Connection
from pathlib import Path

from controller.cli.console import Console, Mailbox
from controller.cli.links import links_of
from controller.cli.running import RunningTable, Setting
from controller.cli.simulated import WorldSetting, world_config
from controller.journal.places import JournalConfig
from controller.logs import start_logs
from controller.rulesets.load import load_ruleset

QUIET_S = 0.05
TABLE_ID = "KILLED"
DAY = "2026-12-01"
RULES = "california-bad-beat"


def live(wire: Connection, folder: Path, dealing: str, addresses: tuple[str, str]) -> None:
    """Run a table until the wire's input ends or somebody kills this process."""
    start_logs(sys.stderr, level="error")
    config = world_config(WorldSetting(seed=1, dealing=dealing), table_id=TABLE_ID, addresses=addresses)
    mailbox = Mailbox()
    running = RunningTable(
        Setting(
            config=config,
            ruleset=load_ruleset(RULES),
            journal=JournalConfig.at_file(folder / "table.db", table_id=TABLE_ID, gaming_day=DAY),
            links=links_of(config),
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
            say=str,
        ).run()
        running.stop()
