"""Two decks, two devices and the hands that carry cards between them, in engine words (CDP1 5, 7).

Every card lies in exactly one pile; what a sensor would see becomes a numbered event in the device's log,
and waits there until it is delivered. `devices` adds what the machines do when they are told to.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from controller.engine.actors import Source
from controller.engine.cards import Back, Card, Hidden
from controller.engine.device_words import (
    ArmWindow,
    Button,
    CardFlag,
    Dispense,
    Eject,
    ExpectDeck,
    OperationState,
    Order,
    Reading,
    Result,
    ShuffleMode,
    Slot,
    StartShuffle,
    WindowMode,
)
from controller.engine.fact_commands import (
    DeviceFact,
    ReportBoot,
    ReportButton,
    ReportCardRead,
    ReportCardsLoaded,
    ReportDeckRemoved,
    ReportDoor,
    ReportFaultCleared,
    ReportFaultRaised,
    ReportLinked,
    ReportOperationDone,
    ReportShoeEmpty,
    ReportTray,
)
from controller.engine.ids import DeckLetter, DeviceName

EVERY_BIT = 0xFFFF
JAM_OUTPUT = 0x0103
TRAY, DEAL, COUNTS = 6, 13, 8

Physical = tuple[DeckLetter, Card]
Draft = Callable[[Source], DeviceFact]


@dataclass
class Device:
    """Hold one device: its numbering, what it has not delivered, the operations it knows, its troubles."""

    name: DeviceName
    serial: str
    capabilities: int = EVERY_BIT
    boot_id: int = 7
    number: int = 0
    log: list[DeviceFact] = field(default_factory=list)
    known: dict[int, tuple[OperationState, Result]] = field(default_factory=dict)
    running: tuple[int, Order] | None = None
    slow: bool = False
    faults: set[int] = field(default_factory=set)
    doors: set[int] = field(default_factory=set)
    locked: bool = False
    ill: bool = False

    def can(self, bit: int) -> bool:
        """Tell whether it announces a capability."""
        return bool(self.capabilities >> bit & 1)

    def record(self, draft: Draft) -> None:
        """Write the next numbered event into the log."""
        self.number += 1
        self.log.append(draft(Source(device=self.name, serial=self.serial, epoch=1, number=self.number)))

    def hello(self) -> ReportLinked:
        """Say who it is, as at every new link."""
        return ReportLinked(
            source=Source(device=self.name, serial=self.serial, epoch=1, number=0),
            boot_id=self.boot_id,
            capabilities=self.capabilities,
            model="Sim",
            firmware="1.0.0",
            state="idle",
            faults=tuple(sorted(self.faults)),
            resumed_from=self.number - len(self.log),
        )


class Piles:
    """Hold both devices and all cards: rack, infeed, chamber, tray, hand, shoe, felt."""

    def __init__(self, *, cards: list[Card], capabilities: int, shoe_mode: bool, stub_passes: bool) -> None:
        self.shuffler = Device("shuffler", "SHUF-1", capabilities)
        self.shoe = Device("shoe", "SHOE-1", capabilities)
        self.cards = cards
        self.shoe_mode = shoe_mode
        self.stub_passes = stub_passes
        self.rack: list[Physical] = [(letter, card) for letter in ("A", "B") for card in Card]
        self.infeed: list[Physical] = []
        self.chamber: list[Physical] = []
        self.tray: list[Physical] = []
        self.hand: list[Physical] = []
        self.in_shoe: list[Physical] = []
        self.felt: list[Physical] = []
        self.expect: ExpectDeck | None = None
        self.expect_used: ExpectDeck | None = None
        self.jam_after: int | None = None
        self.shoe_id = 0
        self.index: int | None = None
        self.passed = 0
        self.window: ArmWindow | None = None
        self.t_ms = 0
        self.flags: tuple[CardFlag, ...] = ()
        self.reading = Reading.FACE
        self.confidence = 99
        self.gap_ms = 500

    def device(self, name: DeviceName) -> Device:
        """Give one device by its name."""
        return self.shuffler if name == "shuffler" else self.shoe

    # ---- cards ------------------------------------------------------------------------------------

    def pass_reader(self, physical: Physical) -> None:
        """Let one card pass the reader of the shoe."""
        letter, card = physical
        window, index = self.window, self.index
        inside = (
            window is not None and index is not None and window.first <= index < window.first + window.count
        )
        unseen = index is None or (inside and window is not None and window.mode is not WindowMode.READ)
        flags = self.flags if inside else (*self.flags, CardFlag.OUTSIDE_WINDOW)
        self.t_ms += self.gap_ms
        reading = Reading.WITHHELD if unseen else self.reading
        known = reading is Reading.FACE
        t_ms, confidence, shoe_id = self.t_ms, self.confidence, 0 if index is None else self.shoe_id
        self.flags, self.reading, self.confidence, self.gap_ms = (), Reading.FACE, 99, 500
        self.shoe.record(
            lambda source: ReportCardRead(
                source=source,
                index=index,
                shoe_id=shoe_id,
                reading=reading,
                card=Hidden(ordinal=0, card=card, salt=bytes(16)) if known else Hidden(ordinal=0),
                back=Back.BLUE if letter == "A" else Back.ORANGE,
                confidence=confidence,
                flags=flags,
                t_ms=t_ms,
            )
        )
        if index is not None:
            self.index = index + 1
            self.passed += 1

    def draw(self) -> bool:
        """Draw the next card from the shoe; False when the mouth is shut or nothing is left."""
        if self.shoe.locked or self.shoe.doors:
            return False
        if not self.in_shoe:
            index = self.index or 0
            self.shoe.record(lambda source: ReportShoeEmpty(source=source, index=index))
            return False
        card = self.in_shoe.pop(0)
        self.pass_reader(card)
        self.felt.append(card)
        return True

    # ---- hands ------------------------------------------------------------------------------------

    def load_infeed(self, letter: DeckLetter, *, keep_back: int = 0) -> None:
        """Put a whole deck, or all but some cards of it, into the infeed."""
        self.rack += self.tray + self.felt
        self.tray, self.felt = [], []
        mine = [physical for physical in self.rack if physical[0] == letter]
        moved = mine[: len(mine) - keep_back]
        self.rack = [physical for physical in self.rack if physical not in moved]
        self.infeed += moved
        count = len(self.infeed)
        self.shuffler.record(lambda source: ReportCardsLoaded(source=source, slot=Slot.INFEED, count=count))

    def put_down(self) -> None:
        """Lay what is in the hand to the rack."""
        self.rack += self.hand
        self.hand = []

    def clear_infeed(self) -> None:
        """Take what lies in the infeed back to the rack."""
        self.rack += self.infeed
        self.infeed = []
        self.shuffler.record(lambda source: ReportDeckRemoved(source=source, slot=Slot.INFEED))

    def take_from_chamber(self) -> None:
        """Take the deck out of the chamber by hand; what was in the hand is laid down first."""
        self.put_down()
        self.hand, self.chamber = self.chamber, []
        self.shuffler.record(lambda source: ReportDeckRemoved(source=source, slot=Slot.CHAMBER))

    def lid(self, *, is_open: bool) -> None:
        """Open or shut the shoe's lid."""
        self.move_door(self.shoe, 0, is_open=is_open)

    def move_door(self, device: Device, door: int, *, is_open: bool) -> None:
        """Open or shut a door."""
        if is_open:
            device.doors.add(door)
        else:
            device.doors.discard(door)
        device.record(lambda source: ReportDoor(source=source, door=door, is_open=is_open))

    def load_shoe(self) -> None:
        """Put the deck in hand into the shoe; what was there goes to the rack."""
        self.lid(is_open=True)
        self.rack += self.in_shoe
        self.in_shoe, self.hand = self.hand, []
        self.lid(is_open=False)

    def unload_shoe(self) -> None:
        """Take what is left in the shoe to the rack."""
        self.lid(is_open=True)
        self.rack += self.in_shoe
        self.in_shoe = []
        self.lid(is_open=False)

    def clear_tray(self, *, to_rack: bool = False) -> None:
        """Take the cards from the tray to the felt, or to the rack."""
        if to_rack:
            self.rack += self.tray
        else:
            self.felt += self.tray
        self.tray = []
        self.show_tray()

    def press_deal(self) -> None:
        """Press the deal key."""
        for is_down in (True, False):
            self.shuffler.record(
                lambda source, is_down=is_down: ReportButton(  # type: ignore[misc]
                    source=source, button=Button.DEAL, is_down=is_down
                )
            )

    # ---- troubles ---------------------------------------------------------------------------------

    def raise_fault(self, device: Device, fault: int, severity: int = 3) -> None:
        """Raise a fault."""
        device.faults.add(fault)
        device.record(
            lambda source: ReportFaultRaised(source=source, fault=fault, severity=severity, where=4, detail=0)
        )

    def clear_faults(self, device: Device) -> None:
        """Remove every cause and press the clear key."""
        for fault in sorted(device.faults):
            device.record(lambda source, fault=fault: ReportFaultCleared(source=source, fault=fault))  # type: ignore[misc]
        device.faults.clear()

    def power_cut(self, device: Device) -> None:
        """Switch a device off and on: the window is gone, a running operation is interrupted."""
        device.boot_id += 1
        boot_id = device.boot_id
        device.record(lambda source: ReportBoot(source=source, boot_id=boot_id, reason="power"))
        if device.running is not None:
            op_id, order = device.running
            unknown = isinstance(order, Dispense | Eject | StartShuffle)
            counts = (None, None, None) if unknown else (0, 0, None)
            self.done(device, op_id, Result.INTERRUPTED, ShuffleMode.NONE, counts)
        if device.name == "shoe":
            self.window = None

    def done(
        self,
        device: Device,
        op_id: int,
        result: Result,
        mode: ShuffleMode = ShuffleMode.NONE,
        counts: tuple[int | None, int | None, int | None] = (0, 0, None),
    ) -> None:
        """Report the end of an operation with the cards that came in, left and are inside."""
        ended = {Result.OK: OperationState.DONE, Result.INTERRUPTED: OperationState.INTERRUPTED}
        device.known[op_id] = (ended.get(result, OperationState.FAILED), result)
        device.running = None
        came, went, inside = counts
        device.record(
            lambda source: ReportOperationDone(
                source=source,
                op_id=op_id,
                result=result,
                mode=mode,
                cards_in=came,
                cards_out=went,
                cards_inside=inside,
            )
        )

    def show_tray(self) -> None:
        """Report how many cards lie in the tray, if a sensor sees it."""
        if self.shuffler.can(TRAY):
            count = len(self.tray)
            self.shuffler.record(lambda source: ReportTray(source=source, count=count))
