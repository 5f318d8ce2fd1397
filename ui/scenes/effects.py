"""What a table would say that a scene's command does; hand-made like the scenes (S0)."""

from controller.engine.commands import Ask, VoidRound
from controller.engine.ids import DeckLetter
from controller.engine.preview_types import ChipsEffect, DeckEffect, Effect, NetEffect
from controller.engine.ruleset_policy import Ruling
from controller.engine.ruling_commands import Rule
from controller.engine.state import DeckState
from controller.engine.view_types import SeatView, TableView


def sample_effect(command: Ask, view: TableView) -> Effect:
    """Give the effect of a command on a scene: of a void, of a settlement, or none at all."""
    match command:
        case VoidRound():
            return _void(view)
        case Rule(ruling=Ruling.VOID):
            return _void(view)
        case Rule(ruling=Ruling.REVERSE_SETTLEMENT) if command.seat is not None:
            return Effect(nets=(NetEffect(seat=command.seat, before=-1_000, after=12_000),))
        case Rule(ruling=Ruling.ENTER_CARD):
            return Effect(at_reveal=True)
        case _:
            return Effect()


def _void(view: TableView) -> Effect:
    """Give all chips back, and have the deck counted again (G9.1)."""
    chips = tuple(
        ChipsEffect(seat=seat.number, bettor=0, before=before, after=0)
        for seat in view.seats
        for before in (_on_felt(seat),)
        if before
    )
    decks = () if view.deck is None else (_recounted(view.deck),)
    returned = view.hold.void_total if view.hold is not None else sum(one.before for one in chips)
    return Effect(chips=chips, decks=decks, returned=returned, voids=True)


def _on_felt(seat: SeatView) -> int:
    return sum(
        one.ante + one.blind + one.trips + one.bad_beat + one.progressive + one.play
        for one in seat.bettors
        if one.is_in
    )


def _recounted(letter: DeckLetter) -> DeckEffect:
    return DeckEffect(deck=letter, state=DeckState.IN_PLAY, is_recounted=True)
