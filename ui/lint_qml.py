"""Run qmllint over our QML: `python -m ui.lint_qml` (ARCHITECTURE 7).

The view models' properties are made at run time, so qmllint cannot know them; that every member QML names is
there is checked by `tests/ui/test_qml.py`.
"""

import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

QML = Path(str(files("ui"))).joinpath("qml")
PLAIN = "textFormat: Text.PlainText"
_TEXT = re.compile(r"\s*(?:component \w+: |contentItem: )?Text \{$")
CATEGORIES = ("unqualified", "import", "missing-property", "unresolved-type", "required")


def rich_texts(folder: Path = QML) -> list[str]:
    """Give each `Text` that would read markup out of a name or a reason, as file and line."""
    found = []
    for path in sorted(folder.rglob("*.qml")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for place, line in enumerate(lines):
            if not _TEXT.match(line):
                continue
            indent = len(line) - len(line.lstrip())
            end = next(n for n in range(place, len(lines)) if lines[n] == f"{' ' * indent}}}")
            if f"{' ' * (indent + 4)}{PLAIN}" not in lines[place:end]:
                found.append(f"{path.relative_to(folder)}:{place + 1}")
    return found


def main() -> int:
    """Lint every QML file; give qmllint's exit code, or 1 for a text that reads markup; 0: all is well."""
    rich = rich_texts()
    if rich:
        sys.stderr.write("".join(f"{place}: no textFormat: Text.PlainText\n" for place in rich))
        return 1
    sources = sorted(str(path) for path in QML.rglob("*.qml"))
    warnings = [f"--{category}=warning" for category in CATEGORIES]
    tool = Path(sys.executable).parent / "pyside6-qmllint"
    command = [str(tool), "--max-warnings", "0", *warnings, "-I", str(QML), *sources]
    return subprocess.run(command, check=False).returncode  # noqa: S603 - our own tool and files


if __name__ == "__main__":
    sys.exit(main())
