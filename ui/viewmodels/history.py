"""D11: the last rounds, and every wager of the chosen one as it is in the record (TOUCHSCREEN 6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from controller.engine.events import RoundVoided
from controller.engine.ids import SeatNo
from controller.engine.money import Cents
from controller.engine.settlement_types import Reason, WagerLine
from controller.history.record import RoundRecord, SeatRecord, Told
from ui.formatting import card_text, hand_long, hand_short, hour_text
from ui.options import Wording
from ui.viewmodels.base import FixedRows, ViewModel, shows
from ui.viewmodels.holders import holders_text
from ui.viewmodels.lines import outcome_word
from ui.viewmodels.seats import WAGERS
from ui.viewmodels.settlement import CellRow, cell, is_behind
from ui.viewmodels.standstill import told_text

LISTED = 5
LINES = 5
NO_CELLS = (CellRow(),) * (LINES * len(WAGERS))


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryShown:
    """Hold the chosen round. cards, bankCards: what lay face up; a token is empty where no such page is.

    upArg, downArg: the page that follows, as `round:page`; upText, downText: of this round, or another one.
    """

    titleText: str = ""
    bankText: str = ""
    resultText: str = ""
    markText: str = ""
    pageText: str = ""
    cards: tuple[str, ...] = ()
    bankCards: tuple[str, ...] = ()
    upText: str = ""
    downText: str = ""
    upArg: str = ""
    upToken: str = ""
    downArg: str = ""
    downToken: str = ""


@shows(HistoryShown)
class HistoryViewModel(ViewModel[HistoryShown]):
    """Show the chosen round's heading and the pages around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """Hold one round of the list; warn: it is void, or the table stood still in it."""

    used: bool = False
    text: str = ""
    subText: str = ""
    chosen: bool = False
    warn: bool = False
    arg: str = ""
    token: str = ""


class RoundsModel(FixedRows[RoundRow]):
    """Show the rounds around the chosen one."""

    ROW = RoundRow


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLineRow:
    """Hold the head of one bettor's line: the seat, and the hand where it was turned up.

    card1, card2: its cards, empty unless they were turned up (P9); noteText: a sentence in place of a line.
    """

    used: bool = False
    seatText: str = ""
    handText: str = ""
    card1: str = ""
    card2: str = ""
    noteText: str = ""


class HistoryLinesModel(FixedRows[HistoryLineRow]):
    """Show five bettors of a round."""

    ROW = HistoryLineRow


class HistoryCellsModel(FixedRows[CellRow]):
    """Show their wagers: five bettors by five wagers."""

    ROW = CellRow


Line = tuple[SeatRecord, str, bool]
"""One bettor's line at one step: the step, the bettor's name in the record, and whether it was reversed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """Hold what a void gave back to one bettor, in cents."""

    seat: SeatNo
    bettor: int
    cents: Cents


Entry = Line | Told | Returned
"""What one row shows."""

Place = tuple[int, int]
"""A place among all pages: the index of the round, the page of its lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """Hold what D11 shows at once."""

    head: HistoryShown = HistoryShown()
    rounds: tuple[RoundRow, ...] = (RoundRow(),) * LISTED
    lines: tuple[HistoryLineRow, ...] = (HistoryLineRow(),) * LINES
    cells: tuple[CellRow, ...] = NO_CELLS


def past(history: Sequence[RoundRecord], place: str, words: Wording) -> Past:
    """Draw D11 at a place `round:page`; an empty one, or one that has gone, is the newest round."""
    if not history:
        return Past()
    pages = [(index, page) for index, one in enumerate(history) for page in range(_page_count(one))]
    known = {_arg(history, at): at for at in pages}
    at = known.get(place, pages[0])
    shown = history[at[0]]
    entries = _entries(shown)[at[1] * LINES : (at[1] + 1) * LINES]
    cells = [made for entry in entries for made in _cells(entry, words)]
    heads = [_row(entry, words) for entry in entries]
    return Past(
        head=_head(history, pages, at, words),
        rounds=_round_rows(history, at[0], words),
        lines=(*heads, *(HistoryLineRow(),) * (LINES - len(heads))),
        cells=(*cells, *NO_CELLS[len(cells) :]),
    )


def _entries(record: RoundRecord) -> list[Entry]:
    """Give why the table stood still, what a void gave back, then what was settled."""
    voids = [told for told in record.told if isinstance(told, RoundVoided)]
    back = [
        Returned(seat=seat, bettor=bettor, cents=cents)
        for one in voids
        for seat, bettor, cents in one.returned
    ]
    return [*record.told, *back, *_lines(record)]


def _lines(record: RoundRecord) -> Iterator[Line]:
    """Give each bettor of each step that has lines, in settlement order; then what was reversed (I27)."""
    for steps, reversed_since in ((record.seats, False), (record.undone, True)):
        for seat in steps:
            for name in dict.fromkeys(line.bettor for line in seat.lines):
                yield seat, name, reversed_since


def _page_count(record: RoundRecord) -> int:
    return max(1, -(-len(_entries(record)) // LINES))


def _arg(history: Sequence[RoundRecord], at: Place) -> str:
    return f"{history[at[0]].number}:{at[1]}"


def _head(history: Sequence[RoundRecord], pages: Sequence[Place], at: Place, words: Wording) -> HistoryShown:
    """Draw the heading of the chosen round, and the keys to the pages before and after."""
    say, record = words.say, history[at[0]]
    place = pages.index(at)
    newer = _arg(history, pages[place - 1]) if place > 0 else ""
    older = _arg(history, pages[place + 1]) if place + 1 < len(pages) else ""
    count = _page_count(record)
    return HistoryShown(
        titleText=say("history.title", round=record.number, time=time_text(record, words), deck=record.deck),
        bankText=_bank_text(record, words),
        resultText=result_text(record, words),
        markText=_mark_text(record, words),
        pageText=say("history.page", page=at[1] + 1, count=count) if count > 1 else "",
        cards=tuple(card.value for card in record.board),
        bankCards=tuple(card.value for card in record.bank_cards),
        upText=say("button.page_less" if at[1] else "button.page_up"),
        downText=say("button.page_more" if at[1] + 1 < count else "button.page_down"),
        upArg=newer,
        upToken=f"page:{newer}" if newer else "",
        downArg=older,
        downToken=f"page:{older}" if older else "",
    )


def _mark_text(record: RoundRecord, words: Wording) -> str:
    """Say which folded hands were opened, or that a ruling changed the settlement."""
    if record.opened:
        return words.say("history.opened", hands=_opened_text(record, words))
    if record.undone:
        return words.say("history.corrected")
    return ""


def _opened_text(record: RoundRecord, words: Wording) -> str:
    """Name the folded hands that a dispute opened, seat by seat."""
    hands = []
    for one in record.opened:
        faces = words.say("list.comma").join(card_text(card, words.say) for card in one.cards)
        hands.append(f"{words.say('seat.title', seat=one.seat)}: {faces}")
    return words.say("list.sentence").join(hands)


def time_text(record: RoundRecord, words: Wording) -> str:
    """Write when a round ended, on the table's clock."""
    return hour_text(record.ended_us, words.zone)


def _bank_text(record: RoundRecord, words: Wording) -> str:
    """Say who banked with how much, and the hand where it was turned up."""
    say, hand = words.say, record.bank_hand
    amount = words.money.exact(record.bank)
    seat = record.player_dealer
    banked = say("history.bank", seat=seat, amount=amount) if seat is not None else say("history.house")
    if hand is None:
        return banked
    return say("list.comma").join((banked, hand_long(hand.category, hand.five, say)))


def result_text(record: RoundRecord, words: Wording) -> str:
    """Say what the bank paid and took, to the cent, or that all went back."""
    if record.void_reason:
        return words.say("history.void")
    money, word = words.money, outcome_word(record.net)
    net, holders = money.exact(abs(record.net)), holders_text(record.layers, words)
    said = words.say(
        f"history.{word}",
        net=net,
        paid=money.exact(record.paid),
        collected=money.exact(record.collected),
    )
    if holders:
        said = words.say(f"history.shared_{word}", net=net, holders=holders)
    return words.say("list.sentence").join((said, *_books(record, words)))


def _books(record: RoundRecord, words: Wording) -> Iterator[str]:
    """Say what the round brought in fees, and what it did to the meter (G11.2)."""
    money = words.money
    if record.fees:
        yield words.say("history.fees", total=money.exact(record.fees))
    if record.meter is not None:
        lines = [line for seat in record.seats for line in seat.progressive]
        yield words.say(
            "history.progressive",
            paid=money.exact(sum(line.from_meter + line.from_house for line in lines)),
            took=money.exact(sum(line.stake for line in lines)),
            meter=money.exact(record.meter.after),
        )


def _round_rows(history: Sequence[RoundRecord], chosen: int, words: Wording) -> tuple[RoundRow, ...]:
    """Draw the part of the list that holds the chosen round."""
    first = chosen // LISTED * LISTED
    rows = [
        _round_row(record, words, chosen=first + number == chosen)
        for number, record in enumerate(history[first : first + LISTED])
    ]
    return (*rows, *(RoundRow(),) * (LISTED - len(rows)))


def _round_row(record: RoundRecord, words: Wording, *, chosen: bool) -> RoundRow:
    say = words.say
    net = say(f"history.net_{outcome_word(record.net)}", net=words.money.exact(abs(record.net)))
    ended = say("history.void_short") if record.void_reason else net
    return RoundRow(
        used=True,
        text=say("history.round", round=record.number),
        subText=say("history.row", time=time_text(record, words), result=ended),
        chosen=chosen,
        warn=record.irregular or record.void_reason != "" or record.undone != (),
        arg=f"{record.number}:0",
        token=f"round:{record.number}",
    )


def _row(entry: Entry, words: Wording) -> HistoryLineRow:
    """Draw a sentence, what one bettor got back, or one bettor's line."""
    match entry:
        case tuple():
            return _line_row(entry, words)
        case Returned(seat=seat, bettor=bettor, cents=cents):
            key = "history.behind" if bettor else "seat.title"
            back = words.say("mark.back", amount=words.money.exact(cents))
            return HistoryLineRow(used=True, seatText=words.say(key, seat=seat, number=bettor), handText=back)
        case told:
            return HistoryLineRow(used=True, noteText=told_text(told, words))


def _line_row(line: Line, words: Wording) -> HistoryLineRow:
    """Name a line's bettor, and its hand where it was turned up; a folded one says only that (P9)."""
    seat, name, reversed_since = line
    say, behind = words.say, is_behind(name)
    key = "history.behind" if behind else "seat.title"
    folded = any(one.reason is Reason.FOLDED for one in seat.lines)
    hand = hand_short(seat.hand.category, seat.hand.five, say) if seat.hand is not None else ""
    shown = say("seat.fold") if folded else hand
    faces = () if behind else tuple(card.value for card in seat.cards)
    card1, card2 = (*faces, "", "")[:2]
    return HistoryLineRow(
        used=True,
        seatText=say(key, seat=seat.seat, number=behind),
        handText=say("history.reversed") if reversed_since else shown,
        card1=card1,
        card2=card2,
    )


def _cells(entry: Entry, words: Wording) -> Iterator[CellRow]:
    """Draw the five wagers of one line; one that was not placed stays empty, as all of a sentence do."""
    found: dict[str, WagerLine] = {}
    if isinstance(entry, tuple):
        seat, name, _ = entry
        found = {one.wager.value: one for one in seat.lines if one.bettor == name}
    for wager in WAGERS:
        yield cell(found.get(wager), words)
