"""Compare both clocks from record to record (DURABILITY 11)."""

from typing import Final

from controller.journal.notes import ClockStep
from controller.journal.record import Stamp

STEP_LIMIT_US: Final = 500_000
SLEW_PARTS: Final = 2_000
"""A slewed clock may drift by one part in so many (0.05 %)."""


def clock_step(last: Stamp | None, stamp: Stamp) -> ClockStep | None:
    """Give the step that UTC made against boot time since the last record, None without one."""
    if last is None:
        return None
    if last.boot != stamp.boot:
        stepped = stamp.utc_us < last.utc_us
        return ClockStep(before_us=last.utc_us, after_us=stamp.utc_us) if stepped else None
    elapsed = stamp.boot_us - last.boot_us
    expected = last.utc_us + elapsed
    if abs(stamp.utc_us - expected) <= STEP_LIMIT_US + elapsed // SLEW_PARTS:
        return None
    return ClockStep(before_us=expected, after_us=stamp.utc_us)
