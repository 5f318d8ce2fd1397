"""Hold the mechanical side of a device: what stays as it is when the power goes."""

from dataclasses import dataclass, field
from enum import IntEnum

from hw_fixtures.firmware.deck import PhysicalCard
from hw_fixtures.firmware.identity import Crystal
from hw_fixtures.peer.codes import Fault


class ReadFault(IntEnum):
    """Name what can go wrong when a card passes the reader (CDP1 12, cards)."""

    MISREAD = 1
    UNREADABLE = 2
    LOW_CONFIDENCE = 3
    REVERSED = 4
    FACE_UP = 5
    WRONG_BACK = 6
    DOUBLE_FEED = 7
    SKIPPED = 8


@dataclass(frozen=True, slots=True)
class Misreading:
    """Arm one reading fault; `value` is the false code, back or confidence where the fault needs one."""

    fault: ReadFault
    value: int = field(default=0, repr=False)


@dataclass(slots=True, kw_only=True)
class Hardware:
    """Hold what both devices have (CDP1 5, 12).

    causes: mechanical conditions that keep a fault active; open_doors: door ids, the shoe's lid is 0.
    service_key: turned to service; crystal: the clock's faults; stuck: sensors that no longer move.
    """

    causes: set[Fault] = field(default_factory=set)
    open_doors: set[int] = field(default_factory=set)
    service_key: bool = False
    crystal: Crystal = field(default_factory=Crystal)
    stuck: dict[tuple[int, int], int] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class ShufflerHardware(Hardware):
    """Hold the shuffler's places for cards and its planted lies.

    slots: infeed and chamber, next card first; tray: cards at the output; retained: caught inside, uncounted.
    sorts: the machine is left in sort mode; claims_shuffle: it reports shuffle all the same.
    claims_perfect: its deck report hides every deviation; retain_next: cards the next shuffle keeps inside.
    stall: the running operation never ends; jam_after: cards until a jam of the given code.
    """

    slots: tuple[list[PhysicalCard], list[PhysicalCard]] = field(default_factory=lambda: ([], []), repr=False)
    tray: list[PhysicalCard] = field(default_factory=list, repr=False)
    retained: list[PhysicalCard] = field(default_factory=list, repr=False)
    sorts: bool = False
    claims_shuffle: bool = False
    claims_perfect: bool = False
    retain_next: int = 0
    stall: bool = False
    jam_after: tuple[int, Fault] | None = None
    stacked: list[int] = field(default_factory=list, repr=False)


@dataclass(slots=True, kw_only=True)
class ShoeHardware(Hardware):
    """Hold the shoe's cards and armed reading faults.

    inside: cards in the shoe, next first; readings: faults for the next cards.
    """

    inside: list[PhysicalCard] = field(default_factory=list, repr=False)
    readings: list[Misreading] = field(default_factory=list, repr=False)
