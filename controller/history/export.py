"""Rounds of a record for other programs and for people: JSON Lines, CSV, the rack (DURABILITY 14).

Nothing sealed is opened: a card that was never turned up stands as `{"ordinal": n, "closed": true}`. Each
event is written out whole, so that one which this module has never heard of is there like any other.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from controller.engine.cards import Card
from controller.engine.copying import replace
from controller.engine.events import RoundOpened, RoundSettled, RoundVoided
from controller.history.corrections import amended
from controller.history.lines import csv_line
from controller.history.plain import Value, plain, utc
from controller.history.rack import STUB, rack_of
from controller.history.record import RoundRecord
from controller.history.rounds import rounds_of
from controller.journal.codec import TableRecord
from controller.journal.notes import CommandRefused, FileOpened

_WAGER_COLUMNS: Final = (
    *("table", "gaming_day", "round", "ended_utc", "rule_set", "deck", "void_reason", "player_dealer"),
    *("bank_cents", "seat", "step", "bettor", "wager", "stake_cents", "outcome", "reason", "decided_by"),
    *("paid_cents", "collected_cents", "over_limit_returned_cents", "entry"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRound:
    """Hold one round that is over, with what the record says around it.

    record: as the screens show it, corrected; before: records since the round before, such as offers; inside:
    those of the round itself, each with at least one event; later: those that corrected it afterwards.
    """

    table: str
    gaming_day: str
    record: RoundRecord
    before: tuple[TableRecord, ...]
    inside: tuple[TableRecord, ...]
    later: tuple[TableRecord, ...] = ()


def told_rounds(records: Iterable[TableRecord]) -> Iterator[ToldRound]:
    """Give each round that is over, in order; a round that is still open is not given.

    A settled round waits for the next one to be settled: until then it may be opened again (I27).
    """
    table = gaming_day = ""
    before: list[TableRecord] = []
    inside: list[TableRecord] = []
    waiting: tuple[ToldRound, ...] = ()
    for record in records:
        for note in record.content.notes:
            if isinstance(note, FileOpened):
                table, gaming_day = note.table_id, note.gaming_day
        events = record.content.events
        if not events and not any(isinstance(note, CommandRefused) for note in record.content.notes):
            continue
        waiting = _amended(waiting, record, is_playing=bool(inside))
        is_opening = any(isinstance(event, RoundOpened) for event in events)
        (inside if inside or is_opening else before).append(record)
        if inside and any(isinstance(event, RoundSettled | RoundVoided) for event in events):
            for told in rounds_of(event for one in inside for event in one.content.events):
                ended = replace(told, ended_us=record.content.stamp.utc_us)
                if not ended.void_reason:
                    yield from reversed(waiting)
                    waiting = ()
                new = ToldRound(
                    table=table,
                    gaming_day=gaming_day,
                    record=ended,
                    before=tuple(before),
                    inside=tuple(inside),
                )
                waiting = (new, *waiting)
            before, inside = [], []
    yield from reversed(waiting)


def _amended(
    waiting: tuple[ToldRound, ...], record: TableRecord, *, is_playing: bool
) -> tuple[ToldRound, ...]:
    """Give the rounds that are over, newest first, after a record that may correct one of them."""
    told = tuple(one.record for one in waiting)
    for event in record.content.events:
        told = amended(told, event, is_playing=is_playing)
    return tuple(
        one if now is one.record else replace(one, record=now, later=(*one.later, record))
        for one, now in zip(waiting, told, strict=True)
    )


def as_json_lines(rounds: Iterable[ToldRound]) -> Iterator[str]:
    """Give one JSON object a round: the round as a whole, then every event of it and before it."""
    for told in rounds:
        yield json.dumps(_object(told), ensure_ascii=False)


def as_wager_rows(rounds: Iterable[ToldRound]) -> Iterator[str]:
    """Give CSV, one line a wager that was decided; a void round has one line without a wager."""
    yield csv_line(_WAGER_COLUMNS)
    for told in rounds:
        one = told.record
        head = (told.table, told.gaming_day, one.number, utc(one.ended_us), one.ruleset, one.deck)
        bank = (one.void_reason, one.player_dealer or "", one.bank)
        lines = [(seat, line, "counts") for seat in one.seats for line in seat.lines]
        lines += [(seat, line, "reversed") for seat in one.undone for line in seat.lines]
        if not lines:
            yield csv_line((*head, *bank, *("",) * (len(_WAGER_COLUMNS) - len(head) - len(bank))))
        for seat, line, entry in lines:
            decided = "" if line.decided_by is None else _word(line.decided_by)
            what = (line.bettor, line.wager.value, line.stake, line.outcome.value, line.reason.value, decided)
            money = (line.paid, line.collected, line.over_limit_returned, entry)
            yield csv_line((*head, *bank, seat.seat, seat.step, *what, *money))


def as_rack(rounds: Iterable[ToldRound]) -> Iterator[str]:
    """Give the discard rack of each round for people, the bottom first, to back up the cards (G11.7)."""
    for told in rounds:
        one = told.record
        yield f"Round {one.number}, table {told.table}, deck {one.deck}, the discard rack from the bottom"
        for place, card in enumerate(rack_of((*told.inside, *told.later)), 1):
            face = "  " if card.place.startswith(STUB) else card.card or "sealed"
            dealt = f"dealt in #{card.dealt} at {utc(card.utc_us)}, " if card.dealt else ""
            yield f"  {place:>3}  {card.place:<32}{face:<8}{dealt}put away in #{card.racked}"
        yield ""


def as_places(rounds: Iterable[ToldRound], card: Card) -> Iterator[str]:
    """Give where a card was turned up, the last place first: which hand it was of, in which round (G11.7)."""
    seen = [
        f"{card.value}: round {told.record.number}, deck {told.record.deck}, {one.place}, "
        f"dealt in #{one.dealt} at {utc(one.utc_us)}, put away in #{one.racked}"
        for told in rounds
        for one in rack_of((*told.inside, *told.later))
        if one.card is card
    ]
    yield from reversed(seen or [f"{card.value}: never turned up in these rounds"])


def _object(told: ToldRound) -> Value:
    """Give a round as one object."""
    one = told.record
    return {
        "table": told.table,
        "gaming_day": told.gaming_day,
        "round": one.number,
        "first_seq": told.inside[0].seq,
        "last_seq": told.inside[-1].seq,
        "ended_utc": utc(one.ended_us),
        "rule_set": one.ruleset,
        "deck": one.deck,
        "player_dealer": one.player_dealer,
        "bank_cents": one.bank,
        "board": [card.value for card in one.board],
        "seats": [plain(seat) for seat in one.seats],
        "reversed": [plain(seat) for seat in one.undone],
        "opened": [plain(hand) for hand in one.opened],
        "paid_cents": one.paid,
        "collected_cents": one.collected,
        "net_cents": one.net,
        "void_reason": one.void_reason,
        "before": [event for record in told.before for event in _stamped(record)],
        "events": [event for record in told.inside for event in _stamped(record)],
        "later": [event for record in told.later for event in _stamped(record)],
    }


def _stamped(record: TableRecord) -> Iterator[Value]:
    """Give each event of a record with its number, time and who caused it."""
    content = record.content
    for event in _events(record):
        yield {"seq": record.seq, "utc": utc(content.stamp.utc_us), "actor": content.actor, **event}


def _events(record: TableRecord) -> Iterator[dict[str, Value]]:
    for event in record.content.events:
        told = plain(event)
        assert isinstance(told, dict), "every event is a dataclass"
        yield told


def _word(value: Enum) -> str:
    return value.name.lower()
