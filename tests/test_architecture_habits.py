"""How the code is written (ARCHITECTURE 2, 7, 10): sizes, and what a linter does not look for."""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from controller.logs import EVENTS
from tests.tree import PACKAGES, ROOT, kept_files

FILE_LINES = 400
FUNCTION_LINES = 60
MEDIAN_FUNCTION_LINES = 10
QML_LINES = 200

MAY_PRINT = ("controller/cli/", "hw_fixtures/__main__.py")
MAY_SLEEP: dict[str, str] = {}
NO_QML = re.compile(r"\b(elide|maximumLineCount|TapHandler|MouseArea|Qt\.callLater|console\.log)\b")
MACHINE = re.compile(r"(?<![\w.])/(work|root|home)/|/\.pyenv/|pypi\.(?!org)")
MARKS = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")


def _sources(*packages: str) -> list[Path]:
    """Give every Python file of these packages."""
    return [path for package in packages for path in sorted((ROOT / package).rglob("*.py"))]


@functools.cache
def _parsed(path: Path) -> tuple[ast.AST, ...]:
    """Parse a module once for all tests here; its tree first, then every node of it."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def _nodes(*packages: str) -> Iterator[tuple[str, ast.AST]]:
    """Give every node of every module, with the file's path from the root."""
    for path in _sources(*packages):
        name = str(path.relative_to(ROOT))
        yield from ((name, node) for node in _parsed(path))


def _functions(*packages: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Give every function with its place."""
    for name, node in _nodes(*packages):
        if isinstance(node, ast.FunctionDef):
            yield f"{name}:{node.lineno} {node.name}", node


def _length(node: ast.FunctionDef) -> int:
    """Count the lines of a function, its signature and docstring included."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _called(node: ast.AST) -> str:
    """Give the dotted name of what is called, or nothing."""
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def test_no_python_file_is_longer_than_400_lines() -> None:
    """A file is read in one go (ARCHITECTURE 2)."""
    lengths = {
        path: len(path.read_text(encoding="utf-8").splitlines()) for path in _sources(*PACKAGES, "tests")
    }

    assert {} == {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > FILE_LINES}


def test_no_function_is_longer_than_60_lines() -> None:
    """A function fits on a screen (ARCHITECTURE 2)."""
    lengths = {place: _length(node) for place, node in _functions(*PACKAGES, "tests")}

    assert {} == {place: n for place, n in lengths.items() if n > FUNCTION_LINES}


@pytest.mark.parametrize("package", PACKAGES)
def test_most_functions_are_short(package: str) -> None:
    """The middle function has at most ten lines (ARCHITECTURE 6)."""
    assert median([_length(node) for _, node in _functions(package)] or [0]) <= MEDIAN_FUNCTION_LINES


def test_no_qml_file_is_longer_than_200_lines() -> None:
    """A screen is put together from parts (ARCHITECTURE 2)."""
    lengths = {
        path: len(path.read_text(encoding="utf-8").splitlines()) for path in (ROOT / "ui").rglob("*.qml")
    }

    assert {} == {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > QML_LINES}


def test_only_the_command_line_prints() -> None:
    """Everything else hands values on or logs."""
    wrong = [
        f"{name}:{node.lineno}"
        for name, node in _nodes(*PACKAGES)
        if isinstance(node, ast.Call) and _called(node) == "print" and not name.startswith(MAY_PRINT)
    ]

    assert [] == wrong


def test_nothing_sleeps() -> None:
    """Who waits, waits for something: a queue, an event, a read with a time limit."""
    wrong = [
        f"{name}:{node.lineno}"
        for name, node in _nodes(*PACKAGES, "tests")
        if isinstance(node, ast.Call) and _called(node) in {"time.sleep", "sleep"} and name not in MAY_SLEEP
    ]

    assert [] == wrong


def test_no_exception_is_swallowed_unnamed() -> None:
    """No bare `except`, and nothing that catches everything to do nothing."""
    wrong = [
        f"{name}:{node.lineno}"
        for name, node in _nodes(*PACKAGES, "tests")
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or (_catches_all(node.type) and isinstance(node.body[0], ast.Pass)))
    ]

    assert [] == wrong


def _catches_all(node: ast.expr) -> bool:
    """Tell whether a handler takes every exception."""
    return ast.unparse(node) in {"Exception", "BaseException"}


def test_every_moment_has_a_zone() -> None:
    """A time without a zone is no time (DURABILITY 11)."""
    naive = re.compile(r"\.utc(now|fromtimestamp)$|date(time)?\.today$|datetime\.(now|fromtimestamp)$")
    enough = {"now": 1, "fromtimestamp": 2}
    wrong = [
        f"{name}:{node.lineno} {_called(node)}"
        for name, node in _nodes(*PACKAGES, "tests")
        if isinstance(node, ast.Call)
        and naive.search(_called(node))
        and len(node.args) + len(node.keywords) < enough.get(_called(node).rpartition(".")[2], 99)
    ]

    assert [] == wrong


def test_engine_counts_in_whole_cents() -> None:
    """No float exists in the engine: money is int cents, odds are exact (G2.6)."""
    wrong = [
        f"{name}:{node.lineno} {ast.unparse(node)}"
        for name, node in _nodes("controller/engine")
        if isinstance(node, ast.expr) and _counts_inexactly(node)
    ]

    assert [] == wrong


def _counts_inexactly(node: ast.expr) -> bool:
    """Tell whether an expression is a float, asks for one, or rounds by the float's rules."""
    number = isinstance(node, ast.Constant) and isinstance(node.value, float)
    return number or (isinstance(node, ast.Name) and node.id == "float") or _called(node) == "round"


def test_sealed_cards_are_opened_in_one_place() -> None:
    """`unseal` is called by the journal's codec alone (DURABILITY 7.5)."""
    places = {name for name, node in _nodes(*PACKAGES) if _called(node).rpartition(".")[2] == "unseal"}

    assert {"controller/journal/codec.py"} == places


def test_slots_are_connected_by_name() -> None:
    """A lambda or partial in `connect` keeps its owner alive (ARCHITECTURE 7)."""
    wrong = [
        f"{name}:{node.lineno}"
        for name, node in _nodes("ui")
        if isinstance(node, ast.Call)
        and _called(node).endswith(".connect")
        and any(isinstance(one, ast.Lambda) or _called(one).endswith("partial") for one in node.args)
    ]

    assert [] == wrong


def test_qml_never_elides_and_has_one_kind_of_button() -> None:
    """Text is never cut, and all that a finger hits is a TapButton (TOUCHSCREEN 3, 4)."""
    wrong = [
        f"{path.relative_to(ROOT)}:{number} {line.strip()}"
        for path in sorted((ROOT / "ui").rglob("*.qml"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if NO_QML.search(line.split("//")[0])
    ]

    assert [] == wrong


def test_nothing_is_left_as_a_stub() -> None:
    """Nothing raises NotImplementedError, and only protocols have functions of three dots."""
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in _sources(*PACKAGES)
        for node in _outside_protocols(_parsed(path)[0])
        if _is_stub(node)
    ]

    assert [] == wrong


def _outside_protocols(tree: ast.AST) -> Iterator[ast.stmt]:
    """Give every statement that is not part of a protocol."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef) and any("Protocol" in ast.unparse(base) for base in node.bases):
            continue
        if isinstance(node, ast.stmt):
            yield node
        yield from _outside_protocols(node)


def _is_stub(node: ast.stmt) -> bool:
    """Tell whether a statement stands for work that was not done."""
    dots = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.value.value is ...
    raises = (
        isinstance(node, ast.Raise)
        and node.exc is not None
        and "NotImplementedError" in ast.unparse(node.exc)
    )
    return dots or raises


def test_every_test_says_what_it_shows() -> None:
    """A test has a sentence and something that can fail."""
    wrong = [
        place
        for place, node in _functions("tests")
        if node.name.startswith("test_") and not (ast.get_docstring(node) and _can_fail(node))
    ]

    assert [] == wrong


def _can_fail(node: ast.FunctionDef) -> bool:
    """Look for an assertion, an expected exception, or a helper that checks."""
    return any(
        isinstance(inner, ast.Assert)
        or re.search(r"(raises|check\w*|assert\w*|expect\w*|waitUntil)$", _called(inner))
        for inner in ast.walk(node)
    )


def _texts() -> Iterator[tuple[str, str]]:
    """Give every text file that is kept."""
    for name in kept_files():
        content = (ROOT / name).read_bytes()
        if b"\0" not in content:
            yield name, content.decode()


def test_no_file_names_the_machine_it_was_written_on() -> None:
    """No path, user or registry of one machine is in the tree."""
    wrong = [
        f"{name}:{number} {line.strip()[:80]}"
        for name, text in _texts()
        if not name.startswith("tests/test_architecture")
        for number, line in enumerate(text.splitlines(), start=1)
        if MACHINE.search(line)
    ]

    assert [] == wrong


def test_nothing_is_marked_for_later() -> None:
    """What is missing is said in an issue, not in a mark that is forgotten."""
    wrong = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in _sources(*PACKAGES, "tests")
        if not path.name.startswith("test_architecture")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if MARKS.search(line)
    ]

    assert [] == wrong


def _logged_events() -> Iterator[tuple[str, ast.expr]]:
    """Give place and first argument of every call of a logger."""
    levels = re.compile(r"^(self\.)?_?(log|logger|LOG)\.(debug|info|warning|error|exception|critical)$")
    for name, node in _nodes(*PACKAGES):
        if isinstance(node, ast.Call) and levels.match(_called(node)):
            yield f"{name}:{node.lineno}", node.args[0]


def test_log_events_are_names() -> None:
    """An event is a short name in the code, never a sentence put together (DURABILITY 12)."""
    wrong = [place for place, event in _logged_events() if not _is_event_name(event)]

    assert [] == wrong


def test_every_log_event_is_explained() -> None:
    """Whoever reads the log finds each event in the list, and the list has no others (ARCHITECTURE 2)."""
    logged = {event.value for _, event in _logged_events() if isinstance(event, ast.Constant)}

    assert EVENTS.keys() == logged | {"log_lines_dropped"}


def _is_event_name(node: ast.expr) -> bool:
    """Tell whether an argument is a literal name."""
    return (
        isinstance(node, ast.Constant) and re.fullmatch(r"[a-z][a-z0-9_]{1,63}", str(node.value)) is not None
    )
