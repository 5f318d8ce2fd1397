"""Find a rule set by name or file, lay it over what it extends, hash it and build it (G7.1).

load_ruleset("california-bad-beat")      a rule set that ships with the program
load_ruleset("house-limits@1")           the same, and this version or none
load_ruleset("/etc/room/friday.toml")    a card room's own file, which `extends` another
"""

from functools import partial
from pathlib import Path

from controller.engine.faults import ConfigFault
from controller.engine.ruleset import RuleSet
from controller.nearest import did_you_mean
from controller.rulesets.build import build
from controller.rulesets.checks import check
from controller.rulesets.files import (
    SHIPPED,
    Find,
    Settings,
    UnknownRuleSet,
    chain_of,
    digest,
    is_name,
    laid_over,
    read,
    resolved,
    told_with_origin,
)
from controller.rulesets.model import RuleModel, parse
from controller.rulesets.policy import load_policy, policy_settings

__all__ = ["BUILT_IN", "UnknownRuleSet", "load_ruleset"]

BUILT_IN = (
    "california-bad-beat",
    "gega-004210",
    "house-limits",
    "dealing-procedure",
    "house-progressive",
)
OR_A_PATH = "a path to a .toml file"
"""What may stand for a name, except in a line of `settle`."""

_PAY_TABLES = SHIPPED / "pay_tables.toml"


def load_ruleset(name_or_path: str, *, folders: tuple[Path, ...] = ()) -> RuleSet:
    """Load a rule set by name, `name@version` or path of a `.toml` file.

    folders: searched for NAME.toml before the rule sets that ship with the program.
    Raises UnknownRuleSet where there is none, ConfigFault where its file, or its policy's, is wrong.
    """
    version = name_or_path.partition("@")[2] if is_name(name_or_path) else ""
    path, find = found(name_or_path, folders)
    chain = chain_of(path, find)
    try:
        rules = _built(path, resolved(path, find), folders)
    except UnknownRuleSet:
        raise
    except ConfigFault as fault:
        raise told_with_origin(fault, chain) from fault
    if version and rules.version != version:
        raise UnknownRuleSet(
            file=str(path), key="version", value=version, allowed=f"{rules.name}@{rules.version}"
        )
    return rules


def found(name_or_path: str, folders: tuple[Path, ...]) -> tuple[Path, Find]:
    """Give the file of a rule set, and what finds those it extends; raise UnknownRuleSet for no file."""
    find = partial(_find, folders=folders)
    return (find(name_or_path.partition("@")[0]) if is_name(name_or_path) else Path(name_or_path)), find


def _built(path: Path, own: Settings, folders: tuple[Path, ...]) -> RuleSet:
    """Check the settings of a file, those it extends laid under them, and build the rule set."""
    settings = laid_over({"pay_tables": read(_PAY_TABLES)}, own)
    model = parse(str(path), settings, RuleModel)
    policy = policy_settings(model.irregularities, folders=folders, asked_by=str(path))
    rules = build(
        str(path), model, digest(settings, policy), load_policy(model.irregularities, folders=folders)
    )
    check(str(path), rules)
    return rules


def _find(name: str, *, folders: tuple[Path, ...]) -> Path:
    places = [folder / f"{name}.toml" for folder in folders]
    if name in BUILT_IN:
        places.append(SHIPPED / f"{name}.toml")
    for place in places:
        if place.is_file():
            return place
    own = sorted(path.stem for folder in folders for path in folder.glob("*.toml"))
    names = [*BUILT_IN, *own]
    allowed = did_you_mean(name, names) + ", ".join([*names, OR_A_PATH])
    raise UnknownRuleSet(file="rule set", key="name", value=name, allowed=allowed)
