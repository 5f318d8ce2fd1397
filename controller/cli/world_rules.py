"""Hold a stream of events against the rule book, from the events alone (G12, DURABILITY 2).

Written beside the engine's own invariants, not with them: a check that is taken out there is missed here.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from controller.cli.world_watch import Violation
from controller.engine.cards import Exposed
from controller.engine.device_events import DeckQuarantined
from controller.engine.device_words import Place, Target
from controller.engine.events import (
    BankOffered,
    BettingClosed,
    CardDealt,
    CardsExposed,
    DecisionMade,
    DecisionUndone,
    DecksSwapped,
    Event,
    HoldRaised,
    PhaseEntered,
    PlayerDealerSeated,
    RoundOpened,
    RoundSettled,
    RoundVoided,
    SeatSettled,
    SeatTurnedUp,
    WagerPlaced,
    WagerRemoved,
    WagersRepeated,
)
from controller.engine.ids import DeckLetter, SeatNo
from controller.engine.ruleset import RuleSet
from controller.engine.ruleset_names import Burn, Wager
from controller.engine.settlement_types import Outcome, WagerLine
from controller.engine.state import DEALING, Phase

HAND: Final = 2
BOARD: Final = 5
BURNS: Final = {Burn.NONE: 0, Burn.BEFORE_FLOP: 1, Burn.BEFORE_FLOP_AND_RIVER: 2}

_MOST: Final = {Place.BOARD: BOARD, Place.BURN: BURNS[Burn.BEFORE_FLOP_AND_RIVER]}
_BOARD: Final = Target(place=Place.BOARD, seat=None)
_BURNED: Final = Target(place=Place.BURN, seat=None)

_FACE: Final = re.compile(rb'"([2-9TJQKA][cdhs])"')
_PHASES: Final[dict[type[Event], frozenset[Phase]]] = {
    WagerPlaced: frozenset({Phase.WAGERS}),
    WagerRemoved: frozenset({Phase.WAGERS}),
    WagersRepeated: frozenset({Phase.WAGERS}),
    BettingClosed: frozenset({Phase.WAGERS}),
    CardDealt: DEALING | {Phase.COLLECT},
    DecisionMade: frozenset({Phase.PREFLOP, Phase.FLOP, Phase.RIVER}),
    SeatTurnedUp: frozenset({Phase.REVEAL, Phase.SETTLE}),
    SeatSettled: frozenset({Phase.REVEAL, Phase.SETTLE}),
    RoundSettled: frozenset({Phase.SETTLE}),
    DecksSwapped: frozenset({Phase.COLLECT}),
}
"""The phases in which an event of the round may happen (G3.1)."""


@dataclass(slots=True, kw_only=True)
class Tally:
    """Count what happened: rounds with a result, voids, holds by code, decks off the table."""

    rounds: int = 0
    voids: int = 0
    holds: Counter[str] = field(default_factory=Counter)
    quarantines: int = 0


@dataclass(slots=True, kw_only=True)
class Running:
    """Hold what is known of the round in play, from events alone; its cards are never told."""

    deck: DeckLetter = "A"
    entitled: tuple[SeatNo, ...] = ()
    bank: int = 0
    dealt: Counter[Target] = field(default_factory=Counter)
    ordinals: set[int] = field(default_factory=set)
    lines: list[WagerLine] = field(default_factory=list)
    paid: int = 0
    collected: int = 0
    is_over: bool = False


class Rules:
    """Check events in the order of the record; raise Violation at the first that may not be."""

    def __init__(self, ruleset: RuleSet) -> None:
        self._rules = ruleset
        self.tally = Tally()
        self.phase: Phase | None = Phase.CLOSED
        self.round = Running()
        self._decks: list[DeckLetter] = []
        self._held = 0
        self._up: set[bytes] = set()
        self._settled_up: frozenset[bytes] = frozenset()

    def hear(self, events: tuple[Event, ...], body: bytes) -> None:
        """Take in one record; a snapshot keeps what the last settled round turned up (G9.1, I27)."""
        _check_text(events, body, self._settled_up if not events else frozenset())
        self._up |= {card.card.value.encode() for card in _turned_up(events)}
        for event in events:
            self._phase(event)
            self._take(event)

    def _phase(self, event: Event) -> None:
        allowed = _PHASES.get(type(event))
        if allowed is not None and self.phase is not None and self.phase not in allowed:
            raise Violation("V8", f"{event.kind} in phase {self.phase.value}")
        if isinstance(event, PhaseEntered):
            self.phase = event.phase
        elif isinstance(event, DecisionUndone):
            self.phase = None  # the state went back; the next step names its phase

    def _take(self, event: Event) -> None:
        match event:
            case RoundOpened():
                self._opened(event)
            case BankOffered() | PlayerDealerSeated():
                self._banked(event)
            case BettingClosed():
                self._closed(event)
            case CardDealt():
                self._dealt(event)
            case SeatTurnedUp():
                self.round.lines += event.lines
            case SeatSettled():
                self.round.paid += event.paid
                self.round.collected += event.collected
            case RoundSettled():
                self._settled(event)
            case RoundVoided():
                self._voided(event)
            case HoldRaised():
                self.tally.holds[event.code.value] += 1
            case DeckQuarantined():
                self.tally.quarantines += 1
            case _:
                return

    # -- decks and bank -----------------------------------------------------------------------

    def _opened(self, event: RoundOpened) -> None:
        """Check that decks alternate (V15)."""
        if self._decks and self._decks[-1] == event.deck and self.round.is_over:
            raise Violation("V15", f"round {event.round} is dealt from deck {event.deck} again")
        self._decks = [event.deck]
        self._up = set()
        self.round = Running(deck=event.deck)

    def _banked(self, event: BankOffered | PlayerDealerSeated) -> None:
        if isinstance(event, PlayerDealerSeated) and not event.kept:
            self._held = 0

    def _closed(self, event: BettingClosed) -> None:
        """Check that no round starts past a due offer, or with a wager that may not stand (V16, G3.4)."""
        if self._held >= self._rules.rotation.rounds and self._rules.rotation.intervening_required:
            raise Violation("V16", f"a round after {self._held} counted ones of one player-dealer")
        unequal = [placed.seat for placed in event.stakes if placed.ante != placed.blind]
        if unequal or not event.entitled:
            raise Violation("G3.4", f"no more bets with seats {unequal} unequal, entitled {event.entitled}")
        self.round.entitled = event.entitled
        self.round.bank = event.bank

    # -- cards --------------------------------------------------------------------------------

    def _dealt(self, event: CardDealt) -> None:
        """Check that each card has its own place and seal, and no place has one too many (V7)."""
        current = self.round
        if event.target.place is Place.STUB:
            return
        current.dealt[event.target] += 1
        most = _MOST.get(event.target.place, HAND)
        entitled = event.target.place is not Place.SEAT or event.target.seat in current.entitled
        if current.dealt[event.target] > most or not entitled:
            raise Violation("V7", f"card {event.index} is one too many at {event.target.place.value}")
        if event.card.ordinal in current.ordinals:
            raise Violation("V7", f"seal {event.card.ordinal} stands for two cards")
        current.ordinals.add(event.card.ordinal)

    # -- money --------------------------------------------------------------------------------

    def _settled(self, event: RoundSettled) -> None:
        """Check the money of a round from its lines (INV4, V1 to V5, V10)."""
        current = self.round
        self._settled_up = frozenset(self._up)
        for line in current.lines:
            _check_line(line)
        wagers = Counter((line.position, line.bettor, line.wager) for line in current.lines)
        if any(times != 1 for times in wagers.values()):
            raise Violation("V2", "a wager ends twice")
        paid = sum(line.paid for line in current.lines)
        collected = sum(line.collected for line in current.lines)
        if (paid, collected, collected - paid) != (event.paid, event.collected, event.net):
            raise Violation(
                "V1", f"lines move {paid} and {collected}, the bank {event.paid}, {event.collected}"
            )
        if (current.paid, current.collected) != (paid, collected):
            raise Violation(
                "V1", f"steps move {current.paid} and {current.collected}, lines {paid}, {collected}"
            )
        if current.bank and not -current.bank <= event.net <= current.bank:
            raise Violation("V5", f"net {event.net} with a wager of {current.bank}")
        burned = current.dealt.pop(_BURNED, 0)
        if burned != BURNS[self._rules.burn]:
            raise Violation("V7", f"a round is settled with {burned} cards burned")
        board = current.dealt.pop(_BOARD, 0)
        if board != BOARD or any(count != HAND for count in current.dealt.values()):
            raise Violation("V7", "a round is settled with a card missing")
        current.is_over = True
        self.tally.rounds += 1
        self._held += 1

    def _voided(self, event: RoundVoided) -> None:
        """Check that a void gives back what it says (G9.1)."""
        if event.total != sum(amount for _, _, amount in event.returned):
            raise Violation("INV4", f"a void returns {event.total} in all and other amounts in detail")
        self.round.is_over = True
        self.tally.voids += 1


def _check_line(line: WagerLine) -> None:
    if line.collected + line.returned != line.stake + line.over_limit_returned:
        raise Violation("V3", f"seat {line.position} {line.wager.value} does not add up")
    if min(line.paid, line.collected, line.returned) < 0 or (line.paid and line.collected):
        raise Violation("V4", f"seat {line.position} {line.wager.value} moves both ways")
    if line.outcome is Outcome.PUSH and line.wager in {Wager.TRIPS, Wager.BAD_BEAT}:
        raise Violation("V10", f"seat {line.position} {line.wager.value} pushed")


def _check_text(events: tuple[Event, ...], body: bytes, before: frozenset[bytes]) -> None:
    """Check that a record's plain bytes name no card but those it turns up, or that lay up before (INV6)."""
    shown = _FACE.findall(body)
    if not shown:
        return
    up = {card.card.value.encode() for card in _turned_up(events)}
    if not set(shown) <= up | before:
        raise Violation("INV6", "a record names a card that it does not turn up")


def _turned_up(events: tuple[Event, ...]) -> tuple[Exposed, ...]:
    turned = (event for event in events if isinstance(event, CardsExposed | SeatTurnedUp))
    return tuple(card for event in turned for card in event.cards)
