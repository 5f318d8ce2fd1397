"""Make an offer with the token that names its meaning (G3.10, ARCHITECTURE 11)."""

from controller.engine.commands import Ask
from controller.engine.ids import SeatNo, Token
from controller.engine.prompt import Choice, Offer, OfferCode, OfferGroup
from controller.engine.state import TableState


def token(state: TableState, code: OfferCode, subject: object = "", revision: object = 0) -> Token:
    """Name what an offer means: round, phase, what it asks, about what, and its revision (G3.10)."""
    held = "held" if state.hold is not None else "recovered" if state.recovered else state.phase
    return Token(f"{state.rounds}:{held}:{code}:{subject}:{revision}")


def make_offer(  # noqa: PLR0913 - an offer has as many independent facts
    state: TableState,
    code: OfferCode,
    command: Ask,
    *,
    seat: SeatNo | None = None,
    bettor: int | None = None,
    subject: object = "",
    revision: object = 0,
    choices: tuple[Choice, ...] = (),
    group: OfferGroup | None = None,
) -> Offer:
    """Make an offer about a seat, or about a subject where a seat alone does not name it."""
    about = subject if subject != "" else "" if seat is None else seat
    return Offer(
        code=code,
        command=command,
        token=token(state, code, about, revision),
        seat=seat,
        bettor=bettor,
        open_fields=tuple(choice.field for choice in choices),
        choices=choices,
        group=group,
    )
