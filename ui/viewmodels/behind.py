"""Who stands behind a decided seat, and whose Play is not on the felt (G8.7, TOUCHSCREEN 8)."""

from dataclasses import dataclass

from controller.engine.prompt import Offer, OfferCode
from controller.engine.view_types import BettorView, SeatView, TableView
from ui.details import seat_of
from ui.options import Wording
from ui.viewmodels.base import FixedRows

MOST_BEHIND = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class BehindRow:
    """Hold one bettor behind the seat; the token is empty once the Play is marked as missing."""

    used: bool = False
    text: str = ""
    sub: str = ""
    name: str = ""
    token: str = ""


class BehindModel(FixedRows[BehindRow]):
    """Show three bettors behind the seat that was tapped."""

    ROW = BehindRow


def nobody_behind() -> tuple[BehindRow, ...]:
    """Give three unused rows."""
    return (BehindRow(),) * MOST_BEHIND


def missable(view: TableView, number: int) -> tuple[Offer, ...]:
    """Give the offers to mark a Play behind this seat as missing; none once a card has come."""
    return tuple(
        offer
        for offer in view.prompt.offers
        if offer.code is OfferCode.NO_PLAY and offer.seat == number and offer.enabled
    )


def behind_rows(view: TableView, number: int | None, words: Wording) -> tuple[BehindRow, ...]:
    """Draw the bettors behind the tapped seat."""
    seat = seat_of(view, number)
    if seat is None:
        return nobody_behind()
    rows = tuple(_row(view, seat, one, words) for one in seat.bettors if one.number and one.is_in)
    return (*rows, *nobody_behind())[:MOST_BEHIND]


def _row(view: TableView, seat: SeatView, bettor: BettorView, words: Wording) -> BehindRow:
    say = words.say
    offer = next((one for one in missable(view, seat.number) if one.bettor == bettor.number), None)
    amount = words.money.exact(seat.multiple * bettor.ante)
    key = "behind.no_play" if offer is not None else "behind.folds"
    return BehindRow(
        used=True,
        text=say(key, number=bettor.number),
        sub=say("behind.missing" if offer is not None else "behind.marked", amount=amount),
        name=say("access.no_play", seat=seat.number, number=bettor.number),
        token=offer.token if offer is not None else "",
    )


def plays_text(seat: SeatView) -> str:
    """Count on the tile those behind a decided seat, and how many of them have their Play down."""
    behind = [one for one in seat.bettors if one.number and one.is_in]
    if not behind or not seat.multiple:
        return ""
    down = sum(one.play > 0 for one in behind)
    return f"+{down}" if down == len(behind) else f"+{down}/{len(behind)}"
