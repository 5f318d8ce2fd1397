"""What a preview says a command would do; apart from the judging, so that a screen can start without it."""

from dataclasses import dataclass

from controller.engine.ids import DeckLetter, SeatNo
from controller.engine.money import Cents
from controller.engine.refusals import Refused
from controller.engine.state import DeckState


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsEffect:
    """Hold what lies before one bettor, before and after, in cents; a void or a dead hand leaves nothing."""

    seat: SeatNo
    bettor: int
    before: Cents
    after: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class NetEffect:
    """Hold what a seat's settled wagers win, before and after, in cents, negative if they lose."""

    seat: SeatNo
    before: Cents
    after: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckEffect:
    """Hold what becomes of a deck; state: after the command."""

    deck: DeckLetter
    state: DeckState
    is_recounted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """Hold what a command would do.

    refused: why it would not be taken; chips, nets, decks: those that change; bank_before, bank_after: the
    player-dealer's wager in cents; returned: cents that go back to bettors; voids: the round would not count;
    goes_on: the table would not stand still after it; at_reveal: money that depends on hands not up yet is
    computed at their reveal; before, after: the element in words, as the ruling would record it;
    fees_before, fees_after: still to be taken in this round; meter_before, meter_after: the progressive's.
    """

    refused: Refused | None = None
    chips: tuple[ChipsEffect, ...] = ()
    nets: tuple[NetEffect, ...] = ()
    decks: tuple[DeckEffect, ...] = ()
    bank_before: Cents = 0
    bank_after: Cents = 0
    returned: Cents = 0
    voids: bool = False
    goes_on: bool = True
    at_reveal: bool = False
    before: str = ""
    after: str = ""
    fees_before: Cents = 0
    fees_after: Cents = 0
    meter_before: Cents = 0
    meter_after: Cents = 0
