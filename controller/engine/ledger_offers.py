"""Offers about fees and the meter (G5.7, G8.6)."""

from controller.engine.choices import cents, words
from controller.engine.decide.ledgers import waivable
from controller.engine.fees import fees_are_taken, fees_to_take
from controller.engine.ledger_commands import RecordFee, SetMeter
from controller.engine.ledgers import total_of
from controller.engine.offering import make_offer as offer
from controller.engine.prompt import Offer, OfferCode, OfferGroup, OpenField
from controller.engine.state import TableState

_WHY = words(OpenField.REASON, "courtesy", "slow_game", "correction")
_WHY_SET = words(OpenField.REASON, "opening", "moved", "correction")
"""Reasons that a floor supervisor may give without typing."""


def fee_offers(state: TableState) -> list[Offer]:
    """Offer to take all fees at once, and to let each of them off (G8.6)."""
    offers = []
    if not fees_are_taken(state):
        due = fees_to_take(state)
        offers.append(
            offer(state, OfferCode.RECORD_FEE, RecordFee(), subject=len(due), revision=total_of(due))
        )
    offers += [
        offer(
            state,
            OfferCode.WAIVE_FEE,
            waive,
            seat=waive.seat,
            subject=f"{waive.payer}.{waive.seat}.{waive.bettor}.{waive.wager or 'all'}",
            revision=waive.amount,
            choices=(cents(OpenField.AMOUNT, 1, waive.amount), _WHY),
            group=OfferGroup.TABLE,
        )
        for waive in waivable(state)
    ]
    return offers


def meter_offers(state: TableState) -> list[Offer]:
    """Offer to set the meter, where the rules have one (G5.7)."""
    progressive = state.ruleset.progressive
    if progressive is None:
        return []
    meter = state.ledgers.meter
    command = SetMeter(amount=progressive.seed if meter is None else meter, reason="")
    choices = (cents(OpenField.AMOUNT, 0, None), _WHY_SET)
    group = OfferGroup.TABLE
    return [offer(state, OfferCode.SET_METER, command, revision=command.amount, choices=choices, group=group)]
