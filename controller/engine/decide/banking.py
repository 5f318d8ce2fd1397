"""Judge the offer of the bank and its wager (G2.8, G8)."""

from controller.engine.commands import Answer, AnswerOffer, PostBank
from controller.engine.decide.offering import may_bank
from controller.engine.decide.rotation import game_over
from controller.engine.decide.table import bad_seat
from controller.engine.events import BankPosted, Event, OfferAnswered, PlayerDealerSeated
from controller.engine.ids import SeatNo
from controller.engine.money import Cents, is_cents
from controller.engine.queries import round_of
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import Phase, TableState


def decide_answer(state: TableState, command: AnswerOffer) -> Refused | tuple[Event, ...]:
    """Record the answer of a seat that is asked; when nobody is left to ask any seat may accept (G8.1).

    Where all are asked at once the seat that accepts answers for the others: they decline (G8.3).
    """
    wrong = bad_seat(state, command.seat) or game_over(state) or _not_asked(state, command)
    if wrong is not None:
        return wrong
    answered = OfferAnswered(seat=command.seat, answer=command.answer)
    if command.answer is not Answer.ACCEPTED:
        return (answered,)
    seated = PlayerDealerSeated(seat=command.seat, kept=False)
    others = (seat for seat in state.banking.open_to if seat != command.seat)
    taken: tuple[Event, ...] = (
        *(OfferAnswered(seat=seat, answer=Answer.DECLINED) for seat in others),
        answered,
        seated,
    )
    if command.bank is None:
        return taken
    short = bank_refusal(state, command.bank, "bank")
    if short is not None:
        return short
    return (*taken, BankPosted(seat=command.seat, amount=command.bank, repeated=False))


def _not_asked(state: TableState, command: AnswerOffer) -> Refused | None:
    asked = state.banking.asking
    accepts = command.answer is Answer.ACCEPTED
    if (
        asked == command.seat
        or command.seat in state.banking.open_to
        or (not accepts and holds_back(state) == command.seat)
    ):
        return None
    if asked is None and accepts and command.seat in volunteers(state):
        return None
    allowed = "nobody" if asked is None else str(asked)
    return Refused(
        code=RefusalCode.NOT_ASKED, field="seat", value=str(command.seat), allowed=allowed, seat=asked
    )


def volunteers(state: TableState) -> tuple[SeatNo, ...]:
    """Give the seats that may still take the bank once all were asked and nobody holds it (G8.2)."""
    asked = state.banking.answers or state.banking.passed
    if not asked or state.banking.open_to or round_of(state).player_dealer is not None:
        return ()
    return tuple(seat.number for seat in state.seats if may_bank(state, seat.number))


def holds_back(state: TableState) -> SeatNo | None:
    """Give the player-dealer who has not posted a bank that is large enough, and may give it up (G2.8)."""
    current = round_of(state)
    return current.player_dealer if state.phase is Phase.OFFER and not current.bank else None


def decide_bank(state: TableState, command: PostBank) -> Refused | tuple[Event, ...]:
    """Record the player-dealer's wager before the deal (G1, W)."""
    over = game_over(state)
    if over is not None:
        return over
    seat: SeatNo | None = round_of(state).player_dealer
    if seat is None:
        return Refused(code=RefusalCode.NO_BANK, field="amount", value=str(command.amount))
    short = bank_refusal(state, command.amount, "amount")
    return short if short is not None else (BankPosted(seat=seat, amount=command.amount, repeated=False),)


def bank_refusal(state: TableState, amount: Cents, field: str) -> Refused | None:
    """Refuse a bank outside the rule set's limits (G2.8)."""
    rules = state.ruleset
    top = rules.bank_max
    allowed = f"{rules.bank_min} cents or more" if top is None else f"{rules.bank_min} to {top} cents"
    if not is_cents(amount):
        return Refused(code=RefusalCode.BAD_AMOUNT, field=field, value=str(amount), allowed=allowed)
    if amount < rules.bank_min or amount == 0:
        return Refused(code=RefusalCode.BANK_TOO_SMALL, field=field, value=str(amount), allowed=allowed)
    if top is not None and amount > top:
        return Refused(code=RefusalCode.BANK_TOO_LARGE, field=field, value=str(amount), allowed=allowed)
    return None
