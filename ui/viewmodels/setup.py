"""S7: what the table is set up with, to read (TOUCHSCREEN 6); a change is an act of the floor's menu."""

from collections.abc import Iterator

from controller.engine.ruleset import Limit, SideMax
from controller.engine.ruleset_names import Wager
from controller.engine.view_types import SeatState, TableView
from ui.formatting import hour_text, rules_text, seat_list
from ui.options import Wording
from ui.viewmodels.base import FixedRows
from ui.viewmodels.lines import LineRow

SETUP_LINES = 12
NO_SETUP = (LineRow(),) * SETUP_LINES
_SHOWN = (Wager.ANTE, Wager.TRIPS, Wager.BAD_BEAT)


class SetupModel(FixedRows[LineRow]):
    """Show twelve lines, the last ones empty."""

    ROW = LineRow


def setup_rows(view: TableView, words: Wording) -> tuple[LineRow, ...]:
    """Write rule set, way of dealing, bank, limits, chips, seats and decks."""
    rows = tuple(_lines(view, words))[:SETUP_LINES]
    return (*rows, *NO_SETUP[len(rows) :])


def _lines(view: TableView, words: Wording) -> Iterator[LineRow]:
    say, money = words.say, words.money
    yield LineRow(label=say("panel.rules"), value=rules_text(view.ruleset))
    yield LineRow(label=say("panel.version"), value=f"{view.ruleset_version}, {view.ruleset_digest[:16]}")
    yield LineRow(label=say("panel.mode"), value=say(f"panel.mode_{view.mode}"))
    yield LineRow(
        label=say("setup.bank"), value=say("setup.bank_house" if view.house_banked else "setup.bank_player")
    )
    for wager in _SHOWN:
        limit = words.limits.of(wager) if words.limits is not None else None
        if limit is not None:
            said = _limits(wager, limit, words)
            yield LineRow(label=say(f"seat.{wager}"), value=_from_when(said, wager, words))
    kept = tuple(seat.number for seat in view.seats if seat.limits is not None)
    if kept:
        yield LineRow(label=say("setup.kept"), value=seat_list(kept, say))
    if view.progressive is not None:
        yield LineRow(label=say("setup.progressive"), value=money.exact(view.progressive.stake))
    chips = say("list.comma").join(money.short(chip) for chip in words.chips)
    yield LineRow(label=say("setup.chips"), value=chips)
    taken = tuple(seat.number for seat in view.seats if seat.state is not SeatState.EMPTY)
    yield LineRow(label=say("panel.seats"), value=seat_list(taken, say) if taken else say("setup.none"))
    decks = (say("status.deck", letter=deck.letter, colour=say(f"colour.{deck.back}")) for deck in view.decks)
    yield LineRow(label=say("panel.decks"), value=say("list.comma").join(decks))


def _limits(wager: Wager, limit: Limit, words: Wording) -> str:
    """Say what a wager may be, as its keypad does: a side wager may be bounded by the Ante too (G2.3)."""
    low, high = words.money.short(limit.minimum), words.money.short(limit.maximum)
    said = words.say("setup.limits", minimum=low, maximum=high)
    bounded = wager is not Wager.ANTE and words.side_max is SideMax.ANTE
    return words.say("list.comma").join((said, words.say("setup.up_to_ante"))) if bounded else said


def _from_when(said: str, wager: Wager, words: Wording) -> str:
    """Add which limits come next, and at what time of day: between rounds, not before it (G11.4)."""
    due = next((one for one in words.limits_due if one.wager is wager), None)
    if due is None:
        return said
    low, high = words.money.short(due.minimum), words.money.short(due.maximum)
    at = hour_text(due.at_us, words.zone)
    return words.say("panel.limits_due", limits=said, minimum=low, maximum=high, time=at)
