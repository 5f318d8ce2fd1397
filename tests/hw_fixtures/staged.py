"""A simulation in virtual time with a tiny host on each cable."""

from hw_fixtures.fault_verbs import FaultConsole
from hw_fixtures.firmware.machine import Build
from hw_fixtures.peer.codes import Message, ReadMode, ShuffleMode, Slot
from hw_fixtures.simulation import WHICH, Simulation
from hw_fixtures.wires.cable import Cable
from tests.hw_fixtures.minihost import MiniHost, VirtualClock, u16


class CableEnd:
    """Let a tiny host talk through a cable, faults included."""

    def __init__(self, cable: Cable, clock: VirtualClock) -> None:
        self._cable = cable
        self._clock = clock

    def feed(self, data: bytes, now_ms: int) -> None:
        """Write if the cable is in."""
        if self._cable.is_plugged:
            self._cable.host_writes(data, now_ms)

    def tick(self, now_ms: int) -> None:
        """Leave time to the simulation."""

    def take(self) -> bytes:
        """Read if the cable is in."""
        return self._cable.host_reads(self._clock.now_ms) if self._cable.is_plugged else b""


class Table:
    """A simulation in virtual time with a tiny host on each cable."""

    def __init__(self, seed: int = 4, *, shuffler: Build | None = None, shoe: Build | None = None) -> None:
        self.clock = VirtualClock()
        self.simulation = Simulation(seed=seed, shuffler=shuffler, shoe=shoe, clock=lambda: self.clock.now_ms)
        self.world = self.simulation.world
        self.bench = FaultConsole(self.simulation)
        self.shuffler, self.shoe = (
            MiniHost(
                CableEnd(self.simulation.cables[which], self.clock),
                session=20 + number,
                clock=self.clock,
                world_tick=self.tick,
            )
            for number, which in enumerate(WHICH)
        )
        self.shuffler.peers.append(self.shoe)
        self.shoe.peers.append(self.shuffler)
        self.shuffler.up()
        self.shoe.up()

    def tick(self, now_ms: int) -> None:
        """Let the simulation live."""
        del now_ms
        with self.simulation.runtime.moment():
            pass

    def run(self, ms: int) -> None:
        """Let time pass."""
        self.shoe.run(ms)

    def shuffle(self, letter: str, mode: ShuffleMode = ShuffleMode.SHUFFLE) -> bytes:
        """Feed and shuffle a deck; give OP_DONE."""
        deck = self.world.deck(letter)
        if "infeed" not in self.world.whereabouts(letter):
            self.bench.do(f"load {letter}")
        self.shuffler.command(
            Message.EXPECT, deck.deck_id.to_bytes(4, "little") + bytes((1, 0, deck.back)) + bytes(7)
        )
        return self.shuffler.do(Message.START_SHUFFLE, bytes((mode, Slot.INFEED)))

    def open_shoe(self, count: int = 2) -> None:
        """Shuffle deck B into the shoe, open it and arm a window."""
        self.shuffle("B")
        self.bench.do("toshoe")
        self.shoe.do(Message.OPEN_SHOE, bytes((1, 0, 0, 0, 1, 2, 0, 0)))
        self.shoe.command(Message.ARM, bytes((1, 0, 0, 0, 0, 0, count, ReadMode.READ)))

    def cards(self) -> list[tuple[int, int, int]]:
        """Give code, back and flags of every CARD."""
        self.run(50)
        return [(p[10], p[11], u16(p, 13)) for p in self.shoe.payloads(Message.CARD)]
