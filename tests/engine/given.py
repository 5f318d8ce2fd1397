"""A whole table in engine words: honest devices, decks in a known order, a house dealer.

`Felt` keeps every event and checks after each command what must always hold: invariants, one prompt with
a way out, a view, unique tokens; `replayed` gives the state that a replay reaches.
"""

from dataclasses import dataclass, field, replace

from controller.engine.actors import Approval, ApprovalMethod, Role
from controller.engine.advance import advance
from controller.engine.cards import Back, Card
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
    Irregularity,
    OpenTable,
    PlaceWager,
    ReportIrregularity,
    Resume,
    SeatPlayer,
    SettleSeat,
    VoidRound,
)
from controller.engine.decide import decide
from controller.engine.decide.automatic import automatic
from controller.engine.device_events import DeviceOrderIssued
from controller.engine.device_words import Order, WindowMode
from controller.engine.events import Event
from controller.engine.fact_commands import DeviceFact, ReportCardRead, ReportLost, StartTable
from controller.engine.guide import guide
from controller.engine.ids import DeckLetter, DeviceName, SeatNo
from controller.engine.invariants import check
from controller.engine.prompt import Offer, OfferCode, Prompt, PromptActor, PromptCode
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset import RuleSet
from controller.engine.start import initial_state
from controller.engine.state import Context, DealingMode, Deck, HoldCode, Phase, Round, TableState
from controller.engine.views import view
from controller.rulesets.load import load_ruleset
from tests.engine.approving import OFFERED, TABLE, sealed
from tests.engine.devices import Machines
from tests.engine.piles import EVERY_BIT, Device

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
BOTH = replace(FLOOR, second_person="shift-1", second_role=Role.SHIFT)
"""A floor supervisor and the shift manager, under dual control."""
NAMES: tuple[DeviceName, DeviceName] = ("shuffler", "shoe")
SECOND_US = 1_000_000


def mixed(*first: str) -> list[Card]:
    """Give a whole deck that starts with these cards; the rest follows in no run."""
    head = [Card(token) for text in first for token in text.split()]
    rest = [card for card in Card if card not in head]
    return [*head, *rest[::2], *rest[1::2]]


@dataclass
class Felt:
    """Play commands against the engine, with devices that do what they are told.

    cards: the order every shuffle gives; capabilities: bits both devices announce; answers: orders are
    carried out and answered at once; else `pump` does it.
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
        self.linked: dict[DeviceName, bool] = dict.fromkeys(NAMES, False)
        self.now_us = 0
        self.table = Machines(
            cards=self.cards,
            capabilities=self.capabilities,
            shoe_mode=self.mode is DealingMode.SHOE,
            stub_passes=self.stub_through_reader,
        )
        self.give(StartTable(shuffler_op_id=1000, shoe_op_id=2000))

    # ---- commands ---------------------------------------------------------------------------------

    def decided(self, command: Command) -> Refused | tuple[Event, ...]:
        """Judge one command and throw the answer away; a stand-in's approval is bound to it first."""
        context = Context(actor="dealer:1", role=Role.DEALER, now_us=self.now_us, table=TABLE, token=OFFERED)
        return decide(self.state, sealed(command, self.state, self.now_us), context)

    def give(self, command: Command) -> Refused | tuple[Event, ...]:
        """Judge one command, adopt its events, let the devices answer, and check what must always hold."""
        decided = self.decided(command)
        if isinstance(decided, Refused):
            return decided
        for event in decided:
            self.state = advance(self.state, (event,))
            check(self.state)
        rest = Context(actor="", role=None, now_us=self.now_us)
        assert not decided or not automatic(self.state, rest), "something was left out that follows by itself"
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

    def refused(self, command: Ask) -> RefusalCode:
        """Give a person's command that must be refused, and change nothing."""
        before = self.state
        decided = self.give(command)
        assert isinstance(decided, Refused), decided
        assert before == self.state
        return decided.code

    def phase(self) -> Phase:
        """Give the phase of the round, asked anew each time."""
        return self.state.phase

    def held(self) -> HoldCode | None:
        """Give why the table stands still, None while it runs."""
        return None if self.state.hold is None else self.state.hold.code

    def current(self) -> Round:
        """Give the round in play."""
        assert self.state.round is not None
        return self.state.round

    @property
    def prompt(self) -> Prompt:
        """Give what the guide says now."""
        return guide(self.state)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Give all offers, the primary first."""
        prompt = self.prompt
        return prompt.offers if prompt.primary is None else (prompt.primary, *prompt.offers)

    def offer_of(self, command: Ask) -> Offer:
        """Give the offer of exactly this command."""
        return next(offer for offer in self.offers if offer.command == command)

    def offer_code(self, code: OfferCode) -> Offer:
        """Give the first offer of this kind."""
        return next(offer for offer in self.offers if offer.code is code)

    def ordered(self) -> list[Order]:
        """Give every order so far."""
        return [event.order for event in self.events if event.kind == "device_order_issued"]

    def check(self) -> None:
        """Check prompt, tokens and view of the present state."""
        prompt, offers = self.prompt, self.offers
        waits = prompt.waiting is not None or prompt.actor in {PromptActor.PLAYER, PromptActor.DEALER}
        assert any(one.enabled for one in offers) or (waits and prompt.code is not PromptCode.HOLD)
        assert len({offer.token for offer in offers}) == len(offers), offers
        view(self.state, prompt)

    def replayed(self) -> TableState:
        """Give the state that a replay of all events reaches."""
        return advance(self.start, self.events)

    # ---- devices ----------------------------------------------------------------------------------

    def pump(self) -> None:
        """Let the devices carry out every order that waits, and hear what they report."""
        while self.orders or any(self._undelivered(name) for name in NAMES):
            if self.orders:
                self.obey(self.orders.pop(0))
            self.deliver()

    def _undelivered(self, name: DeviceName) -> bool:
        return self.linked[name] and bool(self.table.device(name).log)

    def obey(self, issued: DeviceOrderIssued) -> None:
        """Carry out one order; the answer comes unless the link is gone."""
        if not self.linked[issued.device]:
            return
        answer = self.table.obey(issued)
        self.give_raw(answer)

    def give_raw(self, command: Command) -> None:
        """Give a fact without letting the devices go on in between."""
        answers, self.answers = self.answers, False
        self.give(command)
        self.answers = answers

    def deliver(self) -> None:
        """Hear the next event of each device that is linked."""
        for name in NAMES:
            if self._undelivered(name):
                self.give_raw(self._taken_in(self.table.device(name).log.pop(0)))

    def _taken_in(self, fact: DeviceFact) -> DeviceFact:
        """Number a card's seal as intake does, and wipe what nobody may keep (C12)."""
        if not isinstance(fact, ReportCardRead):
            return fact
        current = self.state.round
        ordinal = 0 if current is None else current.next_ordinal
        window = None if current is None else current.window
        unseen = window is not None and window.mode is not WindowMode.READ
        card = replace(fact.card, ordinal=ordinal)
        return replace(fact, card=card.closed() if current is None or unseen else card)

    def link(self) -> None:
        """Let both devices answer."""
        for name in NAMES:
            self.plug(name)

    def plug(self, name: DeviceName) -> None:
        """Let a device answer, and replay what was not delivered."""
        self.linked[name] = True
        self.give(self.table.device(name).hello())
        if self.answers:
            self.pump()

    def unplug(self, name: DeviceName, reason: str = "unplugged") -> None:
        """Cut the link of a device; orders on their way are lost."""
        self.linked[name] = False
        self.orders = [order for order in self.orders if order.device != name]
        self.give(ReportLost(device=name, reason=reason))

    def restart(self) -> None:
        """Kill the program and start it again over its record; the devices live on."""
        self.orders = []
        self.linked = dict.fromkeys(NAMES, False)
        self.state = self.replayed()
        self.give(StartTable(shuffler_op_id=77, shoe_op_id=88))

    def device(self, name: DeviceName) -> Device:
        """Give the device itself."""
        return self.table.device(name)

    # ---- hands ------------------------------------------------------------------------------------

    def then(self) -> None:
        """Let the devices report what the hands just did."""
        if self.answers:
            self.pump()

    def draw(self, times: int = 1) -> None:
        """Draw cards from the shoe."""
        for _ in range(times):
            self.table.draw()
            self.then()

    def load(self, letter: DeckLetter, *, keep_back: int = 0) -> None:
        """Put a deck into the infeed."""
        self.table.load_infeed(letter, keep_back=keep_back)
        self.then()

    def to_shoe(self) -> None:
        """Carry the ready deck from the chamber into the shoe."""
        self.table.take_from_chamber()
        self.then()
        self.table.load_shoe()
        self.then()

    def unload(self) -> None:
        """Take the stub out of the shoe."""
        self.table.unload_shoe()
        self.then()

    def clear_tray(self, *, to_rack: bool = False) -> None:
        """Take what lies in the tray."""
        self.table.clear_tray(to_rack=to_rack)
        self.then()

    def press_deal(self) -> None:
        """Press the shuffler's deal button."""
        self.table.press_deal()
        self.then()

    # ---- the round --------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Link the devices, open the table and bring deck A to where it is dealt from."""
        self.link()
        self.ask(OpenTable(approval=FLOOR))
        self.load("A")
        if self.mode is DealingMode.SHOE:
            self.to_shoe()
        self.load("B")

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
        self.hands()

    def hands(self) -> None:
        """Deal every hand that is still to come."""
        if self.mode is DealingMode.SHOE:
            while self.state.phase is Phase.HOLE and self.state.hold is None:
                self.draw()
            return
        while self.table.tray and self.state.hold is None and not self.current().board:
            self.clear_tray()

    def board(self) -> None:
        """Deal the board and send the stub to the rack."""
        if self.mode is DealingMode.SHOE:
            self.draw(5)
            self.unload()
            return
        self.press_deal()
        self.clear_tray()
        self.clear_tray(to_rack=True)

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
            seat = self.prompt.seat
            assert seat is not None
            self.ask(SettleSeat(seat=seat))

    def collect(self) -> None:
        """Put the used deck into the infeed and bring the other one on."""
        assert self.state.round is not None
        used: DeckLetter = self.state.round.deck
        if self.mode is DealingMode.SHOE:
            self.to_shoe()
        self.load(used)

    def report(self, reason: Irregularity = Irregularity.OTHER) -> None:
        """Let the house dealer stop the table for what is seen."""
        self.ask(ReportIrregularity(reason=reason))

    def resume(self) -> None:
        """Let the floor end a hold by going on."""
        self.ask(Resume(approval=FLOOR))

    def void(self) -> tuple[Event, ...]:
        """Let the floor void the round."""
        return self.ask(VoidRound(reason="test", approval=FLOOR))
