"""`dealer-assist install`: put the host's files where they belong, or say what would be done (DURABILITY 10).

The files are data of our packages: units, udev rules, users, folders, X screen, touch mapping. Nothing
is started and no service is told: the commands for that are printed, so that whoever installs runs them.
"""

import argparse
import os
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from controller.engine.faults import ConfigFault

MODE: Final = 0o644
SCRIPT_MODE: Final = 0o755

_KIOSK: Final = ("ui", "kiosk")
_UNITS: Final = "etc/systemd/system"


@dataclass(frozen=True, slots=True, kw_only=True)
class HostFile:
    """Hold one file: package and folder it is data of, its name there, its place under the root, its mode."""

    package: str
    folder: str
    name: str
    place: str
    mode: int = MODE

    def data(self) -> bytes:
        """Give its bytes."""
        return (files(self.package) / self.folder / self.name).read_bytes()


def _kiosk(name: str, place: str, mode: int = MODE) -> HostFile:
    return HostFile(package=_KIOSK[0], folder=_KIOSK[1], name=name, place=place, mode=mode)


FILES: Final = (
    _kiosk("dealer-assist.sysusers.conf", "usr/lib/sysusers.d/dealer-assist.conf"),
    _kiosk("dealer-assist.tmpfiles.conf", "usr/lib/tmpfiles.d/dealer-assist.conf"),
    _kiosk("dealer-assist.service", f"{_UNITS}/dealer-assist.service"),
    _kiosk("dealer-assist-x.service", f"{_UNITS}/dealer-assist-x.service"),
    _kiosk("dealer-assist-recheck.service", f"{_UNITS}/dealer-assist-recheck.service"),
    _kiosk("dealer-assist-recheck.timer", f"{_UNITS}/dealer-assist-recheck.timer"),
    _kiosk("40-dealer-assist-touch.conf", "etc/X11/xorg.conf.d/40-dealer-assist-touch.conf"),
    _kiosk("xinitrc", "opt/dealer-assist/kiosk/xinitrc", SCRIPT_MODE),
    HostFile(
        package="drivers",
        folder="udev",
        name="70-dealer-assist.rules",
        place="etc/udev/rules.d/70-dealer-assist.rules",
    ),
)

COMMANDS: Final = (
    "systemd-sysusers",
    "systemd-tmpfiles --create",
    "udevadm control --reload && udevadm trigger",
    "systemctl daemon-reload",
    "dealer-assist manifest > /var/lib/dealer-assist/table-root.manifest  # beside journal.key_file",
    "systemctl enable --now dealer-assist-x dealer-assist dealer-assist-recheck.timer",
)
"""What whoever installs runs afterwards, in this order."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--dry-run", action="store_true", help="change nothing, say what would be done")
    parser.add_argument(
        "--root", type=Path, default=Path("/"), metavar="DIR", help="install under this folder (default /)"
    )


def run(args: argparse.Namespace) -> int:
    """Write the files, or only tell; give 0. Raise ConfigFault for a place that cannot be written."""
    for one in FILES:
        path = args.root / one.place
        word = _state(path, one)
        if word != "unchanged" and not args.dry_run:
            _write(path, one)
        print(f"{'would be ' if args.dry_run and word != 'unchanged' else ''}{word:9} {one.mode:o} {path}")
    print("then run:" if not args.dry_run else "afterwards you would run:")
    for command in COMMANDS:
        print(f"  {command}")
    return 0


def _state(path: Path, one: HostFile) -> str:
    """Say what becomes of a place."""
    if not path.exists():
        return "new"
    is_same = path.read_bytes() == one.data() and path.stat().st_mode & 0o777 == one.mode
    return "unchanged" if is_same else "replaced"


def _write(path: Path, one: HostFile) -> None:
    """Put a file in place in one step."""
    fresh = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(one.data())
        fresh.chmod(one.mode)
        os.replace(fresh, path)  # noqa: PTH105 - one step, also over a file
    except OSError as error:
        allowed = "a folder that can be written; as root, or with --root DIR"
        raise ConfigFault(
            file="command line", key="--root", value=f"{path}: {error.strerror}", allowed=allowed
        ) from error
