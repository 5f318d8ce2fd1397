"""The auto-dealer: a thread that does what hands do, from the newest prompt; it never taps the screen.

Only simulated tables have one (TOUCHSCREEN 14).
"""

import threading
from collections.abc import Callable
from enum import Enum
from typing import Final

from controller.engine.prompt import Prompt

Act = Callable[[Prompt], bool]
"""Do the next act of the hands that a prompt asks for; tell whether there was one."""


class Pace(Enum):
    """Name how fast the auto-dealer works; the value is the pause between two acts in seconds."""

    OFF = 0.0
    SLOW = 1.2
    FAST = 0.06


LOOK_S: Final = 0.1


class AutoHands:
    """Act on simulated devices from a thread named `hands`; `look` and `pace` may come from any thread."""

    def __init__(self, act: Act, pace: Pace = Pace.FAST) -> None:
        self._act = act
        self._pace = pace
        self._prompt: Prompt | None = None
        self._changed = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hands", daemon=True)

    @property
    def pace(self) -> Pace:
        """Give how fast the hands work."""
        return self._pace

    def set_pace(self, pace: Pace) -> None:
        """Let the hands work at another pace."""
        self._pace = pace
        self._changed.set()

    def look(self, prompt: Prompt) -> None:
        """Show the hands what is asked now."""
        self._prompt = prompt
        self._changed.set()

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Let the hands rest, and end the thread."""
        self._stopping.set()
        self._changed.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            prompt, pace = self._prompt, self._pace
            if prompt is not None and pace is not Pace.OFF:
                self._act(prompt)
            self._changed.wait(pace.value or LOOK_S)
            self._changed.clear()
            self._stopping.wait(pace.value)
