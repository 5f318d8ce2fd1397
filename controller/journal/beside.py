"""Wait for one medium beside other work: the mirror's flush runs while SQLite commits (DURABILITY 4.1)."""

import os
import threading
from queue import SimpleQueue
from typing import Protocol


class Syncer(Protocol):
    """Make one file durable while its caller does something else; one flush at a time, none repeated."""

    def begin(self, handle: int) -> None:
        """Begin to flush a file's contents and size."""

    def wait(self) -> None:
        """Wait for the flush that was begun; raise its OSError. Without one there is nothing to wait for."""

    def close(self) -> None:
        """End what `begin` started for the purpose."""


class SyncThread:
    """Flush in a thread of its own, which touches nothing but that handle; used by one thread only.

    It starts at the first flush, so that it has the priority of the thread that asks for it.
    """

    def __init__(self) -> None:
        self._asked: SimpleQueue[int | None] = SimpleQueue()
        self._done: SimpleQueue[BaseException | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._is_begun = False

    def begin(self, handle: int) -> None:
        """Wake the thread."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="mirror-sync", daemon=True)
            self._thread.start()
        self._is_begun = True
        self._asked.put(handle)

    def wait(self) -> None:
        """Wait for the thread's answer."""
        if not self._is_begun:
            return
        self._is_begun = False
        error = self._done.get()
        if error is not None:
            raise error

    def close(self) -> None:
        """Let the thread end."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._asked.put(None)
            thread.join()

    def _run(self) -> None:
        while True:
            handle = self._asked.get()
            if handle is None:
                return
            try:
                os.fdatasync(handle)
            except BaseException as error:  # noqa: BLE001  # who waits gets it, whatever it is
                self._done.put(error)
            else:
                self._done.put(None)
