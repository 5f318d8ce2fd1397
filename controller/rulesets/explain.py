"""What a rule file comes to: its name, version and hash, and where it differs from what it extends (G7.1)."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from controller.engine.ruleset import Decks, RuleSet
from controller.rulesets.files import Settings, chain_of, laid_over
from controller.rulesets.load import found, load_ruleset

NOT_SET = "(not set)"
_OWN = frozenset({"name", "version"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Hold one setting that a file changes: what it was below it and is now, as JSON, a list whole."""

    key: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """Hold a rule set that may be dealt, its file, the files it extends in order, and what it changes."""

    rules: RuleSet
    path: Path
    extends: tuple[Path, ...]
    differences: tuple[Difference, ...]
    settings: tuple[tuple[str, str], ...]


def explain(name_or_path: str, *, folders: tuple[Path, ...] = ()) -> Explained:
    """Load a rule set as a table does and say what its file changes; raises as `load_ruleset`."""
    rules = load_ruleset(name_or_path, folders=folders)
    path, find = found(name_or_path, folders)
    chain = chain_of(path, find)
    below: Settings = {}
    for _, settings in reversed(chain[1:]):
        below = laid_over(below, settings)
    before, after = dict(_flat(below)), dict(_flat(laid_over(below, chain[0][1])))
    changed = (
        Difference(key=key, before=before.get(key, NOT_SET), after=after.get(key, NOT_SET))
        for key in dict.fromkeys((*before, *after))
        if before.get(key) != after.get(key) and key not in _OWN
    )
    return Explained(
        rules=rules,
        path=path,
        extends=tuple(one for one, _ in chain[1:]),
        differences=tuple(changed) if len(chain) > 1 else (),
        settings=tuple(sorted(after.items())),
    )


def as_lines(explained: Explained, *, every: bool = False) -> Iterator[str]:
    """Give lines for people; every: all settings, not only those that differ."""
    rules = explained.rules
    yield f"{explained.path}: a rule set that can be loaded"
    yield f"  name {rules.name}, version {rules.version}, hash {rules.digest}"
    yield f"  {rules.title}; {rules.banking.value.replace('_', '-')} banks"
    yield f"  irregularities by policy {rules.policy.name}, version {rules.policy.version}"
    if rules.decks is Decks.SINGLE:
        yield "  for settle and odds only: a table deals from two decks in turn and does not open under it"
    for path in explained.extends:
        yield f"  extends {path}"
    if explained.extends and not explained.differences:
        yield "  changes nothing but its name and version"
    for one in explained.differences:
        yield f"  {one.key}: {one.before} becomes {one.after}"
    if every:
        yield "  every setting:"
        yield from (f"    {key} = {value}" for key, value in explained.settings)


def _flat(settings: Settings, above: str = "") -> Iterator[tuple[str, str]]:
    """Give each setting with its place; a table is gone into, a list is one value."""
    for key, value in settings.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", json.dumps(value, ensure_ascii=False, default=str)
