"""What the shoe is told: its passage, marks and lock, and the window of the next cards (CDP1 7)."""

from controller.engine.copying import constructor
from controller.engine.decide.standing import lock_order, stands_still
from controller.engine.deck_order import dealing_place, stub_to_read
from controller.engine.device_words import (
    ArmWindow,
    CloseShoe,
    Dispense,
    MarkRound,
    OpenShoe,
    Order,
    Place,
    RoundMark,
    Target,
    WindowMode,
)
from controller.engine.queries import (
    CARDS_IN_DECK,
    round_of,
    stack_is_done,
    stub_window_is_out,
)
from controller.engine.state import BEFORE_DEAL, DEALING, IN_ROUND, DealingMode, DeckState, Phase, TableState
from controller.engine.streets import all_is_dealt, as_exposed, coming_portion, may_deal_board

_make_order = constructor(ArmWindow)


def order_for_shoe(state: TableState) -> Order | None:
    """Give the next order for a shoe without an open operation."""
    if stands_still(state):
        return None
    if state.phase in IN_ROUND:
        return _in_deal(state)
    if state.phase in BEFORE_DEAL:
        return _opening(state) or lock_order(state.shoe, wanted=True)
    if state.phase is Phase.COLLECT:
        return _closing(state) or lock_order(state.shoe, wanted=True)
    return CloseShoe() if state.passage_open else None  # the table is closed


def _opening(state: TableState) -> Order | None:
    """Open the shoe for the deck that is due, then mark the round (CDP1 7, step 2)."""
    current = round_of(state)
    if state.passage_open and not current.shoe_open:
        return CloseShoe()
    deck = state.deck(current.deck)
    there = deck.state is DeckState.READY and deck.place is dealing_place(state)
    if not there or state.shoe.doors or state.shoe.faults:
        return None
    if not current.shoe_open:
        shoe_id = current.shoe_id or state.passages + 1
        return OpenShoe(deck=deck.letter, shoe_id=shoe_id, back=deck.back)
    if not current.marked_open:
        return MarkRound(round=int(current.number), mark=RoundMark.OPENED)
    return None


def _closing(state: TableState) -> Order | None:
    """Count a stub that must still pass, mark the round's end and close the shoe (CDP1 7, step 11)."""
    current = round_of(state)
    if current.shoe_open and stub_to_read(state):
        return _last_window(state)
    if current.marked_open and not current.marked_closed:
        mark = RoundMark.VOID if current.is_void else RoundMark.CLOSED
        return MarkRound(round=int(current.number), mark=mark)
    return CloseShoe() if current.shoe_open else None


def _last_window(state: TableState) -> ArmWindow | None:
    """Give the count-only window for what a void round leaves in the machine."""
    current = round_of(state)
    operation = state.shuffler.operation
    if operation is not None and isinstance(operation.order, Dispense):
        return None
    return None if stub_window_is_out(current.window) else _stub_window(state, current.next_index)


def _in_deal(state: TableState) -> Order | None:
    done = _all_cards_read(state)
    lock = lock_order(state.shoe, wanted=done)
    if lock is not None:
        return lock
    if done:
        closes = state.mode is DealingMode.SHOE and round_of(state).shoe_open
        return CloseShoe() if closes else None
    if state.phase not in DEALING or state.shoe.faults or state.shoe.doors:
        return None
    return _window(state)


def _all_cards_read(state: TableState) -> bool:
    """Tell whether nothing passes the reader any more before COLLECT."""
    return all_is_dealt(state) and (as_exposed(state) or not stub_to_read(state))


def _window(state: TableState) -> ArmWindow | None:
    """Give the window for the next cards, journaled with its target before it is sent (CDP1 7)."""
    current = round_of(state)
    window = current.window
    if window is not None and not window.is_full:
        if window.sent:
            return None
        return _arm(state, window.first, window.count, window.mode, window.target)
    if not stack_is_done(state):
        return None
    coming = coming_portion(state)
    if coming is None:
        return _stub_window(state, current.next_index)
    portion, lacking = coming
    # Community cards and burns wait for the end of the street; from the shoe they are that end (G3.5).
    in_board = portion.target.place in {Place.BOARD, Place.BURN}
    if in_board and not may_deal_board(state, by_machine=state.mode is DealingMode.STACKS):
        return None
    return _arm(state, current.next_index, lacking, WindowMode.READ, portion.target)


def _stub_window(state: TableState, first: int) -> ArmWindow:
    stub = Target(place=Place.STUB, seat=None)
    left = CARDS_IN_DECK - first + round_of(state).ruled.reread
    return _arm(state, first, max(1, left), WindowMode.STUB, stub)


def _arm(state: TableState, first: int, count: int, mode: WindowMode, target: Target) -> ArmWindow:
    return _make_order(round=int(round_of(state).number), first=first, count=count, mode=mode, target=target)
