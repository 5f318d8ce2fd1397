"""Find a rule set by name or file, lay it over what it extends, hash it and build it (G7.1).

load_ruleset("california-bad-beat")      a rule set that ships with the program
load_ruleset("house-limits@1")           the same, and this version or none
load_ruleset("/etc/room/friday.toml")    a card room's own file, which `extends` another
"""

from functools import partial
from pathlib import Path

from controller.engine.ruleset import RuleSet
from controller.rulesets.build import build
from controller.rulesets.checks import check
from controller.rulesets.files import SHIPPED, UnknownRuleSet, digest, is_name, laid_over, read, resolved
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
_PAY_TABLES = SHIPPED / "pay_tables.toml"


def load_ruleset(name_or_path: str, *, folders: tuple[Path, ...] = ()) -> RuleSet:
    """Load a rule set by name, `name@version` or path of a `.toml` file.

    folders: searched for NAME.toml before the rule sets that ship with the program.
    Raises UnknownRuleSet where there is none, ConfigFault where its file, or its policy's, is wrong.
    """
    name, _, version = name_or_path.partition("@") if is_name(name_or_path) else (name_or_path, "", "")
    find = partial(_find, folders=folders)
    path = find(name) if is_name(name) else Path(name)
    settings = laid_over({"pay_tables": read(_PAY_TABLES)}, resolved(path, find))
    model = parse(str(path), settings, RuleModel)
    policy = policy_settings(model.irregularities, folders=folders, asked_by=str(path))
    rules = build(
        str(path), model, digest(settings, policy), load_policy(model.irregularities, folders=folders)
    )
    check(str(path), rules)
    if version and rules.version != version:
        raise UnknownRuleSet(
            file=str(path), key="version", value=version, allowed=f"{rules.name}@{rules.version}"
        )
    return rules


def _find(name: str, *, folders: tuple[Path, ...]) -> Path:
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
