"""Disks that lie, fill up, turn read-only or come back older (DURABILITY 16: F4, F5, F7, F9, F30)."""

import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from controller.journal.anchor import Anchor
from controller.journal.blackbox import read_mirror
from controller.journal.faults import JournalFault, RolledBack, WriteFailed
from controller.journal.journal import Journal
from controller.journal.places import JournalConfig
from controller.journal.record import Head
from tests.journal.powercut.scenes import copied, judge_table, record_table
from tests.journal.sim_disk import SimDisk, SimFiles
from tests.journal.table import HEAD, MIRROR, SimTable, TickingClock, note_card

CUTS = 100
LOOP_MB = 24
EACH_MEDIUM = [pytest.param("/a", id="primary"), pytest.param("/b", id="mirror")]


def _lying(*media: str) -> SimDisk:
    """Give a disk that forgets to sync on some media, and says that it did."""
    disk = SimDisk()
    disk.syncs = lambda path: not path.startswith(media)
    return disk


@pytest.mark.parametrize("medium", EACH_MEDIUM)
def test_one_lying_medium_loses_nothing(medium: str) -> None:
    """The other copy was really synced, and everything comes back from it (F4).

    Where it shows a record behind a hole, that one may have been answered, for all a start can tell: then the
    table is locked and says so, and nothing is guessed (INV8).
    """
    verdicts: Counter[str] = Counter()
    for seed in range(2):
        scene = record_table(seed + 60, disk=_lying(medium))
        for wreck, chance in scene.cuts(CUTS, seed):
            verdicts[judge_table(wreck.draw(chance), wreck.acked, scene, chance)] += 1
    assert verdicts.keys() <= {"whole", "locked"}, verdicts
    assert verdicts["whole"] > 0.8 * verdicts.total()


def test_two_lying_media_are_found_by_a_head_seen_elsewhere() -> None:
    """What is left is a chain that was, or a lock; a head from a slip tells that it is short (F4, F9)."""
    verdicts: Counter[str] = Counter()
    for seed in range(2):
        scene = record_table(seed + 70, disk=_lying("/a", "/b"))
        for wreck, chance in scene.cuts(CUTS, seed):
            if wreck.acked == 0:
                continue
            image = wreck.draw(chance)
            before = copied(image)
            verdict = judge_table(image, wreck.acked, scene, chance)
            verdicts[verdict] += 1
            if verdict == "lost":
                verdicts[_against_a_slip(before, wreck.acked, scene.truth[wreck.acked])] += 1
    assert not {"forked", "wrong", "missed"} & verdicts.keys(), verdicts
    assert verdicts["lost"], "control: a pair without any sync must lose records"
    assert verdicts["found"]


def _against_a_slip(image: SimDisk, seq: int, h: bytes) -> str:
    """Start over an image and compare it with the head that was printed."""
    try:
        journal, _, report = SimTable(disk=image).start()
        if report.new:
            return "found"  # a table that was never used before is seen by everybody
        journal.check_anchor(Anchor.of(Head(seq=seq, h=h)))
    except JournalFault:
        return "found"
    return "found" if len(image.names) == 0 else "missed"


def test_an_older_image_of_both_disks_is_found_by_a_typed_head() -> None:
    """Both copies agree and are whole, only older: a head that was printed since locks the table (F9)."""
    table = SimTable()
    journal = table.played()
    old = copied(table.disk)
    for ordinal in range(3, 6):
        note_card(journal, table.clock, ordinal)
    printed = Anchor.typed(str(Anchor.of(journal.head)))
    rolled_back = SimTable(disk=old)
    again, records, _ = rolled_back.start()
    assert HEAD == len(records)
    with pytest.raises(RolledBack) as caught:
        again.check_anchor(printed)
    assert (HEAD, HEAD + 3) == (caught.value.seq, caught.value.expected_seq)


def test_control_without_a_head_an_older_image_is_not_noticed() -> None:
    """Nothing on the disks themselves can tell: that is why heads are printed (F9)."""
    table = SimTable()
    table.played()
    old = copied(table.disk)
    again, _, report = SimTable(disk=old).start()
    assert ("clean", "clean") == (report.primary, report.mirror)
    again.check_anchor(Anchor.of(again.head))


@pytest.mark.parametrize("medium", EACH_MEDIUM)
def test_a_medium_that_turns_read_only_is_named(medium: str) -> None:
    """The mirror: the round may end; the primary: the table stops; nothing is lost (F7, DURABILITY 4.3)."""
    table = SimTable()
    journal = table.played()

    def read_only(call: str, path: str) -> None:
        if path.startswith(medium) and call in {"pwrite", "xWrite", "fdatasync", "fsync", "xSync", "open"}:
            raise OSError(30, "Read-only file system")

    table.disk.rehearse = read_only
    if medium == "/b":
        note_card(journal, table.clock, 3)
        assert journal.degraded is not None
        assert ("mirror", "OSError 30") == (journal.degraded.copy, journal.degraded.reason)
        assert journal.refusal is not None
    else:
        with pytest.raises(WriteFailed, match="primary") as caught:
            note_card(journal, table.clock, 3)
        assert caught.value.stands
    table.disk.rehearse = lambda _call, _path: None
    _, records, _ = table.start()
    assert HEAD < len(records)


def test_a_mirror_that_comes_back_is_rebuilt_and_compared() -> None:
    """It was away for a part of the round; the next start brings it to the same last record (F30)."""
    table = SimTable()
    journal = table.played()
    kept = bytes(table.disk.contents(MIRROR))

    def gone(_call: str, path: str) -> None:
        if path.startswith("/b"):
            raise OSError(19, "No such device")

    table.disk.rehearse = gone
    for ordinal in range(3, 6):
        note_card(journal, table.clock, ordinal)
    assert journal.refusal is not None
    table.disk.rehearse = lambda _call, _path: None
    assert kept == bytes(table.disk.contents(MIRROR))
    again, records, report = table.start()
    assert any("mirror" in action for action in report.actions)
    assert again.degraded is None
    assert bytes(table.disk.contents(MIRROR)).startswith(kept)
    assert records[-1].seq == again.head.seq
    again.close()
    assert [one.h for one in records] == [
        one.h for one in read_mirror(Path(MIRROR), SimFiles(table.disk)).records
    ]


# -- real file systems --------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount an ext4 file system of 24 MB; a machine that does not let us is skipped, and counted."""
    if os.geteuid() != 0 or shutil.which("mkfs.ext4") is None:
        pytest.skip("a small file system needs root and mkfs.ext4")
    image, mount = tmp_path / "image", tmp_path / "small"
    image.write_bytes(b"")
    os.truncate(image, LOOP_MB * 1024**2)
    mount.mkdir()
    subprocess.run(["mkfs.ext4", "-q", "-F", "-m", "0", image], check=True)  # noqa: S607 - the system's own
    mounted = subprocess.run(["mount", "-o", "loop", image, mount], check=False, capture_output=True)  # noqa: S607
    if mounted.returncode:
        pytest.skip("this machine mounts no loop device")
    try:
        yield mount
    finally:
        subprocess.run(["umount", mount], check=True)  # noqa: S607


def test_a_round_ends_on_a_disk_that_is_full(small_disk: Path, tmp_path: Path) -> None:
    """JR06: 24 MB, 8 MB of ballast: no new round, the open one ends, nothing lost, on after freeing (F5)."""
    config = JournalConfig(
        table_id="T1",
        folder=small_disk,
        mirror_folder=tmp_path / "mirror",
        key_file=tmp_path / "root.key",
        gaming_day="2026-12-01",
        ballast_bytes=8 * 1024**2,
    )
    clock = TickingClock()
    journal, _, report = Journal.open(config, clock)
    journal.power_up(report, clock(), software="test")
    journal.open_round(1, clock())
    filler = small_disk / "filler"
    _fill(filler)
    assert "less than 5%" in str(journal.refusal)
    for ordinal in range(40):
        note_card(journal, clock, ordinal)
    assert journal.degraded is None
    assert not (small_disk / "ballast").exists()
    journal.close()
    head = journal.head
    filler.unlink()
    again, records, report = Journal.open(config, clock)
    assert head == again.head
    assert ("clean", "clean", None) == (report.primary, report.mirror, again.refusal)
    assert 40 == sum(record.content.cause is not None for record in records)
    again.close()


def test_a_real_file_system_that_turns_read_only_stops_the_table(small_disk: Path, tmp_path: Path) -> None:
    """The primary's medium is remounted read-only in a round; the record stands in the mirror (F7)."""
    config = replace(
        JournalConfig.at_file(small_disk / "t.db", table_id="T1", gaming_day="2026-12-01"),
        file=None,
        mirror_folder=tmp_path / "mirror",
        key_file=tmp_path / "root.key",
    )
    clock = TickingClock()
    journal, _, report = Journal.open(config, clock)
    journal.power_up(report, clock(), software="test")
    journal.open_round(1, clock())
    note_card(journal, clock, 0)
    device = os.path.realpath(_device_of(small_disk)).rsplit("/", 1)[1]
    switch = Path("/sys/fs/ext4") / device / "trigger_fs_error"
    if not switch.exists():
        pytest.skip("this machine cannot abort a file system")
    subprocess.run(["mount", "-o", "remount,errors=remount-ro", small_disk], check=True)  # noqa: S607
    switch.write_text("test", encoding="ascii")
    with pytest.raises(WriteFailed, match="primary") as caught:
        _note_cards(journal, clock)
    assert caught.value.stands
    journal._parts.store.close()
    journal._parts.release()


def _note_cards(journal: Journal, clock: TickingClock) -> None:
    """Append until something gives way."""
    for ordinal in range(1, 40):
        note_card(journal, clock, ordinal)


def _fill(path: Path) -> None:
    """Write until the disk is full."""
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(65_536))


def _device_of(mount: Path) -> str:
    lines = Path("/proc/mounts").read_text(encoding="utf-8").splitlines()
    return next(line.split()[0] for line in lines if line.split()[1] == str(mount))
