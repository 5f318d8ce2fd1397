"""A whole table in engine words: fake devices that answer orders, a deck in a known order, a house dealer.

`Felt` keeps every event and checks after each command what must always hold: invariants, one prompt with
a way out, a view without hidden faces, and a replay equal to the live state.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from controller.engine.actors import Approval, ApprovalMethod, Role, Source
from controller.engine.advance import advance
from controller.engine.cards import Back, Card, Hidden
from controller.engine.commands import (
    Act,
    Answer,
    AnswerOffer,
    Ask,
    CloseBetting,
    Command,
    Decide,
    Expose,
    Exposure,
    OpenTable,
    PlaceWager,
    SeatPlayer,
    SettleSeat,
)
from controller.engine.decide import decide
from controller.engine.device_events import DeviceOrderIssued
from controller.engine.device_words import (
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
    ShuffleMode,
    Slot,
    StartShuffle,
)
from controller.engine.events import Event
from controller.engine.fact_commands import (
    ReportButton,
    ReportCardRead,
    ReportCardsLoaded,
    ReportDeckComposition,
    ReportDeckReady,
    ReportDeckRemoved,
    ReportDoor,
    ReportLinked,
    ReportOperationDone,
    ReportOperationStarted,
    ReportOrderAnswered,
    ReportTray,
    StartTable,
)
from controller.engine.guide import guide
from controller.engine.ids import DeviceName, SeatNo
from controller.engine.invariants import check
from controller.engine.prompt import PromptActor, PromptCode
from controller.engine.refusals import Refused
from controller.engine.ruleset import RuleSet
from controller.engine.start import initial_state
from controller.engine.state import (
    Context,
    DealingMode,
    Deck,
    Phase,
    TableState,
    is_operation,
)
from controller.engine.views import view
from controller.rulesets.load import load_ruleset

CALIFORNIA = load_ruleset("california-bad-beat")
FLOOR = Approval(
    person="floor-1",
    role=Role.FLOOR,
    method=ApprovalMethod.PIN,
    second_person=None,
    second_role=None,
    digest="",
    token="",
)
NEW_DECK = tuple(Card)
EVERY_BIT = 0xFFFF


def mixed(*first: str) -> list[Card]:
    """Give a whole deck that starts with these cards; the rest follows in no run."""
    head = [Card(token) for text in first for token in text.split()]
    rest = [card for card in NEW_DECK if card not in head]
    return [*head, *rest[::2], *rest[1::2]]


@dataclass
class Felt:
    """Play commands against the engine with devices that do what they are told.

    cards: order of the deck in play; capabilities: bits both devices announce; auto: devices answer at once.
    """

    rules: RuleSet = CALIFORNIA
    mode: DealingMode = DealingMode.SHOE
    cards: list[Card] = field(default_factory=lambda: mixed("Ah Kd"))
    capabilities: int = EVERY_BIT
    stub_through_reader: bool = False
    answers: bool = True

    def __post_init__(self) -> None:
        self.start = initial_state(
            ruleset=self.rules,
            mode=self.mode,
            stub_through_reader=self.stub_through_reader,
            decks=(
                Deck(letter="A", deck_id=1, back=Back.BLUE),
                Deck(letter="B", deck_id=2, back=Back.ORANGE),
            ),
        )
        self.state: TableState = self.start
        self.events: list[Event] = []
        self.orders: list[DeviceOrderIssued] = []
        self.drawn = 0
        self.inside = 0
        self.index = 0
        self.now_us = 0
        self.t_ms = 0
        self.numbers: dict[DeviceName, int] = {"shuffler": 0, "shoe": 0}
        self.give(StartTable(shuffler_op_id=1000, shoe_op_id=2000))

    def source(self, device: DeviceName) -> Source:
        """Give the next event number of a device."""
        self.numbers[device] += 1
        serial = "SHUF-1" if device == "shuffler" else "SHOE-1"
        return Source(device=device, serial=serial, epoch=1, number=self.numbers[device])

    def give(self, command: Command) -> Refused | tuple[Event, ...]:
        """Judge one command, adopt its events, let the devices answer, and check what must always hold."""
        decided = decide(self.state, command, Context(actor="dealer:1", role=Role.DEALER, now_us=self.now_us))
        if isinstance(decided, Refused):
            return decided
        before = self.state
        self.state = advance(before, decided)
        self.events += decided
        self.orders += [event for event in decided if isinstance(event, DeviceOrderIssued)]
        self.check()
        if self.answers:
            self.pump()
        return decided

    def ask(self, command: Ask) -> tuple[Event, ...]:
        """Give a person's command that must be accepted."""
        decided = self.give(command)
        assert not isinstance(decided, Refused), decided
        return decided

    def check(self) -> None:
        """Check invariants, prompt and view of the present state."""
        check(self.state)
        prompt = guide(self.state)
        enabled = [o for o in (prompt.primary, *prompt.offers) if o is not None and o.enabled]
        waits = prompt.waiting is not None or prompt.actor in {PromptActor.PLAYER, PromptActor.DEALER}
        assert enabled or (waits and prompt.code is not PromptCode.HOLD)
        tokens = [o.token for o in (prompt.primary, *prompt.offers) if o is not None]
        assert len(set(tokens)) == len(tokens), tokens
        view(self.state, prompt)

    def replayed(self) -> TableState:
        """Give the state that a replay of all events reaches."""
        return advance(self.start, self.events)

    def pump(self) -> None:
        """Let the devices carry out every order that waits."""
        while self.orders:
            self.obey(self.orders.pop(0))

    def obey(self, issued: DeviceOrderIssued) -> None:
        """Carry out one order as an honest device does."""
        order = issued.order
        operation = is_operation(order)
        self.give(
            ReportOrderAnswered(
                device=issued.device,
                order=order.kind,
                op_id=issued.op_id,
                result=Result.ACCEPTED if operation else Result.OK,
                state=_told(order),
                next_index=self.index if order.kind == "arm_window" else None,
            )
        )
        if operation and not isinstance(order, MarkRound):
            assert issued.op_id is not None
            self.act(issued.device, issued.op_id, order)

    def act(self, device: DeviceName, op_id: int, order: Order) -> None:
        """Let a device do an operation and report it."""
        self.give(ReportOperationStarted(source=self.source(device), op_id=op_id))
        mode, came, left = ShuffleMode.NONE, 0, 0
        match order:
            case StartShuffle():
                mode, came, self.inside = ShuffleMode.SHUFFLE, 52, 52
                self.shuffled(op_id, 1 if order.deck == "A" else 2)
            case Dispense():
                left = order.count
                self.inside -= left
                for _ in range(left):
                    self.draw()
                self.give(ReportTray(source=self.source("shuffler"), count=left))
            case Eject():
                left, self.inside = self.inside, 0
                self.give(ReportTray(source=self.source("shuffler"), count=left))
            case OpenShoe():
                self.index, self.drawn = 0, 0
            case CloseShoe():
                left = self.index
            case _:
                pass
        inside = self.inside if device == "shuffler" else 52 - self.index
        self.done(device, op_id, mode, (came, left, inside))
        if isinstance(order, Eject):
            self.give(ReportTray(source=self.source("shuffler"), count=0))

    def shuffled(self, op_id: int, deck_id: int) -> None:
        """Report a whole, well-shuffled deck."""
        self.give(
            ReportDeckComposition(
                source=self.source("shuffler"),
                op_id=op_id,
                deck_id=deck_id,
                count=52,
                saw_faces=True,
                saw_backs=True,
                unreadable=0,
                wrong_back=0,
                differing=0,
            )
        )
        self.give(
            ReportDeckReady(
                source=self.source("shuffler"),
                op_id=op_id,
                slot=Slot.CHAMBER,
                deck_id=deck_id,
                count=52,
                mode=ShuffleMode.SHUFFLE,
            )
        )

    def done(self, device: DeviceName, op_id: int, mode: ShuffleMode, counts: tuple[int, int, int]) -> None:
        """Report the end of an operation with the cards that came in, left and are inside."""
        self.give(
            ReportOperationDone(
                source=self.source(device),
                op_id=op_id,
                result=Result.OK,
                mode=mode,
                cards_in=counts[0],
                cards_out=counts[1],
                cards_inside=counts[2],
            )
        )

    def link(self) -> None:
        """Let both devices answer."""
        for device in ("shuffler", "shoe"):
            self.give(
                ReportLinked(
                    source=replace(self.source(device), number=0),
                    boot_id=7,
                    capabilities=self.capabilities,
                    model="Sim",
                    firmware="1.0.0",
                    state="idle",
                    faults=(),
                    resumed_from=0,
                )
            )

    def card(self, card: Card, **changes: object) -> ReportCardRead:
        """Give the report of a good read of this card."""
        current = self.state.round
        back = Back.BLUE if current is None else self.state.deck(current.deck).back
        self.t_ms += 500
        read = ReportCardRead(
            source=self.source("shoe"),
            index=self.index,
            shoe_id=0 if current is None else current.shoe_id,
            reading=Reading.FACE,
            card=Hidden(ordinal=0 if current is None else current.next_ordinal, card=card, salt=bytes(16)),
            back=back,
            confidence=99,
            flags=(),
            t_ms=self.t_ms,
        )
        return replace(read, **changes)  # type: ignore[arg-type]

    def draw(self, **changes: object) -> None:
        """Let the next card of the deck pass the reader."""
        read = self.card(self.cards[self.drawn], **changes)
        self.drawn += 1
        self.index += 1
        self.give(read)

    def flagged(self, *flags: CardFlag) -> None:
        """Let the next card pass the reader with these flags."""
        self.draw(flags=flags)

    def prepare(self) -> None:
        """Link the devices, open the table and bring deck A to where it is dealt from."""
        self.link()
        self.ask(OpenTable(approval=FLOOR))
        self.load()
        if self.mode is DealingMode.SHOE:
            self.to_shoe()
        self.load()

    def load(self) -> None:
        """Put the deck that is expected into the infeed."""
        self.give(ReportCardsLoaded(source=self.source("shuffler"), slot=Slot.INFEED, count=52))

    def to_shoe(self) -> None:
        """Carry the ready deck from the chamber into the shoe."""
        self.give(ReportDeckRemoved(source=self.source("shuffler"), slot=Slot.CHAMBER))
        self.lid()

    def lid(self) -> None:
        """Open and shut the shoe's lid."""
        for is_open in (True, False):
            self.give(ReportDoor(source=self.source("shoe"), door=0, is_open=is_open))

    def seat_bank(self, bank: int, *bettors: int, banker: int = 1) -> None:
        """Seat these players and let the banker accept; everybody asked before declines."""
        for number in sorted({banker, *bettors}):
            if not self.state.seat(SeatNo(number)).is_taken:
                self.ask(SeatPlayer(seat=SeatNo(number)))
        while self.state.banking.asking is not None:
            asked = self.state.banking.asking
            accepts = asked == banker
            answer = Answer.ACCEPTED if accepts else Answer.DECLINED
            self.ask(AnswerOffer(seat=asked, answer=answer, bank=bank if accepts else None))

    def wager(self, seat: int, ante: int, trips: int = 0, bad_beat: int = 0, bettor: int = 0) -> None:
        """Place one bettor's stakes, in cents."""
        self.ask(
            PlaceWager(
                seat=SeatNo(seat), bettor=bettor, ante=ante, blind=ante, trips=trips, bad_beat=bad_beat
            )
        )

    def deal(self) -> None:
        """Close the betting and deal every hand."""
        self.ask(CloseBetting())
        if self.mode is DealingMode.STACKS:
            while self.state.phase is Phase.HOLE or self.state.shuffler.tray:
                self.give(ReportTray(source=self.source("shuffler"), count=0))
            return
        while self.state.phase is Phase.HOLE:
            self.draw()

    def board(self) -> None:
        """Deal the board and send the stub to the rack."""
        if self.mode is DealingMode.STACKS:
            self.press_deal()
            self.give(ReportTray(source=self.source("shuffler"), count=0))
            return
        for _ in range(5):
            self.draw()
        self.lid()

    def press_deal(self) -> None:
        """Press the shuffler's deal button."""
        self.give(ReportButton(source=self.source("shuffler"), button=Button.DEAL, is_down=True))

    def play(self, seat: int, multiple: int) -> None:
        """Record a Play."""
        self.ask(Decide(seat=SeatNo(seat), act=Act.PLAY, multiple=multiple))

    def fold(self, seat: int) -> None:
        """Record a fold."""
        self.ask(Decide(seat=SeatNo(seat), act=Act.FOLD, multiple=0))

    def expose(self, what: Exposure) -> None:
        """Turn cards up."""
        self.ask(Expose(what=what))

    def settle(self) -> None:
        """Walk the settlement to its end."""
        while self.state.phase is Phase.SETTLE:
            seat = guide(self.state).seat
            assert seat is not None
            self.ask(SettleSeat(seat=seat))

    def collect(self) -> None:
        """Put the used deck into the infeed and bring the other one on."""
        if self.mode is DealingMode.SHOE:
            self.to_shoe()
        self.load()


def _told(order: Order) -> OperationState | None:
    """Give what an honest device says of an operation in its answer (CDP1 4, 5.2)."""
    if order.kind == "ask_operation":
        return OperationState.UNKNOWN
    if isinstance(order, MarkRound):
        return OperationState.DONE
    return OperationState.RUNNING if is_operation(order) else None


def kinds(events: Iterable[Event]) -> list[str]:
    """Give the kinds of events in order."""
    return [event.kind for event in events]


__all__ = ["CALIFORNIA", "FLOOR", "ExpectDeck", "Felt", "kinds", "mixed"]
