"""Fixtures with simulated devices, for any test suite: `-p hw_fixtures.pytest_plugin` (CDP1 12).

`sim_seed` may be overridden, or set by `--sim-seed`; a failing test prints the seed it ran with.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from hw_fixtures.bench import Bench
from hw_fixtures.fault_verbs import FaultConsole
from hw_fixtures.simulation import Simulation, Which
from hw_fixtures.wires.usb_backend import SimBackend

DEFAULT_SEED: Final = 1


class VirtualClock:
    """Give milliseconds that pass only when a test says so.

    now_ms: the time; `advance` lets it pass in steps fine enough for every timer of a device.
    """

    def __init__(self) -> None:
        self.now_ms = 0

    def __call__(self) -> int:
        """Read the clock."""
        return self.now_ms

    def advance(self, ms: int, *, step_ms: int = 10) -> Iterator[int]:
        """Let time pass and give it after each step."""
        until_ms = self.now_ms + ms
        while self.now_ms < until_ms:
            self.now_ms = min(until_ms, self.now_ms + step_ms)
            yield self.now_ms


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--sim-seed`."""
    parser.addoption("--sim-seed", type=int, default=DEFAULT_SEED, help="seed of simulated devices")


@pytest.fixture
def sim_seed(request: pytest.FixtureRequest) -> int:
    """Give the seed of the test's simulated devices and show it with a failure."""
    seed = int(request.config.getoption("--sim-seed"))
    request.node.add_report_section("setup", "simulated devices", f"seed {seed}")
    return seed


@pytest.fixture
def virtual_clock() -> VirtualClock:
    """Give a clock that moves only when told."""
    return VirtualClock()


@pytest.fixture
def virtual_devices(sim_seed: int, virtual_clock: VirtualClock) -> Iterator[Simulation]:
    """Give both devices in virtual time, without any thread."""
    with Simulation(seed=sim_seed, clock=virtual_clock) as simulation:
        yield simulation


@pytest.fixture
def live_devices(sim_seed: int) -> Iterator[Simulation]:
    """Give both devices in real time, on a thread of their own."""
    with Simulation(seed=sim_seed) as simulation:
        yield simulation


@pytest.fixture
def pty_address(live_devices: Simulation, tmp_path: Path) -> Callable[[Which], str]:
    """Serve a live device on a pseudo-terminal and give its address `serial:PATH`."""
    return lambda which: live_devices.serve_pty(which, tmp_path / "dev" / which)


@pytest.fixture
def usb_address(live_devices: Simulation) -> Callable[[Which], str]:
    """Serve a live device on the simulated USB bus and give its address `usb:1209:cd01:SERIAL`."""
    return live_devices.serve_usb


@pytest.fixture
def usb_backend(live_devices: Simulation) -> SimBackend:
    """Give the backend for `usb.core.find(backend=...)` that sees the live devices."""
    return live_devices.usb


@pytest.fixture
def device_bench(live_devices: Simulation) -> Bench:
    """Give the bench, faults included, of the live devices."""
    return FaultConsole(live_devices)
