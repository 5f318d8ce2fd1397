"""Find an offer in a prompt, and take it."""

from dataclasses import dataclass

from controller.engine.commands import Ask
from controller.engine.ids import SeatNo
from controller.engine.prompt import Offer, OfferCode, Prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """Say that an offer is taken: its token goes with `command`; `offer.needs` names an approval."""

    offer: Offer
    command: Ask


def all_of(prompt: Prompt) -> tuple[Offer, ...]:
    """Give every offer, the primary first."""
    return prompt.offers if prompt.primary is None else (prompt.primary, *prompt.offers)


def find(prompt: Prompt, code: OfferCode, seat: SeatNo | None = None) -> Offer | None:
    """Find an offer by what it asks, and for which seat."""
    return next(
        (offer for offer in all_of(prompt) if offer.code is code and seat in {None, offer.seat}), None
    )


def enabled(prompt: Prompt, code: OfferCode) -> Take | None:
    """Take the offer of a kind as it stands, if it may be taken."""
    offer = find(prompt, code)
    return Take(offer=offer, command=offer.command) if offer is not None and offer.enabled else None


def primary(prompt: Prompt) -> Take | None:
    """Take what the primary button asks, if it may be pressed."""
    offer = prompt.primary
    return Take(offer=offer, command=offer.command) if offer is not None and offer.enabled else None
