"""What a command would do, judged on a copy and thrown away: money, decks, the round (G9.1, G11.6).

Nothing here tells a hidden card. What a correction makes of hands that are not up yet is computed at their
reveal, and the effect only says so.
"""

from controller.engine.actors import Role
from controller.engine.advance import advance
from controller.engine.commands import Ask
from controller.engine.decide.people import would_decide
from controller.engine.events import Event, SeatTurnedUp
from controller.engine.fees import fees_to_take
from controller.engine.ids import SeatNo
from controller.engine.ledgers import total_of
from controller.engine.money import Cents
from controller.engine.preview_types import ChipsEffect, DeckEffect, Effect, NetEffect
from controller.engine.refusals import Refused
from controller.engine.ruling_events import (
    CardRulingEvent,
    Ruled,
    SeatRulingEvent,
    SettlementRepeated,
    SettlementReversed,
)
from controller.engine.settlement_types import SettlementStep, WagerLine
from controller.engine.showdown import open_stop
from controller.engine.state import Context, Deck, DeckState, Phase, TableState


def effect_of(state: TableState, command: Ask) -> Effect:
    """Judge a command as if it were approved, and say what it would change; nothing is recorded."""
    judged = would_decide(state, command, Context(actor="preview", role=Role.DEALER, now_us=0))
    if isinstance(judged, Refused):
        return Effect(refused=judged, goes_on=state.hold is None)
    new = advance(state, judged)
    voids = new.round is not None and new.round.is_void
    ruled = next((event for event in judged if isinstance(event, Ruled)), None)
    chips = _chips(state, new, voids=voids)
    return Effect(
        chips=chips,
        nets=_nets(state, judged),
        decks=_decks(state, new),
        bank_before=_bank(state),
        bank_after=0 if voids else _bank(new),
        returned=sum(max(0, one.before - one.after) for one in chips),
        voids=voids,
        goes_on=new.hold is None,
        at_reveal=not voids and new.phase is not Phase.COLLECT and any(map(_changes_hands, judged)),
        before="" if ruled is None else ruled.before,
        after="" if ruled is None else ruled.after,
        fees_before=_fees(state),
        fees_after=0 if voids else _fees(new),
        meter_before=state.ledgers.meter or 0,
        meter_after=new.ledgers.meter or 0,
    )


def _changes_hands(event: Event) -> bool:
    return isinstance(event, SeatRulingEvent | CardRulingEvent)


def _bank(state: TableState) -> Cents:
    return 0 if state.round is None else state.round.bank


def _fees(state: TableState) -> Cents:
    return total_of(fees_to_take(state)) if state.phase is Phase.WAGERS else 0


def _felt(state: TableState) -> dict[tuple[SeatNo, int], Cents]:
    if state.phase in {Phase.CLOSED, Phase.OFFER, Phase.COLLECT}:
        return {}
    return {
        (seat.number, bettor.number): bettor.stakes.total + bettor.play
        for seat in state.seats
        for bettor in seat.bettors
        if bettor.is_in
    }


def _chips(state: TableState, new: TableState, *, voids: bool) -> tuple[ChipsEffect, ...]:
    """Give the bettors before whom something else would lie."""
    before, after = _felt(state), {} if voids else _felt(new)
    keys = dict.fromkeys((*before, *after))
    changes = (
        ChipsEffect(seat=seat, bettor=bettor, before=before.get(key, 0), after=after.get(key, 0))
        for key in keys
        for seat, bettor in (key,)
    )
    return tuple(one for one in changes if one.before != one.after)


def _nets(state: TableState, events: tuple[Event, ...]) -> tuple[NetEffect, ...]:
    """Give the seats whose closed or open steps would win other amounts; all of their cards are up."""
    before: dict[SeatNo, Cents] = {}
    after: dict[SeatNo, Cents] = {}
    for event in events:
        match event:
            case SettlementReversed():
                before[event.seat] = before.get(event.seat, 0) + _won(event.lines)
            case SettlementRepeated():
                after[event.seat] = after.get(event.seat, 0) + _won(event.lines)
            case SeatTurnedUp():
                was = _open_step(state, event.seat)
                before[event.seat] = before.get(event.seat, 0) + _won(() if was is None else was.lines)
                after[event.seat] = after.get(event.seat, 0) + _won(event.lines)
            case _:
                pass
    seats = sorted({*before, *after})
    return tuple(NetEffect(seat=seat, before=before.get(seat, 0), after=after.get(seat, 0)) for seat in seats)


def _open_step(state: TableState, seat: SeatNo) -> SettlementStep | None:
    stop = open_stop(state)
    return stop if stop is not None and stop.position == seat else None


def _won(lines: tuple[WagerLine, ...]) -> Cents:
    return sum(line.net for line in lines)


def _decks(state: TableState, new: TableState) -> tuple[DeckEffect, ...]:
    """Give the decks that would leave the table, or be shuffled and counted before they are dealt again."""
    void = new.round.deck if new.round is not None and new.round.is_void else None
    effects = (_deck(old, new.deck(old.letter), is_void=old.letter == void) for old in state.decks)
    return tuple(one for one in effects if one is not None)


def _deck(before: Deck, after: Deck, *, is_void: bool) -> DeckEffect | None:
    """Give what becomes of a deck; that of a void round is counted again wherever it lies (G9.1)."""
    if before.state is after.state and not is_void:
        return None
    gone = after.state is DeckState.QUARANTINED
    recounted = not gone and (is_void or after.state in {DeckState.NEW, DeckState.COLLECTED})
    return DeckEffect(deck=after.letter, state=after.state, is_recounted=recounted)
