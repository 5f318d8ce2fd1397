"""Look for a display before Qt starts, because Qt would abort without one (TOUCHSCREEN 13, 14)."""

import ctypes
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

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


def give_back() -> None:
    """Give freed memory back to the system: the C library keeps some 20 MB of what frames and QML leave."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libbrotlidec.so.1": "libbrotli1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-randr.so.0": "libxcb-randr0",
}
"""Library to Debian 12 package; Qt itself names `libxcb-cursor0` whatever is missing (TOUCHSCREEN 13)."""


def missing_packages(*, offscreen: bool) -> tuple[str, ...]:
    """Name the system packages that Qt's platform plugin lacks here, by `ldd`; empty where all are there."""
    spec = importlib.util.find_spec("PySide6")
    if spec is None or spec.origin is None:
        return ()
    name = "libqoffscreen.so" if offscreen else "libqxcb.so"
    plugin = Path(spec.origin).parent / "Qt" / "plugins" / "platforms" / name
    try:
        listed = subprocess.run(["ldd", str(plugin)], capture_output=True, text=True, check=False)  # noqa: S603, S607 - the system's own tool
    except FileNotFoundError:
        return ()
    return packages_in(listed.stdout)


def packages_in(listed: str) -> tuple[str, ...]:
    """Read the packages of what `ldd` did not find; a library without a known one is named itself."""
    missing = [line.split("=>")[0].strip() for line in listed.splitlines() if "not found" in line]
    return tuple(dict.fromkeys(PACKAGES.get(library, library) for library in missing))
