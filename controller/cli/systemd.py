"""Tell systemd that the table is ready, and that it lives (TOUCHSCREEN 13, DURABILITY 10).

Without systemd (`NOTIFY_SOCKET` not set) every call does nothing.
"""

import os
import socket
from collections.abc import Callable

STILL_S = 2.0


def tell(line: str, *, address: str | None = None) -> bool:
    """Send one line such as `READY=1`; give whether systemd took it.

    address: path of the socket, `@` first for an abstract one; None means `NOTIFY_SOCKET`.
    """
    place = os.environ.get("NOTIFY_SOCKET", "") if address is None else address
    if not place:
        return False
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.settimeout(0.1)
            out.sendto(line.encode(), "\0" + place[1:] if place.startswith("@") else place)
    except OSError:
        return False
    return True


class Watchdog:
    """Send `READY=1` once and `WATCHDOG=1` while the table turns; called by a timer of the screen's loop.

    That the timer fires shows that the loop turns; `last_view_s` shows the same of the table thread, which
    publishes at least once a second. A table that is silent for two seconds is not reported as alive, so
    that systemd ends it and a new start recovers by reading.
    """

    def __init__(self, send: Callable[[str], bool] = tell) -> None:
        self._send = send
        self._ready = False

    def turn(self, now_s: float, last_view_s: float | None) -> None:
        """Take the time now and that of the newest view, of one monotonic clock; None before the first."""
        if last_view_s is None or now_s - last_view_s > STILL_S:
            return
        if not self._ready:
            self._ready = True
            self._send("READY=1")
        self._send("WATCHDOG=1")
