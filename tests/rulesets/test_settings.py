"""Every setting of a rule file is listed with a test that cites its clause (G7.1)."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from controller.rulesets.model import RuleModel

TESTS = Path(__file__).parents[1]
LISTED: dict[str, list[str]] = tomllib.loads((TESTS / "rulesets" / "settings.toml").read_text("utf-8"))
CLAUSE = re.compile(r"\bG\d+|\bT[0-4]\b")


def _settings(model: type[BaseModel], before: str = "") -> Iterator[str]:
    """Name every setting of a rule file, those of its tables with a dot."""
    for name, field in model.model_fields.items():
        inner = next(_models(field.annotation), None)
        if inner is None:
            yield before + name
        else:
            yield from _settings(inner, f"{before}{name}.")


def _models(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for one in get_args(annotation):
        yield from _models(one)


@cache
def _docstrings() -> dict[str, str]:
    """Give what each test of the product says of itself, by its name, the module's word included."""
    found: dict[str, str] = {}
    for path in TESTS.rglob("test_*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        module = ast.get_docstring(tree) or ""
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[node.name] = f"{ast.get_docstring(node) or ''} {module}"
    return found


def test_every_setting_of_the_model_is_listed() -> None:
    """A setting without a test cannot be added (G7.1)."""
    assert set(_settings(RuleModel)) == set(LISTED)


@pytest.mark.parametrize("setting", sorted(LISTED))
def test_each_setting_has_a_test_that_cites_its_clause(setting: str) -> None:
    """The test is there, and its docstring or its module's names a clause of GAME (G7.1)."""
    said = _docstrings()
    for name in LISTED[setting]:
        assert f"test_{name}" in said, f"{setting}: no test_{name}"
        assert CLAUSE.search(said[f"test_{name}"]), f"{setting}: test_{name} cites no clause"
