"""Who may import whom (ARCHITECTURE 2): the contracts of pyproject, and what they cannot say."""

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tree import PACKAGES, ROOT, kept_files

ENGINE_MAY_IMPORT = {
    *(
        "abc",
        "bisect",
        "collections",
        "dataclasses",
        "enum",
        "fractions",
        "functools",
        "hashlib",
        "itertools",
        "math",
    ),
    *("operator", "types", "typing", "controller", "phevaluator"),
}
TOP_LEVEL = {
    *("pyproject.toml", "controller", "drivers", "ui", "tests", "hw_fixtures", "README.md", "LICENSE"),
    *(".gitignore", ".ci"),
}


def _modules(*packages: str) -> Iterator[tuple[str, ast.Module]]:
    """Parse every module of these packages; its name is its path from the root."""
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


def _imports(nodes: Iterator[ast.AST] | list[ast.stmt]) -> Iterator[tuple[int, str]]:
    """Give line and module of every import among these nodes."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, node.module or "."


def _lint_imports(root: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter over a tree."""
    return subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command; lint_imports_command()",
            "--no-cache",
        ],
        cwd=root,
        env={"PYTHONPATH": str(root), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def test_import_contracts_hold() -> None:
    """Contracts 1 to 6 of ARCHITECTURE 2 hold over the four packages."""
    done = _lint_imports(ROOT)

    assert 0 == done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the packages and the contracts, so that a breach can be planted."""
    root = tmp_path_factory.mktemp("tree")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("controller/engine/planted.py", "import controller.journal", "1 the command line above"),
        ("controller/table/planted.py", "import ui.viewmodels", "1 the command line above"),
        ("controller/engine/planted.py", "import time", "2 the engine knows values only"),
        (
            "controller/engine/planted.py",
            "from phevaluator import evaluate_cards",
            "2 the engine knows values only",
        ),
        ("drivers/planted.py", "from controller.engine import cards", "3 drivers import nothing"),
        (
            "controller/table/planted.py",
            "from drivers.cdp import codec",
            "3 the controller knows the drivers'",
        ),
        (
            "hw_fixtures/planted.py",
            "def late():\n    from drivers import errors",
            "4 the simulator shares no code",
        ),
        ("hw_fixtures/planted.py", "import controller.engine.cards", "4 only the robot dealer"),
        ("controller/cli/planted.py", "import hw_fixtures", "5 only the composition root"),
        ("hw_fixtures/planted.py", "import ui", "5 only the command line imports"),
        ("drivers/planted.py", "import serial", "6 one importer for each wheel"),
        ("ui/planted.py", "from PySide6.QtCore import QObject", "6 one importer for each wheel"),
        ("controller/verify/planted.py", "from controller.journal import record", "7 the verifier shares"),
    ],
)
def test_planted_breach_is_caught(copied: Path, module: str, line: str, contract: str) -> None:
    """Each contract notices a breach; one that notices none would prove nothing."""
    path = copied / module
    path.write_text(f"{line}\n", encoding="utf-8")
    try:
        done = _lint_imports(copied)
    finally:
        path.unlink()

    told = " ".join(done.stdout.split())
    assert 1 == done.returncode, done.stderr
    assert any(f"{name} BROKEN" in told for name in _names_starting(contract))


def _names_starting(start: str) -> list[str]:
    """Give the names of the contracts in pyproject that start so."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    names = [line.removeprefix('name = "').removesuffix('"') for line in text.splitlines()]
    return [name for name in names if name.startswith(start)]


def test_engine_imports_values_only() -> None:
    """The engine imports nothing but the value tools of the standard library (contract 2)."""
    wrong = [
        f"{name}:{line} imports {module}"
        for name, tree in _modules("controller/engine")
        for line, module in _imports(ast.walk(tree))
        if module.split(".")[0] not in ENGINE_MAY_IMPORT
    ]

    assert [] == wrong


def test_screens_and_simulator_are_imported_inside_functions() -> None:
    """`settle` starts without Qt: the command line loads screens and simulator late (contract 5)."""
    wrong = [
        f"{name}:{line} imports {module}"
        for name, tree in _modules("controller/cli")
        for line, module in _imports(tree.body)
        if module.split(".")[0] in {"ui", "hw_fixtures"}
    ]

    assert [] == wrong


def test_sqlite_of_the_standard_library_is_imported_by_the_verifier_only() -> None:
    """Two SQLite libraries in one process do not see each other's locks (contract 7, DURABILITY 3.1)."""
    wrong = [
        f"{name}:{line}"
        for name, tree in _modules(*PACKAGES)
        for line, module in _imports(ast.walk(tree))
        if module.split(".")[0] == "sqlite3" and not name.startswith("controller/verify/")
    ]

    assert [] == wrong


def test_verifier_has_its_contract_as_soon_as_it_exists() -> None:
    """The independent verifier shares no line with the writer (contract 7)."""
    exists = (ROOT / "controller" / "verify").is_dir()

    assert exists == bool(_names_starting("7 "))


def test_top_level_is_exactly_as_listed() -> None:
    """The top level of the repository is fixed (ARCHITECTURE 2)."""
    assert set() == {name.split("/")[0] for name in kept_files() if not _is_cache(name)} - TOP_LEVEL
    assert [] == sorted(name for name in TOP_LEVEL if not (ROOT / name).exists())


def _is_cache(name: str) -> bool:
    """Tell whether a tool left this folder, where no git says so."""
    return name.startswith(".") and name.split("/", maxsplit=1)[0] not in TOP_LEVEL


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_has_a_readme(package: str) -> None:
    """Documents live in the package they describe."""
    assert (ROOT / package / "README.md").exists()


def test_every_part_has_a_text_of_its_own_or_a_line_in_the_package_above() -> None:
    """A reader who opens a folder finds out what it is for."""
    folders = {path.parent for package in PACKAGES for path in (ROOT / package).glob("*/**/__init__.py")}
    wrong = [folder for folder in folders if not list(folder.glob("*.md")) and not _named_above(folder)]

    assert [] == sorted(str(folder.relative_to(ROOT)) for folder in wrong)


def _named_above(folder: Path) -> bool:
    """Tell whether a text one folder up names this folder."""
    return any(f"{folder.name}/" in text.read_text(encoding="utf-8") for text in folder.parent.glob("*.md"))


def test_tests_read_nothing_outside_the_repository() -> None:
    """What a test needs lies in `tests/`; it reads no folder of the machine it was written on."""
    places = ("/work/", "/root/", "/home/", "shared/")
    allowed = {"tests/test_architecture.py", "tests/test_architecture_habits.py"}
    wrong = [
        f"{name}:{node.lineno} {node.value!r}"
        for name, tree in _modules("tests")
        if name not in allowed
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(places)
    ]

    assert [] == wrong
