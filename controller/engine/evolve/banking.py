"""Evolve the offer of the bank and the player-dealer's wager (G8)."""

from typing import assert_never

from controller.engine.bank_events import BankSettled, BankShared
from controller.engine.commands import Answer
from controller.engine.copying import replace
from controller.engine.events import BankEvent, BankOffered, BankPosted, OfferAnswered, PlayerDealerSeated
from controller.engine.evolve.replacing import with_round, with_seat
from controller.engine.ids import SeatNo
from controller.engine.state import Banking, Round, Seat, TableState


def evolve_bank(state: TableState, event: BankEvent) -> TableState:
    """Give the state after an event of the bank."""
    banking = state.banking
    match event:
        case BankOffered():
            answers = () if event.seat is None else banking.answers
            asked = replace(state, banking=replace(banking, asking=event.seat, answers=answers))
            return with_round(asked, lambda current: replace(current, offered=True))
        case OfferAnswered():
            return _answered(state, event)
        case PlayerDealerSeated():
            return _seated(state, event)
        case BankPosted():
            posted = replace(state, banking=replace(banking, bank=event.amount, layers=()))
            return with_round(posted, lambda current: replace(current, bank=event.amount, layers=()))
        case BankShared():
            shared = replace(state, banking=replace(banking, layers=event.layers))
            return with_round(shared, lambda current: replace(current, layers=event.layers))
        case BankSettled():
            return state
        case _ as unreachable:
            assert_never(unreachable)


def _answered(state: TableState, event: OfferAnswered) -> TableState:
    """Note an answer; a player-dealer who gives the bank up before posting it holds it no more (G2.8)."""
    banking = state.banking
    answers = (*banking.answers, (event.seat, event.answer))
    open_to = tuple(seat for seat in banking.open_to if seat != event.seat)
    answered = replace(state, banking=replace(banking, asking=None, answers=answers, open_to=open_to))
    if event.answer is Answer.ACCEPTED:
        return answered
    return with_round(answered, lambda current: without_banker(current, event.seat))


def without_banker(current: Round, seat: SeatNo) -> Round:
    """Give the round without its player-dealer, if it was this seat."""
    return (
        replace(current, player_dealer=None, bank=0, layers=()) if current.player_dealer == seat else current
    )


def _seated(state: TableState, event: PlayerDealerSeated) -> TableState:
    """Seat the player-dealer; a new one, or one that goes on because all declined, counts anew (G8.2)."""
    banking = state.banking
    goes_on = event.kept and not (banking.answers or banking.passed)
    counted = banking.counted if goes_on else 0
    same = event.seat == banking.player_dealer
    seated = replace(
        state,
        banking=Banking(
            player_dealer=event.seat,
            counted=counted,
            bank=banking.bank if same else 0,
            layers=banking.layers if same else (),
        ),
    )
    seated = with_round(seated, lambda current: replace(current, player_dealer=event.seat))
    return with_seat(seated, event.seat, _without_wagers)


def _without_wagers(seat: Seat) -> Seat:
    """Take the banker's own wagers off the felt; the amounts are kept for later (G2.8)."""
    return replace(seat, bettors=tuple(replace(bettor, is_in=False) for bettor in seat.bettors))
