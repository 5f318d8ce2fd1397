"""One suite over many wires: real threads, real pyserial, real pyusb, simulated devices (CDP1 13, L1)."""

import random
import threading
import time
import tracemalloc
from pathlib import Path

import pytest

from drivers.events import LinkUp, OpAnswer
from drivers.orders import GetStatus, Locate, Lock, Ping, SelfTest
from hw_fixtures.simulation import WHICH, Which
from hw_fixtures.wires.lane import Mischief
from tests.drivers.lab import open_descriptors
from tests.drivers.test_garbage import AMOUNT, GARBAGE, MOST_GROWTH
from tests.hil.rig import WIRES, Rig

SETTLED = 100
"""Helpings of noise after which nothing more may be kept."""

on_every_wire = pytest.mark.parametrize("wire", WIRES)
both_devices = pytest.mark.parametrize("which", WHICH)


def _port_threads() -> list[str]:
    return [
        thread.name
        for thread in threading.enumerate()
        if thread.name.startswith(("port-", "sim", "usbfs", "look"))
    ]


@on_every_wire
@both_devices
def test_device_comes_up_and_delivers(which: Which, wire: str, tmp_path: Path) -> None:
    """Either device on either link: identity, then every event once and in order (CDP1 1, 4)."""
    with Rig(which, wire, tmp_path) as rig:
        assert rig.table.wait_for("link_up", 1)
        for _ in range(20):
            rig.act()
        assert rig.is_complete()
        up = rig.table.reports[0].event

    assert isinstance(up, LinkUp)
    assert list(range(1, len(rig.table.numbers) + 1)) == rig.table.numbers
    assert 1 == rig.table.kinds["link_down"]
    assert [] == _port_threads()


@on_every_wire
def test_orders_are_answered(wire: str, tmp_path: Path) -> None:
    """Queries, settings and an operation get exactly one answer each (CDP1 4)."""
    with Rig("shoe", wire, tmp_path) as rig:
        assert rig.table.wait_for("link_up", 1)
        for order in (Ping(data=b"x"), GetStatus(), Lock(on=True), Locate(seconds=1), SelfTest(op_id=5)):
            assert rig.port.submit(order)
        assert rig.table.wait_for("op_done", 1)
    (answer,) = [report.event for report in rig.table.reports if report.event.kind == "op_answer"]

    assert isinstance(answer, OpAnswer)
    assert answer.accepted
    assert (1, 1, 2) == tuple(rig.table.kinds[k] for k in ("ping_answer", "status_answer", "order_answer"))


@on_every_wire
def test_unplug_mid_stack_loses_no_card(wire: str, tmp_path: Path) -> None:
    """Cards drawn while the cable is out come after the replug, once each; the loss shows in 1 s (CDP1 6)."""
    with Rig("shoe", wire, tmp_path) as rig:
        assert rig.table.wait_for("link_up", 1)
        rig.act()
        rig.simulation.unplug("shoe")
        pulled = time.monotonic()
        assert rig.table.wait_for("link_down", 1)
        for _ in range(5):
            rig.act()
        rig.simulation.plug("shoe")
        assert rig.table.wait_for("link_up", 2)
        assert rig.is_complete()
        seen_after = rig.table.times[[r.event.kind for r in rig.table.reports].index("link_down")] - pulled

    assert seen_after < 1.0
    assert list(range(1, len(rig.table.numbers) + 1)) == rig.table.numbers


@on_every_wire
def test_power_cycle_resumes_by_number(wire: str, tmp_path: Path) -> None:
    """A power cut ends the session; after BOOT the stream goes on by number (CDP1 6)."""
    with Rig("shoe", wire, tmp_path) as rig:
        assert rig.table.wait_for("link_up", 1)
        rig.act()
        rig.simulation.power_cycle("shoe")
        assert rig.table.wait_for("link_up", 2)
        assert rig.is_complete()

    assert 2 == rig.table.kinds["booted"]
    assert list(range(1, len(rig.table.numbers) + 1)) == rig.table.numbers


def _cycle(rig: Rig, cycles: int) -> None:
    """Unplug and replug many times, with an event in between."""
    for count in range(1, cycles + 1):
        rig.simulation.unplug(rig.which)
        assert rig.table.wait_for("link_down", count), count
        rig.act()
        rig.simulation.plug(rig.which)
        assert rig.table.wait_for("link_up", count + 1), count


@on_every_wire
@pytest.mark.parametrize("cycles", [100, pytest.param(1000, marks=pytest.mark.full)])
def test_unplug_cycles_leak_nothing(wire: str, cycles: int, tmp_path: Path) -> None:
    """A hundred unplugs on each wire (a thousand on request) leak and lose nothing (issue 4)."""
    before = open_descriptors()
    with Rig("shoe", wire, tmp_path) as rig:
        assert rig.table.wait_for("link_up", 1)
        settled = rig.descriptors()
        _cycle(rig, cycles)
        assert rig.is_complete()
        assert abs(rig.descriptors() - settled) <= 1

    assert before == open_descriptors()
    assert [] == _port_threads()
    assert list(range(1, len(rig.table.numbers) + 1)) == rig.table.numbers


@pytest.mark.parametrize("seconds", [3.0, pytest.param(14.0, marks=pytest.mark.full)])
@on_every_wire
def test_live_with_faults(wire: str, seconds: float, tmp_path: Path) -> None:
    """A card each 10 ms through unplugs, power cuts and muted lanes: same numbers at both ends (CDP1 13)."""
    rng = random.Random(f"{wire} {seconds}")
    pause = threading.Event()
    with Rig("shoe", wire, tmp_path) as rig:
        assert rig.table.wait_for("link_up", 1)
        end = time.monotonic() + seconds
        next_fault = time.monotonic() + 0.7
        while time.monotonic() < end:
            rig.act()
            if time.monotonic() > next_fault:
                _do_fault(rig, wire, rng)
                next_fault = time.monotonic() + rng.uniform(0.5, 1.5)
            pause.wait(0.01)
        rig.simulation.plug("shoe")
        assert rig.is_complete()

    assert list(range(1, len(rig.table.numbers) + 1)) == rig.table.numbers
    assert rig.table.kinds["link_up"] >= 2
    assert 0 == rig.table.kinds["stopped"]
    assert 0 == rig.table.kinds["protocol_broken"]


def _do_fault(rig: Rig, wire: str, rng: random.Random) -> None:
    """Do one thing that happens to cables and sockets."""
    fault = rng.choice(["unplug", "power", "mute", "stall", "io"])
    if fault == "power":
        rig.simulation.power_cycle("shoe")
    elif fault == "mute":
        with rig.simulation.runtime.moment() as now_ms:
            rig.simulation.cables["shoe"].to_host.muted_until_ms = now_ms + 400
    elif fault == "stall" and wire in {"usb", "usbfs"}:
        rig.simulation.usb_ports["shoe"].faults.stalls = 1
    elif fault == "io" and wire in {"usb", "usbfs"}:
        rig.simulation.usb_ports["shoe"].faults.io_errors = 3
    else:
        rig.simulation.unplug("shoe")
        rig.simulation.plug("shoe")


@on_every_wire
def test_back_up_within_two_seconds_of_a_mute(wire: str, tmp_path: Path) -> None:
    """A lane muted for 2 s costs the session; the port is up again within 2 s after it ends (CDP1 13)."""
    with Rig("shoe", wire, tmp_path) as rig:
        assert rig.table.wait_for("link_up", 1)
        with rig.simulation.runtime.moment() as now_ms:
            rig.simulation.cables["shoe"].to_host.muted_until_ms = now_ms + 2000
        ends = time.monotonic() + 2.0
        assert rig.table.wait_for("link_down", 1)
        assert rig.table.wait_for("link_up", 2)
        late = rig.table.last_time("link_up") - ends

    assert late <= 2.0


@pytest.mark.parametrize(("wire", "other_wire"), [("usb", "pty"), ("pty", "usb")])
def test_garbage_on_one_port_leaves_the_other_on_time(wire: str, other_wire: str, tmp_path: Path) -> None:
    """A million bytes of noise, zeros, AT commands and banners, before, between and inside frames (issue 4).

    No false card, no memory kept, and the shuffler on time.
    """
    rng = random.Random(4)
    noise = b"".join(make(rng, 1024) for make in GARBAGE.values())
    late = []
    with Rig("shoe", wire, tmp_path) as dirty, Rig("shuffler", other_wire, tmp_path) as other:
        assert dirty.table.wait_for("link_up", 1)
        assert other.table.wait_for("link_up", 1)
        tracemalloc.start()
        settled = 0
        for count in range(AMOUNT // len(noise) + 1):
            _dirty_line(dirty, noise)
            if count % 50 == 0:
                start = time.monotonic()
                other.act()
                dirty.act()
                assert other.is_complete()
                late.append(time.monotonic() - start)
            if count == SETTLED:
                settled = tracemalloc.get_traced_memory()[0]
        assert dirty.is_complete()
        grown = tracemalloc.get_traced_memory()[0] - settled
        tracemalloc.stop()
        cards = dirty.table.kinds["card_read"]

    assert len(late) == cards
    assert max(late) < 1.0
    assert grown < MOST_GROWTH
    assert list(range(1, len(dirty.table.numbers) + 1)) == dirty.table.numbers


def _dirty_line(rig: Rig, noise: bytes) -> None:
    """Put raw noise between frames, and let the next two have some before and inside them."""
    with rig.simulation.runtime.moment() as now_ms:
        lane = rig.simulation.cables["shoe"].to_host
        lane.noise(noise, now_ms)
        if not lane.has_plans:
            lane.plan(Mischief.NOISE_BEFORE)
            lane.plan(Mischief.NOISE_INSIDE)
