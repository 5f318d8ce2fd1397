"""What may be asked about the bank's way round the table, beside one seat's answer (G8.1, G8.3)."""

from controller.engine.choices import bank_choice, pick, words
from controller.engine.commands import Answer, AnswerOffer
from controller.engine.decide.rotation import may_be_forced
from controller.engine.offering import make_offer
from controller.engine.prompt import Offer, OfferCode, OfferGroup, OpenField
from controller.engine.queries import occupied, proposed_bank
from controller.engine.rotation import offers_every_hand
from controller.engine.rotation_commands import DeclineAll, EndGame, FlagThirdParty, ForceOffer
from controller.engine.state import Phase, TableState

FORCE_REASONS = ("seat_away", "house_order", "player_asks")
END_REASONS = ("rotation_clock", "too_few_players", "house_order", "closing_time")
"""Reasons that are proposed; another one may be typed."""


def asked_at_once(state: TableState) -> list[Offer]:
    """Let each seat that is asked take the bank or be noted as absent, and all of them decline (G8.3)."""
    offers = [make_offer(state, OfferCode.DECLINE_ALL, DeclineAll(), revision=len(state.banking.open_to))]
    for seat in state.banking.open_to:
        accept = AnswerOffer(seat=seat, answer=Answer.ACCEPTED, bank=proposed_bank(state, seat))
        choices = (bank_choice(state, OpenField.BANK),)
        absent = AnswerOffer(seat=seat, answer=Answer.ABSENT)
        offers.append(make_offer(state, OfferCode.ACCEPT_BANK, accept, seat=seat, choices=choices))
        offers.append(make_offer(state, OfferCode.ABSENT, absent, seat=seat))
    return offers


def floor_acts(state: TableState) -> list[Offer]:
    """Let the floor choose the next seat, end the game, and name the third-party provider (G11.6)."""
    offers = _third_party(state)
    if state.phase is Phase.CLOSED:
        return offers
    forced = may_be_forced(state)
    if forced and not state.rotation.missed:
        choices = (pick(OpenField.SEAT, *forced), words(OpenField.REASON, *FORCE_REASONS))
        force = ForceOffer(seat=forced[0], reason=FORCE_REASONS[0])
        revision = f"{len(state.banking.answers)}.{len(state.banking.passed)}.{state.banking.asking or 0}"
        offers.append(
            make_offer(
                state,
                OfferCode.FORCE_OFFER,
                force,
                choices=choices,
                revision=revision,
                group=OfferGroup.BANK,
            )
        )
    reasons = END_REASONS if state.rotation.missed else END_REASONS[1:]
    end = EndGame(reason=reasons[0])
    why = (words(OpenField.REASON, *reasons),)
    offers.append(make_offer(state, OfferCode.END_GAME, end, choices=why, group=OfferGroup.BANK))
    return offers


def _third_party(state: TableState) -> list[Offer]:
    flagged, seats = state.rotation.third_party, occupied(state)
    if not offers_every_hand(state.ruleset.rotation) or not seats:
        return []
    group = OfferGroup.BANK
    if flagged is not None:
        unflag = FlagThirdParty(seat=flagged, is_third_party=False)
        return [make_offer(state, OfferCode.UNFLAG_THIRD_PARTY, unflag, seat=flagged, group=group)]
    flag = FlagThirdParty(seat=seats[0], is_third_party=True)
    choices = (pick(OpenField.SEAT, *seats),)
    return [make_offer(state, OfferCode.FLAG_THIRD_PARTY, flag, choices=choices, group=group)]
