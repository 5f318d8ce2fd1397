"""Evolve the table's life: starts, opening, seats, rounds and phases."""

from typing import assert_never

from controller.engine.cards import Hidden
from controller.engine.copying import replace
from controller.engine.events import (
    PhaseEntered,
    RoundOpened,
    SeatTaken,
    SeatVacated,
    TableClosed,
    TableEvent,
    TableOpened,
    TableStarted,
)
from controller.engine.evolve.banking import without_banker
from controller.engine.evolve.replacing import with_deck, with_round, with_seat, with_seats
from controller.engine.ids import SeatNo
from controller.engine.posted import without_seat
from controller.engine.queries import stays_down
from controller.engine.rotation import new_game, sat_down, stood_up
from controller.engine.state import (
    IN_ROUND,
    Banking,
    Deck,
    DeckPlace,
    DeckState,
    Device,
    Phase,
    Round,
    Seat,
    TableState,
)


def evolve_table(state: TableState, event: TableEvent) -> TableState:
    """Give the state after an event of the table's life."""
    match event:
        case TableStarted():
            return _started(state, event)
        case TableOpened():
            banking = Banking(bank=state.banking.bank)
            return replace(state, banking=banking, rotation=new_game(state.rotation))
        case TableClosed():
            over = replace(new_game(state.rotation), ended=state.rotation.ended)
            staff = replace(state.staff, dealer="")
            return replace(state, phase=Phase.CLOSED, round=None, rotation=over, staff=staff)
        case SeatTaken():
            sits = replace(state, rotation=sat_down(state.rotation, event.seat))
            return with_seat(sits, event.seat, lambda seat: replace(seat, is_taken=True))
        case SeatVacated():
            bought = tuple(one for one in state.tray.buy_ins if one[0] != event.seat)
            left = replace(state, tray=replace(state.tray, buy_ins=bought))
            return _vacated(left, event.seat)
        case RoundOpened():
            return _round_opened(state, event)
        case PhaseEntered():
            return _phase_entered(state, event)
        case _ as unreachable:
            assert_never(unreachable)


def _vacated(state: TableState, number: SeatNo) -> TableState:
    """Clear a seat, and take it out of the offer and of the rotation."""
    open_to = tuple(seat for seat in state.banking.open_to if seat != number)
    left = with_seat(state, number, lambda seat: Seat(number=seat.number))
    left = replace(
        left,
        banking=replace(state.banking, open_to=open_to),
        rotation=stood_up(state.rotation, number),
        posted=without_seat(state.posted, number),
    )
    return with_round(left, lambda current: without_banker(current, number))


def _started(state: TableState, event: TableStarted) -> TableState:
    """Forget what only a running program knows: links, deadlines, what was sent (DURABILITY 5)."""
    started = replace(
        state,
        shuffler=_restarted(state.shuffler, event.shuffler_op_id),
        shoe=_restarted(state.shoe, event.shoe_op_id),
        recovered=state.phase in IN_ROUND or state.hold is not None or state.recovered,
        failed_copy="",
    )
    current = started.round
    if current is None or current.window is None:
        return started
    window = replace(current.window, sent=False, armed=False, again=True, reads_due_us=None)
    return replace(started, round=replace(current, window=window))


def _restarted(device: Device, first_op_id: int) -> Device:
    operation = device.operation
    if operation is not None:
        operation = replace(operation, due_us=None, asked=False)
    log = device.lost_log
    return replace(
        device,
        linked=False,
        lost_log=None if log is None else replace(log, heard=False, sent=False),
        waiting="",
        balked="",
        locked=None,
        lost_reason="",
        refused_text="",
        operation=operation,
        next_op_id=device.next_op_id or first_op_id,
    )


def _round_opened(state: TableState, event: RoundOpened) -> TableState:
    opened = replace(
        state,
        rounds=int(event.round),
        next_deck=event.deck,
        floor_called=False,
        round=Round(number=event.round, deck=event.deck),
        banking=replace(state.banking, asking=None, answers=(), open_to=(), passed=()),
    )
    return with_seats(opened, _fresh_seat)


def _fresh_seat(seat: Seat) -> Seat:
    """Give a seat before a round: its stakes stand as in the last one, open to change (G3.5)."""
    return Seat(
        number=seat.number,
        is_taken=seat.is_taken,
        is_away=seat.is_away,
        kept_limits=seat.kept_limits,
        bettors=tuple(replace(bettor, play=0) for bettor in seat.bettors),
        revision=seat.revision,
    )


def _phase_entered(state: TableState, event: PhaseEntered) -> TableState:
    entered = replace(state, phase=event.phase)
    match event.phase:
        case Phase.HOLE | Phase.COMMUNITY:
            assert state.round is not None
            return with_deck(entered, state.round.deck, _in_play)
        case Phase.COLLECT:
            return _collecting(entered)
        case _:
            return entered


def _in_play(deck: Deck) -> Deck:
    """Put a ready deck into play: with the hands, or with the board where that comes first (G3.2)."""
    return replace(deck, state=DeckState.IN_PLAY) if deck.state is DeckState.READY else deck


def _dead_hand_closed(state: TableState, seat: Seat) -> Seat:
    """Close a folded hand once no entry can bring it back (DURABILITY 7.1)."""
    if not stays_down(state, seat):
        return seat
    return replace(seat, cards=tuple(c.closed() if isinstance(c, Hidden) else c for c in seat.cards))


def _collecting(state: TableState) -> TableState:
    """Close dead hands and move used cards to the rack; what a machine holds must leave it first (G3.2)."""
    current = state.round
    if current is None:
        return state
    state = with_seats(state, lambda seat: _dead_hand_closed(state, seat))
    deck = state.deck(current.deck)
    if deck.place is DeckPlace.CHAMBER:
        return state
    kept = deck.state is DeckState.QUARANTINED
    stub_stays = deck.place is DeckPlace.SHOE and not current.is_void
    used = replace(
        deck,
        state=deck.state if kept else DeckState.COLLECTED,
        place=DeckPlace.SHOE if stub_stays else DeckPlace.RACK,
    )
    return with_deck(state, deck.letter, lambda _: used)
