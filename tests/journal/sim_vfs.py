"""Put SQLite on the simulated media: a VFS in Python that behaves as the unix one does."""

# ruff: noqa: D102, N802  # the names and their meaning are SQLite's

import errno
from pathlib import Path

import apsw

from tests.journal.sim_disk import SimDisk

VFS_NAME = "sim"


class SimFile:
    """Be one open file of SQLite, behaving as its own unix layer does."""

    def __init__(self, disk: SimDisk, path: str, *, syncs_folder: bool) -> None:
        self._disk = disk
        self._path = path
        self._inode = disk.create(path)
        self._syncs_folder = syncs_folder

    def xRead(self, amount: int, offset: int) -> bytes:
        self._enter("xRead", apsw.SQLITE_IOERR_READ)
        return bytes(self._disk.data[self._inode][offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self._enter("xWrite", apsw.SQLITE_IOERR_WRITE)
        self._disk.write(self._inode, data, offset)

    def xTruncate(self, size: int) -> None:
        self._enter("xTruncate", apsw.SQLITE_IOERR_TRUNCATE)
        self._disk.truncate(self._inode, size)

    def xSync(self, _flags: int) -> None:
        self._enter("xSync", apsw.SQLITE_IOERR_FSYNC)
        self._disk.sync(self._inode, self._path)
        if self._syncs_folder:
            self._syncs_folder = False
            self._disk.sync_folder(str(Path(self._path).parent))

    def xFileSize(self) -> int:
        return len(self._disk.data[self._inode])

    def xLock(self, _level: int) -> None:
        """One process: nobody to wait for."""

    def xUnlock(self, _level: int) -> None:
        """One process."""

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, _op: int, _pointer: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        return 4_096

    def xDeviceCharacteristics(self) -> int:
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE

    def xClose(self) -> None:
        """Nothing is kept open."""

    def _enter(self, call: str, code: int) -> None:
        enter(self._disk, call, self._path, code)


def enter(disk: SimDisk, call: str, path: str, code: int) -> None:
    """Let the rehearsal refuse a call of SQLite, as SQLite's own error."""
    try:
        limit = disk.rehearse(call, path)
    except OSError as error:
        full = error.errno == errno.ENOSPC
        raise apsw.exception_for(apsw.SQLITE_FULL if full else code) from None
    if limit is not None:
        raise apsw.exception_for(apsw.SQLITE_IOERR_SHORT_READ if call == "xRead" else apsw.SQLITE_FULL)


class SimVFS(apsw.VFS):
    """Be SQLite's file layer over whichever disk is in use at the moment."""

    def __init__(self) -> None:
        self.disk = SimDisk()
        super().__init__(VFS_NAME, "")

    def xOpen(self, name: apsw.URIFilename | str | None, flags: list[int]) -> SimFile:  # type: ignore[override]  # a VFS may give any object with a file's methods
        assert name is not None
        path = name if isinstance(name, str) else name.filename()
        creates = flags[0] & apsw.SQLITE_OPEN_CREATE
        if not creates and path not in self.disk.names:
            raise apsw.CantOpenError
        enter(self.disk, "xOpen", path, apsw.SQLITE_CANTOPEN)
        kinds = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL
        return SimFile(self.disk, path, syncs_folder=bool(creates and flags[0] & kinds))

    def xDelete(self, name: str, syncdir: bool) -> None:  # noqa: FBT001  # the order is SQLite's
        enter(self.disk, "xDelete", name, apsw.SQLITE_IOERR_DELETE)
        self.disk.delete(name)
        if syncdir:
            self.disk.sync_folder(str(Path(name).parent))

    def xAccess(self, name: str, _flags: int) -> bool:
        return name in self.disk.names

    def xFullPathname(self, name: str) -> str:
        return name

    def xRandomness(self, size: int) -> bytes:
        return bytes(size)

    def xSleep(self, microseconds: int) -> int:
        return microseconds

    def xCurrentTime(self) -> float:
        return 2_460_000.5

    def xCurrentTimeInt64(self) -> int:
        return 212_444_640_000_000

    def xGetLastError(self) -> tuple[int, str]:
        return 0, ""


SIM_VFS = SimVFS()
