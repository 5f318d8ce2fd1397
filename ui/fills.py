"""What the dealer fills into a command, and what makes an old refusal outdated (no Qt here)."""

from collections.abc import Callable

from controller.engine.commands import AnswerOffer, Ask, PostBank, RecordCount
from controller.engine.copying import replace
from controller.engine.money import Cents
from controller.engine.prompt import Offer, OpenField
from controller.engine.view_types import TableView


def filled(offer: Offer, bank: Callable[[Offer], Cents], count: str) -> Ask:
    """Put what the dealer chose into the open fields of an offer's command; count: typed digits."""
    command = offer.command
    match command:
        case AnswerOffer() if OpenField.BANK in offer.open_fields:
            return replace(command, bank=bank(offer))
        case PostBank() if OpenField.AMOUNT in offer.open_fields:
            return replace(command, amount=bank(offer))
        case RecordCount() if count:
            return replace(command, count=int(count))
        case _:
            return command


def meaning(view: TableView) -> tuple[object, ...]:
    """Give what makes an old refusal outdated."""
    return view.prompt.code, view.phase, view.prompt.seat, view.hold
