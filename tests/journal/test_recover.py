"""Starts that mend one copy from the other, with seals and evidence (DURABILITY 5 steps 3 to 8)."""

import gc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from controller.engine.faults import ConfigFault
from controller.journal.faults import (
    SealFault,
)
from controller.journal.mend import APPEND_LIMIT
from controller.journal.notes import Recovered
from tests.journal.injuries import (
    drop,
    drop_primary,
    flip_mirror,
    flip_mirror_header,
    flip_primary_header,
    lose_wal,
    nothing,
    tear_mirror,
)
from tests.journal.sim_disk import allow
from tests.journal.table import CONFIG, HEAD, MIRROR, PRIMARY, SimTable, card_read, hidden, note_card


@pytest.fixture
def table() -> SimTable:
    """Give a table that played three cards and was then killed."""
    made = SimTable()
    made.played()
    return made


Injury = Callable[[SimTable], None]


@pytest.mark.parametrize(
    ("injure", "states", "action"),
    [
        (nothing, ("clean", "clean"), None),
        (lose_wal, ("clean", "clean"), "primary: 4 records appended"),
        (tear_mirror, ("clean", "torn"), "mirror: torn tail cut"),
        (flip_mirror, ("clean", "damaged"), "mirror: built anew, was damaged"),
        (flip_mirror_header, ("clean", "damaged"), "mirror: built anew, was damaged"),
        (flip_primary_header, ("damaged", "clean"), "primary: built anew, was damaged"),
        (drop_primary, ("missing", "clean"), "primary: built anew, was missing"),
        (lambda table: drop(table, MIRROR), ("clean", "missing"), "mirror: built anew, was missing"),
    ],
    ids=[
        "nothing",
        "lose_wal",
        "tear_mirror",
        "flip_mirror",
        "flip_mirror_header",
        "flip_primary_header",
        "drop_primary",
        "drop_mirror",
    ],
)
def test_one_whole_copy_brings_everything_back(
    table: SimTable, injure: Injury, states: tuple[str, str], action: str | None
) -> None:
    """Whatever happens to one copy, the other one mends it, and play goes on (DURABILITY 5 step 5)."""
    injure(table)
    journal, replayed, report = table.start()
    assert journal.head.seq == HEAD == len(replayed)
    assert (report.primary, report.mirror) == states
    assert journal.degraded is None
    assert action is None or any(entry.startswith(action) for entry in report.actions)
    assert report.evidence is not None
    assert HEAD + 1 == note_card(journal, table.clock, 3)
    journal.close()
    _, again, report = table.start()
    assert len(again) == HEAD + 2
    assert (report.primary, report.mirror, report.actions, report.clean) == ("clean", "clean", (), True)


@pytest.mark.parametrize("collects", [True, False])
def test_a_start_leaves_the_collector_as_it_was(table: SimTable, *, collects: bool) -> None:
    """Reading a day pauses it, whatever it did before (DURABILITY 5 step 13)."""
    (gc.enable if collects else gc.disable)()
    try:
        table.start()
        assert collects == gc.isenabled()
    finally:
        gc.enable()


def test_a_start_after_a_kill_is_not_clean(table: SimTable) -> None:
    """A WAL that was not settled tells that the stop was not in order (DURABILITY 5 step 9)."""
    _, _, report = table.start()
    assert report.clean is False
    assert report.new is False


def test_hidden_cards_come_back_as_they_were(table: SimTable) -> None:
    """A hand that may still be turned up is opened in memory (DURABILITY 5 step 8)."""
    _, replayed, report = table.start()
    assert replayed[-1].content.cause == card_read(2)
    assert report.seal_lost is False
    assert sum(record.unopened for record in replayed) == 0


def test_seals_of_an_older_round_stay_shut(table: SimTable) -> None:
    """Once the next round opened, the table alone cannot open a folded hand (DURABILITY 7.3)."""
    journal, _, _ = table.start()
    journal.open_round(2, table.clock())
    note_card(journal, table.clock, 0)
    _, replayed, report = table.start()
    shut = [record.seq for record in replayed if record.unopened]
    assert shut == [5, 6, 7]
    assert replayed[4].content.cause == replace(card_read(0), card=hidden(0).closed())
    assert replayed[-1].content.cause == card_read(0)
    assert report.seal_lost is False


@pytest.mark.parametrize("path", ["/a/seal.state", "/b/seal.state.bb"])
def test_the_round_key_survives_on_one_medium(table: SimTable, path: str) -> None:
    """`seal.state` is on both media and is put back where it is lost (DURABILITY 7.3)."""
    drop(table, path)
    _, replayed, report = table.start()
    assert report.seal_lost is False
    assert replayed[-1].content.cause == card_read(2)
    assert path in table.disk.names


def test_without_any_round_key_the_cards_stay_closed(table: SimTable) -> None:
    """SEAL-LOST is reported, the record is read, and a new key lets play be voided (DURABILITY 5 step 8)."""
    for path in ("/a/seal.state", "/b/seal.state.bb"):
        table.disk.contents(path)[30] ^= 1
    journal, replayed, report = table.start()
    assert report.seal_lost is True
    assert replayed[-1].content.cause == replace(card_read(2), card=hidden(2).closed())
    with pytest.raises(SealFault):
        note_card(journal, table.clock, 3)
    journal.power_up(report, table.clock(), software="test")
    assert HEAD + 3 == note_card(journal, table.clock, 3)
    _, again, report = table.start()
    assert report.seal_lost is False
    assert again[-1].content.cause == card_read(3)
    assert again[HEAD - 1].unopened == 1


def test_a_missing_key_file_stops_the_start(table: SimTable) -> None:
    """Without `table_root` nothing is opened or made anew (DURABILITY 7.3)."""
    drop(table, str(CONFIG.key_file))
    with pytest.raises(ConfigFault, match="key_file"):
        table.start()
    assert str(CONFIG.key_file) not in table.disk.names


def test_evidence_is_kept_byte_for_byte(table: SimTable) -> None:
    """What a start found is copied before it is mended (DURABILITY 5 step 3)."""
    tear_mirror(table)
    found = {path: bytes(table.disk.contents(path)) for path in (PRIMARY, f"{PRIMARY}-wal", MIRROR)}
    _, _, report = table.start()
    kept = {path: bytes(table.disk.contents(f"{report.evidence}/{Path(path).name}")) for path in found}
    assert kept == found


@pytest.mark.parametrize(
    ("failing", "reason"),
    [("copy", "its bytes could not be kept as evidence"), ("fsync", "OSError 28")],
)
def test_without_room_for_evidence_nothing_is_cut(table: SimTable, failing: str, reason: str) -> None:
    """A damaged copy is left alone, and the round may end on the other one (DURABILITY 5 step 3, 4.3)."""
    tear_mirror(table)
    before = bytes(table.disk.contents(MIRROR))

    def full(call: str, path: str) -> None:
        if call == failing and "quarantine" in path:
            raise OSError(28, "no space")

    table.disk.rehearse = full
    journal, _, report = table.start()
    assert (report.evidence is None) == (failing == "copy")
    assert journal.degraded is not None
    assert ("mirror", reason) == (journal.degraded.copy, journal.degraded.reason)
    assert bytes(table.disk.contents(MIRROR)) == before
    assert journal.head.seq == HEAD


def test_evidence_that_cannot_be_kept_is_told_and_leaves_nothing(table: SimTable) -> None:
    """A full medium at a start: no empty file that looks like evidence, and a word in the record (R5, 5)."""
    named = set(table.disk.names)

    def full(call: str, path: str) -> None:
        if call == "copy" and path.endswith("-wal"):
            raise OSError(28, "no space")

    table.disk.rehearse = full
    journal, _, report = table.start()
    assert (False, None) == (report.clean, report.evidence)
    assert [] == [name for name in set(table.disk.names) - named if "quarantine" in name]
    journal.power_up(report, table.clock(), software="test")
    table.disk.rehearse = allow
    _, replayed, _ = table.start()
    (note,) = (one for record in replayed[-2:] for one in record.content.notes if isinstance(one, Recovered))
    assert ("the bytes as found were not kept, /a/quarantine: OSError 28",) == note.actions


def test_old_evidence_makes_room(table: SimTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest evidence is kept, the oldest beyond the limit goes (DURABILITY 5 step 3)."""
    monkeypatch.setattr("controller.journal.quarantine.KEPT_BYTES", 1)
    reports = [table.start()[2] for _ in range(3)]
    folders = {path.rsplit("/", 1)[0] for path in table.disk.names if "quarantine" in path}
    assert folders == {reports[-1].evidence}


def test_starts_in_one_microsecond_keep_evidence_apart(table: SimTable) -> None:
    """No evidence is overwritten (DURABILITY 5 step 3)."""
    ticks = table.clock.ticks
    first = table.start()[2].evidence
    table.clock.ticks = ticks
    assert first != table.start()[2].evidence


def test_the_mark_is_put_back_from_the_record(table: SimTable) -> None:
    """A lost mark is read again from the first record (DURABILITY 5)."""
    for path in ("/a/table.mark", "/b/table.mark.bb"):
        drop(table, path)
    table.start()
    assert {"/a/table.mark", "/b/table.mark.bb"} <= table.disk.names.keys()


def test_a_copy_far_behind_is_built_anew(table: SimTable) -> None:
    """Many missing records are not appended one by one (DURABILITY 5 step 5)."""
    mirror = bytes(table.disk.contents(MIRROR))
    journal, _, _ = table.start()
    for step in range(APPEND_LIMIT + 1):
        note_card(journal, table.clock, step % 52)
    journal.close()
    table.disk.contents(MIRROR)[:] = mirror
    _, replayed, report = table.start()
    assert report.actions == ("mirror: built anew, was clean",)
    assert report.restored == ("mirror",)
    assert len(replayed) == HEAD + APPEND_LIMIT + 2


def test_the_newest_day_is_gone_on_with() -> None:
    """`seq` runs on in the last file; a new day does not start a new history by itself (DURABILITY 3.2)."""
    table = SimTable()
    table.played()
    table.config = replace(CONFIG, gaming_day="2026-12-02")
    journal, replayed, report = table.start()
    assert not report.new
    assert (HEAD, HEAD) == (len(replayed), journal.head.seq)


def test_a_cut_tail_is_durable_before_anything_is_added(table: SimTable) -> None:
    """The cut is synced by itself: no later record may meet the torn bytes (DURABILITY 5 step 5)."""
    tear_mirror(table)
    table.disk.log.clear()
    table.start()
    mirror = table.disk.names[MIRROR]
    kinds = [op.kind for op in table.disk.log if op.inode == mirror]
    assert kinds == ["truncate", "sync", "write", "sync"]
