"""What may be asked about who stands behind a seat, and behind the bank (G8.7, G8.8)."""

from controller.engine.bank_commands import MarkNoPlay
from controller.engine.offering import make_offer
from controller.engine.prompt import Offer, OfferCode
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
