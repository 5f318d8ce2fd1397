"""Label and value in rows, for the quiet panels: D0, the wagers' summary, D8, D10 and D13."""

from dataclasses import dataclass

from controller.engine.commands import Answer
from controller.engine.ids import SeatNo
from controller.engine.money import Cents
from controller.engine.view_types import BankView, DeckView, TableView
from ui.formatting import rules_text, seat_list
from ui.options import Wording
from ui.viewmodels.base import FixedRows
from ui.viewmodels.books import fees_state, felt_total, meter_text
from ui.viewmodels.devices import device_rows

LINES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRow:
    """Hold one line; warn: it should catch the eye."""

    label: str = ""
    value: str = ""
    warn: bool = False


class LinesModel(FixedRows[LineRow]):
    """Show six lines, the last ones empty."""

    ROW = LineRow


def line_rows(view: TableView, panel: str, words: Wording) -> tuple[LineRow, ...]:
    """Write the lines of a panel."""
    makers = {
        "closed": _closed_lines,
        "offer": _offer_lines,
        "offer_all": _offer_all_lines,
        "over": _over_lines,
        "summary": _summary_lines,
        "hold": _hold_lines,
        "felt": _felt_lines,
    }
    rows = makers[panel](view, words)[:LINES] if panel in makers else ()
    return (*rows, *(LineRow(),) * (LINES - len(rows)))


def _closed_lines(view: TableView, words: Wording) -> tuple[LineRow, ...]:
    say = words.say
    return (
        LineRow(label=say("panel.rules"), value=rules_text(view.ruleset)),
        LineRow(label=say("panel.version"), value=f"{view.ruleset_version}, {view.ruleset_digest[:16]}"),
        LineRow(label=say("panel.mode"), value=say(f"panel.mode_{view.mode}")),
        LineRow(label=say("panel.last_round"), value=last_round(view, words)),
        *_book_lines(view, words),
    )


def last_round(view: TableView, words: Wording) -> str:
    """Say how the last round ended for the bank."""
    result, say, money = view.last_result, words.say, words.money
    if result is None:
        return say("panel.last_none")
    if result.is_void:
        return say("panel.last_void", round=result.round)
    return say(f"panel.last_{outcome_word(result.net)}", round=result.round, net=money.exact(abs(result.net)))


def outcome_word(net: Cents) -> str:
    """Tell what came of a round for the bank, so that no amount is taken for a stake."""
    return "even" if not net else "won" if net > 0 else "lost"


def _offer_lines(view: TableView, words: Wording) -> tuple[LineRow, ...]:
    last = LineRow(label=words.say("panel.last_round"), value=last_round(view, words))
    return (*_answers_line(view, words), last)


def _offer_all_lines(view: TableView, words: Wording) -> tuple[LineRow, ...]:
    """Show the clock, who the third party is and who answered, beside the notice (G8.3)."""
    lines = (*_clock_line(view, words), *_third_line(view, words), *_answers_line(view, words))
    return lines or _offer_lines(view, words)


def _over_lines(view: TableView, words: Wording) -> tuple[LineRow, ...]:
    """Show why no other round is dealt (G8.3)."""
    return (*_clock_line(view, words), *_third_line(view, words), *_offer_lines(view, words))


def _clock_line(view: TableView, words: Wording) -> tuple[LineRow, ...]:
    rotation, say = view.rotation, words.say
    if rotation.minutes_left is None:
        return ()
    key = "rotation.line" if rotation.minutes_left else "rotation.line_missed"
    text = say(key, minutes=rotation.minutes_left or rotation.window_minutes, bankers=rotation.bankers)
    warn = rotation.warned > 0 or rotation.minutes_left == 0
    return (LineRow(label=say("panel.rotation_clock"), value=text, warn=warn),)


def _third_line(view: TableView, words: Wording) -> tuple[LineRow, ...]:
    third, say = view.rotation.third_party, words.say
    if third is None:
        return ()
    return (LineRow(label=say("panel.third_party"), value=say("panel.third_party_seat", seat=third)),)


def _answers_line(view: TableView, words: Wording) -> tuple[LineRow, ...]:
    """Say who declined, who is away and who may not, in the offer that is open (D1-offer)."""
    say, rotation = words.say, view.rotation
    groups = {
        f"offer.{word}": [seat for seat, answer in rotation.answers if answer is word] for word in Answer
    }
    groups["rotation.may_not"] = list(rotation.passed)
    parts = [
        say("rotation.group", word=say(key), seats=_seats(seats, words))
        for key, seats in groups.items()
        if seats
    ]
    return (LineRow(label=say("panel.answers"), value="; ".join(parts)),) if parts else ()


def _seats(seats: list[SeatNo], words: Wording) -> str:
    """Name seats as seats, not as a count."""
    key = "wait.seats_one" if len(seats) == 1 else "wait.seats_many"
    return words.say(key, seats=seat_list(seats, words.say))


def _most(bank: BankView, words: Wording) -> str:
    """Say what the table can win at most: never more than the player-dealer's wager (G6.7)."""
    money = words.money.exact
    if bank.exposure <= bank.amount:
        return money(bank.exposure)
    return words.say("panel.worst_of", most=money(bank.amount), total=money(bank.exposure))


def _summary_lines(view: TableView, words: Wording) -> tuple[LineRow, ...]:
    say, money, bank = words.say, words.money, view.bank
    lines = [*_clock_line(view, words)]
    if bank.seat is not None:
        lines.append(LineRow(label=say("panel.bank"), value=money.exact(bank.amount)))
        lines.append(LineRow(label=say("panel.worst_case"), value=_most(bank, words)))
    lines.append(LineRow(label=say("panel.on_felt"), value=money.exact(felt_total(view))))
    due = next((deck for deck in view.decks if deck.is_due), None)
    if due is not None:
        lines.append(LineRow(label=say("panel.deck_due"), value=_deck(due, words), warn=due.state != "ready"))
    lines += _book_lines(view, words)
    lines.append(LineRow(label=say("panel.last_round"), value=last_round(view, words)))
    return tuple(lines)


def _book_lines(view: TableView, words: Wording) -> list[LineRow]:
    """Write the round's fees and the meter, where the rule set has them."""
    lines = []
    if view.fees.has_schedule:
        due = not view.fees.taken
        lines.append(LineRow(label=words.say("panel.fees"), value=fees_state(view, words), warn=due))
    if view.progressive is not None:
        lines.append(LineRow(label=words.say("panel.meter"), value=meter_text(view, words)))
    return lines


def _deck(deck: DeckView, words: Wording) -> str:
    say = words.say
    named = say("status.deck", letter=deck.letter, colour=say(f"colour.{deck.back}"))
    return say("list.comma").join((named, say(f"deck.{deck.state}")))


def _hold_lines(view: TableView, words: Wording) -> tuple[LineRow, ...]:
    say, hold = words.say, view.hold
    lines = [LineRow(label=say("panel.still"), value=say(f"phase.{view.phase}"))]
    lines += [
        LineRow(label=row.titleText, value=row.stateText, warn=True)
        for row in device_rows(view, words)
        if row.look != "ok"
    ]
    if hold is not None and hold.void_total:
        lines.append(LineRow(label=say("panel.on_felt"), value=words.money.exact(hold.void_total)))
    return tuple(lines)


def _felt_lines(view: TableView, words: Wording) -> tuple[LineRow, ...]:
    say = words.say
    faces = sum(card.card is not None for card in view.board)
    decided = [seat.number for seat in view.seats if seat.act is not None]
    lines = [LineRow(label=say("panel.felt_shows"), value=say(f"phase.{view.phase}"))]
    if view.board:
        lines.append(
            LineRow(label=say("panel.board"), value=say("panel.board_up", up=faces, cards=len(view.board)))
        )
    if decided:
        lines.append(LineRow(label=say("panel.decided"), value=seat_list(decided, words.say)))
    return tuple(lines)
