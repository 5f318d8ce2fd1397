"""`dealer-assist manifest`: list every file of the program with its SHA-256, or compare with such a list.

The list covers our packages, every file of the wheels they need and the interpreter (DURABILITY 5 step 1). A
table whose list lies beside its key file checks it at each start and is locked (SW-HASH) while one differs.
"""

import argparse
import hashlib
import importlib.util
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from controller.engine.faults import ConfigFault, TableFault

PACKAGES: Final = ("controller", "drivers", "hw_fixtures", "ui")
ENDING: Final = ".manifest"
DIFFERENT_EXIT: Final = 1
MOST_NAMED: Final = 3

_LINE: Final = re.compile(r"([0-9a-f]{64})  (.+)")
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")


class SoftwareChanged(TableFault):
    """Report files of the program that are not those of its list; names: the first few of them (R10)."""

    code = "SW-HASH"

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        super().__init__(
            f"SW-HASH: {', '.join(names[:MOST_NAMED])}{more}: not the files that were installed; "
            "install the program again, no round can be dealt until then"
        )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--check", type=Path, metavar="FILE", help="compare with a list that was made before")


def run(args: argparse.Namespace) -> int:
    """Print the list; or say what differs from one, and give 1 where anything does."""
    if args.check is None:
        sys.stdout.write(listing())
        return 0
    names = differing(args.check)
    for name in names:
        print(f"different: {name}")
    print(f"{len(names)} files differ from {args.check}")
    return DIFFERENT_EXIT if names else 0


def manifest_of(key_file: Path) -> Path:
    """Name the list that belongs to a root key."""
    return key_file.with_suffix(ENDING)


def checked(path: Path) -> bytes | None:
    """Give the SHA-256 of a list that all files agree with, None without a list; raise SoftwareChanged."""
    if not path.exists():
        return None
    names = differing(path)
    if names:
        raise SoftwareChanged(names)
    return hashlib.sha256(path.read_bytes()).digest()


def differing(path: Path) -> tuple[str, ...]:
    """Name the files that a list has otherwise, or not at all; raise ConfigFault for no list of ours."""
    listed = _read(path)
    found = dict(_measured())
    return tuple(sorted(name for name in listed.keys() | found.keys() if listed.get(name) != found.get(name)))


def listing() -> str:
    """Give the list of this program, one file a line as `sha256sum` writes them."""
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(_measured()))


def _measured() -> Iterator[tuple[str, str]]:
    for name, path in _files():
        with path.open("rb") as file:
            yield name, hashlib.file_digest(file, "sha256").hexdigest()


def _files() -> Iterator[tuple[str, Path]]:
    """Give our own files, those of the wheels, and the interpreter, each under a name of its own."""
    yield "python", Path(sys.executable).resolve()
    for package in PACKAGES:
        spec = importlib.util.find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            for path in Path(folder).rglob("*"):
                if path.is_file() and "__pycache__" not in path.parts:
                    yield f"{package}/{path.relative_to(folder)}", path
    for wheel in sorted(_wheels("dealer-assist", set())):
        for file in distribution(wheel).files or ():
            path = Path(str(file.locate()))
            if path.suffix != ".pyc" and path.is_file() and file.parts[0] not in PACKAGES:
                yield f"{wheel}/{file}", path


def _wheels(name: str, known: set[str]) -> set[str]:
    """Find the wheels that one needs, with theirs, those for tests left out."""
    try:
        needed = distribution(name).requires or []
    except PackageNotFoundError:
        return known
    if name != "dealer-assist":
        known.add(name)
    for line in needed:
        found = _NAME.match(line)
        if found is not None and "extra ==" not in line and found[0] not in known:
            _wheels(found[0], known)
    return known


def _read(path: Path) -> dict[str, str]:
    """Read a list; raise ConfigFault where it is none."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise _no_list(path, type(error).__name__) from error
    listed = {}
    for number, line in enumerate(lines, 1):
        found = _LINE.fullmatch(line)
        if found is None:
            raise _no_list(path, f"line {number}")
        listed[found[2]] = found[1]
    return listed


def _no_list(path: Path, value: str) -> ConfigFault:
    return ConfigFault(
        file=str(path), key="manifest", value=value, allowed="what `dealer-assist manifest` prints"
    )
