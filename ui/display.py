"""Look for a display before Qt starts, because Qt would abort without one (TOUCHSCREEN 13, 14)."""

import os
import subprocess
import sys

PROBE = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"
PROBE_S = 15


def has_display(environment: dict[str, str] | None = None) -> bool:
    """Tell whether a window could be opened, by a child process that tries."""
    variables = dict(os.environ if environment is None else environment)
    if variables.get("QT_QPA_PLATFORM", "").startswith("offscreen"):
        return False
    if not (variables.get("DISPLAY") or variables.get("WAYLAND_DISPLAY")):
        return False
    tried = subprocess.run(  # noqa: S603 - our own interpreter and a constant program
        [sys.executable, "-c", PROBE], env=variables, capture_output=True, timeout=PROBE_S, check=False
    )
    return tried.returncode == 0


def prepare(*, offscreen: bool) -> None:
    """Set what Qt reads from the environment, and take away what would change the size of things."""
    os.environ["QT_QUICK_BACKEND"] = "software"
    os.environ["QT_QUICK_CONTROLS_STYLE"] = "Basic"
    os.environ["QT_QPA_UPDATE_IDLE_TIME"] = "0"
    for name in ("QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI", "QT_AUTO_SCREEN_SCALE_FACTOR"):
        os.environ.pop(name, None)
    if offscreen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
