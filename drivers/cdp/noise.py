"""How many frames of the link are bad, and when somebody should look at the cable (CDP1 6)."""

_WINDOW_S = 10.0
_MAX_BAD_SHARE = 0.01
_MIN_BAD = 3
"""Fewer bad frames than this are no rate yet (our choice)."""


class NoiseWatch:
    """Compare bad with good frames over windows of 10 s."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._bad = 0
        self._good = 0

    def look(self, bad: int, good: int, now: float) -> str | None:
        """Take the running totals; give a sentence at the end of a noisy window."""
        if self._since is None:
            self._since, self._bad, self._good = now, bad, good
            return None
        if now - self._since < _WINDOW_S:
            return None
        new_bad, new_good = bad - self._bad, good - self._good
        self._since, self._bad, self._good = now, bad, good
        if new_bad < _MIN_BAD or new_bad <= _MAX_BAD_SHARE * (new_bad + new_good):
            return None
        return f"{new_bad} of {new_bad + new_good} frames were unreadable in 10 s; check cable and plugs"
