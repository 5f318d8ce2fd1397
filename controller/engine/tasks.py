"""What the hands have to do now and a device will report by itself (CDP1 7)."""

from controller.engine.decide.acting import board_may_come
from controller.engine.decide.orders import expected_deck
from controller.engine.prompt import Task, TaskKind
from controller.engine.queries import DEAL_BUTTON, due_deck, next_letter, round_of
from controller.engine.state import (
    DealingMode,
    Deck,
    DeckPlace,
    DeckState,
    Phase,
    TableState,
)


def tasks_for(state: TableState) -> tuple[Task, ...]:
    """Give the acts of the hands that the state waits for, most urgent first."""
    repairs = _repairs(state)
    if state.hold is not None or state.recovered:
        return repairs
    return (*repairs, *_dealing(state), *_decks(state))


def _repairs(state: TableState) -> tuple[Task, ...]:
    tasks: list[Task] = []
    for device in (state.shuffler, state.shoe):
        if not device.linked and device.serial:
            tasks.append(Task(kind=TaskKind.REPLUG_DEVICE, device=device.name))
        if device.faults:
            tasks.append(Task(kind=TaskKind.CLEAR_DEVICE, device=device.name))
        if device.doors and not _lid_may_be_open(state, device.name):
            tasks.append(Task(kind=TaskKind.SHUT_DOOR, device=device.name))
    return tuple(tasks)


def _lid_may_be_open(state: TableState, device: str) -> bool:
    """Tell whether the shoe's lid is open for a reason: a deck goes in or the stub comes out."""
    in_hand = any(deck.place is DeckPlace.HAND for deck in state.decks)
    return device == "shoe" and state.mode is DealingMode.SHOE and in_hand


def _dealing(state: TableState) -> tuple[Task, ...]:
    current = state.round
    if current is None or state.phase not in {Phase.HOLE, Phase.PREFLOP, Phase.COMMUNITY}:
        return ()
    if state.mode is DealingMode.SHOE:
        return _from_shoe(state)
    if state.shuffler.tray not in {0, None}:
        return (_from_tray(state),)
    presses = state.phase is Phase.PREFLOP and state.shuffler.can(DEAL_BUTTON)
    if presses and board_may_come(state):
        return (Task(kind=TaskKind.PRESS_DEAL, device="shuffler"),)
    return ()


def _from_tray(state: TableState) -> Task:
    current = round_of(state)
    window = current.window
    out = state.deck(current.deck).place is not DeckPlace.CHAMBER
    if out or window is None:
        return Task(kind=TaskKind.STUB_TO_RACK, device="shuffler", deck=current.deck)
    return Task(kind=TaskKind.TAKE_STACK, device="shuffler", target=window.target, count=window.count)


def _from_shoe(state: TableState) -> tuple[Task, ...]:
    current = round_of(state)
    window = current.window
    if window is not None and not window.is_full and window.armed:
        left = window.count - window.read
        return (Task(kind=TaskKind.DRAW_CARDS, device="shoe", target=window.target, count=left),)
    if current.shoe_closed and not current.stub_gone:
        return (Task(kind=TaskKind.UNLOAD_SHOE, device="shoe", deck=current.deck),)
    return ()


def _decks(state: TableState) -> tuple[Task, ...]:
    """Give what moves a deck on: used one to the infeed, ready one to the shoe (CDP1 7)."""
    tasks: list[Task] = []
    if state.phase is Phase.COLLECT and state.shuffler.tray not in {0, None}:
        tasks.append(Task(kind=TaskKind.STUB_TO_RACK, device="shuffler", deck=round_of(state).deck))
    tasks += _to_shoe(state)
    expected = expected_deck(state)
    if expected is not None and expected.expected and expected.place is DeckPlace.RACK:
        tasks.append(Task(kind=TaskKind.LOAD_INFEED, device="shuffler", deck=expected.letter))
    return tuple(tasks)


def _to_shoe(state: TableState) -> list[Task]:
    if state.mode is DealingMode.STACKS:
        return []
    deck = _deck_for_shoe(state)
    if deck is None or any(other.place is DeckPlace.SHOE for other in state.decks):
        return []
    if deck.place is DeckPlace.CHAMBER and deck.state is DeckState.READY:
        return [Task(kind=TaskKind.TAKE_FROM_CHAMBER, device="shuffler", deck=deck.letter)]
    if deck.place is DeckPlace.HAND:
        return [Task(kind=TaskKind.LOAD_SHOE, device="shoe", deck=deck.letter)]
    return []


def _deck_for_shoe(state: TableState) -> Deck | None:
    """Give the deck that goes into the shoe next: the due one before the deal, the other one after it."""
    if state.phase is Phase.COLLECT:
        return state.deck(next_letter(state))
    if state.phase in {Phase.OFFER, Phase.WAGERS}:
        return due_deck(state)
    return None
