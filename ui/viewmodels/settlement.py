"""The open stop of the settlement: each wager in a word, odds and exact amount (TOUCHSCREEN 6, D7)."""

from dataclasses import dataclass

from controller.engine.ruleset_names import Coverage
from controller.engine.settlement_types import WagerLine
from controller.engine.view_types import SeatView, TableView
from ui.formatting import chips_text, odds_text
from ui.options import Wording
from ui.viewmodels.base import FixedRows
from ui.viewmodels.draft import MAX_BETTORS
from ui.viewmodels.seats import WAGERS, line_mark

TWO = 2
LARGE_HEIGHT, HEAD_HEIGHT, FOOT_HEIGHT = 330, 28, 22
"""Of the large panel, the line of the wagers' names, and a line of chips, in units (TOUCHSCREEN 3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BettorRow:
    """Hold one bettor's line head and the payout in chips."""

    used: bool = False
    bettorText: str = ""
    chipsText: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellRow:
    """Hold one wager of one bettor; rows are bettor by bettor, Ante to Bad Beat.

    mark: empty, pay, push, take, return or none; amount: what moves; ofAmount: what was due where the bank
    reached only a part, or what goes back.
    """

    used: bool = False
    word: str = ""
    odds: str = ""
    amount: str = ""
    ofAmount: str = ""
    mark: str = ""


class BettorsModel(FixedRows[BettorRow]):
    """Show four bettors: the seated one, then those behind."""

    ROW = BettorRow


class CellsModel(FixedRows[CellRow]):
    """Show twenty wagers: four bettors by five wagers."""

    ROW = CellRow


def no_bettors() -> tuple[BettorRow, ...]:
    """Give four unused rows."""
    return (BettorRow(),) * MAX_BETTORS


def no_cells() -> tuple[CellRow, ...]:
    """Give twenty unused cells."""
    return (CellRow(),) * (MAX_BETTORS * len(WAGERS))


def bettor_rows(seat: SeatView, words: Wording) -> tuple[BettorRow, ...]:
    """Draw the line heads of a seat's bettors, in settlement order."""
    names = bettor_names(seat)
    rows = [_bettor(seat, name, words) for name in names[:MAX_BETTORS]]
    return (*rows, *no_bettors()[len(rows) :])


def bettor_names(seat: SeatView) -> tuple[str, ...]:
    """Name the bettors that have lines, each once, in order."""
    return tuple(dict.fromkeys(line.bettor for line in seat.lines))


def is_behind(name: str) -> str:
    """Give the number of a bettor behind the seat, empty for the seated one."""
    return name.rpartition("-back-")[2] if "-back-" in name else ""


def _bettor(seat: SeatView, name: str, words: Wording) -> BettorRow:
    paid = sum(line.paid for line in seat.lines if line.bettor == name)
    paid += sum(line.from_house for line in seat.progressive if line.bettor == name)
    chips = chips_text(paid, words.chips, words.money, words.say)
    number = is_behind(name)
    head = words.say("coverage.bettor_back", number=number) if number else words.say("coverage.bettor_seat")
    return BettorRow(
        used=True,
        bettorText=head,
        chipsText=words.say("coverage.payout", chips=chips) if paid else words.say("coverage.no_payout"),
    )


def cell_rows(seat: SeatView, words: Wording) -> tuple[CellRow, ...]:
    """Draw the wagers of a seat's bettors; a wager that was not placed stays empty."""
    cells = []
    for name in bettor_names(seat)[:MAX_BETTORS]:
        lines = {line.wager.value: line for line in seat.lines if line.bettor == name}
        cells += [cell(lines.get(wager), words) for wager in WAGERS]
    return (*cells, *no_cells()[len(cells) :])


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkShape:
    """Hold how much room the open stop takes, in units; foot: the payout in chips."""

    large: bool = False
    hides_board: bool = False
    row_height: int = 50
    foot: str = ""
    foot_lines: int = 1


def walk_shape(seat: SeatView | None, view: TableView, words: Wording) -> WalkShape:
    """Choose the panel for a stop: two bettors fit below the board, more take its place (TOUCHSCREEN 3)."""
    if seat is None:
        return WalkShape()
    count = len(bettor_names(seat))
    reading = view.coverage.reading if view.coverage is not None else Coverage.UNLIMITED
    two_lines = reading not in {Coverage.GROSS_POOL, Coverage.UNLIMITED}
    tall = any(one.ofAmount for one in cell_rows(seat, words))
    if not view.house_banked and (count <= 1 or (count == TWO and not tall)):
        fits = count <= 1 or not two_lines
        return WalkShape(row_height=68 if tall else 50, foot=_foot(seat, words) if fits else "", large=False)
    hides_board = tall and count > TWO + 1
    row = 60 if tall and count > TWO else 68 if tall else 51 if count <= TWO + 1 else 46
    top = 86 if not hides_board else 60 if two_lines else 36
    room = (LARGE_HEIGHT - top - HEAD_HEIGHT - row * count) // FOOT_HEIGHT
    if seat.progressive:
        room = min(room, 1)
    foot = _foot(seat, words) if count == 1 or room >= TWO else _total(seat, words) if room else ""
    lines = min(room, TWO) if count > 1 else 1
    return WalkShape(large=True, hides_board=hides_board, row_height=row, foot=foot, foot_lines=max(lines, 1))


def _foot(seat: SeatView, words: Wording) -> str:
    """Say each bettor's payout in chips."""
    rows = [row for row in bettor_rows(seat, words) if row.used]
    over = _over_too(seat, words)
    if len(rows) == 1:
        return f"{rows[0].chipsText}{'.' if over else ''}{over}"
    told = words.say("list.comma").join(f"{row.bettorText}: {row.chipsText}" for row in rows)
    return f"{told}{'.' if over else ''}{over}"


def _total(seat: SeatView, words: Wording) -> str:
    """Say the payout of the whole seat in chips, where there is no room for each bettor's."""
    paid = sum(line.paid for line in seat.lines) + sum(line.from_house for line in seat.progressive)
    chips = chips_text(paid, words.chips, words.money, words.say)
    return words.say("coverage.payout_total", chips=chips) if paid else words.say("coverage.no_payout")


def cell(line: WagerLine | None, words: Wording) -> CellRow:
    """Draw one settled wager, empty where it was not placed."""
    if line is None:
        return CellRow()
    mark = line_mark(line)
    moved = {"pay": line.paid, "take": line.collected}.get(mark, line.returned)
    return CellRow(
        used=True,
        word=words.say(f"mark.{mark}"),
        odds=odds_text(line.odds, words.say) if line.odds is not None and mark == "pay" else "",
        amount=words.money.exact(moved),
        ofAmount=_rest(line, mark, words),
        mark=mark,
    )


def _rest(line: WagerLine, mark: str, words: Wording) -> str:
    """Say what the bank did not reach or a cap cut, else what goes back above the maximum (G6.4)."""
    less = _less(line, mark, words)
    if line.over_limit_returned and mark in {"pay", "take"} and not less:
        return words.say("mark.over", amount=words.money.short(line.over_limit_returned))
    return less


def _less(line: WagerLine, mark: str, words: Wording) -> str:
    if mark == "pay" and line.paid < line.owed:
        return words.say("mark.of", amount=words.money.exact(line.due))
    if mark == "take" and line.collected < line.stake:
        return words.say("mark.of", amount=words.money.exact(line.stake))
    return words.say("mark.capped", amount=words.money.short(line.due)) if line.payout_capped else ""


def _over_too(seat: SeatView, words: Wording) -> str:
    """Say what goes back above the maximum of a wager whose cell says already why less was moved (G2.5)."""
    return "".join(
        " "
        + words.say(
            "coverage.over_too",
            wager=words.say(f"seat.{line.wager.value}"),
            amount=words.money.exact(line.over_limit_returned),
        )
        for line in seat.lines
        if line.over_limit_returned and _less(line, line_mark(line), words)
    )
