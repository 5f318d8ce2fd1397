"""What a settlement is made from and what it says: plain frozen values (G3.9, G13.4).

Nothing that can be derived is stored: what is returned, how far a wager was covered and how it ended are
properties of the amounts that moved, so a line cannot contradict itself.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from controller.engine.cards import Card
from controller.engine.copying import made_often
from controller.engine.coverage import BankLayer, BankLeft, LayerResult
from controller.engine.ids import SeatNo
from controller.engine.money import Cents, Odds
from controller.engine.ranking import HandValue
from controller.engine.ruleset_names import Category, Wager


class Role(StrEnum):
    """Say whether a bettor sits at the seat or stands behind it (G8.7)."""

    SEATED = "seated"
    BACK_LINE = "back_line"


class Compare(StrEnum):
    """Name how a seat's hand stands against the dealer side's (G4.3)."""

    WIN = "win"
    LOSE = "lose"
    TIE = "tie"
    FOLD = "fold"


class Outcome(StrEnum):
    """Name what the cards say about a wager, before the bank's reach (G4.3)."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    NO_ACTION = "no_action"


class Covered(StrEnum):
    """Name how much of a wager's flow the bank reached (G6.4)."""

    FULL = "full"
    PARTIAL = "partial"
    NONE = "none"
    NOT_NEEDED = "not_needed"


class Result(StrEnum):
    """Name how a wager ended; every wager ends in exactly one of these (G12 V2)."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    RETURNED = "returned"


class Reason(StrEnum):
    """Name the rule that decided a wager (G4)."""

    HIGHER_HAND = "higher_hand"
    LOWER_HAND = "lower_hand"
    TIE = "tie"
    NOT_QUALIFIED = "not_qualified"
    FOLDED = "folded"
    RULED_DEAD = "ruled_dead"
    PAY_ROW = "pay_row"
    NO_PAY_ROW = "no_pay_row"
    BOARD_PAY_ROW = "board_pay_row"
    BOARD_NO_PAY_ROW = "board_no_pay_row"
    DEALER_BEATEN = "dealer_beaten"
    PLAYER_BEATEN = "player_beaten"
    BEATEN_TOO_LOW = "beaten_too_low"


class StepKind(StrEnum):
    """Name the walks round the table that settle a round (G6.6, G7.2)."""

    FOLD_COLLECTION = "fold_collection"
    ANTE_REFUND = "ante_refund"
    SEAT = "seat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Overage:
    """Hold the part of one wager above its maximum, given back as it was placed (G2.5)."""

    wager: Wager
    cents: Cents


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """Hold one bettor's chips at risk, in cents, 0 where a wager was not placed (G2.1).

    folded: the bettor alone is settled as folded, for want of a Play (G8.7); a folded seat folds all.
    """

    bettor: str
    role: Role
    ante: Cents
    blind: Cents
    play: Cents = 0
    trips: Cents = 0
    bad_beat: Cents = 0
    folded: bool = False
    overages: tuple[Overage, ...] = ()

    def amounts(self) -> tuple[Cents, Cents, Cents, Cents, Cents]:
        """Give the five stakes in the order of `SETTLED_WAGERS`."""
        return self.ante, self.blind, self.play, self.trips, self.bad_beat

    def of(self, wager: Wager) -> Cents:
        """Give the stake of one of the five wagers that cards alone decide."""
        match wager:
            case Wager.ANTE:
                return self.ante
            case Wager.BLIND:
                return self.blind
            case Wager.PLAY:
                return self.play
            case Wager.TRIPS:
                return self.trips
            case Wager.BAD_BEAT:
                return self.bad_beat
            case Wager.PROGRESSIVE:
                return 0
            case _:
                assert_never(wager)


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEntry:
    """Hold one seat as it comes to the showdown.

    hole: its two cards; None for a folded hand that stays closed (G3.8).
    bettors: the seated player first, back-line bettors in the order they were entered (G8.7).
    is_lost: the hand was ruled dead with all its stakes (G9.1, DEAD, lost).
    """

    position: SeatNo
    hole: tuple[Card, Card] | None
    folded: bool
    bettors: tuple[Stakes, ...]
    is_lost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Showdown:
    """Hold all that a settlement needs beside the rules.

    dealer_position: the player-dealer's seat; None where the house's hand has none (G7.3).
    layers: the bank, fixed at CloseBetting (G8.8); empty for the house.
    """

    dealer_position: SeatNo | None
    dealer_hole: tuple[Card, Card]
    board: tuple[Card, ...]
    layers: tuple[BankLayer, ...]
    seats: tuple[SeatEntry, ...]


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatHand:
    """Hold a seat's hand at the showdown (G13.4).

    hand: None while folded; trips_hand: the category that decides Trips, the board's when folded (G4.4).
    """

    position: SeatNo
    folded: bool
    hand: HandValue | None
    trips_hand: Category
    compare: Compare


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerLine:
    """Hold what became of one wager, in cents (G3.9, G6.4).

    stake: chips at risk, after any limit; over_limit_returned: chips above it.
    due: winnings by the cards; owed: the same after an aggregate cap (G6.5).
    paid, collected: what moved; odds: the pay row used, None unless it won.
    """

    position: SeatNo
    bettor: str
    wager: Wager
    stake: Cents
    over_limit_returned: Cents
    outcome: Outcome
    reason: Reason
    decided_by: Category | None
    odds: Odds | None
    due: Cents
    owed: Cents
    paid: Cents
    collected: Cents

    @property
    def returned(self) -> Cents:
        """Give the stake that goes back to the bettor, overage included (G12 V3)."""
        return self.stake + self.over_limit_returned - self.collected

    @property
    def net(self) -> Cents:
        """Give what the bettor won, negative if lost."""
        return self.paid - self.collected

    @property
    def payout_capped(self) -> bool:
        """Tell whether an aggregate cap cut the winnings (G6.5)."""
        return self.owed < self.due

    @property
    def not_covered(self) -> Cents:
        """Give the part of the flow that the bank did not reach (G6.4)."""
        match self.outcome:
            case Outcome.WIN:
                return self.owed - self.paid
            case Outcome.LOSE:
                return self.stake - self.collected
            case Outcome.PUSH | Outcome.NO_ACTION:
                return 0
            case _:
                assert_never(self.outcome)

    @property
    def covered(self) -> Covered:
        """Give how far the bank reached; a win capped to nothing counts as full (G13.4)."""
        if self.outcome in {Outcome.PUSH, Outcome.NO_ACTION}:
            return Covered.NOT_NEEDED
        if not self.not_covered:
            return Covered.FULL
        return Covered.PARTIAL if self.paid or self.collected else Covered.NONE

    @property
    def result(self) -> Result:
        """Give how the wager ended; nothing covered means it was returned (G6.4)."""
        if self.outcome is Outcome.NO_ACTION or self.covered is Covered.NONE:
            return Result.RETURNED
        return Result(self.outcome.value)


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementStep:
    """Hold one stop of the walk: a seat's lines, and what is left of the bank after them (G3.9, G6.6).

    pass_no: 0 for what is collected or refunded before hands are turned up, else 1 and up.
    """

    kind: StepKind
    pass_no: int
    position: SeatNo
    lines: tuple[WagerLine, ...]
    left: BankLeft


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class BettorNet:
    """Hold what one bettor won over all wagers, negative if lost."""

    position: SeatNo
    bettor: str
    net: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """Hold a whole round's money as one object: screen, journal and totals read nothing else (G3.9).

    seats: in settlement order; lines: seat, bettor, Ante, Blind, Play, Trips, Bad Beat, zero stakes left out.
    steps: the walk in the order in which the bank's flows go; together they hold every line once.
    layers: each layer of the bank with its contributors' shares, empty for the house.
    """

    dealer_hand: HandValue
    qualifies: bool
    seats: tuple[SeatHand, ...]
    lines: tuple[WagerLine, ...]
    steps: tuple[SettlementStep, ...]
    bettors: tuple[BettorNet, ...]
    layers: tuple[LayerResult, ...]
    dealer_paid: Cents
    dealer_collected: Cents

    @property
    def dealer_net(self) -> Cents:
        """Give what the bank won, negative if it lost."""
        return self.dealer_collected - self.dealer_paid
