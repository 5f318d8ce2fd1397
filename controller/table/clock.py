"""Time for the table: UTC for records, boot time for deadlines, never the other way round (DURABILITY 11)."""

import os
import time
from pathlib import Path
from typing import Final, Protocol

from controller.journal.record import Stamp

BOOT_ID_VARIABLE: Final = "DEALER_ASSIST_BOOT_ID"
"""Hands over the boot id where a service may not read it from the system (DURABILITY 10)."""

_BOOT_ID_FILE: Final = Path("/proc/sys/kernel/random/boot_id")


class Clock(Protocol):
    """Tell the moment. Safe to call from any thread."""

    def now(self) -> Stamp:
        """Give UTC and boot time in microseconds, and which boot it is."""


class SystemClock:
    """Read the machine's clocks; boot time runs on while the machine sleeps."""

    def __init__(self) -> None:
        self._boot = os.environ.get(BOOT_ID_VARIABLE) or _BOOT_ID_FILE.read_text(encoding="ascii").strip()

    def now(self) -> Stamp:
        """Give UTC and boot time in microseconds, and which boot it is."""
        return Stamp(
            utc_us=time.time_ns() // 1_000,
            boot_us=time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000,
            boot=self._boot,
        )


class ManualClock:
    """Stand still until a test or the deterministic world moves it."""

    def __init__(self, *, utc_us: int = 1_800_000_000_000_000, boot_us: int = 1_000_000) -> None:
        self._utc_us = utc_us
        self._boot_us = boot_us
        self._boots = 1

    def now(self) -> Stamp:
        """Give the moment that was set last."""
        return Stamp(utc_us=self._utc_us, boot_us=self._boot_us, boot=f"manual-{self._boots}")

    def advance(self, microseconds: int) -> None:
        """Let time pass on both clocks."""
        self._utc_us += microseconds
        self._boot_us += microseconds

    def step_utc(self, microseconds: int) -> None:
        """Move UTC alone, as somebody who sets the clock does."""
        self._utc_us += microseconds

    def reboot(self) -> None:
        """Begin a new boot; boot time starts again."""
        self._boots += 1
        self._boot_us = 1_000_000
