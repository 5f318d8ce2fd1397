"""The repository as its own tests see it."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("controller", "drivers", "ui", "hw_fixtures")
_NOT_KEPT = {".venv", ".git", "__pycache__", "build", "dist"}


def kept_files() -> list[str]:
    """Give the path of every file that is kept: git's list, or what lies there where there is no git."""
    if shutil.which("git") and (ROOT / ".git").exists():
        words = ["git", "-c", "safe.directory=*", "ls-files"]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
        return [name for name in done.stdout.splitlines() if (ROOT / name).is_file()]
    found = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return [str(path) for path in found if not _NOT_KEPT & {*path.parts} and ".egg-info" not in str(path)]
