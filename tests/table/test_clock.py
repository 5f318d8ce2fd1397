"""Clocks: UTC for records, boot time for deadlines (DURABILITY 11)."""

import pytest

from controller.table.clock import BOOT_ID_VARIABLE, ManualClock, SystemClock


def test_boot_time_never_goes_back() -> None:
    """Two readings in a row are in order."""
    clock = SystemClock()
    assert clock.now().boot_us <= clock.now().boot_us


def test_the_boot_id_may_be_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service that cannot read the system's boot id takes it from its unit (DURABILITY 10)."""
    monkeypatch.setenv(BOOT_ID_VARIABLE, "boot-7")
    assert SystemClock().now().boot == "boot-7"


def test_without_it_the_system_names_the_boot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel's boot id stays the same while the machine runs."""
    monkeypatch.delenv(BOOT_ID_VARIABLE, raising=False)
    assert SystemClock().now().boot == SystemClock().now().boot != ""


def test_a_manual_clock_moves_only_when_told() -> None:
    """Tests need no sleep (ARCHITECTURE 6)."""
    clock = ManualClock(utc_us=100, boot_us=10)
    clock.advance(5)
    assert (105, 15) == (clock.now().utc_us, clock.now().boot_us)


def test_setting_the_clock_moves_utc_alone() -> None:
    """Boot time is what deadlines use, so it must not follow a step (DURABILITY 11)."""
    clock = ManualClock(utc_us=100, boot_us=10)
    clock.step_utc(-50)
    assert (50, 10) == (clock.now().utc_us, clock.now().boot_us)


def test_a_reboot_starts_boot_time_again() -> None:
    """A new boot has a new id."""
    clock = ManualClock(boot_us=77)
    before = clock.now().boot
    clock.reboot()
    assert before != clock.now().boot
    assert 1_000_000 == clock.now().boot_us
