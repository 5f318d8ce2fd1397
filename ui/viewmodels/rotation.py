"""How the bank goes round the table: the clock, the notice and the log of offers (G8.1 to G8.3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from controller.engine.view_types import TableView
from controller.history.offers import OfferLine
from ui.details import clock_text
from ui.options import Wording
from ui.viewmodels.base import FixedRows, ViewModel, shows

ROWS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class RotationShown:
    """Hold clock and notice, and the page of the log: a token is empty where there is no such page."""

    everyHand: bool = False
    noticeText: str = ""
    clockText: str = ""
    clockWarn: bool = False
    thirdText: str = ""
    emptyText: str = ""
    pageText: str = ""
    upArg: str = ""
    upToken: str = ""
    downArg: str = ""
    downToken: str = ""
    upText: str = ""
    downText: str = ""


@shows(RotationShown)
class RotationViewModel(ViewModel[RotationShown]):
    """Show how the bank goes round the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferRow:
    """Hold one line of the log."""

    used: bool = False
    whenText: str = ""
    seatText: str = ""
    wordText: str = ""
    byText: str = ""


class OfferRowsModel(FixedRows[OfferRow]):
    """Show one page of the log, the newest first."""

    ROW = OfferRow


NO_ROWS = (OfferRow(),) * ROWS


def rotation_shown(view: TableView, offers: Sequence[OfferLine], place: str, words: Wording) -> RotationShown:
    """Draw clock and notice; with the log open also the keys to its other pages."""
    say, rotation = words.say, view.rotation
    pages = max(1, -(-len(offers) // ROWS))
    page = _page(offers, place)
    newer = str(page - 1) if page else ""
    older = str(page + 1) if page + 1 < pages else ""
    third = rotation.third_party
    return RotationShown(
        everyHand=rotation.every_hand,
        noticeText=rotation.notice,
        clockText=clock_text(view, say),
        clockWarn=rotation.warned > 0 or rotation.minutes_left == 0,
        thirdText=say("panel.third_party_seat", seat=third) if third is not None else "",
        emptyText="" if offers else say("panel.offers_none"),
        pageText=say("offer.page", page=page + 1, count=pages) if pages > 1 else "",
        upText=say("button.page_up"),
        downText=say("button.page_down"),
        upArg=newer,
        upToken=f"page:offers:{newer}" if newer else "",
        downArg=older,
        downToken=f"page:offers:{older}" if older else "",
    )


def offer_rows(offers: Sequence[OfferLine], place: str, words: Wording) -> tuple[OfferRow, ...]:
    """Draw one page of the log."""
    first = _page(offers, place) * ROWS
    rows = [_row(line, words) for line in offers[first : first + ROWS]]
    return (*rows, *NO_ROWS[len(rows) :])


def _page(offers: Sequence[OfferLine], place: str) -> int:
    """Give the page of a place; one that has gone is the newest."""
    page = int(place) if place.isdigit() else 0
    return page if page * ROWS < len(offers) else 0


def _operator(operator: str, words: Wording) -> str:
    """Name who did it: `dealer:4471` as the table's language says it; any other name as it stands."""
    kind, _, name = operator.partition(":")
    if kind == name == "dealer":  # nobody has signed on by name
        return words.say("value.requester_dealer").lower()
    return (
        words.say("status.dealer", dealer=name) if kind == "dealer" and name else operator.replace(":", " ")
    )


def _row(line: OfferLine, words: Wording) -> OfferRow:
    say = words.say
    at = datetime.fromtimestamp(line.utc_us / 1_000_000, tz=UTC).astimezone(words.zone).strftime("%H:%M:%S")
    seat = "" if line.seat is None else say("seat.title", seat=line.seat)
    whom = (seat, say("seat.third_party")) if line.third_party else (seat,)
    word = say(f"offer.{line.word}")
    known = f"value.reason_{line.reason}"
    reason = say(known) if known in say else line.reason
    return OfferRow(
        used=True,
        whenText=say("offer.row" if line.round else "offer.row_none", time=at, round=line.round or ""),
        seatText=say("list.comma").join(whom),
        wordText=say("offer.with_reason", word=word, reason=reason) if reason else word,
        byText=say("offer.by", operator=_operator(line.operator, words)),
    )
