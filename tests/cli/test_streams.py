"""Standard streams closed or full, files out of reach: a sentence each, never a trace (ARCHITECTURE 5)."""

import subprocess
import sys

import pytest

ODDS = f"{sys.executable} -m controller.cli.main odds house-limits"
SETTLE = f"{sys.executable} -m controller.cli.main settle"


def told(line: str) -> tuple[int, str]:
    """Run one line of shell, and give its exit code and what stood on standard error."""
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def test_a_full_output_is_told_and_is_no_finding() -> None:
    """A script must tell a lost output from a round that is refused, which is exit 1."""
    full = "dealer-assist: the output cannot be written: No space left on device\n"
    assert (4, full) == told(f"{ODDS} > /dev/full")


def test_a_closed_output_is_told_before_anything_is_done() -> None:
    """A file opened next would get the number of the output, and a print would go into it."""
    assert (4, "dealer-assist: standard output is closed\n") == told(f"{ODDS} >&-")


def test_a_closed_input_is_an_empty_one() -> None:
    """Nothing to settle is nothing wrong."""
    assert (0, "") == told(f"{SETTLE} <&-")


def test_a_closed_error_output_changes_no_answer() -> None:
    """Messages are lost then, and the exit code still says what there was to say."""
    assert (2, "") == told(f"{SETTLE} /nowhere/at/all 2>&-")


@pytest.mark.parametrize("command", ["history", "report"])
def test_a_file_that_cannot_be_reached_is_named(command: str) -> None:
    """The system's reason and the file, without a trace."""
    code, said = told(f"{sys.executable} -m controller.cli.main {command} /dev/null/T1.bb")
    assert 0 != code
    assert "/dev/null/T1.bb" in said
    assert "Traceback" not in said
