"""A shift in figures, from the record alone: play, player-dealers, fees, slips, counts, approvals (G11).

Pure: each figure is a sum over recorded events, so that it can be added up again by hand.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from controller.engine.events import Event, HoldRaised
from controller.engine.house import SlipKind
from controller.engine.ledger_events import FeesDropped, FeesReturned
from controller.engine.life_events import (
    BoughtIn,
    DealerSignedOn,
    DropCounted,
    SlipVoided,
    SlipWritten,
    TrayCounted,
)
from controller.engine.money import Cents
from controller.engine.people_events import ApprovalUsed
from controller.history.record import RoundRecord
from controller.history.rounds import rounds_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Hold one line of the report: its part, what it is, and how much, in cents where `is_money`."""

    part: str
    name: str
    amount: int
    is_money: bool = True


def shift_of(events: Iterable[Event]) -> tuple[Figure, ...]:
    """Give every figure of the shift that these events make, part by part."""
    kept = tuple(events)
    rounds = tuple(one for one in rounds_of(kept) if one.is_over)
    return (*_play(rounds), *_banks(rounds), *_books(kept), *_tray(kept), *_people(kept))


def as_shift_text(figures: Iterable[Figure]) -> Iterator[str]:
    """Write the figures for people, amounts with two decimals."""
    part = ""
    for one in figures:
        if one.part != part:
            part = one.part
            yield part
        sign = "-" if one.amount < 0 else ""
        whole, cents = divmod(abs(one.amount), 100)
        amount = f"{sign}{whole:,}.{cents:02}" if one.is_money else str(one.amount)
        yield f"  {one.name:<44}{amount:>16}"


def as_shift_rows(figures: Iterable[Figure]) -> Iterator[str]:
    """Write the figures as CSV: part, name, cents or count, and which of both; no field needs quotes."""
    yield "part,name,amount,unit"
    for one in figures:
        yield f"{one.part},{one.name.replace(',', ';')},{one.amount},{'cents' if one.is_money else 'count'}"


def _play(rounds: tuple[RoundRecord, ...]) -> Iterator[Figure]:
    settled = [one for one in rounds if not one.void_reason]
    lines = [line for one in settled for seat in one.seats for line in seat.lines]
    yield Figure(part="Play", name="rounds settled", amount=len(settled), is_money=False)
    yield Figure(part="Play", name="rounds void", amount=len(rounds) - len(settled), is_money=False)
    irregular = sum(one.irregular for one in rounds)
    yield Figure(part="Play", name="rounds in which the table stood still", amount=irregular, is_money=False)
    yield Figure(part="Play", name="action", amount=sum(line.stake for line in lines))
    yield Figure(part="Play", name="paid to bettors", amount=sum(one.paid for one in settled))
    yield Figure(part="Play", name="collected from bettors", amount=sum(one.collected for one in settled))


def _banks(rounds: tuple[RoundRecord, ...]) -> Iterator[Figure]:
    nets: dict[str, Cents] = {}
    for one in rounds:
        if not one.void_reason:
            name = "house" if one.player_dealer is None else f"seat {one.player_dealer}"
            nets[name] = nets.get(name, 0) + one.net
    for name, net in sorted(nets.items()):
        yield Figure(part="Player-dealers", name=f"{name} won", amount=net)


def _books(events: tuple[Event, ...]) -> Iterator[Figure]:
    dropped = sum(one.total for one in events if isinstance(one, FeesDropped))
    returned = sum(one.total for one in events if isinstance(one, FeesReturned))
    yield Figure(part="Fees", name="to the drop", amount=dropped)
    yield Figure(part="Fees", name="given back by voids", amount=returned)
    for one in events:
        if isinstance(one, DropCounted):
            yield Figure(part="Fees", name="counted in the drop box", amount=one.amount)
            yield Figure(part="Fees", name="difference to the book", amount=one.difference)


def _tray(events: tuple[Event, ...]) -> Iterator[Figure]:
    void = {one.number for one in events if isinstance(one, SlipVoided)}
    slips = [one for one in events if isinstance(one, SlipWritten)]
    for one in events:
        if isinstance(one, TrayCounted):
            yield Figure(part="Tray", name=f"{one.moment.value} by {one.signed_by}", amount=one.total)
            yield Figure(part="Tray", name=f"difference of the {one.moment.value}", amount=one.difference)
    for slip in slips:
        word = "void" if slip.number in void else f"for {slip.requester}"
        name = f"slip {slip.number}: {slip.moves.value} {word}"
        yield Figure(part="Tray", name=name, amount=slip.total)
    for kind in SlipKind:
        total = sum(one.total for one in slips if one.moves is kind and one.number not in void)
        yield Figure(part="Tray", name=f"{kind.value}s together", amount=total)
    for one in events:
        if isinstance(one, BoughtIn):
            yield Figure(part="Player-dealers", name=f"seat {one.seat} bought in", amount=one.amount)


def _people(events: tuple[Event, ...]) -> Iterator[Figure]:
    signed = Counter(one.dealer for one in events if isinstance(one, DealerSignedOn))
    used = Counter(
        f"{one.command} by {'+'.join(name for name in (one.person, one.second_person) if name)}"
        for one in events
        if isinstance(one, ApprovalUsed)
    )
    holds = Counter(one.code.value for one in events if isinstance(one, HoldRaised))
    for part, counts in (("Dealers", signed), ("Approvals", used), ("Irregularities", holds)):
        for name, number in sorted(counts.items()):
            yield Figure(part=part, name=name, amount=number, is_money=False)
