"""Back up the cards: a round's cards out of its record, as they lie in the discard rack (G11.7).

The rack is filled as the dealer clears the felt: a burned card and the stub as they are put away, each hand
when its last step is closed or it is dead, then the board and the player-dealer. A face stands only where it
was turned up.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from controller.engine.cards import Card, Exposed, Hidden
from controller.engine.device_words import Place, Target
from controller.engine.events import (
    CardAstray,
    CardDealt,
    CardsExposed,
    Event,
    RoundSettled,
    RoundVoided,
    SeatSettled,
    SeatTurnedUp,
    StubDiscarded,
)
from controller.engine.ids import SeatNo
from controller.engine.queries import place_name
from controller.engine.ruling_events import (
    CardCorrected,
    FoldedHandOpened,
    ReadAgain,
    SeatKilled,
    StrayPlaced,
    StraysKilled,
)
from controller.journal.codec import TableRecord

STUB: Final = "stub"
_BOARD: Final = Target(place=Place.BOARD, seat=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RackCard:
    """Hold one card of the rack, or the stub: what it was, and the records that dealt it and put it away.

    card: None while it was never turned up; dealt: 0 for the stub; utc_us: when it was dealt.
    """

    place: str
    card: Card | None
    dealt: int
    racked: int
    utc_us: int


@dataclass(slots=True)
class _Lying:
    """Hold a card of the round: its seal's ordinal, the record that dealt it, and whether it was put away."""

    ordinal: int
    seq: int
    utc_us: int
    is_racked: bool = False


@dataclass(slots=True)
class _Felt:
    """Follow where every card lies, and what is in the rack."""

    places: dict[Target, list[_Lying]] = field(default_factory=dict)
    astray: list[_Lying] = field(default_factory=list)
    faces: dict[int, Card] = field(default_factory=dict)
    rack: list[tuple[str, _Lying, int]] = field(default_factory=list)


def rack_of(records: Iterable[TableRecord]) -> tuple[RackCard, ...]:
    """Give the cards of one round from the bottom of the rack upwards; records: those of the round."""
    kept = tuple(records)
    last = _last_steps(kept)
    felt = _Felt()
    for record in kept:
        for event in record.content.events:
            _deal(felt, event, record)
            _turn_up(felt, event)
            _put_away(felt, event, record.seq, last)
    if kept and not any(place.startswith(STUB) for place, _, _ in felt.rack):
        felt.rack.append((f"{STUB}, after the round", _Lying(-1, 0, 0), kept[-1].seq))
    return tuple(
        RackCard(
            place=place, card=felt.faces.get(card.ordinal), dealt=card.seq, racked=racked, utc_us=card.utc_us
        )
        for place, card, racked in felt.rack
    )


def _last_steps(records: tuple[TableRecord, ...]) -> dict[SeatNo, int]:
    """Give each seat's last closed step: only then do its cards leave the felt."""
    events = (event for record in records for event in record.content.events)
    last: dict[SeatNo, int] = {}
    for event in events:
        if isinstance(event, SeatSettled):
            last[event.seat] = max(event.step, last.get(event.seat, 0))
    return last


def _deal(felt: _Felt, event: Event, record: TableRecord) -> None:
    """Lay a card where the record has it, also one that a ruling laid or corrected."""
    match event:
        case CardDealt(target=target, card=card):
            felt.places.setdefault(target, []).append(_lying(card, record))
        case CardAstray(card=card):
            felt.astray.append(_lying(card, record))
        case StrayPlaced(target=target, card=card):
            if event.was_stray and felt.astray:
                felt.astray.pop(0)
            felt.places.setdefault(target, []).append(_lying(card, record))
        case ReadAgain(count=count):
            del felt.astray[len(felt.astray) - count :]
        case CardCorrected(target=target, position=position, card=card):
            felt.places[target][position].ordinal = card.ordinal
        case _:
            pass


def _lying(card: Hidden, record: TableRecord) -> _Lying:
    return _Lying(card.ordinal, record.seq, record.content.stamp.utc_us)


def _turn_up(felt: _Felt, event: Event) -> None:
    """Note what lies face up."""
    shown: tuple[Exposed, ...] = ()
    match event:
        case CardsExposed(cards=cards) | SeatTurnedUp(cards=cards) | FoldedHandOpened(cards=cards):
            shown = cards
        case CardCorrected(up=Exposed() as up):
            shown = (up,)
        case _:
            pass
    felt.faces.update({card.ordinal: card.card for card in shown})


def _put_away(felt: _Felt, event: Event, seq: int, last: dict[SeatNo, int]) -> None:
    """Put into the rack what leaves the felt with this event."""
    match event:
        case CardDealt(target=target) if target.place is Place.BURN:
            _rack(felt, target, seq)
        case StubDiscarded(count=count):
            stub = f"{STUB}, not counted" if count is None else f"{STUB}, {count} cards"
            felt.rack.append((stub, _Lying(-1, 0, 0), seq))
        case StraysKilled(count=count):
            felt.rack += [("dead card", card, seq) for card in felt.astray[:count]]
            del felt.astray[:count]
        case SeatKilled(seat=seat):
            _rack(felt, Target(place=Place.SEAT, seat=seat), seq)
        case SeatSettled(seat=seat, step=step) if step == last[seat]:
            _rack(felt, Target(place=Place.SEAT, seat=seat), seq)
        case RoundSettled() | RoundVoided():
            for target in _left(felt):
                _rack(felt, target, seq)
            felt.rack += [("card that belonged to nothing", card, seq) for card in felt.astray]
        case _:
            pass


def _left(felt: _Felt) -> Iterator[Target]:
    """Give hands as they were dealt, the board, and the player-dealer last; all of it may be there."""
    yield from (one for one in felt.places if one.place is Place.SEAT)
    yield from (one for one in felt.places if one == _BOARD)
    yield from (one for one in felt.places if one.place not in {Place.SEAT, Place.BOARD})


def _rack(felt: _Felt, target: Target, seq: int) -> None:
    """Put away what lies of a hand or pile, its first card lowest."""
    for position, card in enumerate(felt.places.get(target, [])):
        if not card.is_racked:
            card.is_racked = True
            felt.rack.append((place_name(target, position), card, seq))
