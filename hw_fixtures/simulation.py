"""Put together world, cables and wires: one object to simulate a table's devices (CDP1 12)."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self, TypeAlias

from hw_fixtures.firmware.machine import Build, ShoeMachine, ShufflerMachine
from hw_fixtures.wires.cable import Cable
from hw_fixtures.wires.pipe import PipeErrors, PipeLink
from hw_fixtures.wires.pty import PtyWire
from hw_fixtures.wires.runtime import Runtime, VirtualRuntime, monotonic_ms
from hw_fixtures.wires.usb_backend import SimBackend
from hw_fixtures.wires.usb_port import UsbPort
from hw_fixtures.world import TableWorld

Which: TypeAlias = Literal["shuffler", "shoe"]
WHICH: Final[tuple[Which, Which]] = ("shuffler", "shoe")


class Simulation:
    """Hold a simulated table: both devices, their cables, and the wires a host finds them by.

    world: devices and cards; runtime: the lock and the clock; cables: by device; usb: the simulated bus.
    With `clock` time is virtual and moves only when the clock does; without it `start` runs real time.
    Use as a context manager, or call `start` and `stop`.
    """

    def __init__(
        self,
        *,
        seed: int,
        shuffler: Build | None = None,
        shoe: Build | None = None,
        stub_through_reader: bool = False,
        clock: Callable[[], int] | None = None,
    ) -> None:
        self.seed = seed
        self.world = TableWorld(
            seed=seed, shuffler=shuffler, shoe=shoe, stub_through_reader=stub_through_reader
        )
        kind = Runtime if clock is None else VirtualRuntime
        self.runtime = kind(self.world.tick, clock or monotonic_ms, lambda: self.world.now_ms)
        self.cables: dict[Which, Cable] = {
            "shuffler": Cable(self.world.shuffler, seed=seed),
            "shoe": Cable(self.world.shoe, seed=seed),
        }
        self.usb = SimBackend(self.runtime)
        self.usb_ports: dict[Which, UsbPort] = {}
        self._real_time = clock is None
        self.world.now_ms = (clock or monotonic_ms)()
        self.world.power_on()
        self.runtime.cables.extend(self.cables.values())

    def machine(self, which: Which) -> ShufflerMachine | ShoeMachine:
        """Find a device by what it is."""
        return self.world.shuffler if which == "shuffler" else self.world.shoe

    # -- wires --------------------------------------------------------------------------------

    def serve_pty(self, which: Which, path: Path) -> str:
        """Offer a device on a pseudo-terminal under `path`; give its address for a table file."""
        with self.runtime.moment():
            wire = PtyWire(self.cables[which], path)
            self.runtime.wires.append(wire)
        return wire.address

    def serve_usb(self, which: Which) -> str:
        """Offer a device on the simulated USB bus `usb`; give its address for a table file."""
        cable = self.cables[which]
        self.usb_ports[which] = self.usb.attach(cable)
        return self.usb.address_of(cable)

    def pipe(self, which: Which, *, errors: PipeErrors | None = None) -> PipeLink:
        """Offer a device in-process."""
        return PipeLink(self.cables[which], self.runtime, errors=errors)

    # -- life ---------------------------------------------------------------------------------

    def start(self) -> None:
        """Let real time run; in virtual time there is nothing to start."""
        if self._real_time:
            self.runtime.start()

    def stop(self) -> None:
        """Stop and close every wire."""
        self.runtime.stop()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    # -- links, identity ----------------------------------------------------------------------

    def unplug(self, which: Which) -> None:
        """Pull a cable."""
        with self.runtime.moment():
            self.cables[which].unplug()

    def plug(self, which: Which) -> None:
        """Put a cable in."""
        with self.runtime.moment():
            self.cables[which].plug()

    def power_cycle(self, which: Which) -> None:
        """Cut a device's power for a moment."""
        with self.runtime.moment() as now_ms:
            self.machine(which).power_cycle(now_ms)
            self.cables[which].restart_stream(ends_session=True)

    def switch_off_and_on(self, which: str) -> None:
        """Do what a floor does to a machine that does not end what it does; a stall ends with it."""
        name: Which = "shoe" if which == "shoe" else "shuffler"
        with self.runtime.moment():
            self.world.shuffler.hw.stall = False
            self.power_cycle(name)

    def change_identity(self, which: Which, **changes: object) -> None:
        """Make a device somebody else from its next power-up on, which comes at once (CDP1 12, identity)."""
        build = self.machine(which).build
        build.identity = replace(build.identity, **changes)  # type: ignore[arg-type]
        self.power_cycle(which)
