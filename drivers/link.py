"""What a port needs of a wire: open, read, write, close (CDP1 9)."""

from typing import Protocol, runtime_checkable

READ_WAIT_S = 0.02
"""Longest wait of a read; the port thread drains its outbox between two reads."""
WRITE_WAIT_S = 0.5
"""Longest wait of a write."""


class Link(Protocol):
    """Carry bytes to one device and back; every call comes from one thread, the port's.

    Raises LinkLost, LinkTimeout (write), LinkBusy, LinkDenied, LinkMissing or LinkAmbiguous, nothing else.
    """

    def open(self) -> None:
        """Open the wire afresh; nothing is kept from the last time."""
        ...

    def read(self) -> bytes:
        """Give what has come, b"" after 20 ms without a byte."""
        ...

    def write(self, data: bytes) -> None:
        """Send all bytes, or raise."""
        ...

    def close(self) -> None:
        """Close the wire; never raises, and may be called twice."""
        ...


@runtime_checkable
class Resettable(Protocol):
    """Be a link whose bus can restart the device."""

    def reset(self) -> None:
        """Restart the device's end of an open wire, and close; never raises."""
        ...


@runtime_checkable
class Wakeable(Protocol):
    """Be a link whose waiting `read` another thread can end early."""

    def wake(self) -> None:
        """Let a waiting `read` give what it has, or the next one not wait; any thread, never raises."""
        ...
