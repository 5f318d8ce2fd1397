"""A port and a simulated device on one bad cable, in virtual time and one thread."""

import heapq
import itertools
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from drivers.errors import LinkLost, LinkMissing
from drivers.events import DeviceReport, NumberedEvent
from drivers.orders import Ack
from drivers.port_core import PortCore, PortSettings
from drivers.trace import RecentLines
from hw_fixtures.firmware.machine import Build

ZERO = b"\x00"


class Device(Protocol):
    """Be what the lab needs of a simulated device."""

    build: Build

    @property
    def is_on(self) -> bool:
        """Tell whether it has power."""
        ...

    def power_on(self, now_ms: int) -> None:
        """Boot."""
        ...

    def link_restarted(self, *, ends_session: bool) -> None:
        """Start the byte stream anew."""
        ...

    def feed(self, data: bytes, now_ms: int) -> None:
        """Take bytes."""
        ...

    def tick(self, now_ms: int) -> None:
        """Let time pass."""
        ...

    def take(self) -> bytes:
        """Give bytes."""
        ...


@dataclass(slots=True)
class ManualClock:
    """Seconds that pass only when told."""

    now: float = 100.0

    def __call__(self) -> float:
        """Give the present time."""
        return self.now


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Probability of each fault per frame, and of link, power and host faults per tick (CDP1 13)."""

    drop: float = 0.0
    double: float = 0.0
    reorder: float = 0.0
    truncate: float = 0.0
    flip: float = 0.0
    noise: float = 0.0
    delay: float = 0.0
    unplug: float = 0.0
    power: float = 0.0
    crash: float = 0.0


class Cable:
    """Carry frames both ways, badly; one end is a machine, the other a link."""

    def __init__(self, machine: Device, clock: ManualClock, rng: random.Random, level: Level) -> None:
        self.machine = machine
        self.clock = clock
        self.level = level
        self.plugged = True
        self.mute_to_host = False
        self.mute_to_device = False
        self._rng = rng
        self._order = itertools.count()
        self._flying: dict[str, list[tuple[float, int, bytes]]] = {"host": [], "device": []}

    def send(self, to: str, data: bytes) -> None:
        """Put bytes on the cable, frame by frame."""
        muted = self.mute_to_host if to == "host" else self.mute_to_device
        if muted or not self.plugged:
            return
        *runs, rest = data.split(ZERO)
        for run in [run + ZERO for run in runs] + ([rest] if rest else []):
            self._send_one(to, run)

    def arrived(self, to: str) -> bytes:
        """Take what has come by now."""
        flying = self._flying[to]
        parts = []
        while flying and flying[0][0] <= self.clock.now:
            parts.append(heapq.heappop(flying)[2])
        return b"".join(parts)

    def pull(self) -> None:
        """Unplug: what is on the cable is gone, and the device's session ends."""
        self.plugged = False
        self._flying = {"host": [], "device": []}
        self.machine.link_restarted(ends_session=True)

    def carry(self) -> None:
        """Move bytes and time at the device's end."""
        now_ms = round(self.clock.now * 1000)
        data = self.arrived("device")
        if data:
            self.machine.feed(data, now_ms)
        self.machine.tick(now_ms)
        out = self.machine.take()
        if out:
            self.send("host", out)

    def _send_one(self, to: str, run: bytes) -> None:
        rng, level = self._rng, self.level
        if run == ZERO or level == CLEAN:
            self._put(to, run, 0.0)
            return
        if rng.random() < level.drop:
            return
        if rng.random() < level.truncate:
            run = run[: rng.randrange(len(run))]
        elif rng.random() < level.flip and run:
            at = rng.randrange(len(run))
            run = run[:at] + bytes([run[at] ^ 1 << rng.randrange(8)]) + run[at + 1 :]
        if rng.random() < level.noise:
            run = rng.randbytes(rng.randrange(1, 40)) + run
        wait = rng.uniform(0.0, 0.03) if rng.random() < level.reorder else 0.0
        wait += rng.uniform(0.0, 0.8) if rng.random() < level.delay else 0.0
        self._put(to, run, wait)
        if rng.random() < level.double:
            self._put(to, run, rng.uniform(0.0, 0.02))

    def _put(self, to: str, data: bytes, wait: float) -> None:
        heapq.heappush(self._flying[to], (self.clock.now + wait, next(self._order), data))


CLEAN = Level()


class PipeLink:
    """The host's end of a cable."""

    address = "pipe:lab"

    def __init__(self, cable: Cable) -> None:
        self._cable = cable
        self._open = False

    def open(self) -> None:
        """Open, if the cable is plugged in and the device has power."""
        if not self._cable.plugged:
            raise LinkMissing(self.address, "no such pipe")
        self._open = True

    def read(self) -> bytes:
        """Take what has come, without waiting."""
        if not (self._open and self._cable.plugged):
            raise LinkLost(self.address, "pipe broken")
        return self._cable.arrived("host")

    def write(self, data: bytes) -> None:
        """Put bytes on the cable."""
        if not (self._open and self._cable.plugged):
            raise LinkLost(self.address, "pipe broken")
        self._cable.send("device", data)

    def close(self) -> None:
        """Let go of the cable."""
        self._open = False


@dataclass(slots=True)
class Sink:
    """Collect reports, as the table's inbox would; `full` refuses them."""

    reports: list[DeviceReport] = field(default_factory=list)
    full: bool = False

    def put(self, report: DeviceReport, timeout_s: float) -> bool:
        """Take a report, unless full."""
        assert timeout_s >= 0
        if self.full:
            return False
        self.reports.append(report)
        return True

    def of(self, kind: str) -> list[DeviceReport]:
        """Give the reports of one kind."""
        return [report for report in self.reports if report.event.kind == kind]

    def numbered(self) -> list[tuple[int, NumberedEvent]]:
        """Give the numbered events."""
        return [(report.number, report.event) for report in self.reports if report.number]  # type: ignore[misc]


class Lab:
    """One device, one cable, one port; `run` lets time pass in ticks of 5 ms, `acks` lets a table confirm."""

    tick_s = 0.005

    def __init__(
        self,
        machine: Device,
        *,
        seed: int = 1,
        level: Level = CLEAN,
        quiet_s: float = 0.0,
        settings: PortSettings | None = None,
    ) -> None:
        self.clock = ManualClock()
        self.rng = random.Random(seed)
        self.machine = machine
        self.cable = Cable(machine, self.clock, self.rng, level)
        self.sink = Sink()
        self.lines = RecentLines(2000)
        self.settings = settings or settings_for(machine, quiet_s=quiet_s)
        self.port = self.make_port({})
        self.acks = False
        if not machine.is_on:
            machine.power_on(round(self.clock.now * 1000))

    def make_port(self, resume: Mapping[tuple[str, int], int]) -> PortCore:
        """Wire up a port on this cable."""
        return PortCore(
            settings=self.settings,
            make_link=lambda: PipeLink(self.cable),
            inbox=self.sink,
            clock=self.clock,
            random=self.rng,
            resume=resume,
        )

    def step(self) -> None:
        """Let one tick pass."""
        self.clock.now += self.tick_s
        self.cable.carry()
        seen = len(self.sink.reports)
        self.port.turn(self.clock.now)
        for report in self.sink.reports[seen:] if self.acks else ():
            if report.number:
                ack = Ack(serial=report.serial, epoch=report.epoch, number=report.number)
                self.port.submit(ack)

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            self.step()


def settings_for(machine: Device, **changes: object) -> PortSettings:
    """Describe the port that fits a machine."""
    identity = machine.build.identity
    values: dict[str, object] = {
        "device": identity.device_class.name.lower(),
        "device_class": identity.device_class.name.lower(),
        "serial": identity.serial,
        "quiet_s": 0.0,
    }
    return PortSettings(**(values | changes))  # type: ignore[arg-type]


def open_descriptors() -> int:
    """Count the descriptors this process holds."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())
