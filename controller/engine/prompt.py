"""What the guide says: one prompt, what may be asked, what is waited for (ARCHITECTURE 11).

No text and no clock here; `ui.prompts` makes sentences, the robot dealer makes acts.
"""

from dataclasses import dataclass
from enum import StrEnum

from controller.engine.actors import Need
from controller.engine.cards import Card
from controller.engine.commands import Ask
from controller.engine.device_words import Target
from controller.engine.ids import DeckLetter, DeviceName, SeatNo, Token
from controller.engine.money import Cents
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import Street
from controller.engine.state import HoldCode


class PromptCode(StrEnum):
    """Name what must be done now."""

    OPEN_TABLE = "open_table"
    OFFER_BANK = "offer_bank"
    OFFER_TO_ALL = "offer_to_all"
    NOBODY_BANKS = "nobody_banks"
    GAME_OVER = "game_over"
    TAKE_WAGERS = "take_wagers"
    DEAL_STACK = "deal_stack"
    ASK_PREFLOP = "ask_preflop"
    BURN_CARD = "burn_card"
    DEAL_BOARD = "deal_board"
    STUB_TO_RACK = "stub_to_rack"
    EXPOSE_FLOP = "expose_flop"
    ASK_FLOP = "ask_flop"
    ASK_RIVER = "ask_river"
    REVEAL_PLAYER_DEALER = "reveal_player_dealer"
    SETTLE_SEAT = "settle_seat"
    COLLECT_CARDS = "collect_cards"
    WAIT_FOR_DEVICE = "wait_for_device"
    HOLD = "hold"
    CONFIRM_FELT = "confirm_felt"


class PromptActor(StrEnum):
    """Name whose move it is."""

    DEALER = "dealer"
    DEVICE = "device"
    FLOOR = "floor"
    PLAYER = "player"


class TaskKind(StrEnum):
    """Name an act of the hands that a device will report by itself."""

    LOAD_INFEED = "load_infeed"
    TAKE_FROM_CHAMBER = "take_from_chamber"
    LOAD_SHOE = "load_shoe"
    DRAW_CARDS = "draw_cards"
    TAKE_STACK = "take_stack"
    PRESS_DEAL = "press_deal"
    STUB_TO_RACK = "stub_to_rack"
    UNLOAD_SHOE = "unload_shoe"
    SHUT_DOOR = "shut_door"
    CLEAR_DEVICE = "clear_device"
    REPLUG_DEVICE = "replug_device"
    RESTART_DEVICE = "restart_device"
    RESEAT_INFEED = "reseat_infeed"
    CLEAR_INFEED = "clear_infeed"


class WaitKind(StrEnum):
    """Name what ends a wait without a tap; never a timeout that decides for a person."""

    CARDS = "cards"
    DECK = "deck"
    TRAY = "tray"
    LINK = "link"
    OPERATION = "operation"
    DECISIONS = "decisions"
    FLOOR = "floor"


class OfferCode(StrEnum):
    """Name an offer by what it asks."""

    OPEN_TABLE = "open_table"
    CLOSE_TABLE = "close_table"
    SEAT_PLAYER = "seat_player"
    VACATE_SEAT = "vacate_seat"
    ACCEPT_BANK = "accept_bank"
    DECLINE_BANK = "decline_bank"
    ABSENT = "absent"
    POST_BANK = "post_bank"
    SHARE_BANK = "share_bank"
    PLACE_WAGER = "place_wager"
    REMOVE_WAGER = "remove_wager"
    REPEAT_WAGERS = "repeat_wagers"
    CLOSE_BETTING = "close_betting"
    RECORD_FEE = "record_fee"
    WAIVE_FEE = "waive_fee"
    SET_METER = "set_meter"
    PLAY = "play"
    NO_PLAY = "no_play"
    CHECK = "check"
    FOLD = "fold"
    UNDO = "undo"
    CLOSE_STREET = "close_street"
    TAKE_STACK = "take_stack"
    EXPOSE = "expose"
    SETTLE_SEAT = "settle_seat"
    RECORD_COUNT = "record_count"
    REPORT_IRREGULARITY = "report_irregularity"
    CALL_FLOOR = "call_floor"
    RESUME = "resume"
    VOID_ROUND = "void_round"
    REPLACE_DECK = "replace_deck"
    ACCEPT_NUMBERING = "accept_numbering"
    RELEASE_DEVICE = "release_device"
    RETEST_DEVICE = "retest_device"
    CONFIRM_FELT = "confirm_felt"
    RULE = "rule"
    OPEN_DISPUTE = "open_dispute"
    OPEN_FOLDED_HAND = "open_folded_hand"
    QUARANTINE_DECK = "quarantine_deck"
    SUSPEND_DEVICE = "suspend_device"
    RESTORE_DEVICE = "restore_device"
    DECLINE_ALL = "decline_all"
    FORCE_OFFER = "force_offer"
    END_GAME = "end_game"
    FLAG_THIRD_PARTY = "flag_third_party"
    UNFLAG_THIRD_PARTY = "unflag_third_party"
    SIGN_ON_DEALER = "sign_on_dealer"
    COUNT_TRAY = "count_tray"
    FILL_TRAY = "fill_tray"
    CREDIT_TRAY = "credit_tray"
    VOID_SLIP = "void_slip"
    COUNT_DROP = "count_drop"
    CHANGE_LIMITS = "change_limits"
    BUY_IN = "buy_in"
    MOVE_SEAT = "move_seat"
    MARK_AWAY = "mark_away"


class OfferGroup(StrEnum):
    """Name the part of the floor's menu that a rare act stands in (TOUCHSCREEN 6, S1 to S7)."""

    DEALER = "dealer"
    RULING = "ruling"
    DISPUTE = "dispute"
    CARD = "card"
    VOID = "void"
    SETTLEMENT = "settlement"
    DEVICES = "devices"
    REPLAY = "replay"
    TABLE = "table"
    BANK = "bank"
    SETUP = "setup"


class OpenField(StrEnum):
    """Name a field of an offered command that a person fills; the command's field has the same name."""

    ANTE = "ante"
    BLIND = "blind"
    TRIPS = "trips"
    BAD_BEAT = "bad_beat"
    PROGRESSIVE = "progressive"
    BETTOR = "bettor"
    BANK = "bank"
    AMOUNT = "amount"
    COUNT = "count"
    REASON = "reason"
    PARTS = "parts"
    SEAT = "seat"
    WAGER = "wager"
    DECISION = "decision"
    PLACE = "place"
    OTHER_PLACE = "other_place"
    CARD = "card"
    DECK = "deck"
    TO = "to"
    CHIPS_1 = "chips_1"
    CHIPS_2 = "chips_2"
    CHIPS_3 = "chips_3"
    CHIPS_4 = "chips_4"
    CHIPS_5 = "chips_5"
    OTHER = "other"
    REQUESTER = "requester"
    MOMENT = "moment"
    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    MINUTES = "minutes"
    KEEPS = "keeps"


class ChoiceKind(StrEnum):
    """Name how a person fills a field: a value of some, chips, a number, a card, words, the bank's keypad."""

    PICK = "pick"
    CENTS = "cents"
    COUNT = "count"
    CARD = "card"
    TEXT = "text"
    PARTS = "parts"


Value = str | int | None
"""What a person may put into a field: a number, a closed set's word, a card, a text; None where optional."""

MOST_TEXT = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Hold what a person may put into one open field, so that any screen can ask for it (ARCHITECTURE 11).

    values: all that PICK takes; the reasons that TEXT proposes, ids or words, beside its own typing;
    low, high, step: cents or a count, None without an end; closed: cards that lie face up elsewhere, so they
    cannot be this one (never a card that nobody may see); optional: None is an answer, too.
    """

    field: OpenField
    kind: ChoiceKind
    values: tuple[Value, ...] = ()
    low: int = 0
    high: int | None = None
    step: int = 1
    closed: tuple[Card, ...] = ()
    optional: bool = False

    def allows(self, value: Value) -> bool:
        """Tell whether a value may go out; `decide` still judges the command as a whole."""
        if value is None:
            return self.optional
        match self.kind:
            case ChoiceKind.PICK:
                return value in self.values
            case ChoiceKind.CENTS | ChoiceKind.COUNT:
                return isinstance(value, int) and self._in_limits(value)
            case ChoiceKind.CARD:
                return value in set(Card) and value not in self.closed
            case ChoiceKind.TEXT:
                return isinstance(value, str) and 0 < len(value.strip()) <= MOST_TEXT
            case ChoiceKind.PARTS:
                return False

    def _in_limits(self, number: int) -> bool:
        return number >= self.low and (self.high is None or number <= self.high) and number % self.step == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Hold one act of the hands: how many cards, of which deck, for whom, at which device.

    next_deck: the one that goes where this one leaves, the same letter where it is a new one.
    """

    kind: TaskKind
    device: DeviceName | None = None
    deck: DeckLetter | None = None
    count: int = 0
    target: Target | None = None
    next_deck: DeckLetter | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Hold what ends a wait by itself; done of count where it counts."""

    kind: WaitKind
    device: DeviceName | None = None
    deck: DeckLetter | None = None
    done: int = 0
    count: int = 0
    seats: tuple[SeatNo, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Hold one thing a person may ask (ARCHITECTURE 11).

    command: complete where `open_fields` is empty, else with proposed values in those fields;
    seat, bettor: whom it is about, a bettor only where somebody behind the seat is meant;
    token: names the meaning; enabled: `decide` would not refuse it as it stands; why_not: its reason;
    needs: whose approval it takes, None where the house dealer alone decides;
    choices: what may stand in each open field; group: the part of the floor's menu that a rare act stands in,
    None where it has a control of its own.
    """

    code: OfferCode
    command: Ask
    token: Token
    open_fields: tuple[OpenField, ...] = ()
    seat: SeatNo | None = None
    bettor: int | None = None
    enabled: bool = True
    why_not: RefusalCode | None = None
    why_seat: SeatNo | None = None
    needs: Need | None = None
    choices: tuple[Choice, ...] = ()
    group: OfferGroup | None = None

    def choice(self, field: OpenField) -> Choice | None:
        """Find what may stand in a field."""
        return next((choice for choice in self.choices if choice.field is field), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """Hold the one prompt of a state.

    seat: the one highlighted seat, None where seats may act in any order; target, done, count: what is
    dealt; deck: the deck concerned; street: the street asked; open_seats: seats still to decide, clockwise;
    amount: cents where one is asked; hold, device, places: what is wrong, by place.
    """

    code: PromptCode
    actor: PromptActor
    seat: SeatNo | None = None
    target: Target | None = None
    done: int = 0
    count: int = 0
    deck: DeckLetter | None = None
    next_deck: DeckLetter | None = None
    street: Street | None = None
    open_seats: tuple[SeatNo, ...] = ()
    next_seat: SeatNo | None = None
    amount: Cents | None = None
    hold: HoldCode | None = None
    device: DeviceName | None = None
    places: tuple[str, ...] = ()
    primary: Offer | None = None
    offers: tuple[Offer, ...] = ()
    tasks: tuple[Task, ...] = ()
    waiting: Waiting | None = None

    def offer(self, token: Token) -> Offer | None:
        """Find the offer with this token, the primary included."""
        if self.primary is not None and self.primary.token == token:
            return self.primary
        return next((offer for offer in self.offers if offer.token == token), None)
