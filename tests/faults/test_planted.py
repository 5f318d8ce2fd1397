"""Take one defence away, and the test of its fault must fail: controls of the fault matrix (DURABILITY 16).

Each control runs the very test that shows the defence, so that a test which would pass without it is found.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.engine.fact_commands import Fact
from controller.engine.state import TableState
from controller.journal.beside import SyncThread
from controller.journal.blackbox import BlackBox
from controller.journal.faults import JournalFault
from controller.journal.journal import Journal
from controller.journal.pair import PairStore
from controller.journal.record import Head, StoredRecord
from controller.journal.space import Room
from controller.journal.sqlite_store import SqliteStore
from controller.table.intake import Intake
from drivers import events as reports
from drivers.cdp import heartbeat
from drivers.usb_link import UsbLink, find_devices
from tests.bench import test_bench_journal as appends
from tests.drivers import test_cdp_beats as beats
from tests.drivers import test_usb_link as links
from tests.faults import test_media as media
from tests.journal import test_rounds_refused as refused
from tests.sim import test_unplug as unplug

RED = (AssertionError, JournalFault, pytest.fail.Exception)

Plant = pytest.MonkeyPatch


def is_red(test: Callable[..., object], *args: object) -> bool:
    """Run a test that must fail now, and tell whether it does."""
    try:
        test(*args)
    except RED:
        return True
    return False


def test_a_ballast_that_is_kept_on_a_full_medium_is_found(monkeypatch: Plant) -> None:
    """Nothing is given up when a medium runs full in a round (F5)."""
    monkeypatch.setattr(Room, "give_up_ballast", lambda _room: None)
    assert is_red(refused.test_a_round_ends_on_the_ballast)


def test_a_table_that_deals_on_with_no_room_is_found(monkeypatch: Plant) -> None:
    """Nobody looks how full the media are (F5)."""
    monkeypatch.setattr(Room, "below", lambda _room, _share: None)
    monkeypatch.setattr(Journal, "refusal", property(lambda _journal: None))
    assert is_red(
        refused.test_room_is_watched_on_both_media, "/b", 0.04, [False, True], "/b has less than 5% free"
    )


def _deaf(store: PairStore, act: Callable[[Any], None], failed: dict[Any, OSError]) -> None:
    """Do one thing with each copy, and take no notice of a medium that refuses it."""
    del failed
    for copy in tuple(store._copies.values()):
        try:
            act(copy)
        except OSError:
            assert isinstance(copy, BlackBox | SqliteStore)
            copy._head = Head(seq=copy.head.seq + 1, h=copy.head.h)


@pytest.mark.parametrize("medium", media.EACH_MEDIUM)
def test_a_read_only_medium_that_nobody_notices_is_found(medium: str, monkeypatch: Plant) -> None:
    """A refused write counts as written (F7)."""
    monkeypatch.setattr(PairStore, "_each", _deaf)
    assert is_red(media.test_a_medium_that_turns_read_only_is_named, medium)


def test_one_of_two_twins_that_is_taken_is_found(monkeypatch: Plant) -> None:
    """Of two devices with one serial number the first is as good as the second (F12)."""

    def first(link: UsbLink) -> object:
        return next(iter(find_devices(link._backend(), link._address.vendor, link._address.product)))

    monkeypatch.setattr(UsbLink, "_find", first)
    with links.make_bus() as bus:
        assert is_red(links.test_twins_are_refused_both, bus)


@pytest.mark.parametrize(
    "test", [beats.test_silence_ends_the_session, beats.test_one_way_loss_is_told_and_ends_the_session]
)
def test_a_session_that_waits_for_ever_is_found(test: Callable[[], None], monkeypatch: Plant) -> None:
    """Neither silence nor a missing echo ends it (F16)."""
    monkeypatch.setattr(heartbeat, "SILENCE_S", 1e9)
    monkeypatch.setattr(heartbeat, "ONE_WAY_END_S", 1e9)
    with pytest.raises(ValueError, match="expected 1, got 0"):  # the one end of the session that must come
        test()


def test_an_append_that_waits_too_long_is_found(
    tmp_path: Path, monkeypatch: Plant, capsys: pytest.CaptureFixture[str]
) -> None:
    """A medium that flushes fifteen times is beyond what an append may take beside a bare write (F24)."""
    wait = SyncThread.wait

    with (tmp_path / "slow").open("wb", buffering=0) as file:

        def late(syncer: SyncThread) -> None:
            for _ in range(15):
                file.write(b"x")
                os.fdatasync(file.fileno())
            wait(syncer)

        monkeypatch.setattr(SyncThread, "wait", late)
        monkeypatch.setattr(appends, "APPENDS", appends.BATCH)
        assert is_red(appends.test_an_append_is_told_beside_a_bare_write, tmp_path, capsys)


@pytest.mark.parametrize("dealing", unplug.MODES)
def test_devices_that_vanish_unnoticed_are_found(dealing: str, monkeypatch: Plant) -> None:
    """Two links that break at once are told to nobody (F29)."""
    read = Intake.read

    def deaf(intake: Intake, report: reports.DeviceReport, state: TableState) -> Fact | None:
        return None if isinstance(report.event, reports.LinkDown) else read(intake, report, state)

    monkeypatch.setattr(Intake, "read", deaf)
    assert is_red(unplug.test_both_unplugged_at_once_are_one_hold, dealing)


def test_a_mirror_that_comes_back_with_a_hole_is_found(monkeypatch: Plant) -> None:
    """What it missed while it was away is not written to it (F30)."""

    def idle(box: BlackBox, record: StoredRecord) -> None:
        box._head = Head(seq=record.seq, h=record.h)

    monkeypatch.setattr(BlackBox, "append", idle)
    assert is_red(media.test_a_mirror_that_comes_back_is_rebuilt_and_compared)


def test_a_round_that_is_dealt_on_one_copy_is_found(monkeypatch: Plant) -> None:
    """A table on one copy deals as on two (F30)."""
    monkeypatch.setattr(Journal, "degraded", property(lambda _journal: None))
    assert is_red(refused.test_no_new_round_is_dealt_on_one_copy)
