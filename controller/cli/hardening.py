"""Keep what is in memory in there: no core file, no reading by other programs, no swap (DURABILITY 10)."""

import ctypes
import resource
from typing import Final

import structlog

_PR_SET_DUMPABLE: Final = 4
_LOCK_PRESENT_AND_FUTURE: Final = 3

log = structlog.stdlib.get_logger(__name__)


def keep_memory_private(*, lock: bool) -> None:
    """Let this process leave no core file and be read by nobody; hidden cards and keys are in its memory.

    lock: keep it out of swap too, where the unit's limit allows that; what the system refuses is logged, and
    the table goes on.
    """
    _, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, hard))
    system = ctypes.CDLL(None, use_errno=True)
    # The limit does not hold where core files go through a program; this does.
    if system.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        log.warning("memory_not_private", reason="prctl")
    if lock and _may_lock_all() and system.mlockall(_LOCK_PRESENT_AND_FUTURE) != 0:
        log.warning("memory_not_private", reason="mlockall")


def _may_lock_all() -> bool:
    """Tell whether the limit lets everything be locked; with a smaller one each new page could fail."""
    return resource.getrlimit(resource.RLIMIT_MEMLOCK)[0] == resource.RLIM_INFINITY
