"""The state of a table as one frozen value; only `advance` makes a new one (ARCHITECTURE 3)."""

from dataclasses import dataclass, field

from controller.engine.actors import Role
from controller.engine.cards import Back, Exposed, Hidden
from controller.engine.commands import Act, Irregularity
from controller.engine.copying import made_often
from controller.engine.coverage import BankLayer
from controller.engine.device_state import Device, LostLog, OpenOperation, is_operation
from controller.engine.device_words import Target, WindowMode
from controller.engine.house import Staff, Tray
from controller.engine.ids import DeckLetter, DeviceName, RoundNo, SeatNo
from controller.engine.ledgers import Ledgers, RoundFees
from controller.engine.money import Cents
from controller.engine.posted import Posted, PostedLimit
from controller.engine.rotation import NO_BANKING, NO_ROTATION, Banking, RotationState
from controller.engine.ruleset import RuleSet, Street
from controller.engine.ruling_state import RoundResult, RoundRulings, SettledRound
from controller.engine.settlement_progressive import ProgressiveLine, ProgressiveSettlement
from controller.engine.settlement_types import Settlement
from controller.engine.state_names import (
    ACTING,
    BEFORE_DEAL,
    DEALING,
    IN_ROUND,
    DealingMode,
    DeckPlace,
    DeckState,
    HoldCode,
    Phase,
)
from controller.engine.wagers import Bettor, Stakes

__all__ = [
    "ACTING",
    "BEFORE_DEAL",
    "DEALING",
    "IN_ROUND",
    "RESUMABLE",
    "Banking",
    "Bettor",
    "Cardholding",
    "Context",
    "DealingMode",
    "Decision",
    "Deck",
    "DeckPlace",
    "DeckState",
    "Device",
    "Hold",
    "HoldCode",
    "LostLog",
    "OpenOperation",
    "Phase",
    "Round",
    "RoundResult",
    "Seat",
    "Stakes",
    "TableState",
    "Undoable",
    "Window",
    "is_operation",
]

Cardholding = Hidden | Exposed
"""One card of the round: face down, or face up on the felt."""


RESUMABLE = frozenset({HoldCode.LINK_LOST, HoldCode.DEVICE_FAULT, HoldCode.REPORTED})
"""Holds that may end by going on; every other one is about the cards and ends in a void (G9)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """Hold one deck: its fixed identity and where it is (G10.2).

    deck_id: number on the wire; count: cards last counted, None if unknown; count_only: the machine saw
    no faces; expecting, expected: the shuffler is being told, or knows, that it comes next;
    composition_ok, announced: the machine's report and its word that the deck is ready, of `shuffle_op`,
    the operation that shuffles it (C9); problem: why it is quarantined.
    """

    letter: DeckLetter
    deck_id: int
    back: Back
    state: DeckState = DeckState.NEW
    place: DeckPlace = DeckPlace.RACK
    count: int | None = None
    count_only: bool = False
    expecting: bool = False
    expected: bool = False
    composition_ok: bool = False
    announced: bool = False
    shuffle_op: int | None = None
    problem: str = ""


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Hold the indexes that the next cards must have, and whom they belong to (CDP1 ARM, C1).

    sent: the order went out; armed: the device agreed; read: cards of it read so far;
    dispensed: cards that the shuffler said left it for this window; in_tray: they were seen in the tray;
    taken: the stack left the tray;
    again: armed once before; reads_due_us: boot time until which all its cards must have been read (C1).
    """

    target: Target
    first: int
    count: int
    mode: WindowMode
    sent: bool = False
    armed: bool = False
    again: bool = False
    read: int = 0
    dispensed: int = 0
    in_tray: bool = False
    taken: bool = False
    reads_due_us: int | None = None

    @property
    def is_full(self) -> bool:
        """Tell whether every card of the window was read."""
        return self.read >= self.count


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Hold the decision that a seat is bound by: a Play, or a fold with multiple 0 (G2.3, G3.8)."""

    act: Act
    street: Street
    multiple: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Hold one of the eight seats.

    checked: the last street on which it checked; revision: counts decisions and undos, for tokens;
    is_up: its hand lies face up now (while its settlement step is open); progressive: its progressive wagers,
    once its hand was turned up; is_dead: its hand was ruled dead; is_lost: with all its stakes (G9.1);
    is_away: its player is not there; kept_limits: those its player keeps after others were posted (G11.4).
    """

    number: SeatNo
    is_taken: bool = False
    is_away: bool = False
    bettors: tuple[Bettor, ...] = ()
    cards: tuple[Cardholding, ...] = ()
    decision: Decision | None = None
    checked: Street | None = None
    revision: int = 0
    is_up: bool = False
    is_settled: bool = False
    progressive: tuple[ProgressiveLine, ...] = ()
    is_dead: bool = False
    is_lost: bool = False
    kept_limits: tuple[PostedLimit, ...] = ()


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class Undoable:
    """Hold what taking back a decision restores (G3.7).

    bettor, play: only this back-line bettor's Play of so many cents was marked as missing (G8.7).
    """

    seat: SeatNo
    before: Decision | None
    checked_before: Street | None
    phase_before: Phase
    bettor: int | None = None
    play: Cents = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """Hold why the table stands still (G9).

    code: the reason; device: the one concerned; places: suspect cards by place, never by face;
    reported: what a person saw; floor_called: the supervisor was called.
    """

    code: HoldCode
    device: DeviceName | None = None
    places: tuple[str, ...] = ()
    reported: Irregularity | None = None
    floor_called: bool = False

    @property
    def resumable(self) -> bool:
        """Tell whether play may go on once the cause is gone; after a boot only if no card moved (C13)."""
        return self.code in RESUMABLE or (self.code is HoldCode.DEVICE_BOOTED and not self.places)


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """Hold one round, from the offer of the bank to the swap of decks (G1).

    layers: of a shared bank, empty while one person holds it (G8.8);
    entitled: seats with cards in dealing order, the player-dealer not among them (G1);
    next_index: index of the next card of the passage; next_ordinal: number of the next seal;
    last_card: t_ms and boot id of the last card, for the gap check (C5); reads: the first five (C8);
    burned: cards put away unseen before the flop or the river; loose: cards that belong to nothing;
    settlement, progressive: kept out of the repr, for they hold hands that are not up yet; step: the open
    one of the walk; fees: those of this round; offered: the bank was offered in it;
    collected_count: cards counted back by hand; ruled: what was ruled about it (G9).
    """

    number: RoundNo
    deck: DeckLetter
    player_dealer: SeatNo | None = None
    bank: Cents = 0
    layers: tuple[BankLayer, ...] = ()
    entitled: tuple[SeatNo, ...] = ()
    window: Window | None = None
    next_index: int = 0
    next_ordinal: int = 0
    last_card: tuple[int, int] | None = None
    reads: tuple[Hidden, ...] = ()
    board: tuple[Cardholding, ...] = ()
    dealer_cards: tuple[Cardholding, ...] = ()
    burned: tuple[Hidden, ...] = ()
    loose: tuple[Hidden, ...] = ()
    stub_count: int | None = None
    stub_gone: bool = False
    flop_up: bool = False
    turn_river_up: bool = False
    dealer_up: bool = False
    undo: tuple[Undoable, ...] = ()
    settlement: Settlement | None = field(default=None, repr=False)
    progressive: ProgressiveSettlement | None = field(default=None, repr=False)
    fees: RoundFees = field(default_factory=RoundFees)
    step: int = 0
    is_void: bool = False
    offered: bool = False
    shoe_id: int = 0
    shoe_open: bool = False
    shoe_closed: bool = False
    marked_open: bool = False
    marked_closed: bool = False
    collected_count: int | None = None
    ruled: RoundRulings = field(default_factory=RoundRulings)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """Hold everything that the rules need to know.

    phase: the phase of the round, also while held; hold: why the table stands still, None while it runs;
    recovered: the felt must be confirmed after a restart; floor_called: without a hold;
    next_deck: the deck due in the next round; used_deck: that of the last one;
    uncounted: rounds since a deck was last counted, by hand or by the shuffler (G10.3);
    passages: passages through the shoe so far;
    passage_open: the shoe is open, whatever the round; failed_copy: a copy of the record that can no
    longer be written; seats: eight, seat 1 first; ledgers: the books since the first record;
    previous: the last settled round, which may be opened again (I27); posted: limits in place of the file's.
    """

    ruleset: RuleSet
    mode: DealingMode
    stub_through_reader: bool
    phase: Phase = Phase.CLOSED
    seats: tuple[Seat, ...]
    decks: tuple[Deck, Deck]
    shuffler: Device
    shoe: Device
    banking: Banking = NO_BANKING
    rotation: RotationState = NO_ROTATION
    round: Round | None = None
    hold: Hold | None = None
    recovered: bool = False
    floor_called: bool = False
    rounds: int = 0
    next_deck: DeckLetter = "A"
    used_deck: DeckLetter | None = None
    uncounted: int = 0
    passages: int = 0
    passage_open: bool = False
    last_result: RoundResult | None = None
    failed_copy: str = ""
    staff: Staff = field(default_factory=Staff)
    ledgers: Ledgers = field(default_factory=Ledgers)
    previous: SettledRound | None = None
    tray: Tray = field(default_factory=Tray)
    posted: Posted = field(default_factory=Posted)

    def seat(self, number: SeatNo) -> Seat:
        """Give one seat by its number."""
        return self.seats[number - 1]

    def deck(self, letter: DeckLetter) -> Deck:
        """Give one deck by its letter."""
        return self.decks[0] if letter == "A" else self.decks[1]

    def device(self, name: DeviceName) -> Device:
        """Give one device by its name."""
        return self.shuffler if name == "shuffler" else self.shoe


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Hold what a decision may know beside the state: who asks, and the boot time in microseconds.

    role: role of the person who asks, None for facts; table: identity of this table; token: names the offer
    that a person's command takes up, empty where there is none.
    """

    actor: str
    role: Role | None
    now_us: int
    table: str = ""
    token: str = ""
