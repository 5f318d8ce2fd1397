"""TOML files that extend one another: read, laid over, hashed (G7.1)."""

import hashlib
import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

from controller.engine.faults import ConfigFault

SHIPPED = Path(__file__).parent
MISSING = "(missing)"
Settings = Mapping[str, object]
Find = Callable[[str], Path]


class UnknownRuleSet(ConfigFault):
    """Report a rule set or policy that no folder holds, or not in the version asked for."""


def is_name(name_or_path: str) -> bool:
    """Tell a name from the path of a `.toml` file."""
    return not name_or_path.endswith(".toml")


def resolved(path: Path, find: Find) -> Settings:
    """Read a file and lay it over what it `extends`, by name or by a path from its own folder.

    Raises ConfigFault for a circle, and where the upper file has no name and version of its own.
    """
    merged: Settings = {}
    for _, settings in reversed(chain_of(path, find)):
        merged = laid_over(merged, settings)
    return merged


def chain_of(path: Path, find: Find) -> tuple[tuple[Path, Settings], ...]:
    """Give a file and all that it extends, itself first, each with what it says; raises as `resolved`."""
    chain: list[tuple[Path, Settings]] = []
    while True:
        settings = dict(read(path))
        below = settings.pop("extends", None)
        chain.append((path, settings))
        if below is None:
            return tuple(chain)
        if not isinstance(below, str) or path in (one for one, _ in chain[:-1]):
            raise ConfigFault(
                file=str(path),
                key="extends",
                value=below,
                allowed="the name or path of another file, in no circle",
            )
        for key in ("name", "version"):
            if key not in settings:
                allowed = "a text of the file's own"
                raise ConfigFault(file=str(path), key=key, value=MISSING, allowed=allowed)
        path = _below(path, below, find)


def told_with_origin(fault: ConfigFault, chain: tuple[tuple[Path, Settings], ...]) -> ConfigFault:
    """Give a fault about a value that the first file of a chain does not hold, with the file that does."""
    keys = fault.key.split(" ")[0].removesuffix(",").split(".")
    holder = next((path for path, settings in chain if _holds(settings, keys)), None)
    if holder is None or holder == chain[0][0]:
        return fault
    inherited = f"{fault.allowed} (the value is inherited from {holder}: set {'.'.join(keys)} here too)"
    return ConfigFault(file=fault.file, key=fault.key, value=fault.value, allowed=inherited)


def _holds(settings: object, keys: list[str]) -> bool:
    for key in keys:
        if not isinstance(settings, Mapping) or key not in settings:
            return False
        settings = settings[key]
    return True


def _below(path: Path, below: str, find: Find) -> Path:
    """Find what a file extends; what nobody finds is a fault of that file's key."""
    if not is_name(below):
        return path.parent / below
    try:
        return find(below)
    except UnknownRuleSet as error:
        raise UnknownRuleSet(file=str(path), key="extends", value=below, allowed=error.allowed) from None


def laid_over(below: Settings, above: Settings) -> Settings:
    """Let the upper file's keys win; tables are merged key by key, lists are replaced."""
    merged = dict(below)
    for key, value in above.items():
        lower = below.get(key)
        if isinstance(lower, Mapping) and isinstance(value, Mapping):
            merged[key] = laid_over(lower, value)
        else:
            merged[key] = value
    return merged


def read(path: Path) -> Settings:
    """Read one TOML file; raise UnknownRuleSet where it cannot be read, ConfigFault where it is no TOML."""
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for
            raise UnknownRuleSet(file=str(path), key="file", value="no regular file", allowed="a TOML file")
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
        json.dumps(settings, default=str)  # what nests deeper cannot be hashed either
    except OSError as error:
        raise UnknownRuleSet(
            file=str(path), key="file", value=error.strerror, allowed="a file that can be read"
        ) from error
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits, or a NUL in a path
        raise ConfigFault(file=str(path), key="file", value=str(error), allowed="TOML in UTF-8") from error
    return settings


def digest(*settings: Settings) -> str:
    """Hash what files say, not how they are written: comments and order do not count."""
    text = json.dumps(settings, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()
