"""The table's mark: a small file on both media that says that this table exists.

It is made before the first record and says `opened` after it, so that a table that lost both copies is
locked (J-EMPTY) instead of quietly starting a new history (DURABILITY 5 step 5).
"""

from dataclasses import dataclass
from pathlib import Path

from controller.journal.faults import CodecFault
from controller.journal.files import Files, replace_whole
from controller.journal.record import canonical, parse


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMark:
    """Hold what a table keeps for life: its id, its 16 random bytes, whether it has a first record.

    day: gaming day of the newest file that has one, empty before.
    """

    table_id: str
    chain_nonce: bytes
    opened: bool
    day: str = ""


def read_mark(paths: tuple[Path, Path], files: Files) -> TableMark | None:
    """Give the mark of either medium, the one that says more; None if neither has one."""
    marks = [mark for path in paths if (mark := _read_one(path, files)) is not None]
    return max(marks, key=lambda mark: (mark.opened, mark.day), default=None)


def write_mark(paths: tuple[Path, ...], mark: TableMark, files: Files) -> None:
    """Put the mark in place, durably, on each medium that does not have it yet; raise OSError."""
    data = canonical(
        {
            "table_id": mark.table_id,
            "chain_nonce": mark.chain_nonce.hex(),
            "opened": mark.opened,
            "day": mark.day,
        }
    )
    for path in paths:
        if _read_one(path, files) != mark:
            replace_whole(files, path, data)


def _read_one(path: Path, files: Files) -> TableMark | None:
    """Read one mark; a missing or damaged one counts as none, since the other medium has it too."""
    try:
        raw = parse(files.read(path))
        table_id, nonce, opened = raw["table_id"], raw["chain_nonce"], raw["opened"]
        return TableMark(
            table_id=str(table_id),
            chain_nonce=bytes.fromhex(str(nonce)),
            opened=opened is not False,
            day=str(raw.get("day", "")),
        )
    except (OSError, CodecFault, KeyError, ValueError):
        return None
