"""A shuffler and a shoe that answer orders as the paper says, and remember operations (CDP1 4, 5).

They can be told to jam, to be slow, to lose power. Nothing here knows the rules of the game.
"""

from controller.engine.cards import Card
from controller.engine.device_events import DeviceOrderIssued
from controller.engine.device_words import (
    ArmWindow,
    AskOperation,
    CloseShoe,
    Dispense,
    Eject,
    ExpectDeck,
    MarkRound,
    OpenShoe,
    OperationState,
    Order,
    Result,
    SelfTest,
    SetLock,
    ShuffleMode,
    Slot,
    StartShuffle,
)
from controller.engine.fact_commands import (
    ReportDeckComposition,
    ReportDeckReady,
    ReportDeckRejected,
    ReportOperationStarted,
    ReportOrderAnswered,
)
from tests.engine.piles import COUNTS, JAM_OUTPUT, TRAY, Device, Piles


class Machines(Piles):
    """Carry out orders with the cards that lie in the piles."""

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
            case SelfTest():
                return None
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
            case SelfTest():
                result = Result.FAULTED if device.ill else Result.OK
            case _:
                raise AssertionError(order.kind)
        self.done(device, op_id, result, mode, (came, went, self._inside(device)))

    def _inside(self, device: Device) -> int | None:
        if not device.can(COUNTS):
            return None
        if device.name == "shuffler":
            return len(self.chamber)
        return len(self.in_shoe) if self.shoe_mode else None

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
