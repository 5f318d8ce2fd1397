"""What the texts say is what the tree has: links, commands, dependencies, the table of phases."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from controller.cli.main import COMMANDS as SUBCOMMANDS
from controller.engine.state import Phase
from controller.engine.transitions import COMMANDS, IN_HOLD, WHILE_RECOVERED
from controller.rulesets.load import load_ruleset

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TEXTS = sorted(
    path
    for name in ("controller", "drivers", "ui", "hw_fixtures", "tests")
    for path in (ROOT / name).rglob("*.md")
)


@pytest.mark.parametrize("path", [ROOT / "README.md", *TEXTS], ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    """A link to a file of the tree names a file that is there."""
    links = re.findall(r"\]\((?!https?:)([^)#\s]+)", path.read_text(encoding="utf-8"))

    assert [] == [link for link in links if not (path.parent / link).exists()]


def test_readme_names_every_subcommand() -> None:
    """Whoever reads the README knows every subcommand."""
    assert [] == [name for name in SUBCOMMANDS if f"| `{name}" not in README]


def test_readme_gives_a_reason_for_every_dependency() -> None:
    """No dependency without a reason (issue 2, Deliver 9)."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = [re.split(r"[<>=]", one)[0].strip() for one in wanted]
    section = README.partition("## Dependencies")[2]

    assert [] == [
        name for name in names if not re.search(rf"^\|.*\b{re.escape(name)}\b", section, re.MULTILINE)
    ]


def test_commands_of_the_readmes_are_parts_of_the_one_entry() -> None:
    """Each `.ci/run PART` in a README is a part that `.ci/run` has."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    readmes = "\n".join(path.read_text(encoding="utf-8") for path in TEXTS if path.name == "README.md")
    parts = set(re.findall(r"\.ci/run (\w+)", README + readmes))
    offered = set(re.findall(r"^#   \.ci/run (\w+)", script, re.MULTILINE))

    assert {"demo", "tests"} <= parts
    assert set() == parts - offered


def test_rule_set_of_the_readme_loads(tmp_path: Path) -> None:
    """The README's example of a card room's own rule set is one."""
    example = README.partition("```toml\n")[2].partition("```")[0]
    path = tmp_path / "mine.toml"
    path.write_text(example, encoding="utf-8")

    assert "my-card-room" == load_ruleset(str(path)).name


def _phase_table() -> str:
    """Write the table of phases as the engine's README shows it."""
    rows = ["| Phase | What a person may ask |", "|---|---|"]
    named = [*((phase.name, COMMANDS[phase]) for phase in Phase if phase in COMMANDS)]
    named += [("in HOLD", IN_HOLD), ("after a restart", WHILE_RECOVERED)]
    rows += [f"| {name} | {', '.join(f'`{kind}`' for kind in sorted(kinds))} |" for name, kinds in named]
    return "\n".join(rows) + "\n"


def test_engine_readme_shows_the_table_of_phases() -> None:
    """The README's table is drawn from the transitions (ARCHITECTURE 2)."""
    text = (ROOT / "controller" / "engine" / "README.md").read_text(encoding="utf-8")

    assert _phase_table() in text


def test_shell_parts_answer_a_wrong_word_with_the_usage() -> None:
    """`.ci/run` with a word it does not know says which it knows and ends with 2."""
    done = subprocess.run(
        [str(ROOT / ".ci" / "run"), "nonsense"], capture_output=True, text=True, check=False
    )

    assert 2 == done.returncode
    assert ".ci/run tests" in done.stderr
