"""Numbers of wire sessions: random, and not one of the last sixteen (CDP1 2)."""

from collections import deque
from typing import Protocol

_RECENT = 16
_FIRST, _STOP = 1, 0x10000


class RandomSource(Protocol):
    """Draw session numbers and nonces; `random.SystemRandom()` in the shop, a seeded one in tests."""

    def randrange(self, start: int, stop: int) -> int:
        """Draw a whole number, `stop` excluded."""
        ...

    def randbytes(self, n: int) -> bytes:
        """Draw n bytes."""
        ...


class SessionNumbers:
    """Draw the number of each new wire session."""

    def __init__(self, random: RandomSource) -> None:
        self._random = random
        self._recent: deque[int] = deque(maxlen=_RECENT)

    def draw(self) -> int:
        """Give a number of 1..65535 that is not one of the last sixteen."""
        number = self._random.randrange(_FIRST, _STOP)
        while number in self._recent:
            number = self._random.randrange(_FIRST, _STOP)
        self._recent.append(number)
        return number
