"""Every fault that the first release must bear has its tests and its control (DURABILITY 16)."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAPER = ROOT / "controller" / "journal" / "README.md"
MATRIX = tomllib.loads((Path(__file__).parent / "matrix.toml").read_text(encoding="utf-8"))

_ROW = re.compile(r"^\| (F\d+) \|.*\| ([^|]+) \|$", re.MULTILINE)


def rows() -> dict[str, str]:
    """Give the stage of each row of the paper's table."""
    return {name: stage.strip() for name, stage in _ROW.findall(PAPER.read_text(encoding="utf-8"))}


def names_in(file: str) -> set[str]:
    """Name the tests of a module."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_row_of_the_first_release_is_here() -> None:
    """A row of the paper without tests, or one that the paper does not know, fails here."""
    stages = rows()
    assert 30 == len(stages)
    assert {name for name, stage in stages.items() if "REL" in stage} == MATRIX.keys()


@pytest.mark.parametrize("row", MATRIX)
def test_a_row_names_tests_and_a_control_that_exist(row: str) -> None:
    """Each is a function of its module; the control is never the only test."""
    named = [name for kind in ("tests", "full", "control") for name in MATRIX[row].get(kind, [])]
    assert MATRIX[row]["tests"]
    assert MATRIX[row]["control"]
    missing = [name for name in named if name.split("::")[1] not in names_in(name.split("::")[0])]
    assert [] == missing
