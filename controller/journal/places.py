"""Where a table's record lies: the two folders and the names in them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.journal.files import Files

DayOf = Callable[[int], str]
"""Gives the gaming day, `YYYY-MM-DD`, of a moment in microseconds of UTC."""

BALLAST: Final = 16 * 1024**2
WAL_ROOM: Final = 4 * 1024**2
"""What several rounds write into the WAL before it begins anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalConfig:
    """Say which record to open, and with what.

    table_id: never used twice; folder, mirror_folder: the two media; gaming_day: `YYYY-MM-DD`, names a
    new file; key_file: 32 bytes of `table_root`, made when the record is new; file: an explicit primary
    instead, with its mirror beside it as `FILE.bb`; allow_single_medium: take two folders on one device;
    audit_public_key: 32 bytes, or None for no auditors' copy of the round keys; signing_key_file: 32 bytes
    that sign checkpoints, made when nothing is signed yet, None for a file beside `key_file`;
    source: the file these settings come from, as a ConfigFault names it; day_of: gives the gaming day of a
    moment in microseconds of UTC, None for one file for ever; ballast_bytes: kept free on each medium;
    wal_room_bytes: kept by the primary's WAL from round to round.
    """

    table_id: str
    folder: Path
    mirror_folder: Path
    key_file: Path
    gaming_day: str
    file: Path | None = None
    allow_single_medium: bool = False
    audit_public_key: bytes | None = None
    signing_key_file: Path | None = None
    source: str = "table file"
    day_of: DayOf | None = None
    ballast_bytes: int = BALLAST
    wal_room_bytes: int = WAL_ROOM

    @property
    def signing_file(self) -> Path:
        """Give the file of the signing key."""
        return self.signing_key_file or _beside(self.key_file, ".sign")

    @classmethod
    def at_file(cls, file: Path, *, table_id: str, gaming_day: str) -> "JournalConfig":
        """Keep both copies and the key beside one explicit file, as the demo does."""
        return cls(
            table_id=table_id,
            folder=file.parent,
            mirror_folder=file.parent,
            key_file=_beside(file, ".key"),
            gaming_day=gaming_day,
            file=file,
            allow_single_medium=True,
            ballast_bytes=0,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Name every file of one record.

    primary, mirror: the copies; seals: signed digests of closed copies; marks, seal_states, locks,
    quarantines (folders for evidence), ballasts (room to end a round): one of each on each medium, the
    primary's first.
    """

    primary: Path
    mirror: Path
    seals: tuple[Path, Path]
    marks: tuple[Path, Path]
    seal_states: tuple[Path, Path]
    locks: tuple[Path, Path]
    quarantines: tuple[Path, Path]
    ballasts: tuple[Path, Path]

    @property
    def folders(self) -> tuple[Path, Path]:
        """Give the folders of both media, the primary's first."""
        return self.primary.parent, self.mirror.parent


def places_of(config: JournalConfig, files: Files) -> Places:
    """Find the file to go on with, the newest of the table on either medium, or name a new one."""
    if config.file is not None:
        return _explicit(config.file)
    return places_at(config, next(iter(stems_of(config, files)), stem_of(config, config.gaming_day)))


def places_at(config: JournalConfig, stem: str) -> Places:
    """Name the files of one day of a table."""
    folder, mirror_folder = config.folder, config.mirror_folder
    return Places(
        primary=folder / f"{stem}.db",
        mirror=mirror_folder / f"{stem}.bb",
        seals=(folder / f"{stem}.seal", mirror_folder / f"{stem}.seal"),
        marks=(folder / "table.mark", mirror_folder / "table.mark.bb"),
        seal_states=(folder / "seal.state", mirror_folder / "seal.state.bb"),
        locks=(folder / "lock", mirror_folder / "lock.bb"),
        quarantines=(folder / "quarantine", mirror_folder / "quarantine.bb"),
        ballasts=(folder / "ballast", mirror_folder / "ballast.bb"),
    )


def _explicit(file: Path) -> Places:
    mirror = _beside(file, ".bb")
    return Places(
        primary=file,
        mirror=mirror,
        seals=(_beside(file, ".seal"), _beside(mirror, ".seal")),
        marks=(_beside(file, ".mark"), _beside(mirror, ".mark")),
        seal_states=(_beside(file, ".seal.state"), _beside(mirror, ".seal.state")),
        locks=(_beside(file, ".lock"), _beside(mirror, ".lock")),
        quarantines=(_beside(file, ".quarantine"), _beside(mirror, ".quarantine")),
        ballasts=(_beside(file, ".ballast"), _beside(mirror, ".ballast")),
    )


def stem_of(config: JournalConfig, day: str) -> str:
    """Give the name of a day's files without their endings."""
    return f"{config.table_id}-{day}"


def stems_of(config: JournalConfig, files: Files) -> tuple[str, ...]:
    """Give the names, without their endings, of the table's days on either medium, the newest first.

    A name that holds more than a day, such as a copy somebody made beside the record, is none of ours.
    """
    if config.file is not None:
        return ()
    day = re.compile(re.escape(stem_of(config, "")) + r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
    names = {name[:-3] for name in files.names(config.folder) if name.endswith(".db")}
    names |= {name[:-3] for name in files.names(config.mirror_folder) if name.endswith(".bb")}
    return tuple(sorted((name for name in names if day.fullmatch(name)), reverse=True))


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)
