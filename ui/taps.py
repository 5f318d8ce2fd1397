"""The tap contract (TOUCHSCREEN 4): what a finger may mean, on an injected clock. No Qt here.

A press copies the control's token and takes a number; the release counts only if that number was given for
that token, was not used yet, and the control had shown this meaning for `DEAF_S`. A control that something
lay over has shown nothing meanwhile: it is deaf again from when that went. The guard only ignores.
"""

from collections.abc import Callable, Iterable

DEAF_S = 0.4
_REMEMBERED_PRESSES = 32
UNGUARDED = frozenset(
    {"chip", "digit", "erase", "clear", "field", "tab", "restore", "count", "uncount", "wake"}
    | {"part", "partner", "layer", "unpart"}
)
"""Keys that edit a draft: every tap counts (TOUCHSCREEN 4, rule 7), once their sheet or panel is there for
`DEAF_S`; waking changes nothing."""
KEYS = ":keys"
"""Stands for all such keys, which have no token of their own."""

Clock = Callable[[], float]
"""Seconds that only go forward."""


class TapGuard:
    """Decide which releases count; Qt main thread only.

    clock: gives the time of presses and frames.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since: dict[str, float] = {}
        self._layers: dict[str, str] = {}
        self._undrawn: set[str] = set()
        self._presses: dict[int, tuple[str, bool, bool]] = {}
        self.next_press = 1

    def show(self, tokens: Iterable[tuple[str, str]]) -> None:
        """Note which tokens the controls carry now, and what lies over the table there.

        A token that is new, or whose layer changed, is deaf from here; one that is gone is forgotten.
        """
        now = self._clock()
        live = dict(tokens)
        fresh = {token for token, layer in live.items() if self._layers.get(token) != layer}
        self._since = {token: now if token in fresh else self._since[token] for token in live}
        self._layers = live
        self._undrawn = (self._undrawn & live.keys()) | fresh

    def drawn(self) -> None:
        """Note that a frame was drawn: the deaf time of what it shows first begins only now."""
        now = self._clock()
        for token in self._undrawn:
            self._since[token] = now
        self._undrawn.clear()

    def press(self, token: str) -> None:
        """Take a press number for a finger that went down on a control with this token."""
        self._presses[self.next_press] = (token, self.hears(token), self.hears(KEYS))
        self._presses.pop(self.next_press - _REMEMBERED_PRESSES, None)
        self.next_press += 1

    def hears(self, token: str) -> bool:
        """Tell whether a control with this token has shown its meaning long enough."""
        since = self._since.get(token)
        return since is not None and token not in self._undrawn and self._clock() - since >= DEAF_S

    def release(self, number: int, token: str, *, is_key: bool = False) -> bool:
        """Tell whether a finger that went up on its control counts; each number counts once.

        is_key: the control edits a draft, which needs no token of its own to be heard.
        """
        pressed, heard, keys_heard = self._presses.pop(number, ("", False, False))
        return keys_heard if is_key else heard and pressed == token

    def forget(self, number: int) -> None:
        """Drop a press that slid off or was cancelled."""
        self._presses.pop(number, None)
