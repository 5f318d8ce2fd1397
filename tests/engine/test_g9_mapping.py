"""Every irregularity and every field case of bank, people and machines has its tests (G9.1, issue 6)."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from controller.engine.ruleset_policy import Irregular
from controller.rulesets.load import load_ruleset

TESTS = Path(__file__).parents[1]
LISTED = tomllib.loads((TESTS / "engine" / "rows.toml").read_text(encoding="utf-8"))
ROWS: dict[str, list[str]] = LISTED["rows"]
CASES: dict[str, list[str]] = LISTED["cases"]
CLAUSE = re.compile(r"\b[GCV]\d+|\bI\d+|\bT[0-4]\b|DURABILITY|ARCHITECTURE|TOUCHSCREEN|CDP1")
MONEY = re.compile(r"\b(finish|nets|voided|settle|last_result|ledgers|returned)\b")


@cache
def _tests() -> dict[str, tuple[str, str]]:
    """Give what each test says of itself with its module's word, and its text."""
    found: dict[str, tuple[str, str]] = {}
    for path in TESTS.rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                said = f"{ast.get_docstring(node) or ''} {ast.get_docstring(tree) or ''}"
                found[node.name] = said, ast.get_source_segment(text, node) or ""
    return found


def test_every_row_is_listed() -> None:
    """I1 to I36, as the policy has them (G9.1)."""
    assert {row.value for row in Irregular} == ROWS.keys()


@pytest.mark.parametrize("code", sorted(ROWS))
def test_a_row_is_played_to_its_money_by_tests_that_cite_it(code: str) -> None:
    """Each names the row; one of them at least ends in amounts (issue 6, done when)."""
    tests = [_tests()[f"test_{name}"] for name in ROWS[code]]
    assert tests
    assert [] == [said for said, text in tests if not re.search(rf"\b{code}\b", said + text)]
    assert any(MONEY.search(text) for _, text in tests)


@pytest.mark.parametrize("code", sorted(ROWS))
def test_every_ruling_that_the_policy_allows_is_played(code: str) -> None:
    """The default and all others of the standard policy, by name in a test of the row (G9.1)."""
    text = "".join(_tests()[f"test_{name}"][1] for name in ROWS[code])
    allowed = {ruling.name for ruling in load_ruleset("california-bad-beat").policy.row(code).allowed}
    played = set(re.findall(r"Ruling\.([A-Z_]+)", text))
    assert set() == allowed - played


@pytest.mark.parametrize("case", sorted(CASES))
def test_a_field_case_has_its_tests(case: str) -> None:
    """Each is there and cites its clause; one is named after the case or names it."""
    tests = {name: _tests()[f"test_{name}"] for name in CASES[case]}
    assert tests
    assert [] == [name for name, (said, _) in tests.items() if not CLAUSE.search(said)]
    named = [name for name, (said, _) in tests.items() if name.startswith(case.lower()) or case in said]
    assert named
