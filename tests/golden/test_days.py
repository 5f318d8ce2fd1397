"""A table that plays over the end of a gaming day (DURABILITY 3.7, 14)."""

from dataclasses import replace
from itertools import count
from pathlib import Path

from controller.cli.running import first_state
from controller.cli.simulated import WorldSetting, world_config
from controller.journal.files import OsFiles
from controller.journal.journal import Journal
from controller.journal.places import stems_of
from controller.rulesets.load import load_ruleset
from controller.table.clock import ManualClock
from controller.table.recovery import resume
from controller.verify.checkpoints import load_key
from controller.verify.findings import Verdict
from controller.verify.verification import Request, verify
from tests.golden.generate import DAY, SEED, config_in, play

NEXT_DAY = "2026-12-02"
ROUNDS = 3
FIRST_ROUND_ENDS = 3
"""Round ends, the start counted as one, after which the next day begins."""


def test_two_days_are_one_record(tmp_path: Path) -> None:
    """The verifier finds both days whole and in one chain; a start goes on in the second one alone."""
    asked = count(1)
    config = replace(
        config_in(tmp_path), day_of=lambda _utc_us: DAY if next(asked) < FIRST_ROUND_ENDS else NEXT_DAY
    )
    state = play(config, ROUNDS)
    days = sorted(stems_of(config, OsFiles()))
    assert [f"T1-{DAY}", f"T1-{NEXT_DAY}"] == days
    found = verify(
        Request(
            files=[tmp_path / "a" / f"{day}.db" for day in days],
            mirrors=[tmp_path / "b" / f"{day}.bb" for day in days],
            keys=[load_key(tmp_path / "k" / "root.sign.pub")],
        )
    )
    assert [] == found.files[0].findings
    assert {Verdict.INCOMPLETE} == {one.verdict for one in found.files[1].findings}
    journal, replayed, _ = Journal.open(replace(config, day_of=None), ManualClock().now)
    journal.close()
    setting = WorldSetting(seed=SEED)
    start = first_state(world_config(setting), load_ruleset(setting.rules))
    assert state == resume(start, replayed).state
