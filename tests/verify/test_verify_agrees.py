"""Writer and verifier agree about any record, damaged ones included (DURABILITY 14, 17)."""

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.journal.faults import Damaged, Emptied, Forked, JournalFault
from controller.verify.findings import Verdict
from controller.verify.verification import Report, Request, verify
from tests.journal.powercut.scenes import copied
from tests.journal.sim_disk import SimDisk
from tests.journal.table import MIRROR, PRIMARY, SimTable, note_card

WAL = f"{PRIMARY}-wal"
COPIES = (PRIMARY, WAL, MIRROR)
INJURIES_EACH = 10
PUSH, FULL, LOGS_EACH = 1, 34, 30
"""Parts of a push and of the full run, and logs in each part; 10,200 damaged records in full."""

PARTS = [pytest.param(part, marks=[] if part < PUSH else [pytest.mark.full]) for part in range(FULL)]

Chance = random.Random
Injury = Callable[[SimDisk, SimDisk, Chance], None]


def a_log(chance: Chance) -> SimTable:
    """Play a few cards, with rounds, restarts and a sudden end drawn by chance."""
    table = SimTable(entropy=chance.randbytes)
    journal = table.played(cards=chance.randrange(4))
    for number in range(2, 2 + chance.randrange(3)):
        if chance.random() < 0.3:
            journal, _, report = table.start()
            journal.power_up(report, table.clock(), software="test")
        journal.open_round(number, table.clock())
        for ordinal in range(chance.randrange(6)):
            note_card(journal, table.clock, ordinal)
    if chance.random() < 0.3:
        journal.close()
    return table


def longer(disk: SimDisk, table: SimTable, chance: Chance) -> SimDisk:
    """Let a copy of a disk go on by itself."""
    again = SimTable(disk=copied(disk), clock=table.clock, entropy=chance.randbytes)
    journal, _, report = again.start()
    journal.power_up(report, table.clock(), software="other")
    for ordinal in range(chance.randrange(3)):
        note_card(journal, table.clock, 20 + ordinal)
    return again.disk


def nothing(_disk: SimDisk, _later: SimDisk, _chance: Chance) -> None:
    """Leave both copies whole."""


def flip(disk: SimDisk, _later: SimDisk, chance: Chance) -> None:
    """Flip one bit somewhere."""
    data = some(disk, chance)
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def cut(disk: SimDisk, _later: SimDisk, chance: Chance) -> None:
    """Cut an end off."""
    data = some(disk, chance)
    del data[chance.randrange(len(data) + 1) :]


def noise(disk: SimDisk, _later: SimDisk, chance: Chance) -> None:
    """Put garbage over a stretch."""
    data = some(disk, chance)
    if data:
        at = chance.randrange(len(data))
        size = min(chance.choice((1, 16, 512, 4_096)), len(data) - at)
        data[at : at + size] = chance.randbytes(size)


def append(disk: SimDisk, _later: SimDisk, chance: Chance) -> None:
    """Put garbage behind an end."""
    some(disk, chance).extend(chance.randbytes(chance.choice((1, 60, 70_000))))


def twice(disk: SimDisk, later: SimDisk, chance: Chance) -> None:
    """Hurt two places, which may be in both copies."""
    for _ in range(2):
        chance.choice((flip, cut, noise))(disk, later, chance)


def lose(disk: SimDisk, _later: SimDisk, chance: Chance) -> None:
    """Lose a file; a primary goes with its WAL."""
    for path in chance.choice(((MIRROR,), (PRIMARY, WAL), (WAL,))):
        disk.names.pop(path, None)


def roll_back(disk: SimDisk, later: SimDisk, chance: Chance) -> None:
    """Keep one copy old while the other one goes on."""
    for path in chance.choice(((MIRROR,), (PRIMARY, WAL))):
        if path in disk.names and path in later.names:
            disk.contents(path)[:] = later.contents(path)


def forge(disk: SimDisk, later: SimDisk, chance: Chance) -> None:
    """Let each copy go on with another history."""
    table = SimTable(disk=disk)
    table.clock.ticks = 5_000
    other = longer(disk, table, chance)
    for path in (PRIMARY, WAL):
        if path in other.names:
            disk.contents(path)[:] = other.contents(path)
    disk.contents(MIRROR)[:] = later.contents(MIRROR)


INJURIES: tuple[Injury, ...] = (nothing, flip, cut, noise, append, twice, twice, lose, roll_back, forge)


def some(disk: SimDisk, chance: Chance) -> bytearray:
    """Choose one of the files that are there."""
    return disk.contents(chance.choice([path for path in COPIES if path in disk.names]))


def by_recovery(disk: SimDisk) -> tuple[str, int, str]:
    """Let the writer start over the disk: what it says, and the head it goes on from."""
    try:
        journal, _, report = SimTable(disk=disk, config=SimTable().config).start()
    except Forked:
        return "forked", 0, ""
    except (Damaged, Emptied):
        return "lost", 0, ""
    except JournalFault as fault:
        return type(fault).__name__, 0, ""
    mended = any("clean" != state for state in (report.primary, report.mirror)) or report.actions
    return "mended" if mended else "whole", journal.head.seq, journal.head.h.hex()


def by_verifier(disk: SimDisk, folder: Path) -> tuple[str, int, str]:
    """Let the verifier read the same bytes: what it says, and the head it found."""
    for path in COPIES:
        (folder / Path(path).name).unlink(missing_ok=True)
        if path in disk.names:
            (folder / Path(path).name).write_bytes(disk.contents(path))
    primary, mirror = (folder / Path(path).name for path in (PRIMARY, MIRROR))
    there = [path for path in (primary, mirror) if path.exists()]
    report = verify(Request(files=there[:1], mirrors=there[1:]))
    seq, h = report.files[0].head or (0, "")
    said = judged(report)
    if said == "whole" and len(there) == 1:
        said = "mended"  # that a copy is lost is told by who calls, not by the files
    return (said, 0, "") if said in {"forked", "lost"} else (said, seq, h)


def judged(report: Report) -> str:
    """Put a report into the words of a start."""
    codes = {one.verdict for one in report.files[0].findings}
    broken = {Verdict.BROKEN, Verdict.UNREADABLE, Verdict.UNKNOWN} & codes
    if Verdict.DIFFERENT in codes:
        return "forked"
    if broken and Verdict.ONE_COPY not in codes:
        return "lost"
    return "mended" if broken or codes & {Verdict.TORN, Verdict.ONE_COPY} else "whole"


@pytest.mark.parametrize("part", PARTS)
def test_the_verifier_says_what_a_start_would_say(tmp_path: Path, part: int) -> None:
    """Whole, mended, lost or forked, and the same head: two programs, one format (10,000 in full)."""
    seen: Counter[str] = Counter()
    for seed in range(part * LOGS_EACH, (part + 1) * LOGS_EACH):
        chance = Chance(seed)
        table = a_log(chance)
        later = longer(table.disk, table, chance)
        for _ in range(INJURIES_EACH):
            injury = chance.choice(INJURIES)
            disk = copied(table.disk)
            injury(disk, later, chance)
            verified = by_verifier(disk, tmp_path)
            assert by_recovery(disk) == verified, (seed, injury.__name__)
            seen[verified[0]] += 1

    assert {"whole", "mended", "lost", "forked"} == set(seen), seen


def test_a_broken_meta_beside_a_torn_mirror_hides_no_record(tmp_path: Path) -> None:
    """A primary that lost its header still shows a record that the mirror has not: locked (J-DAMAGED)."""
    table = SimTable()
    table.played().close()
    meta = table.disk.contents(PRIMARY)
    at = meta.rindex(b"first_seq")
    meta[at : at + 9] = b"first_sex"
    del table.disk.contents(MIRROR)[-20:]

    assert ("lost", 0, "") == by_verifier(table.disk, tmp_path)
    assert ("lost", 0, "") == by_recovery(table.disk)
