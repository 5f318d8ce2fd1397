"""The thread of a port: who touches the link, and how it ends (CDP1 10; ARCHITECTURE 4)."""

import threading

import pytest

from drivers.errors import (
    LocalProtocolError,
)
from drivers.orders import GetStatus
from drivers.port import DevicePort
from drivers.port_core import PortSettings
from tests.drivers.lab import Sink


class Waiting:
    """A link that stays open and says nothing, with the wait of a real one."""

    address = "pipe:waiting"

    def __init__(self) -> None:
        self.touched_by: set[str] = set()
        self._event = threading.Event()

    def _touch(self) -> None:
        self.touched_by.add(threading.current_thread().name)

    def open(self) -> None:
        """Open."""
        self._touch()

    def read(self) -> bytes:
        """Wait as a link does."""
        self._touch()
        self._event.wait(0.005)
        return b""

    def write(self, data: bytes) -> None:
        """Swallow."""
        assert data
        self._touch()

    def close(self) -> None:
        """Close."""
        self._touch()


def test_only_the_port_thread_touches_the_link() -> None:
    """Open, read, write and close all come from `port-NAME`, and stop leaves no thread (CDP1 10)."""
    link = Waiting()
    settings = PortSettings(device="shoe", device_class="shoe", serial="SHOE-0001", quiet_s=0.0)
    port = DevicePort(settings=settings, make_link=lambda: link, inbox=Sink(), resume={})
    port.start()
    port.submit(GetStatus())
    port.ack("SHOE-0001", 1, 1)
    port.stop()

    assert {"port-shoe"} == link.touched_by
    assert [] == [thread.name for thread in threading.enumerate() if thread.name.startswith("port-")]
    assert 0 == port.statistics().frames_in


def test_port_that_was_never_started_stops() -> None:
    """Stop needs no start: a program that fails half-way still ends in order."""
    settings = PortSettings(device="shoe", device_class="shoe", serial="SHOE-0001")
    port = DevicePort(settings=settings, make_link=Waiting, inbox=Sink(), resume={})
    port.stop()

    assert [] == [thread.name for thread in threading.enumerate() if thread.name.startswith("port-")]


def test_hanging_thread_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that does not end within its time is an error, not a silent leak."""
    monkeypatch.setattr("drivers.port.JOIN_S", 0.05)
    gate = threading.Event()

    class Hanging(Waiting):
        """Hang in read."""

        def read(self) -> bytes:
            """Hang until the test lets go."""
            gate.wait()
            return b""

    settings = PortSettings(device="hung", device_class="shoe", serial="SHOE-0001", quiet_s=0.0)
    port = DevicePort(settings=settings, make_link=Hanging, inbox=Sink(), resume={})
    port.start()
    with pytest.raises(LocalProtocolError, match="port-hung"):
        port.stop()
    gate.set()
    port._thread.join(5)

    assert not port._thread.is_alive()
