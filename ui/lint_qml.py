"""Run qmllint over our QML: `python -m ui.lint_qml` (ARCHITECTURE 7).

The view models' properties are made at run time, so qmllint cannot know them; that every member QML names is
there is checked by `tests/ui/test_qml.py`.
"""

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

QML = Path(str(files("ui"))).joinpath("qml")
CATEGORIES = ("unqualified", "import", "missing-property", "unresolved-type", "required")


def main() -> int:
    """Lint every QML file; give qmllint's exit code, 0 where nothing is to be said."""
    sources = sorted(str(path) for path in QML.rglob("*.qml"))
    warnings = [f"--{category}=warning" for category in CATEGORIES]
    tool = Path(sys.executable).parent / "pyside6-qmllint"
    command = [str(tool), "--max-warnings", "0", *warnings, "-I", str(QML), *sources]
    return subprocess.run(command, check=False).returncode  # noqa: S603 - our own tool and files


if __name__ == "__main__":
    sys.exit(main())
