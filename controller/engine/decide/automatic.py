"""What follows from a state by itself: next phases, the offer's walk, orders to devices (G3.1)."""

from collections.abc import Callable, Mapping
from typing import Final

from controller.engine.bank_events import BankSettled
from controller.engine.decide.ledgers import late_fees
from controller.engine.decide.offering import offer
from controller.engine.decide.orders import due_orders
from controller.engine.decide.posting import limits_due
from controller.engine.deck_order import dealing_place, hand_count_is_due, stub_inside
from controller.engine.device_words import Place
from controller.engine.events import (
    DecksSwapped,
    Event,
    PhaseEntered,
    RoundOpened,
    RoundSettled,
    StubDiscarded,
)
from controller.engine.ids import DeckLetter, RoundNo, other_deck
from controller.engine.ledger_events import MeterMoved
from controller.engine.queries import (
    awaits_card,
    hands_are_dealt,
    open_seats,
    round_of,
    tray_is_clear,
    undecided,
)
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


def automatic(state: TableState, context: Context) -> tuple[Event, ...]:
    """Give the next events that follow by themselves, empty at rest."""
    return moved_on(state, context) or due_orders(state, context.now_us)


def moved_on(state: TableState, context: Context) -> tuple[Event, ...]:
    """Give the next events that follow by themselves, but for orders to devices."""
    changed = limits_due(state, context.now_us)
    if changed:
        return changed
    leave = _LEAVES.get(state.phase)
    if leave is not None and state.hold is None and not state.recovered:
        return leave(state)
    return ()


def _enter(phase: Phase) -> tuple[Event, ...]:
    return (PhaseEntered(phase=phase),)


def _hole(state: TableState) -> tuple[Event, ...]:
    dealt = not awaits_card(state) and hands_are_dealt(state)
    return _enter(after_hands_phase(state)) if dealt else ()


def _flop(state: TableState) -> tuple[Event, ...]:
    """Leave FLOP by decisions alone: not where they would have the next card shown (G3.5)."""
    decided = round_of(state).flop_up and not as_exposed(state) and not open_seats(state)
    return _enter(Phase.RIVER) if decided else ()


def _river(state: TableState) -> tuple[Event, ...]:
    waits = as_exposed(state) and not round_of(state).turn_river_up
    return () if waits or undecided(state) else _enter(Phase.REVEAL)


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
    late = late_fees(state) if current.ruled.fee_due else ()
    return (*_meter_moved(current.progressive), *banked, settled, *late, *_enter(Phase.COLLECT))


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
        or hand_count_is_due(state)
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


_LEAVES: Final[Mapping[Phase, Callable[[TableState], tuple[Event, ...]]]] = {
    Phase.OFFER: offer,
    Phase.HOLE: _hole,
    Phase.COMMUNITY: _community,
    Phase.FLOP: _flop,
    Phase.RIVER: _river,
    Phase.SETTLE: _settled,
    Phase.COLLECT: _swap,
}
"""How a phase is left by itself; the others wait for somebody's word (G3.1)."""


def round_opened(state: TableState, number: RoundNo, deck: DeckLetter) -> RoundOpened:
    """Give the event that begins a round with the deck that is due."""
    return RoundOpened(round=number, deck=deck, ruleset=state.ruleset.name, digest=state.ruleset.digest)
