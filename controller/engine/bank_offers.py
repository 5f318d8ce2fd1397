"""What may be asked about who stands behind a seat, and behind the bank (G8.7, G8.8)."""

from controller.engine.bank_commands import MarkNoPlay, ShareBank
from controller.engine.decide.sharing import standing_parts
from controller.engine.offering import make_offer
from controller.engine.prompt import Choice, ChoiceKind, Offer, OfferCode, OpenField
from controller.engine.queries import may_miss_play, round_of
from controller.engine.state import TableState


def missing_plays(state: TableState) -> list[Offer]:
    """Offer for each back-line bettor to say that the Play is not there, as long as it may be said (G8.7)."""
    return [
        make_offer(
            state,
            OfferCode.NO_PLAY,
            MarkNoPlay(seat=number, bettor=bettor.number),
            seat=number,
            bettor=bettor.number,
            subject=f"{number}.{bettor.number}",
            revision=state.seat(number).revision,
        )
        for number in round_of(state).entitled
        for bettor in state.seat(number).bettors
        if bettor.number and bettor.play and may_miss_play(state, number)
    ]


def shared_bank(state: TableState) -> list[Offer]:
    """Offer to share the bank, as it stands or is proposed; contributors and layers are filled in (G8.8)."""
    seat = round_of(state).player_dealer
    if seat is None:
        return []
    command = ShareBank(parts=standing_parts(state))
    parts = Choice(field=OpenField.PARTS, kind=ChoiceKind.PARTS)
    return [make_offer(state, OfferCode.SHARE_BANK, command, seat=seat, choices=(parts,))]
