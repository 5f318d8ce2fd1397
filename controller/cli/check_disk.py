"""`dealer-assist run --check-disk`: are both media quick enough, and do they tell the truth (DURABILITY 4.2).

Written in folders of their own beside the record, which are removed; a table may not run meanwhile.
"""

import os
import secrets
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

from controller.cli.running import journal_of
from controller.config import TableConfig
from controller.engine.actors import Source
from controller.engine.cards import Back, Card, Hidden
from controller.engine.copying import replace
from controller.engine.device_words import Reading
from controller.engine.fact_commands import ReportCardRead
from controller.engine.faults import ConfigFault
from controller.journal.journal import Journal
from controller.journal.record import Stamp
from controller.table.clock import SystemClock
from controller.table.runner import raise_priority

APPENDS: Final = 2_000
ROUND: Final = 100
MOST_MS: Final = 20.0
MOST_SYNCS_A_SECOND: Final = 20_000
"""No disk without a cache of its own that survives a power cut is quicker; what is quicker does not write."""

FOLDERS: Final = ("check-disk", "check-disk.bb")
_BLOCK: Final = bytes(512)
_CARDS: Final = tuple(Card)


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Hold how long many acts took, in milliseconds; a_second: how many of them the middle one allows."""

    p50_ms: float
    p99_ms: float

    @property
    def a_second(self) -> float:
        """Give the rate that goes with the middle one."""
        return 1_000 / max(self.p50_ms, 1e-6)


def check_disk(config: TableConfig, source: Path) -> int:
    """Measure both media and say what was found; give 0 where both are fit, 1 where one is not.

    The thread that measures has a table thread's priority.
    """
    media = tuple(
        zip(("primary", "black box"), (config.journal.folder, config.journal.mirror_folder), strict=True)
    )
    scratch: list[Path] = []
    try:
        scratch.extend(_made(at, media[at][1] / FOLDERS[at], source) for at in range(2))
        with ThreadPoolExecutor(1, initializer=raise_priority) as beside:
            rates = [beside.submit(syncs_on, place).result() for place in scratch]
            record = beside.submit(appends_on, config, source, *scratch).result()
        wrongs = [
            wrong
            for (name, folder), times in zip(media, rates, strict=True)
            for wrong in _judged_medium(name, folder, times)
        ]
        wrongs += _judged_record(record)
    except OSError as error:
        wrongs = [f"a medium fails: {error.strerror or error}"]
    finally:
        for place in scratch:
            shutil.rmtree(place, ignore_errors=True)
    for wrong in wrongs:
        sys.stdout.write(f"not fit: {wrong}\n")
    if not wrongs:
        sys.stdout.write("both media are fit\n")
    return 1 if wrongs else 0


def syncs_on(folder: Path) -> Times:
    """Time so many writes of one sector on a medium, each made durable by itself."""
    handle = os.open(folder / "syncs", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    at = 0

    def write() -> None:
        nonlocal at
        at += os.pwrite(handle, _BLOCK, at)
        os.fdatasync(handle)

    try:
        return _times([_timed(write) for _ in range(APPENDS)])
    finally:
        os.close(handle)


def appends_on(config: TableConfig, source: Path, folder: Path, mirror_folder: Path) -> Times:
    """Time so many records of a sealed card, each durable in both copies, as a table appends them."""
    scratch = replace(
        journal_of(config, source), folder=folder, mirror_folder=mirror_folder, key_file=folder / "root.key"
    )
    clock = SystemClock()
    journal, _, report = Journal.open(scratch, clock.now)
    try:
        journal.power_up(report, clock.now(), software="check-disk")
        times = []
        for number in range(APPENDS):
            if number % ROUND == 0:
                journal.open_round(number // ROUND + 1, clock.now())
            times.append(_timed(lambda at=number: _append(journal, clock.now(), at)))  # type: ignore[misc]  # a default binds now
    finally:
        journal.close()
    return _times(times)


def _append(journal: Journal, stamp: Stamp, number: int) -> None:
    """Append a card as the shoe would report it; it is no card of any table."""
    place = number % ROUND % len(_CARDS)
    card = ReportCardRead(
        source=Source(device="shoe", serial="check-disk", epoch=1, number=number + 1),
        index=place,
        shoe_id=1,
        reading=Reading.FACE,
        card=Hidden(ordinal=number % ROUND, card=_CARDS[place], salt=secrets.token_bytes(16)),
        back=Back.RED,
        confidence=99,
        flags=(),
        t_ms=number,
    )
    journal.append(
        cause=card,
        events=(),
        stamp=stamp,
        round_no=number // ROUND + 1,
        actor="device:check-disk",
        src="check-disk",
    )


def _judged_medium(name: str, folder: Path, times: Times) -> list[str]:
    """Say how a medium syncs, and give what is wrong with it."""
    sys.stdout.write(
        f"{name} {folder}: {APPENDS} syncs, p50 {times.p50_ms:.2f} ms, p99 {times.p99_ms:.2f} ms, "
        f"{times.a_second:,.0f} a second\n"
    )
    if times.a_second > MOST_SYNCS_A_SECOND:
        rate = f"{times.a_second:,.0f} syncs a second, allowed are {MOST_SYNCS_A_SECOND:,}"
        return [f"{name} {folder}: {rate}; it answers before it has written"]
    return []


def _judged_record(times: Times) -> list[str]:
    """Say how both copies are appended to, and give what is wrong with that."""
    sys.stdout.write(f"record: {APPENDS} appends, p50 {times.p50_ms:.2f} ms, p99 {times.p99_ms:.2f} ms\n")
    if times.p99_ms > MOST_MS:
        return [f"record: p99 {times.p99_ms:.2f} ms, allowed are {MOST_MS:.0f} ms"]
    return []


def _made(at: int, place: Path, source: Path) -> Path:
    """Make the folder to write in; raise ConfigFault where a medium is not there or was left written on."""
    try:
        place.mkdir(mode=0o700, parents=True)
    except OSError as error:
        raise ConfigFault(
            file=str(source),
            key=("journal.folder", "journal.mirror_folder")[at],
            value=str(place),
            allowed=f"a folder that can be made: {error.strerror}",
        ) from error
    return place


def _timed(act: Callable[[], None]) -> float:
    start = perf_counter()
    act()
    return (perf_counter() - start) * 1_000


def _times(found: list[float]) -> Times:
    found.sort()
    return Times(p50_ms=found[len(found) // 2], p99_ms=found[len(found) * 99 // 100])
