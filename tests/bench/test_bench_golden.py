"""The golden pictures are the same in every process (TOUCHSCREEN 12)."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.bench
PROCESSES = 5


def test_five_processes_draw_the_same_pictures() -> None:
    """Byte-equal over five processes, sheets and history among them (section 12)."""
    drawn = [
        subprocess.run(  # our own module in our own interpreter
            [sys.executable, "-m", "tests.ui.golden", "--digest"], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(PROCESSES)
    ]
    assert 1 == len(set(drawn))
    assert 20 <= len(drawn[0].splitlines())
