"""What an open record works with, put together at a start."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.engine.commands import Command
from controller.engine.events import Event
from controller.journal.checkpoint import Signer, load_signer
from controller.journal.codec import RecordCodec, table_codec
from controller.journal.custody import Custody, Entropy, KeyKeeper, load_table_root
from controller.journal.files import Files
from controller.journal.memory import MemoryKeys, MemoryMedium, MemoryStore
from controller.journal.mend import Medium
from controller.journal.pair import PairStore
from controller.journal.places import JournalConfig
from controller.journal.record import Stamp
from controller.journal.recover import Recovered
from controller.journal.replay import has_checkpoint
from controller.journal.store import CopyName, FileHeader

Clock = Callable[[], Stamp]
"""Reads UTC, boot time and boot id once."""

_COPIES: Final[tuple[CopyName, CopyName]] = ("primary", "mirror")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Hold what a journal works with.

    header: of the open file; audit_public_key: None for no auditors' copy of the round keys;
    signer: None for a record without checkpoints; release: gives the locks back; medium: where the files
    lie, None in memory; usable: media in use.
    """

    codec: RecordCodec[Command, Event]
    store: PairStore
    keys: KeyKeeper
    clock: Clock
    entropy: Entropy
    header: FileHeader
    audit_public_key: bytes | None = None
    signer: Signer | None = None
    release: Callable[[], None] = lambda: None
    medium: Medium | None = None
    usable: tuple[CopyName, ...] = ()

    def in_use(self, pair: tuple[Path, Path]) -> tuple[Path, ...]:
        """Give those of two places, the primary's first, whose medium is in use."""
        return tuple(path for name, path in zip(_COPIES, pair, strict=True) if name in self.usable)


def parts_of(found: Recovered, config: JournalConfig, clock: Clock, entropy: Entropy) -> Parts:
    """Put together what an open record works with; raise ConfigFault for a missing key file."""
    files = found.medium.files
    root = load_table_root(config.key_file, files, entropy, create=found.report.new)
    states: dict[CopyName, Path] = dict(zip(_COPIES, found.medium.places.seal_states, strict=True))
    keys = Custody(
        table_id=config.table_id,
        table_root=root,
        paths={name: path for name, path in states.items() if name in found.usable},
        files=files,
        entropy=entropy,
    )
    return Parts(
        codec=table_codec(),
        store=found.store,
        keys=keys,
        clock=clock,
        entropy=entropy,
        header=found.header,
        audit_public_key=config.audit_public_key,
        signer=load_signer(config.signing_file, files, entropy, create=not has_checkpoint(found.records)),
        release=lambda: release(files, found.locks),
        medium=found.medium,
        usable=found.usable,
    )


def parts_in_memory(medium: MemoryMedium, clock: Clock, entropy: Entropy, signer: Signer | None) -> Parts:
    """Put together what a record in memory works with."""
    return Parts(
        codec=table_codec(),
        store=PairStore(mirror=None, primary=MemoryStore(medium.header.start, medium.records)),
        keys=MemoryKeys(medium, entropy),
        clock=clock,
        entropy=entropy,
        header=medium.header,
        signer=signer,
    )


def release(files: Files, locks: tuple[int, ...]) -> None:
    """Give locks back."""
    for lock in locks:
        files.close(lock)
