"""Keep evidence: byte copies of the files as a start found them, before anything is mended (DURABILITY 5)."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from controller.journal.files import Files, sync_file

KEPT_BYTES: Final = 2 * 1024**3
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Hold the copies of one start; folder: where they are, copies: their paths.

    They are not waited for until something is mended: a start that changes nothing needs no evidence.
    """

    folder: Path
    copies: tuple[Path, ...]

    def settle(self, files: Files) -> None:
        """Wait until the copies are durable, before anything is cut or replaced; raise OSError."""
        for path in self.copies:
            sync_file(files, path)
        files.sync_folder(self.folder)
        files.sync_folder(self.folder.parent)


def keep_evidence(folder: Path, sources: tuple[Path, ...], *, files: Files, utc_us: int) -> Evidence | None:
    """Copy what exists of `sources` into a new folder named by UTC; give it, or None if nothing is there.

    The newest two gigabytes of evidence are kept. Raise OSError, with nothing half kept left behind: an empty
    or short file there would pass for what was found.
    """
    present = [path for path in sources if files.size(path) is not None]
    if not present:
        return None
    target = _free_name(folder, files, utc_us)
    try:
        files.make_folder(target)
        for path in present:
            files.copy(path, target / path.name)
    except OSError:
        with suppress(OSError):
            _forget(target, files)
        raise
    _forget_oldest(folder, files)
    return Evidence(folder=target, copies=tuple(target / path.name for path in present))


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
            _forget(case, files)


def _forget(case: Path, files: Files) -> None:
    """Remove one folder of evidence."""
    for item in files.names(case):
        files.unlink(case / item)
    files.remove_folder(case)
