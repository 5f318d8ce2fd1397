"""The offer of the bank: who is asked, and what the bank would be (TOUCHSCREEN 6, D1-offer)."""

from dataclasses import dataclass

from controller.engine.prompt import OfferCode, PromptCode
from controller.engine.view_types import TableView
from ui.options import Wording
from ui.viewmodels.base import ViewModel, shows
from ui.viewmodels.draft import code_offer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferShown:
    """Hold the panel of the offer; a token is empty where the answer is not offered."""

    visible: bool = False
    seat: int = 0
    text: str = ""
    bankText: str = ""
    canChangeBank: bool = False
    declineText: str = ""
    declineToken: str = ""
    absentText: str = ""
    absentToken: str = ""


@shows(OfferShown)
class OfferViewModel(ViewModel[OfferShown]):
    """Show the offer of the bank."""


def offer_shown(view: TableView, bank: int, words: Wording) -> OfferShown:
    """Draw the offer; `bank` is the wager in cents that an acceptance would post."""
    prompt = view.prompt
    if prompt.code is not PromptCode.OFFER_BANK or prompt.seat is None:
        return OfferShown()
    asked = code_offer(prompt, OfferCode.ACCEPT_BANK) or code_offer(prompt, OfferCode.POST_BANK)
    return OfferShown(
        visible=True,
        seat=prompt.seat,
        text=words.say("prompt.offer_bank", seat=prompt.seat),
        bankText=words.say("button.bank_amount", amount=words.money.exact(bank)),
        canChangeBank=asked is not None and bool(asked.open_fields),
        declineText=words.say("button.declines"),
        declineToken=_token(view, OfferCode.DECLINE_BANK),
        absentText=words.say("button.absent"),
        absentToken=_token(view, OfferCode.ABSENT),
    )


def _token(view: TableView, code: OfferCode) -> str:
    offer = code_offer(view.prompt, code)
    return offer.token if offer is not None and offer.enabled else ""
