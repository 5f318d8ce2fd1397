"""A million bytes of garbage before, between and inside frames, both ways: no false card (issue 4)."""

import random
import tracemalloc
from collections.abc import Callable
from enum import StrEnum

import pytest

from drivers.cdp.device_events import read_event
from drivers.cdp.frames import MAX_WIRE
from drivers.events import DeviceClass
from hw_fixtures.firmware.deck import PhysicalCard
from hw_fixtures.firmware.machine import ShoeMachine, plain_shoe
from hw_fixtures.peer.codes import Back
from tests.drivers.lab import CLEAN, Cable, Lab

AMOUNT = 1_000_000
CARDS = 120
MOST_GROWTH = 200_000
MOST_S = 400.0

_BANNER = (
    b"\r\nU-Boot 2023.07 (Jul 10 2023)\r\nDRAM: 512 MiB\r\nStarting kernel ...\r\n[    0.000000] Linux\r\n"
)
GARBAGE: dict[str, Callable[[random.Random, int], bytes]] = {
    "random": lambda rng, size: rng.randbytes(size),
    "zeros": lambda _rng, size: bytes(size),
    "AT commands": lambda _rng, size: (b"AT+GCAP\r\nATZ\r\nAT+CGMI\r\n" * (size // 20 + 1))[:size],
    "boot banner": lambda _rng, size: (_BANNER * (size // len(_BANNER) + 1))[:size],
}


class Where(StrEnum):
    """Name where garbage falls."""

    BEFORE = "before"
    BETWEEN = "between"
    INSIDE = "inside"


class DirtyCable(Cable):
    """Mix garbage into what travels; `put` counts its bytes."""

    def __init__(self, lab: Lab, kind: str, where: Where) -> None:
        super().__init__(lab.machine, lab.clock, lab.rng, CLEAN)
        self.put = 0
        self._make = GARBAGE[kind]
        self._where = where

    def send(self, to: str, data: bytes) -> None:
        """Send each frame with garbage before it, behind it or in its middle, most of the time."""
        if self.put < AMOUNT and self._rng.random() < 0.6:
            dirt = self._make(self._rng, self._rng.randrange(500, 9_000))
            self.put += len(dirt)
            at = {Where.BEFORE: 0, Where.BETWEEN: len(data), Where.INSIDE: len(data) // 2}[self._where]
            data = data[:at] + dirt + data[at:]
        self._put(to, data, 0.0)


class Scene:
    """A shoe whose cards are drawn while its cable is dirty; the table acknowledges at once."""

    def __init__(self, kind: str, where: Where) -> None:
        self.machine = ShoeMachine(plain_shoe(seed=3))
        self.lab = Lab(self.machine, seed=5)
        self.lab.acks = True
        self.lab.cable = self.cable = DirtyCable(self.lab, kind, where)
        self.drawn = 0
        self.most_held = 0

    def go_on(self) -> None:
        """Draw a card if there is one, and let a moment pass."""
        if self.drawn < CARDS:
            self.drawn += 1
            self.machine.pass_card(PhysicalCard(7, Back.BLUE), round(self.lab.clock.now * 1000))
        self.lab.run(0.1)
        self.most_held = max(self.most_held, self.lab.port._session._decoder.held)

    def is_over(self) -> bool:
        """Tell whether all garbage was on the cable, and every event has come since."""
        last = self.machine.nv.next_seq - 1
        return self.cable.put >= AMOUNT and self.drawn == CARDS and len(self.lab.sink.numbered()) >= last

    def differing(self) -> list[int]:
        """Give the numbers of events that are not what the device logged."""
        log = self.machine.nv.log
        return [
            number
            for number, event in self.lab.sink.numbered()
            if event != read_event(log[number].message, log[number].payload, DeviceClass.SHOE)
        ]


@pytest.mark.parametrize("where", Where)
@pytest.mark.parametrize("kind", GARBAGE)
def test_a_million_bytes_of_garbage_make_no_card(kind: str, where: Where) -> None:
    """Every event arrives once and as it was logged, nothing more; at most 213 bytes are held (CDP1 2)."""
    scene = Scene(kind, where)
    tracemalloc.start()
    try:
        while scene.drawn < CARDS // 2:
            scene.go_on()
        settled, _ = tracemalloc.get_traced_memory()
        while not scene.is_over():
            scene.go_on()
            assert scene.lab.clock.now < MOST_S
        grown = tracemalloc.get_traced_memory()[0] - settled
    finally:
        tracemalloc.stop()

    assert CARDS == len(scene.lab.sink.of("card_read"))
    assert list(range(1, scene.machine.nv.next_seq)) == [n for n, _ in scene.lab.sink.numbered()]
    assert [] == scene.differing()
    assert scene.most_held <= MAX_WIRE
    assert grown < MOST_GROWTH
