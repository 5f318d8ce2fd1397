"""Keep evidence: byte copies of the files as a start found them, before anything is mended (DURABILITY 5)."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from controller.journal.files import Files, replace_whole

KEPT_BYTES: Final = 2 * 1024**3
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def keep_evidence(folder: Path, sources: tuple[Path, ...], *, files: Files, utc_us: int) -> Path | None:
    """Copy what exists of `sources` into a new folder named by UTC; give it, or None if nothing is there.

    The newest two gigabytes of evidence are kept. Raise OSError.
    """
    present = [path for path in sources if files.size(path) is not None]
    if not present:
        return None
    target = _free_name(folder, files, utc_us)
    files.make_folder(target)
    for path in present:
        replace_whole(files, target / path.name, files.read(path))
    files.sync_folder(folder)
    _forget_oldest(folder, files)
    return target


def _free_name(folder: Path, files: Files, utc_us: int) -> Path:
    """Name a folder after a moment, with a counter where that moment has one already."""
    moment = _EPOCH + timedelta(microseconds=utc_us)
    name = moment.strftime("%Y%m%dT%H%M%S.%fZ")
    taken = files.names(folder)
    count = sum(1 for other in taken if other.startswith(name))
    return folder / (f"{name}-{count}" if count else name)


def _forget_oldest(folder: Path, files: Files) -> None:
    """Remove the oldest evidence beyond the limit; the newest always stays."""
    kept = 0
    for index, name in enumerate(reversed(files.names(folder))):
        case = folder / name
        kept += sum(files.size(case / item) or 0 for item in files.names(case))
        if index and kept > KEPT_BYTES:
            for item in files.names(case):
                files.unlink(case / item)
            files.remove_folder(case)
