"""`dealer-assist soak`: rounds by the thousand in virtual time, with faults and every rule checked.

Rounds are played in days: each has its own seed (`--seed`, then one more a day), devices, record and faults,
so that any of them replays alone and several run side by side. Exit code 1 with seed and fault script at the
first violation.
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, TextIO

from controller.cli.world_script import LEVELS
from controller.cli.world_soak import MODES, Day, DaySetting, Failure, Report

VIOLATED: Final = 1
DAY_ROUNDS: Final = 10
BAR_WIDTH: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """Hold one day that was played; failure: what broke, empty if nothing did; script: until then."""

    setting: DaySetting
    report: Report
    failure: str = ""
    script: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `soak`."""
    parser.add_argument("--rounds", type=_positive, default=100, metavar="N", help="rounds to end (100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the first day (1)")
    parser.add_argument(
        "--level",
        choices=tuple(LEVELS),
        default="calm",
        help="calm: no faults; rough: bad lines, cables, power and programs that go; "
        "hostile: also bad cards, jams and lies",
    )
    parser.add_argument("--dealing", choices=MODES, help="only this dealing mode; else each day draws one")
    parser.add_argument(
        "--rules", default="california-bad-beat", metavar="RULESET", help="name or file of the rule set"
    )
    parser.add_argument(
        "--day", type=_positive, default=DAY_ROUNDS, metavar="N", help=f"rounds a day ({DAY_ROUNDS})"
    )
    parser.add_argument(
        "--jobs",
        type=_positive,
        default=os.cpu_count() or 1,
        metavar="N",
        help="days side by side (all cores)",
    )


def run(args: argparse.Namespace) -> int:
    """Play all days and sum them up; the first day that breaks a rule ends the run with exit code 1."""
    days = days_of(
        args.rounds,
        args.day,
        seed=args.seed,
        level=args.level,
        dealing=args.dealing,
        rules=args.rules,
    )
    total, bar, began = Report(), Bar(args.rounds, sys.stderr), time.monotonic()
    failed: Played | None = None
    with _player(min(args.jobs, len(days))) as player:
        for future in player.all(days):
            played = future.result()
            total.add(played.report)
            bar.show(total.rounds + total.voids, time.monotonic() - began)
            if played.failure:
                failed = played
                player.give_up()
                break
    bar.end()
    print(summary(args.level, args.seed, total, time.monotonic() - began))
    if failed is not None:
        print(obituary(failed))
    return VIOLATED if failed is not None else 0


def days_of(
    rounds: int,
    day: int,
    *,
    seed: int,
    level: str,
    dealing: str | None = None,
    rules: str = "california-bad-beat",
) -> tuple[DaySetting, ...]:
    """Cut so many rounds into days; the last one takes what is left."""
    starts = range(0, rounds, day)
    return tuple(
        DaySetting(
            seed=seed + number, level=level, rounds=min(day, rounds - start), dealing=dealing, rules=rules
        )
        for number, start in enumerate(starts)
    )


def play(setting: DaySetting) -> Played:
    """Play one day; what broke comes back as text, for it may come from another process."""
    try:
        return Played(setting=setting, report=Day(setting).play())
    except Failure as failure:
        return Played(setting=setting, report=failure.report, failure=str(failure), script=failure.script)


class _Player:
    """Play days in this process, or side by side; results come in the order of the days."""

    def __init__(self, pool: ProcessPoolExecutor | None) -> None:
        self._pool = pool

    def all(self, days: tuple[DaySetting, ...]) -> Iterator[Future[Played]]:
        """Give each day's result in turn."""
        if self._pool is not None:
            yield from [self._pool.submit(play, setting) for setting in days]
            return
        for setting in days:
            done: Future[Played] = Future()
            done.set_result(play(setting))
            yield done

    def give_up(self) -> None:
        """Begin no further day."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


@contextmanager
def _player(jobs: int) -> Iterator[_Player]:
    if jobs == 1:
        yield _Player(None)
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield _Player(pool)


class Bar:
    """Show how far a run is, on a terminal only."""

    def __init__(self, rounds: int, stream: TextIO) -> None:
        self._rounds = rounds
        self._stream = stream if stream.isatty() else None

    def show(self, done: int, passed_s: float) -> None:
        """Draw the bar anew."""
        if self._stream is None:
            return
        filled = "#" * (BAR_WIDTH * min(done, self._rounds) // self._rounds)
        pace = done / passed_s if passed_s else 0.0
        line = f"\r[{filled:.<{BAR_WIDTH}}] {done} of {self._rounds} rounds, {pace:.1f} a second "
        self._stream.write(line)
        self._stream.flush()

    def end(self) -> None:
        """Leave the line."""
        if self._stream is not None:
            self._stream.write("\n")


def summary(level: str, seed: int, total: Report, passed_s: float) -> str:
    """Say in a few lines what happened."""
    holds = ", ".join(f"{code} {count}" for code, count in total.holds.most_common()) or "none"
    ended = total.rounds + total.voids
    hours, seconds = divmod(total.virtual_ms // 1000, 3600)
    rows = (
        ("rounds", f"{ended}: {total.rounds} settled, {total.voids} void; after each day one more in calm"),
        ("holds", f"{sum(total.holds.values())}: {holds}"),
        ("decks off the table", f"{total.quarantines}"),
        ("device events", f"{total.events}, records {total.records}"),
        (
            "disturbances",
            f"{total.acts} lines of the script, {total.reconnects} links made, {total.crashes} restarts",
        ),
        ("time at the table", f"{hours}:{seconds // 60:02}:{seconds % 60:02}"),
        ("time here", f"{passed_s:.1f} s, {ended / passed_s:.1f} rounds a second" if passed_s else "none"),
    )
    return "\n".join([f"level {level}, seed {seed}", *(f"{name:<20}{text}" for name, text in rows)])


def obituary(failed: Played) -> str:
    """Say what broke, and how to see it break again."""
    setting = failed.setting
    mode = f" --dealing {setting.dealing}" if setting.dealing else ""
    again = (
        f"soak --rounds {setting.rounds} --day {setting.rounds} --seed {setting.seed} --level {setting.level}"
    )
    script = failed.script or "(no fault)"
    return f"VIOLATION: {failed.failure}\nfault script so far:\n{script}\nagain: dealer-assist {again}{mode}"


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not allowed; allowed: 1 or more")
    return number
