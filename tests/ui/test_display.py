"""What the screen needs of a machine is found out before Qt starts (TOUCHSCREEN 13, 14)."""

import os

import pytest

from ui.display import has_display, missing_packages, packages_in, prepare

LDD = """
	linux-vdso.so.1 (0x00007ffd)
	libxcb-cursor.so.0 => not found
	libxcb-icccm.so.4 => not found
	libodd.so.9 => not found
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)
"""


def test_missing_libraries_are_named_by_their_packages() -> None:
    """Qt names the wrong package; ldd knows what is really missing."""
    assert ("libxcb-cursor0", "libxcb-icccm4", "libodd.so.9") == packages_in(LDD)


def test_this_machine_has_what_the_offscreen_screen_needs() -> None:
    """The tests draw offscreen, so nothing of that set may be missing here."""
    assert () == missing_packages(offscreen=True)


@pytest.mark.parametrize("variables", [{}, {"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}])
def test_no_display_is_found_without_starting_qt(variables: dict[str, str]) -> None:
    """Without a display variable, or told to draw offscreen, there is no window."""
    assert not has_display(variables)


def test_the_environment_is_set_and_scaling_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Software renderer, Basic style, no scale factor (section 13)."""
    monkeypatch.setenv("QT_SCALE_FACTOR", "2")
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    prepare(offscreen=True)
    assert ("software", "Basic") == (os.environ["QT_QUICK_BACKEND"], os.environ["QT_QUICK_CONTROLS_STYLE"])
    assert "QT_SCALE_FACTOR" not in os.environ
