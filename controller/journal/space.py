"""Room on both media: when to warn, when no new round may begin, what lets one end (DURABILITY 4.3).

A ballast file takes room on each medium from the start. When a medium runs full inside a round, the ballast
is given up, so that the round can be finished on what it held.
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.journal.files import Files

WARN_SHARE: Final = 0.20
REFUSE_SHARE: Final = 0.05
NEARLY_FULL: Final = 1024**2
"""Below so many free bytes a medium counts as full, before a call to it fails: no failed call is repeated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Medium:
    """Hold how much room a medium has, in bytes: of the primary first, then of the black box.

    is_low: below the share at which it warns (DURABILITY 4.3).
    """

    free: int
    total: int
    is_low: bool


class Room:
    """Watch the room on the media in use; table thread only.

    ballasts: the ballast file on each medium; size: bytes of each, 0 for none.
    """

    def __init__(self, ballasts: tuple[Path, ...], *, size: int, files: Files) -> None:
        self._ballasts = ballasts
        self._size = size
        self._files = files

    def lay_ballast(self) -> None:
        """Put the ballast in place where it is missing and a medium has room for it; raise OSError."""
        for path in self._ballasts:
            free, total = self._space(path)
            missing = self._size > (self._files.size(path) or 0)
            if missing and free - self._size > total * REFUSE_SHARE:
                self._files.reserve(path, self._size)

    def give_up_ballast(self) -> None:
        """Remove the ballast of each medium that is nearly full, so that a round may end."""
        for path in self._ballasts:
            if self._size and self._space(path)[0] < NEARLY_FULL:
                with suppress(OSError):  # the write that comes next says what is wrong with this medium
                    self._files.unlink(path)

    def below(self, share: float) -> Path | None:
        """Give the folder of a medium with less than this share of it free, None where all have more."""
        for path in self._ballasts:
            free, total = self._space(path)
            if free < total * share:
                return path.parent
        return None

    def media(self) -> tuple[Medium, ...]:
        """Give the room on each medium in use."""
        found = (self._space(path) for path in self._ballasts)
        return tuple(
            Medium(free=free, total=total, is_low=free < total * WARN_SHARE) for free, total in found
        )

    def _space(self, path: Path) -> tuple[int, int]:
        """Ask for the room; a medium that does not answer fails at the next write, which says more."""
        try:
            return self._files.space(path.parent)
        except OSError:
            return NEARLY_FULL, NEARLY_FULL
