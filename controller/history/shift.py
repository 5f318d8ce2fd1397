"""A shift in figures, from the record alone: play, player-dealers, fees, slips, counts, approvals (G11).

Pure: each figure is a sum over recorded events, so that it can be added up again by hand.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from controller.engine.events import Event, HoldRaised
from controller.engine.house import SlipKind
from controller.engine.ledger_events import (
    FeesDropped,
    FeesReturned,
    FeeWaived,
    MeterMoved,
    ProgressiveTurnedUp,
)
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
from controller.engine.ruling_events import Ruled, SettlementRepeated, SettlementReversed
from controller.history.record import RoundRecord

Correction = tuple[SettlementReversed | SettlementRepeated, RoundRecord | None]
"""An entry for a round that was settled before it, and that round where the record has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Hold one line of the report: its part, what it is, and how much, in cents where `is_money`."""

    part: str
    name: str
    amount: int
    is_money: bool = True


def figures_of(
    events: tuple[Event, ...], rounds: tuple[RoundRecord, ...], corrections: tuple[Correction, ...]
) -> tuple[Figure, ...]:
    """Give every figure of a shift, part by part.

    rounds: as they were when they were over; corrections: entries for a round that was settled by then.
    """
    play, banks = _play(rounds, corrections), _banks(rounds, corrections)
    return (*play, *banks, *_progressive(events), *_books(events), *_tray(events), *_people(events))


def _sign(event: SettlementReversed | SettlementRepeated) -> int:
    return -1 if isinstance(event, SettlementReversed) else 1


def _play(rounds: tuple[RoundRecord, ...], corrections: tuple[Correction, ...]) -> Iterator[Figure]:
    settled = [one for one in rounds if not one.void_reason]
    lines = [line for one in settled for seat in one.seats for line in seat.lines]
    again = sum(isinstance(event, SettlementReversed) for event, _ in corrections)
    action = sum(_sign(event) * line.stake for event, _ in corrections for line in event.lines)
    paid = sum(_sign(event) * event.paid for event, _ in corrections)
    collected = sum(_sign(event) * event.collected for event, _ in corrections)
    yield Figure(part="Play", name="rounds settled", amount=len(settled), is_money=False)
    yield Figure(part="Play", name="rounds void", amount=len(rounds) - len(settled), is_money=False)
    irregular = sum(one.irregular for one in rounds)
    yield Figure(part="Play", name="rounds in which the table stood still", amount=irregular, is_money=False)
    yield Figure(part="Play", name="steps reversed after their round", amount=again, is_money=False)
    yield Figure(part="Play", name="action", amount=action + sum(line.stake for line in lines))
    yield Figure(part="Play", name="paid to bettors", amount=paid + sum(one.paid for one in settled))
    taken = collected + sum(one.collected for one in settled)
    yield Figure(part="Play", name="collected from bettors", amount=taken)
    yield Figure(part="Play", name="of it corrected later: paid", amount=paid)
    yield Figure(part="Play", name="of it corrected later: collected", amount=collected)


def _banks(rounds: tuple[RoundRecord, ...], corrections: tuple[Correction, ...]) -> Iterator[Figure]:
    nets: Counter[str] = Counter()
    for one in rounds:
        if not one.void_reason:
            nets.update(_parts(one))
    for event, told in corrections:
        who = _banker(told) if told is not None else f"bank of round {event.round}"
        nets[who] += _sign(event) * (event.collected - event.paid)
    for name, net in sorted(nets.items()):
        yield Figure(part="Player-dealers", name=f"{name} won", amount=net)


def _parts(one: RoundRecord) -> Counter[str]:
    """Give what each who held a part of the bank won; alone it is all the player-dealer's (G8.8)."""
    parts: Counter[str] = Counter()
    for layer in one.layers:
        for share in layer.shares:
            parts[share.contributor.replace("seat-", "seat ")] += share.cents
    parts[_banker(one)] += one.net - sum(parts.values())
    return parts


def _banker(one: RoundRecord) -> str:
    return "house" if one.player_dealer is None else f"seat {one.player_dealer}"


def _progressive(events: tuple[Event, ...]) -> Iterator[Figure]:
    """Give what the progressive did: its meter is a ledger of its own (G5.7, G11.2)."""
    lines = [line for one in events if isinstance(one, ProgressiveTurnedUp) for line in one.lines]
    moved = [one for one in events if isinstance(one, MeterMoved)]
    if not lines and not moved:
        return
    part = "Progressive"
    yield Figure(part=part, name="stakes", amount=sum(line.stake for line in lines))
    yield Figure(part=part, name="paid from the meter", amount=sum(one.paid for one in moved))
    yield Figure(part=part, name="paid by the house", amount=sum(line.from_house for line in lines))
    yield Figure(part=part, name="fed to the meter", amount=sum(one.fed for one in moved))
    yield Figure(part=part, name="seeded by the house", amount=sum(one.seeded for one in moved))
    for one in moved[-1:]:
        yield Figure(part=part, name="meter at the end", amount=one.after)


def _books(events: tuple[Event, ...]) -> Iterator[Figure]:
    dropped = sum(one.total for one in events if isinstance(one, FeesDropped))
    returned = sum(one.total for one in events if isinstance(one, FeesReturned))
    waived = sum(one.amount for one in events if isinstance(one, FeeWaived))
    yield Figure(part="Fees", name="to the drop", amount=dropped)
    yield Figure(part="Fees", name="waived by the floor", amount=waived)
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
    written = {one.number for one in slips}
    for event in events:
        if isinstance(event, SlipVoided) and event.number not in written:
            name = f"slip {event.number} of before: {event.moves.value} void"
            yield Figure(part="Tray", name=name, amount=-event.total)
    for kind in SlipKind:
        yield Figure(part="Tray", name=f"{kind.value}s together", amount=_slips_together(events, kind))
    for one in events:
        if isinstance(one, BoughtIn):
            yield Figure(part="Buy-ins", name=f"seat {one.seat} bought in", amount=one.amount)


def _slips_together(events: tuple[Event, ...], kind: SlipKind) -> Cents:
    """Add up what slips moved in these events; a void one takes back its own, of whichever shift it was."""
    written = sum(one.total for one in events if isinstance(one, SlipWritten) and one.moves is kind)
    return written - sum(one.total for one in events if isinstance(one, SlipVoided) and one.moves is kind)


def _people(events: tuple[Event, ...]) -> Iterator[Figure]:
    signed = Counter(one.dealer for one in events if isinstance(one, DealerSignedOn))
    used = Counter(
        f"{one.command} by {'+'.join(name for name in (one.person, one.second_person) if name)}"
        for one in events
        if isinstance(one, ApprovalUsed)
    )
    rulings = Counter(f"{one.code} {one.ruling.value}" for one in events if isinstance(one, Ruled))
    holds = Counter(one.code.value for one in events if isinstance(one, HoldRaised))
    parts = (("Dealers", signed), ("Approvals", used), ("Rulings", rulings), ("Irregularities", holds))
    for part, counts in parts:
        for name, number in sorted(counts.items()):
            yield Figure(part=part, name=name, amount=number, is_money=False)
