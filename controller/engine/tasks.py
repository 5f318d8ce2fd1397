"""What the hands have to do now and a device will report by itself (CDP1 7)."""

from controller.engine.decide.acting import board_may_come
from controller.engine.deck_order import (
    EJECT,
    deck_to_eject,
    expected_deck,
    hand_count_is_next,
    infeed_to_clear,
    turns,
)
from controller.engine.device_words import WindowMode
from controller.engine.prompt import Task, TaskKind
from controller.engine.queries import DEAL_BUTTON, round_of, tray_is_clear
from controller.engine.state import (
    DEALING,
    DealingMode,
    Deck,
    DeckPlace,
    DeckState,
    Phase,
    TableState,
)
from controller.engine.streets import closes_by_card


def tasks_for(state: TableState) -> tuple[Task, ...]:
    """Give the acts of the hands that the state waits for, most urgent first."""
    repairs = _repairs(state)
    if state.hold is not None or state.recovered:
        return repairs
    return (*repairs, *_dealing(state), *_decks(state))


def _repairs(state: TableState) -> tuple[Task, ...]:
    tasks: list[Task] = []
    for device in (state.shuffler, state.shoe):
        if not device.linked and device.serial and device.lost_log is None:
            tasks.append(Task(kind=TaskKind.REPLUG_DEVICE, device=device.name))
        if device.late and device.linked:
            tasks.append(Task(kind=TaskKind.RESTART_DEVICE, device=device.name))
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
    if state.round is None:
        return ()
    if not tray_is_clear(state):
        return (_from_tray(state),)
    if state.phase not in DEALING:
        return ()
    if state.mode is DealingMode.SHOE:
        return _from_shoe(state)
    presses = closes_by_card(state) and state.shuffler.can(DEAL_BUTTON)
    if presses and board_may_come(state):
        return (Task(kind=TaskKind.PRESS_DEAL, device="shuffler"),)
    return ()


def _from_tray(state: TableState) -> Task:
    """Say what lies in the tray: a stack for its spot, or cards that go away unseen."""
    current = round_of(state)
    window = current.window
    is_stack = window is not None and window.mode is WindowMode.READ and not window.taken
    # In shoe mode no stack ever lies there: what does is another deck that the machine sent out.
    if state.mode is DealingMode.STACKS and state.phase in DEALING and is_stack and window is not None:
        return Task(kind=TaskKind.TAKE_STACK, device="shuffler", target=window.target, count=window.count)
    return Task(kind=TaskKind.STUB_TO_RACK, device="shuffler", deck=current.deck)


def _from_shoe(state: TableState) -> tuple[Task, ...]:
    current = round_of(state)
    window = current.window
    if window is not None and not window.is_full and window.armed:
        left = window.count - window.read
        return (Task(kind=TaskKind.DRAW_CARDS, device="shoe", target=window.target, count=left),)
    if state.phase is Phase.COMMUNITY and current.shoe_closed and not current.stub_gone:
        return (Task(kind=TaskKind.UNLOAD_SHOE, device="shoe", deck=current.deck),)
    return ()


def _decks(state: TableState) -> tuple[Task, ...]:
    """Give what moves a deck on: used one to the infeed, ready one to the shoe (CDP1 7)."""
    if state.phase is Phase.CLOSED:
        return ()
    tasks = _to_shoe(state)
    spoiled = deck_to_eject(state)
    if spoiled is not None and not state.shuffler.can(EJECT):
        tasks.append(Task(kind=TaskKind.TAKE_FROM_CHAMBER, device="shuffler", deck=spoiled.letter))
    expected = expected_deck(state)
    if expected is not None and _is_counted_first(state, expected):
        return tuple(tasks)
    leaving = infeed_to_clear(state)
    if leaving is not None:
        out, following = leaving
        going_in = None if following is None else following.letter
        clear = Task(kind=TaskKind.CLEAR_INFEED, device="shuffler", deck=out.letter, next_deck=going_in)
        return (*tasks, clear)
    if expected is not None and expected.expected and expected.place is DeckPlace.RACK:
        kind = TaskKind.RESEAT_INFEED if state.shuffler.unannounced else TaskKind.LOAD_INFEED
        tasks.append(Task(kind=kind, device="shuffler", deck=expected.letter))
    return tuple(tasks)


def _is_counted_first(state: TableState, deck: Deck) -> bool:
    """Tell whether the used deck is counted by hand before it goes into the machine (G10.3)."""
    return hand_count_is_next(state) and state.round is not None and state.round.deck == deck.letter


def _to_shoe(state: TableState) -> list[Task]:
    """Carry the due deck from the chamber to the shoe, once no other deck lies there."""
    before_deal = state.phase in {Phase.OFFER, Phase.WAGERS, Phase.COLLECT}
    inside = next((deck for deck in state.decks if deck.place is DeckPlace.SHOE), None)
    if state.mode is DealingMode.STACKS or not before_deal:
        return []
    if state.phase is Phase.COLLECT and (state.passage_open or state.shoe.operation is not None):
        return []
    deck = turns(state)[0]
    if inside is not None:
        unload = Task(kind=TaskKind.UNLOAD_SHOE, device="shoe", deck=inside.letter)
        return [unload] if inside.letter != deck.letter or inside.state is DeckState.NEW else []
    if deck.place is DeckPlace.CHAMBER and deck.state is DeckState.READY:
        return [Task(kind=TaskKind.TAKE_FROM_CHAMBER, device="shuffler", deck=deck.letter)]
    if deck.place is DeckPlace.HAND:
        return [Task(kind=TaskKind.LOAD_SHOE, device="shoe", deck=deck.letter)]
    return []
