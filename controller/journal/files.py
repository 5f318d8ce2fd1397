"""The calls to the operating system that the record needs, as a protocol a test can record and fail.

The mirror, `seal.state`, the table's mark and the quarantine make every call through `Files`; SQLite makes
its own through its VFS. Paths are absolute; every error is an OSError.
"""

import fcntl
import os
import shutil
from pathlib import Path
from typing import Protocol

from controller.journal.beside import Syncer, SyncThread
from controller.journal.faults import Locked


class Files(Protocol):
    """Call the file system; handles are small integers."""

    def open(self, path: Path) -> int:
        """Open a file for reading and writing, made with mode 0600 where it is missing."""

    def pwrite(self, handle: int, data: bytes, offset: int) -> int:
        """Write bytes at an offset; give how many were written, which may be fewer."""

    def truncate(self, handle: int, size: int) -> None:
        """Set a file's size in bytes."""

    def fdatasync(self, handle: int) -> None:
        """Wait until a file's contents and size are durable."""

    def fsync(self, handle: int) -> None:
        """Wait until a file's contents and its own metadata are durable."""

    def syncer(self) -> Syncer:
        """Give what makes a file durable beside other work."""

    def close(self, handle: int) -> None:
        """Release a handle."""

    def read(self, path: Path) -> bytes:
        """Give a whole file; raise FileNotFoundError if there is none."""

    def copy(self, source: Path, target: Path) -> None:
        """Copy a file's bytes to a new file, without waiting for the medium."""

    def size(self, path: Path) -> int | None:
        """Give a file's size in bytes, None if there is none."""

    def rename(self, source: Path, target: Path) -> None:
        """Give a file another name in one step, replacing what stands there."""

    def unlink(self, path: Path) -> None:
        """Remove a name; a missing one is no error."""

    def set_read_only(self, path: Path) -> None:
        """Take away the right to write a file, from its owner too."""

    def reserve(self, path: Path, size: int) -> None:
        """Make a file that really takes so many bytes of its medium."""

    def space(self, folder: Path) -> tuple[int, int]:
        """Give the bytes that are free and those there are in all on a folder's medium."""

    def make_folder(self, path: Path) -> None:
        """Make a folder and those above it, mode 0700; an existing one is no error."""

    def remove_folder(self, path: Path) -> None:
        """Remove an empty folder."""

    def sync_folder(self, path: Path) -> None:
        """Wait until the names in a folder are durable."""

    def names(self, folder: Path) -> tuple[str, ...]:
        """Give the names in a folder in order, none if there is no such folder."""

    def device(self, folder: Path) -> int | None:
        """Give the number of the device a folder lies on, None if it cannot be reached."""

    def lock(self, path: Path) -> int:
        """Take a file's lock for this process without waiting; raise Locked if another holds it."""


class OsFiles:
    """Call the real file system."""

    def open(self, path: Path) -> int:
        """Open for reading and writing; the handle does not survive an exec."""
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)

    def pwrite(self, handle: int, data: bytes, offset: int) -> int:
        """Write with one call."""
        return os.pwrite(handle, data, offset)

    def truncate(self, handle: int, size: int) -> None:
        """Cut or grow."""
        os.ftruncate(handle, size)

    def fdatasync(self, handle: int) -> None:
        """Sync contents."""
        os.fdatasync(handle)

    def fsync(self, handle: int) -> None:
        """Sync contents and metadata."""
        os.fsync(handle)

    def syncer(self) -> Syncer:
        """Sync in a thread of its own."""
        return SyncThread()

    def close(self, handle: int) -> None:
        """Close, which also drops a lock held through this handle."""
        os.close(handle)

    def read(self, path: Path) -> bytes:
        """Read all."""
        return path.read_bytes()

    def copy(self, source: Path, target: Path) -> None:
        """Copy inside the kernel where it can."""
        os.close(self.open(target))
        shutil.copyfile(source, target)

    def size(self, path: Path) -> int | None:
        """Ask for the size."""
        try:
            return path.stat().st_size
        except FileNotFoundError:
            return None

    def rename(self, source: Path, target: Path) -> None:
        """Replace the target."""
        source.replace(target)

    def unlink(self, path: Path) -> None:
        """Remove if there."""
        path.unlink(missing_ok=True)

    def set_read_only(self, path: Path) -> None:
        """Leave reading to the owner."""
        path.chmod(0o400)

    def reserve(self, path: Path, size: int) -> None:
        """Allocate without writing."""
        handle = self.open(path)
        try:
            os.posix_fallocate(handle, 0, size)
        finally:
            os.close(handle)

    def space(self, folder: Path) -> tuple[int, int]:
        """Ask the file system, for what a plain user may take."""
        found = os.statvfs(folder)
        return found.f_bavail * found.f_frsize, found.f_blocks * found.f_frsize

    def make_folder(self, path: Path) -> None:
        """Make if missing."""
        path.mkdir(mode=0o700, parents=True, exist_ok=True)

    def remove_folder(self, path: Path) -> None:
        """Remove."""
        path.rmdir()

    def sync_folder(self, path: Path) -> None:
        """Open the folder and sync it."""
        handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def names(self, folder: Path) -> tuple[str, ...]:
        """List."""
        try:
            return tuple(sorted(os.listdir(folder)))  # noqa: PTH208  # names are wanted, not paths
        except FileNotFoundError:
            return ()

    def device(self, folder: Path) -> int | None:
        """Ask the folder itself, since a mount point differs from its parent."""
        try:
            return folder.stat().st_dev
        except OSError:
            return None

    def lock(self, path: Path) -> int:
        """Take `flock`; it falls by itself with the process."""
        handle = self.open(path)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            raise Locked(str(path)) from None
        return handle


def write_all(files: Files, handle: int, data: bytes, offset: int) -> None:
    """Write bytes with one call; a short write is an error and is not continued (DURABILITY 3.3)."""
    written = files.pwrite(handle, data, offset)
    if written != len(data):
        raise OSError(f"short write: {written} of {len(data)} bytes at {offset}")


def sync_file(files: Files, path: Path) -> None:
    """Wait until a file that exists is durable; its name is another matter."""
    handle = files.open(path)
    try:
        files.fsync(handle)
    finally:
        files.close(handle)


def replace_whole(files: Files, path: Path, data: bytes) -> None:
    """Put a file's new contents in place in one durable step: write, fsync, rename, folder fsync."""
    fresh = path.with_name(path.name + ".new")
    files.unlink(fresh)
    handle = files.open(fresh)
    try:
        write_all(files, handle, data, 0)
        files.fsync(handle)
    finally:
        files.close(handle)
    files.rename(fresh, path)
    files.sync_folder(path.parent)
