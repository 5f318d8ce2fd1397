"""A shuffler, a shoe and two decks in engine words, honest down to where each card lies (CDP1 5, 7).

They answer orders as the paper says, keep their events until they are delivered, remember operations, and
can be told to jam, open, lose power or hold an operation open. Nothing here knows the rules of the game.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from controller.engine.actors import Source
from controller.engine.cards import Back, Card, Hidden
from controller.engine.device_events import DeviceOrderIssued
from controller.engine.device_words import (
    ArmWindow,
    AskOperation,
    Button,
    CardFlag,
    CloseShoe,
    Dispense,
    Eject,
    ExpectDeck,
    MarkRound,
    OpenShoe,
    OperationState,
    Order,
    Reading,
    Result,
    SetLock,
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
    ReportDeckComposition,
    ReportDeckReady,
    ReportDeckRejected,
    ReportDeckRemoved,
    ReportDoor,
    ReportFaultCleared,
    ReportFaultRaised,
    ReportLinked,
    ReportOperationDone,
    ReportOperationStarted,
    ReportOrderAnswered,
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


class Machines:
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

    # ---- orders -----------------------------------------------------------------------------------

    def obey(self, issued: DeviceOrderIssued) -> ReportOrderAnswered:
        """Carry out one order; its events lie in the log, its answer is given back."""
        device, order = self.device(issued.device), issued.order
        if issued.op_id is None:
            return self._setting(device, order)
        if issued.op_id in device.known:
            state, _ = device.known[issued.op_id]
            return self._answer(issued, Result.ACCEPTED, state)
        refusal = self._refusal(device, order)
        if refusal is not None:
            return self._answer(issued, refusal, None)
        if isinstance(order, MarkRound):
            device.known[issued.op_id] = (OperationState.DONE, Result.OK)
            return self._answer(issued, Result.ACCEPTED, OperationState.DONE)
        device.known[issued.op_id] = (OperationState.RUNNING, Result.OK)
        device.running = (issued.op_id, order)
        if isinstance(order, StartShuffle):
            self.expect_used, self.expect = self.expect, None
        op_id = issued.op_id
        device.record(lambda source: ReportOperationStarted(source=source, op_id=op_id))
        if not device.slow:
            self.finish(device)
        return self._answer(issued, Result.ACCEPTED, OperationState.RUNNING)

    def _answer(
        self, issued: DeviceOrderIssued, result: Result, state: OperationState | None
    ) -> ReportOrderAnswered:
        return ReportOrderAnswered(
            device=issued.device,
            order=issued.order.kind,
            op_id=issued.op_id,
            result=result,
            state=state,
            next_index=None,
        )

    def _setting(self, device: Device, order: Order) -> ReportOrderAnswered:
        result, state, next_index = Result.OK, None, None
        op_id: int | None = None
        match order:
            case ExpectDeck():
                self.expect = order
            case SetLock(locked=locked):
                device.locked = locked
            case AskOperation(asked_op_id=asked):
                op_id, (state, _) = asked, device.known.get(asked, (OperationState.UNKNOWN, Result.OK))
            case ArmWindow():
                result, next_index = self._arm(order), self.index
            case _:
                raise AssertionError(order.kind)
        return ReportOrderAnswered(
            device=device.name,
            order=order.kind,
            op_id=op_id,
            result=result,
            state=state,
            next_index=next_index if result is Result.OK else None,
        )

    def _arm(self, order: ArmWindow) -> Result:
        if self.shoe.faults:
            return Result.FAULTED
        if self.shoe.doors:
            return Result.INTERLOCK
        if self.index is None:
            return Result.WRONG_STATE
        if not order.first <= self.index < order.first + order.count:
            return Result.REFUSED
        self.window = order
        return Result.OK

    def _refusal(self, device: Device, order: Order) -> Result | None:
        if isinstance(order, MarkRound):
            return None
        if device.faults and not isinstance(order, CloseShoe):
            return Result.FAULTED
        if device.running is not None:
            return Result.BUSY
        if device.doors and not isinstance(order, CloseShoe):
            return Result.INTERLOCK
        match order:
            case StartShuffle(slot=slot):
                source = self.infeed if slot is Slot.INFEED else self.chamber
                free = slot is Slot.CHAMBER or not self.chamber
                return None if self.expect is not None and source and free else Result.WRONG_STATE
            case Dispense(count=count):
                if device.locked or (device.can(TRAY) and self.tray):
                    return Result.INTERLOCK
                return None if len(self.chamber) >= count else Result.WRONG_STATE
            case Eject():
                return Result.INTERLOCK if device.locked else None
            case OpenShoe():
                return None if self.index is None else Result.WRONG_STATE
            case CloseShoe():
                return Result.WRONG_STATE if self.index is None else None
            case _:
                raise AssertionError(order.kind)

    def finish(self, device: Device) -> None:
        """Carry the running operation to its end."""
        assert device.running is not None
        op_id, order = device.running
        mode, came, went, result = ShuffleMode.NONE, 0, 0, Result.OK
        match order:
            case StartShuffle():
                mode, came, result = ShuffleMode.SHUFFLE, *self._shuffle(op_id, order)
            case Dispense(count=count):
                went, result = self._send(count, reads=True)
            case Eject():
                went, result = self._send(len(self.chamber), reads=self.stub_passes)
            case OpenShoe(shoe_id=shoe_id):
                self.shoe_id, self.index, self.passed, self.window = shoe_id, 0, 0, None
            case CloseShoe():
                went, self.index, self.window = self.passed, None, None
            case _:
                raise AssertionError(order.kind)
        self.done(device, op_id, result, mode, (came, went, self._inside(device)))

    def _inside(self, device: Device) -> int | None:
        if not device.can(COUNTS):
            return None
        if device.name == "shuffler":
            return len(self.chamber)
        return len(self.in_shoe) if self.shoe_mode else None

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

    def _shuffle(self, op_id: int, order: StartShuffle) -> tuple[int, Result]:
        source = self.infeed if order.slot is Slot.INFEED else self.chamber
        if self.jam_after is not None:
            fed, self.jam_after = self.jam_after, None
            self.chamber, self.infeed = [*self.chamber, *self.infeed[:fed]], self.infeed[fed:]
            self.raise_fault(self.shuffler, JAM_OUTPUT)
            return fed, Result.FAULTED
        fed_cards = list(source)
        source.clear()
        rank = {card: place for place, card in enumerate(self.cards)}
        self.chamber = sorted(fed_cards, key=lambda physical: rank[physical[1]])
        return len(fed_cards), self._report(op_id)

    def _report(self, op_id: int) -> Result:
        assert self.expect_used is not None
        letter, deck_id = self.expect_used.deck, self.expect_used.deck_id
        whole = sorted((letter, card) for card in Card)
        wrong = sum(back != letter for back, _ in self.chamber)
        faces = sorted(card for _, card in self.chamber)
        differing = 0 if faces == sorted(card for _, card in whole) else 2
        count = len(self.chamber)
        self.shuffler.record(
            lambda source: ReportDeckComposition(
                source=source,
                op_id=op_id,
                deck_id=deck_id,
                count=count,
                saw_faces=True,
                saw_backs=True,
                unreadable=0,
                wrong_back=wrong,
                differing=differing,
            )
        )
        if wrong or differing:
            self.shuffler.record(
                lambda source: ReportDeckRejected(
                    source=source, op_id=op_id, slot=Slot.CHAMBER, deck_id=deck_id, fault=0x0203
                )
            )
            return Result.FAULTED
        self.shuffler.record(
            lambda source: ReportDeckReady(
                source=source,
                op_id=op_id,
                slot=Slot.CHAMBER,
                deck_id=deck_id,
                count=count,
                mode=ShuffleMode.SHUFFLE,
            )
        )
        return Result.OK

    def _send(self, count: int, *, reads: bool) -> tuple[int, Result]:
        """Send cards out of the chamber, past the reader or not, into the tray."""
        sent, result = 0, Result.OK
        for _ in range(count):
            if self.jam_after == sent:
                self.jam_after = None
                self.raise_fault(self.shuffler, JAM_OUTPUT)
                result = Result.FAULTED
                break
            card = self.chamber.pop(0)
            if reads:
                self.pass_reader(card)
            self.tray.append(card)
            sent += 1
        self.show_tray()
        return sent, result

    def show_tray(self) -> None:
        """Report how many cards lie in the tray, if a sensor sees it."""
        if self.shuffler.can(TRAY):
            count = len(self.tray)
            self.shuffler.record(lambda source: ReportTray(source=source, count=count))

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

    def clear_infeed(self) -> None:
        """Take what lies in the infeed back to the rack."""
        self.rack += self.infeed
        self.infeed = []
        self.shuffler.record(lambda source: ReportDeckRemoved(source=source, slot=Slot.INFEED))

    def take_from_chamber(self) -> None:
        """Take the deck out of the chamber by hand."""
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
