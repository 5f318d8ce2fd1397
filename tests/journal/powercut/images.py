"""What a power cut may leave: images drawn from the calls that were logged (DURABILITY 15).

Per file everything since its last sync may be kept or lost, in any subset and order, by sector; a kept
sector may be torn; a file may have grown without its data. Names last only after a folder sync (strict), or
in order (a journaling file system); both are drawn. The media are cut independently.
"""

import random
from dataclasses import dataclass, field
from pathlib import Path

from tests.journal.sim_disk import SECTOR, Op, SimDisk, resize


@dataclass
class Medium:
    """Follow what is durable on one medium and what is not yet.

    durable: bytes of each inode at its last sync; pending: its changes since; names: as of the last folder
    sync; moves: changes of names since.
    """

    durable: dict[int, bytes] = field(default_factory=dict)
    pending: dict[int, list[Op]] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    moves: list[Op] = field(default_factory=list)


@dataclass
class Wreck:
    """Follow a log call by call, and draw disk images of a cut after the last one.

    strict_names: whether only a folder sync makes names last; None draws it for each image.
    """

    strict_names: bool | None = None
    media: dict[str, Medium] = field(default_factory=lambda: {"/a": Medium(), "/b": Medium(), "/k": Medium()})
    home: dict[int, str] = field(default_factory=dict)
    live: dict[int, bytearray] = field(default_factory=dict)
    acked: int = 0

    @classmethod
    def of(cls, disk: SimDisk, *, strict_names: bool | None = None) -> "Wreck":
        """Start from a disk on which everything is durable."""
        wreck = cls(strict_names=strict_names)
        for name, inode in disk.names.items():
            medium = wreck.media[name[:2]]
            medium.names[name] = inode
            medium.durable[inode] = bytes(disk.data[inode])
            wreck.home[inode] = name[:2]
            wreck.live[inode] = bytearray(disk.data[inode])
        return wreck

    def take(self, op: Op) -> None:
        """Follow one call."""
        match op.kind:
            case "ack":
                self.acked = op.at
            case "create":
                self.home[op.inode] = op.name[:2]
                self.live[op.inode] = bytearray()
                self.media[op.name[:2]].moves.append(op)
            case "delete" | "rename":
                self.media[op.name[:2]].moves.append(op)
            case "folder":
                self._settle_names(op.name)
            case "sync":
                medium = self.media[self.home[op.inode]]
                medium.durable[op.inode] = bytes(self.live[op.inode])
                medium.pending.pop(op.inode, None)
            case "write" | "truncate":
                apply(self.live[op.inode], op)
                self.media[self.home[op.inode]].pending.setdefault(op.inode, []).append(op)

    def draw(self, chance: random.Random, *, gone: str | None = None) -> SimDisk:
        """Give one image of a cut here; `gone` names a medium that is lost altogether."""
        disk = SimDisk()
        for root, medium in self.media.items():
            if root == gone:
                disk.folders.discard(root)
                continue
            for name, inode in self._draw_names(medium, chance).items():
                if inode not in disk.data:
                    disk.data[inode] = draw_file(
                        medium.durable.get(inode, b""), medium.pending.get(inode, []), chance
                    )
                disk.names[name] = inode
                disk.folders.add(str(Path(name).parent))
        return disk

    def _settle_names(self, folder: str) -> None:
        """Make the names of one folder last."""
        medium = self.media[folder[:2]]
        settled = [op for op in medium.moves if str(Path(op.name).parent) == folder]
        for op in settled:
            move(medium.names, op)
        medium.moves = [op for op in medium.moves if op not in settled]

    def _draw_names(self, medium: Medium, chance: random.Random) -> dict[str, int]:
        """Give the names a cut leaves: any of the unsynced changes, or the first few in order."""
        names = dict(medium.names)
        strict = chance.random() < 0.5 if self.strict_names is None else self.strict_names
        if strict:
            share = chance.choice((0.0, 0.5, 1.0))
            kept = [op for op in medium.moves if chance.random() < share]
        else:
            kept = medium.moves[: chance.randint(0, len(medium.moves))]
        for op in kept:
            move(names, op)
        return names


def move(names: dict[str, int], op: Op) -> None:
    """Apply one change of names; what it needs may itself be lost."""
    match op.kind:
        case "create":
            names[op.name] = op.inode
        case "delete":
            names.pop(op.name, None)
        case _:
            inode = names.pop(op.name, None)
            if inode is not None:
                names[op.target] = inode


def apply(held: bytearray, op: Op) -> None:
    """Apply one change of contents."""
    if op.kind == "truncate":
        resize(held, op.at)
        return
    if len(held) < op.at:
        held.extend(bytes(op.at - len(held)))
    held[op.at : op.at + len(op.data)] = op.data


def draw_file(durable: bytes, pending: list[Op], chance: random.Random) -> bytearray:
    """Give one file as a cut leaves it."""
    held = bytearray(durable)
    share = chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
    pieces = [piece for op in pending for piece in sectors(op)]
    if chance.random() < 0.5:
        chance.shuffle(pieces)
    for piece in pieces:
        if chance.random() < share:
            apply(held, torn(piece, chance) if chance.random() < 0.1 else piece)
    reach = max((op.at + len(op.data) for op in pending if op.kind == "write"), default=0)
    if reach > len(held) and chance.random() < 0.3:
        grown = chance.randint(len(held), reach)
        held.extend(chance.choice((bytes, chance.randbytes))(grown - len(held)))
    return held


def sectors(op: Op) -> list[Op]:
    """Split a write at the sectors of the disk; other changes stay whole."""
    if op.kind != "write":
        return [op]
    pieces = []
    at, end = op.at, op.at + len(op.data)
    while at < end:
        stop = min(end, (at // SECTOR + 1) * SECTOR)
        pieces.append(Op("write", op.inode, at, op.data[at - op.at : stop - op.at]))
        at = stop
    return pieces


def torn(piece: Op, chance: random.Random) -> Op:
    """Keep the first bytes of a sector and lose or garble the rest."""
    if piece.kind != "write":
        return piece
    cut = chance.randint(0, len(piece.data))
    rest = len(piece.data) - cut if chance.random() < 0.5 else 0
    return Op("write", piece.inode, piece.at, piece.data[:cut] + chance.randbytes(rest))
