"""Names of phases, holds and decks' states; `state` offers them too (G3.1, G9, G10.2).

A member of an enumeration costs as much as three calls each time it is looked up by its name (Python 3.11).
Where a round asks hundreds of times, a module keeps the member in a name of its own, or several in a set.
"""

from enum import StrEnum

from controller.engine.ruleset import Street


class Phase(StrEnum):
    """Name a phase of the round (G3.1)."""

    CLOSED = "closed"
    OFFER = "offer"
    WAGERS = "wagers"
    HOLE = "hole"
    PREFLOP = "preflop"
    COMMUNITY = "community"
    FLOP = "flop"
    RIVER = "river"
    REVEAL = "reveal"
    SETTLE = "settle"
    COLLECT = "collect"


BEFORE_DEAL = frozenset({Phase.OFFER, Phase.WAGERS})
"""Phases of a round in which no card of it has moved yet."""

DEALING = frozenset({Phase.HOLE, Phase.PREFLOP, Phase.COMMUNITY, Phase.FLOP, Phase.RIVER})
"""Phases in which cards may still move out of a device."""

IN_ROUND = DEALING | {Phase.REVEAL, Phase.SETTLE}
"""Phases with cards and wagers on the felt; a void is possible."""

ACTING = {Phase.PREFLOP: Street.PREFLOP, Phase.FLOP: Street.FLOP, Phase.RIVER: Street.RIVER}
"""Phases in which seats decide, with their street."""


class DealingMode(StrEnum):
    """Name where cards are dealt from: stacks by the shuffler, or the shoe (CDP1 7)."""

    STACKS = "stacks"
    SHOE = "shoe"


class DeckState(StrEnum):
    """Name the state of a deck (G10.2)."""

    NEW = "new"
    LOADED = "loaded"
    SHUFFLING = "shuffling"
    READY = "ready"
    IN_PLAY = "in_play"
    COLLECTED = "collected"
    QUARANTINED = "quarantined"


class DeckPlace(StrEnum):
    """Name where a deck lies (CDP1 7)."""

    RACK = "rack"
    INFEED = "infeed"
    CHAMBER = "chamber"
    HAND = "hand"
    SHOE = "shoe"
    TABLE = "table"


class HoldCode(StrEnum):
    """Name why the table holds; the I codes are G9's."""

    LINK_LOST = "link_lost"
    DEVICE_FAULT = "device_fault"
    DEVICE_BOOTED = "device_booted"
    OPERATION_FAILED = "operation_failed"
    UNORDERED_OPERATION = "unordered_operation"
    UNKNOWN_EVENT = "unknown_event"
    EVENTS_LOST = "events_lost"
    DRAWN_EARLY = "drawn_early"
    NOT_TWO_CARDS = "not_two_cards"
    EXTRA_CARD = "extra_card"
    UNREAD = "unread"
    DUPLICATE = "duplicate"
    WRONG_BACK = "wrong_back"
    BOXED = "boxed"
    NOT_SHUFFLED = "not_shuffled"
    COUNT_WRONG = "count_wrong"
    PUSHED_BACK = "pushed_back"
    REPORTED = "reported"
    DISPUTE = "dispute"
