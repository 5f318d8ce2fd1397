"""TOML files that extend one another: read, laid over, hashed (G7.1)."""

import hashlib
import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

from controller.engine.faults import ConfigFault

SHIPPED = Path(__file__).parent
Settings = Mapping[str, object]
Find = Callable[[str], Path]


class UnknownRuleSet(ConfigFault):
    """Report a rule set or policy that no folder holds, or not in the version asked for."""


def is_name(name_or_path: str) -> bool:
    """Tell a name from the path of a `.toml` file."""
    return not name_or_path.endswith(".toml")


def resolved(path: Path, find: Find, *, seen: tuple[Path, ...] = ()) -> Settings:
    """Read a file and lay it over what it `extends`, by name or by a path from its own folder.

    Raises ConfigFault for a circle, and where the upper file has no name and version of its own.
    """
    settings = dict(read(path))
    below = settings.pop("extends", None)
    if below is None:
        return settings
    if not isinstance(below, str) or path in seen:
        raise ConfigFault(
            file=str(path),
            key="extends",
            value=below,
            allowed="the name or path of another file, in no circle",
        )
    for key in ("name", "version"):
        if key not in settings:
            raise ConfigFault(file=str(path), key=key, value="(missing)", allowed="a text of the file's own")
    lower = _below(path, below, find)
    return laid_over(resolved(lower, find, seen=(*seen, path)), settings)


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
