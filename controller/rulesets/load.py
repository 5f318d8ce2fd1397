"""Find a rule set by name or file, lay it over what it extends, hash it and build it (G7.1).

load_ruleset("california-bad-beat")      a rule set that ships with the program
load_ruleset("house-limits@1")           the same, and this version or none
load_ruleset("/etc/room/friday.toml")    a card room's own file, which `extends` another
"""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

from controller.engine.faults import ConfigFault
from controller.engine.ruleset import RuleSet
from controller.rulesets.build import build
from controller.rulesets.checks import check
from controller.rulesets.model import parse

SHIPPED = Path(__file__).parent
BUILT_IN = (
    "california-bad-beat",
    "gega-004210",
    "house-limits",
    "dealing-procedure",
    "house-progressive",
)
_PAY_TABLES = "pay_tables.toml"

Settings = Mapping[str, object]


class UnknownRuleSet(ConfigFault):
    """Report a rule set that no folder holds, or not in the version asked for."""


def load_ruleset(name_or_path: str, *, folders: tuple[Path, ...] = ()) -> RuleSet:
    """Load a rule set by name, `name@version` or path of a `.toml` file.

    folders: searched for NAME.toml before the rule sets that ship with the program.
    Raises UnknownRuleSet where there is none, ConfigFault where its file is wrong.
    """
    name, _, version = name_or_path.partition("@") if _is_name(name_or_path) else (name_or_path, "", "")
    path = _find(name, folders)
    settings = _resolved(path, folders, seen=())
    rules = build(str(path), parse(str(path), settings), _digest(settings))
    check(str(path), rules)
    if version and rules.version != version:
        raise UnknownRuleSet(
            file=str(path), key="version", value=version, allowed=f"{rules.name}@{rules.version}"
        )
    return rules


def _is_name(name_or_path: str) -> bool:
    return not name_or_path.endswith(".toml")


def _find(name: str, folders: tuple[Path, ...]) -> Path:
    if not _is_name(name):
        return Path(name)
    places = [folder / f"{name}.toml" for folder in folders]
    if name in BUILT_IN:
        places.append(SHIPPED / f"{name}.toml")
    for place in places:
        if place.is_file():
            return place
    own = sorted(path.stem for folder in folders for path in folder.glob("*.toml"))
    raise UnknownRuleSet(
        file="rule set",
        key="name",
        value=name,
        allowed=", ".join([*BUILT_IN, *own, "a path to a .toml file"]),
    )


def _resolved(path: Path, folders: tuple[Path, ...], seen: tuple[Path, ...]) -> Settings:
    """Read a file and lay it over the one that it extends, down to the shipped pay tables."""
    settings = dict(_read(path))
    below = settings.pop("extends", None)
    if below is None:
        return _laid_over({"pay_tables": _read(SHIPPED / _PAY_TABLES)}, settings)
    if not isinstance(below, str) or path in seen:
        raise ConfigFault(
            file=str(path), key="extends", value=below, allowed="the name or path of another rule set"
        )
    if not _is_name(below):
        below = str(path.parent / below)
    for key in ("name", "version"):
        if key not in settings:
            raise ConfigFault(file=str(path), key=key, value="(missing)", allowed="a text of the file's own")
    return _laid_over(_resolved(_find(below, folders), folders, (*seen, path)), settings)


def _laid_over(below: Settings, above: Settings) -> Settings:
    """Let the upper file's keys win; tables are merged key by key, lists are replaced."""
    merged = dict(below)
    for key, value in above.items():
        lower = below.get(key)
        if isinstance(lower, Mapping) and isinstance(value, Mapping):
            merged[key] = _laid_over(lower, value)
        else:
            merged[key] = value
    return merged


def _read(path: Path) -> Settings:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnknownRuleSet(
            file=str(path), key="file", value=error.strerror, allowed="a file that can be read"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigFault(file=str(path), key="file", value=str(error), allowed="TOML in UTF-8") from error


def _digest(settings: Settings) -> str:
    """Hash what the files say, not how they are written: comments and order do not count."""
    text = json.dumps(settings, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()
