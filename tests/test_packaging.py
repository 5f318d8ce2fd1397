"""What a wheel holds, and the form of the files that a table's machine needs beside it (TOUCHSCREEN 13)."""

import configparser
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("controller", "drivers", "ui", "hw_fixtures")
KIOSK = ROOT / "ui" / "kiosk"
OLDEST_SETUPTOOLS = 77


def _setuptools() -> int:
    """Give the major version of setuptools, 0 where there is none."""
    try:
        return int(version("setuptools").split(".")[0])
    except PackageNotFoundError:
        return 0


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy what a build reads, so that it leaves nothing in the working tree."""
    root = tmp_path_factory.mktemp("source")
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__", "*.qmlc")
        )
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, root)
    return root


@pytest.fixture(scope="module")
def wheel(tree: Path) -> zipfile.ZipFile:
    """Build the wheel without network, or skip where the build tool is missing."""
    if _setuptools() < OLDEST_SETUPTOOLS:
        pytest.skip(f"setuptools {OLDEST_SETUPTOOLS} or later is not installed here")
    words = [
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "--wheel-dir",
        str(tree / "out"),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *words, str(tree)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == done.returncode, done.stderr
    return zipfile.ZipFile(next((tree / "out").glob("*.whl")))


def test_wheel_holds_every_file_of_the_packages(tree: Path, wheel: zipfile.ZipFile) -> None:
    """QML, rule sets, units, udev rules, texts and `py.typed`: what the tree has, the wheel has."""
    files = {
        path.relative_to(tree).as_posix()
        for name in PACKAGES
        for path in (tree / name).rglob("*")
        if path.is_file()
    }

    assert set() == files - set(wheel.namelist())


def test_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    """No tests and no stray files: four packages and the wheel's own record."""
    tops = {name.split("/")[0] for name in wheel.namelist()}

    assert {*PACKAGES} == {name for name in tops if not name.endswith(".dist-info")}


def test_wheel_offers_the_command_and_its_licence(wheel: zipfile.ZipFile) -> None:
    """`dealer-assist` is the one script; the licence is inside."""
    info = next(name.split("/")[0] for name in wheel.namelist() if ".dist-info/" in name)

    assert "dealer-assist = controller.cli.main:main" in wheel.read(f"{info}/entry_points.txt").decode()
    assert "License-Expression: Apache-2.0" in wheel.read(f"{info}/METADATA").decode()
    assert "Apache License" in wheel.read(f"{info}/licenses/LICENSE").decode()


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_says_that_it_is_typed(package: str) -> None:
    """A type checker reads our annotations (ARCHITECTURE 10)."""
    assert (ROOT / package / "py.typed").exists()


def test_every_dependency_has_an_exact_version() -> None:
    """What is installed is what was tested: each name in pyproject is pinned in the constraints."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    pinned = {
        _name(line) for line in (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    }

    assert set() == {_name(one) for one in wanted} - pinned


def _name(requirement: str) -> str:
    """Give the normal form of a requirement's name."""
    bare = requirement.replace(">", "=").replace("<", "=").split("=")[0]
    return bare.strip().lower().replace("_", "-")


UNIT_LINES = """
Type=notify|NotifyAccess=main|User=dealer-assist|Group=dealer-assist|SupplementaryGroups=table-dev|WatchdogSec=5
Restart=on-failure|RestartSec=1|StartLimitIntervalSec=60|StartLimitBurst=5|LimitNICE=-15|LimitCORE=0
LimitMEMLOCK=infinity|MemorySwapMax=0|StateDirectory=dealer-assist|StateDirectoryMode=0700|UMask=0077
ReadWritePaths=/mnt/blackbox|LoadCredentialEncrypted=table-root|Environment=DEALER_ASSIST_BOOT_ID=%b
NoNewPrivileges=yes|ProtectSystem=strict|ProtectHome=yes|PrivateTmp=yes|PrivateNetwork=yes
RestrictAddressFamilies=AF_UNIX AF_NETLINK|IPAddressDeny=any|DevicePolicy=closed|DeviceAllow=char-ttyUSB rw
DeviceAllow=char-ttyACM rw|DeviceAllow=char-usb_device rw|DeviceAllow=char-input r|CapabilityBoundingSet=
ProtectKernelTunables=yes|ProtectKernelModules=yes|ProtectKernelLogs=yes|ProtectControlGroups=yes
ProtectClock=yes|ProtectHostname=yes|ProtectProc=invisible|ProcSubset=pid|RestrictNamespaces=yes
RestrictRealtime=yes|RestrictSUIDSGID=yes|LockPersonality=yes|MemoryDenyWriteExecute=yes
SystemCallArchitectures=native|SystemCallFilter=@system-service|SystemCallFilter=~@privileged @mount @debug
KeyringMode=private|RemoveIPC=yes|BindReadOnlyPaths=/tmp/.X11-unix
"""


def test_unit_of_the_table_has_every_line_of_the_design() -> None:
    """Each hardening line of DURABILITY 10 is in the unit, spelt as there."""
    lines = (KIOSK / "dealer-assist.service").read_text(encoding="utf-8").splitlines()
    wanted = [one for row in UNIT_LINES.split("\n") for one in row.split("|") if one]

    assert [] == [one for one in wanted if one not in lines]


@pytest.mark.parametrize("unit", ["dealer-assist.service", "dealer-assist-x.service"])
def test_unit_has_its_three_sections(unit: str) -> None:
    """A unit is read as sections of keys and values."""
    parser = configparser.RawConfigParser(strict=False)
    parser.read_string((KIOSK / unit).read_text(encoding="utf-8"))

    assert ["Unit", "Service", "Install"] == parser.sections()
    assert parser.get("Service", "ExecStart").startswith("/")


def test_xinitrc_is_a_script_that_starts_no_program() -> None:
    """The screen's script sets the screen up and waits (TOUCHSCREEN 13)."""
    text = (KIOSK / "xinitrc").read_text(encoding="utf-8")

    assert text.startswith("#!/bin/sh\n")
    assert text.endswith("exec sleep infinity\n")
    assert 0 == subprocess.run(["sh", "-n", str(KIOSK / "xinitrc")], check=False).returncode  # noqa: S607 - found on the path


@pytest.mark.parametrize("script", ["run", "install"])
def test_shell_scripts_are_sound_and_may_be_run(script: str) -> None:
    """`.ci/run` and `.ci/install` are read by bash without complaint and are executable."""
    path = ROOT / ".ci" / script

    assert path.stat().st_mode & 0o111
    assert 0 == subprocess.run(["bash", "-n", str(path)], check=False).returncode  # noqa: S607 - found on the path
