"""Every field case of groups 1 to 3 has tests for each thing that its row wants to be seen."""

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CASES: dict[str, dict[str, list[str]]] = tomllib.loads(
    (TESTS / "engine" / "field_cases.toml").read_text("utf-8")
)
ROWS = {
    "HE": (1, 3, 5, 6, 8, 10, 11, 13, 15, 16, 18, 20, 21, 23, 25, 26, 28),
    "ST": (
        *(1, 3, 5, 6, 8, 10, 11, 13, 15, 16, 18, 20, 21, 23, 25, 26, 28),
        *(30, 31, 33, 35, 36, 38, 40, 41, 43, 45, 46),
    ),
    "PB": (1, 3, 5, 6, 8, 10, 11, 13, 15, 16, 18, 20),
}
"""The ids of the three groups in the project's list of field cases."""


@cache
def names_in(file: str) -> frozenset[str]:
    """Name the tests of a module."""
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_row_of_the_three_groups_is_listed() -> None:
    """None is left out, none is made up."""
    assert {f"{group}{number:02}" for group, numbers in ROWS.items() for number in numbers} == set(CASES)


@pytest.mark.parametrize("case", sorted(CASES))
def test_each_thing_a_row_wants_seen_has_a_test_that_exists(case: str) -> None:
    """A row names what must be seen, and a function of that name in that module shows it."""
    named = [name.split("::") for tests in CASES[case].values() for name in tests]
    assert all(CASES[case].values())
    assert [] == [name for file, name in named if f"test_{name}" not in names_in(file)]
