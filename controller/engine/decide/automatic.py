"""What follows from a state by itself: next phases, the offer's walk, orders to devices (G3.1)."""

from typing import assert_never

from controller.engine.bank_events import BankSettled, BankShared
from controller.engine.commands import Answer
from controller.engine.decide.orders import due_orders
from controller.engine.deck_order import dealing_place, stub_inside
from controller.engine.device_words import Place
from controller.engine.events import (
    BankOffered,
    BankPosted,
    DecksSwapped,
    Event,
    PhaseEntered,
    PlayerDealerSeated,
    RoundOpened,
    RoundSettled,
    StubDiscarded,
)
from controller.engine.ids import DeckLetter, RoundNo, SeatNo, clockwise_from, other_deck
from controller.engine.ledger_events import MeterMoved
from controller.engine.queries import (
    hands_are_dealt,
    occupied,
    open_seats,
    round_of,
    tray_is_clear,
    undecided,
)
from controller.engine.ruleset import AllDeclined, RotationName
from controller.engine.settlement_progressive import ProgressiveSettlement
from controller.engine.state import (
    Context,
    DealingMode,
    Deck,
    DeckPlace,
    DeckState,
    Phase,
    TableState,
)
from controller.engine.streets import (
    after_board_phase,
    after_hands_phase,
    all_is_dealt,
    as_exposed,
    hands_may_come,
)

SEATS_FOR_A_ROUND = 2


def automatic(state: TableState, context: Context) -> tuple[Event, ...]:
    """Give the next events that follow by themselves, empty at rest."""
    if state.hold is None and not state.recovered:
        moved = _next_phase(state)
        if moved:
            return moved
    return due_orders(state, context.now_us)


def _next_phase(state: TableState) -> tuple[Event, ...]:
    match state.phase:
        case Phase.OFFER:
            return _offer(state)
        case Phase.HOLE:
            return _enter(after_hands_phase(state)) if hands_are_dealt(state) else ()
        case Phase.COMMUNITY:
            return _community(state)
        case Phase.FLOP:
            return _enter(Phase.RIVER) if _flop_is_decided(state) else ()
        case Phase.RIVER:
            waits = as_exposed(state) and not round_of(state).turn_river_up
            return () if waits or undecided(state) else _enter(Phase.REVEAL)
        case Phase.SETTLE:
            return _settled(state)
        case Phase.COLLECT:
            return _swap(state)
        case Phase.CLOSED | Phase.WAGERS | Phase.PREFLOP | Phase.REVEAL:
            return ()
        case _ as unreachable:
            assert_never(unreachable)


def _flop_is_decided(state: TableState) -> bool:
    """Tell whether decisions alone end FLOP: not where they would have the next card shown (G3.5)."""
    return round_of(state).flop_up and not as_exposed(state) and not open_seats(state)


def _enter(phase: Phase) -> tuple[Event, ...]:
    return (PhaseEntered(phase=phase),)


def _community(state: TableState) -> tuple[Event, ...]:
    """Leave COMMUNITY once all cards are read and a device saw the stub go (G3.1).

    Where the board comes before the hands, it is left for them first and entered again for the stub (G3.2).
    """
    current = round_of(state)
    if hands_may_come(state):
        return _enter(Phase.HOLE)
    if not all_is_dealt(state):
        return ()
    return _enter(after_board_phase(state)) if current.stub_gone else _stub(state)


def _stub(state: TableState) -> tuple[Event, ...]:
    """Note that the stub lies in the rack when the machine is empty and the tray was cleared."""
    current = round_of(state)
    if state.mode is DealingMode.SHOE or stub_inside(state) or not tray_is_clear(state):
        return ()
    window = current.window
    if window is not None and window.target.place is Place.STUB and not window.is_full:
        return ()
    return (StubDiscarded(count=current.stub_count, implied=False),)


def _settled(state: TableState) -> tuple[Event, ...]:
    current = round_of(state)
    settlement = current.settlement
    if settlement is None or current.step < len(settlement.steps):
        return ()
    settled = RoundSettled(
        paid=settlement.dealer_paid, collected=settlement.dealer_collected, net=settlement.dealer_net
    )
    banked = (BankSettled(layers=settlement.layers),) if settlement.layers else ()
    return (*_meter_moved(current.progressive), *banked, settled, *_enter(Phase.COLLECT))


def _meter_moved(progressive: ProgressiveSettlement | None) -> tuple[Event, ...]:
    """Give what the round did to the meter, nothing where no progressive wager was placed (G5.7)."""
    if progressive is None:
        return ()
    return (
        MeterMoved(
            before=progressive.meter_before,
            fed=progressive.meter_fed - progressive.meter_before,
            paid=sum(line.from_meter for line in progressive.lines),
            seeded=progressive.seeded,
            after=progressive.meter_after,
            house_net=progressive.house_net,
        ),
    )


def _swap(state: TableState) -> tuple[Event, ...]:
    """End the round once the used deck is put away and the other one is there to be dealt (G10.1)."""
    current = round_of(state)
    used, due = state.deck(current.deck), state.deck(other_deck(current.deck))
    ready = due.state is DeckState.READY and due.place is dealing_place(state)
    shut = not current.shoe_open and (current.marked_closed or not current.marked_open)
    if (
        not (_is_away(used) and ready and shut)
        or state.shoe.operation
        or state.shuffler.tray not in {0, None}
    ):
        return ()
    swapped = DecksSwapped(used=used.letter, due=due.letter)
    opened = round_opened(state, RoundNo(state.rounds + 1), due.letter)
    return (swapped, opened, *_enter(Phase.OFFER))


def _is_away(deck: Deck) -> bool:
    """Tell whether a used deck is on its way to the next shuffle, or off the table."""
    if deck.state is DeckState.QUARANTINED:
        return deck.place in {DeckPlace.RACK, DeckPlace.INFEED}
    return deck.state in {DeckState.LOADED, DeckState.SHUFFLING, DeckState.READY}


def round_opened(state: TableState, number: RoundNo, deck: DeckLetter) -> RoundOpened:
    """Give the event that begins a round with the deck that is due."""
    return RoundOpened(round=number, deck=deck, ruleset=state.ruleset.name, digest=state.ruleset.digest)


def _offer(state: TableState) -> tuple[Event, ...]:
    """Walk the offer of the bank round the table, or pass it at once when none is due (G8.1, G8.2)."""
    if state.ruleset.house_banked:
        return (PhaseEntered(phase=Phase.WAGERS),)
    banking = state.banking
    if banking.asking is not None or round_of(state).player_dealer is not None:
        return _accepted(state)
    seats = occupied(state)
    if len(seats) < SEATS_FOR_A_ROUND:
        return ()
    if not _offer_is_due(state):
        assert banking.player_dealer is not None
        return _kept(state, banking.player_dealer)
    return _ask_next(state)


def _accepted(state: TableState) -> tuple[Event, ...]:
    current = round_of(state)
    if current.player_dealer is None or current.bank == 0:
        return ()
    return (PhaseEntered(phase=Phase.WAGERS),)


def _offer_is_due(state: TableState) -> bool:
    banking = state.banking
    if banking.player_dealer is None or not state.seat(banking.player_dealer).is_taken:
        return True
    if state.ruleset.rotation.name is RotationName.EVERY_HAND_2026:
        return True
    return banking.counted >= state.ruleset.rotation.rounds or bool(banking.answers)


def _kept(state: TableState, seat: SeatNo) -> tuple[Event, ...]:
    """Let the same player-dealer go on; the wager of the round before is proposed again (G2.8, G3.5)."""
    seated = PlayerDealerSeated(seat=seat, kept=True)
    if chips_left(state) < max(1, state.ruleset.bank_min):
        return (seated,)
    posted = BankPosted(seat=seat, amount=state.banking.bank, repeated=True)
    layers = state.banking.layers
    return (seated, posted, BankShared(seat=seat, layers=layers)) if layers else (seated, posted)


def chips_left(state: TableState) -> int:
    """Give what lies before the player-dealer after the round before: the wager and what it won or lost."""
    last = state.last_result
    return state.banking.bank + (0 if last is None else last.net)


def offer_order(state: TableState) -> tuple[SeatNo, ...]:
    """Give the seats to ask: clockwise from the player-dealer, who is last; first the lowest seat (G8.1)."""
    seats = occupied(state)
    holder = state.banking.player_dealer
    if holder is None:
        return seats
    order = tuple(seat for seat in clockwise_from(holder) if seat in seats)
    return (*order, holder) if may_bank(state, holder) else order


def may_bank(state: TableState, seat: SeatNo) -> bool:
    """Tell whether a seat may take the bank: somebody sits there, and another banked between (G8.2)."""
    rotation = state.ruleset.rotation
    held_out = seat == state.banking.player_dealer and state.banking.counted >= rotation.rounds
    return state.seat(seat).is_taken and not (rotation.intervening_required and held_out)


def _ask_next(state: TableState) -> tuple[Event, ...]:
    answered = {seat for seat, _ in state.banking.answers}
    left = [seat for seat in offer_order(state) if seat not in answered]
    if left:
        return (BankOffered(seat=left[0]),)
    return _all_declined(state)


def _all_declined(state: TableState) -> tuple[Event, ...]:
    """Go on with the same player-dealer where the rules say so, else wait for a person (G8.2)."""
    holder = state.banking.player_dealer
    keeps = state.ruleset.rotation.all_declined is AllDeclined.KEEP
    if holder is None or not keeps or not may_bank(state, holder):
        return ()
    if any(seat == holder and answer is Answer.ABSENT for seat, answer in state.banking.answers):
        return ()
    return _kept(state, holder)
