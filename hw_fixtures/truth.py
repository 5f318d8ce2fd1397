"""Tell what really happened to devices and cards: what a soak holds a record against (ARCHITECTURE 9).

Nothing here changes anything, and no host may ask it: cards lie open to it that nobody at the table sees.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hw_fixtures.firmware.deck import DECK_SIZE, PhysicalCard
from hw_fixtures.peer.codes import Message, card_text
from hw_fixtures.simulation import Simulation, Which

_U32: Final = 4
_OP_ID: Final = slice(_U32, 2 * _U32)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEnd:
    """Name the end of a device's event log.

    serial, epoch: whose numbers these are; acked: highest acknowledged, newest: highest written, 0 for none.
    """

    serial: str
    epoch: int
    acked: int
    newest: int


class Truth:
    """Look into a simulation (the thread that owns it)."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._world = simulation.world

    def log_end(self, which: Which) -> LogEnd:
        """Say how far a device's log goes, and how far a host acknowledged it."""
        machine = self._simulation.machine(which)
        nv = machine.nv
        return LogEnd(
            serial=machine.build.identity.serial, epoch=nv.epoch, acked=nv.acked, newest=nv.next_seq - 1
        )

    def numbers(self, which: Which, message: Message) -> tuple[int, ...]:
        """Give the numbers of the logged events of one type, as far as the log still holds them."""
        log = self._simulation.machine(which).nv.log
        return tuple(number for number in sorted(log) if log[number].message == message)

    def started(self, which: Which) -> Counter[int]:
        """Count how often each operation began to move something, as far as the log still tells."""
        log = self._simulation.machine(which).nv.log.values()
        begun = (entry.payload for entry in log if entry.message == Message.OP_STARTED)
        return Counter(int.from_bytes(payload[_OP_ID], "little") for payload in begun)

    def cards_at(self, place: str) -> tuple[str, ...]:
        """Give the faces at a place of the felt, the first laid first; `??` is no card of a deck."""
        return tuple(_text(card) for card in self._world.places.get(place, []))

    def deck_to_come(self) -> tuple[tuple[str, str], ...]:
        """Give face and back of each card that is to be dealt, next first."""
        return tuple((_text(card), card.back.name.lower()) for card in self._world.coming)

    def cards_of(self, letter: str) -> int:
        """Count the cards of one deck's back anywhere at the table, inside the devices too."""
        back = self._world.deck(letter).back
        return sum(card.back is back for card in self._everywhere())

    @property
    def will_misread(self) -> bool:
        """Tell whether a reading fault waits for the next card."""
        return bool(self._world.shoe.hw.readings)

    def _everywhere(self) -> Iterator[PhysicalCard]:
        shuffler = self._world.shuffler.hw
        piles = [*shuffler.slots, shuffler.tray, shuffler.retained, self._world.shoe.hw.inside]
        for pile in (*piles, *self._world.places.values()):
            yield from pile


def _text(card: PhysicalCard) -> str:
    return card_text(card.code) if card.code < DECK_SIZE else "??"
