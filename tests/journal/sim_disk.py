"""Media in memory that record every call and can fail any of them; `sim_vfs` puts SQLite on them.

Names under `/a` are on the primary's medium, under `/b` on the mirror's, under `/k` where keys are kept.
The log holds what a power cut can tear apart; `rehearse` sees every call before it happens and may raise,
or shorten a write.
"""

import errno
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from controller.journal.faults import Locked

OpKind = Literal["write", "truncate", "sync", "create", "delete", "rename", "folder", "ack"]
Rehearsal = Callable[[str, str], int | None]
"""Takes a call's name and path before it happens; raises OSError, or gives the bytes to write at most."""

SECTOR = 512
TOTAL = 100 * 1024**2
"""Size of each medium, all of it free at first; what is written is not counted."""


@dataclass(frozen=True, slots=True)
class Op:
    """Record one call that changes a medium, or an acknowledgement.

    inode: file; at: offset, size or number acknowledged; data: bytes written; name, target: paths.
    """

    kind: OpKind
    inode: int = 0
    at: int = 0
    data: bytes = b""
    name: str = ""
    target: str = ""


def allow(_call: str, _path: str) -> None:
    """Let every call happen."""


@dataclass
class SimDisk:
    """Hold both media: names to inodes, inodes to bytes, the log, and the locks of living processes."""

    names: dict[str, int] = field(default_factory=dict)
    data: dict[int, bytearray] = field(default_factory=dict)
    folders: set[str] = field(default_factory=lambda: {"/a", "/b", "/k"})
    log: list[Op] = field(default_factory=list)
    held: set[str] = field(default_factory=set)
    rehearse: Rehearsal = allow
    syncs: Callable[[str], bool] = lambda _path: True
    folder_syncs: bool = True
    late_syncs: bool = False
    read_only: set[str] = field(default_factory=set)
    free: dict[str, int] = field(default_factory=lambda: {"/a": TOTAL, "/b": TOTAL})

    def create(self, path: str) -> int:
        """Give a file's inode, made if missing."""
        if path not in self.names:
            inode = max(self.data, default=0) + 1
            self.names[path] = inode
            self.data[inode] = bytearray()
            self.log.append(Op("create", inode, name=path))
        return self.names[path]

    def write(self, inode: int, data: bytes, at: int) -> None:
        """Change bytes in place, growing with zeros."""
        held = self.data[inode]
        if len(held) < at:
            held.extend(bytes(at - len(held)))
        held[at : at + len(data)] = data
        self.log.append(Op("write", inode, at, bytes(data)))

    def truncate(self, inode: int, size: int) -> None:
        """Set a file's size."""
        resize(self.data[inode], size)
        self.log.append(Op("truncate", inode, size))

    def sync(self, inode: int, path: str) -> None:
        """Make a file durable, unless this disk drops its syncs."""
        if self.syncs(path):
            self.log.append(Op("sync", inode))

    def sync_folder(self, folder: str) -> None:
        """Make a folder's names durable, unless this disk drops that."""
        if self.folder_syncs:
            self.log.append(Op("folder", name=folder))

    def delete(self, path: str) -> None:
        """Remove a name if it is there."""
        if self.names.pop(path, None) is not None:
            self.log.append(Op("delete", name=path))

    def rename(self, source: str, target: str) -> None:
        """Move a name over another."""
        self.names[target] = self.names.pop(source)
        self.log.append(Op("rename", name=source, target=target))

    def ack(self, seq: int) -> None:
        """Note that a record was acknowledged to the outside."""
        self.log.append(Op("ack", at=seq))

    def contents(self, path: str) -> bytearray:
        """Give a file's bytes to look at or to damage."""
        return self.data[self.names[path]]


class SimFiles:
    """Call the simulated media as `controller.journal.files.Files` does the system."""

    def __init__(self, disk: SimDisk) -> None:
        self.disk = disk
        self._open: dict[int, tuple[str, int]] = {}

    def open(self, path: Path) -> int:
        """Open or make a file."""
        self._enter("open", path)
        if str(path) in self.disk.read_only:
            raise PermissionError(errno.EACCES, "read-only")
        if str(path.parent) not in self.disk.folders:
            raise FileNotFoundError(errno.ENOENT, "no folder")
        handle = max(self._open, default=2) + 1
        self._open[handle] = (str(path), self.disk.create(str(path)))
        return handle

    def pwrite(self, handle: int, data: bytes, offset: int) -> int:
        """Write, perhaps short."""
        path, inode = self._open[handle]
        limit = self.disk.rehearse("pwrite", path)
        data = data if limit is None else data[:limit]
        self.disk.write(inode, data, offset)
        return len(data)

    def truncate(self, handle: int, size: int) -> None:
        """Cut or grow."""
        path, inode = self._open[handle]
        self.disk.rehearse("truncate", path)
        self.disk.truncate(inode, size)

    def fdatasync(self, handle: int) -> None:
        """Sync contents."""
        self._sync("fdatasync", handle)

    def fsync(self, handle: int) -> None:
        """Sync contents and metadata."""
        self._sync("fsync", handle)

    def syncer(self) -> "SimSyncer":
        """Sync beside other work: before it or after it, as the disk says."""
        return SimSyncer(self)

    def close(self, handle: int) -> None:
        """Release a handle and its lock."""
        self.disk.held.discard(self._open.pop(handle)[0])

    def read(self, path: Path) -> bytes:
        """Give a whole file."""
        self._enter("read", path)
        if str(path) not in self.disk.names:
            raise FileNotFoundError(errno.ENOENT, "no file")
        return bytes(self.disk.contents(str(path)))

    def copy(self, source: Path, target: Path) -> None:
        """Copy a file."""
        data = self.read(source)
        self._enter("copy", target)
        self.disk.write(self.disk.create(str(target)), data, 0)

    def size(self, path: Path) -> int | None:
        """Give a size, None without a file."""
        return len(self.disk.contents(str(path))) if str(path) in self.disk.names else None

    def rename(self, source: Path, target: Path) -> None:
        """Move a name."""
        self._enter("rename", source)
        self.disk.rename(str(source), str(target))

    def unlink(self, path: Path) -> None:
        """Remove a name."""
        self._enter("unlink", path)
        self.disk.delete(str(path))

    def set_read_only(self, path: Path) -> None:
        """Remember that a file may not be written any more."""
        self._enter("set_read_only", path)
        self.disk.read_only.add(str(path))

    def reserve(self, path: Path, size: int) -> None:
        """Make a file of that size."""
        self._enter("reserve", path)
        self.disk.truncate(self.disk.create(str(path)), size)
        self.disk.free[str(path)[:2]] -= size

    def space(self, folder: Path) -> tuple[int, int]:
        """Give what the test says is free."""
        self._enter("space", folder)
        return self.disk.free[str(folder)[:2]], TOTAL

    def make_folder(self, path: Path) -> None:
        """Make folders; they are durable at once, since no record depends on it."""
        self._enter("make_folder", path)
        self.disk.folders |= {str(path), *(str(parent) for parent in path.parents if str(parent) != "/")}

    def remove_folder(self, path: Path) -> None:
        """Remove a folder."""
        self.disk.folders.discard(str(path))

    def sync_folder(self, path: Path) -> None:
        """Sync names."""
        self._enter("sync_folder", path)
        self.disk.sync_folder(str(path))

    def names(self, folder: Path) -> tuple[str, ...]:
        """List files and folders."""
        start = f"{folder}/"
        known = (name.removeprefix(start) for name in (*self.disk.names, *self.disk.folders))
        return tuple(sorted(name for name in known if "/" not in name))

    def device(self, folder: Path) -> int | None:
        """Give 1 for the primary's medium, 2 for the mirror's."""
        if str(folder) not in self.disk.folders:
            return None
        return 1 if str(folder).startswith("/a") else 2

    def lock(self, path: Path) -> int:
        """Take a lock."""
        if str(path) in self.disk.held:
            raise Locked(str(path))
        handle = self.open(path)
        self.disk.held.add(str(path))
        return handle

    def _sync(self, call: str, handle: int) -> None:
        path, inode = self._open[handle]
        self.disk.rehearse(call, path)
        self.disk.sync(inode, path)

    def _enter(self, call: str, path: Path) -> None:
        self.disk.rehearse(call, str(path))


@dataclass
class SimSyncer:
    """Flush at one end of the time a real one may take; what a cut leaves in between, one of both leaves."""

    files: SimFiles
    handle: int | None = None
    error: OSError | None = None

    def begin(self, handle: int) -> None:
        """Flush now, or keep it for later."""
        self.handle = handle
        if not self.files.disk.late_syncs:
            self._flush()

    def wait(self) -> None:
        """Flush if that was not done before."""
        self._flush()
        error, self.error = self.error, None
        if error is not None:
            raise error

    def close(self) -> None:
        """Forget a flush that nobody waited for: the program is dead."""
        self.handle = None

    def _flush(self) -> None:
        handle, self.handle = self.handle, None
        if handle is not None:
            try:
                self.files.fdatasync(handle)
            except OSError as error:
                self.error = error


def resize(held: bytearray, size: int) -> None:
    """Cut or grow with zeros."""
    del held[size:]
    held.extend(bytes(size - len(held)))
