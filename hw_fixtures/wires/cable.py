"""Join one machine to one host: two lanes, a plug, and what a plug does to a session (CDP1 1)."""

import random
from typing import Protocol

from hw_fixtures.firmware.identity import Identity
from hw_fixtures.firmware.machine import Build
from hw_fixtures.wires.lane import Lane


class Unplugged(ConnectionError):
    """Say that bytes were written into a cable that is not there."""


class Wired(Protocol):
    """What a cable needs of a machine."""

    build: Build
    power_ups: int

    @property
    def is_on(self) -> bool:
        """Tell whether the power is on."""
        ...

    def feed(self, data: bytes, now_ms: int) -> None:
        """Take bytes."""
        ...

    def take(self) -> bytes:
        """Give bytes."""
        ...

    def link_restarted(self, *, ends_session: bool) -> None:
        """Start the stream anew."""
        ...


class Cable:
    """Carry bytes between a machine and whichever wire a host uses.

    to_device, to_host: the lanes with their faults; is_plugged: whether the cable is in.
    plugs: how often it was put in, so that a wire notices a replug between two looks.
    """

    def __init__(self, machine: Wired, *, seed: int) -> None:
        serial = machine.build.identity.serial
        self.machine = machine
        self.to_device = Lane(random.Random(f"{seed}/{serial}/to device"))
        self.to_host = Lane(random.Random(f"{seed}/{serial}/to host"))
        self.is_plugged = True
        self.plugs = 1

    @property
    def identity(self) -> Identity:
        """Give the identity of the machine at the end."""
        return self.machine.build.identity

    def host_writes(self, data: bytes, now_ms: int) -> None:
        """Take bytes of the host; raise Unplugged without a cable."""
        if not self.is_plugged:
            raise Unplugged(f"{self.identity.serial} is unplugged")
        self.to_device.push(data, now_ms)
        self.pump(now_ms)

    def host_reads(self, now_ms: int, limit: int | None = None) -> bytes:
        """Give what has arrived for the host; raise Unplugged without a cable."""
        if not self.is_plugged:
            raise Unplugged(f"{self.identity.serial} is unplugged")
        self.pump(now_ms)
        return self.to_host.pull(now_ms, limit)

    def pump(self, now_ms: int) -> None:
        """Move what is due through both lanes."""
        if not self.is_plugged:
            self.machine.take()
            return
        while data := self.to_device.pull(now_ms):
            self.machine.feed(data, now_ms)
        if data := self.machine.take():
            self.to_host.push(data, now_ms)

    def unplug(self) -> None:
        """Pull the cable: bytes on the way are lost and the device ends its session."""
        self.is_plugged = False
        self.restart_stream(ends_session=True)

    def plug(self) -> None:
        """Put the cable in."""
        if not self.is_plugged:
            self.is_plugged = True
            self.plugs += 1

    def restart_stream(self, *, ends_session: bool) -> None:
        """Lose what is unsent, as after a reset or a cleared halt (CDP1 1)."""
        self.to_host.clear()
        if ends_session:
            self.to_device.clear()
        self.machine.link_restarted(ends_session=ends_session)

    def mute(self, until_ms: int) -> None:
        """Let nothing pass either way until then."""
        self.to_device.muted_until_ms = self.to_host.muted_until_ms = until_ms
