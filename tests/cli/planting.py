"""How a single-rule mistake gets into the settlement: one wrong value at one place, while a patch lasts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from controller.cli import settle as settle_command
from controller.engine.ruleset import RuleSet
from controller.engine.settlement_types import Settlement, Showdown

Plant = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """Hold one rule that is wrong: what it says then, the clause it breaks, and how it gets in."""

    name: str
    clause: str
    plant: Plant


def instead(owner: Any, name: str, wrong: Callable[[Any], Any]) -> Plant:  # noqa: ANN401 - any function
    """Replace a function by one that is made from the right one."""
    return lambda patch: patch.setattr(owner, name, wrong(getattr(owner, name)))


def with_rules(change: Callable[[RuleSet], RuleSet]) -> Plant:
    """Settle under rules in which one setting differs."""

    def wrong(right: Callable[[RuleSet, Showdown], Settlement]) -> Callable[[RuleSet, Showdown], Settlement]:
        return lambda rules, shown: right(change(rules), shown)

    return instead(settle_command, "settle", wrong)


def with_showdown(change: Callable[[Showdown], Showdown]) -> Plant:
    """Settle a round in which one thing is read wrongly."""

    def wrong(right: Callable[[RuleSet, Showdown], Settlement]) -> Callable[[RuleSet, Showdown], Settlement]:
        return lambda rules, shown: right(rules, change(shown))

    return instead(settle_command, "settle", wrong)


def table(mistakes: dict[str, tuple[str, Plant]]) -> tuple[Mistake, ...]:
    """Give mistakes written as name, clause and plant."""
    return tuple(Mistake(name=name, clause=clause, plant=plant) for name, (clause, plant) in mistakes.items())
