"""Evolve what was ruled about seats, wagers, decisions and money (G9); cards are in `stray`."""

from typing import assert_never

from controller.engine.commands import Act
from controller.engine.copying import replace
from controller.engine.evolve.dealing import opened
from controller.engine.evolve.replacing import with_deck, with_device, with_round, with_seat
from controller.engine.evolve.stray import evolve_card_ruling
from controller.engine.ledgers import Ledgers
from controller.engine.ruleset_policy import Ruling
from controller.engine.ruling_events import (
    BankCorrected,
    CardRulingEvent,
    DecisionCorrected,
    DeckRecalled,
    DeviceRestored,
    DeviceSuspended,
    FoldedHandOpened,
    MoneyRulingEvent,
    PlayBarred,
    Ruled,
    RulingEvent,
    SeatKilled,
    SeatRulingEvent,
    SettlementRepeated,
    SettlementReversed,
    StakesCorrected,
    WalkRestarted,
)
from controller.engine.showdown import settle_again
from controller.engine.state import (
    Bettor,
    Decision,
    Deck,
    DeckPlace,
    DeckState,
    Seat,
    Stakes,
    TableState,
)


def evolve_ruling(state: TableState, event: RulingEvent) -> TableState:
    """Give the state after an event of a ruling."""
    if isinstance(event, SeatRulingEvent):
        return settle_again(_without_undo(_seat_ruling(state, event)))
    if isinstance(event, CardRulingEvent):
        return settle_again(evolve_card_ruling(state, event))
    if isinstance(event, MoneyRulingEvent):
        return _money(state, event)
    match event:
        case Ruled():
            return _ruled(state, event)
        case FoldedHandOpened():
            return _opened(state, event)
        case DeckRecalled():
            return with_deck(state, event.deck, _recalled)
        case DeviceSuspended():
            return with_device(state, event.device, lambda device: replace(device, suspended=event.reason))
        case DeviceRestored():
            return with_device(state, event.device, lambda device: replace(device, suspended=""))
        case _ as unreachable:
            assert_never(unreachable)


def _without_undo(state: TableState) -> TableState:
    """Let nobody take back what the floor has ruled on (G3.7)."""
    return with_round(state, lambda current: replace(current, undo=()))


def _ruled(state: TableState, event: Ruled) -> TableState:
    if event.ruling is not Ruling.FEE_AT_END:
        return state
    return with_round(state, lambda current: replace(current, ruled=replace(current.ruled, fee_due=True)))


def _opened(state: TableState, event: FoldedHandOpened) -> TableState:
    """Turn a hand up for the dispute alone: at its step it lies as any other fold, and nobody undoes it."""
    faces = {card.ordinal: card for card in event.cards}
    up = with_seat(state, event.seat, lambda seat: replace(seat, cards=opened(seat.cards, faces)))
    return with_round(
        _without_undo(up),
        lambda current: replace(
            current, ruled=replace(current.ruled, opened=(*current.ruled.opened, event.seat))
        ),
    )


def _recalled(deck: Deck) -> Deck:
    """Take back that a deck is ready; one that is being shuffled is counted anyway."""
    if deck.state is not DeckState.READY:
        return deck
    place = DeckPlace.RACK if deck.place is DeckPlace.HAND else deck.place
    return replace(deck, state=DeckState.NEW, place=place)


def _seat_ruling(state: TableState, event: SeatRulingEvent) -> TableState:
    match event:
        case SeatKilled():
            return with_seat(state, event.seat, lambda seat: _killed(seat, lost=event.lost))
        case StakesCorrected():
            return with_seat(state, event.seat, lambda seat: _staked(seat, event))
        case DecisionCorrected():
            return with_seat(state, event.seat, lambda seat: _decided(seat, event))
        case PlayBarred():
            return _barred(state, event)
        case BankCorrected():
            corrected = with_round(state, lambda current: replace(current, bank=event.after))
            return replace(corrected, banking=replace(state.banking, bank=event.after))
        case _ as unreachable:
            assert_never(unreachable)


def _killed(seat: Seat, *, lost: bool) -> Seat:
    """Take a hand out of the round; its stakes are no longer on the felt, unless they are lost (G9.1)."""
    killed = replace(seat, is_dead=True, is_lost=lost, is_up=False, revision=seat.revision + 1)
    if lost:
        return killed
    return replace(killed, bettors=tuple(replace(bettor, is_in=False, play=0) for bettor in seat.bettors))


def _staked(seat: Seat, event: StakesCorrected) -> Seat:
    return replace(
        seat, bettors=tuple(_chips(b, event) if b.number == event.bettor else b for b in seat.bettors)
    )


def _chips(bettor: Bettor, event: StakesCorrected) -> Bettor:
    after = event.after
    stakes: Stakes = replace(
        bettor.stakes, ante=after.ante, blind=after.blind, trips=after.trips, bad_beat=after.bad_beat
    )
    return replace(bettor, stakes=stakes, play=after.play, is_in=stakes.total > 0)


def _decided(seat: Seat, event: DecisionCorrected) -> Seat:
    plays = dict(event.plays)
    return replace(
        seat,
        decision=event.after,
        checked=event.checked,
        bettors=tuple(replace(bettor, play=plays.get(bettor.number, 0)) for bettor in seat.bettors),
        revision=seat.revision + 1,
    )


def _barred(state: TableState, event: PlayBarred) -> TableState:
    """Let no further Play be made: who has not decided goes on with Ante, Blind and side wagers."""
    goes_on = Decision(act=Act.CHECK, street=event.street, multiple=0)
    for number in event.seats:
        state = with_seat(
            state, number, lambda seat: replace(seat, decision=goes_on, revision=seat.revision + 1)
        )
    return with_round(state, lambda current: replace(current, ruled=replace(current.ruled, play_barred=True)))


def _money(state: TableState, event: MoneyRulingEvent) -> TableState:
    match event:
        case SettlementReversed():
            return _moved(state, event, sign=-1)
        case SettlementRepeated():
            return _moved(state, event, sign=1)
        case WalkRestarted():
            walked = with_round(state, lambda current: replace(current, step=0))
            settled = (seat.number for seat in state.seats if seat.is_settled)
            for number in settled:
                walked = with_seat(walked, number, lambda seat: replace(seat, is_settled=False))
            return walked
        case _ as unreachable:
            assert_never(unreachable)


def _moved(state: TableState, event: SettlementReversed | SettlementRepeated, *, sign: int) -> TableState:
    """Let the totals of a round that is over follow; while it is settled they are not made yet (V14)."""
    previous = state.previous
    if previous is not None and previous.number == event.round:
        steps = {event.step}
        undone = previous.undone | steps if sign < 0 else previous.undone - steps
        state = replace(state, previous=replace(previous, undone=undone))
    last = state.last_result
    if last is None or last.number != event.round or last.is_void:
        return state
    moved = replace(
        last,
        paid=last.paid + sign * event.paid,
        collected=last.collected + sign * event.collected,
        net=last.net + sign * (event.collected - event.paid),
    )
    return replace(state, last_result=moved, ledgers=_posted(state, event, sign=sign))


def _posted(state: TableState, event: SettlementReversed | SettlementRepeated, *, sign: int) -> Ledgers:
    """Post a correction of a settled round to both sides' books, each from its own source (G11.2, V1)."""
    won = sign * sum(line.net for line in event.lines)
    banked = sign * (event.collected - event.paid)
    books = replace(state.ledgers, bettors=state.ledgers.bettors + won)
    if state.ruleset.house_banked:
        return replace(books, house_tray=books.house_tray + banked)
    return replace(books, player_dealers=books.player_dealers + banked)
