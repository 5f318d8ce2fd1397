"""What may leave the table thread: a picture of the table without any hidden card (G12, V9)."""

from dataclasses import dataclass, field
from enum import StrEnum

from controller.engine.bank_commands import BankPart
from controller.engine.cards import Back, Card
from controller.engine.commands import Act, Answer, Irregularity
from controller.engine.coverage import BankLeft, LayerResult
from controller.engine.ids import DeckLetter, DeviceName, RoundNo, SeatNo
from controller.engine.ledgers import FeeLine, Ledgers
from controller.engine.money import Cents
from controller.engine.posted import PostedLimit
from controller.engine.prompt import Prompt
from controller.engine.rotation import GameEnd
from controller.engine.ruleset import Category, Coverage, Limits, Street
from controller.engine.settlement_progressive import ProgressiveLine
from controller.engine.settlement_types import Compare, StepKind, WagerLine
from controller.engine.state import DealingMode, DeckPlace, DeckState, HoldCode, Phase


class SeatState(StrEnum):
    """Name how a seat takes part in the round."""

    EMPTY = "empty"
    OUT = "out"
    IN = "in"
    BANK = "bank"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """Hold one card as anybody may see it: `card` None means its back.

    plays: it is one of the five cards that play in the hand shown now; counts: it plays in that one, or in
    the player-dealer's that it is compared with.
    """

    card: Card | None
    plays: bool = False
    counts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """Hold a hand that lies face up: its category and the five cards that play, the deciding ones first."""

    category: Category
    five: tuple[Card, ...]


class Below(StrEnum):
    """Name what becomes of a wager below its minimum: it plays this once, or it goes back (G2.5)."""

    FIRST = "first"
    AGAIN = "again"


@dataclass(frozen=True, slots=True, kw_only=True)
class BettorView:
    """Hold one bettor's wagers in cents; number 0 is seated, 1 to 3 stand behind.

    over: the part above the maximum, which does not play; below: a wager is under its minimum (G2.5).
    """

    number: int
    ante: Cents
    blind: Cents
    trips: Cents
    bad_beat: Cents
    play: Cents
    is_in: bool
    progressive: Cents = 0
    over: Cents = 0
    below: Below | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """Hold one seat.

    lines: those of its settlement once its step opened; hand: while it lies face up; progressive: what became
    of its progressive wagers, from the step that turned its hand up; exists: there is such a place (G7.1);
    limits: those its player keeps, None where the table's hold (G11.4).
    """

    number: SeatNo
    state: SeatState
    is_active: bool
    is_open: bool
    bettors: tuple[BettorView, ...]
    cards: tuple[CardView, ...]
    act: Act | None
    multiple: int
    street: Street | None
    hand: HandView | None
    lines: tuple[WagerLine, ...]
    is_settled: bool
    progressive: tuple[ProgressiveLine, ...] = ()
    exists: bool = True
    limits: Limits | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StopView:
    """Hold the open step of the settlement's walk (G6.6).

    pass_no: 0 before hands are turned up; passes: how many walks show hands; lines: this step's alone;
    turns_next: the next step turns a hand up; compare: how the two hands stand, None while one is down.
    """

    seat: SeatNo
    kind: StepKind
    pass_no: int
    passes: int
    lines: tuple[WagerLine, ...]
    turns_next: bool
    compare: Compare | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageView:
    """Hold what is left of the player-dealer's wager, in cents (G6.1).

    can_pay, can_collect: what it can still move each way; after: the same once the open step is done;
    layers: what each layer of a shared bank can still move then, empty while there is one (G8.8).
    """

    reading: Coverage
    bank: Cents
    can_pay: Cents
    can_collect: Cents
    can_pay_after: Cents
    can_collect_after: Cents
    exhausted: bool
    layers: tuple[BankLeft, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BankView:
    """Hold the banker: who, the wager W, hands held, the table's worst case (G6.7); the hand once up.

    parts: who put in how much, empty while one person holds the bank; layers: what each moved, once the round
    is settled (G8.8).
    """

    seat: SeatNo | None
    amount: Cents
    counted: int
    rounds: int
    exposure: Cents
    cards: tuple[CardView, ...]
    hand: HandView | None
    qualifies: bool | None
    parts: tuple[BankPart, ...] = ()
    layers: tuple[LayerResult, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RotationView:
    """Hold how the bank goes round the table (G8.1 to G8.3).

    every_hand: it is offered to all before every round; minutes_left: until the window is missed, None while
    no clock runs, 0 once it was; warned: warning marks passed; bankers: different player-dealers in the
    window, the third party not among them; third_party: its seat; notice: the posted wording;
    answers, passed: of the offer that is open; ended: why the last game ended.
    """

    every_hand: bool = False
    minutes_left: int | None = None
    window_minutes: int = 0
    warned: int = 0
    bankers: int = 0
    third_party: SeatNo | None = None
    notice: str = ""
    answers: tuple[tuple[SeatNo, Answer], ...] = ()
    passed: tuple[SeatNo, ...] = ()
    ended: GameEnd | None = None


NO_ROTATION = RotationView()
"""The rotation of a table without one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckView:
    """Hold one deck as the screen shows it."""

    letter: DeckLetter
    back: Back
    state: DeckState
    place: DeckPlace
    count: int | None
    count_only: bool
    is_due: bool
    problem: str


class DeviceLook(StrEnum):
    """Name how a device looks at a glance."""

    OK = "ok"
    WARN = "warn"
    STOP = "stop"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceView:
    """Hold one device as the screen shows it.

    problem: a code such as `link_lost`, `fault_0103`, or why it is refused; detail: the driver's sentence
    about a refusal, for logs and the console; tested: how its last self-test ended, or was refused.
    """

    name: DeviceName
    look: DeviceLook
    linked: bool
    serial: str
    model: str
    firmware: str
    faults: tuple[int, ...]
    door_open: bool
    busy_with: str
    tray: int | None
    problem: str
    detail: str = ""
    tested: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedHand:
    """Hold a folded hand that two persons turned up in a dispute (G9.1 I35)."""

    seat: SeatNo
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldView:
    """Hold why the table stands still; places name suspect cards, never a face (G9).

    touched: a device lost events of this round, so that accepting its new log voids it (CDP1 3); opened: the
    folded hands that the dispute opened, while it lasts; reported: what a person saw.
    """

    code: HoldCode
    device: DeviceName | None
    places: tuple[str, ...]
    floor_called: bool
    resumable: bool
    void_total: Cents
    touched: bool = False
    opened: tuple[OpenedHand, ...] = ()
    reported: Irregularity | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultView:
    """Hold the bank's movement in the last round, in cents."""

    round: RoundNo
    paid: Cents
    collected: Cents
    net: Cents
    is_void: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FeesView:
    """Hold the round's fees (G8.6): what is to be taken, what the floor waived, whether all is taken.

    has_schedule: the rule set charges fees at all; total: cents of `lines`; at_end: the floor ruled that a
    missed fee is taken at the end of the round (I21); missed: cents of it that the drop still lacks.
    """

    has_schedule: bool = False
    lines: tuple[FeeLine, ...] = ()
    waived: tuple[FeeLine, ...] = ()
    total: Cents = 0
    taken: bool = True
    at_end: bool = False
    missed: Cents = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveView:
    """Hold the progressive: its stake and its meter in cents, fed by the stakes that ride on it (G5.7)."""

    stake: Cents
    meter: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Hold one picture of the table with its prompt (ARCHITECTURE 3, step 9).

    house_banked: the house's hand and tray take the player-dealer's place (G8.5);
    step, steps: the open step of the settlement, from 1, and how many there are, 0 outside it;
    stop: that step, None outside the walk; burned: how many cards of the round were put away unseen;
    ledgers: the books since the first record; floor_called: in a hold or beside the table;
    limits: as they hold now; limits_due: those that are posted for later (G11.4).
    """

    ruleset: str
    ruleset_version: str
    ruleset_digest: str
    house_banked: bool
    mode: DealingMode
    phase: Phase
    round: RoundNo | None
    deck: DeckLetter | None
    prompt: Prompt
    seats: tuple[SeatView, ...]
    board: tuple[CardView, ...]
    bank: BankView
    coverage: CoverageView | None
    decks: tuple[DeckView, ...]
    devices: tuple[DeviceView, ...]
    hold: HoldView | None
    recovered: bool
    step: int
    steps: int
    stop: StopView | None
    last_result: ResultView | None
    failed_copy: str
    floor_called: bool = False
    burned: int = 0
    fees: FeesView = field(default_factory=FeesView)
    progressive: ProgressiveView | None = None
    ledgers: Ledgers = field(default_factory=Ledgers)
    rotation: RotationView = NO_ROTATION
    limits: Limits | None = None
    limits_due: tuple[PostedLimit, ...] = ()
